// The presences of users. Source: protocol: gateway-oauth-limits 4.15, 4.16.
import { event } from "../../event.ts";
import { anything, dictionary, list, object, Snowflake, text, word } from "../../schema/values.ts";

/** A user's status as others see it; an invisible user appears as offline. */
export const presenceStatuses = ["online", "dnd", "idle", "offline"] as const;
export type PresenceStatus = (typeof presenceStatuses)[number];

const presence = {
  user: object({ id: Snowflake }),
  status: word(presenceStatuses),
  activities: list(anything<object>()),
  client_status: dictionary(text()),
};

/** A presence as GUILD_CREATE and GUILD_MEMBERS_CHUNK list it. */
export const Presence = object(presence);

export const PresenceUpdate = event({
  name: "PRESENCE_UPDATE",
  source: "protocol: gateway-oauth-limits 4.16",
  summary: "A user's presence changed.",
  scope: "guild",
  intent: { guild: "GUILD_PRESENCES" },
  changesViews: false,
  payload: object({ ...presence, guild_id: Snowflake }),
});
