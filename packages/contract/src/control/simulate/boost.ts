// Boosting a guild as a simulated user. Source: protocol: guild-settings 10.
import { control } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { BotsNotAllowed, UnknownGuild, UnknownMember, UnknownUser } from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { integer, nullable, object, optional, Timestamp } from "../../schema/values.ts";
import { Reference } from "../world-file/kinds.ts";

const source = "protocol: guild-settings 10";

/** A guild's boosts, and how many of them are the user's. */
export const Boosts = object({
  boosts: integer(),
  premium_since: nullable(Timestamp),
  premium_subscription_count: integer(),
  premium_tier: integer(),
});

export const boostAsUser = endpoint({
  id: "control.boost",
  source,
  summary:
    "Boost a guild as a simulated user. The guild announces it in its system channel, and its level follows from its boosts.",
  plane: "control",
  method: "POST",
  path: "/users/{user}/boosts",
  auth: [control],
  developmentOnly: true,
  body: object({
    guild: Reference,
    /** Default: 1. */
    count: optional(integer({ min: 1, max: limits.boostsPerMember.value })),
  }),
  replies: { 200: Boosts },
  errors: [BotsNotAllowed, UnknownGuild, UnknownMember, UnknownUser],
});

export const stopBoosting = endpoint({
  id: "control.stopBoosting",
  source,
  summary: "Remove all boosts of a simulated user from a guild.",
  plane: "control",
  method: "DELETE",
  path: "/users/{user}/boosts/{guild}",
  auth: [control],
  developmentOnly: true,
  replies: { 200: Boosts },
  errors: [BotsNotAllowed, UnknownGuild, UnknownMember, UnknownUser],
});
