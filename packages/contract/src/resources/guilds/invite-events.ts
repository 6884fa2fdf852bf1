// The events of invites. Source: protocol: gateway-oauth-limits 4.16.
import { event } from "../../event.ts";
import {
  Bool,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
  Timestamp,
} from "../../schema/values.ts";
import { InviteApplication } from "./invites.ts";
import { User } from "../users/users.ts";

const shared = {
  source: "protocol: gateway-oauth-limits 4.16",
  scope: "channel",
  intent: { guild: "GUILD_INVITES" },
  needs: ["MANAGE_CHANNELS"],
} as const;

export const InviteCreate = event({
  ...shared,
  name: "INVITE_CREATE",
  summary: "An invite to a channel was created; sent to members with MANAGE_CHANNELS.",
  payload: object({
    channel_id: Snowflake,
    code: text(),
    created_at: Timestamp,
    guild_id: optional(Snowflake),
    inviter: optional(User),
    max_age: integer(),
    max_uses: integer(),
    target_type: optional(integer()),
    target_user: optional(User),
    target_application: optional(InviteApplication),
    temporary: Bool,
    uses: integer(),
    expires_at: nullable(Timestamp),
    role_ids: optional(list(Snowflake)),
  }),
});

export const InviteDelete = event({
  ...shared,
  name: "INVITE_DELETE",
  summary: "An invite to a channel was deleted, expired or reached its maximum number of uses.",
  payload: object({ channel_id: Snowflake, guild_id: optional(Snowflake), code: text() }),
});
