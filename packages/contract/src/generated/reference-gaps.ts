// Generated from the machine specification and the contract by `npm run generate`; never edit.
import type { MissingFields, MissingOperation } from "../schema/missing-fields.ts";

/** Operations of the reference that this service does not serve. */
export const missingOperations: readonly MissingOperation[] = [
  {
    "id": "get_guild_new_member_welcome",
    "method": "GET",
    "path": "/guilds/{guild_id}/new-member-welcome"
  },
  {
    "id": "get_guild_preview",
    "method": "GET",
    "path": "/guilds/{guild_id}/preview"
  },
  {
    "id": "create_guild_scheduled_event_exception",
    "method": "POST",
    "path": "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/exceptions"
  },
  {
    "id": "delete_guild_scheduled_event_exception",
    "method": "DELETE",
    "path": "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/exceptions/{exception_id}"
  },
  {
    "id": "update_guild_scheduled_event_exception",
    "method": "PATCH",
    "path": "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/exceptions/{exception_id}"
  },
  {
    "id": "count_guild_scheduled_event_users",
    "method": "GET",
    "path": "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/users/counts"
  },
  {
    "id": "list_guild_scheduled_event_exception_users",
    "method": "GET",
    "path": "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/{guild_scheduled_event_exception_id}/users"
  },
  {
    "id": "get_guild_vanity_url",
    "method": "GET",
    "path": "/guilds/{guild_id}/vanity-url"
  }
];

/** By endpoint, fields of the reference that it does not take. */
export const missingFields: Readonly<Record<string, MissingFields>> = {
  "guilds.createScheduledEvent": {
    "body": [
      "recurrence_rule"
    ]
  },
  "guilds.editScheduledEvent": {
    "body": [
      "recurrence_rule"
    ]
  }
};
