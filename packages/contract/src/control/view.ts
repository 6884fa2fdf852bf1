// What a user can read, and a token for a client that signs in as them. Source: product.md, Control
// plane.
import { control } from "../auth.ts";
import { endpoint } from "../endpoint.ts";
import {
  BotsNotAllowed,
  InvalidForm,
  MissingAccess,
  UnknownChannel,
  UnknownGuild,
  UnknownUser,
} from "../error.ts";
import { limits } from "../limits/limits.ts";
import { LobbyMembersOnly } from "../resources/lobbies/lobby-errors.ts";
import { LobbyMessage } from "../resources/lobbies/lobby-messages.ts";
import { Message } from "../resources/messages/messages.ts";
import { integer, list, object, optional, secret, text, Timestamp } from "../schema/values.ts";
import { Reference } from "./world-file/kinds.ts";

const source = "product.md, Control plane";

const {
  tts,
  mention_everyone,
  mentions,
  mention_roles,
  attachments,
  embeds,
  components,
  pinned,
  ...everywhere
} = Message.properties;
const { lobby_id, lobby_member, moderation_metadata } = LobbyMessage.properties;

/** A message as a user reads it: a channel's as the API shows it, or a lobby's with its time. */
export const ViewedMessage = object({
  ...everywhere,
  // Only for messages of channels.
  tts: optional(tts),
  mention_everyone: optional(mention_everyone),
  mentions: optional(mentions),
  mention_roles: optional(mention_roles),
  attachments: optional(attachments),
  embeds: optional(embeds),
  components: optional(components),
  pinned: optional(pinned),
  // Only for messages of lobbies.
  lobby_id: optional(lobby_id),
  lobby_member,
  moderation_metadata,
});

export const viewAsUser = endpoint({
  id: "control.view",
  source,
  summary:
    "List the newest messages that a user sees in a channel, a direct message (`@name`) or a lobby, oldest first, including ephemeral messages to them; the reply also has them as a transcript.",
  plane: "control",
  method: "GET",
  path: "/users/{user}/view",
  auth: [control],
  query: object({
    /** A channel by its id or name, `@name` for the direct message with a user, or a lobby's id. */
    channel: Reference,
    guild: optional(Reference),
    /** The number of messages; absent: 100. */
    limit: optional(integer({ min: 1, max: limits.viewedMessagesMax.value })),
  }),
  replies: { 200: object({ messages: list(ViewedMessage), text: text() }) },
  errors: [
    InvalidForm,
    BotsNotAllowed,
    LobbyMembersOnly,
    MissingAccess,
    UnknownChannel,
    UnknownGuild,
    UnknownUser,
  ],
});

export const openSession = endpoint({
  id: "control.session",
  source,
  summary:
    "Create a token with which a client signs in as a user, over the API and the gateway, for an hour; only this reply contains it.",
  plane: "control",
  method: "POST",
  path: "/users/{user}/session",
  auth: [control],
  developmentOnly: true,
  replies: { 201: object({ token: secret(text()), expires_at: Timestamp }) },
  errors: [BotsNotAllowed, InvalidForm, UnknownUser],
});
