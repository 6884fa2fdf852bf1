// Generated from packages/contract by `npm run generate`; never edit.

/** The kinds of entity, as paths name them. */
export const entityKinds = ["applications","channels","entitlements","guilds","installs","members","roles","skus","subscriptions","teams","tokens","users"] as const;

/** The names of the events that the gateway sends. */
export const eventNames: readonly string[] = ["APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE","APPLICATION_COMMAND_PERMISSIONS_UPDATE","APPLICATION_ENDPOINT_DISABLED","AUTO_MODERATION_ACTION_EXECUTION","AUTO_MODERATION_RULE_CREATE","AUTO_MODERATION_RULE_DELETE","AUTO_MODERATION_RULE_UPDATE","CHANNEL_CREATE","CHANNEL_DELETE","CHANNEL_INFO","CHANNEL_PINS_UPDATE","CHANNEL_RECIPIENT_ADD","CHANNEL_RECIPIENT_REMOVE","CHANNEL_UPDATE","ENTITLEMENT_CREATE","ENTITLEMENT_DELETE","ENTITLEMENT_UPDATE","GUILD_APPLICATION_COMMAND_INDEX_UPDATE","GUILD_AUDIT_LOG_ENTRY_CREATE","GUILD_BAN_ADD","GUILD_BAN_REMOVE","GUILD_CREATE","GUILD_DELETE","GUILD_EMOJIS_UPDATE","GUILD_INTEGRATIONS_UPDATE","GUILD_JOIN_REQUEST_CREATE","GUILD_JOIN_REQUEST_DELETE","GUILD_JOIN_REQUEST_UPDATE","GUILD_MEMBERS_CHUNK","GUILD_MEMBER_ADD","GUILD_MEMBER_REMOVE","GUILD_MEMBER_UPDATE","GUILD_ROLE_CREATE","GUILD_ROLE_DELETE","GUILD_ROLE_UPDATE","GUILD_SCHEDULED_EVENT_CREATE","GUILD_SCHEDULED_EVENT_DELETE","GUILD_SCHEDULED_EVENT_EXCEPTIONS_DELETE","GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE","GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE","GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE","GUILD_SCHEDULED_EVENT_UPDATE","GUILD_SCHEDULED_EVENT_USER_ADD","GUILD_SCHEDULED_EVENT_USER_REMOVE","GUILD_SOUNDBOARD_SOUNDS_UPDATE","GUILD_SOUNDBOARD_SOUND_CREATE","GUILD_SOUNDBOARD_SOUND_DELETE","GUILD_SOUNDBOARD_SOUND_UPDATE","GUILD_STICKERS_UPDATE","GUILD_UPDATE","INTEGRATION_CREATE","INTEGRATION_DELETE","INTEGRATION_UPDATE","INTERACTION_ANSWERED","INTERACTION_CREATE","INTERACTION_EXPIRED","INTERACTION_FAILURE","INTERACTION_MODAL_CREATE","INTERACTION_POSTING","INTERACTION_SUCCESS","INVITE_CREATE","INVITE_DELETE","LOBBY_CREATE","LOBBY_DELETE","LOBBY_MEMBER_ADD","LOBBY_MEMBER_CONNECT","LOBBY_MEMBER_DISCONNECT","LOBBY_MEMBER_REMOVE","LOBBY_MEMBER_UPDATE","LOBBY_MESSAGE_CREATE","LOBBY_MESSAGE_DELETE","LOBBY_MESSAGE_UPDATE","LOBBY_UPDATE","MESSAGE_CREATE","MESSAGE_DELETE","MESSAGE_DELETE_BULK","MESSAGE_POLL_VOTE_ADD","MESSAGE_POLL_VOTE_REMOVE","MESSAGE_REACTION_ADD","MESSAGE_REACTION_REMOVE","MESSAGE_REACTION_REMOVE_ALL","MESSAGE_REACTION_REMOVE_EMOJI","MESSAGE_UPDATE","OAUTH2_TOKEN_REVOKE","PRESENCE_UPDATE","RATE_LIMITED","READY","READY_SUPPLEMENTAL","RESUMED","SESSIONS_REVOKED","SOUNDBOARD_SOUNDS","STAGE_INSTANCE_CREATE","STAGE_INSTANCE_DELETE","STAGE_INSTANCE_UPDATE","SUBSCRIPTION_CREATE","SUBSCRIPTION_DELETE","SUBSCRIPTION_UPDATE","THREAD_CREATE","THREAD_DELETE","THREAD_LIST_SYNC","THREAD_MEMBERS_UPDATE","THREAD_MEMBER_UPDATE","THREAD_UPDATE","TYPING_START","USER_MERGE_OPERATION_COMPLETED","USER_UPDATE","VOICE_CHANNEL_EFFECT_SEND","VOICE_CHANNEL_START_TIME_UPDATE","VOICE_CHANNEL_STATUS_UPDATE","VOICE_SERVER_UPDATE","VOICE_STATE_UPDATE","WEBHOOKS_UPDATE","WEBHOOK_EVENT_GIVEN_UP","WEBHOOK_EVENT_RECORDED"];

/** The types of what is delivered to applications: events, and interactions over HTTP. */
export const deliveryTypes: readonly string[] = ["APPLICATION_AUTHORIZED","APPLICATION_DEAUTHORIZED","ENTITLEMENT_CREATE","ENTITLEMENT_UPDATE","ENTITLEMENT_DELETE","QUEST_USER_ENROLLMENT","LOBBY_MESSAGE_CREATE","LOBBY_MESSAGE_UPDATE","LOBBY_MESSAGE_DELETE","GAME_DIRECT_MESSAGE_CREATE","GAME_DIRECT_MESSAGE_UPDATE","GAME_DIRECT_MESSAGE_DELETE","PING","APPLICATION_COMMAND","MESSAGE_COMPONENT","APPLICATION_COMMAND_AUTOCOMPLETE","MODAL_SUBMIT"];

/** The form that creates each kind of entity. */
export interface EntityForms {
  applications: WorldApplication;
  channels: { "guild"?: string | number; "guild_id"?: string | number; "id"?: Snowflake; "name"?: string; "type"?: 0 | 2 | 4 | 5 | 10 | 11 | 12 | 13 | 14 | 15 | 16; "position"?: number; "permission_overwrites"?: readonly (WorldOverwrite)[]; "parent_id"?: string | number | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "default_reaction_emoji"?: WorldDefaultReaction | null; "available_tags"?: readonly (WorldForumTag)[]; "flags"?: number; "owner_id"?: string | number; "members"?: readonly (string | number)[]; "application_id"?: string | number | null; "last_message_id"?: Snowflake | null; "last_pin_timestamp"?: Instant | null; "owner_left"?: boolean; "joined"?: readonly (WorldThreadJoin)[]; "applied_tags"?: readonly (Snowflake)[]; "linked_lobby"?: LinkedLobby | null; "thread_metadata"?: ThreadMetadata; "message_count"?: number; "member_count"?: number; "total_message_sent"?: number; "status"?: string | null; "voice_start_time"?: number | null };
  entitlements: EntitlementForm;
  guilds: WorldGuild;
  installs: { "guild"?: string | number; "user"?: string | number; "application": string | number; "scopes"?: readonly (string)[]; "permissions"?: string | number | readonly (unknown)[]; "installed_by"?: string | number };
  members: { "guild"?: string | number; "guild_id"?: string | number; "user": Person; "nick"?: string | null; "avatar"?: string | null; "banner"?: string | null; "roles"?: readonly (string | number)[]; "joined_at"?: ClockInstant; "premium_since"?: Instant | null; "boosts"?: number; "deaf"?: boolean; "mute"?: boolean; "flags"?: number; "pending"?: boolean; "communication_disabled_until"?: Instant | null; "avatar_decoration_data"?: { "asset": string; "sku_id": Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "bio"?: string; "join_source_type"?: number; "source_invite_code"?: string; "onboarding_responses"?: readonly (Snowflake)[]; "temporary"?: boolean };
  roles: { "guild"?: string | number; "guild_id"?: string | number; "id"?: Snowflake; "name"?: string; "permissions"?: string | number | readonly (unknown)[]; "permissions_new"?: string | number | readonly (unknown)[]; "position"?: number; "color"?: number; "colors"?: { "primary_color": number; "secondary_color"?: number | null; "tertiary_color"?: number | null }; "hoist"?: boolean; "mentionable"?: boolean; "managed"?: boolean; "icon"?: string | null; "unicode_emoji"?: string | null; "flags"?: number; "tags"?: Readonly<Record<string, unknown>>; "linked"?: WorldRoleLink };
  skus: SkuForm;
  subscriptions: SubscriptionForm;
  teams: WorldTeam;
  tokens: WorldAccessToken;
  users: WorldUser;
}

/** The filters of a request for journal entries. */
export type JournalFilters = { "trace"?: string; "kind"?: readonly ("request" | "dispatch" | "frame" | "delivery" | "job" | "decision" | "fault" | "refusal" | "clock")[]; "application"?: string | number; "user"?: string | number; "name"?: string; "status"?: string; "text"?: string; "since"?: ClockInstant; "after"?: string; "before"?: string; "limit"?: number };

export type AnyOption = SubcommandOption | SubcommandGroupOption | StringOption | IntegerOption | BooleanOption | UserOption | ChannelOption | RoleOption | MentionableOption | NumberOption | AttachmentOption;

export type AttachmentOption = { "type": 11; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "file_types"?: readonly (string)[] };

export type AutoModerationTriggerMetadata = { "keyword_filter"?: readonly (string)[]; "regex_patterns"?: readonly (string)[]; "allow_list"?: readonly (string)[]; "presets"?: readonly (1 | 2 | 3)[]; "mention_total_limit"?: number; "mention_raid_protection_enabled"?: boolean };

export type BooleanOption = { "type": 5; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean };

export type ChannelOption = { "type": 7; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "channel_types"?: readonly (0 | 1 | 2 | 3 | 4 | 5 | 10 | 11 | 12 | 13 | 14 | 15 | 16)[] };

export type ClockInstant = string;

export type DescriptionLocalizations = Readonly<Record<string, string | null>>;

export type EntitlementForm = { "application": string | number; "id"?: Snowflake; "sku"?: string | number; "user"?: string | number; "guild"?: string | number; "sku_id"?: string | number; "user_id"?: string | number; "guild_id"?: string | number; "application_id"?: Snowflake; "type"?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 10; "test"?: boolean; "starts_at"?: Instant | null; "ends_at"?: Instant | null; "consumed"?: boolean; "deleted"?: boolean };

export type FaultForm = { "match": { "application"?: string | number; "user"?: string | number; "method"?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; "route"?: string; "probability"?: number; "count"?: number }; "http"?: { "status"?: number; "body"?: unknown; "delay_ms"?: number; "rate_limit"?: { "retry_after": number; "scope"?: "user" | "global" | "shared" }; "drop"?: boolean }; "gateway"?: { "close_code"?: number; "reconnect"?: boolean; "invalid_session"?: boolean; "drop"?: boolean; "silent"?: boolean; "delay_ms"?: number; "duplicate"?: boolean } };

export type FormResponse = { "field_type": "TERMS" | "TEXT_INPUT" | "PARAGRAPH" | "MULTIPLE_CHOICE"; "label"?: string; "description"?: string; "required"?: boolean; "values"?: readonly (string)[]; "choices"?: readonly (string)[]; "placeholder"?: string; "response"?: unknown };

export type GuildSnapshot = { "name": string; "description": string | null; "region": string | null; "verification_level": number; "default_message_notifications": number; "explicit_content_filter": number; "preferred_locale": string; "afk_channel_id": number | null; "afk_timeout": number; "system_channel_id": number | null; "system_channel_flags": number; "roles": readonly ({ "id": number; "name": string; "permissions": string; "color": number; "colors": { "primary_color": number; "secondary_color": number | null; "tertiary_color": number | null } | null; "hoist": boolean; "mentionable": boolean; "icon": string | null; "unicode_emoji": string | null })[]; "channels": readonly ({ "id": number; "type": number; "name": string | null; "position": number; "topic": string | null; "bitrate": number; "user_limit": number; "nsfw": boolean; "rate_limit_per_user": number; "parent_id": number | null; "default_auto_archive_duration": number | null; "permission_overwrites": readonly ({ "id": number; "type": 0 | 1; "allow": string; "deny": string })[]; "available_tags": readonly ({ "id": number; "name": string; "emoji_id": Snowflake | null; "emoji_name": string | null; "moderated": boolean })[] | null; "template": string; "default_reaction_emoji": unknown | null; "default_thread_rate_limit_per_user": number | null; "default_sort_order": number | null; "default_forum_layout": number | null; "default_tag_setting": string | null; "theme_color": number | null })[] };

export type InstallParamsDraft = { "scopes"?: readonly ("applications.commands" | "bot")[]; "permissions"?: string };

export type Instant = string;

export type IntegerOption = { "type": 4; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "autocomplete"?: boolean; "choices"?: readonly ({ "name": string; "name_localizations"?: DescriptionLocalizations; "value": number })[]; "min_value"?: number; "max_value"?: number };

export type IntegrationTypesDraft = Readonly<Record<string, { "oauth2_install_params"?: InstallParamsDraft | null } | null>>;

export type InviteApplication = { "id": Snowflake; "name": string; "icon": string | null; "description": string; "type": number | null; "flags": number; "flags_new": string; "verify_key": string };

export type InviteRole = { "id": Snowflake; "name": string; "position": number; "color": number; "colors": { "primary_color": number; "secondary_color": number | null; "tertiary_color": number | null }; "icon": string | null; "unicode_emoji": string | null };

export type LinkedLobby = { "application_id": Snowflake; "lobby_id": Snowflake; "linked_by": Snowflake; "linked_at": Timestamp; "require_application_authorization": boolean };

export type LocaleCode = "ar" | "bg" | "cs" | "da" | "de" | "el" | "en-GB" | "en-US" | "es-419" | "es-ES" | "fi" | "fr" | "he" | "hi" | "hr" | "hu" | "id" | "it" | "ja" | "ko" | "lt" | "nl" | "no" | "pl" | "pt-BR" | "ro" | "ru" | "sv-SE" | "th" | "tr" | "uk" | "vi" | "zh-CN" | "zh-TW";

export type Member = { "user": User; "nick": string | null; "avatar": string | null; "banner": string | null; "roles": readonly (Snowflake)[]; "joined_at": Timestamp; "premium_since": Timestamp | null; "deaf": boolean; "mute": boolean; "flags": number; "pending": boolean; "communication_disabled_until": Timestamp | null; "avatar_decoration_data"?: unknown | null; "collectibles"?: unknown | null };

export type MentionableOption = { "type": 9; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean };

export type MetadataItem = { "type": 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8; "key": string; "name": string; "name_localizations"?: Readonly<Record<string, string>> | null; "description": string; "description_localizations"?: Readonly<Record<string, string>> | null };

export type NameLocalizations = Readonly<Record<string, string | null>>;

export type NumberOption = { "type": 10; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "autocomplete"?: boolean; "choices"?: readonly ({ "name": string; "name_localizations"?: DescriptionLocalizations; "value": number })[]; "min_value"?: number; "max_value"?: number };

export type PastPerson = string | number | User;

export type PastPersonId = Snowflake | User;

export type Person = string | number | User;

export type RecurrenceRule = { "start": Timestamp; "end": Timestamp | null; "frequency": 0 | 1 | 2 | 3; "interval": number; "by_weekday": readonly (0 | 1 | 2 | 3 | 4 | 5 | 6)[] | null; "by_n_weekday": readonly ({ "n": number; "day": 0 | 1 | 2 | 3 | 4 | 5 | 6 })[] | null; "by_month": readonly (1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12)[] | null; "by_month_day": readonly (number)[] | null; "by_year_day": readonly (number)[] | null; "count": number | null };

export type RoleOption = { "type": 8; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean };

export type ScheduledEventException = { "event_id": Snowflake; "event_exception_id": Snowflake; "scheduled_start_time": Timestamp | null; "scheduled_end_time": Timestamp | null; "is_canceled": boolean };

export type SkuForm = { "application": string | number; "id"?: Snowflake; "name"?: string; "type"?: 2 | 3 | 5 | 6; "flags"?: string | number | readonly (unknown)[]; "slug"?: string; "application_id"?: Snowflake; "dependent_sku_id"?: Snowflake | null; "manifest_labels"?: readonly (string)[] | null; "access_type"?: number; "features"?: readonly (number)[]; "release_date"?: Instant | null; "premium"?: boolean; "show_age_gate"?: boolean };

export type Snowflake = string;

export type StringOption = { "type": 3; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "autocomplete"?: boolean; "choices"?: readonly ({ "name": string; "name_localizations"?: DescriptionLocalizations; "value": string })[]; "min_length"?: number; "max_length"?: number };

export type SubcommandGroupOption = { "type": 2; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "options"?: readonly (SubcommandOption)[] };

export type SubcommandOption = { "type": 1; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "options"?: readonly (ValueOption)[] };

export type SubscriptionForm = { "application": string | number; "id"?: Snowflake; "user"?: string | number; "guild"?: string | number; "skus"?: readonly (string | number)[]; "renewal_skus"?: readonly (string | number)[] | null; "user_id"?: string | number; "sku_ids"?: readonly (string | number)[]; "renewal_sku_ids"?: readonly (string | number)[] | null; "status"?: 0 | 1 | 2; "current_period_start"?: ClockInstant; "current_period_end"?: ClockInstant; "canceled_at"?: Instant | null; "entitlements"?: readonly (Snowflake)[]; "entitlement_ids"?: readonly (Snowflake)[] };

export type Team = { "id": Snowflake; "icon": string | null; "name": string; "owner_user_id": Snowflake; "members": readonly ({ "user": User; "team_id": Snowflake; "membership_state": number; "role": string; "permissions": readonly (string)[] })[] };

export type TeamReference = string | number | Team;

export type ThreadMetadata = { "archived": boolean; "archive_timestamp": Timestamp; "auto_archive_duration": number; "locked": boolean; "invitable"?: boolean; "create_timestamp": Timestamp };

export type Timestamp = string;

export type User = { "id": Snowflake; "username": string; "discriminator": string; "global_name": string | null; "avatar": string | null; "bot"?: boolean; "system"?: boolean; "banner": string | null; "accent_color": number | null; "public_flags": number; "flags": number; "avatar_decoration_data": unknown | null; "collectibles": unknown | null; "primary_guild": unknown | null };

export type UserOption = { "type": 6; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean };

export type ValueOption = StringOption | IntegerOption | BooleanOption | UserOption | ChannelOption | RoleOption | MentionableOption | NumberOption | AttachmentOption;

export type WorldAccessToken = { "token"?: string; "user"?: string | number; "application": string | number; "scopes"?: readonly (string)[]; "issued_at"?: ClockInstant; "expires_at"?: ClockInstant; "refresh_token"?: string; "parent"?: string };

export type WorldApplication = { "id"?: Snowflake; "name"?: string; "description"?: string; "icon"?: string | null; "cover_image"?: string | null; "custom_install_url"?: string | null; "terms_of_service_url"?: string | null; "privacy_policy_url"?: string | null; "install_params"?: InstallParamsDraft | null; "integration_types_config"?: IntegrationTypesDraft | null; "role_connections_verification_url"?: string | null; "owner"?: PastPerson; "team"?: TeamReference | null; "client_secret"?: string | null; "public_client"?: boolean; "flags"?: string | number | readonly (unknown)[]; "integration_types"?: readonly (0 | 1)[]; "redirect_uris"?: readonly (string)[]; "approved_scopes"?: readonly (string)[]; "interactions_endpoint_url"?: string | null; "event_webhooks"?: { "url"?: string | null; "status"?: 1 | 2 | 3; "types"?: readonly ("APPLICATION_AUTHORIZED" | "APPLICATION_DEAUTHORIZED" | "ENTITLEMENT_CREATE" | "ENTITLEMENT_UPDATE" | "ENTITLEMENT_DELETE" | "QUEST_USER_ENROLLMENT" | "LOBBY_MESSAGE_CREATE" | "LOBBY_MESSAGE_UPDATE" | "LOBBY_MESSAGE_DELETE" | "GAME_DIRECT_MESSAGE_CREATE" | "GAME_DIRECT_MESSAGE_UPDATE" | "GAME_DIRECT_MESSAGE_DELETE")[] } | null; "event_webhooks_url"?: string | null; "event_webhooks_status"?: 1 | 2 | 3; "event_webhooks_types"?: readonly ("APPLICATION_AUTHORIZED" | "APPLICATION_DEAUTHORIZED" | "ENTITLEMENT_CREATE" | "ENTITLEMENT_UPDATE" | "ENTITLEMENT_DELETE" | "QUEST_USER_ENROLLMENT" | "LOBBY_MESSAGE_CREATE" | "LOBBY_MESSAGE_UPDATE" | "LOBBY_MESSAGE_DELETE" | "GAME_DIRECT_MESSAGE_CREATE" | "GAME_DIRECT_MESSAGE_UPDATE" | "GAME_DIRECT_MESSAGE_DELETE")[]; "rpc_origins"?: readonly (string)[]; "explicit_content_filter"?: 0 | 1 | 2; "max_participants"?: number | null; "role_connections_metadata"?: readonly (MetadataItem)[]; "emojis"?: readonly (WorldApplicationEmoji)[]; "role_connections"?: readonly (WorldRoleConnection)[]; "verify_key"?: string; "flags_new"?: string; "summary"?: string; "type"?: number | null; "approximate_guild_count"?: number; "approximate_user_install_count"?: number; "approximate_user_authorization_count"?: number; "eligible_oauth2_scopes"?: readonly (string)[]; "requests_per_second"?: number; "bot_public"?: boolean; "bot_require_code_grant"?: boolean; "tags"?: readonly (string)[]; "bot"?: WorldBot | null; "oidc"?: WorldOidc | null; "unity_project_id"?: string | null; "parent"?: string | number | null; "external_identities"?: readonly (WorldExternalIdentity)[]; "accessible_users_max"?: number; "intents_reviewed_at"?: ClockInstant; "commands"?: readonly (WorldCommand)[]; "command_permissions"?: readonly (WorldCommandPermissions)[]; "skus"?: readonly (WorldSku)[]; "entitlements"?: readonly (WorldEntitlement)[]; "subscriptions"?: readonly (WorldSubscription)[] };

export type WorldApplicationEmoji = { "id"?: Snowflake; "name": string; "animated"?: boolean; "image"?: string; "roles"?: readonly (Snowflake)[]; "require_colons"?: boolean; "managed"?: boolean; "available"?: boolean; "user"?: PastPerson };

export type WorldAutoModerationRule = { "id"?: Snowflake; "name": string; "creator"?: string | number; "creator_id"?: string | number; "trigger_type": 1 | 3 | 4 | 5 | 6; "trigger_metadata"?: AutoModerationTriggerMetadata; "actions"?: readonly ({ "type": 1 | 2 | 3 | 4; "metadata"?: { "channel_id"?: string | number; "duration_seconds"?: number; "custom_message"?: string } })[]; "enabled"?: boolean; "exempt_roles"?: readonly (string | number)[]; "exempt_channels"?: readonly (string | number)[]; "guild_id"?: string | number; "event_type"?: 1 | 2 };

export type WorldBan = { "user": Person; "reason"?: string | null };

export type WorldBot = { "token"?: string | null; "intents"?: string | number | readonly (unknown)[]; "username"?: string; "discriminator"?: string; "global_name"?: string | null; "avatar"?: string | null; "banner"?: string | null; "accent_color"?: number | null; "public_flags"?: number; "flags"?: number; "locale"?: LocaleCode; "verified"?: boolean; "mfa_enabled"?: boolean; "avatar_decoration_data"?: { "asset": string; "sku_id": Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "primary_guild"?: { "identity_guild_id": Snowflake | null; "identity_enabled": boolean | null; "tag": string | null; "badge": string | null } | null; "id"?: Snowflake; "bot"?: boolean; "email"?: string | null; "premium_type"?: 0 | 1 | 2 | 3 };

export type WorldChannel = { "id"?: Snowflake; "name"?: string; "type"?: 0 | 2 | 4 | 5 | 10 | 11 | 12 | 13 | 14 | 15 | 16; "guild_id"?: string | number; "position"?: number; "permission_overwrites"?: readonly (WorldOverwrite)[]; "parent_id"?: string | number | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "default_reaction_emoji"?: WorldDefaultReaction | null; "available_tags"?: readonly (WorldForumTag)[]; "flags"?: number; "owner_id"?: string | number; "members"?: readonly (string | number)[]; "application_id"?: string | number | null; "last_message_id"?: Snowflake | null; "last_pin_timestamp"?: Instant | null; "owner_left"?: boolean; "joined"?: readonly (WorldThreadJoin)[]; "applied_tags"?: readonly (Snowflake)[]; "linked_lobby"?: LinkedLobby | null; "thread_metadata"?: ThreadMetadata; "message_count"?: number; "member_count"?: number; "total_message_sent"?: number; "status"?: string | null; "voice_start_time"?: number | null };

export type WorldCommand = { "id"?: Snowflake | null; "name": string; "name_localizations"?: NameLocalizations | null; "description"?: string | null; "description_localizations"?: DescriptionLocalizations | null; "options"?: readonly (AnyOption)[] | null; "default_member_permissions"?: string | null; "default_permission"?: boolean | null; "nsfw"?: boolean | null; "dm_permission"?: boolean | null; "contexts"?: readonly (0 | 1 | 2)[] | null; "integration_types"?: readonly (0 | 1)[] | null; "handler"?: 1 | 2 | null; "type"?: 1 | 2 | 3 | 4 | null; "application_id"?: Snowflake; "guild_id"?: string | number | null; "version"?: Snowflake; "versions"?: Snowflake };

export type WorldCommandPermissions = { "id": string | number; "application_id"?: Snowflake; "guild_id": string | number; "permissions": readonly ({ "id": string | number; "type": 1 | 2 | 3; "permission": boolean })[] };

export type WorldConnection = { "id"?: string; "name"?: string; "type": "amazon-music" | "battlenet" | "bluesky" | "bungie" | "crunchyroll" | "domain" | "ebay" | "epicgames" | "facebook" | "github" | "instagram" | "mastodon" | "paypal" | "playstation" | "reddit" | "roblox" | "skype" | "spotify" | "steam" | "tiktok" | "twitch" | "twitter" | "xbox" | "youtube" | "leagueoflegends" | "riotgames"; "verified"?: boolean; "friend_sync"?: boolean; "show_activity"?: boolean; "two_way_link"?: boolean; "visibility"?: 0 | 1; "revoked"?: boolean; "integrations"?: readonly ({ "id": string; "type": string; "account": { "id": string; "name": string | null }; "guild": { "id": Snowflake; "name": string; "icon": string | null } })[] };

export type WorldDefaultReaction = { "emoji_id": Snowflake | null; "emoji_name": string | null };

export type WorldEmoji = { "id"?: Snowflake; "name": string; "roles"?: readonly (Snowflake)[]; "require_colons"?: boolean; "managed"?: boolean; "animated"?: boolean; "available"?: boolean; "user"?: Person | null; "image"?: string };

export type WorldEntitlement = { "id"?: Snowflake; "sku"?: string | number; "user"?: string | number; "guild"?: string | number; "sku_id"?: string | number; "user_id"?: string | number; "guild_id"?: string | number; "application_id"?: Snowflake; "type"?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 10; "test"?: boolean; "starts_at"?: Instant | null; "ends_at"?: Instant | null; "consumed"?: boolean; "deleted"?: boolean };

export type WorldEventSubscriber = { "user"?: PastPerson; "user_id"?: string | number; "member"?: Member; "guild_scheduled_event_id"?: Snowflake; "exception_id"?: Snowflake; "guild_scheduled_event_exception_id"?: Snowflake | null; "response"?: 0 | 1 };

export type WorldExternalIdentity = { "type": "EPIC_ONLINE_SERVICES_ACCESS_TOKEN" | "EPIC_ONLINE_SERVICES_ID_TOKEN" | "STEAM_SESSION_TICKET" | "UNITY_SERVICES_ID_TOKEN" | "APPLE_ID_TOKEN" | "PLAYSTATION_NETWORK_ID_TOKEN"; "token": string; "id": string; "name"?: string; "project_id"?: string; "expires_at"?: ClockInstant };

export type WorldForumTag = { "id"?: Snowflake; "name": string; "moderated"?: boolean; "emoji_id"?: Snowflake | null; "emoji_name"?: string | null };

export type WorldGuild = { "id"?: Snowflake; "name"?: string; "owner"?: string | number; "owner_id"?: string | number; "icon"?: string | null; "description"?: string | null; "home_header"?: string | null; "splash"?: string | null; "discovery_splash"?: string | null; "features"?: readonly (string)[]; "banner"?: string | null; "region"?: string; "system_channel_flags"?: number; "widget_enabled"?: boolean; "max_presences"?: number | null; "max_members"?: number; "max_stage_video_channel_users"?: number; "max_video_channel_users"?: number; "premium_subscription_count"?: number; "premium_progress_bar_enabled"?: boolean; "nsfw"?: boolean; "incidents_data"?: unknown | null; "afk_timeout"?: 60 | 300 | 900 | 1800 | 3600; "verification_level"?: 0 | 1 | 2 | 3 | 4; "default_message_notifications"?: 0 | 1; "mfa_level"?: 0 | 1; "explicit_content_filter"?: 0 | 1 | 2; "premium_tier"?: 0 | 1 | 2 | 3; "nsfw_level"?: 0 | 1 | 2 | 3; "vanity_url_code"?: string | null; "preferred_locale"?: LocaleCode; "search_index"?: "ready" | "not_ready"; "application_id"?: string | number | null; "afk_channel_id"?: string | number | null; "system_channel_id"?: string | number | null; "widget_channel_id"?: string | number | null; "rules_channel_id"?: string | number | null; "safety_alerts_channel_id"?: string | number | null; "public_updates_channel_id"?: string | number | null; "roles"?: readonly (WorldRole)[]; "channels"?: readonly (WorldChannel)[]; "members"?: readonly (WorldMember)[]; "applications"?: readonly (WorldGuildInstall)[]; "invites"?: readonly (WorldInvite)[]; "scheduled_events"?: readonly (WorldScheduledEvent)[]; "emojis"?: readonly (WorldEmoji)[]; "stickers"?: readonly (WorldSticker)[]; "soundboard_sounds"?: readonly (WorldSound)[]; "stage_instances"?: readonly (WorldStage)[]; "webhooks"?: readonly (WorldWebhook)[]; "bans"?: readonly (WorldBan)[]; "auto_moderation_rules"?: readonly (WorldAutoModerationRule)[]; "join_requests"?: readonly (WorldJoinRequest)[]; "voice_states"?: readonly (WorldVoiceState)[]; "welcome_screen"?: WorldWelcomeScreen; "onboarding"?: WorldOnboarding; "new_member_welcome"?: WorldNewMemberWelcome; "templates"?: readonly (WorldTemplate)[]; "vanity_url_uses"?: number; "approximate_member_count"?: number; "approximate_presence_count"?: number };

export type WorldGuildInstall = { "application": string | number; "scopes"?: readonly (string)[]; "permissions"?: string | number | readonly (unknown)[]; "installed_by"?: string | number };

export type WorldInvite = { "code"?: string; "channel": string | number | { "id": Snowflake; "type": number; "name": string | null }; "inviter"?: PastPerson; "created_at"?: ClockInstant; "max_age"?: number; "max_uses"?: number; "uses"?: number; "temporary"?: boolean; "target_type"?: 1 | 2 | 5; "target_user"?: PastPerson; "target_application"?: string | number | InviteApplication; "roles"?: readonly (string | number | InviteRole)[]; "only_user"?: string | number; "hidden"?: boolean; "target_users"?: readonly (Snowflake)[]; "type"?: 0; "guild_id"?: string | number; "guild"?: string | number | { "id": Snowflake; "name": string; "splash": string | null; "banner": string | null; "description": string | null; "icon": string | null; "features": readonly (string)[]; "verification_level": number; "vanity_url_code": string | null; "nsfw_level": number; "nsfw": boolean; "premium_subscription_count": number }; "expires_at"?: Instant | null; "approximate_member_count"?: number; "approximate_presence_count"?: number };

export type WorldJoinRequest = { "id"?: Snowflake; "user"?: PastPerson; "user_id"?: string | number; "guild_id"?: string | number; "status"?: "STARTED" | "SUBMITTED" | "APPROVED" | "REJECTED"; "application_status"?: "STARTED" | "SUBMITTED" | "APPROVED" | "REJECTED"; "created_at"?: ClockInstant; "reviewed_at"?: Instant | null; "rejection_reason"?: string | null; "actioned_by"?: Snowflake | null; "actioned_by_user"?: PastPersonId | null; "form_responses"?: readonly (FormResponse)[] | null };

export type WorldMember = { "user": Person; "nick"?: string | null; "avatar"?: string | null; "banner"?: string | null; "roles"?: readonly (string | number)[]; "joined_at"?: ClockInstant; "premium_since"?: Instant | null; "boosts"?: number; "deaf"?: boolean; "mute"?: boolean; "flags"?: number; "pending"?: boolean; "communication_disabled_until"?: Instant | null; "avatar_decoration_data"?: { "asset": string; "sku_id": Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "bio"?: string; "join_source_type"?: number; "source_invite_code"?: string; "onboarding_responses"?: readonly (Snowflake)[]; "temporary"?: boolean };

export type WorldNewMemberAction = { "channel_id": string | number; "title": string; "description"?: string; "emoji"?: { "id"?: Snowflake | null; "name"?: string | null; "animated"?: boolean }; "icon"?: string; "action_type"?: 0 | 1 };

export type WorldNewMemberWelcome = { "guild_id"?: string | number; "enabled"?: boolean; "welcome_message"?: { "author_ids": readonly (Snowflake)[]; "message": string }; "new_member_actions"?: readonly (WorldNewMemberAction)[]; "resource_channels"?: readonly (WorldResourceChannel)[] };

export type WorldOidc = { "issuer": string; "client_ids": readonly (string)[]; "jwks_uri"?: string; "jwks"?: { "keys": readonly (Readonly<Record<string, unknown>>)[] } };

export type WorldOnboarding = { "prompts"?: readonly (WorldOnboardingPrompt)[]; "default_channel_ids"?: readonly (string | number)[]; "mode"?: 0 | 1; "guild_id"?: string | number; "enabled"?: boolean };

export type WorldOnboardingOption = { "id"?: Snowflake; "title": string; "description"?: string; "emoji"?: { "id"?: Snowflake | null; "name"?: string | null; "animated"?: boolean }; "role_ids"?: readonly (string | number)[]; "channel_ids"?: readonly (string | number)[] };

export type WorldOnboardingPrompt = { "id"?: Snowflake; "title": string; "options": readonly (WorldOnboardingOption)[]; "single_select"?: boolean; "required"?: boolean; "in_onboarding"?: boolean; "type"?: 0 | 1 };

export type WorldOverwrite = { "id": string | number; "type"?: 0 | 1; "allow"?: string | number | readonly (unknown)[]; "deny"?: string | number | readonly (unknown)[]; "allow_new"?: string | number | readonly (unknown)[]; "deny_new"?: string | number | readonly (unknown)[] };

export type WorldResourceChannel = { "channel_id": string | number; "title": string; "description"?: string; "emoji"?: { "id"?: Snowflake | null; "name"?: string | null; "animated"?: boolean }; "icon"?: string };

export type WorldRole = { "id"?: Snowflake; "name"?: string; "permissions"?: string | number | readonly (unknown)[]; "permissions_new"?: string | number | readonly (unknown)[]; "position"?: number; "color"?: number; "colors"?: { "primary_color": number; "secondary_color"?: number | null; "tertiary_color"?: number | null }; "hoist"?: boolean; "mentionable"?: boolean; "managed"?: boolean; "icon"?: string | null; "unicode_emoji"?: string | null; "flags"?: number; "tags"?: Readonly<Record<string, unknown>>; "linked"?: WorldRoleLink };

export type WorldRoleConnection = { "user": string | number; "platform_name"?: string; "platform_username"?: string; "metadata"?: Readonly<Record<string, string>> };

export type WorldRoleLink = { "application": string | number; "requirements"?: Readonly<Record<string, number>> };

export type WorldScheduledEvent = { "id"?: Snowflake; "name": string; "description"?: string | null; "channel"?: string | number; "channel_id"?: string | number | null; "creator"?: PastPerson; "creator_id"?: string | number | null; "image"?: string | null; "scheduled_start_time": Instant; "scheduled_end_time"?: Instant | null; "status"?: 1 | 2 | 3 | 4; "entity_type"?: 1 | 2 | 3; "location"?: string; "entity_metadata"?: { "location"?: string } | null; "recurrence_rule"?: RecurrenceRule | null; "exceptions"?: readonly (ScheduledEventException)[]; "guild_scheduled_event_exceptions"?: readonly (ScheduledEventException)[]; "subscribers"?: readonly (WorldEventSubscriber)[]; "guild_id"?: string | number; "privacy_level"?: 2; "entity_id"?: Snowflake | null; "user_count"?: number };

export type WorldSku = { "id"?: Snowflake; "name"?: string; "type"?: 2 | 3 | 5 | 6; "flags"?: string | number | readonly (unknown)[]; "slug"?: string; "application_id"?: Snowflake; "dependent_sku_id"?: Snowflake | null; "manifest_labels"?: readonly (string)[] | null; "access_type"?: number; "features"?: readonly (number)[]; "release_date"?: Instant | null; "premium"?: boolean; "show_age_gate"?: boolean };

export type WorldSound = { "id"?: Snowflake; "sound_id"?: Snowflake; "guild_id"?: string | number; "name": string; "volume"?: number; "emoji_id"?: Snowflake | null; "emoji_name"?: string | null; "available"?: boolean; "user"?: Person | null; "sound"?: string };

export type WorldStage = { "id"?: Snowflake; "channel"?: string | number; "channel_id"?: string | number; "topic": string; "privacy_level"?: 1 | 2; "scheduled_event"?: Snowflake; "guild_scheduled_event_id"?: Snowflake | null; "quiet_since"?: ClockInstant; "guild_id"?: string | number; "discoverable_disabled"?: boolean };

export type WorldSticker = { "id"?: Snowflake; "name": string; "tags"?: string; "description"?: string | null; "format_type"?: 1 | 2 | 3 | 4; "type"?: 2; "available"?: boolean; "guild_id"?: string | number; "user"?: Person | null; "image"?: string };

export type WorldSubscription = { "id"?: Snowflake; "user"?: string | number; "guild"?: string | number; "skus"?: readonly (string | number)[]; "renewal_skus"?: readonly (string | number)[] | null; "user_id"?: string | number; "sku_ids"?: readonly (string | number)[]; "renewal_sku_ids"?: readonly (string | number)[] | null; "status"?: 0 | 1 | 2; "current_period_start"?: ClockInstant; "current_period_end"?: ClockInstant; "canceled_at"?: Instant | null; "entitlements"?: readonly (Snowflake)[]; "entitlement_ids"?: readonly (Snowflake)[] };

export type WorldTeam = { "id"?: Snowflake; "name": string; "icon"?: string | null; "owner"?: string | number; "members"?: readonly ({ "user": Person; "role"?: "admin" | "developer" | "read_only"; "membership_state"?: 1 | 2; "team_id"?: Snowflake; "permissions"?: readonly ("*")[] })[]; "owner_user_id"?: string | number };

export type WorldTemplate = { "code"?: string; "name": string; "description"?: string | null; "usage_count"?: number; "creator"?: PastPersonId | null; "creator_id"?: Snowflake; "created_at"?: ClockInstant; "updated_at"?: ClockInstant; "serialized_source_guild": GuildSnapshot; "source_guild_id"?: string | number; "is_dirty"?: boolean | null };

export type WorldThreadJoin = { "user": string | number; "at": Instant };

export type WorldUser = { "id"?: Snowflake; "token"?: string | null; "username"?: string; "discriminator"?: string; "global_name"?: string | null; "avatar"?: string | null; "banner"?: string | null; "accent_color"?: number | null; "public_flags"?: number; "flags"?: number; "locale"?: LocaleCode; "verified"?: boolean; "mfa_enabled"?: boolean; "avatar_decoration_data"?: { "asset": string; "sku_id": Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "primary_guild"?: { "identity_guild_id": Snowflake | null; "identity_enabled": boolean | null; "tag": string | null; "badge": string | null } | null; "bot"?: boolean; "email"?: string | null; "premium_type"?: 0 | 1 | 2 | 3; "connections"?: readonly (WorldConnection)[]; "banned"?: boolean; "provisional"?: boolean; "refuses_game_messages"?: boolean };

export type WorldVoiceState = { "user_id": string | number; "channel_id": string | number; "session_id"?: string; "self_mute"?: boolean; "self_deaf"?: boolean; "self_video"?: boolean; "suppress"?: boolean; "request_to_speak_timestamp"?: Instant | null; "guild_id"?: string | number; "member"?: Member; "deaf"?: boolean; "mute"?: boolean; "self_stream"?: boolean };

export type WorldWebhook = { "id"?: Snowflake; "channel"?: string | number; "channel_id"?: string | number; "name": string; "avatar"?: string | null; "application"?: string | number; "application_id"?: string | number | null; "user"?: PastPersonId; "token"?: string | null; "followed_guild"?: Snowflake; "followed_channel"?: Snowflake; "source_guild"?: { "id": Snowflake; "name": string; "icon": string | null }; "source_channel"?: { "id": Snowflake; "name": string }; "type"?: 1 | 2; "guild_id"?: string | number; "url"?: string };

export type WorldWelcomeChannel = { "channel_id": string | number; "description": string; "emoji_id"?: Snowflake | null; "emoji_name"?: string | null };

export type WorldWelcomeScreen = { "description"?: string | null; "welcome_channels"?: readonly (WorldWelcomeChannel)[] };
