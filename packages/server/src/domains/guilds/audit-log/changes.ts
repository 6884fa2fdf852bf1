// Which fields of a changed record an audit log entry reports, by action.
// Source: protocol: moderation 1.
import type { AuditLogActionName, AuditLogChange } from "@antechamber/contract/audit-log";
import type { Static } from "@antechamber/contract/schema";
import { isSameJson } from "../../../platform/records/same-json.ts";

export type Change = Static<typeof AuditLogChange>;

const ofChannels = [
  "name",
  "type",
  "position",
  "topic",
  "nsfw",
  "bitrate",
  "user_limit",
  "rate_limit_per_user",
  "rtc_region",
  "video_quality_mode",
  "permission_overwrites",
  "parent_id",
  "default_auto_archive_duration",
  "default_reaction_emoji",
  "default_thread_rate_limit_per_user",
  "default_sort_order",
  "default_forum_layout",
  "default_tag_setting",
  "available_tags",
  "flags",
];

/** The logged fields of each kind of record, in the order of the reply. */
const fieldsByKind: Readonly<Record<string, readonly string[]>> = {
  GUILD: [
    "name",
    "description",
    "icon",
    "splash",
    "discovery_splash",
    "banner",
    "home_header",
    "owner_id",
    "region",
    "preferred_locale",
    "afk_channel_id",
    "afk_timeout",
    "rules_channel_id",
    "public_updates_channel_id",
    "safety_alerts_channel_id",
    "mfa_level",
    "verification_level",
    "explicit_content_filter",
    "default_message_notifications",
    "vanity_url_code",
    "premium_progress_bar_enabled",
    "system_channel_id",
    "system_channel_flags",
    "widget_enabled",
    "widget_channel_id",
    "features",
  ],
  CHANNEL: ofChannels,
  CHANNEL_OVERWRITE: ["id", "type", "allow", "deny"],
  MEMBER: ["nick", "deaf", "mute", "communication_disabled_until", "flags", "avatar", "banner"],
  ROLE: ["name", "color", "colors", "hoist", "mentionable", "permissions", "icon", "unicode_emoji"],
  INVITE: ["code", "channel_id", "inviter_id", "uses", "max_uses", "max_age", "temporary", "flags"],
  WEBHOOK: ["type", "name", "channel_id", "avatar", "application_id"],
  EMOJI: ["name"],
  INTEGRATION: ["name", "type"],
  STAGE_INSTANCE: ["topic", "privacy_level"],
  STICKER: [
    "id",
    "name",
    "tags",
    "description",
    "type",
    "format_type",
    "asset",
    "available",
    "guild_id",
  ],
  GUILD_SCHEDULED_EVENT: [
    "name",
    "description",
    "entity_type",
    "channel_id",
    "location",
    "privacy_level",
    "status",
    "scheduled_start_time",
    "scheduled_end_time",
    "image",
    "recurrence_rule",
  ],
  GUILD_SCHEDULED_EVENT_EXCEPTION: ["scheduled_start_time", "scheduled_end_time", "is_canceled"],
  THREAD: [
    "name",
    "type",
    "archived",
    "locked",
    "auto_archive_duration",
    "rate_limit_per_user",
    "invitable",
    "flags",
    "applied_tags",
  ],
  SOUNDBOARD_SOUND: ["name", "sound_id", "volume", "emoji_id", "emoji_name", "user_id"],
  AUTO_MODERATION_RULE: [
    "name",
    "enabled",
    "trigger_type",
    "event_type",
    "trigger_metadata",
    "actions",
    "exempt_roles",
    "exempt_channels",
  ],
  ONBOARDING: ["default_channel_ids", "enabled", "mode", "prompts"],
  ONBOARDING_PROMPT: [
    "id",
    "title",
    "options",
    "single_select",
    "required",
    "in_onboarding",
    "type",
  ],
  HOME_SETTINGS: ["enabled", "welcome_message", "new_member_actions", "resource_channels"],
};

/** Fields that hold the hash of an image. */
const hashes: ReadonlySet<string> = new Set([
  "icon",
  "splash",
  "discovery_splash",
  "banner",
  "home_header",
  "avatar",
  "image",
]);

function keyOf(field: string): string {
  return hashes.has(field) ? `${field}_hash` : field;
}

function fieldsOf(action: AuditLogActionName): readonly string[] {
  return fieldsByKind[action.replace(/_(CREATE|UPDATE|DELETE)$/, "")] ?? [];
}

/**
 * A record before and after an action; `before` is absent for a new record, `after` for a deleted
 * one.
 */
export interface BeforeAndAfter {
  readonly before?: object | undefined;
  readonly after?: object | undefined;
}

/** The fields of a record that the action changed. A null value counts as absent. */
export function changesOf(action: AuditLogActionName, { before, after }: BeforeAndAfter): Change[] {
  return fieldsOf(action).flatMap((field) => {
    const old_value = valueOf(before, field);
    const new_value = valueOf(after, field);
    if (isSameJson(old_value, new_value)) return [];
    return [
      {
        key: keyOf(field),
        ...(old_value === undefined ? {} : { old_value }),
        ...(new_value === undefined ? {} : { new_value }),
      },
    ];
  });
}

function valueOf(record: object | undefined, field: string): unknown {
  return (record === undefined ? undefined : Reflect.get(record, field)) ?? undefined;
}
