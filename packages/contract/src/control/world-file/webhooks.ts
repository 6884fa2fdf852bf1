// The webhooks of a guild's channels, in a world file. Source: product.md, World file.
import { limits } from "../../limits/limits.ts";
import { Webhook, WebhookType } from "../../resources/webhooks/channel-webhooks.ts";
import { choice, nullable, object, optional, refine, secret, text } from "../../schema/values.ts";
import { asShown, ownId, pastId, PastPersonId, ref, requireOne, Secret } from "./kinds.ts";

const fields = object({
  id: optional(ownId("webhook")),
  channel: optional(ref("channel")),
  /** The API's form of the field above. */
  channel_id: optional(ref("channel")),
  name: text({ min: 1, max: limits.webhookName.value }),
  avatar: optional(nullable(text({ max: 200 }))),
  /** Absent: a user created the webhook. */
  application: optional(ref("application")),
  /** The API's form of the field above. */
  application_id: optional(nullable(ref("application"))),
  /** The creator; absent: the application's bot, else the guild's owner. */
  user: optional(PastPersonId),
  /** If only the hash is given, the API cannot show the token. */
  token: optional(nullable(Secret)),
  followed_guild: optional(pastId("guild")),
  followed_channel: optional(pastId("channel")),
  /** What the webhook follows, as the API shows it. */
  source_guild: asShown(Webhook.properties.source_guild),
  source_channel: asShown(Webhook.properties.source_channel),
  /** Derived fields may be given as the API shows them, with their derived values. */
  type: optional(choice([WebhookType.INCOMING, WebhookType.CHANNEL_FOLLOWER])),
  guild_id: optional(ref("guild")),
  url: optional(secret(text({ max: 2048 }))),
});

/** A webhook of a channel: an incoming one, or one that follows another channel. */
export const WorldWebhook = refine(fields, requireOne("channel", "channel_id"));
