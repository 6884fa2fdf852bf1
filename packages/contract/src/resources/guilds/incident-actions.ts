// What a guild disables during an incident. Source: protocol: moderation 5.
import { bot, signedIn } from "../../auth.ts";
import { Instant } from "../../schema/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { MissingAccess, MissingPermissions, UnknownGuild } from "../../error.ts";
import { nullable, object, optional, Timestamp } from "../../schema/values.ts";

export const IncidentActions = object({
  invites_disabled_until: nullable(Timestamp),
  dms_disabled_until: nullable(Timestamp),
});

const until = optional(nullable(Instant));

export const setIncidentActions = endpoint({
  id: "guilds.setIncidentActions",
  source: "protocol: moderation 5",
  summary:
    "Update the guild's incident actions: disable invites, or direct messages between members, for at most a day; null enables them again.",
  method: "PUT",
  path: "/guilds/{guild_id}/incident-actions",
  auth: [bot, signedIn],
  body: object({ invites_disabled_until: until, dms_disabled_until: until }),
  replies: { 200: IncidentActions },
  errors: [UnknownGuild, MissingAccess, MissingPermissions],
});
