// Generated from packages/contract by `npm run generate`; never edit.

export type ActivityInstance = { "application_id": Snowflake; "instance_id": string; "launch_id": string; "location": { "id": string; "kind": "gc" | "pc"; "channel_id": Snowflake; "guild_id"?: Snowflake }; "users": readonly (Snowflake)[] };

export type AllowedMentions = { "parse"?: readonly ("everyone" | "roles" | "users")[]; "users"?: readonly (Snowflake)[]; "roles"?: readonly (Snowflake)[]; "replied_user"?: boolean };

export type AnyOption = SubcommandOption | SubcommandGroupOption | StringOption | IntegerOption | BooleanOption | UserOption | ChannelOption | RoleOption | MentionableOption | NumberOption | AttachmentOption;

export type ApplicationChange = { "description"?: string | { "default": string; "localizations"?: Readonly<Record<string, string>> | null } | null; "icon"?: string | null; "cover_image"?: string | null; "tags"?: readonly (string)[] | null; "flags"?: number | null; "custom_install_url"?: string | null; "install_params"?: InstallParamsDraft | null; "integration_types_config"?: IntegrationTypesDraft | null; "role_connections_verification_url"?: string | null; "interactions_endpoint_url"?: string | null; "event_webhooks_url"?: string | null; "event_webhooks_status"?: 1 | 2; "event_webhooks_types"?: readonly ("APPLICATION_AUTHORIZED" | "APPLICATION_DEAUTHORIZED" | "ENTITLEMENT_CREATE" | "ENTITLEMENT_UPDATE" | "ENTITLEMENT_DELETE" | "QUEST_USER_ENROLLMENT" | "LOBBY_MESSAGE_CREATE" | "LOBBY_MESSAGE_UPDATE" | "LOBBY_MESSAGE_DELETE" | "GAME_DIRECT_MESSAGE_CREATE" | "GAME_DIRECT_MESSAGE_UPDATE" | "GAME_DIRECT_MESSAGE_DELETE")[] | null; "explicit_content_filter"?: 0 | 1 | null; "max_participants"?: number | null; "type"?: 4 | null; "team_id"?: Snowflake | null };

export type Attachment = { "id": Snowflake; "filename": string; "title"?: string | null; "description"?: string; "content_type"?: string; "size": number; "url": string; "proxy_url": string; "width"?: number; "height"?: number; "duration_secs"?: number; "waveform"?: string; "ephemeral"?: boolean; "flags"?: number };

export type AttachmentDraft = { "id": Snowflake; "filename"?: string; "title"?: string; "description"?: string; "duration_secs"?: number; "waveform"?: string; "is_spoiler"?: boolean };

export type AttachmentOption = { "type": 11; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "file_types"?: readonly (string)[] };

export type AuditLog = { "audit_log_entries": readonly (AuditLogEntry)[]; "users": readonly (User)[]; "integrations": readonly ({ "id": Snowflake; "name": string; "type": string; "account": { "id": Snowflake; "name": string }; "application_id": Snowflake })[]; "webhooks": readonly ({ "id": Snowflake; "type": 1 | 2 | 3; "name": string; "avatar": string | null; "channel_id": Snowflake | null; "guild_id"?: Snowflake | null; "application_id": Snowflake | null; "user"?: User; "source_guild"?: { "id": Snowflake; "name": string; "icon": string | null }; "source_channel"?: { "id": Snowflake; "name": string } })[]; "guild_scheduled_events": readonly (ScheduledEvent)[]; "threads": readonly (Channel)[]; "application_commands": readonly (Command)[]; "auto_moderation_rules": readonly (AutoModerationRule)[] };

export type AuditLogChange = { "key": string; "old_value"?: unknown; "new_value"?: unknown };

export type AuditLogEntry = { "id": Snowflake; "action_type": number; "user_id": Snowflake | null; "target_id": Snowflake | null; "changes"?: readonly (AuditLogChange)[]; "options"?: Readonly<Record<string, string>>; "reason"?: string };

export type AutoModerationAction = { "type": number; "metadata": { "custom_message"?: string; "channel_id"?: Snowflake; "duration_seconds"?: number } };

export type AutoModerationActionDraft = { "type": 1; "metadata"?: { "custom_message"?: string } } | { "type": 2; "metadata": { "channel_id": Snowflake } } | { "type": 3; "metadata": { "duration_seconds"?: number } } | { "type": 4; "metadata"?: Record<never, never> };

export type AutoModerationRule = { "id": Snowflake; "guild_id": Snowflake; "creator_id": Snowflake; "name": string; "event_type": number; "trigger_type": number; "trigger_metadata": { "keyword_filter"?: readonly (string)[]; "regex_patterns"?: readonly (string)[]; "allow_list"?: readonly (string)[]; "presets"?: readonly (number)[]; "mention_total_limit"?: number; "mention_raid_protection_enabled"?: boolean }; "actions": readonly (AutoModerationAction)[]; "enabled": boolean; "exempt_roles": readonly (Snowflake)[]; "exempt_channels": readonly (Snowflake)[] };

export type AutoModerationRuleChange = { "name"?: string; "event_type"?: 1 | 2; "trigger_type"?: 1 | 3 | 4 | 5 | 6; "trigger_metadata"?: AutoModerationTriggerMetadata; "actions"?: readonly (AutoModerationActionDraft)[]; "enabled"?: boolean; "exempt_roles"?: readonly (Snowflake)[]; "exempt_channels"?: readonly (Snowflake)[] };

export type AutoModerationRuleDraft = { "name": string; "event_type": 1 | 2; "trigger_type": 1 | 3 | 4 | 5 | 6; "trigger_metadata"?: AutoModerationTriggerMetadata; "actions"?: readonly (AutoModerationActionDraft)[]; "enabled"?: boolean; "exempt_roles"?: readonly (Snowflake)[]; "exempt_channels"?: readonly (Snowflake)[] };

export type AutoModerationTriggerMetadata = { "keyword_filter"?: readonly (string)[]; "regex_patterns"?: readonly (string)[]; "allow_list"?: readonly (string)[]; "presets"?: readonly (1 | 2 | 3)[]; "mention_total_limit"?: number; "mention_raid_protection_enabled"?: boolean };

export type Ban = { "user": User; "reason": string | null };

export type BooleanOption = { "type": 5; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean };

export type CallbackResponse = { "interaction": { "id": Snowflake; "type": number; "activity_instance_id"?: string; "response_message_id"?: Snowflake; "response_message_loading"?: boolean; "response_message_ephemeral"?: boolean; "channel_id"?: Snowflake; "guild_id"?: Snowflake }; "resource"?: { "type": number; "message"?: Message; "activity_instance"?: { "id": string } } };

export type Channel = { "id": Snowflake; "type": number; "guild_id"?: Snowflake; "name"?: string | null; "position"?: number; "permission_overwrites"?: readonly (PermissionOverwrite)[]; "parent_id"?: Snowflake | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "available_tags"?: readonly (ForumTag)[]; "default_reaction_emoji"?: { "emoji_id": Snowflake | null; "emoji_name": string | null } | null; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "last_message_id"?: Snowflake | null; "last_pin_timestamp"?: Timestamp | null; "flags": number; "recipients"?: readonly (User)[]; "icon"?: string | null; "owner_id"?: Snowflake; "application_id"?: Snowflake | null; "managed"?: boolean; "linked_lobby"?: LinkedLobby; "thread_metadata"?: ThreadMetadata; "message_count"?: number; "total_message_sent"?: number; "member_count"?: number; "member"?: ThreadMembership; "applied_tags"?: readonly (Snowflake)[] };

export type ChannelChange = { "name"?: string | null; "icon"?: string | null; "type"?: 0 | 2 | 4 | 5 | 13 | 14 | 15 | 16; "position"?: number; "topic"?: string | null; "parent_id"?: Snowflake | null; "flags"?: number; "permission_overwrites"?: readonly (OverwriteForm)[]; "rtc_region"?: string | null; "default_reaction_emoji"?: { "emoji_id"?: Snowflake | null; "emoji_name"?: string | null } | null; "default_sort_order"?: 0 | 1 | null; "available_tags"?: readonly (ForumTagForm)[]; "bitrate"?: number | null; "user_limit"?: number | null; "nsfw"?: boolean | null; "rate_limit_per_user"?: number | null; "video_quality_mode"?: 1 | 2 | null; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080 | null; "default_thread_rate_limit_per_user"?: number | null; "default_forum_layout"?: 0 | 1 | 2 | null; "default_tag_setting"?: "match_all" | "match_some" | null; "archived"?: boolean; "locked"?: boolean; "invitable"?: boolean; "auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "applied_tags"?: readonly (Snowflake)[] };

export type ChannelDraft = { "name": string; "type"?: 0 | 2 | 4 | 5 | 13 | 14 | 15 | 16; "position"?: number; "topic"?: string | null; "parent_id"?: Snowflake | null; "flags"?: number; "permission_overwrites"?: readonly (OverwriteForm)[]; "rtc_region"?: string | null; "default_reaction_emoji"?: { "emoji_id"?: Snowflake | null; "emoji_name"?: string | null } | null; "default_sort_order"?: 0 | 1 | null; "available_tags"?: readonly (ForumTagForm)[]; "bitrate"?: number | null; "user_limit"?: number | null; "nsfw"?: boolean | null; "rate_limit_per_user"?: number | null; "video_quality_mode"?: 1 | 2 | null; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080 | null; "default_thread_rate_limit_per_user"?: number | null; "default_forum_layout"?: 0 | 1 | 2 | null; "default_tag_setting"?: "match_all" | "match_some" | null };

export type ChannelMessageChange = { "content"?: string | null; "embeds"?: readonly (EmbedDraft)[] | null; "allowed_mentions"?: AllowedMentions | null; "flags"?: number | null; "components"?: readonly (unknown)[] | null; "attachments"?: readonly (AttachmentDraft)[] | null; "poll"?: PollDraft; "sticker_ids"?: readonly (Snowflake)[] | null };

export type ChannelMessageDraft = { "tts"?: boolean; "content"?: string; "embeds"?: readonly (EmbedDraft)[]; "allowed_mentions"?: AllowedMentions; "flags"?: number; "components"?: readonly (unknown)[]; "attachments"?: readonly (AttachmentDraft)[]; "poll"?: PollDraft; "message_reference"?: { "type"?: 0 | 1; "message_id": Snowflake; "channel_id"?: Snowflake; "guild_id"?: Snowflake; "fail_if_not_exists"?: boolean }; "nonce"?: unknown; "enforce_nonce"?: boolean; "sticker_ids"?: readonly (Snowflake)[]; "shared_client_theme"?: SharedClientThemeDraft };

export type ChannelOption = { "type": 7; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "channel_types"?: readonly (0 | 1 | 2 | 3 | 4 | 5 | 10 | 11 | 12 | 13 | 14 | 15 | 16)[] };

export type ChildToken = { "access_token": string; "token_type": string; "expires_in": number; "scope": string };

export type ClockInstant = string;

export type Command = { "id": Snowflake; "application_id": Snowflake; "version": Snowflake; "versions"?: Snowflake; "default_member_permissions": string | null; "type": 1 | 2 | 3 | 4; "name": string; "name_localizations"?: Readonly<Record<string, string>> | null; "name_localized"?: string; "description": string; "description_localizations"?: Readonly<Record<string, string>> | null; "description_localized"?: string; "guild_id"?: Snowflake; "dm_permission"?: boolean; "contexts"?: readonly (number)[] | null; "integration_types"?: readonly (number)[]; "options"?: readonly (CommandOption)[]; "nsfw": boolean; "handler"?: number };

export type CommandIndex = { "applications": readonly (IndexApplication)[]; "application_commands": readonly (IndexCommand)[]; "version": Snowflake };

export type CommandOption = { "type": 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11; "name": string; "name_localizations"?: Readonly<Record<string, string>> | null; "name_localized"?: string; "description": string; "description_localizations"?: Readonly<Record<string, string>> | null; "description_localized"?: string; "required"?: boolean; "choices"?: readonly ({ "name": string; "name_localizations"?: Readonly<Record<string, string>> | null; "name_localized"?: string; "value": unknown })[]; "options"?: readonly ({ "type": 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11; "name": string; "name_localizations"?: Readonly<Record<string, string>> | null; "name_localized"?: string; "description": string; "description_localizations"?: Readonly<Record<string, string>> | null; "description_localized"?: string; "required"?: boolean; "choices"?: readonly ({ "name": string; "name_localizations"?: Readonly<Record<string, string>> | null; "name_localized"?: string; "value": unknown })[]; "options"?: readonly ({ "type": 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11; "name": string; "name_localizations"?: Readonly<Record<string, string>> | null; "name_localized"?: string; "description": string; "description_localizations"?: Readonly<Record<string, string>> | null; "description_localized"?: string; "required"?: boolean; "choices"?: readonly ({ "name": string; "name_localizations"?: Readonly<Record<string, string>> | null; "name_localized"?: string; "value": unknown })[]; "channel_types"?: readonly (number)[]; "min_value"?: number; "max_value"?: number; "min_length"?: number; "max_length"?: number; "autocomplete"?: boolean })[]; "channel_types"?: readonly (number)[]; "min_value"?: number; "max_value"?: number; "min_length"?: number; "max_length"?: number; "autocomplete"?: boolean })[]; "channel_types"?: readonly (number)[]; "min_value"?: number; "max_value"?: number; "min_length"?: number; "max_length"?: number; "autocomplete"?: boolean };

export type CommandPermission = { "id": Snowflake; "type": 1 | 2 | 3; "permission": boolean };

export type Connection = { "id": string; "name": string; "type": "amazon-music" | "battlenet" | "bluesky" | "bungie" | "crunchyroll" | "domain" | "ebay" | "epicgames" | "facebook" | "github" | "instagram" | "mastodon" | "paypal" | "playstation" | "reddit" | "roblox" | "skype" | "spotify" | "steam" | "tiktok" | "twitch" | "twitter" | "xbox" | "youtube" | "leagueoflegends" | "riotgames"; "verified": boolean; "friend_sync": boolean; "show_activity": boolean; "two_way_link": boolean; "visibility": 0 | 1; "revoked"?: boolean; "integrations"?: readonly ({ "id": string; "type": string; "account": { "id": string; "name": string | null }; "guild": { "id": Snowflake; "name": string; "icon": string | null } })[] };

export type ConsentQuestion = { "application": PublicApplication; "user": User; "authorized": boolean; "integration_type": 0 | 1; "redirect_uri"?: string; "bot"?: User; "guilds"?: readonly ({ "id": Snowflake; "name": string; "icon": string | null; "mfa_level": number; "permissions": string })[]; "channels"?: readonly ({ "id": Snowflake; "name": string; "guild_id": Snowflake; "guild_name": string })[] };

export type CreateGlobalCommand = { "name": string; "name_localizations"?: NameLocalizations | null; "description"?: string | null; "description_localizations"?: DescriptionLocalizations | null; "options"?: readonly (AnyOption)[] | null; "default_member_permissions"?: string | null; "default_permission"?: boolean | null; "nsfw"?: boolean | null; "dm_permission"?: boolean | null; "contexts"?: readonly (0 | 1 | 2)[] | null; "integration_types"?: readonly (0 | 1)[] | null; "handler"?: 1 | 2 | null; "type"?: 1 | 2 | 3 | 4 | null };

export type CreateGuildCommand = { "name": string; "name_localizations"?: NameLocalizations | null; "description"?: string | null; "description_localizations"?: DescriptionLocalizations | null; "options"?: readonly (AnyOption)[] | null; "default_member_permissions"?: string | null; "default_permission"?: boolean | null; "nsfw"?: boolean | null; "type"?: 1 | 2 | 3 | null };

export type DescriptionLocalizations = Readonly<Record<string, string | null>>;

export type DeviceAuthorization = { "device_code": string; "user_code": string; "verification_uri": string; "verification_uri_complete": string; "expires_in": number; "interval": number };

export type EditCommandPermissions = { "permissions"?: readonly (CommandPermission)[] | null };

export type EditGlobalCommand = { "name"?: string; "name_localizations"?: NameLocalizations | null; "description"?: string | null; "description_localizations"?: DescriptionLocalizations | null; "options"?: readonly (AnyOption)[] | null; "default_member_permissions"?: string | null; "default_permission"?: boolean | null; "nsfw"?: boolean | null; "dm_permission"?: boolean | null; "contexts"?: readonly (0 | 1 | 2)[] | null; "integration_types"?: readonly (0 | 1)[] | null; "handler"?: 1 | 2 | null };

export type EditGuildCommand = { "name"?: string; "name_localizations"?: NameLocalizations | null; "description"?: string | null; "description_localizations"?: DescriptionLocalizations | null; "options"?: readonly (AnyOption)[] | null; "default_member_permissions"?: string | null; "default_permission"?: boolean | null; "nsfw"?: boolean | null };

export type EmbedDraft = { "title"?: string; "description"?: string; "url"?: string; "timestamp"?: string; "color"?: number; "footer"?: { "text"?: string; "icon_url"?: string }; "image"?: { "url"?: string }; "thumbnail"?: { "url"?: string }; "author"?: { "name"?: string; "url"?: string; "icon_url"?: string }; "fields"?: readonly ({ "name": string; "value": string; "inline"?: boolean })[] };

export type EmojiWithUser = { "id": Snowflake; "name": string; "roles": readonly (Snowflake)[]; "require_colons": boolean; "managed": boolean; "animated": boolean; "available": boolean; "user"?: User };

export type Entitlement = { "id": Snowflake; "sku_id": Snowflake; "application_id": Snowflake; "user_id": Snowflake; "guild_id"?: Snowflake; "type": number; "deleted": boolean; "consumed": boolean; "starts_at": Timestamp | null; "ends_at": Timestamp | null };

export type Error = { "message": string; "code": number; "errors"?: unknown };

export type FormResponse = { "field_type": "TERMS" | "TEXT_INPUT" | "PARAGRAPH" | "MULTIPLE_CHOICE"; "label"?: string; "description"?: string; "required"?: boolean; "values"?: readonly (string)[]; "choices"?: readonly (string)[]; "placeholder"?: string; "response"?: unknown };

export type ForumTag = { "id": Snowflake; "name": string; "moderated": boolean; "emoji_id": Snowflake | null; "emoji_name": string | null };

export type ForumTagForm = { "id"?: Snowflake; "name": string; "emoji_id"?: Snowflake | null; "emoji_name"?: string | null; "moderated"?: boolean };

export type FoundMessage = { "id": Snowflake; "channel_id": Snowflake; "type": number; "content": string; "author": User; "timestamp": Timestamp; "edited_timestamp": Timestamp | null; "tts": boolean; "mention_everyone": boolean; "mentions": readonly (User)[]; "mention_roles": readonly (Snowflake)[]; "attachments": readonly (Attachment)[]; "embeds": readonly (unknown)[]; "components": readonly (unknown)[]; "resolved"?: MessageResolved; "pinned": boolean; "flags": number; "nonce"?: unknown; "position"?: number; "webhook_id"?: Snowflake; "application_id"?: Snowflake; "interaction"?: unknown; "interaction_metadata"?: unknown; "message_reference"?: unknown; "referenced_message"?: unknown | null; "message_snapshots"?: readonly (MessageSnapshot)[]; "mention_channels"?: readonly (MentionedChannel)[]; "poll"?: Poll; "sticker_items"?: readonly (StickerItem)[]; "shared_client_theme"?: SharedClientTheme; "thread"?: Channel; "reactions"?: readonly (Reaction)[]; "hit": boolean };

export type GameMessage = { "id": Snowflake; "channel_id": Snowflake; "type": number; "content": string; "author": User; "timestamp": Timestamp; "edited_timestamp": Timestamp | null; "tts": boolean; "mention_everyone": boolean; "mentions": readonly (User)[]; "mention_roles": readonly (Snowflake)[]; "attachments": readonly (Attachment)[]; "embeds": readonly (unknown)[]; "components": readonly (unknown)[]; "resolved"?: MessageResolved; "pinned": boolean; "flags": number; "nonce"?: unknown; "position"?: number; "webhook_id"?: Snowflake; "application_id"?: Snowflake; "interaction"?: unknown; "interaction_metadata"?: unknown; "message_reference"?: unknown; "referenced_message"?: unknown | null; "message_snapshots"?: readonly (MessageSnapshot)[]; "mention_channels"?: readonly (MentionedChannel)[]; "poll"?: Poll; "sticker_items"?: readonly (StickerItem)[]; "shared_client_theme"?: SharedClientTheme; "thread"?: Channel; "reactions"?: readonly (Reaction)[]; "metadata"?: Readonly<Record<string, string>>; "moderation_metadata"?: Readonly<Record<string, string>>; "recipient_id"?: Snowflake };

export type GameMessageDraft = { "content"?: string; "metadata"?: Readonly<Record<string, string>> | null; "flags"?: number | null; "nonce"?: unknown };

export type GithubPayload = { "action"?: string | null; "ref"?: string | null; "ref_type"?: string | null; "comment"?: { "id": number; "html_url": string; "user": { "id": number; "login": string; "html_url": string; "avatar_url": string }; "commit_id"?: string | null; "body": string } | null; "issue"?: { "id": number; "number": number; "html_url": string; "user": { "id": number; "login": string; "html_url": string; "avatar_url": string }; "title": string; "body"?: string | null; "pull_request"?: unknown } | null; "pull_request"?: { "id": number; "number": number; "html_url": string; "user": { "id": number; "login": string; "html_url": string; "avatar_url": string }; "title": string; "body"?: string | null; "pull_request"?: unknown } | null; "repository"?: { "id": number; "html_url": string; "name": string; "full_name": string } | null; "forkee"?: { "id": number; "html_url": string; "name": string; "full_name": string } | null; "sender": { "id": number; "login": string; "html_url": string; "avatar_url": string }; "member"?: { "id": number; "login": string; "html_url": string; "avatar_url": string } | null; "release"?: { "id": number; "tag_name": string; "html_url": string; "author": { "id": number; "login": string; "html_url": string; "avatar_url": string } } | null; "head_commit"?: { "id": string; "url": string; "message": string; "author": { "username"?: string | null; "name": string } } | null; "commits"?: readonly ({ "id": string; "url": string; "message": string; "author": { "username"?: string | null; "name": string } })[] | null; "forced"?: boolean | null; "compare"?: string | null; "review"?: { "user": { "id": number; "login": string; "html_url": string; "avatar_url": string }; "body"?: string | null; "html_url": string; "state": string } | null; "check_run"?: { "conclusion"?: string | null; "name": string; "html_url": string; "check_suite": { "conclusion"?: string | null; "head_branch"?: string | null; "head_sha": string; "pull_requests"?: readonly ({ "number": number })[] | null; "app": { "name": string } }; "details_url"?: string | null; "output"?: { "title"?: string | null; "summary"?: string | null } | null; "pull_requests"?: readonly ({ "number": number })[] | null } | null; "check_suite"?: { "conclusion"?: string | null; "head_branch"?: string | null; "head_sha": string; "pull_requests"?: readonly ({ "number": number })[] | null; "app": { "name": string } } | null; "discussion"?: { "title": string; "number": number; "html_url": string; "answer_html_url"?: string | null; "body"?: string | null; "user": { "id": number; "login": string; "html_url": string; "avatar_url": string } } | null; "answer"?: { "id": number; "html_url": string; "user": { "id": number; "login": string; "html_url": string; "avatar_url": string }; "commit_id"?: string | null; "body": string } | null };

export type GlobalCommandItem = { "id"?: Snowflake | null; "name": string; "name_localizations"?: NameLocalizations | null; "description"?: string | null; "description_localizations"?: DescriptionLocalizations | null; "options"?: readonly (AnyOption)[] | null; "default_member_permissions"?: string | null; "default_permission"?: boolean | null; "nsfw"?: boolean | null; "dm_permission"?: boolean | null; "contexts"?: readonly (0 | 1 | 2)[] | null; "integration_types"?: readonly (0 | 1)[] | null; "handler"?: 1 | 2 | null; "type"?: 1 | 2 | 3 | 4 | null };

export type Guild = { "id": Snowflake; "name": string; "icon": string | null; "description": string | null; "home_header": string | null; "splash": string | null; "discovery_splash": string | null; "features": readonly (string)[]; "banner": string | null; "owner_id": Snowflake; "application_id": Snowflake | null; "region": string; "afk_channel_id": Snowflake | null; "afk_timeout": number; "system_channel_id": Snowflake | null; "system_channel_flags": number; "widget_enabled": boolean; "widget_channel_id": Snowflake | null; "verification_level": number; "roles": readonly (Role)[]; "default_message_notifications": number; "mfa_level": number; "explicit_content_filter": number; "max_presences": number | null; "max_members": number; "max_stage_video_channel_users": number; "max_video_channel_users": number; "vanity_url_code": string | null; "premium_tier": number; "premium_subscription_count": number; "preferred_locale": string; "rules_channel_id": Snowflake | null; "safety_alerts_channel_id": Snowflake | null; "public_updates_channel_id": Snowflake | null; "premium_progress_bar_enabled": boolean; "nsfw": boolean; "nsfw_level": number; "emojis": readonly (unknown)[]; "stickers": readonly (GuildSticker)[]; "incidents_data": unknown | null; "approximate_member_count"?: number; "approximate_presence_count"?: number };

export type GuildChange = { "name"?: string; "description"?: string | null; "region"?: string | null; "icon"?: string | null; "splash"?: string | null; "banner"?: string | null; "discovery_splash"?: string | null; "home_header"?: string | null; "verification_level"?: 0 | 1 | 2 | 3 | 4 | null; "default_message_notifications"?: 0 | 1 | null; "explicit_content_filter"?: 0 | 1 | 2 | null; "preferred_locale"?: LocaleCode | null; "afk_timeout"?: 60 | 300 | 900 | 1800 | 3600 | null; "afk_channel_id"?: Snowflake | null; "system_channel_id"?: Snowflake | null; "system_channel_flags"?: number | null; "rules_channel_id"?: Snowflake | null; "public_updates_channel_id"?: Snowflake | null; "safety_alerts_channel_id"?: Snowflake | null; "features"?: readonly (string)[] | null; "premium_progress_bar_enabled"?: boolean | null; "owner_id"?: Snowflake };

export type GuildCommandItem = { "id"?: Snowflake | null; "name": string; "name_localizations"?: NameLocalizations | null; "description"?: string | null; "description_localizations"?: DescriptionLocalizations | null; "options"?: readonly (AnyOption)[] | null; "default_member_permissions"?: string | null; "default_permission"?: boolean | null; "nsfw"?: boolean | null; "dm_permission"?: boolean | null; "contexts"?: readonly (0 | 1 | 2)[] | null; "integration_types"?: readonly (0 | 1)[] | null; "type"?: 1 | 2 | 3 | null };

export type GuildCommandPermissions = { "id": Snowflake; "application_id": Snowflake; "guild_id": Snowflake; "permissions": readonly (CommandPermission)[] };

export type GuildIntegration = { "id": Snowflake; "name": string; "type": string; "enabled": boolean; "account": { "id": Snowflake; "name": string }; "application": { "id": Snowflake; "name": string; "icon": string | null; "description": string; "summary": string; "bot"?: User; "type": number | null; "flags": number; "flags_new": string }; "scopes": readonly (string)[]; "user"?: User };

export type GuildPreview = { "id": Snowflake; "name": string; "icon": string | null; "description": string | null; "home_header": string | null; "splash": string | null; "discovery_splash": string | null; "features": readonly (string)[]; "approximate_member_count": number; "approximate_presence_count": number; "emojis": readonly (unknown)[]; "stickers": readonly (GuildSticker)[] };

export type GuildSnapshot = { "name": string; "description": string | null; "region": string | null; "verification_level": number; "default_message_notifications": number; "explicit_content_filter": number; "preferred_locale": string; "afk_channel_id": number | null; "afk_timeout": number; "system_channel_id": number | null; "system_channel_flags": number; "roles": readonly ({ "id": number; "name": string; "permissions": string; "color": number; "colors": { "primary_color": number; "secondary_color": number | null; "tertiary_color": number | null } | null; "hoist": boolean; "mentionable": boolean; "icon": string | null; "unicode_emoji": string | null })[]; "channels": readonly ({ "id": number; "type": number; "name": string | null; "position": number; "topic": string | null; "bitrate": number; "user_limit": number; "nsfw": boolean; "rate_limit_per_user": number; "parent_id": number | null; "default_auto_archive_duration": number | null; "permission_overwrites": readonly ({ "id": number; "type": 0 | 1; "allow": string; "deny": string })[]; "available_tags": readonly ({ "id": number; "name": string; "emoji_id": Snowflake | null; "emoji_name": string | null; "moderated": boolean })[] | null; "template": string; "default_reaction_emoji": unknown | null; "default_thread_rate_limit_per_user": number | null; "default_sort_order": number | null; "default_forum_layout": number | null; "default_tag_setting": string | null; "theme_color": number | null })[] };

export type GuildSticker = { "id": Snowflake; "name": string; "tags": string; "description": string | null; "format_type": 1 | 2 | 3 | 4; "type": 2; "available": boolean; "guild_id": Snowflake };

export type GuildStickerWithUser = { "id": Snowflake; "name": string; "tags": string; "description": string | null; "format_type": 1 | 2 | 3 | 4; "type": 2; "available": boolean; "guild_id": Snowflake; "user"?: User };

export type GuildTemplate = { "code": string; "name": string; "description": string | null; "usage_count": number; "creator_id": Snowflake; "creator": User | null; "created_at": Timestamp; "updated_at": Timestamp; "source_guild_id": Snowflake; "serialized_source_guild": GuildSnapshot; "is_dirty": boolean | null };

export type IncidentActions = { "invites_disabled_until": Timestamp | null; "dms_disabled_until": Timestamp | null };

export type IndexApplication = { "id": Snowflake; "name": string; "description": string; "icon": string | null; "flags": string; "bot_id"?: Snowflake; "bot"?: User; "permissions"?: IndexPermissions };

export type IndexCommand = { "id": Snowflake; "type": 1 | 2 | 3 | 4; "application_id": Snowflake; "guild_id"?: Snowflake; "version": Snowflake; "name": string; "description": string; "options"?: readonly (unknown)[]; "default_member_permissions"?: string; "dm_permission"?: boolean; "contexts"?: readonly (number)[]; "integration_types"?: readonly (number)[]; "nsfw"?: boolean; "handler"?: number; "permissions"?: IndexPermissions; "name_localized": string; "description_localized": string };

export type IndexNotReady = { "message": string; "code": number; "documents_indexed": number; "retry_after": number };

export type IndexPermissions = { "user"?: boolean; "roles"?: Readonly<Record<string, boolean>>; "channels"?: Readonly<Record<string, boolean>> };

export type InstallParams = { "scopes": readonly ("applications.commands" | "bot")[]; "permissions": string };

export type InstallParamsDraft = { "scopes"?: readonly ("applications.commands" | "bot")[]; "permissions"?: string };

export type Instant = string;

export type IntegerOption = { "type": 4; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "autocomplete"?: boolean; "choices"?: readonly ({ "name": string; "name_localizations"?: DescriptionLocalizations; "value": number })[]; "min_value"?: number; "max_value"?: number };

export type IntegrationTypesDraft = Readonly<Record<string, { "oauth2_install_params"?: InstallParamsDraft | null } | null>>;

export type InteractionCallback = { "type": 1 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13; "data"?: unknown };

export type InteractionForm = { "type": 2 | 3 | 4 | 5; "application_id": Snowflake; "guild_id"?: Snowflake; "channel_id": Snowflake; "message_id"?: Snowflake; "session_id"?: string; "nonce"?: unknown; "data": unknown };

export type Invite = { "type": number; "code": string; "guild_id": Snowflake; "guild": { "id": Snowflake; "name": string; "splash": string | null; "banner": string | null; "description": string | null; "icon": string | null; "features": readonly (string)[]; "verification_level": number; "vanity_url_code": string | null; "nsfw_level": number; "nsfw": boolean; "premium_subscription_count": number }; "channel": { "id": Snowflake; "type": number; "name": string | null }; "inviter"?: User; "target_type"?: number; "target_user"?: User; "target_application"?: InviteApplication; "guild_scheduled_event"?: ScheduledEvent; "expires_at": Timestamp | null; "roles"?: readonly (InviteRole)[]; "approximate_member_count"?: number; "approximate_presence_count"?: number };

export type InviteApplication = { "id": Snowflake; "name": string; "icon": string | null; "description": string; "type": number | null; "flags": number; "flags_new": string; "verify_key": string };

export type InviteDraft = { "max_age"?: number; "max_uses"?: number; "temporary"?: boolean; "unique"?: boolean; "target_type"?: 1 | 2; "target_user_id"?: Snowflake; "target_application_id"?: Snowflake; "role_ids"?: readonly (Snowflake)[]; "target_user_ids"?: readonly (Snowflake)[] };

export type InviteRole = { "id": Snowflake; "name": string; "position": number; "color": number; "colors": { "primary_color": number; "secondary_color": number | null; "tertiary_color": number | null }; "icon": string | null; "unicode_emoji": string | null };

export type InviteWithMetadata = { "type": number; "code": string; "guild_id": Snowflake; "guild": { "id": Snowflake; "name": string; "splash": string | null; "banner": string | null; "description": string | null; "icon": string | null; "features": readonly (string)[]; "verification_level": number; "vanity_url_code": string | null; "nsfw_level": number; "nsfw": boolean; "premium_subscription_count": number }; "channel": { "id": Snowflake; "type": number; "name": string | null }; "inviter"?: User; "target_type"?: number; "target_user"?: User; "target_application"?: InviteApplication; "guild_scheduled_event"?: ScheduledEvent; "expires_at": Timestamp | null; "roles"?: readonly (InviteRole)[]; "approximate_member_count"?: number; "approximate_presence_count"?: number; "uses": number; "max_uses": number; "max_age": number; "temporary": boolean; "created_at": Timestamp };

export type JoinRequest = { "id": Snowflake; "created_at": Timestamp; "reviewed_at": Timestamp | null; "application_status": "STARTED" | "SUBMITTED" | "APPROVED" | "REJECTED" | null; "rejection_reason": string | null; "guild_id": Snowflake; "user_id": Snowflake; "user"?: User | null; "form_responses"?: readonly (FormResponse)[] | null; "actioned_by_user"?: User | null };

export type LinkedLobby = { "application_id": Snowflake; "lobby_id": Snowflake; "linked_by": Snowflake; "linked_at": Timestamp; "require_application_authorization": boolean };

export type ListedInvite = { "type": number; "code": string; "guild_id": Snowflake; "guild": { "id": Snowflake; "name": string; "splash": string | null; "banner": string | null; "description": string | null; "icon": string | null; "features": readonly (string)[]; "verification_level": number; "vanity_url_code": string | null; "nsfw_level": number; "nsfw": boolean; "premium_subscription_count": number }; "channel": { "id": Snowflake; "type": number; "name": string | null }; "inviter"?: User; "target_type"?: number; "target_user"?: User; "target_application"?: InviteApplication; "guild_scheduled_event"?: ScheduledEvent; "expires_at": Timestamp | null; "roles"?: readonly (InviteRole)[]; "approximate_member_count"?: number; "approximate_presence_count"?: number; "uses"?: number; "max_uses"?: number; "max_age"?: number; "temporary"?: boolean; "created_at"?: Timestamp };

export type Lobby = { "id": Snowflake; "application_id": Snowflake; "metadata": Readonly<Record<string, string>> | null; "flags": number; "members": readonly (LobbyMember)[]; "linked_channel"?: Channel; "override_event_webhooks_url"?: string };

export type LobbyDraft = { "metadata"?: Readonly<Record<string, string>> | null; "members"?: readonly ({ "id": Snowflake; "metadata"?: Readonly<Record<string, string>> | null; "flags"?: 0 | 1 | null; "additional_name"?: string | null })[] | null; "idle_timeout_seconds"?: number | null; "flags"?: 0 | 1 | null; "override_event_webhooks_url"?: string | null };

export type LobbyInvite = { "code": string };

export type LobbyJoinDraft = { "secret": string; "lobby_metadata"?: Readonly<Record<string, string>> | null; "member_metadata"?: Readonly<Record<string, string>> | null; "idle_timeout_seconds"?: number | null; "flags"?: 0 | 1 | null };

export type LobbyMember = { "id": Snowflake; "metadata": Readonly<Record<string, string>> | null; "flags": number; "additional_name"?: string };

export type LobbyMemberChange = { "id": Snowflake; "metadata"?: Readonly<Record<string, string>> | null; "flags"?: 0 | 1 | null; "additional_name"?: string | null; "remove_member"?: boolean | null };

export type LobbyMemberDraft = { "metadata"?: Readonly<Record<string, string>> | null; "flags"?: 0 | 1 | null; "additional_name"?: string | null };

export type LobbyMessage = { "id": Snowflake; "type": number; "content": string; "lobby_id": Snowflake; "channel_id": Snowflake; "author": User; "lobby_member"?: { "additional_name": string }; "metadata"?: Readonly<Record<string, string>>; "moderation_metadata"?: Readonly<Record<string, string>>; "flags": number; "application_id"?: Snowflake };

export type LobbyMessageDraft = { "content"?: string; "metadata"?: Readonly<Record<string, string>> | null; "flags"?: number | null; "nonce"?: unknown; "allowed_mentions"?: AllowedMentions | null; "tts"?: boolean | null; "enforce_nonce"?: boolean | null };

export type LocaleCode = "ar" | "bg" | "cs" | "da" | "de" | "el" | "en-GB" | "en-US" | "es-419" | "es-ES" | "fi" | "fr" | "he" | "hi" | "hr" | "hu" | "id" | "it" | "ja" | "ko" | "lt" | "nl" | "no" | "pl" | "pt-BR" | "ro" | "ru" | "sv-SE" | "th" | "tr" | "uk" | "vi" | "zh-CN" | "zh-TW";

export type Member = { "user": User; "nick": string | null; "avatar": string | null; "banner": string | null; "roles": readonly (Snowflake)[]; "joined_at": Timestamp; "premium_since": Timestamp | null; "deaf": boolean; "mute": boolean; "flags": number; "pending": boolean; "communication_disabled_until": Timestamp | null; "avatar_decoration_data"?: unknown | null; "collectibles"?: unknown | null };

export type MemberChange = { "nick"?: string | null; "roles"?: readonly (Snowflake)[]; "mute"?: boolean; "deaf"?: boolean; "channel_id"?: Snowflake | null; "communication_disabled_until"?: Instant | null; "flags"?: number };

export type MentionableOption = { "type": 9; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean };

export type MentionedChannel = { "id": Snowflake; "guild_id": Snowflake; "type": number; "name": string };

export type Message = { "id": Snowflake; "channel_id": Snowflake; "type": number; "content": string; "author": User; "timestamp": Timestamp; "edited_timestamp": Timestamp | null; "tts": boolean; "mention_everyone": boolean; "mentions": readonly (User)[]; "mention_roles": readonly (Snowflake)[]; "attachments": readonly (Attachment)[]; "embeds": readonly (unknown)[]; "components": readonly (unknown)[]; "resolved"?: MessageResolved; "pinned": boolean; "flags": number; "nonce"?: unknown; "position"?: number; "webhook_id"?: Snowflake; "application_id"?: Snowflake; "interaction"?: unknown; "interaction_metadata"?: unknown; "message_reference"?: unknown; "referenced_message"?: unknown | null; "message_snapshots"?: readonly (MessageSnapshot)[]; "mention_channels"?: readonly (MentionedChannel)[]; "poll"?: Poll; "sticker_items"?: readonly (StickerItem)[]; "shared_client_theme"?: SharedClientTheme; "thread"?: Channel; "reactions"?: readonly (Reaction)[] };

export type MessageChange = { "content"?: string | null; "embeds"?: readonly (EmbedDraft)[] | null; "allowed_mentions"?: AllowedMentions | null; "flags"?: number | null; "components"?: readonly (unknown)[] | null; "attachments"?: readonly (AttachmentDraft)[] | null; "poll"?: PollDraft };

export type MessageResolved = { "users"?: Readonly<Record<string, User>>; "members"?: Readonly<Record<string, { "nick": string | null; "avatar": string | null; "banner": string | null; "roles": readonly (Snowflake)[]; "joined_at": Timestamp; "premium_since": Timestamp | null; "flags": number; "pending": boolean; "communication_disabled_until": Timestamp | null; "avatar_decoration_data"?: unknown | null; "collectibles"?: unknown | null }>>; "roles"?: Readonly<Record<string, Role>>; "channels"?: Readonly<Record<string, Channel>> };

export type MessageSnapshot = { "message": { "type": number; "content": string; "mentions": readonly (User)[]; "mention_roles": readonly (Snowflake)[]; "attachments": readonly (Attachment)[]; "embeds": readonly (unknown)[]; "timestamp": Timestamp; "edited_timestamp": Timestamp | null; "flags": number; "components": readonly (unknown)[]; "sticker_items"?: readonly (StickerItem)[] } };

export type MetadataItem = { "type": 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8; "key": string; "name": string; "name_localizations"?: Readonly<Record<string, string>> | null; "description": string; "description_localizations"?: Readonly<Record<string, string>> | null };

export type NameLocalizations = Readonly<Record<string, string | null>>;

export type NewMemberWelcome = { "guild_id": Snowflake; "enabled": boolean; "welcome_message"?: { "author_ids": readonly (Snowflake)[]; "message": string }; "new_member_actions": readonly ({ "channel_id": Snowflake; "title": string; "description": string; "emoji"?: SettingsEmoji; "icon"?: string; "action_type": 0 | 1 })[]; "resource_channels": readonly ({ "channel_id": Snowflake; "title": string; "description": string; "emoji"?: SettingsEmoji; "icon"?: string })[] };

export type NumberOption = { "type": 10; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "autocomplete"?: boolean; "choices"?: readonly ({ "name": string; "name_localizations"?: DescriptionLocalizations; "value": number })[]; "min_value"?: number; "max_value"?: number };

export type OauthError = { "error": string; "error_description"?: string };

export type Onboarding = { "guild_id": Snowflake; "prompts": readonly (OnboardingPrompt)[]; "default_channel_ids": readonly (Snowflake)[]; "enabled": boolean; "mode": 0 | 1 };

export type OnboardingChange = { "prompts"?: readonly (OnboardingPromptForm)[] | null; "enabled"?: boolean | null; "default_channel_ids"?: readonly (Snowflake)[] | null; "mode"?: 0 | 1 | null };

export type OnboardingOption = { "id": Snowflake; "title": string; "description": string; "emoji": SettingsEmoji; "role_ids": readonly (Snowflake)[]; "channel_ids": readonly (Snowflake)[] };

export type OnboardingOptionForm = { "id"?: Snowflake | null; "title": string; "description"?: string | null; "emoji_id"?: Snowflake | null; "emoji_name"?: string | null; "emoji_animated"?: boolean | null; "role_ids"?: readonly (Snowflake)[] | null; "channel_ids"?: readonly (Snowflake)[] | null };

export type OnboardingPrompt = { "id": Snowflake; "title": string; "options": readonly (OnboardingOption)[]; "single_select": boolean; "required": boolean; "in_onboarding": boolean; "type": 0 | 1 };

export type OnboardingPromptForm = { "id": Snowflake; "title": string; "options": readonly (OnboardingOptionForm)[]; "single_select"?: boolean | null; "required"?: boolean | null; "in_onboarding"?: boolean | null; "type"?: 0 | 1 | null };

export type OverwriteForm = { "id": Snowflake; "type"?: 0 | 1; "allow"?: string; "deny"?: string };

export type OwnApplication = { "id": Snowflake; "name": string; "icon": string | null; "cover_image"?: string; "description": string; "summary": string; "type": number | null; "bot"?: User; "bot_public": boolean; "bot_require_code_grant": boolean; "verify_key": string; "flags": number; "flags_new": string; "redirect_uris": readonly (string)[]; "interactions_endpoint_url": string | null; "role_connections_verification_url": string | null; "owner": User; "team": Team | null; "approximate_guild_count": number; "approximate_user_install_count": number; "approximate_user_authorization_count": number; "explicit_content_filter": number; "max_participants"?: number | null; "eligible_oauth2_scopes": readonly (string)[]; "custom_install_url"?: string; "terms_of_service_url"?: string; "privacy_policy_url"?: string; "install_params"?: InstallParams; "integration_types_config": Readonly<Record<string, { "oauth2_install_params"?: InstallParams }>>; "event_webhooks_url": string | null; "event_webhooks_status": number; "event_webhooks_types": readonly (string)[]; "rpc_origins": readonly (string)[]; "tags": readonly (string)[] };

export type OwnGuild = { "id": Snowflake; "name": string; "icon": string | null; "banner": string | null; "owner": boolean; "permissions": string; "permissions_new": string; "features": readonly (string)[]; "approximate_member_count"?: number; "approximate_presence_count"?: number };

export type OwnMemberChange = { "nick"?: string | null; "avatar"?: string | null; "banner"?: string | null; "bio"?: string | null };

export type OwnUser = { "id": Snowflake; "username": string; "discriminator": string; "global_name": string | null; "avatar": string | null; "bot"?: boolean; "system"?: boolean; "banner": string | null; "accent_color": number | null; "public_flags": number; "flags": number; "avatar_decoration_data": unknown | null; "collectibles": unknown | null; "primary_guild": unknown | null; "mfa_enabled": boolean; "locale": string; "premium_type": number; "email"?: string | null; "verified"?: boolean };

export type OwnVoiceStateChange = { "channel_id"?: Snowflake | null; "suppress"?: boolean | null; "request_to_speak_timestamp"?: Instant | null };

export type PermissionOverwrite = { "id": Snowflake; "type": 0 | 1; "allow": string; "deny": string; "allow_new": string; "deny_new": string };

export type Poll = { "question": { "text"?: string }; "answers": readonly ({ "answer_id": number; "poll_media": { "text"?: string; "emoji"?: ReactionEmoji } })[]; "expiry": Timestamp; "allow_multiselect": boolean; "layout_type": number; "results": { "answer_counts": readonly ({ "id": number; "count": number; "me_voted": boolean })[]; "is_finalized": boolean } };

export type PollDraft = { "question": { "text": string }; "answers": readonly ({ "poll_media": { "text": string; "emoji"?: { "id"?: Snowflake; "name"?: string; "animated"?: boolean } } })[]; "duration"?: number; "allow_multiselect"?: boolean; "layout_type"?: 1 };

export type ProvisionalToken = { "token_type": string; "access_token": string; "expires_in": number; "scope": string; "id_token": string; "refresh_token"?: string | null; "scopes"?: readonly (string)[] | null; "expires_at_s"?: number | null };

export type PublicApplication = { "id": Snowflake; "name": string; "icon": string | null; "description": string; "type": number | null; "bot"?: User; "bot_public": boolean; "bot_require_code_grant": boolean; "verify_key": string; "flags": number; "flags_new": string; "summary": string; "tags": readonly (string)[] };

export type RateLimit = { "message": string; "retry_after": number; "global": boolean; "code"?: number };

export type Reaction = { "emoji": ReactionEmoji; "count": number; "count_details": { "burst": number; "normal": number }; "burst_colors": readonly (string)[]; "me_burst": boolean; "me": boolean };

export type ReactionEmoji = { "id": Snowflake | null; "name": string | null; "animated"?: boolean };

export type RecurrenceRule = { "start": Timestamp; "end": Timestamp | null; "frequency": 0 | 1 | 2 | 3; "interval": number; "by_weekday": readonly (0 | 1 | 2 | 3 | 4 | 5 | 6)[] | null; "by_n_weekday": readonly ({ "n": number; "day": 0 | 1 | 2 | 3 | 4 | 5 | 6 })[] | null; "by_month": readonly (1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12)[] | null; "by_month_day": readonly (number)[] | null; "by_year_day": readonly (number)[] | null; "count": number | null };

export type RecurrenceRuleDraft = { "start": Instant; "end"?: Instant | null; "frequency": 0 | 1 | 2 | 3; "interval"?: number | null; "by_weekday"?: readonly (0 | 1 | 2 | 3 | 4 | 5 | 6)[] | null; "by_n_weekday"?: readonly ({ "n": number; "day": 0 | 1 | 2 | 3 | 4 | 5 | 6 })[] | null; "by_month"?: readonly (1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12)[] | null; "by_month_day"?: readonly (number)[] | null; "by_year_day"?: readonly (number)[] | null; "count"?: number | null };

export type Role = { "id": Snowflake; "name": string; "permissions": string; "permissions_new": string; "position": number; "color": number; "colors": { "primary_color": number; "secondary_color": number | null; "tertiary_color": number | null }; "hoist": boolean; "managed": boolean; "mentionable": boolean; "icon": string | null; "unicode_emoji": string | null; "flags": number; "tags"?: unknown };

export type RoleColors = { "primary_color"?: number; "secondary_color"?: number | null; "tertiary_color"?: number | null };

export type RoleConnection = { "platform_name"?: string; "platform_username"?: string | null; "metadata"?: Readonly<Record<string, string>> };

export type RoleConnectionDraft = { "platform_name"?: string | null; "platform_username"?: string | null; "metadata"?: Readonly<Record<string, string>> | null };

export type RoleDraft = { "name"?: string; "permissions"?: string; "color"?: number; "colors"?: RoleColors; "hoist"?: boolean; "mentionable"?: boolean; "icon"?: string | null; "unicode_emoji"?: string | null };

export type RoleOption = { "type": 8; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean };

export type ScheduledEvent = { "id": Snowflake; "guild_id": Snowflake; "name": string; "description": string | null; "channel_id": Snowflake | null; "creator_id": Snowflake | null; "image": string | null; "scheduled_start_time": Timestamp; "scheduled_end_time": Timestamp | null; "status": number; "entity_type": number; "entity_id": Snowflake | null; "entity_metadata": { "location"?: string } | null; "recurrence_rule": RecurrenceRule | null; "privacy_level": number; "guild_scheduled_event_exceptions": readonly (ScheduledEventException)[]; "creator"?: User; "user_count"?: number };

export type ScheduledEventChange = { "name"?: string; "description"?: string | null; "image"?: string | null; "scheduled_start_time"?: ClockInstant; "scheduled_end_time"?: Instant | null; "privacy_level"?: 2; "entity_type"?: 1 | 2 | 3; "channel_id"?: Snowflake | null; "recurrence_rule"?: RecurrenceRuleDraft | null; "entity_metadata"?: { "location"?: string } | null; "status"?: 1 | 2 | 3 | 4 };

export type ScheduledEventDraft = { "name": string; "description"?: string | null; "image"?: string | null; "scheduled_start_time": Instant; "scheduled_end_time"?: Instant | null; "privacy_level": 2; "entity_type": 1 | 2 | 3; "channel_id"?: Snowflake | null; "recurrence_rule"?: RecurrenceRuleDraft | null; "entity_metadata"?: { "location"?: string } | null };

export type ScheduledEventException = { "event_id": Snowflake; "event_exception_id": Snowflake; "scheduled_start_time": Timestamp | null; "scheduled_end_time": Timestamp | null; "is_canceled": boolean };

export type ScheduledEventExceptionChange = { "scheduled_start_time"?: Instant | null; "scheduled_end_time"?: Instant | null; "is_canceled"?: boolean | null };

export type ScheduledEventUser = { "guild_scheduled_event_id": Snowflake; "guild_scheduled_event_exception_id": Snowflake | null; "user_id": Snowflake; "user"?: User; "member"?: Member; "response": 0 | 1 };

export type SearchResults = { "doing_deep_historical_index": boolean; "documents_indexed"?: number | null; "total_results": number; "messages": readonly (readonly (FoundMessage)[])[]; "threads": readonly (unknown)[]; "members": readonly (unknown)[] };

export type SettingsEmoji = { "id": Snowflake | null; "name": string | null; "animated": boolean };

export type SharedClientTheme = { "colors": readonly (string)[]; "gradient_angle": number; "base_mix": number; "base_theme": 0 | 1 | 2 | 3 | 4 };

export type SharedClientThemeDraft = { "colors": readonly (string)[]; "gradient_angle": number; "base_mix": number; "base_theme"?: 0 | 1 | 2 | 3 | 4 };

export type Sku = { "id": Snowflake; "type": number; "dependent_sku_id": Snowflake | null; "application_id": Snowflake; "manifest_labels": readonly (Snowflake)[] | null; "access_type": number; "name": string; "features": readonly (number)[]; "release_date": Timestamp | null; "premium": boolean; "slug": string; "flags": number; "show_age_gate": boolean };

export type SlackDraft = { "text"?: string | null; "username"?: string | null; "icon_url"?: string | null; "attachments"?: readonly ({ "title"?: string | null; "title_link"?: string | null; "text"?: string | null; "color"?: string | null; "ts"?: number | null; "pretext"?: string | null; "footer"?: string | null; "footer_icon"?: string | null; "author_name"?: string | null; "author_link"?: string | null; "author_icon"?: string | null; "image_url"?: string | null; "thumb_url"?: string | null; "fields"?: readonly ({ "name"?: string | null; "title"?: string | null; "value"?: string | null; "inline"?: boolean | null; "short"?: boolean | null })[] | null })[] | null };

export type Snowflake = string;

export type SoundboardSound = { "name": string; "sound_id": Snowflake; "volume": number; "emoji_id": Snowflake | null; "emoji_name": string | null; "guild_id"?: Snowflake; "available": boolean };

export type SoundboardSoundWithUser = { "name": string; "sound_id": Snowflake; "volume": number; "emoji_id": Snowflake | null; "emoji_name": string | null; "guild_id"?: Snowflake; "available": boolean; "user"?: User };

export type StageInstance = { "id": Snowflake; "guild_id": Snowflake; "channel_id": Snowflake; "topic": string; "privacy_level": number; "discoverable_disabled": boolean; "guild_scheduled_event_id": Snowflake | null };

export type StandardSticker = { "id": Snowflake; "name": string; "tags": string; "description": string | null; "format_type": 1 | 2 | 3 | 4; "type": 1; "pack_id": Snowflake; "sort_value": number };

export type StickerItem = { "id": Snowflake; "name": string; "format_type": 1 | 2 | 3 | 4 };

export type StickerPack = { "id": Snowflake; "sku_id": Snowflake; "name": string; "description": string | null; "stickers": readonly (StandardSticker)[]; "cover_sticker_id"?: Snowflake };

export type StringOption = { "type": 3; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "autocomplete"?: boolean; "choices"?: readonly ({ "name": string; "name_localizations"?: DescriptionLocalizations; "value": string })[]; "min_length"?: number; "max_length"?: number };

export type SubcommandGroupOption = { "type": 2; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "options"?: readonly (SubcommandOption)[] };

export type SubcommandOption = { "type": 1; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean; "options"?: readonly (ValueOption)[] };

export type Subscription = { "id": Snowflake; "user_id": Snowflake; "sku_ids": readonly (Snowflake)[]; "renewal_sku_ids": readonly (Snowflake)[] | null; "entitlement_ids": readonly (Snowflake)[]; "current_period_start": Timestamp; "current_period_end": Timestamp; "status": number; "canceled_at": Timestamp | null };

export type Team = { "id": Snowflake; "icon": string | null; "name": string; "owner_user_id": Snowflake; "members": readonly ({ "user": User; "team_id": Snowflake; "membership_state": number; "role": string; "permissions": readonly (string)[] })[] };

export type ThreadDraft = { "name": string; "auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "rate_limit_per_user"?: number | null; "type"?: 10 | 11 | 12; "invitable"?: boolean; "applied_tags"?: readonly (Snowflake)[]; "message"?: ChannelMessageDraft };

export type ThreadMember = { "id": Snowflake; "user_id": Snowflake; "join_timestamp": Timestamp; "flags": number; "member"?: Member };

export type ThreadMembership = { "id": Snowflake; "user_id": Snowflake; "join_timestamp": Timestamp; "flags": number };

export type ThreadMetadata = { "archived": boolean; "archive_timestamp": Timestamp; "auto_archive_duration": number; "locked": boolean; "invitable"?: boolean; "create_timestamp": Timestamp };

export type Timestamp = string;

export type TokenAnswer = { "access_token": string; "token_type": string; "expires_in": number; "refresh_token"?: string; "scope": string; "id_token"?: string; "guild"?: unknown; "webhook"?: Webhook };

export type UsedInvite = { "type": number; "code": string; "guild_id": Snowflake; "guild": { "id": Snowflake; "name": string; "splash": string | null; "banner": string | null; "description": string | null; "icon": string | null; "features": readonly (string)[]; "verification_level": number; "vanity_url_code": string | null; "nsfw_level": number; "nsfw": boolean; "premium_subscription_count": number }; "channel": { "id": Snowflake; "type": number; "name": string | null }; "inviter"?: User; "target_type"?: number; "target_user"?: User; "target_application"?: InviteApplication; "guild_scheduled_event"?: ScheduledEvent; "expires_at": Timestamp | null; "roles"?: readonly (InviteRole)[]; "approximate_member_count"?: number; "approximate_presence_count"?: number; "new_member": boolean };

export type User = { "id": Snowflake; "username": string; "discriminator": string; "global_name": string | null; "avatar": string | null; "bot"?: boolean; "system"?: boolean; "banner": string | null; "accent_color": number | null; "public_flags": number; "flags": number; "avatar_decoration_data": unknown | null; "collectibles": unknown | null; "primary_guild": unknown | null };

export type UserOption = { "type": 6; "name": string; "name_localizations"?: NameLocalizations; "description": string; "description_localizations"?: DescriptionLocalizations; "required"?: boolean };

export type ValueOption = StringOption | IntegerOption | BooleanOption | UserOption | ChannelOption | RoleOption | MentionableOption | NumberOption | AttachmentOption;

export type VoiceRegion = { "id": string; "name": string; "optimal": boolean; "deprecated": boolean; "custom": boolean };

export type Webhook = { "id": Snowflake; "type": 1 | 2 | 3; "name": string; "avatar": string | null; "channel_id": Snowflake | null; "guild_id"?: Snowflake | null; "application_id": Snowflake | null; "user"?: User; "token"?: string; "url"?: string; "source_guild"?: { "id": Snowflake; "name": string; "icon": string | null }; "source_channel"?: { "id": Snowflake; "name": string } };

export type WebhookDraft = { "tts"?: boolean; "content"?: string; "embeds"?: readonly (EmbedDraft)[]; "allowed_mentions"?: AllowedMentions; "flags"?: number; "components"?: readonly (unknown)[]; "attachments"?: readonly (AttachmentDraft)[]; "poll"?: PollDraft; "username"?: string; "avatar_url"?: string; "thread_name"?: string; "applied_tags"?: readonly (Snowflake)[] };

export type WelcomeChannelForm = { "channel_id": Snowflake; "description": string; "emoji_id"?: Snowflake | null; "emoji_name"?: string | null };

export type WelcomeScreen = { "description": string | null; "welcome_channels": readonly ({ "channel_id": Snowflake; "description": string; "emoji_id": Snowflake | null; "emoji_name": string | null })[] };

export type WelcomeScreenChange = { "description"?: string | null; "welcome_channels"?: readonly (WelcomeChannelForm)[] | null; "enabled"?: boolean | null };

export type WholeVoiceState = { "channel_id": Snowflake | null; "user_id": Snowflake; "session_id": string; "deaf": boolean; "mute": boolean; "self_deaf": boolean; "self_mute": boolean; "self_video": boolean; "suppress": boolean; "request_to_speak_timestamp": Timestamp | null; "self_stream": boolean; "guild_id": Snowflake; "member"?: Member };

export type Widget = { "id": Snowflake; "name": string; "instant_invite": string | null; "channels": readonly ({ "id": Snowflake; "name": string; "position": number })[]; "members": readonly ({ "id": string; "username": string; "discriminator": string; "avatar": string | null; "status": string; "avatar_url": string; "activity"?: { "name": string }; "deaf"?: boolean; "mute"?: boolean; "self_deaf"?: boolean; "self_mute"?: boolean; "suppress"?: boolean; "channel_id"?: Snowflake })[]; "presence_count": number };

export type WidgetSettings = { "enabled": boolean; "channel_id": Snowflake | null };
