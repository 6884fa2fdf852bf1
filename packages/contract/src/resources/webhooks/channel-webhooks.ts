// Webhooks of channels: the object and the endpoints that manage them. Source: protocol:
// webhooks-and-applications 1.
import { bot, open, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  InvalidWebhookToken,
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  UnknownGuild,
  UnknownWebhook,
  WrongChannelType,
} from "../../error.ts";
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import {
  choice,
  list,
  nullable,
  object,
  optional,
  refine,
  secret,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { error } from "../../transport-errors.ts";
import { MessageDraft, messageForm } from "../messages/message-draft.ts";
import { PageUrl } from "../messages/message-urls.ts";
import { ImageData } from "../users/images.ts";
import { reportReserved, User } from "../users/users.ts";

/** The types of webhook. */
export const WebhookType = { INCOMING: 1, CHANNEL_FOLLOWER: 2, APPLICATION: 3 } as const;

const codes = "protocol: gateway-oauth-limits 1.6; the HTTP status is assumed";

const forums = "protocol: webhooks-and-applications 1.3; the HTTP status is assumed";

export const TooManyWebhooks = error({
  name: "TooManyWebhooks",
  status: 400,
  code: 30007,
  message: `Maximum number of webhooks reached (${limits.webhooksPerChannel.value})`,
  source: codes,
});
export const TooManyGuildWebhooks = error({
  name: "TooManyGuildWebhooks",
  status: 400,
  code: 30058,
  message: `Maximum number of webhooks per guild reached (${limits.webhooksPerGuild.value})`,
  source: codes,
});

export const ThreadNeeded = error({
  name: "ThreadNeeded",
  status: 400,
  code: 220001,
  message: "Webhooks posted to forum channels must have a thread_name or thread_id",
  source: forums,
});
export const ThreadAndThreadName = error({
  name: "ThreadAndThreadName",
  status: 400,
  code: 220002,
  message: "Webhooks posted to forum channels cannot have both a thread_name and thread_id",
  source: forums,
});
export const ThreadNameOutsideForum = error({
  name: "ThreadNameOutsideForum",
  status: 400,
  code: 220003,
  message: "Webhooks can only create threads in forum channels",
  source: forums,
});
export const ServiceInForum = error({
  name: "ServiceInForum",
  status: 400,
  code: 220004,
  message: "Webhook services cannot be used in forum channels",
  source: forums,
});

/** A webhook, as users who manage it can read it. */
export const Webhook = object({
  id: Snowflake,
  type: choice(Object.values(WebhookType)),
  name: text(),
  avatar: nullable(text()),
  channel_id: nullable(Snowflake),
  guild_id: optional(nullable(Snowflake)),
  application_id: nullable(Snowflake),
  /** The creator; not shown to callers who only have the token. */
  user: optional(User),
  /** For an incoming webhook that a user created, or that belongs to the calling application. */
  token: optional(secret(text())),
  /** The URL that executes the webhook, which contains the token. */
  url: optional(secret(text())),
  source_guild: optional(object({ id: Snowflake, name: text(), icon: nullable(text()) })),
  source_channel: optional(object({ id: Snowflake, name: text() })),
});

/** Words that a webhook's name must not contain. */
const forbidden = ["clyde", "discord"];

/** The name of a webhook, or the name that its message shows. */
export const WebhookName = refine(
  text({ min: 1, max: limits.webhookName.value }),
  (name, report) => {
    if (name.trim() === "") report([], "BASE_TYPE_REQUIRED", "This field is required");
    for (const word of forbidden) {
      if (!name.toLowerCase().includes(word)) continue;
      report([], "USERNAME_INVALID_CONTAINS", `Username cannot contain "${word}"`);
    }
    reportReserved(name, report);
  },
);

/** A new message of a webhook. */
export const WebhookDraft = messageForm(
  object({
    ...MessageDraft.properties,
    /** These override the webhook's own name and avatar in this message. */
    username: optional(WebhookName),
    avatar_url: optional(PageUrl),
    /** Starts a post in a forum; an empty name does not. */
    thread_name: optional(text({ max: limits.threadName.value })),
    /** Tags of the post, from those of the forum. */
    applied_tags: optional(list(Snowflake, { max: 5, unique: true })),
  }),
);

const managing = {
  source: "protocol: webhooks-and-applications 1.2",
  auth: [bot, signedIn],
} as const;
const channelErrors = [MissingAccess, MissingPermissions, UnknownChannel] as const;
const webhookErrors = [MissingAccess, MissingPermissions, UnknownWebhook] as const;

export const createWebhook = endpoint({
  ...managing,
  id: "channels.createWebhook",
  summary: "Create a webhook in a channel; anyone with its token can send messages to the channel.",
  method: "POST",
  path: "/channels/{channel_id}/webhooks",
  body: object({ name: WebhookName, avatar: optional(nullable(ImageData)) }),
  replies: { 200: Webhook },
  errors: [...channelErrors, TooManyGuildWebhooks, TooManyWebhooks, WrongChannelType],
});

export const listChannelWebhooks = endpoint({
  ...managing,
  id: "channels.webhooks",
  summary: "List the webhooks of a channel; requires MANAGE_WEBHOOKS.",
  method: "GET",
  path: "/channels/{channel_id}/webhooks",
  replies: { 200: list(Webhook) },
  errors: channelErrors,
});

export const listGuildWebhooks = endpoint({
  ...managing,
  id: "guilds.webhooks",
  summary: "List the webhooks of a guild; requires MANAGE_WEBHOOKS.",
  method: "GET",
  path: "/guilds/{guild_id}/webhooks",
  replies: { 200: list(Webhook) },
  errors: [MissingAccess, MissingPermissions, UnknownGuild],
});

const webhook = "/webhooks/{webhook_id}";

export const getWebhook = endpoint({
  ...managing,
  id: "webhooks.get",
  summary: "Get a webhook; requires MANAGE_WEBHOOKS, except for the application that owns it.",
  method: "GET",
  path: webhook,
  replies: { 200: Webhook },
  errors: webhookErrors,
});

/** What callers with the webhook's token may change. */
const Change = object({ name: optional(WebhookName), avatar: optional(nullable(ImageData)) });

export const editWebhook = endpoint({
  ...managing,
  id: "webhooks.edit",
  summary: "Update a webhook's name, avatar or channel; the channel must be in the same guild.",
  method: "PATCH",
  path: webhook,
  body: object({ ...Change.properties, channel_id: optional(Snowflake) }),
  replies: { 200: Webhook },
  errors: [...webhookErrors, TooManyWebhooks, UnknownChannel, WrongChannelType],
});

export const deleteWebhook = endpoint({
  ...managing,
  id: "webhooks.delete",
  summary: "Delete a webhook; its messages remain.",
  method: "DELETE",
  path: webhook,
  replies: { 204: none },
  errors: webhookErrors,
});

const byToken = {
  source: "protocol: webhooks-and-applications 1.2",
  auth: [open],
  path: "/webhooks/{webhook_id}/{webhook_token}",
  outsideGlobalLimit: true,
} as const;
const tokenErrors = [InvalidWebhookToken, UnknownWebhook] as const;

export const getWebhookByToken = endpoint({
  ...byToken,
  id: "webhooks.getByToken",
  summary: "Get a webhook by its token; omits the user who created it.",
  method: "GET",
  replies: { 200: Webhook },
  errors: tokenErrors,
});

export const editWebhookByToken = endpoint({
  ...byToken,
  id: "webhooks.editByToken",
  summary: "Update a webhook's name or avatar by its token.",
  method: "PATCH",
  body: Change,
  replies: { 200: Webhook },
  errors: tokenErrors,
});

export const deleteWebhookByToken = endpoint({
  ...byToken,
  id: "webhooks.deleteByToken",
  summary: "Delete a webhook by its token; its messages remain.",
  method: "DELETE",
  replies: { 204: none },
  errors: tokenErrors,
});

export const WebhooksUpdate = event({
  name: "WEBHOOKS_UPDATE",
  source: "protocol: gateway-oauth-limits 4.16",
  summary:
    "A webhook of a channel was created, updated or deleted; the event does not contain its id.",
  scope: "channel",
  intent: { guild: "GUILD_WEBHOOKS" },
  payload: object({ guild_id: Snowflake, channel_id: Snowflake }),
});
