// Generated from packages/contract by `npm run generate`; never edit.

export type ActiveFault = { "id": Snowflake; "match": { "application"?: string | number; "user"?: string | number; "method"?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; "route"?: string; "probability"?: number; "count": number }; "http"?: { "status"?: number; "body"?: unknown; "delay_ms"?: number; "rate_limit"?: { "retry_after": number; "scope"?: "user" | "global" | "shared" }; "drop"?: boolean }; "gateway"?: { "close_code"?: number; "reconnect"?: boolean; "invalid_session"?: boolean; "drop"?: boolean; "silent"?: boolean; "delay_ms"?: number; "duplicate"?: boolean } };

export type AnyOption = SubcommandOption | SubcommandGroupOption | StringOption | IntegerOption | BooleanOption | UserOption | ChannelOption | RoleOption | MentionableOption | NumberOption | AttachmentOption;

export type Attachment = { "id": Snowflake; "filename": string; "title"?: string | null; "description"?: string; "content_type"?: string; "size": number; "url": string; "proxy_url": string; "width"?: number; "height"?: number; "duration_secs"?: number; "waveform"?: string; "ephemeral"?: boolean; "flags"?: number };

export type AttachmentOption = { "type": 11; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "file_types"?: readonly (string)[] };

export type AutoModerationTriggerMetadata = { "keyword_filter"?: readonly (string)[]; "regex_patterns"?: readonly (string)[]; "allow_list"?: readonly (string)[]; "presets"?: readonly (1 | 2 | 3)[]; "mention_total_limit"?: number; "mention_raid_protection_enabled"?: boolean };

export type AutocompleteChoice = { "name": string; "name_localizations"?: Readonly<Record<string, string | null>> | null; "value": unknown };

export type BooleanOption = { "type": 5; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean };

export type Boosts = { "boosts": number; "premium_since": Timestamp | null; "premium_subscription_count": number; "premium_tier": number };

export type Channel = { "id": Snowflake; "type": number; "guild_id"?: Snowflake; "name"?: string | null; "position"?: number; "permission_overwrites"?: readonly (PermissionOverwrite)[]; "parent_id"?: Snowflake | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "available_tags"?: readonly (ForumTag)[]; "default_reaction_emoji"?: { "emoji_id": Snowflake | null; "emoji_name": string | null } | null; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "last_message_id"?: Snowflake | null; "last_pin_timestamp"?: Timestamp | null; "flags": number; "recipients"?: readonly (User)[]; "icon"?: string | null; "owner_id"?: Snowflake; "application_id"?: Snowflake | null; "managed"?: boolean; "linked_lobby"?: LinkedLobby; "thread_metadata"?: ThreadMetadata; "message_count"?: number; "total_message_sent"?: number; "member_count"?: number; "member"?: ThreadMembership; "applied_tags"?: readonly (Snowflake)[] };

export type ChannelOption = { "type": 7; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "channel_types"?: readonly (0 | 1 | 2 | 3 | 4 | 5 | 10 | 11 | 12 | 13 | 14 | 15 | 16)[] };

export type Click = { "message": Snowflake; "custom_id": string; "until"?: "acknowledged"; "wait"?: number };

export type ClockInstant = string;

export type ClockView = { "now": Timestamp; "frozen": boolean };

export type CodeItem = { "digest_tail": string; "kind": "authorization" | "device"; "user": Snowflake | null; "application": Snowflake; "scopes": readonly (string)[]; "state": "waiting" | "granted" | "denied" | "exchanged" | "revoked" | "expired"; "redirect_uri": string | null; "expires_at": Timestamp };

export type CommandReference = string | number | { "name": string | number; "type"?: 1 | 2 | 3 | 4; "guild"?: string | number | null };

export type DecisionCell = { "user"?: string | number; "roles"?: readonly (string | number)[]; "application": string | number; "command": CommandReference; "channel": string | number };

export type DecisionOutcome = { "allowed": boolean; "outcome": string; "step": number; "decision"?: readonly (DecisionStep)[] };

export type DecisionOverlay = { "roles"?: Readonly<Record<string, { "permissions"?: string | number | readonly (unknown)[] }>>; "channels"?: Readonly<Record<string, { "permission_overwrites"?: readonly (WorldOverwrite)[]; "nsfw"?: boolean }>>; "commands"?: Readonly<Record<string, { "default_member_permissions"?: string | null; "nsfw"?: boolean; "contexts"?: readonly (0 | 1 | 2)[] | null; "permissions"?: readonly ({ "id": string | number; "type": 1 | 2 | 3; "permission": boolean })[] }>> };

export type DecisionStep = { "step": number; "rule": string; "subject": string; "outcome": "met" | "not met" | "skipped"; "decided": "allows" | "denies" | null; "denial"?: "WRONG_COMMAND_TYPE" | "NSFW_NOT_ALLOWED" | "NOT_INSTALLED" | "CONTEXT_NOT_ALLOWED" | "MISSING_BASE_PERMISSIONS" | "CHANNEL_DENIED" | "USER_DENIED"; "overwrite"?: { "of": "command" | "application"; "id": Snowflake; "type": 1 | 2 | 3; "permission": boolean }; "source": string };

export type DecisionView = { "allowed": boolean; "outcome": string; "decision": readonly (DecisionStep)[] };

export type DeliveryItem = { "id": Snowflake; "kind": "event" | "interaction"; "type": string; "application": Snowflake; "url": string | null; "state": "waiting" | "sending" | "delivered" | "failed"; "attempts": readonly ({ "at": Timestamp; "ms": number; "status": number | null; "error": string | null })[]; "next_attempt_at": Timestamp | null; "redelivers": Snowflake | null };

export type DescriptionLocalizations = Readonly<Record<string, string | null>>;

export type DoctorFinding = { "check": string; "ok": boolean; "says": string; "fix"?: string };

export type DoctorReport = { "findings": readonly (DoctorFinding)[] };

export type DueJob = { "id": string; "kind": string; "at": Timestamp; "subject": string | null };

export type EncodedFile = { "filename": string; "data": string; "content_type"?: string; "description"?: string };

export type EntitlementChange = { "starts_at"?: Instant | null; "ends_at"?: Instant | null; "consumed"?: boolean; "deleted"?: boolean };

export type EntitlementForm = { "application": string | number; "id"?: Snowflake; "sku"?: string | number; "user"?: string | number; "guild"?: string | number; "sku_id"?: string | number; "user_id"?: string | number; "guild_id"?: string | number; "application_id"?: Snowflake; "type"?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 10; "test"?: boolean; "starts_at"?: Instant | null; "ends_at"?: Instant | null; "consumed"?: boolean; "deleted"?: boolean };

export type Error = { "message": string; "code": number; "errors"?: unknown };

export type FailureCause = { "kind": "timeout" | "connection" | "status" | "content" | "answer"; "message": string; "status"?: number; "error"?: { "code": number; "message": string; "errors"?: unknown }; "rule": string };

export type FaultForm = { "match": { "application"?: string | number; "user"?: string | number; "method"?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; "route"?: string; "probability"?: number; "count"?: number }; "http"?: { "status"?: number; "body"?: unknown; "delay_ms"?: number; "rate_limit"?: { "retry_after": number; "scope"?: "user" | "global" | "shared" }; "drop"?: boolean }; "gateway"?: { "close_code"?: number; "reconnect"?: boolean; "invalid_session"?: boolean; "drop"?: boolean; "silent"?: boolean; "delay_ms"?: number; "duplicate"?: boolean } };

export type FormResponse = { "field_type": "TERMS" | "TEXT_INPUT" | "PARAGRAPH" | "MULTIPLE_CHOICE"; "label"?: string; "description"?: string; "required"?: boolean; "values"?: readonly (string)[]; "choices"?: readonly (string)[]; "placeholder"?: string; "response"?: unknown };

export type ForumTag = { "id": Snowflake; "name": string; "moderated": boolean; "emoji_id": Snowflake | null; "emoji_name": string | null };

export type GuildSnapshot = { "name": string; "description": string | null; "region": string | null; "verification_level": number; "default_message_notifications": number; "explicit_content_filter": number; "preferred_locale": string; "afk_channel_id": number | null; "afk_timeout": number; "system_channel_id": number | null; "system_channel_flags": number; "roles": readonly ({ "id": number; "name": string; "permissions": string; "color": number; "colors": { "primary_color": number; "secondary_color": number | null; "tertiary_color": number | null } | null; "hoist": boolean; "mentionable": boolean; "icon": string | null; "unicode_emoji": string | null })[]; "channels": readonly ({ "id": number; "type": number; "name": string | null; "position": number; "topic": string | null; "bitrate": number; "user_limit": number; "nsfw": boolean; "rate_limit_per_user": number; "parent_id": number | null; "default_auto_archive_duration": number | null; "permission_overwrites": readonly ({ "id": number; "type": 0 | 1; "allow": string; "deny": string })[]; "available_tags": readonly ({ "id": number; "name": string; "emoji_id": Snowflake | null; "emoji_name": string | null; "moderated": boolean })[] | null; "template": string; "default_reaction_emoji": unknown | null; "default_thread_rate_limit_per_user": number | null; "default_sort_order": number | null; "default_forum_layout": number | null; "default_tag_setting": string | null; "theme_color": number | null })[] };

export type InstallParamsDraft = { "scopes"?: readonly ("applications.commands" | "bot")[]; "permissions"?: string };

export type Instant = string;

export type IntegerOption = { "type": 4; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "autocomplete"?: boolean; "choices"?: readonly ({ "name": string; "name_localizations"?: DescriptionLocalizations; "value": number })[]; "min_value"?: number; "max_value"?: number };

export type IntegrationTypesDraft = Readonly<Record<string, { "oauth2_install_params"?: InstallParamsDraft | null } | null>>;

export type InviteApplication = { "id": Snowflake; "name": string; "icon": string | null; "description": string; "type": number | null; "flags": number; "flags_new": string; "verify_key": string };

export type InviteRole = { "id": Snowflake; "name": string; "position": number; "color": number; "colors": { "primary_color": number; "secondary_color": number | null; "tertiary_color": number | null }; "icon": string | null; "unicode_emoji": string | null };

export type Invocation = { "application": string | number; "channel": string | number; "guild"?: string | number; "command": CommandReference; "target"?: string | number; "options"?: Readonly<Record<string, unknown>>; "attachments"?: readonly (EncodedFile)[]; "until"?: "acknowledged"; "wait"?: number };

export type InvocationOutcome = { "interaction": Snowflake | null; "outcome": "replied" | "deferred" | "modal" | "autocomplete" | "launched" | "denied" | "timed_out" | "failed" | "pending"; "deferred"?: boolean; "messages": readonly (Message)[]; "modal"?: ShownModal; "choices"?: readonly (AutocompleteChoice)[]; "activity_instance_id"?: string; "reason"?: FailureCause; "needs"?: { "permission": readonly (string)[] }; "decision": readonly (DecisionStep)[] };

export type JoinRequest = { "id": Snowflake; "created_at": Timestamp; "reviewed_at": Timestamp | null; "application_status": "STARTED" | "SUBMITTED" | "APPROVED" | "REJECTED" | null; "rejection_reason": string | null; "guild_id": Snowflake; "user_id": Snowflake; "user"?: User | null; "form_responses"?: readonly (FormResponse)[] | null; "actioned_by_user"?: User | null };

export type JournalEntry = { "id": string; "at": Timestamp; "real_at": Timestamp; "trace": string; "cause": string | null; "kind": "request" | "dispatch" | "frame" | "delivery" | "job" | "decision" | "fault" | "refusal" | "clock"; "actor": Snowflake | null; "application": Snowflake | null; "name": string; "status"?: number; "ms"?: number; "bytes"?: number; "sessions"?: number; "refusal"?: JournalRefusal; "cut"?: boolean; "summary": string };

export type JournalPage = { "items": readonly (JournalEntry)[]; "next": string | null; "previous": string | null; "partial"?: boolean };

export type JournalRefusal = { "step": string; "error": { "name": string; "code": number; "source": string }; "at"?: string; "needs"?: RefusalNeeds; "rule"?: { "id": Snowflake; "name": string; "keyword"?: string } };

export type LimitsInForce = { "profile": "production" | "unapproved" | "off"; "buckets": readonly ({ "bucket": string; "owner": string; "resource": string; "used": number; "limit": number; "remaining": number; "ends_at": Timestamp })[] };

export type LinkedLobby = { "application_id": Snowflake; "lobby_id": Snowflake; "linked_by": Snowflake; "linked_at": Timestamp; "require_application_authorization": boolean };

export type LoadCallReport = { "done": number; "limited": number; "failed": number; "skipped": number; "failures": Readonly<Record<string, number>>; "ms": LoadTimes };

export type LoadEventReport = { "received": number; "expected": number; "lost": number; "ms": LoadTimes };

export type LoadGoal = { "goal": "lost" | "failed" | "p95" | "p99"; "most": number; "was": number; "met": boolean };

export type LoadReport = { "seed": string; "players": number; "rounds": number; "ms": number; "interrupted": boolean; "calls": Readonly<Record<string, LoadCallReport>>; "all": LoadTimes; "failed": number; "events": LoadEventReport; "goals": readonly (LoadGoal)[] };

export type LoadTimes = { "p50": number | null; "p95": number | null; "p99": number | null; "max": number | null };

export type LobbyDetail = { "id": Snowflake; "application": Snowflake; "flags": number; "metadata": Readonly<Record<string, string>> | null; "members": number; "connected": number; "linked_channel": Snowflake | null; "idle_timeout_seconds": number; "created_at": Timestamp; "closes_at": Timestamp | null; "member_list": readonly ({ "id": Snowflake; "metadata": Readonly<Record<string, string>> | null; "flags": number; "additional_name"?: string; "connected": boolean })[]; "secret_expires_at": Timestamp | null; "linked_by": Snowflake | null; "linked_at": Timestamp | null; "override_event_webhooks_url": string | null };

export type LobbyDraft = { "metadata"?: Readonly<Record<string, string>> | null; "members"?: readonly ({ "id": Snowflake; "metadata"?: Readonly<Record<string, string>> | null; "flags"?: 0 | 1 | null; "additional_name"?: string | null })[] | null; "idle_timeout_seconds"?: number | null; "flags"?: 0 | 1 | null; "override_event_webhooks_url"?: string | null };

export type LobbyItem = { "id": Snowflake; "application": Snowflake; "flags": number; "metadata": Readonly<Record<string, string>> | null; "members": number; "connected": number; "linked_channel": Snowflake | null; "idle_timeout_seconds": number; "created_at": Timestamp; "closes_at": Timestamp | null };

export type LobbyMember = { "id": Snowflake; "metadata": Readonly<Record<string, string>> | null; "flags": number; "additional_name"?: string };

export type LobbyMemberDraft = { "metadata"?: Readonly<Record<string, string>> | null; "flags"?: 0 | 1 | null; "additional_name"?: string | null };

export type LobbyMessage = { "id": Snowflake; "type": number; "content": string; "lobby_id": Snowflake; "channel_id": Snowflake; "author": User; "lobby_member"?: { "additional_name": string }; "metadata"?: Readonly<Record<string, string>>; "moderation_metadata"?: Readonly<Record<string, string>>; "flags": number; "application_id"?: Snowflake };

export type LocaleCode = "ar" | "bg" | "cs" | "da" | "de" | "el" | "en-GB" | "en-US" | "es-419" | "es-ES" | "fi" | "fr" | "he" | "hi" | "hr" | "hu" | "id" | "it" | "ja" | "ko" | "lt" | "nl" | "no" | "pl" | "pt-BR" | "ro" | "ru" | "sv-SE" | "th" | "tr" | "uk" | "vi" | "zh-CN" | "zh-TW";

export type Member = { "user": User; "nick": string | null; "avatar": string | null; "banner": string | null; "roles": readonly (Snowflake)[]; "joined_at": Timestamp; "premium_since": Timestamp | null; "deaf": boolean; "mute": boolean; "flags": number; "pending": boolean; "communication_disabled_until": Timestamp | null; "avatar_decoration_data"?: unknown | null; "collectibles"?: unknown | null };

export type MentionableOption = { "type": 9; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean };

export type MentionedChannel = { "id": Snowflake; "guild_id": Snowflake; "type": number; "name": string };

export type Message = { "id": Snowflake; "channel_id": Snowflake; "type": number; "content": string; "author": User; "timestamp": Timestamp; "edited_timestamp": Timestamp | null; "tts": boolean; "mention_everyone": boolean; "mentions": readonly (User)[]; "mention_roles": readonly (Snowflake)[]; "attachments": readonly (Attachment)[]; "embeds": readonly (unknown)[]; "components": readonly (unknown)[]; "resolved"?: MessageResolved; "pinned": boolean; "flags": number; "nonce"?: unknown; "position"?: number; "webhook_id"?: Snowflake; "application_id"?: Snowflake; "interaction"?: unknown; "interaction_metadata"?: unknown; "message_reference"?: unknown; "referenced_message"?: unknown | null; "message_snapshots"?: readonly (MessageSnapshot)[]; "mention_channels"?: readonly (MentionedChannel)[]; "poll"?: Poll; "sticker_items"?: readonly (StickerItem)[]; "shared_client_theme"?: SharedClientTheme; "thread"?: Channel; "reactions"?: readonly (Reaction)[] };

export type MessageResolved = { "users"?: Readonly<Record<string, User>>; "members"?: Readonly<Record<string, { "nick": string | null; "avatar": string | null; "banner": string | null; "roles": readonly (Snowflake)[]; "joined_at": Timestamp; "premium_since": Timestamp | null; "flags": number; "pending": boolean; "communication_disabled_until": Timestamp | null; "avatar_decoration_data"?: unknown | null; "collectibles"?: unknown | null }>>; "roles"?: Readonly<Record<string, Role>>; "channels"?: Readonly<Record<string, Channel>> };

export type MessageSnapshot = { "message": { "type": number; "content": string; "mentions": readonly (User)[]; "mention_roles": readonly (Snowflake)[]; "attachments": readonly (Attachment)[]; "embeds": readonly (unknown)[]; "timestamp": Timestamp; "edited_timestamp": Timestamp | null; "flags": number; "components": readonly (unknown)[]; "sticker_items"?: readonly (StickerItem)[] } };

export type MetadataItem = { "type": 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8; "key": string; "name": string; "name_localizations"?: Readonly<Record<string, string>> | null; "description": string; "description_localizations"?: Readonly<Record<string, string>> | null };

export type NameLocalizations = Readonly<Record<string, string | null>>;

export type NumberOption = { "type": 10; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "autocomplete"?: boolean; "choices"?: readonly ({ "name": string; "name_localizations"?: DescriptionLocalizations; "value": number })[]; "min_value"?: number; "max_value"?: number };

export type PastPerson = string | number | User;

export type PastPersonId = Snowflake | User;

export type PermissionOverwrite = { "id": Snowflake; "type": 0 | 1; "allow": string; "deny": string; "allow_new": string; "deny_new": string };

export type Person = string | number | User;

export type Poll = { "question": { "text"?: string }; "answers": readonly ({ "answer_id": number; "poll_media": { "text"?: string; "emoji"?: ReactionEmoji } })[]; "expiry": Timestamp; "allow_multiselect": boolean; "layout_type": number; "results": { "answer_counts": readonly ({ "id": number; "count": number; "me_voted": boolean })[]; "is_finalized": boolean } };

export type QueueItem = { "application": Snowflake; "resource": string; "url": string | null; "waiting": number; "attempts": number; "next_attempt_at": Timestamp | null };

export type RateLimit = { "message": string; "retry_after": number; "global": boolean; "code"?: number };

export type Reaction = { "emoji": ReactionEmoji; "count": number; "count_details": { "burst": number; "normal": number }; "burst_colors": readonly (string)[]; "me_burst": boolean; "me": boolean };

export type ReactionEmoji = { "id": Snowflake | null; "name": string | null; "animated"?: boolean };

export type ReceivedEvent = { "signed": boolean; "status": number; "type": string; "event"?: { "type": string; "timestamp": string; "data": unknown } };

export type RecurrenceRule = { "start": Timestamp; "end": Timestamp | null; "frequency": 0 | 1 | 2 | 3; "interval": number; "by_weekday": readonly (0 | 1 | 2 | 3 | 4 | 5 | 6)[] | null; "by_n_weekday": readonly ({ "n": number; "day": 0 | 1 | 2 | 3 | 4 | 5 | 6 })[] | null; "by_month": readonly (1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12)[] | null; "by_month_day": readonly (number)[] | null; "by_year_day": readonly (number)[] | null; "count": number | null };

export type RefusalNeeds = { "credential"?: readonly (string)[]; "scope"?: readonly (string)[]; "permission"?: readonly (string)[]; "range"?: { "min"?: number; "max"?: number }; "choice"?: readonly (unknown)[]; "seconds"?: number };

export type Role = { "id": Snowflake; "name": string; "permissions": string; "permissions_new": string; "position": number; "color": number; "colors": { "primary_color": number; "secondary_color": number | null; "tertiary_color": number | null }; "hoist": boolean; "managed": boolean; "mentionable": boolean; "icon": string | null; "unicode_emoji": string | null; "flags": number; "tags"?: unknown };

export type RoleOption = { "type": 8; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean };

export type ScheduledEventException = { "event_id": Snowflake; "event_exception_id": Snowflake; "scheduled_start_time": Timestamp | null; "scheduled_end_time": Timestamp | null; "is_canceled": boolean };

export type Selection = { "message": Snowflake; "custom_id": string; "until"?: "acknowledged"; "wait"?: number; "values": readonly (string | number)[] };

export type SessionItem = { "id": string; "kind": "bot" | "user" | "oauth2"; "user": Snowflake; "application": Snowflake | null; "intents": number | null; "shard": readonly (number)[] | null; "connected": boolean; "connected_since": Timestamp | null; "resumable": boolean; "compress": string | null; "encoding": "json" | "etf" | null; "sequence": number };

export type SharedClientTheme = { "colors": readonly (string)[]; "gradient_angle": number; "base_mix": number; "base_theme": 0 | 1 | 2 | 3 | 4 };

export type ShownModal = { "custom_id": string; "title": string; "components": readonly (unknown)[] };

export type SkuChange = { "name"?: string; "flags"?: string | number | readonly (unknown)[]; "slug"?: string };

export type SkuForm = { "application": string | number; "id"?: Snowflake; "name"?: string; "type"?: 2 | 3 | 5 | 6; "flags"?: string | number | readonly (unknown)[]; "slug"?: string; "application_id"?: Snowflake; "dependent_sku_id"?: Snowflake | null; "manifest_labels"?: readonly (string)[] | null; "access_type"?: number; "features"?: readonly (number)[]; "release_date"?: Instant | null; "premium"?: boolean; "show_age_gate"?: boolean };

export type Snapshot = { "name": string; "at": Timestamp; "created_at": Timestamp; "bytes": number; "counts": { "users": number; "guilds": number; "channels": number; "messages": number; "lobbies": number } };

export type SnapshotDiff = { "added": readonly ({ "kind": "users" | "applications" | "commands" | "command_permissions" | "external_identities" | "skus" | "entitlements" | "subscriptions" | "teams" | "guilds" | "roles" | "channels" | "members" | "installs" | "invites" | "scheduled_events" | "emojis" | "stickers" | "soundboard_sounds" | "stage_instances" | "webhooks" | "auto_moderation_rules" | "join_requests" | "bans" | "role_connections" | "voice_states" | "tokens" | "authorizations" | "application_identities" | "lobbies" | "private_channels" | "messages" | "game_messages" | "limits"; "id": string; "path": string; "after": unknown })[]; "removed": readonly ({ "kind": "users" | "applications" | "commands" | "command_permissions" | "external_identities" | "skus" | "entitlements" | "subscriptions" | "teams" | "guilds" | "roles" | "channels" | "members" | "installs" | "invites" | "scheduled_events" | "emojis" | "stickers" | "soundboard_sounds" | "stage_instances" | "webhooks" | "auto_moderation_rules" | "join_requests" | "bans" | "role_connections" | "voice_states" | "tokens" | "authorizations" | "application_identities" | "lobbies" | "private_channels" | "messages" | "game_messages" | "limits"; "id": string; "path": string; "before": unknown })[]; "changed": readonly ({ "kind": "users" | "applications" | "commands" | "command_permissions" | "external_identities" | "skus" | "entitlements" | "subscriptions" | "teams" | "guilds" | "roles" | "channels" | "members" | "installs" | "invites" | "scheduled_events" | "emojis" | "stickers" | "soundboard_sounds" | "stage_instances" | "webhooks" | "auto_moderation_rules" | "join_requests" | "bans" | "role_connections" | "voice_states" | "tokens" | "authorizations" | "application_identities" | "lobbies" | "private_channels" | "messages" | "game_messages" | "limits"; "id": string; "path": string; "before"?: unknown; "after"?: unknown })[]; "cut"?: boolean };

export type Snowflake = string;

export type StickerItem = { "id": Snowflake; "name": string; "format_type": 1 | 2 | 3 | 4 };

export type StringOption = { "type": 3; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "autocomplete"?: boolean; "choices"?: readonly ({ "name": string; "name_localizations"?: DescriptionLocalizations; "value": string })[]; "min_length"?: number; "max_length"?: number };

export type SubcommandGroupOption = { "type": 2; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "options"?: readonly (SubcommandOption)[] };

export type SubcommandOption = { "type": 1; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "options"?: readonly (ValueOption)[] };

export type Submission = { "interaction": Snowflake; "custom_id"?: string; "fields": Readonly<Record<string, unknown>>; "attachments"?: readonly (EncodedFile)[]; "until"?: "acknowledged"; "wait"?: number };

export type SubscriptionChange = { "status"?: 0 | 1 | 2; "renewal_skus"?: readonly (string | number)[] | null; "current_period_end"?: ClockInstant };

export type SubscriptionForm = { "application": string | number; "id"?: Snowflake; "user"?: string | number; "guild"?: string | number; "skus"?: readonly (string | number)[]; "renewal_skus"?: readonly (string | number)[] | null; "user_id"?: string | number; "sku_ids"?: readonly (string | number)[]; "renewal_sku_ids"?: readonly (string | number)[] | null; "status"?: 0 | 1 | 2; "current_period_start"?: ClockInstant; "current_period_end"?: ClockInstant; "canceled_at"?: Instant | null; "entitlements"?: readonly (Snowflake)[]; "entitlement_ids"?: readonly (Snowflake)[] };

export type Team = { "id": Snowflake; "icon": string | null; "name": string; "owner_user_id": Snowflake; "members": readonly ({ "user": User; "team_id": Snowflake; "membership_state": number; "role": string; "permissions": readonly (string)[] })[] };

export type TeamChange = { "name"?: string; "icon"?: string | null; "owner"?: string | number; "members"?: readonly ({ "user": Person; "role"?: "admin" | "developer" | "read_only"; "membership_state"?: 1 | 2; "team_id"?: Snowflake; "permissions"?: readonly ("*")[] })[] };

export type TeamReference = string | number | Team;

export type ThreadMembership = { "id": Snowflake; "user_id": Snowflake; "join_timestamp": Timestamp; "flags": number };

export type ThreadMetadata = { "archived": boolean; "archive_timestamp": Timestamp; "auto_archive_duration": number; "locked": boolean; "invitable"?: boolean; "create_timestamp": Timestamp };

export type Timestamp = string;

export type TokenItem = { "digest_tail": string; "kind": "access" | "refresh" | "session"; "user": Snowflake | null; "application": Snowflake | null; "scopes": readonly (string)[]; "issued_at": Timestamp | null; "expires_at": Timestamp };

export type TraceChildren = { "parent"?: JournalEntry | null; "items": readonly (WholeEntry)[]; "next": string | null };

export type Typing = { "application": string | number; "channel": string | number; "guild"?: string | number; "command": CommandReference; "target"?: string | number; "options"?: Readonly<Record<string, unknown>>; "attachments"?: readonly (EncodedFile)[]; "until"?: "acknowledged"; "wait"?: number; "focused": string | number };

export type User = { "id": Snowflake; "username": string; "discriminator": string; "global_name": string | null; "avatar": string | null; "bot"?: boolean; "system"?: boolean; "banner": string | null; "accent_color": number | null; "public_flags": number; "flags": number; "avatar_decoration_data": unknown | null; "collectibles": unknown | null; "primary_guild": unknown | null };

export type UserOption = { "type": 6; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean };

export type ValueOption = StringOption | IntegerOption | BooleanOption | UserOption | ChannelOption | RoleOption | MentionableOption | NumberOption | AttachmentOption;

export type ViewedMessage = { "id": Snowflake; "channel_id": Snowflake; "type": number; "content": string; "author": User; "timestamp": Timestamp; "edited_timestamp": Timestamp | null; "resolved"?: MessageResolved; "flags": number; "nonce"?: unknown; "position"?: number; "webhook_id"?: Snowflake; "application_id"?: Snowflake; "interaction"?: unknown; "interaction_metadata"?: unknown; "message_reference"?: unknown; "referenced_message"?: unknown | null; "message_snapshots"?: readonly (MessageSnapshot)[]; "mention_channels"?: readonly (MentionedChannel)[]; "poll"?: Poll; "sticker_items"?: readonly (StickerItem)[]; "shared_client_theme"?: SharedClientTheme; "thread"?: Channel; "reactions"?: readonly (Reaction)[]; "tts"?: boolean; "mention_everyone"?: boolean; "mentions"?: readonly (User)[]; "mention_roles"?: readonly (Snowflake)[]; "attachments"?: readonly (Attachment)[]; "embeds"?: readonly (unknown)[]; "components"?: readonly (unknown)[]; "pinned"?: boolean; "lobby_id"?: Snowflake; "lobby_member"?: { "additional_name": string }; "moderation_metadata"?: Readonly<Record<string, string>> };

export type WholeEntry = { "id": string; "at": Timestamp; "real_at": Timestamp; "trace": string; "cause": string | null; "kind": "request" | "dispatch" | "frame" | "delivery" | "job" | "decision" | "fault" | "refusal" | "clock"; "actor": Snowflake | null; "application": Snowflake | null; "name": string; "status"?: number; "ms"?: number; "bytes"?: number; "sessions"?: number; "refusal"?: JournalRefusal; "cut"?: boolean; "summary": string; "request"?: { "method": string; "url": string; "headers": Readonly<Record<string, string>>; "body"?: unknown }; "response"?: { "status"?: number; "headers": Readonly<Record<string, string>>; "body"?: unknown }; "payload"?: unknown; "decision"?: unknown; "faults"?: readonly ({ "at": string; "code": string; "message": string })[]; "signature_holds"?: boolean };

export type World = { "$schema"?: string; "clock"?: WorldClock; "limits"?: "production" | "unapproved" | "off"; "gateway"?: WorldGateway; "users"?: readonly (WorldUser)[]; "teams"?: readonly (WorldTeam)[]; "applications"?: readonly (WorldApplication)[]; "guilds"?: readonly (WorldGuild)[]; "user_installs"?: readonly (WorldUserInstall)[]; "access_tokens"?: readonly (WorldAccessToken)[]; "application_identities"?: readonly (WorldApplicationIdentity)[]; "lobbies"?: readonly (WorldLobby)[]; "authorizations"?: readonly (WorldAuthorization)[]; "private_channels"?: readonly (WorldPrivateChannel)[]; "messages"?: readonly (WorldMessage)[]; "game_messages"?: readonly (WorldGameMessage)[]; "files"?: readonly (WorldStoredFile)[]; "images"?: readonly (WorldImage)[] };

export type WorldAccessToken = { "token"?: string; "user"?: string | number; "application": string | number; "scopes"?: readonly (string)[]; "issued_at"?: ClockInstant; "expires_at"?: ClockInstant; "refresh_token"?: string; "parent"?: string };

export type WorldApplication = { "id"?: Snowflake; "name"?: string; "description"?: string; "icon"?: string | null; "cover_image"?: string | null; "custom_install_url"?: string | null; "terms_of_service_url"?: string | null; "privacy_policy_url"?: string | null; "install_params"?: InstallParamsDraft | null; "integration_types_config"?: IntegrationTypesDraft | null; "role_connections_verification_url"?: string | null; "owner"?: PastPerson; "team"?: TeamReference | null; "client_secret"?: string | null; "public_client"?: boolean; "flags"?: string | number | readonly (unknown)[]; "integration_types"?: readonly (0 | 1)[]; "redirect_uris"?: readonly (string)[]; "approved_scopes"?: readonly (string)[]; "interactions_endpoint_url"?: string | null; "event_webhooks"?: { "url"?: string | null; "status"?: 1 | 2 | 3; "types"?: readonly ("APPLICATION_AUTHORIZED" | "APPLICATION_DEAUTHORIZED" | "ENTITLEMENT_CREATE" | "ENTITLEMENT_UPDATE" | "ENTITLEMENT_DELETE" | "QUEST_USER_ENROLLMENT" | "LOBBY_MESSAGE_CREATE" | "LOBBY_MESSAGE_UPDATE" | "LOBBY_MESSAGE_DELETE" | "GAME_DIRECT_MESSAGE_CREATE" | "GAME_DIRECT_MESSAGE_UPDATE" | "GAME_DIRECT_MESSAGE_DELETE")[] } | null; "event_webhooks_url"?: string | null; "event_webhooks_status"?: 1 | 2 | 3; "event_webhooks_types"?: readonly ("APPLICATION_AUTHORIZED" | "APPLICATION_DEAUTHORIZED" | "ENTITLEMENT_CREATE" | "ENTITLEMENT_UPDATE" | "ENTITLEMENT_DELETE" | "QUEST_USER_ENROLLMENT" | "LOBBY_MESSAGE_CREATE" | "LOBBY_MESSAGE_UPDATE" | "LOBBY_MESSAGE_DELETE" | "GAME_DIRECT_MESSAGE_CREATE" | "GAME_DIRECT_MESSAGE_UPDATE" | "GAME_DIRECT_MESSAGE_DELETE")[]; "rpc_origins"?: readonly (string)[]; "explicit_content_filter"?: 0 | 1 | 2; "max_participants"?: number | null; "role_connections_metadata"?: readonly (MetadataItem)[]; "emojis"?: readonly (WorldApplicationEmoji)[]; "role_connections"?: readonly (WorldRoleConnection)[]; "verify_key"?: string; "flags_new"?: string; "summary"?: string; "type"?: number | null; "approximate_guild_count"?: number; "approximate_user_install_count"?: number; "approximate_user_authorization_count"?: number; "eligible_oauth2_scopes"?: readonly (string)[]; "requests_per_second"?: number; "bot_public"?: boolean; "bot_require_code_grant"?: boolean; "tags"?: readonly (string)[]; "bot"?: WorldBot | null; "oidc"?: WorldOidc | null; "unity_project_id"?: string | null; "parent"?: string | number | null; "external_identities"?: readonly (WorldExternalIdentity)[]; "accessible_users_max"?: number; "intents_reviewed_at"?: ClockInstant; "commands"?: readonly (WorldCommand)[]; "command_permissions"?: readonly (WorldCommandPermissions)[]; "skus"?: readonly (WorldSku)[]; "entitlements"?: readonly (WorldEntitlement)[]; "subscriptions"?: readonly (WorldSubscription)[] };

export type WorldApplicationEmoji = { "id"?: Snowflake; "name": string; "animated"?: boolean; "image"?: string; "roles"?: readonly (Snowflake)[]; "require_colons"?: boolean; "managed"?: boolean; "available"?: boolean; "user"?: PastPerson };

export type WorldApplicationIdentity = { "user": string | number; "application": string | number; "type": "OIDC" | "EPIC_ONLINE_SERVICES" | "STEAM" | "UNITY" | "DISCORD_BOT" | "APPLE" | "PLAYSTATION_NETWORK"; "id": string; "provider_id"?: string; "banned_user"?: string | number };

export type WorldAuthorization = { "user": string | number; "application": string | number; "scopes": readonly (string)[]; "authorized_at"?: ClockInstant };

export type WorldAutoModerationRule = { "id"?: Snowflake; "name": string; "creator"?: string | number; "creator_id"?: string | number; "trigger_type": 1 | 3 | 4 | 5 | 6; "trigger_metadata"?: AutoModerationTriggerMetadata; "actions"?: readonly ({ "type": 1 | 2 | 3 | 4; "metadata"?: { "channel_id"?: string | number; "duration_seconds"?: number; "custom_message"?: string } })[]; "enabled"?: boolean; "exempt_roles"?: readonly (string | number)[]; "exempt_channels"?: readonly (string | number)[]; "guild_id"?: string | number; "event_type"?: 1 | 2 };

export type WorldBan = { "user": Person; "reason"?: string | null };

export type WorldBot = { "token"?: string | null; "intents"?: string | number | readonly (unknown)[]; "username"?: string; "discriminator"?: string; "global_name"?: string | null; "avatar"?: string | null; "banner"?: string | null; "accent_color"?: number | null; "public_flags"?: number; "flags"?: number; "locale"?: LocaleCode; "verified"?: boolean; "mfa_enabled"?: boolean; "avatar_decoration_data"?: { "asset": string; "sku_id": Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "primary_guild"?: { "identity_guild_id": Snowflake | null; "identity_enabled": boolean | null; "tag": string | null; "badge": string | null } | null; "id"?: Snowflake; "bot"?: boolean; "email"?: string | null; "premium_type"?: 0 | 1 | 2 | 3 };

export type WorldChannel = { "id"?: Snowflake; "name"?: string; "type"?: 0 | 2 | 4 | 5 | 10 | 11 | 12 | 13 | 14 | 15 | 16; "guild_id"?: string | number; "position"?: number; "permission_overwrites"?: readonly (WorldOverwrite)[]; "parent_id"?: string | number | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "default_reaction_emoji"?: WorldDefaultReaction | null; "available_tags"?: readonly (WorldForumTag)[]; "flags"?: number; "owner_id"?: string | number; "members"?: readonly (string | number)[]; "application_id"?: string | number | null; "last_message_id"?: Snowflake | null; "last_pin_timestamp"?: Instant | null; "owner_left"?: boolean; "joined"?: readonly (WorldThreadJoin)[]; "applied_tags"?: readonly (Snowflake)[]; "linked_lobby"?: LinkedLobby | null; "thread_metadata"?: ThreadMetadata; "message_count"?: number; "member_count"?: number; "total_message_sent"?: number; "status"?: string | null; "voice_start_time"?: number | null };

export type WorldClock = { "now"?: ClockInstant; "frozen"?: boolean };

export type WorldCommand = { "id"?: Snowflake | null; "name": string; "name_localizations"?: NameLocalizations | null; "description"?: string | null; "description_localizations"?: DescriptionLocalizations | null; "options"?: readonly (AnyOption)[] | null; "default_member_permissions"?: string | null; "default_permission"?: boolean | null; "nsfw"?: boolean | null; "dm_permission"?: boolean | null; "contexts"?: readonly (0 | 1 | 2)[] | null; "integration_types"?: readonly (0 | 1)[] | null; "handler"?: 1 | 2 | null; "type"?: 1 | 2 | 3 | 4 | null; "application_id"?: Snowflake; "guild_id"?: string | number | null; "version"?: Snowflake; "versions"?: Snowflake };

export type WorldCommandPermissions = { "id": string | number; "application_id"?: Snowflake; "guild_id": string | number; "permissions": readonly ({ "id": string | number; "type": 1 | 2 | 3; "permission": boolean })[] };

export type WorldConnection = { "id"?: string; "name"?: string; "type": "amazon-music" | "battlenet" | "bluesky" | "bungie" | "crunchyroll" | "domain" | "ebay" | "epicgames" | "facebook" | "github" | "instagram" | "mastodon" | "paypal" | "playstation" | "reddit" | "roblox" | "skype" | "spotify" | "steam" | "tiktok" | "twitch" | "twitter" | "xbox" | "youtube" | "leagueoflegends" | "riotgames"; "verified"?: boolean; "friend_sync"?: boolean; "show_activity"?: boolean; "two_way_link"?: boolean; "visibility"?: 0 | 1; "revoked"?: boolean; "integrations"?: readonly ({ "id": string; "type": string; "account": { "id": string; "name": string | null }; "guild": { "id": Snowflake; "name": string; "icon": string | null } })[] };

export type WorldDefaultReaction = { "emoji_id": Snowflake | null; "emoji_name": string | null };

export type WorldEmoji = { "id"?: Snowflake; "name": string; "roles"?: readonly (Snowflake)[]; "require_colons"?: boolean; "managed"?: boolean; "animated"?: boolean; "available"?: boolean; "user"?: Person | null; "image"?: string };

export type WorldEntitlement = { "id"?: Snowflake; "sku"?: string | number; "user"?: string | number; "guild"?: string | number; "sku_id"?: string | number; "user_id"?: string | number; "guild_id"?: string | number; "application_id"?: Snowflake; "type"?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 10; "test"?: boolean; "starts_at"?: Instant | null; "ends_at"?: Instant | null; "consumed"?: boolean; "deleted"?: boolean };

export type WorldEventSubscriber = { "user"?: PastPerson; "user_id"?: string | number; "member"?: Member; "guild_scheduled_event_id"?: Snowflake; "exception_id"?: Snowflake; "guild_scheduled_event_exception_id"?: Snowflake | null; "response"?: 0 | 1 };

export type WorldExternalIdentity = { "type": "EPIC_ONLINE_SERVICES_ACCESS_TOKEN" | "EPIC_ONLINE_SERVICES_ID_TOKEN" | "STEAM_SESSION_TICKET" | "UNITY_SERVICES_ID_TOKEN" | "APPLE_ID_TOKEN" | "PLAYSTATION_NETWORK_ID_TOKEN"; "token": string; "id": string; "name"?: string; "project_id"?: string; "expires_at"?: ClockInstant };

export type WorldForumTag = { "id"?: Snowflake; "name": string; "moderated"?: boolean; "emoji_id"?: Snowflake | null; "emoji_name"?: string | null };

export type WorldGameMessage = { "id"?: Snowflake; "application": string | number; "author": PastPerson; "recipient_id": string | number; "content": string; "flags"?: number; "moderation_metadata"?: Readonly<Record<string, string>>; "timestamp"?: ClockInstant; "edited_timestamp"?: Instant | null };

export type WorldGateway = { "hello_delay_ms"?: number };

export type WorldGuild = { "id"?: Snowflake; "name"?: string; "owner"?: string | number; "owner_id"?: string | number; "icon"?: string | null; "description"?: string | null; "home_header"?: string | null; "splash"?: string | null; "discovery_splash"?: string | null; "features"?: readonly (string)[]; "banner"?: string | null; "region"?: string; "system_channel_flags"?: number; "widget_enabled"?: boolean; "max_presences"?: number | null; "max_members"?: number; "max_stage_video_channel_users"?: number; "max_video_channel_users"?: number; "premium_subscription_count"?: number; "premium_progress_bar_enabled"?: boolean; "nsfw"?: boolean; "incidents_data"?: unknown | null; "afk_timeout"?: 60 | 300 | 900 | 1800 | 3600; "verification_level"?: 0 | 1 | 2 | 3 | 4; "default_message_notifications"?: 0 | 1; "mfa_level"?: 0 | 1; "explicit_content_filter"?: 0 | 1 | 2; "premium_tier"?: 0 | 1 | 2 | 3; "nsfw_level"?: 0 | 1 | 2 | 3; "vanity_url_code"?: string | null; "preferred_locale"?: LocaleCode; "search_index"?: "ready" | "not_ready"; "application_id"?: string | number | null; "afk_channel_id"?: string | number | null; "system_channel_id"?: string | number | null; "widget_channel_id"?: string | number | null; "rules_channel_id"?: string | number | null; "safety_alerts_channel_id"?: string | number | null; "public_updates_channel_id"?: string | number | null; "roles"?: readonly (WorldRole)[]; "channels"?: readonly (WorldChannel)[]; "members"?: readonly (WorldMember)[]; "applications"?: readonly (WorldGuildInstall)[]; "invites"?: readonly (WorldInvite)[]; "scheduled_events"?: readonly (WorldScheduledEvent)[]; "emojis"?: readonly (WorldEmoji)[]; "stickers"?: readonly (WorldSticker)[]; "soundboard_sounds"?: readonly (WorldSound)[]; "stage_instances"?: readonly (WorldStage)[]; "webhooks"?: readonly (WorldWebhook)[]; "bans"?: readonly (WorldBan)[]; "auto_moderation_rules"?: readonly (WorldAutoModerationRule)[]; "join_requests"?: readonly (WorldJoinRequest)[]; "voice_states"?: readonly (WorldVoiceState)[]; "welcome_screen"?: WorldWelcomeScreen; "onboarding"?: WorldOnboarding; "new_member_welcome"?: WorldNewMemberWelcome; "templates"?: readonly (WorldTemplate)[]; "vanity_url_uses"?: number; "approximate_member_count"?: number; "approximate_presence_count"?: number };

export type WorldGuildInstall = { "application": string | number; "scopes"?: readonly (string)[]; "permissions"?: string | number | readonly (unknown)[]; "installed_by"?: string | number };

export type WorldImage = { "hash": string; "content_type": string; "data": string };

export type WorldInvite = { "code"?: string; "channel": string | number | { "id": Snowflake; "type": number; "name": string | null }; "inviter"?: PastPerson; "created_at"?: ClockInstant; "max_age"?: number; "max_uses"?: number; "uses"?: number; "temporary"?: boolean; "target_type"?: 1 | 2 | 5; "target_user"?: PastPerson; "target_application"?: string | number | InviteApplication; "roles"?: readonly (string | number | InviteRole)[]; "only_user"?: string | number; "hidden"?: boolean; "target_users"?: readonly (Snowflake)[]; "type"?: 0; "guild_id"?: string | number; "guild"?: string | number | { "id": Snowflake; "name": string; "splash": string | null; "banner": string | null; "description": string | null; "icon": string | null; "features": readonly (string)[]; "verification_level": number; "vanity_url_code": string | null; "nsfw_level": number; "nsfw": boolean; "premium_subscription_count": number }; "expires_at"?: Instant | null; "approximate_member_count"?: number; "approximate_presence_count"?: number };

export type WorldJoinRequest = { "id"?: Snowflake; "user"?: PastPerson; "user_id"?: string | number; "guild_id"?: string | number; "status"?: "STARTED" | "SUBMITTED" | "APPROVED" | "REJECTED"; "application_status"?: "STARTED" | "SUBMITTED" | "APPROVED" | "REJECTED"; "created_at"?: ClockInstant; "reviewed_at"?: Instant | null; "rejection_reason"?: string | null; "actioned_by"?: Snowflake | null; "actioned_by_user"?: PastPersonId | null; "form_responses"?: readonly (FormResponse)[] | null };

export type WorldLobby = { "id"?: Snowflake; "application"?: string | number; "application_id"?: string | number; "created_at"?: ClockInstant; "metadata"?: Readonly<Record<string, string>> | null; "idle_timeout_seconds"?: number | null; "flags"?: 0 | 1 | null; "override_event_webhooks_url"?: string | null; "secret"?: string | null; "secret_expires_at"?: Instant | null; "linked_channel"?: string | number | Channel | null; "linked_by"?: string | number | null; "linked_at"?: Instant | null; "members"?: readonly ({ "user"?: string | number; "id"?: string | number; "metadata"?: Readonly<Record<string, string>> | null; "flags"?: 0 | 1 | null; "additional_name"?: string | null })[]; "messages"?: readonly (WorldLobbyMessage)[] };

export type WorldLobbyMessage = { "id"?: Snowflake; "lobby_id"?: Snowflake; "channel_id"?: Snowflake; "type"?: number; "content"?: string; "author": PastPerson; "lobby_member"?: { "additional_name": string | null }; "moderation_metadata"?: Readonly<Record<string, string>>; "flags"?: number; "application_id"?: Snowflake; "timestamp"?: ClockInstant; "edited_timestamp"?: Instant | null };

export type WorldMember = { "user": Person; "nick"?: string | null; "avatar"?: string | null; "banner"?: string | null; "roles"?: readonly (string | number)[]; "joined_at"?: ClockInstant; "premium_since"?: Instant | null; "boosts"?: number; "deaf"?: boolean; "mute"?: boolean; "flags"?: number; "pending"?: boolean; "communication_disabled_until"?: Instant | null; "avatar_decoration_data"?: { "asset": string; "sku_id": Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "bio"?: string; "join_source_type"?: number; "source_invite_code"?: string; "onboarding_responses"?: readonly (Snowflake)[]; "temporary"?: boolean };

export type WorldMessage = { "id"?: Snowflake; "channel_id": string | number; "guild_id"?: Snowflake; "type"?: number; "content"?: string; "author": PastPerson; "timestamp"?: ClockInstant; "edited_timestamp"?: Instant | null; "tts"?: boolean; "mention_everyone"?: boolean; "mentions"?: readonly (User)[]; "mention_roles"?: readonly (Snowflake)[]; "attachments"?: readonly (Attachment)[]; "embeds"?: readonly (Readonly<Record<string, unknown>>)[]; "components"?: readonly (Readonly<Record<string, unknown>>)[]; "resolved"?: MessageResolved; "pinned"?: boolean; "pinned_at"?: ClockInstant; "flags"?: number; "nonce"?: unknown; "position"?: number; "webhook_id"?: Snowflake; "application_id"?: Snowflake; "interaction"?: unknown; "interaction_metadata"?: unknown; "message_reference"?: unknown; "referenced_message"?: Message | null; "message_snapshots"?: readonly (MessageSnapshot)[]; "mention_channels"?: readonly (MentionedChannel)[]; "poll"?: Poll; "shared_client_theme"?: SharedClientTheme; "sticker_items"?: readonly (StickerItem)[]; "poll_votes"?: readonly (WorldPollVotes)[]; "reactions"?: readonly (WorldReaction)[]; "thread"?: Channel; "visible_to"?: string | number; "shown_attachments"?: readonly (Attachment)[]; "snapshot_attachments"?: readonly (Attachment)[]; "moderation_metadata"?: Readonly<Record<string, Readonly<Record<string, string>>>> };

export type WorldNewMemberAction = { "channel_id": string | number; "title": string; "description"?: string; "emoji"?: { "id"?: Snowflake | null; "name"?: string | null; "animated"?: boolean }; "icon"?: string; "action_type"?: 0 | 1 };

export type WorldNewMemberWelcome = { "guild_id"?: string | number; "enabled"?: boolean; "welcome_message"?: { "author_ids": readonly (Snowflake)[]; "message": string }; "new_member_actions"?: readonly (WorldNewMemberAction)[]; "resource_channels"?: readonly (WorldResourceChannel)[] };

export type WorldOidc = { "issuer": string; "client_ids": readonly (string)[]; "jwks_uri"?: string; "jwks"?: { "keys": readonly (Readonly<Record<string, unknown>>)[] } };

export type WorldOnboarding = { "prompts"?: readonly (WorldOnboardingPrompt)[]; "default_channel_ids"?: readonly (string | number)[]; "mode"?: 0 | 1; "guild_id"?: string | number; "enabled"?: boolean };

export type WorldOnboardingOption = { "id"?: Snowflake; "title": string; "description"?: string; "emoji"?: { "id"?: Snowflake | null; "name"?: string | null; "animated"?: boolean }; "role_ids"?: readonly (string | number)[]; "channel_ids"?: readonly (string | number)[] };

export type WorldOnboardingPrompt = { "id"?: Snowflake; "title": string; "options": readonly (WorldOnboardingOption)[]; "single_select"?: boolean; "required"?: boolean; "in_onboarding"?: boolean; "type"?: 0 | 1 };

export type WorldOrigin = { "world"?: unknown; "snapshot"?: string; "fork"?: string };

export type WorldOverwrite = { "id": string | number; "type"?: 0 | 1; "allow"?: string | number | readonly (unknown)[]; "deny"?: string | number | readonly (unknown)[]; "allow_new"?: string | number | readonly (unknown)[]; "deny_new"?: string | number | readonly (unknown)[] };

export type WorldParent = { "world": string; "snapshot"?: string };

export type WorldPollVotes = { "answer_id": number; "users": readonly (string | number)[] };

export type WorldPrivateChannel = { "id"?: Snowflake; "type"?: 1 | 3; "recipients": readonly (Person)[]; "name"?: string | null; "icon"?: string | null; "owner_id"?: string | number; "application_id"?: string | number; "managed"?: boolean; "nicks"?: Readonly<Record<string, string>>; "flags"?: number; "last_message_id"?: Snowflake | null; "last_pin_timestamp"?: Instant | null };

export type WorldReaction = { "emoji": string | ReactionEmoji; "users"?: readonly (string | number)[]; "super_users"?: readonly (string | number)[]; "count"?: number; "count_details"?: { "burst"?: number; "normal"?: number }; "burst_colors"?: readonly (string)[]; "me"?: boolean; "me_burst"?: boolean };

export type WorldResourceChannel = { "channel_id": string | number; "title": string; "description"?: string; "emoji"?: { "id"?: Snowflake | null; "name"?: string | null; "animated"?: boolean }; "icon"?: string };

export type WorldRole = { "id"?: Snowflake; "name"?: string; "permissions"?: string | number | readonly (unknown)[]; "permissions_new"?: string | number | readonly (unknown)[]; "position"?: number; "color"?: number; "colors"?: { "primary_color": number; "secondary_color"?: number | null; "tertiary_color"?: number | null }; "hoist"?: boolean; "mentionable"?: boolean; "managed"?: boolean; "icon"?: string | null; "unicode_emoji"?: string | null; "flags"?: number; "tags"?: Readonly<Record<string, unknown>>; "linked"?: WorldRoleLink };

export type WorldRoleConnection = { "user": string | number; "platform_name"?: string; "platform_username"?: string; "metadata"?: Readonly<Record<string, string>> };

export type WorldRoleLink = { "application": string | number; "requirements"?: Readonly<Record<string, number>> };

export type WorldScheduledEvent = { "id"?: Snowflake; "name": string; "description"?: string | null; "channel"?: string | number; "channel_id"?: string | number | null; "creator"?: PastPerson; "creator_id"?: string | number | null; "image"?: string | null; "scheduled_start_time": Instant; "scheduled_end_time"?: Instant | null; "status"?: 1 | 2 | 3 | 4; "entity_type"?: 1 | 2 | 3; "location"?: string; "entity_metadata"?: { "location"?: string } | null; "recurrence_rule"?: RecurrenceRule | null; "exceptions"?: readonly (ScheduledEventException)[]; "guild_scheduled_event_exceptions"?: readonly (ScheduledEventException)[]; "subscribers"?: readonly (WorldEventSubscriber)[]; "guild_id"?: string | number; "privacy_level"?: 2; "entity_id"?: Snowflake | null; "user_count"?: number };

export type WorldSku = { "id"?: Snowflake; "name"?: string; "type"?: 2 | 3 | 5 | 6; "flags"?: string | number | readonly (unknown)[]; "slug"?: string; "application_id"?: Snowflake; "dependent_sku_id"?: Snowflake | null; "manifest_labels"?: readonly (string)[] | null; "access_type"?: number; "features"?: readonly (number)[]; "release_date"?: Instant | null; "premium"?: boolean; "show_age_gate"?: boolean };

export type WorldSound = { "id"?: Snowflake; "sound_id"?: Snowflake; "guild_id"?: string | number; "name": string; "volume"?: number; "emoji_id"?: Snowflake | null; "emoji_name"?: string | null; "available"?: boolean; "user"?: Person | null; "sound"?: string };

export type WorldStage = { "id"?: Snowflake; "channel"?: string | number; "channel_id"?: string | number; "topic": string; "privacy_level"?: 1 | 2; "scheduled_event"?: Snowflake; "guild_scheduled_event_id"?: Snowflake | null; "quiet_since"?: ClockInstant; "guild_id"?: string | number; "discoverable_disabled"?: boolean };

export type WorldSticker = { "id"?: Snowflake; "name": string; "tags"?: string; "description"?: string | null; "format_type"?: 1 | 2 | 3 | 4; "type"?: 2; "available"?: boolean; "guild_id"?: string | number; "user"?: Person | null; "image"?: string };

export type WorldStoredFile = { "sha256": string; "data": string; "attachments": readonly ({ "id": Snowflake; "channel_id": Snowflake; "filename": string; "content_type"?: string })[] };

export type WorldSubscription = { "id"?: Snowflake; "user"?: string | number; "guild"?: string | number; "skus"?: readonly (string | number)[]; "renewal_skus"?: readonly (string | number)[] | null; "user_id"?: string | number; "sku_ids"?: readonly (string | number)[]; "renewal_sku_ids"?: readonly (string | number)[] | null; "status"?: 0 | 1 | 2; "current_period_start"?: ClockInstant; "current_period_end"?: ClockInstant; "canceled_at"?: Instant | null; "entitlements"?: readonly (Snowflake)[]; "entitlement_ids"?: readonly (Snowflake)[] };

export type WorldTeam = { "id"?: Snowflake; "name": string; "icon"?: string | null; "owner"?: string | number; "members"?: readonly ({ "user": Person; "role"?: "admin" | "developer" | "read_only"; "membership_state"?: 1 | 2; "team_id"?: Snowflake; "permissions"?: readonly ("*")[] })[]; "owner_user_id"?: string | number };

export type WorldTemplate = { "code"?: string; "name": string; "description"?: string | null; "usage_count"?: number; "creator"?: PastPersonId | null; "creator_id"?: Snowflake; "created_at"?: ClockInstant; "updated_at"?: ClockInstant; "serialized_source_guild": GuildSnapshot; "source_guild_id"?: string | number; "is_dirty"?: boolean | null };

export type WorldThreadJoin = { "user": string | number; "at": Instant };

export type WorldUser = { "id"?: Snowflake; "token"?: string | null; "username"?: string; "discriminator"?: string; "global_name"?: string | null; "avatar"?: string | null; "banner"?: string | null; "accent_color"?: number | null; "public_flags"?: number; "flags"?: number; "locale"?: LocaleCode; "verified"?: boolean; "mfa_enabled"?: boolean; "avatar_decoration_data"?: { "asset": string; "sku_id": Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "primary_guild"?: { "identity_guild_id": Snowflake | null; "identity_enabled": boolean | null; "tag": string | null; "badge": string | null } | null; "bot"?: boolean; "email"?: string | null; "premium_type"?: 0 | 1 | 2 | 3; "connections"?: readonly (WorldConnection)[]; "banned"?: boolean; "provisional"?: boolean; "refuses_game_messages"?: boolean };

export type WorldUserInstall = { "user": string | number; "application": string | number; "scopes"?: readonly (string)[] };

export type WorldView = { "name": string; "url": string; "api": string; "gateway": string; "created_at": Timestamp; "users": number; "bytes": number | null; "parent": WorldParent | null };

export type WorldVoiceState = { "user_id": string | number; "channel_id": string | number; "session_id"?: string; "self_mute"?: boolean; "self_deaf"?: boolean; "self_video"?: boolean; "suppress"?: boolean; "request_to_speak_timestamp"?: Instant | null; "guild_id"?: string | number; "member"?: Member; "deaf"?: boolean; "mute"?: boolean; "self_stream"?: boolean };

export type WorldWebhook = { "id"?: Snowflake; "channel"?: string | number; "channel_id"?: string | number; "name": string; "avatar"?: string | null; "application"?: string | number; "application_id"?: string | number | null; "user"?: PastPersonId; "token"?: string | null; "followed_guild"?: Snowflake; "followed_channel"?: Snowflake; "source_guild"?: { "id": Snowflake; "name": string; "icon": string | null }; "source_channel"?: { "id": Snowflake; "name": string }; "type"?: 1 | 2; "guild_id"?: string | number; "url"?: string };

export type WorldWelcomeChannel = { "channel_id": string | number; "description": string; "emoji_id"?: Snowflake | null; "emoji_name"?: string | null };

export type WorldWelcomeScreen = { "description"?: string | null; "welcome_channels"?: readonly (WorldWelcomeChannel)[] };
