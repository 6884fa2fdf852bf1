// A single lobby of any application, as the operator reads and changes it. Source: product.md,
// Control plane.
import { control } from "../auth.ts";
import { endpoint, none } from "../endpoint.ts";
import {
  BotsNotAllowed,
  InvalidForm,
  MissingLobbyPermissions,
  UnknownLobby,
  UnknownUser,
} from "../error.ts";
import { LobbyDraft, LobbyMember, LobbyMemberDraft } from "../resources/lobbies/lobbies.ts";
import { gameMessagePage, LobbyMessage } from "../resources/lobbies/lobby-messages.ts";
import { Bool, list, nullable, object, Snowflake, text, Timestamp } from "../schema/values.ts";
import { LobbyItem } from "./lists.ts";

const shared = { source: "product.md, Control plane", plane: "control", auth: [control] } as const;

/** A lobby with everything that is stored about it except its messages and its secret. */
export const LobbyDetail = object({
  ...LobbyItem.properties,
  /** The members, ordered by id, each with whether one of their sessions is connected. */
  member_list: list(object({ ...LobbyMember.properties, connected: Bool })),
  /** Until when the lobby can be joined by its secret; null if it has none. */
  secret_expires_at: nullable(Timestamp),
  linked_by: nullable(Snowflake),
  linked_at: nullable(Timestamp),
  /** The address for its events, which overrides the application's address. */
  override_event_webhooks_url: nullable(text()),
});

export const readLobby = endpoint({
  ...shared,
  id: "control.lobbies.get",
  summary: "Get a lobby with its members, and when its countdown ends.",
  method: "GET",
  path: "/lobbies/{lobby_id}",
  replies: { 200: LobbyDetail },
  errors: [UnknownLobby],
});

export const changeLobby = endpoint({
  ...shared,
  id: "control.lobbies.edit",
  summary:
    "Update a lobby as its application would. Metadata and a list of members, when given, replace the old ones; its members are notified.",
  method: "PATCH",
  path: "/lobbies/{lobby_id}",
  developmentOnly: true,
  body: LobbyDraft,
  replies: { 200: LobbyDetail },
  errors: [InvalidForm, UnknownLobby, UnknownUser],
});

export const removeLobby = endpoint({
  ...shared,
  id: "control.lobbies.remove",
  summary: "Delete a lobby as its application would; its members are notified.",
  method: "DELETE",
  path: "/lobbies/{lobby_id}",
  replies: { 204: none },
  errors: [UnknownLobby],
});

export const placeInLobby = endpoint({
  ...shared,
  id: "control.lobbies.addMember",
  summary:
    "Add a user to a lobby as its application would, or update the member already there; the lobby's members are notified.",
  method: "PUT",
  path: "/lobbies/{lobby_id}/members/{user}",
  developmentOnly: true,
  body: LobbyMemberDraft,
  replies: { 200: LobbyMember },
  errors: [BotsNotAllowed, MissingLobbyPermissions, UnknownLobby, UnknownUser],
});

export const takeFromLobby = endpoint({
  ...shared,
  id: "control.lobbies.removeMember",
  summary: "Remove a user from a lobby as its application would; succeeds when they are not in it.",
  method: "DELETE",
  path: "/lobbies/{lobby_id}/members/{user}",
  developmentOnly: true,
  replies: { 204: none },
  errors: [BotsNotAllowed, UnknownLobby, UnknownUser],
});

export const readLobbyMessages = endpoint({
  ...shared,
  id: "control.lobbies.messages",
  summary: "List the messages of a lobby from the last 72 hours, newest first.",
  method: "GET",
  path: "/lobbies/{lobby_id}/messages",
  developmentOnly: true,
  query: gameMessagePage,
  replies: { 200: list(LobbyMessage) },
  errors: [UnknownLobby],
});
