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
    "id": "get_guild_join_requests",
    "method": "GET",
    "path": "/guilds/{guild_id}/requests"
  },
  {
    "id": "action_guild_join_request",
    "method": "PATCH",
    "path": "/guilds/{guild_id}/requests/{request_id}"
  },
  {
    "id": "get_guild_vanity_url",
    "method": "GET",
    "path": "/guilds/{guild_id}/vanity-url"
  }
];

/** By endpoint, fields of the reference that it does not take. */
export const missingFields: Readonly<Record<string, MissingFields>> = {
  "applications.edit": {
    "body": [
      "team_id"
    ]
  },
  "applications.editMe": {
    "body": [
      "team_id"
    ]
  },
  "channels.createMessage": {
    "body": [
      "shared_client_theme"
    ]
  },
  "channels.createThread": {
    "body": [
      "message.shared_client_theme"
    ]
  },
  "invites.get": {
    "query": [
      "target_channel_id",
      "target_message_id"
    ]
  },
  "lobbies.create": {
    "body": [
      "members[].additional_name"
    ]
  },
  "lobbies.createMessage": {
    "body": [
      "embeds",
      "allowed_mentions",
      "sticker_ids",
      "components",
      "attachments",
      "poll",
      "shared_client_theme",
      "message_reference",
      "enforce_nonce",
      "tts"
    ]
  },
  "lobbies.edit": {
    "body": [
      "members[].additional_name"
    ]
  },
  "users.guilds": {
    "query": [
      "shard"
    ]
  }
};
