// The webhooks of a guild's channels, in a world file. Source: product.md, World file.
import { limits } from "../../limits/limits.ts";
import { nullable, object, optional, text } from "../../schema/values.ts";
import { ownId, pastId, ref, Secret } from "./world-kinds.ts";

/** A webhook of a channel: an incoming one, or one that follows another channel. */
export const WorldWebhook = object({
  id: optional(ownId("webhook")),
  channel: ref("channel"),
  name: text({ min: 1, max: limits.webhookName.value }),
  avatar: optional(nullable(text({ max: 200 }))),
  /** Left out: a person created it. */
  application: optional(ref("application")),
  /** Who created it; left out: the application's bot, else the guild's owner. */
  user: optional(pastId("user")),
  /** A hash leaves the API without a token to show. */
  token: optional(nullable(Secret)),
  followed_guild: optional(pastId("guild")),
  followed_channel: optional(pastId("channel")),
});
