// Generated from packages/contract by `npm run generate`; never edit.

import type * as types from "./control-types.ts";

/** How each endpoint is called. */
export const controlCalls = {
  "control.answerOnboarding": { method: "POST", path: "/control/v1/users/{user}/onboarding", encoding: "json" },
  "control.applications.create": { method: "POST", path: "/control/v1/applications", encoding: "json" },
  "control.applications.edit": { method: "PATCH", path: "/control/v1/applications/{application}", encoding: "json" },
  "control.applications.get": { method: "GET", path: "/control/v1/applications/{application}", encoding: "none" },
  "control.applications.key": { method: "GET", path: "/control/v1/applications/{application}/key", encoding: "none" },
  "control.applications.list": { method: "GET", path: "/control/v1/applications", encoding: "none" },
  "control.applications.probe": { method: "POST", path: "/control/v1/applications/{application}/probe", encoding: "json" },
  "control.applications.remove": { method: "DELETE", path: "/control/v1/applications/{application}", encoding: "none" },
  "control.autocomplete": { method: "POST", path: "/control/v1/users/{user}/autocomplete", encoding: "json" },
  "control.boost": { method: "POST", path: "/control/v1/users/{user}/boosts", encoding: "json" },
  "control.channels.create": { method: "POST", path: "/control/v1/channels", encoding: "json" },
  "control.channels.edit": { method: "PATCH", path: "/control/v1/channels/{channel}", encoding: "json" },
  "control.channels.get": { method: "GET", path: "/control/v1/channels/{channel}", encoding: "none" },
  "control.channels.list": { method: "GET", path: "/control/v1/channels", encoding: "none" },
  "control.channels.remove": { method: "DELETE", path: "/control/v1/channels/{channel}", encoding: "none" },
  "control.claimLinkedRole": { method: "POST", path: "/control/v1/users/{user}/linked-roles", encoding: "json" },
  "control.click": { method: "POST", path: "/control/v1/users/{user}/click", encoding: "json" },
  "control.clock.follow": { method: "POST", path: "/control/v1/clock/follow", encoding: "json" },
  "control.clock.get": { method: "GET", path: "/control/v1/clock", encoding: "none" },
  "control.clock.move": { method: "PATCH", path: "/control/v1/clock", encoding: "json" },
  "control.codes.list": { method: "GET", path: "/control/v1/codes", encoding: "none" },
  "control.commands.check": { method: "POST", path: "/control/v1/applications/{application}/commands/check", encoding: "json" },
  "control.commands.list": { method: "GET", path: "/control/v1/commands", encoding: "none" },
  "control.consents.list": { method: "GET", path: "/control/v1/consents", encoding: "none" },
  "control.deauthorize": { method: "POST", path: "/control/v1/users/{user}/deauthorize", encoding: "json" },
  "control.decision": { method: "GET", path: "/control/v1/decision", encoding: "none" },
  "control.decisions": { method: "POST", path: "/control/v1/decisions", encoding: "json" },
  "control.deliveries.list": { method: "GET", path: "/control/v1/deliveries", encoding: "none" },
  "control.deliveries.redeliver": { method: "POST", path: "/control/v1/deliveries/{delivery_id}/redeliver", encoding: "none" },
  "control.entitlements.create": { method: "POST", path: "/control/v1/entitlements", encoding: "json" },
  "control.entitlements.edit": { method: "PATCH", path: "/control/v1/entitlements/{entitlement_id}", encoding: "json" },
  "control.entitlements.get": { method: "GET", path: "/control/v1/entitlements/{entitlement_id}", encoding: "none" },
  "control.entitlements.list": { method: "GET", path: "/control/v1/entitlements", encoding: "none" },
  "control.entitlements.remove": { method: "DELETE", path: "/control/v1/entitlements/{entitlement_id}", encoding: "none" },
  "control.faults.clear": { method: "DELETE", path: "/control/v1/faults", encoding: "none" },
  "control.faults.create": { method: "POST", path: "/control/v1/faults", encoding: "json" },
  "control.faults.list": { method: "GET", path: "/control/v1/faults", encoding: "none" },
  "control.faults.remove": { method: "DELETE", path: "/control/v1/faults/{fault_id}", encoding: "none" },
  "control.guilds.create": { method: "POST", path: "/control/v1/guilds", encoding: "json" },
  "control.guilds.edit": { method: "PATCH", path: "/control/v1/guilds/{guild}", encoding: "json" },
  "control.guilds.get": { method: "GET", path: "/control/v1/guilds/{guild}", encoding: "none" },
  "control.guilds.list": { method: "GET", path: "/control/v1/guilds", encoding: "none" },
  "control.guilds.remove": { method: "DELETE", path: "/control/v1/guilds/{guild}", encoding: "none" },
  "control.installs.create": { method: "POST", path: "/control/v1/installs", encoding: "json" },
  "control.installs.edit": { method: "PATCH", path: "/control/v1/installs/{owner}/{application}", encoding: "json" },
  "control.installs.get": { method: "GET", path: "/control/v1/installs/{owner}/{application}", encoding: "none" },
  "control.installs.list": { method: "GET", path: "/control/v1/installs", encoding: "none" },
  "control.installs.remove": { method: "DELETE", path: "/control/v1/installs/{owner}/{application}", encoding: "none" },
  "control.invoke": { method: "POST", path: "/control/v1/users/{user}/invoke", encoding: "json" },
  "control.jobs.list": { method: "GET", path: "/control/v1/jobs", encoding: "none" },
  "control.journal.export": { method: "GET", path: "/control/v1/journal/export", encoding: "none" },
  "control.journal.exportEntries": { method: "POST", path: "/control/v1/journal/export", encoding: "json" },
  "control.journal.get": { method: "GET", path: "/control/v1/journal/{entry_id}", encoding: "none" },
  "control.journal.list": { method: "GET", path: "/control/v1/journal", encoding: "none" },
  "control.journal.replay": { method: "POST", path: "/control/v1/journal/{entry_id}/replay", encoding: "json" },
  "control.limits.get": { method: "GET", path: "/control/v1/limits", encoding: "none" },
  "control.limits.reset": { method: "POST", path: "/control/v1/limits/reset", encoding: "none" },
  "control.limits.use": { method: "PATCH", path: "/control/v1/limits", encoding: "json" },
  "control.lobbies.addMember": { method: "PUT", path: "/control/v1/lobbies/{lobby_id}/members/{user}", encoding: "json" },
  "control.lobbies.edit": { method: "PATCH", path: "/control/v1/lobbies/{lobby_id}", encoding: "json" },
  "control.lobbies.get": { method: "GET", path: "/control/v1/lobbies/{lobby_id}", encoding: "none" },
  "control.lobbies.list": { method: "GET", path: "/control/v1/lobbies", encoding: "none" },
  "control.lobbies.messages": { method: "GET", path: "/control/v1/lobbies/{lobby_id}/messages", encoding: "none" },
  "control.lobbies.remove": { method: "DELETE", path: "/control/v1/lobbies/{lobby_id}", encoding: "none" },
  "control.lobbies.removeMember": { method: "DELETE", path: "/control/v1/lobbies/{lobby_id}/members/{user}", encoding: "none" },
  "control.members.create": { method: "POST", path: "/control/v1/members", encoding: "json" },
  "control.members.edit": { method: "PATCH", path: "/control/v1/members/{guild}/{member}", encoding: "json" },
  "control.members.get": { method: "GET", path: "/control/v1/members/{guild}/{member}", encoding: "none" },
  "control.members.list": { method: "GET", path: "/control/v1/members", encoding: "none" },
  "control.members.remove": { method: "DELETE", path: "/control/v1/members/{guild}/{member}", encoding: "none" },
  "control.message": { method: "POST", path: "/control/v1/users/{user}/message", encoding: "json" },
  "control.playSound": { method: "POST", path: "/control/v1/users/{user}/sound", encoding: "json" },
  "control.queues.list": { method: "GET", path: "/control/v1/queues", encoding: "none" },
  "control.react": { method: "POST", path: "/control/v1/users/{user}/react", encoding: "json" },
  "control.requestJoining": { method: "POST", path: "/control/v1/users/{user}/join-requests", encoding: "json" },
  "control.respondToEvent": { method: "POST", path: "/control/v1/users/{user}/interest", encoding: "json" },
  "control.roles.create": { method: "POST", path: "/control/v1/roles", encoding: "json" },
  "control.roles.edit": { method: "PATCH", path: "/control/v1/roles/{role}", encoding: "json" },
  "control.roles.get": { method: "GET", path: "/control/v1/roles/{role}", encoding: "none" },
  "control.roles.list": { method: "GET", path: "/control/v1/roles", encoding: "none" },
  "control.roles.remove": { method: "DELETE", path: "/control/v1/roles/{role}", encoding: "none" },
  "control.select": { method: "POST", path: "/control/v1/users/{user}/select", encoding: "json" },
  "control.session": { method: "POST", path: "/control/v1/users/{user}/session", encoding: "none" },
  "control.sessions.list": { method: "GET", path: "/control/v1/sessions", encoding: "none" },
  "control.skus.create": { method: "POST", path: "/control/v1/skus", encoding: "json" },
  "control.skus.edit": { method: "PATCH", path: "/control/v1/skus/{sku}", encoding: "json" },
  "control.skus.get": { method: "GET", path: "/control/v1/skus/{sku}", encoding: "none" },
  "control.skus.list": { method: "GET", path: "/control/v1/skus", encoding: "none" },
  "control.skus.remove": { method: "DELETE", path: "/control/v1/skus/{sku}", encoding: "none" },
  "control.snapshots.create": { method: "POST", path: "/control/v1/snapshots", encoding: "json" },
  "control.snapshots.delete": { method: "DELETE", path: "/control/v1/snapshots/{name}", encoding: "none" },
  "control.snapshots.diff": { method: "GET", path: "/control/v1/snapshots/{name}/diff", encoding: "none" },
  "control.snapshots.list": { method: "GET", path: "/control/v1/snapshots", encoding: "none" },
  "control.snapshots.restore": { method: "POST", path: "/control/v1/snapshots/{name}/restore", encoding: "none" },
  "control.stopBoosting": { method: "DELETE", path: "/control/v1/users/{user}/boosts/{guild}", encoding: "none" },
  "control.submit": { method: "POST", path: "/control/v1/users/{user}/submit", encoding: "json" },
  "control.subscriptions.create": { method: "POST", path: "/control/v1/subscriptions", encoding: "json" },
  "control.subscriptions.edit": { method: "PATCH", path: "/control/v1/subscriptions/{subscription_id}", encoding: "json" },
  "control.subscriptions.get": { method: "GET", path: "/control/v1/subscriptions/{subscription_id}", encoding: "none" },
  "control.subscriptions.list": { method: "GET", path: "/control/v1/subscriptions", encoding: "none" },
  "control.subscriptions.remove": { method: "DELETE", path: "/control/v1/subscriptions/{subscription_id}", encoding: "none" },
  "control.teams.create": { method: "POST", path: "/control/v1/teams", encoding: "json" },
  "control.teams.edit": { method: "PATCH", path: "/control/v1/teams/{team}", encoding: "json" },
  "control.teams.get": { method: "GET", path: "/control/v1/teams/{team}", encoding: "none" },
  "control.teams.list": { method: "GET", path: "/control/v1/teams", encoding: "none" },
  "control.teams.remove": { method: "DELETE", path: "/control/v1/teams/{team}", encoding: "none" },
  "control.tokens.create": { method: "POST", path: "/control/v1/tokens", encoding: "json" },
  "control.tokens.edit": { method: "PATCH", path: "/control/v1/tokens/{token}", encoding: "json" },
  "control.tokens.get": { method: "GET", path: "/control/v1/tokens/{token}", encoding: "none" },
  "control.tokens.list": { method: "GET", path: "/control/v1/tokens", encoding: "none" },
  "control.tokens.remove": { method: "DELETE", path: "/control/v1/tokens/{token}", encoding: "none" },
  "control.traces.children": { method: "GET", path: "/control/v1/traces/{trace_id}/children", encoding: "none" },
  "control.traces.get": { method: "GET", path: "/control/v1/traces/{trace_id}", encoding: "none" },
  "control.traces.replay": { method: "POST", path: "/control/v1/traces/{trace_id}/replay", encoding: "json" },
  "control.users.create": { method: "POST", path: "/control/v1/users", encoding: "json" },
  "control.users.edit": { method: "PATCH", path: "/control/v1/users/{user}", encoding: "json" },
  "control.users.get": { method: "GET", path: "/control/v1/users/{user}", encoding: "none" },
  "control.users.list": { method: "GET", path: "/control/v1/users", encoding: "none" },
  "control.users.remove": { method: "DELETE", path: "/control/v1/users/{user}", encoding: "none" },
  "control.view": { method: "GET", path: "/control/v1/users/{user}/view", encoding: "none" },
  "control.vote": { method: "POST", path: "/control/v1/users/{user}/vote", encoding: "json" },
  "control.withdrawJoinRequest": { method: "DELETE", path: "/control/v1/users/{user}/join-requests/{guild}", encoding: "none" },
  "control.world.get": { method: "GET", path: "/control/v1/world", encoding: "none" },
  "control.world.put": { method: "PUT", path: "/control/v1/world", encoding: "json" },
  "control.world.reset": { method: "POST", path: "/control/v1/world/reset", encoding: "none" },
  "control.worlds.create": { method: "POST", path: "/control/v1/worlds", encoding: "json" },
  "control.worlds.delete": { method: "DELETE", path: "/control/v1/worlds/{world}", encoding: "none" },
  "control.worlds.get": { method: "GET", path: "/control/v1/worlds/{world}", encoding: "none" },
  "control.worlds.list": { method: "GET", path: "/control/v1/worlds", encoding: "none" },
} as const;

/** What each endpoint takes and answers. */
export interface ControlCalls {
  /** Answer a guild's onboarding as a simulated user, who gets the roles of the options that they choose and loses those of options that they chose before. */
  "control.answerOnboarding": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "guild": string | number; "options": readonly (string)[] };
    reply: types.Member;
  };
  /** Add an application with its bot and commands; the answer tells its secrets, this once. */
  "control.applications.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.WorldApplication;
    reply: types.WorldApplication;
  };
  /** Change what is named of an application; the answer tells new secrets, this once. */
  "control.applications.edit": {
    path: { "application": string };
    query: { "world"?: string };
    body: { "name"?: string; "description"?: string; "icon"?: string | null; "cover_image"?: string | null; "custom_install_url"?: string | null; "terms_of_service_url"?: string | null; "privacy_policy_url"?: string | null; "install_params"?: types.InstallParamsDraft | null; "integration_types_config"?: types.IntegrationTypesDraft | null; "role_connections_verification_url"?: string | null; "owner"?: types.PastPerson; "team"?: types.TeamReference | null; "client_secret"?: string | null; "public_client"?: boolean; "flags"?: string | number | readonly (unknown)[]; "integration_types"?: readonly (0 | 1)[]; "redirect_uris"?: readonly (string)[]; "approved_scopes"?: readonly (string)[]; "interactions_endpoint_url"?: string | null; "event_webhooks"?: { "url"?: string | null; "status"?: 1 | 2 | 3; "types"?: readonly ("APPLICATION_AUTHORIZED" | "APPLICATION_DEAUTHORIZED" | "ENTITLEMENT_CREATE" | "ENTITLEMENT_UPDATE" | "ENTITLEMENT_DELETE" | "QUEST_USER_ENROLLMENT" | "LOBBY_MESSAGE_CREATE" | "LOBBY_MESSAGE_UPDATE" | "LOBBY_MESSAGE_DELETE" | "GAME_DIRECT_MESSAGE_CREATE" | "GAME_DIRECT_MESSAGE_UPDATE" | "GAME_DIRECT_MESSAGE_DELETE")[] } | null; "event_webhooks_url"?: string | null; "event_webhooks_status"?: 1 | 2 | 3; "event_webhooks_types"?: readonly ("APPLICATION_AUTHORIZED" | "APPLICATION_DEAUTHORIZED" | "ENTITLEMENT_CREATE" | "ENTITLEMENT_UPDATE" | "ENTITLEMENT_DELETE" | "QUEST_USER_ENROLLMENT" | "LOBBY_MESSAGE_CREATE" | "LOBBY_MESSAGE_UPDATE" | "LOBBY_MESSAGE_DELETE" | "GAME_DIRECT_MESSAGE_CREATE" | "GAME_DIRECT_MESSAGE_UPDATE" | "GAME_DIRECT_MESSAGE_DELETE")[]; "rpc_origins"?: readonly (string)[]; "explicit_content_filter"?: 0 | 1 | 2; "max_participants"?: number | null; "role_connections_metadata"?: readonly (types.MetadataItem)[]; "emojis"?: readonly (types.WorldApplicationEmoji)[]; "role_connections"?: readonly (types.WorldRoleConnection)[]; "verify_key"?: string; "flags_new"?: string; "summary"?: string; "type"?: number | null; "approximate_guild_count"?: number; "approximate_user_install_count"?: number; "approximate_user_authorization_count"?: number; "eligible_oauth2_scopes"?: readonly (string)[]; "requests_per_second"?: number; "bot_public"?: boolean; "bot_require_code_grant"?: boolean; "tags"?: readonly (string)[]; "bot"?: types.WorldBot | null; "oidc"?: types.WorldOidc | null; "unity_project_id"?: string | null; "parent"?: string | number | null; "external_identities"?: readonly (types.WorldExternalIdentity)[]; "accessible_users_max"?: number; "intents_reviewed_at"?: types.ClockInstant };
    reply: types.WorldApplication;
  };
  /** Show an application with its commands as a world file has it, secrets hashed. */
  "control.applications.get": {
    path: { "application": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.WorldApplication;
  };
  /** The public key by which deliveries to an application are verified. */
  "control.applications.key": {
    path: { "application": string };
    query: { "world"?: string };
    body: undefined;
    reply: { "verify_key": string };
  };
  /** Applications as world files have them, without their commands, the oldest first. */
  "control.applications.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.WorldApplication)[]; "next": string | null };
  };
  /** Send a PING that is signed well and one that is signed wrongly to an application's endpoint, as when it is set. Nothing is changed. */
  "control.applications.probe": {
    path: { "application": string };
    query: { "world"?: string };
    body: { "endpoint": "interactions" | "events" };
    reply: { "url": string; "signed_well": { "status": number | null; "error": string | null; "passes": boolean }; "signed_wrongly": { "status": number | null; "error": string | null; "passes": boolean } };
  };
  /** Remove an application with its bot, commands, installations, lobbies and tokens. */
  "control.applications.remove": {
    path: { "application": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Type an option's value as a simulated user, and wait for the suggestions. */
  "control.autocomplete": {
    path: { "user": string };
    query: { "world"?: string };
    body: types.Typing;
    reply: types.InvocationOutcome;
  };
  /** Boost a guild as a simulated user. The guild says so in its system channel, and comes to the level that its boosts make. */
  "control.boost": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "guild": string | number; "count"?: number };
    reply: types.Boosts;
  };
  /** Add a channel or a thread to a guild; one of which no overwrites are said has its category's. */
  "control.channels.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "type"?: 0 | 2 | 4 | 5 | 10 | 11 | 12 | 13 | 14 | 15 | 16; "position"?: number; "permission_overwrites"?: readonly (types.WorldOverwrite)[]; "parent_id"?: string | number | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "default_reaction_emoji"?: types.WorldDefaultReaction | null; "available_tags"?: readonly (types.WorldForumTag)[]; "flags"?: number; "owner_id"?: string | number; "members"?: readonly (string | number)[]; "application_id"?: string | number | null; "last_message_id"?: types.Snowflake | null; "last_pin_timestamp"?: types.Instant | null; "owner_left"?: boolean; "joined"?: readonly (types.WorldThreadJoin)[]; "applied_tags"?: readonly (types.Snowflake)[]; "linked_lobby"?: types.LinkedLobby | null; "thread_metadata"?: types.ThreadMetadata; "message_count"?: number; "member_count"?: number; "total_message_sent"?: number; "status"?: string | null; "voice_start_time"?: number | null };
    reply: { "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "type"?: 0 | 2 | 4 | 5 | 10 | 11 | 12 | 13 | 14 | 15 | 16; "position"?: number; "permission_overwrites"?: readonly (types.WorldOverwrite)[]; "parent_id"?: string | number | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "default_reaction_emoji"?: types.WorldDefaultReaction | null; "available_tags"?: readonly (types.WorldForumTag)[]; "flags"?: number; "owner_id"?: string | number; "members"?: readonly (string | number)[]; "application_id"?: string | number | null; "last_message_id"?: types.Snowflake | null; "last_pin_timestamp"?: types.Instant | null; "owner_left"?: boolean; "joined"?: readonly (types.WorldThreadJoin)[]; "applied_tags"?: readonly (types.Snowflake)[]; "linked_lobby"?: types.LinkedLobby | null; "thread_metadata"?: types.ThreadMetadata; "message_count"?: number; "member_count"?: number; "total_message_sent"?: number; "status"?: string | null; "voice_start_time"?: number | null };
  };
  /** Change what is named of a channel or a thread; channels that equalled their category follow it. */
  "control.channels.edit": {
    path: { "channel": string };
    query: { "world"?: string };
    body: { "name"?: string; "guild_id"?: string | number; "position"?: number; "permission_overwrites"?: readonly (types.WorldOverwrite)[]; "parent_id"?: string | number | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "default_reaction_emoji"?: types.WorldDefaultReaction | null; "available_tags"?: readonly (types.WorldForumTag)[]; "flags"?: number; "owner_id"?: string | number; "members"?: readonly (string | number)[]; "application_id"?: string | number | null; "last_message_id"?: types.Snowflake | null; "last_pin_timestamp"?: types.Instant | null; "owner_left"?: boolean; "joined"?: readonly (types.WorldThreadJoin)[]; "applied_tags"?: readonly (types.Snowflake)[]; "linked_lobby"?: types.LinkedLobby | null; "thread_metadata"?: types.ThreadMetadata; "message_count"?: number; "member_count"?: number; "total_message_sent"?: number; "status"?: string | null; "voice_start_time"?: number | null };
    reply: { "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "type"?: 0 | 2 | 4 | 5 | 10 | 11 | 12 | 13 | 14 | 15 | 16; "position"?: number; "permission_overwrites"?: readonly (types.WorldOverwrite)[]; "parent_id"?: string | number | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "default_reaction_emoji"?: types.WorldDefaultReaction | null; "available_tags"?: readonly (types.WorldForumTag)[]; "flags"?: number; "owner_id"?: string | number; "members"?: readonly (string | number)[]; "application_id"?: string | number | null; "last_message_id"?: types.Snowflake | null; "last_pin_timestamp"?: types.Instant | null; "owner_left"?: boolean; "joined"?: readonly (types.WorldThreadJoin)[]; "applied_tags"?: readonly (types.Snowflake)[]; "linked_lobby"?: types.LinkedLobby | null; "thread_metadata"?: types.ThreadMetadata; "message_count"?: number; "member_count"?: number; "total_message_sent"?: number; "status"?: string | null; "voice_start_time"?: number | null };
  };
  /** Show a channel or a thread as a world file has it. */
  "control.channels.get": {
    path: { "channel": string };
    query: { "world"?: string };
    body: undefined;
    reply: { "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "type"?: 0 | 2 | 4 | 5 | 10 | 11 | 12 | 13 | 14 | 15 | 16; "position"?: number; "permission_overwrites"?: readonly (types.WorldOverwrite)[]; "parent_id"?: string | number | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "default_reaction_emoji"?: types.WorldDefaultReaction | null; "available_tags"?: readonly (types.WorldForumTag)[]; "flags"?: number; "owner_id"?: string | number; "members"?: readonly (string | number)[]; "application_id"?: string | number | null; "last_message_id"?: types.Snowflake | null; "last_pin_timestamp"?: types.Instant | null; "owner_left"?: boolean; "joined"?: readonly (types.WorldThreadJoin)[]; "applied_tags"?: readonly (types.Snowflake)[]; "linked_lobby"?: types.LinkedLobby | null; "thread_metadata"?: types.ThreadMetadata; "message_count"?: number; "member_count"?: number; "total_message_sent"?: number; "status"?: string | null; "voice_start_time"?: number | null };
  };
  /** Channels and threads of guilds as world files have them, the oldest first. */
  "control.channels.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly ({ "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "type"?: 0 | 2 | 4 | 5 | 10 | 11 | 12 | 13 | 14 | 15 | 16; "position"?: number; "permission_overwrites"?: readonly (types.WorldOverwrite)[]; "parent_id"?: string | number | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "default_reaction_emoji"?: types.WorldDefaultReaction | null; "available_tags"?: readonly (types.WorldForumTag)[]; "flags"?: number; "owner_id"?: string | number; "members"?: readonly (string | number)[]; "application_id"?: string | number | null; "last_message_id"?: types.Snowflake | null; "last_pin_timestamp"?: types.Instant | null; "owner_left"?: boolean; "joined"?: readonly (types.WorldThreadJoin)[]; "applied_tags"?: readonly (types.Snowflake)[]; "linked_lobby"?: types.LinkedLobby | null; "thread_metadata"?: types.ThreadMetadata; "message_count"?: number; "member_count"?: number; "total_message_sent"?: number; "status"?: string | null; "voice_start_time"?: number | null })[]; "next": string | null };
  };
  /** Remove a channel with its messages and threads, or a thread. */
  "control.channels.remove": {
    path: { "channel": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Claim a linked role as a simulated user, who must meet its requirements by what applications say of them. */
  "control.claimLinkedRole": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "role": string | number };
    reply: types.Member;
  };
  /** Click a button as a simulated user, and wait for what comes of it. */
  "control.click": {
    path: { "user": string };
    query: { "world"?: string };
    body: types.Click;
    reply: types.InvocationOutcome;
  };
  /** Wait until the clock stands at an instant, or is moved: for programs whose own timers follow it. The clock goes on once the program has asked again, or after a second of real time. */
  "control.clock.follow": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "follower": string; "next"?: types.ClockInstant };
    reply: types.ClockView;
  };
  /** The service's time, and whether it stands still. */
  "control.clock.get": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: undefined;
    reply: types.ClockView;
  };
  /** Freeze or release the clock, then set it, then advance it: by a duration, or to the instant of what falls due next, if anything does; no further than `until`, to which `next` goes where nothing falls due before it. Forwards, everything that falls due has happened, in order, when this answers. */
  "control.clock.move": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "frozen"?: boolean; "now"?: types.ClockInstant; "advance"?: string; "until"?: types.ClockInstant };
    reply: types.ClockView;
  };
  /** Codes of consents, those that were used included while they are remembered, then those of devices; none is told. */
  "control.codes.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.CodeItem)[]; "next": string | null };
  };
  /** What replacing an application's commands by these would do, global ones or with `guild` those of a guild. Nothing is changed. */
  "control.commands.check": {
    path: { "application": string };
    query: { "guild"?: string | number; "world"?: string };
    body: readonly (unknown)[];
    reply: { "errors"?: unknown; "create": readonly (string)[]; "update": readonly (string)[]; "rename": readonly ({ "from": string; "to": string })[]; "delete": readonly (string)[]; "unchanged": readonly (string)[]; "loses_permissions": readonly (string)[]; "creates_left_today": number; "lint": readonly ({ "path": string; "message": string })[] };
  };
  /** Commands as world files have them, application by application: global ones, then those of each guild. With `guild` only global ones and its own. */
  "control.commands.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "application"?: string | number; "guild"?: string | number; "world"?: string };
    body: undefined;
    reply: { "items": readonly ({ "application": types.Snowflake; "id"?: types.Snowflake | null; "name": string; "name_localizations"?: types.NameLocalizations | null; "description"?: string | null; "description_localizations"?: types.DescriptionLocalizations | null; "options"?: readonly (types.AnyOption)[] | null; "default_member_permissions"?: string | null; "default_permission"?: boolean | null; "nsfw"?: boolean | null; "dm_permission"?: boolean | null; "contexts"?: readonly (0 | 1 | 2)[] | null; "integration_types"?: readonly (0 | 1)[] | null; "handler"?: 1 | 2 | null; "type"?: 1 | 2 | 3 | 4 | null; "application_id"?: types.Snowflake; "guild_id"?: string | number | null; "version"?: types.Snowflake; "versions"?: types.Snowflake })[]; "next": string | null };
  };
  /** What people allowed applications to do, user by user. */
  "control.consents.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.WorldAuthorization)[]; "next": string | null };
  };
  /** Remove an application as a user does: its tokens, sessions and installation end, and its webhook hears of it. */
  "control.deauthorize": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "application": string | number };
    reply: undefined;
  };
  /** Whether a user may use a command in a channel, and every step of why. Nothing is sent. */
  "control.decision": {
    path: Record<never, never>;
    query: { "user": string | number; "application": string | number; "channel": string | number; "guild"?: string | number; "command": types.CommandReference; "target"?: string | number; "world"?: string };
    body: undefined;
    reply: types.DecisionView;
  };
  /** Whether users, or members with some roles, may use commands in channels: many cells at once, as things are or as an overlay would have them. Nothing is sent or stored. */
  "control.decisions": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "cells": readonly (types.DecisionCell)[]; "overlay"?: types.DecisionOverlay; "steps"?: boolean };
    reply: { "results": readonly (types.DecisionOutcome)[] };
  };
  /** Events that wait for their endpoints, and what became of events and interactions within the last hour, the newest last. */
  "control.deliveries.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.DeliveryItem)[]; "next": string | null };
  };
  /** Deliver an event once more, behind those of its resource that wait; one that waits itself is tried at once. */
  "control.deliveries.redeliver": {
    path: { "delivery_id": types.Snowflake };
    query: { "world"?: string };
    body: undefined;
    reply: { "delivery": types.DeliveryItem };
  };
  /** Give a user or a guild something that an application sells; the application hears of it. */
  "control.entitlements.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.EntitlementForm;
    reply: types.EntitlementForm;
  };
  /** Change an entitlement, or take it back; the application hears of it. */
  "control.entitlements.edit": {
    path: { "entitlement_id": types.Snowflake };
    query: { "world"?: string };
    body: types.EntitlementChange;
    reply: types.EntitlementForm;
  };
  /** Show an entitlement as a world file has it. */
  "control.entitlements.get": {
    path: { "entitlement_id": types.Snowflake };
    query: { "world"?: string };
    body: undefined;
    reply: types.EntitlementForm;
  };
  /** Entitlements as world files have them, those that are over included, the oldest first. */
  "control.entitlements.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.EntitlementForm)[]; "next": string | null };
  };
  /** Remove an entitlement without a trace; the application hears that it was taken back. */
  "control.entitlements.remove": {
    path: { "entitlement_id": types.Snowflake };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Take every planned failure back, and end what waits because of one. */
  "control.faults.clear": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Plan a failure of calls or sessions. Living sessions that match are struck before this answers. */
  "control.faults.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.FaultForm;
    reply: types.PlannedFault;
  };
  /** The planned failures that have strikes left, in the order of planning. */
  "control.faults.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.PlannedFault)[]; "next": string | null };
  };
  /** Take a planned failure back; one that has no strikes left is unknown. */
  "control.faults.remove": {
    path: { "fault_id": types.Snowflake };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Add a guild with everything that is named in it. */
  "control.guilds.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.WorldGuild;
    reply: types.WorldGuild;
  };
  /** Change what is named of a guild itself. */
  "control.guilds.edit": {
    path: { "guild": string };
    query: { "world"?: string };
    body: { "name"?: string; "owner"?: string | number; "owner_id"?: string | number; "icon"?: string | null; "description"?: string | null; "home_header"?: string | null; "splash"?: string | null; "discovery_splash"?: string | null; "features"?: readonly (string)[]; "banner"?: string | null; "region"?: string; "system_channel_flags"?: number; "widget_enabled"?: boolean; "max_presences"?: number | null; "max_members"?: number; "max_stage_video_channel_users"?: number; "max_video_channel_users"?: number; "premium_subscription_count"?: number; "premium_progress_bar_enabled"?: boolean; "nsfw"?: boolean; "incidents_data"?: unknown | null; "afk_timeout"?: 60 | 300 | 900 | 1800 | 3600; "verification_level"?: 0 | 1 | 2 | 3 | 4; "default_message_notifications"?: 0 | 1; "mfa_level"?: 0 | 1; "explicit_content_filter"?: 0 | 1 | 2; "premium_tier"?: 0 | 1 | 2 | 3; "nsfw_level"?: 0 | 1 | 2 | 3; "vanity_url_code"?: string | null; "preferred_locale"?: types.LocaleCode; "search_index"?: "ready" | "not_ready"; "application_id"?: string | number | null; "afk_channel_id"?: string | number | null; "system_channel_id"?: string | number | null; "widget_channel_id"?: string | number | null; "rules_channel_id"?: string | number | null; "safety_alerts_channel_id"?: string | number | null; "public_updates_channel_id"?: string | number | null; "emojis"?: readonly (types.WorldEmoji)[]; "stickers"?: readonly (types.WorldSticker)[]; "webhooks"?: readonly (types.WorldWebhook)[]; "bans"?: readonly (types.WorldBan)[]; "welcome_screen"?: types.WorldWelcomeScreen; "onboarding"?: types.WorldOnboarding; "new_member_welcome"?: types.WorldNewMemberWelcome; "vanity_url_uses"?: number };
    reply: types.WorldGuild;
  };
  /** Show a guild with everything in it as a world file has it. */
  "control.guilds.get": {
    path: { "guild": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.WorldGuild;
  };
  /** Guilds as world files have them, without what stands in them, which has lists of its own; the oldest first. */
  "control.guilds.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.WorldGuild)[]; "next": string | null };
  };
  /** Remove a guild with everything in it. */
  "control.guilds.remove": {
    path: { "guild": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Install an application in a guild or for a user. */
  "control.installs.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "guild"?: string | number; "user"?: string | number; "application": string | number; "scopes"?: readonly (string)[]; "permissions"?: string | number | readonly (unknown)[]; "installed_by"?: string | number };
    reply: { "guild"?: string | number; "user"?: string | number; "application": string | number; "scopes"?: readonly (string)[]; "permissions"?: string | number | readonly (unknown)[]; "installed_by"?: string | number };
  };
  /** Change the scopes or permissions of an installation. */
  "control.installs.edit": {
    path: { "owner": string; "application": string };
    query: { "world"?: string };
    body: { "scopes"?: readonly (string)[]; "permissions"?: string | number | readonly (unknown)[]; "installed_by"?: string | number };
    reply: { "guild"?: string | number; "user"?: string | number; "application": string | number; "scopes"?: readonly (string)[]; "permissions"?: string | number | readonly (unknown)[]; "installed_by"?: string | number };
  };
  /** Show an application's installation as a world file has it. */
  "control.installs.get": {
    path: { "owner": string; "application": string };
    query: { "world"?: string };
    body: undefined;
    reply: { "guild"?: string | number; "user"?: string | number; "application": string | number; "scopes"?: readonly (string)[]; "permissions"?: string | number | readonly (unknown)[]; "installed_by"?: string | number };
  };
  /** Where applications are installed as world files have it: in guilds, then for users. */
  "control.installs.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly ({ "guild"?: string | number; "user"?: string | number; "application": string | number; "scopes"?: readonly (string)[]; "permissions"?: string | number | readonly (unknown)[]; "installed_by"?: string | number })[]; "next": string | null };
  };
  /** Remove an application from a guild or a user; a bot leaves the guild. */
  "control.installs.remove": {
    path: { "owner": string; "application": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Invoke a command as a simulated user, and wait for what comes of it. */
  "control.invoke": {
    path: { "user": string };
    query: { "world"?: string };
    body: types.Invocation;
    reply: types.InvocationOutcome;
  };
  /** What falls due next, the earliest first: planned work, and the ends of what has one. */
  "control.jobs.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.DueJob)[]; "next": string | null };
  };
  /** A trace, all that happened after an entry, or the entries that are named, as a shell script of curl calls, as an HTTP archive, as JSON lines, or as a test that does again what users did and expects what they saw. `world` is the world file that such a test begins with. Secrets are named as variables, or left out. */
  "control.journal.export": {
    path: Record<never, never>;
    query: { "trace"?: string; "after"?: string; "before"?: string; "entries"?: readonly (string)[]; "as": "curl" | "har" | "jsonl" | "vitest" | "jest" | "node" | "pytest" | "world"; "name"?: string; "app"?: readonly (string)[]; "snapshot"?: string; "world_file"?: string; "loose"?: readonly ("numbers")[]; "world"?: string };
    body: undefined;
    reply: { "log": unknown };
  };
  /** The entries that are named, in the order in which they began, as a shell script of curl calls, as an HTTP archive or as JSON lines: more of them than fit into the address of a call. Nothing is changed. */
  "control.journal.exportEntries": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "entries": readonly (string)[]; "as": "curl" | "har" | "jsonl" };
    reply: { "log": unknown };
  };
  /** An entry whole: headers, bodies, decision, and every fault at its place. */
  "control.journal.get": {
    path: { "entry_id": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.WholeEntry;
  };
  /** What crossed the edges, in its order: the newest page, unless `after` or `before` says otherwise. With `follow=1` a stream of server-sent events: `hello`, then `entry` for each that ends, and `gap` where some were forgotten. */
  "control.journal.list": {
    path: Record<never, never>;
    query: { "trace"?: string; "kind"?: readonly ("request" | "dispatch" | "frame" | "delivery" | "job" | "decision" | "fault" | "refusal" | "clock")[]; "application"?: string | number; "user"?: string | number; "name"?: string; "status"?: string; "text"?: string; "since"?: types.ClockInstant; "after"?: string; "before"?: string; "limit"?: number; "follow"?: boolean; "world"?: string };
    body: undefined;
    reply: types.JournalPage;
  };
  /** The same call again by the same caller, with another body where one is given. */
  "control.journal.replay": {
    path: { "entry_id": string };
    query: { "world"?: string };
    body: { "body"?: unknown };
    reply: { "status": number; "headers": Readonly<Record<string, string>>; "body"?: unknown; "entry": string | null };
  };
  /** Every rate-limit bucket that is open, with its state. */
  "control.limits.get": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: undefined;
    reply: types.LimitsInForce;
  };
  /** Forget every rate-limit window, those of the gateway too, and let addresses that were shut out in again. */
  "control.limits.reset": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Let another profile of limits hold from the next call on, until another world, or a snapshot, is put in place. Every window begins anew. */
  "control.limits.use": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "profile": "production" | "unapproved" | "off" };
    reply: types.LimitsInForce;
  };
  /** Put a user into a lobby as its application would, or change the member already there; its members hear of it. */
  "control.lobbies.addMember": {
    path: { "lobby_id": types.Snowflake; "user": string };
    query: { "world"?: string };
    body: types.LobbyMemberDraft;
    reply: types.LobbyMember;
  };
  /** Change a lobby as its application would. Metadata and a list of members, when given, replace the old ones; its members hear of it. */
  "control.lobbies.edit": {
    path: { "lobby_id": types.Snowflake };
    query: { "world"?: string };
    body: types.LobbyDraft;
    reply: types.LobbyDetail;
  };
  /** A lobby with its members, and when its countdown ends. */
  "control.lobbies.get": {
    path: { "lobby_id": types.Snowflake };
    query: { "world"?: string };
    body: undefined;
    reply: types.LobbyDetail;
  };
  /** Lobbies of all applications, the oldest first. */
  "control.lobbies.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.LobbyItem)[]; "next": string | null };
  };
  /** What was written in a lobby in the last 72 hours, newest first. */
  "control.lobbies.messages": {
    path: { "lobby_id": types.Snowflake };
    query: { "limit"?: number; "world"?: string };
    body: undefined;
    reply: readonly (types.LobbyMessage)[];
  };
  /** Close a lobby as its application would; its members hear of it. */
  "control.lobbies.remove": {
    path: { "lobby_id": types.Snowflake };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Take a user out of a lobby as its application would; succeeds when they are not in it. */
  "control.lobbies.removeMember": {
    path: { "lobby_id": types.Snowflake; "user": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Make a user a member of a guild. */
  "control.members.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "guild"?: string | number; "guild_id"?: string | number; "user": types.Person; "nick"?: string | null; "avatar"?: string | null; "banner"?: string | null; "roles"?: readonly (string | number)[]; "joined_at"?: types.ClockInstant; "premium_since"?: types.Instant | null; "boosts"?: number; "deaf"?: boolean; "mute"?: boolean; "flags"?: number; "pending"?: boolean; "communication_disabled_until"?: types.Instant | null; "avatar_decoration_data"?: { "asset": string; "sku_id": types.Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": types.Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "bio"?: string; "join_source_type"?: number; "source_invite_code"?: string; "onboarding_responses"?: readonly (types.Snowflake)[]; "temporary"?: boolean };
    reply: { "guild"?: string | number; "guild_id"?: string | number; "user": types.Person; "nick"?: string | null; "avatar"?: string | null; "banner"?: string | null; "roles"?: readonly (string | number)[]; "joined_at"?: types.ClockInstant; "premium_since"?: types.Instant | null; "boosts"?: number; "deaf"?: boolean; "mute"?: boolean; "flags"?: number; "pending"?: boolean; "communication_disabled_until"?: types.Instant | null; "avatar_decoration_data"?: { "asset": string; "sku_id": types.Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": types.Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "bio"?: string; "join_source_type"?: number; "source_invite_code"?: string; "onboarding_responses"?: readonly (types.Snowflake)[]; "temporary"?: boolean };
  };
  /** Change what is named of a member. */
  "control.members.edit": {
    path: { "guild": string; "member": string };
    query: { "world"?: string };
    body: { "nick"?: string | null; "avatar"?: string | null; "banner"?: string | null; "roles"?: readonly (string | number)[]; "joined_at"?: types.ClockInstant; "premium_since"?: types.Instant | null; "boosts"?: number; "deaf"?: boolean; "mute"?: boolean; "flags"?: number; "pending"?: boolean; "communication_disabled_until"?: types.Instant | null; "avatar_decoration_data"?: { "asset": string; "sku_id": types.Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": types.Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "bio"?: string; "join_source_type"?: number; "source_invite_code"?: string; "onboarding_responses"?: readonly (types.Snowflake)[]; "temporary"?: boolean };
    reply: { "guild"?: string | number; "guild_id"?: string | number; "user": types.Person; "nick"?: string | null; "avatar"?: string | null; "banner"?: string | null; "roles"?: readonly (string | number)[]; "joined_at"?: types.ClockInstant; "premium_since"?: types.Instant | null; "boosts"?: number; "deaf"?: boolean; "mute"?: boolean; "flags"?: number; "pending"?: boolean; "communication_disabled_until"?: types.Instant | null; "avatar_decoration_data"?: { "asset": string; "sku_id": types.Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": types.Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "bio"?: string; "join_source_type"?: number; "source_invite_code"?: string; "onboarding_responses"?: readonly (types.Snowflake)[]; "temporary"?: boolean };
  };
  /** Show a member of a guild as a world file has them. */
  "control.members.get": {
    path: { "guild": string; "member": string };
    query: { "world"?: string };
    body: undefined;
    reply: { "guild"?: string | number; "guild_id"?: string | number; "user": types.Person; "nick"?: string | null; "avatar"?: string | null; "banner"?: string | null; "roles"?: readonly (string | number)[]; "joined_at"?: types.ClockInstant; "premium_since"?: types.Instant | null; "boosts"?: number; "deaf"?: boolean; "mute"?: boolean; "flags"?: number; "pending"?: boolean; "communication_disabled_until"?: types.Instant | null; "avatar_decoration_data"?: { "asset": string; "sku_id": types.Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": types.Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "bio"?: string; "join_source_type"?: number; "source_invite_code"?: string; "onboarding_responses"?: readonly (types.Snowflake)[]; "temporary"?: boolean };
  };
  /** Members as world files have them, guild by guild. */
  "control.members.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly ({ "guild"?: string | number; "guild_id"?: string | number; "user": types.Person; "nick"?: string | null; "avatar"?: string | null; "banner"?: string | null; "roles"?: readonly (string | number)[]; "joined_at"?: types.ClockInstant; "premium_since"?: types.Instant | null; "boosts"?: number; "deaf"?: boolean; "mute"?: boolean; "flags"?: number; "pending"?: boolean; "communication_disabled_until"?: types.Instant | null; "avatar_decoration_data"?: { "asset": string; "sku_id": types.Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": types.Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "bio"?: string; "join_source_type"?: number; "source_invite_code"?: string; "onboarding_responses"?: readonly (types.Snowflake)[]; "temporary"?: boolean })[]; "next": string | null };
  };
  /** Remove a member from a guild; a bot goes with its application's installation. */
  "control.members.remove": {
    path: { "guild": string; "member": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Send a message as a simulated user, and with `until` wait for what applications say to it. The channel is an id, a unique name, or `@name`. */
  "control.message": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "channel": string | number; "guild"?: string | number; "content"?: string; "sticker_ids"?: readonly (types.Snowflake)[]; "attachments"?: readonly (types.EncodedFile)[]; "until"?: "answered"; "wait"?: number };
    reply: { "id": types.Snowflake; "channel_id": types.Snowflake; "type": number; "content": string; "author": types.User; "timestamp": types.Timestamp; "edited_timestamp": types.Timestamp | null; "tts": boolean; "mention_everyone": boolean; "mentions": readonly (types.User)[]; "mention_roles": readonly (types.Snowflake)[]; "attachments": readonly (types.Attachment)[]; "embeds": readonly (unknown)[]; "components": readonly (unknown)[]; "resolved"?: types.MessageResolved; "pinned": boolean; "flags": number; "nonce"?: unknown; "position"?: number; "webhook_id"?: types.Snowflake; "application_id"?: types.Snowflake; "interaction"?: unknown; "interaction_metadata"?: unknown; "message_reference"?: unknown; "referenced_message"?: unknown | null; "message_snapshots"?: readonly (types.MessageSnapshot)[]; "mention_channels"?: readonly (types.MentionedChannel)[]; "poll"?: types.Poll; "sticker_items"?: readonly (types.StickerItem)[]; "shared_client_theme"?: types.SharedClientTheme; "thread"?: types.Channel; "reactions"?: readonly (types.Reaction)[]; "answers"?: readonly (types.Message)[] };
  };
  /** Play a sound as a simulated user in the voice channel that they are in. */
  "control.playSound": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "channel": string | number; "guild"?: string | number; "sound": string; "from"?: string | number };
    reply: undefined;
  };
  /** Queues of events that wait for their endpoints, one for each resource of an application: how many wait, and when the first of them is tried next. The next one first. */
  "control.queues.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.QueueItem)[]; "next": string | null };
  };
  /** React to a message as a simulated user, or with `remove` take the reaction back; the message as they see it then. */
  "control.react": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "channel": string | number; "guild"?: string | number; "message": types.Snowflake; "emoji": string; "burst"?: boolean; "remove"?: boolean };
    reply: types.Message;
  };
  /** Ask to join a guild as a simulated user, with a form filled in; without `submit` it is only begun. */
  "control.requestJoining": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "guild": string | number; "form_responses"?: readonly (types.FormResponse)[]; "submit"?: boolean };
    reply: types.JoinRequest;
  };
  /** Say as a simulated user that an event, or one occurrence of it, is interesting, or with `interested: false` that it is not; with `remove` take it back. */
  "control.respondToEvent": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "guild": string | number; "event": string; "exception"?: types.Snowflake; "interested"?: boolean; "remove"?: boolean };
    reply: undefined;
  };
  /** Add a role to a guild. */
  "control.roles.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "permissions"?: string | number | readonly (unknown)[]; "permissions_new"?: string | number | readonly (unknown)[]; "position"?: number; "color"?: number; "colors"?: { "primary_color": number; "secondary_color"?: number | null; "tertiary_color"?: number | null }; "hoist"?: boolean; "mentionable"?: boolean; "managed"?: boolean; "icon"?: string | null; "unicode_emoji"?: string | null; "flags"?: number; "tags"?: Readonly<Record<string, unknown>>; "linked"?: types.WorldRoleLink };
    reply: { "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "permissions"?: string | number | readonly (unknown)[]; "permissions_new"?: string | number | readonly (unknown)[]; "position"?: number; "color"?: number; "colors"?: { "primary_color": number; "secondary_color"?: number | null; "tertiary_color"?: number | null }; "hoist"?: boolean; "mentionable"?: boolean; "managed"?: boolean; "icon"?: string | null; "unicode_emoji"?: string | null; "flags"?: number; "tags"?: Readonly<Record<string, unknown>>; "linked"?: types.WorldRoleLink };
  };
  /** Change what is named of a role. */
  "control.roles.edit": {
    path: { "role": string };
    query: { "world"?: string };
    body: { "name"?: string; "permissions"?: string | number | readonly (unknown)[]; "permissions_new"?: string | number | readonly (unknown)[]; "position"?: number; "color"?: number; "colors"?: { "primary_color": number; "secondary_color"?: number | null; "tertiary_color"?: number | null }; "hoist"?: boolean; "mentionable"?: boolean; "icon"?: string | null; "unicode_emoji"?: string | null; "flags"?: number; "linked"?: types.WorldRoleLink };
    reply: { "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "permissions"?: string | number | readonly (unknown)[]; "permissions_new"?: string | number | readonly (unknown)[]; "position"?: number; "color"?: number; "colors"?: { "primary_color": number; "secondary_color"?: number | null; "tertiary_color"?: number | null }; "hoist"?: boolean; "mentionable"?: boolean; "managed"?: boolean; "icon"?: string | null; "unicode_emoji"?: string | null; "flags"?: number; "tags"?: Readonly<Record<string, unknown>>; "linked"?: types.WorldRoleLink };
  };
  /** Show a role as a world file has it. */
  "control.roles.get": {
    path: { "role": string };
    query: { "world"?: string };
    body: undefined;
    reply: { "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "permissions"?: string | number | readonly (unknown)[]; "permissions_new"?: string | number | readonly (unknown)[]; "position"?: number; "color"?: number; "colors"?: { "primary_color": number; "secondary_color"?: number | null; "tertiary_color"?: number | null }; "hoist"?: boolean; "mentionable"?: boolean; "managed"?: boolean; "icon"?: string | null; "unicode_emoji"?: string | null; "flags"?: number; "tags"?: Readonly<Record<string, unknown>>; "linked"?: types.WorldRoleLink };
  };
  /** Roles as world files have them, guild by guild. */
  "control.roles.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly ({ "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "permissions"?: string | number | readonly (unknown)[]; "permissions_new"?: string | number | readonly (unknown)[]; "position"?: number; "color"?: number; "colors"?: { "primary_color": number; "secondary_color"?: number | null; "tertiary_color"?: number | null }; "hoist"?: boolean; "mentionable"?: boolean; "managed"?: boolean; "icon"?: string | null; "unicode_emoji"?: string | null; "flags"?: number; "tags"?: Readonly<Record<string, unknown>>; "linked"?: types.WorldRoleLink })[]; "next": string | null };
  };
  /** Remove a role from its guild, its members and its channels' overwrites. */
  "control.roles.remove": {
    path: { "role": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Choose in a select menu as a simulated user, and wait for what comes of it. */
  "control.select": {
    path: { "user": string };
    query: { "world"?: string };
    body: types.Selection;
    reply: types.InvocationOutcome;
  };
  /** A token with which a client signs in as a user, over the API and the gateway, for an hour. It is told this once. */
  "control.session": {
    path: { "user": string };
    query: { "world"?: string };
    body: undefined;
    reply: { "token": string; "expires_at": types.Timestamp };
  };
  /** The gateway sessions that live, the oldest first. */
  "control.sessions.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.SessionItem)[]; "next": string | null };
  };
  /** Add something that an application sells. */
  "control.skus.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.SkuForm;
    reply: types.SkuForm;
  };
  /** Change the name, the address or the flags of something that an application sells. */
  "control.skus.edit": {
    path: { "sku": string };
    query: { "world"?: string };
    body: types.SkuChange;
    reply: types.SkuForm;
  };
  /** Show something that an application sells as a world file has it. */
  "control.skus.get": {
    path: { "sku": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.SkuForm;
  };
  /** What applications sell as world files have it, the oldest first. */
  "control.skus.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.SkuForm)[]; "next": string | null };
  };
  /** Take something out of an application's shop; nobody may have it any more. */
  "control.skus.remove": {
    path: { "sku": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Keep the world as it is now, its clock included, under a name. */
  "control.snapshots.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "name": string };
    reply: types.Snapshot;
  };
  /** Forget a snapshot. */
  "control.snapshots.delete": {
    path: { "name": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** What came, went and changed between a snapshot and another one, or now: by entity and field, as world files have them, secrets hashed. The clock, and the bytes of files and pictures, are not compared. */
  "control.snapshots.diff": {
    path: { "name": string };
    query: { "to"?: string; "world"?: string };
    body: undefined;
    reply: types.SnapshotDiff;
  };
  /** The snapshots of the world, the oldest first. */
  "control.snapshots.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.Snapshot)[]; "next": string | null };
  };
  /** Go back to a snapshot: records, clock and what falls due are as they were. Every gateway session ends, planned faults and rate windows are forgotten, and ids go on counting. The snapshot stays. */
  "control.snapshots.restore": {
    path: { "name": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Take all boosts of a simulated user away from a guild. */
  "control.stopBoosting": {
    path: { "user": string; "guild": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.Boosts;
  };
  /** Fill in a modal as a simulated user, and wait for what comes of it. */
  "control.submit": {
    path: { "user": string };
    query: { "world"?: string };
    body: types.Submission;
    reply: types.InvocationOutcome;
  };
  /** Let a user subscribe to what an application sells; the application hears of it. */
  "control.subscriptions.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.SubscriptionForm;
    reply: types.SubscriptionForm;
  };
  /** Renew, cancel or end a subscription; the application hears of it. */
  "control.subscriptions.edit": {
    path: { "subscription_id": types.Snowflake };
    query: { "world"?: string };
    body: types.SubscriptionChange;
    reply: types.SubscriptionForm;
  };
  /** Show a subscription as a world file has it. */
  "control.subscriptions.get": {
    path: { "subscription_id": types.Snowflake };
    query: { "world"?: string };
    body: undefined;
    reply: types.SubscriptionForm;
  };
  /** Subscriptions as world files have them, those that are over included, the oldest first. */
  "control.subscriptions.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.SubscriptionForm)[]; "next": string | null };
  };
  /** Remove a subscription with its entitlements; the application hears of it. */
  "control.subscriptions.remove": {
    path: { "subscription_id": types.Snowflake };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Add a team, to which applications may belong. */
  "control.teams.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.WorldTeam;
    reply: types.WorldTeam;
  };
  /** Change what is named of a team; members that are given take the place of all but its owner. */
  "control.teams.edit": {
    path: { "team": string };
    query: { "world"?: string };
    body: types.TeamChange;
    reply: types.WorldTeam;
  };
  /** Show a team as a world file has it. */
  "control.teams.get": {
    path: { "team": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.WorldTeam;
  };
  /** Teams as world files have them, the oldest first. */
  "control.teams.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.WorldTeam)[]; "next": string | null };
  };
  /** Remove a team that owns no application. */
  "control.teams.remove": {
    path: { "team": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Issue an access token; the answer tells it, this once. */
  "control.tokens.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.WorldAccessToken;
    reply: types.WorldAccessToken;
  };
  /** Change the scopes or the end of an access token. */
  "control.tokens.edit": {
    path: { "token": string };
    query: { "world"?: string };
    body: { "scopes"?: readonly (string)[]; "expires_at"?: types.ClockInstant; "refresh_token"?: string };
    reply: types.WorldAccessToken;
  };
  /** Show an access token as a world file has it, hashed. */
  "control.tokens.get": {
    path: { "token": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.WorldAccessToken;
  };
  /** Access tokens, then those that renew them, then those of sessions; none is told. */
  "control.tokens.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.TokenItem)[]; "next": string | null };
  };
  /** Revoke an access token; the sessions that rest on it end. */
  "control.tokens.remove": {
    path: { "token": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** The calls by which users went on from a trace, in order: whoever presses a button of its message, reacts to it, or fills in the modal that it showed. Each begins a trace of its own. Without `after` also the trace that it went on from itself. */
  "control.traces.children": {
    path: { "trace_id": string };
    query: { "after"?: string; "limit"?: number; "world"?: string };
    body: undefined;
    reply: types.TraceChildren;
  };
  /** Every entry of a trace: the root first, causes before what they caused. */
  "control.traces.get": {
    path: { "trace_id": string };
    query: { "after"?: string; "limit"?: number; "world"?: string };
    body: undefined;
    reply: types.JournalPage;
  };
  /** Every call of a trace again, by the same callers and in the same order, in another world: a fork of this one taken before the trace. Ids and the interaction's token are those that the other world gives. */
  "control.traces.replay": {
    path: { "trace_id": string };
    query: { "world"?: string };
    body: { "in": string };
    reply: { "same": boolean; "calls": readonly ({ "entry": string; "name": string; "before": number; "status": number; "replayed": string | null })[] };
  };
  /** Add a user; the answer tells their token, this once. */
  "control.users.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.WorldUser;
    reply: types.WorldUser;
  };
  /** Change what is named of a user: a new token ends their sessions, a ban what they allowed. */
  "control.users.edit": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "token"?: string | null; "username"?: string; "discriminator"?: string; "global_name"?: string | null; "avatar"?: string | null; "banner"?: string | null; "accent_color"?: number | null; "public_flags"?: number; "flags"?: number; "locale"?: types.LocaleCode; "verified"?: boolean; "mfa_enabled"?: boolean; "avatar_decoration_data"?: { "asset": string; "sku_id": types.Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": types.Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "primary_guild"?: { "identity_guild_id": types.Snowflake | null; "identity_enabled": boolean | null; "tag": string | null; "badge": string | null } | null; "bot"?: boolean; "email"?: string | null; "premium_type"?: 0 | 1 | 2 | 3; "connections"?: readonly (types.WorldConnection)[]; "banned"?: boolean; "provisional"?: boolean; "refuses_game_messages"?: boolean };
    reply: types.WorldUser;
  };
  /** Show a user as a world file has them, the token hashed. */
  "control.users.get": {
    path: { "user": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.WorldUser;
  };
  /** Users as world files have them, the oldest first; bots stand with their applications. */
  "control.users.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.WorldUser)[]; "next": string | null };
  };
  /** Remove a user with their memberships, direct messages, installations and tokens. */
  "control.users.remove": {
    path: { "user": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** What a user sees in a channel, a direct message (`@name`) or a lobby, ephemeral messages to them included: the newest messages, the oldest of them first, and the same as a transcript. */
  "control.view": {
    path: { "user": string };
    query: { "channel": string | number; "guild"?: string | number; "limit"?: number; "world"?: string };
    body: undefined;
    reply: { "messages": readonly (types.ViewedMessage)[]; "text": string };
  };
  /** Vote in a poll as a simulated user: these answers in the place of those before; the message as they see it then. */
  "control.vote": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "channel": string | number; "guild"?: string | number; "message": types.Snowflake; "answers": readonly (string | number)[] };
    reply: types.Message;
  };
  /** Take a request to join a guild back as a simulated user. */
  "control.withdrawJoinRequest": {
    path: { "user": string; "guild": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** The state as a world file, secrets hashed, with its messages and files; what equals its default is left out. Interactions that are not answered yet, codes and sessions stay behind. */
  "control.world.get": {
    path: Record<never, never>;
    query: { "without"?: readonly ("messages" | "files")[]; "format"?: "json" | "yaml"; "world"?: string };
    body: undefined;
    reply: types.World;
  };
  /** Put another world in the place of everything that there is, its clock and limits with it. Where it has a fault nothing changes, and each fault is told with the line and column at which it stands. Every gateway session ends, and ids go on counting. */
  "control.world.put": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.World;
    reply: undefined;
  };
  /** Go back to the world loaded at start. Every gateway session ends, and ids go on counting. */
  "control.world.reset": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Open another world beside the first, from a world file, from a snapshot, or as a fork of another one. It has its own loopback port; the tokens of its world file find it on the shared port too, when no other world has them. */
  "control.worlds.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "name"?: string; "from"?: types.WorldOrigin; "limits"?: "production" | "unapproved" | "off"; "clock"?: types.WorldClock; "seed"?: string; "gateway"?: types.WorldGateway };
    reply: types.WorldView;
  };
  /** Close a world: its port and its sessions end, and nothing of it is left. */
  "control.worlds.delete": {
    path: { "world": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Where one world is found, how old and how large it is, and what it was copied of. */
  "control.worlds.get": {
    path: { "world": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.WorldView;
  };
  /** The worlds of this process by name, that of the start among them: where they are found, how old and how large they are, and what they were copied of. */
  "control.worlds.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.WorldView)[]; "next": string | null };
  };
}
