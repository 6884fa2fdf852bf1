// The audit log of a guild: what was done, by whom and why. Source: protocol: moderation 1.
import { bot, signedIn } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { MissingAccess, MissingPermissions, UnknownGuild } from "../../error.ts";
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import {
  anything,
  choice,
  dictionary,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { Command } from "../commands/commands.ts";
import { User } from "../users/users.ts";
import { Webhook } from "../webhooks/channel-webhooks.ts";
import { AutoModerationRule } from "../guilds/auto-moderation.ts";
import { Channel } from "../guilds/guilds.ts";
import { GuildIntegration } from "../guilds/integrations.ts";
import { ScheduledEvent } from "../guilds/scheduled-events.ts";

const source = "protocol: moderation 1";

/** The types of action, with the reference's names. */
export const AuditLogAction = {
  GUILD_UPDATE: 1,
  CHANNEL_CREATE: 10,
  CHANNEL_UPDATE: 11,
  CHANNEL_DELETE: 12,
  CHANNEL_OVERWRITE_CREATE: 13,
  CHANNEL_OVERWRITE_UPDATE: 14,
  CHANNEL_OVERWRITE_DELETE: 15,
  MEMBER_KICK: 20,
  MEMBER_PRUNE: 21,
  MEMBER_BAN_ADD: 22,
  MEMBER_BAN_REMOVE: 23,
  MEMBER_UPDATE: 24,
  MEMBER_ROLE_UPDATE: 25,
  MEMBER_MOVE: 26,
  MEMBER_DISCONNECT: 27,
  BOT_ADD: 28,
  ROLE_CREATE: 30,
  ROLE_UPDATE: 31,
  ROLE_DELETE: 32,
  INVITE_CREATE: 40,
  INVITE_UPDATE: 41,
  INVITE_DELETE: 42,
  WEBHOOK_CREATE: 50,
  WEBHOOK_UPDATE: 51,
  WEBHOOK_DELETE: 52,
  EMOJI_CREATE: 60,
  EMOJI_UPDATE: 61,
  EMOJI_DELETE: 62,
  MESSAGE_DELETE: 72,
  MESSAGE_BULK_DELETE: 73,
  MESSAGE_PIN: 74,
  MESSAGE_UNPIN: 75,
  INTEGRATION_CREATE: 80,
  INTEGRATION_UPDATE: 81,
  INTEGRATION_DELETE: 82,
  STAGE_INSTANCE_CREATE: 83,
  STAGE_INSTANCE_UPDATE: 84,
  STAGE_INSTANCE_DELETE: 85,
  STICKER_CREATE: 90,
  STICKER_UPDATE: 91,
  STICKER_DELETE: 92,
  GUILD_SCHEDULED_EVENT_CREATE: 100,
  GUILD_SCHEDULED_EVENT_UPDATE: 101,
  GUILD_SCHEDULED_EVENT_DELETE: 102,
  THREAD_CREATE: 110,
  THREAD_UPDATE: 111,
  THREAD_DELETE: 112,
  APPLICATION_COMMAND_PERMISSION_UPDATE: 121,
  SOUNDBOARD_SOUND_CREATE: 130,
  SOUNDBOARD_SOUND_UPDATE: 131,
  SOUNDBOARD_SOUND_DELETE: 132,
  AUTO_MODERATION_RULE_CREATE: 140,
  AUTO_MODERATION_RULE_UPDATE: 141,
  AUTO_MODERATION_RULE_DELETE: 142,
  AUTO_MODERATION_BLOCK_MESSAGE: 143,
  AUTO_MODERATION_FLAG_TO_CHANNEL: 144,
  AUTO_MODERATION_USER_COMM_DISABLED: 145,
  AUTO_MODERATION_QUARANTINE_USER: 146,
  CREATOR_MONETIZATION_REQUEST_CREATED: 150,
  CREATOR_MONETIZATION_TERMS_ACCEPTED: 151,
  ONBOARDING_PROMPT_CREATE: 163,
  ONBOARDING_PROMPT_UPDATE: 164,
  ONBOARDING_PROMPT_DELETE: 165,
  ONBOARDING_CREATE: 166,
  ONBOARDING_UPDATE: 167,
  GUILD_HOME_FEATURE_ITEM: 171,
  GUILD_HOME_REMOVE_ITEM: 172,
  HARMFUL_LINKS_BLOCKED_MESSAGE: 180,
  HOME_SETTINGS_CREATE: 190,
  HOME_SETTINGS_UPDATE: 191,
  VOICE_CHANNEL_STATUS_CREATE: 192,
  VOICE_CHANNEL_STATUS_DELETE: 193,
  GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE: 200,
  GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE: 201,
  GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE: 202,
  GUILD_PROFILE_UPDATE: 211,
} as const;

export type AuditLogActionName = keyof typeof AuditLogAction;

/** The old and new value of a field; a field that was added or removed lacks one of them. */
export const AuditLogChange = object({
  key: text(),
  old_value: optional(anything()),
  new_value: optional(anything()),
});

export const AuditLogEntry = object({
  id: Snowflake,
  action_type: integer(),
  /** The user who did it. */
  user_id: nullable(Snowflake),
  /** The id of the object that it was done to. */
  target_id: nullable(Snowflake),
  changes: optional(list(AuditLogChange)),
  options: optional(dictionary(text())),
  reason: optional(text()),
});

const { token: _token, url: _url, ...shownOfWebhook } = Webhook.properties;
const { id, name, type, account } = GuildIntegration.properties;

/** A page of entries, with the objects that they refer to, if these still exist. */
export const AuditLog = object({
  audit_log_entries: list(AuditLogEntry),
  users: list(User),
  integrations: list(object({ id, name, type, account, application_id: Snowflake })),
  webhooks: list(object(shownOfWebhook)),
  guild_scheduled_events: list(ScheduledEvent),
  threads: list(Channel),
  application_commands: list(Command),
  auto_moderation_rules: list(AutoModerationRule),
});

export const listAuditLog = endpoint({
  id: "guilds.auditLog",
  source,
  summary:
    "Get a guild's audit log, newest first, or oldest first with `after`; requires VIEW_AUDIT_LOG.",
  method: "GET",
  path: "/guilds/{guild_id}/audit-logs",
  auth: [bot, signedIn],
  query: object({
    user_id: optional(Snowflake),
    target_id: optional(Snowflake),
    action_type: optional(choice(Object.values(AuditLogAction))),
    before: optional(Snowflake),
    after: optional(Snowflake),
    limit: optional(integer({ min: 1, max: limits.auditLogPage.value })),
  }),
  replies: { 200: AuditLog },
  errors: [UnknownGuild, MissingAccess, MissingPermissions],
});

export const GuildAuditLogEntryCreate = event({
  name: "GUILD_AUDIT_LOG_ENTRY_CREATE",
  source,
  summary: "An entry was added to a guild's audit log.",
  scope: "guild",
  intent: { guild: "GUILD_MODERATION" },
  needs: ["VIEW_AUDIT_LOG"],
  changesViews: false,
  payload: object({ ...AuditLogEntry.properties, guild_id: Snowflake }),
});
