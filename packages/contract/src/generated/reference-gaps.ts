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
    "id": "get_guild_vanity_url",
    "method": "GET",
    "path": "/guilds/{guild_id}/vanity-url"
  }
];

/** By endpoint, fields of the reference that it does not take. */
export const missingFields: Readonly<Record<string, MissingFields>> = {};
