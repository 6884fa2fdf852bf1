// Generated from packages/contract by `npm run generate`; never edit.

import type * as types from "./control-types.ts";

/** The method, path and encoding of each endpoint. */
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

/** The parameters, body and reply of each endpoint. */
export interface ControlCalls {
  /** Answer a guild's onboarding as a simulated user, who gets the roles of the chosen options and loses those of options chosen before. */
  "control.answerOnboarding": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "guild": string | number; "options": readonly (string)[] };
    reply: types.Member;
  };
  /** Create an application with its bot and commands; only this reply contains its secrets. */
  "control.applications.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.WorldApplication;
    reply: types.WorldApplication;
  };
  /** Update the given fields of an application; only this reply contains new secrets. */
  "control.applications.edit": {
    path: { "application": string };
    query: { "world"?: string };
    body: { "name"?: string; "description"?: string; "icon"?: string | null; "cover_image"?: string | null; "custom_install_url"?: string | null; "terms_of_service_url"?: string | null; "privacy_policy_url"?: string | null; "install_params"?: types.InstallParamsDraft | null; "integration_types_config"?: types.IntegrationTypesDraft | null; "role_connections_verification_url"?: string | null; "owner"?: types.PastPerson; "team"?: types.TeamReference | null; "client_secret"?: string | null; "public_client"?: boolean; "flags"?: string | number | readonly (unknown)[]; "integration_types"?: readonly (0 | 1)[]; "redirect_uris"?: readonly (string)[]; "approved_scopes"?: readonly (string)[]; "interactions_endpoint_url"?: string | null; "event_webhooks"?: { "url"?: string | null; "status"?: 1 | 2 | 3; "types"?: readonly ("APPLICATION_AUTHORIZED" | "APPLICATION_DEAUTHORIZED" | "ENTITLEMENT_CREATE" | "ENTITLEMENT_UPDATE" | "ENTITLEMENT_DELETE" | "QUEST_USER_ENROLLMENT" | "LOBBY_MESSAGE_CREATE" | "LOBBY_MESSAGE_UPDATE" | "LOBBY_MESSAGE_DELETE" | "GAME_DIRECT_MESSAGE_CREATE" | "GAME_DIRECT_MESSAGE_UPDATE" | "GAME_DIRECT_MESSAGE_DELETE")[] } | null; "event_webhooks_url"?: string | null; "event_webhooks_status"?: 1 | 2 | 3; "event_webhooks_types"?: readonly ("APPLICATION_AUTHORIZED" | "APPLICATION_DEAUTHORIZED" | "ENTITLEMENT_CREATE" | "ENTITLEMENT_UPDATE" | "ENTITLEMENT_DELETE" | "QUEST_USER_ENROLLMENT" | "LOBBY_MESSAGE_CREATE" | "LOBBY_MESSAGE_UPDATE" | "LOBBY_MESSAGE_DELETE" | "GAME_DIRECT_MESSAGE_CREATE" | "GAME_DIRECT_MESSAGE_UPDATE" | "GAME_DIRECT_MESSAGE_DELETE")[]; "rpc_origins"?: readonly (string)[]; "explicit_content_filter"?: 0 | 1 | 2; "max_participants"?: number | null; "role_connections_metadata"?: readonly (types.MetadataItem)[]; "emojis"?: readonly (types.WorldApplicationEmoji)[]; "role_connections"?: readonly (types.WorldRoleConnection)[]; "verify_key"?: string; "flags_new"?: string; "summary"?: string; "type"?: number | null; "approximate_guild_count"?: number; "approximate_user_install_count"?: number; "approximate_user_authorization_count"?: number; "eligible_oauth2_scopes"?: readonly (string)[]; "requests_per_second"?: number; "bot_public"?: boolean; "bot_require_code_grant"?: boolean; "tags"?: readonly (string)[]; "bot"?: types.WorldBot | null; "oidc"?: types.WorldOidc | null; "unity_project_id"?: string | null; "parent"?: string | number | null; "external_identities"?: readonly (types.WorldExternalIdentity)[]; "accessible_users_max"?: number; "intents_reviewed_at"?: types.ClockInstant };
    reply: types.WorldApplication;
  };
  /** Get an application with its commands in the format of world files, with secrets hashed. */
  "control.applications.get": {
    path: { "application": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.WorldApplication;
  };
  /** Get the public key that verifies the signatures of deliveries to an application. */
  "control.applications.key": {
    path: { "application": string };
    query: { "world"?: string };
    body: undefined;
    reply: { "verify_key": string };
  };
  /** List applications in the format of world files, without their commands, oldest first. */
  "control.applications.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.WorldApplication)[]; "next": string | null };
  };
  /** Send a PING with a valid signature and one with an invalid signature to an application's endpoint, as setting its URL does. Nothing is changed. */
  "control.applications.probe": {
    path: { "application": string };
    query: { "world"?: string };
    body: { "endpoint": "interactions" | "events" };
    reply: { "url": string; "signed_well": { "status": number | null; "error": string | null; "passes": boolean }; "signed_wrongly": { "status": number | null; "error": string | null; "passes": boolean } };
  };
  /** Delete an application with its bot, commands, installations, lobbies and tokens. */
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
  /** Boost a guild as a simulated user. The guild announces it in its system channel, and its level follows from its boosts. */
  "control.boost": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "guild": string | number; "count"?: number };
    reply: types.Boosts;
  };
  /** Create a channel or a thread in a guild; without given overwrites it has its category's. */
  "control.channels.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "type"?: 0 | 2 | 4 | 5 | 10 | 11 | 12 | 13 | 14 | 15 | 16; "position"?: number; "permission_overwrites"?: readonly (types.WorldOverwrite)[]; "parent_id"?: string | number | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "default_reaction_emoji"?: types.WorldDefaultReaction | null; "available_tags"?: readonly (types.WorldForumTag)[]; "flags"?: number; "owner_id"?: string | number; "members"?: readonly (string | number)[]; "application_id"?: string | number | null; "last_message_id"?: types.Snowflake | null; "last_pin_timestamp"?: types.Instant | null; "owner_left"?: boolean; "joined"?: readonly (types.WorldThreadJoin)[]; "applied_tags"?: readonly (types.Snowflake)[]; "linked_lobby"?: types.LinkedLobby | null; "thread_metadata"?: types.ThreadMetadata; "message_count"?: number; "member_count"?: number; "total_message_sent"?: number; "status"?: string | null; "voice_start_time"?: number | null };
    reply: { "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "type"?: 0 | 2 | 4 | 5 | 10 | 11 | 12 | 13 | 14 | 15 | 16; "position"?: number; "permission_overwrites"?: readonly (types.WorldOverwrite)[]; "parent_id"?: string | number | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "default_reaction_emoji"?: types.WorldDefaultReaction | null; "available_tags"?: readonly (types.WorldForumTag)[]; "flags"?: number; "owner_id"?: string | number; "members"?: readonly (string | number)[]; "application_id"?: string | number | null; "last_message_id"?: types.Snowflake | null; "last_pin_timestamp"?: types.Instant | null; "owner_left"?: boolean; "joined"?: readonly (types.WorldThreadJoin)[]; "applied_tags"?: readonly (types.Snowflake)[]; "linked_lobby"?: types.LinkedLobby | null; "thread_metadata"?: types.ThreadMetadata; "message_count"?: number; "member_count"?: number; "total_message_sent"?: number; "status"?: string | null; "voice_start_time"?: number | null };
  };
  /** Update the given fields of a channel or a thread; channels synced with a category follow it. */
  "control.channels.edit": {
    path: { "channel": string };
    query: { "world"?: string };
    body: { "name"?: string; "guild_id"?: string | number; "position"?: number; "permission_overwrites"?: readonly (types.WorldOverwrite)[]; "parent_id"?: string | number | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "default_reaction_emoji"?: types.WorldDefaultReaction | null; "available_tags"?: readonly (types.WorldForumTag)[]; "flags"?: number; "owner_id"?: string | number; "members"?: readonly (string | number)[]; "application_id"?: string | number | null; "last_message_id"?: types.Snowflake | null; "last_pin_timestamp"?: types.Instant | null; "owner_left"?: boolean; "joined"?: readonly (types.WorldThreadJoin)[]; "applied_tags"?: readonly (types.Snowflake)[]; "linked_lobby"?: types.LinkedLobby | null; "thread_metadata"?: types.ThreadMetadata; "message_count"?: number; "member_count"?: number; "total_message_sent"?: number; "status"?: string | null; "voice_start_time"?: number | null };
    reply: { "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "type"?: 0 | 2 | 4 | 5 | 10 | 11 | 12 | 13 | 14 | 15 | 16; "position"?: number; "permission_overwrites"?: readonly (types.WorldOverwrite)[]; "parent_id"?: string | number | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "default_reaction_emoji"?: types.WorldDefaultReaction | null; "available_tags"?: readonly (types.WorldForumTag)[]; "flags"?: number; "owner_id"?: string | number; "members"?: readonly (string | number)[]; "application_id"?: string | number | null; "last_message_id"?: types.Snowflake | null; "last_pin_timestamp"?: types.Instant | null; "owner_left"?: boolean; "joined"?: readonly (types.WorldThreadJoin)[]; "applied_tags"?: readonly (types.Snowflake)[]; "linked_lobby"?: types.LinkedLobby | null; "thread_metadata"?: types.ThreadMetadata; "message_count"?: number; "member_count"?: number; "total_message_sent"?: number; "status"?: string | null; "voice_start_time"?: number | null };
  };
  /** Get a channel or a thread in the format of world files. */
  "control.channels.get": {
    path: { "channel": string };
    query: { "world"?: string };
    body: undefined;
    reply: { "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "type"?: 0 | 2 | 4 | 5 | 10 | 11 | 12 | 13 | 14 | 15 | 16; "position"?: number; "permission_overwrites"?: readonly (types.WorldOverwrite)[]; "parent_id"?: string | number | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "default_reaction_emoji"?: types.WorldDefaultReaction | null; "available_tags"?: readonly (types.WorldForumTag)[]; "flags"?: number; "owner_id"?: string | number; "members"?: readonly (string | number)[]; "application_id"?: string | number | null; "last_message_id"?: types.Snowflake | null; "last_pin_timestamp"?: types.Instant | null; "owner_left"?: boolean; "joined"?: readonly (types.WorldThreadJoin)[]; "applied_tags"?: readonly (types.Snowflake)[]; "linked_lobby"?: types.LinkedLobby | null; "thread_metadata"?: types.ThreadMetadata; "message_count"?: number; "member_count"?: number; "total_message_sent"?: number; "status"?: string | null; "voice_start_time"?: number | null };
  };
  /** List channels and threads of guilds in the format of world files, oldest first. */
  "control.channels.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly ({ "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "type"?: 0 | 2 | 4 | 5 | 10 | 11 | 12 | 13 | 14 | 15 | 16; "position"?: number; "permission_overwrites"?: readonly (types.WorldOverwrite)[]; "parent_id"?: string | number | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "default_reaction_emoji"?: types.WorldDefaultReaction | null; "available_tags"?: readonly (types.WorldForumTag)[]; "flags"?: number; "owner_id"?: string | number; "members"?: readonly (string | number)[]; "application_id"?: string | number | null; "last_message_id"?: types.Snowflake | null; "last_pin_timestamp"?: types.Instant | null; "owner_left"?: boolean; "joined"?: readonly (types.WorldThreadJoin)[]; "applied_tags"?: readonly (types.Snowflake)[]; "linked_lobby"?: types.LinkedLobby | null; "thread_metadata"?: types.ThreadMetadata; "message_count"?: number; "member_count"?: number; "total_message_sent"?: number; "status"?: string | null; "voice_start_time"?: number | null })[]; "next": string | null };
  };
  /** Delete a channel with its messages and threads, or a thread. */
  "control.channels.remove": {
    path: { "channel": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Claim a linked role as a simulated user, whose role connection must meet its requirements. */
  "control.claimLinkedRole": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "role": string | number };
    reply: types.Member;
  };
  /** Click a button as a simulated user, and wait for the outcome. */
  "control.click": {
    path: { "user": string };
    query: { "world"?: string };
    body: types.Click;
    reply: types.InvocationOutcome;
  };
  /** Wait until the clock reaches an instant or is moved; for programs whose own timers follow the clock. The clock goes on when the program has sent its next call, or after a second of real time. */
  "control.clock.follow": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "follower": string; "next"?: types.ClockInstant };
    reply: types.ClockView;
  };
  /** Get the service's time, and whether the clock is frozen. */
  "control.clock.get": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: undefined;
    reply: types.ClockView;
  };
  /** Freeze or release the clock, then set it, then advance it: by a duration, or with `next` to the next due instant, if there is one. It stops at `until`, which `next` also advances to if nothing falls due before. When the clock moves forwards, everything that falls due has run, in order, before the reply. */
  "control.clock.move": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "frozen"?: boolean; "now"?: types.ClockInstant; "advance"?: string; "until"?: types.ClockInstant };
    reply: types.ClockView;
  };
  /** List authorization codes, including used ones while they are stored, then device codes, all without their values. */
  "control.codes.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.CodeItem)[]; "next": string | null };
  };
  /** Check what overwriting an application's commands with the given ones would do: its global ones, or with `guild` those of a guild. Nothing is changed. */
  "control.commands.check": {
    path: { "application": string };
    query: { "guild"?: string | number; "world"?: string };
    body: readonly (unknown)[];
    reply: { "errors"?: unknown; "create": readonly (string)[]; "update": readonly (string)[]; "rename": readonly ({ "from": string; "to": string })[]; "delete": readonly (string)[]; "unchanged": readonly (string)[]; "loses_permissions": readonly (string)[]; "creates_left_today": number; "lint": readonly ({ "path": string; "message": string })[] };
  };
  /** List commands in the format of world files, application by application: global ones, then those of each guild. With `guild`, only global ones and those of that guild. */
  "control.commands.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "application"?: string | number; "guild"?: string | number; "world"?: string };
    body: undefined;
    reply: { "items": readonly ({ "application": types.Snowflake; "id"?: types.Snowflake | null; "name": string; "name_localizations"?: types.NameLocalizations | null; "description"?: string | null; "description_localizations"?: types.DescriptionLocalizations | null; "options"?: readonly (types.AnyOption)[] | null; "default_member_permissions"?: string | null; "default_permission"?: boolean | null; "nsfw"?: boolean | null; "dm_permission"?: boolean | null; "contexts"?: readonly (0 | 1 | 2)[] | null; "integration_types"?: readonly (0 | 1)[] | null; "handler"?: 1 | 2 | null; "type"?: 1 | 2 | 3 | 4 | null; "application_id"?: types.Snowflake; "guild_id"?: string | number | null; "version"?: types.Snowflake; "versions"?: types.Snowflake })[]; "next": string | null };
  };
  /** List what users authorized applications to do, user by user. */
  "control.consents.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.WorldAuthorization)[]; "next": string | null };
  };
  /** Remove an application as a user does: its tokens, sessions and installation end, and its webhook is notified. */
  "control.deauthorize": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "application": string | number };
    reply: undefined;
  };
  /** Check whether a user may use a command in a channel, with every step of the decision. Nothing is sent. */
  "control.decision": {
    path: Record<never, never>;
    query: { "user": string | number; "application": string | number; "channel": string | number; "guild"?: string | number; "command": types.CommandReference; "target"?: string | number; "world"?: string };
    body: undefined;
    reply: types.DecisionView;
  };
  /** Check whether users, or members with given roles, may use commands in channels: many cells at once, for the current state or with an overlay on it. Nothing is sent or stored. */
  "control.decisions": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "cells": readonly (types.DecisionCell)[]; "overlay"?: types.DecisionOverlay; "steps"?: boolean };
    reply: { "results": readonly (types.DecisionOutcome)[] };
  };
  /** List the events that wait for delivery, and the events and interactions that were delivered or failed within the last hour, oldest first. */
  "control.deliveries.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.DeliveryItem)[]; "next": string | null };
  };
  /** Deliver an event again, after the waiting events of its resource; an event that is still waiting is attempted at once. */
  "control.deliveries.redeliver": {
    path: { "delivery_id": types.Snowflake };
    query: { "world"?: string };
    body: undefined;
    reply: { "delivery": types.DeliveryItem };
  };
  /** Create an entitlement of a user or a guild to a SKU; the application is notified. */
  "control.entitlements.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.EntitlementForm;
    reply: types.EntitlementForm;
  };
  /** Update an entitlement, or withdraw it; the application is notified. */
  "control.entitlements.edit": {
    path: { "entitlement_id": types.Snowflake };
    query: { "world"?: string };
    body: types.EntitlementChange;
    reply: types.EntitlementForm;
  };
  /** Get an entitlement in the format of world files. */
  "control.entitlements.get": {
    path: { "entitlement_id": types.Snowflake };
    query: { "world"?: string };
    body: undefined;
    reply: types.EntitlementForm;
  };
  /** List entitlements in the format of world files, oldest first, including ended ones. */
  "control.entitlements.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.EntitlementForm)[]; "next": string | null };
  };
  /** Delete an entitlement and its record; the application is notified that it was withdrawn. */
  "control.entitlements.remove": {
    path: { "entitlement_id": types.Snowflake };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Delete every active fault, and release the calls and events that one delays. */
  "control.faults.clear": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Inject a fault into calls or sessions; it applies to matching active sessions before the reply. */
  "control.faults.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.FaultForm;
    reply: types.ActiveFault;
  };
  /** List the active faults, oldest first: those that may still be injected. */
  "control.faults.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.ActiveFault)[]; "next": string | null };
  };
  /** Delete an active fault; one that was injected for the last time is unknown. */
  "control.faults.remove": {
    path: { "fault_id": types.Snowflake };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Create a guild with everything that is given in it. */
  "control.guilds.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.WorldGuild;
    reply: types.WorldGuild;
  };
  /** Update the given fields of a guild itself. */
  "control.guilds.edit": {
    path: { "guild": string };
    query: { "world"?: string };
    body: { "name"?: string; "owner"?: string | number; "owner_id"?: string | number; "icon"?: string | null; "description"?: string | null; "home_header"?: string | null; "splash"?: string | null; "discovery_splash"?: string | null; "features"?: readonly (string)[]; "banner"?: string | null; "region"?: string; "system_channel_flags"?: number; "widget_enabled"?: boolean; "max_presences"?: number | null; "max_members"?: number; "max_stage_video_channel_users"?: number; "max_video_channel_users"?: number; "premium_subscription_count"?: number; "premium_progress_bar_enabled"?: boolean; "nsfw"?: boolean; "incidents_data"?: unknown | null; "afk_timeout"?: 60 | 300 | 900 | 1800 | 3600; "verification_level"?: 0 | 1 | 2 | 3 | 4; "default_message_notifications"?: 0 | 1; "mfa_level"?: 0 | 1; "explicit_content_filter"?: 0 | 1 | 2; "premium_tier"?: 0 | 1 | 2 | 3; "nsfw_level"?: 0 | 1 | 2 | 3; "vanity_url_code"?: string | null; "preferred_locale"?: types.LocaleCode; "search_index"?: "ready" | "not_ready"; "application_id"?: string | number | null; "afk_channel_id"?: string | number | null; "system_channel_id"?: string | number | null; "widget_channel_id"?: string | number | null; "rules_channel_id"?: string | number | null; "safety_alerts_channel_id"?: string | number | null; "public_updates_channel_id"?: string | number | null; "emojis"?: readonly (types.WorldEmoji)[]; "stickers"?: readonly (types.WorldSticker)[]; "webhooks"?: readonly (types.WorldWebhook)[]; "bans"?: readonly (types.WorldBan)[]; "welcome_screen"?: types.WorldWelcomeScreen; "onboarding"?: types.WorldOnboarding; "new_member_welcome"?: types.WorldNewMemberWelcome; "vanity_url_uses"?: number };
    reply: types.WorldGuild;
  };
  /** Get a guild with everything in it in the format of world files. */
  "control.guilds.get": {
    path: { "guild": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.WorldGuild;
  };
  /** List guilds in the format of world files, oldest first, without their contents, which have lists of their own. */
  "control.guilds.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.WorldGuild)[]; "next": string | null };
  };
  /** Delete a guild with everything in it. */
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
  /** Update the scopes or permissions of an installation. */
  "control.installs.edit": {
    path: { "owner": string; "application": string };
    query: { "world"?: string };
    body: { "scopes"?: readonly (string)[]; "permissions"?: string | number | readonly (unknown)[]; "installed_by"?: string | number };
    reply: { "guild"?: string | number; "user"?: string | number; "application": string | number; "scopes"?: readonly (string)[]; "permissions"?: string | number | readonly (unknown)[]; "installed_by"?: string | number };
  };
  /** Get an application's installation in the format of world files. */
  "control.installs.get": {
    path: { "owner": string; "application": string };
    query: { "world"?: string };
    body: undefined;
    reply: { "guild"?: string | number; "user"?: string | number; "application": string | number; "scopes"?: readonly (string)[]; "permissions"?: string | number | readonly (unknown)[]; "installed_by"?: string | number };
  };
  /** List installations of applications in the format of world files: in guilds, then for users. */
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
  /** Invoke a command as a simulated user, and wait for the outcome. */
  "control.invoke": {
    path: { "user": string };
    query: { "world"?: string };
    body: types.Invocation;
    reply: types.InvocationOutcome;
  };
  /** List what falls due next, earliest first: scheduled jobs, and the expiry of objects that have one. */
  "control.jobs.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.DueJob)[]; "next": string | null };
  };
  /** Export a trace, all entries after one, or the given entries: as a shell script of curl calls, an HTTP archive, JSON lines, or a test that repeats what users did and expects what they saw. `world` exports the world file that such a test starts from. Secrets are replaced by variables, or left out. */
  "control.journal.export": {
    path: Record<never, never>;
    query: { "trace"?: string; "after"?: string; "before"?: string; "entries"?: readonly (string)[]; "as": "curl" | "har" | "jsonl" | "vitest" | "jest" | "node" | "pytest" | "world"; "name"?: string; "app"?: readonly (string)[]; "snapshot"?: string; "world_file"?: string; "loose"?: readonly ("numbers")[]; "world"?: string };
    body: undefined;
    reply: { "log"?: unknown };
  };
  /** Export the given entries, in the order in which they started, as a shell script of curl calls, an HTTP archive or JSON lines; for more entries than fit into a URL. Nothing is changed. */
  "control.journal.exportEntries": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "entries": readonly (string)[]; "as": "curl" | "har" | "jsonl" };
    reply: { "log": unknown };
  };
  /** Get a whole journal entry: headers, bodies, decision, and every validation error with its path. */
  "control.journal.get": {
    path: { "entry_id": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.WholeEntry;
  };
  /** List the journal entries in order: the newest page, unless `after` or `before` is given. With `follow=1`, the reply is a stream of server-sent events: `hello`, then `entry` for each entry that ends, and `gap` where some were dropped. */
  "control.journal.list": {
    path: Record<never, never>;
    query: { "trace"?: string; "kind"?: readonly ("request" | "dispatch" | "frame" | "delivery" | "job" | "decision" | "fault" | "refusal" | "clock")[]; "application"?: string | number; "user"?: string | number; "name"?: string; "status"?: string; "text"?: string; "since"?: types.ClockInstant; "after"?: string; "before"?: string; "limit"?: number; "follow"?: boolean; "world"?: string };
    body: undefined;
    reply: types.JournalPage;
  };
  /** Repeat a call as the same caller, with another body if one is given. */
  "control.journal.replay": {
    path: { "entry_id": string };
    query: { "world"?: string };
    body: { "body"?: unknown };
    reply: { "status": number; "headers": Readonly<Record<string, string>>; "body"?: unknown; "entry": string | null };
  };
  /** Get the active profile of limits and every open rate-limit bucket with its state. */
  "control.limits.get": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: undefined;
    reply: types.LimitsInForce;
  };
  /** Reset every rate-limit window, including those of the gateway, and unblock blocked addresses. */
  "control.limits.reset": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Switch to another profile of limits from the next call on, until another world or a snapshot is loaded. Every window is reset. */
  "control.limits.use": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "profile": "production" | "unapproved" | "off" };
    reply: types.LimitsInForce;
  };
  /** Add a user to a lobby as its application would, or update the member already there; the lobby's members are notified. */
  "control.lobbies.addMember": {
    path: { "lobby_id": types.Snowflake; "user": string };
    query: { "world"?: string };
    body: types.LobbyMemberDraft;
    reply: types.LobbyMember;
  };
  /** Update a lobby as its application would. Metadata and a list of members, when given, replace the old ones; its members are notified. */
  "control.lobbies.edit": {
    path: { "lobby_id": types.Snowflake };
    query: { "world"?: string };
    body: types.LobbyDraft;
    reply: types.LobbyDetail;
  };
  /** Get a lobby with its members, and when its countdown ends. */
  "control.lobbies.get": {
    path: { "lobby_id": types.Snowflake };
    query: { "world"?: string };
    body: undefined;
    reply: types.LobbyDetail;
  };
  /** List the lobbies of all applications, oldest first. */
  "control.lobbies.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.LobbyItem)[]; "next": string | null };
  };
  /** List the messages of a lobby from the last 72 hours, newest first. */
  "control.lobbies.messages": {
    path: { "lobby_id": types.Snowflake };
    query: { "limit"?: number; "world"?: string };
    body: undefined;
    reply: readonly (types.LobbyMessage)[];
  };
  /** Delete a lobby as its application would; its members are notified. */
  "control.lobbies.remove": {
    path: { "lobby_id": types.Snowflake };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Remove a user from a lobby as its application would; succeeds when they are not in it. */
  "control.lobbies.removeMember": {
    path: { "lobby_id": types.Snowflake; "user": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Add a user to a guild as a member. */
  "control.members.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "guild"?: string | number; "guild_id"?: string | number; "user": types.Person; "nick"?: string | null; "avatar"?: string | null; "banner"?: string | null; "roles"?: readonly (string | number)[]; "joined_at"?: types.ClockInstant; "premium_since"?: types.Instant | null; "boosts"?: number; "deaf"?: boolean; "mute"?: boolean; "flags"?: number; "pending"?: boolean; "communication_disabled_until"?: types.Instant | null; "avatar_decoration_data"?: { "asset": string; "sku_id": types.Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": types.Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "bio"?: string; "join_source_type"?: number; "source_invite_code"?: string; "onboarding_responses"?: readonly (types.Snowflake)[]; "temporary"?: boolean };
    reply: { "guild"?: string | number; "guild_id"?: string | number; "user": types.Person; "nick"?: string | null; "avatar"?: string | null; "banner"?: string | null; "roles"?: readonly (string | number)[]; "joined_at"?: types.ClockInstant; "premium_since"?: types.Instant | null; "boosts"?: number; "deaf"?: boolean; "mute"?: boolean; "flags"?: number; "pending"?: boolean; "communication_disabled_until"?: types.Instant | null; "avatar_decoration_data"?: { "asset": string; "sku_id": types.Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": types.Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "bio"?: string; "join_source_type"?: number; "source_invite_code"?: string; "onboarding_responses"?: readonly (types.Snowflake)[]; "temporary"?: boolean };
  };
  /** Update the given fields of a member. */
  "control.members.edit": {
    path: { "guild": string; "member": string };
    query: { "world"?: string };
    body: { "nick"?: string | null; "avatar"?: string | null; "banner"?: string | null; "roles"?: readonly (string | number)[]; "joined_at"?: types.ClockInstant; "premium_since"?: types.Instant | null; "boosts"?: number; "deaf"?: boolean; "mute"?: boolean; "flags"?: number; "pending"?: boolean; "communication_disabled_until"?: types.Instant | null; "avatar_decoration_data"?: { "asset": string; "sku_id": types.Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": types.Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "bio"?: string; "join_source_type"?: number; "source_invite_code"?: string; "onboarding_responses"?: readonly (types.Snowflake)[]; "temporary"?: boolean };
    reply: { "guild"?: string | number; "guild_id"?: string | number; "user": types.Person; "nick"?: string | null; "avatar"?: string | null; "banner"?: string | null; "roles"?: readonly (string | number)[]; "joined_at"?: types.ClockInstant; "premium_since"?: types.Instant | null; "boosts"?: number; "deaf"?: boolean; "mute"?: boolean; "flags"?: number; "pending"?: boolean; "communication_disabled_until"?: types.Instant | null; "avatar_decoration_data"?: { "asset": string; "sku_id": types.Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": types.Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "bio"?: string; "join_source_type"?: number; "source_invite_code"?: string; "onboarding_responses"?: readonly (types.Snowflake)[]; "temporary"?: boolean };
  };
  /** Get a member of a guild in the format of world files. */
  "control.members.get": {
    path: { "guild": string; "member": string };
    query: { "world"?: string };
    body: undefined;
    reply: { "guild"?: string | number; "guild_id"?: string | number; "user": types.Person; "nick"?: string | null; "avatar"?: string | null; "banner"?: string | null; "roles"?: readonly (string | number)[]; "joined_at"?: types.ClockInstant; "premium_since"?: types.Instant | null; "boosts"?: number; "deaf"?: boolean; "mute"?: boolean; "flags"?: number; "pending"?: boolean; "communication_disabled_until"?: types.Instant | null; "avatar_decoration_data"?: { "asset": string; "sku_id": types.Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": types.Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "bio"?: string; "join_source_type"?: number; "source_invite_code"?: string; "onboarding_responses"?: readonly (types.Snowflake)[]; "temporary"?: boolean };
  };
  /** List members in the format of world files, guild by guild. */
  "control.members.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly ({ "guild"?: string | number; "guild_id"?: string | number; "user": types.Person; "nick"?: string | null; "avatar"?: string | null; "banner"?: string | null; "roles"?: readonly (string | number)[]; "joined_at"?: types.ClockInstant; "premium_since"?: types.Instant | null; "boosts"?: number; "deaf"?: boolean; "mute"?: boolean; "flags"?: number; "pending"?: boolean; "communication_disabled_until"?: types.Instant | null; "avatar_decoration_data"?: { "asset": string; "sku_id": types.Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": types.Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "bio"?: string; "join_source_type"?: number; "source_invite_code"?: string; "onboarding_responses"?: readonly (types.Snowflake)[]; "temporary"?: boolean })[]; "next": string | null };
  };
  /** Remove a member from a guild; a bot's installation is removed with it. */
  "control.members.remove": {
    path: { "guild": string; "member": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Send a message as a simulated user, and with `until` wait for the answers of applications. The channel is an id, a unique name, or `@name`. */
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
  /** List the queues of events that wait for delivery, one for each resource of an application: how many wait, and when the first is attempted next. The earliest attempt comes first. */
  "control.queues.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.QueueItem)[]; "next": string | null };
  };
  /** Add a reaction to a message as a simulated user, or with `remove` remove it; the reply is the message as the user then sees it. */
  "control.react": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "channel": string | number; "guild"?: string | number; "message": types.Snowflake; "emoji": string; "burst"?: boolean; "remove"?: boolean };
    reply: types.Message;
  };
  /** Request to join a guild as a simulated user, with a filled-in form; `submit: false` only starts the request. */
  "control.requestJoining": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "guild": string | number; "form_responses"?: readonly (types.FormResponse)[]; "submit"?: boolean };
    reply: types.JoinRequest;
  };
  /** Subscribe a simulated user to a scheduled event or one occurrence of it, or with `interested: false` mark them as not interested; `remove` removes either. */
  "control.respondToEvent": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "guild": string | number; "event": string; "exception"?: types.Snowflake; "interested"?: boolean; "remove"?: boolean };
    reply: undefined;
  };
  /** Create a role in a guild. */
  "control.roles.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "permissions"?: string | number | readonly (unknown)[]; "permissions_new"?: string | number | readonly (unknown)[]; "position"?: number; "color"?: number; "colors"?: { "primary_color": number; "secondary_color"?: number | null; "tertiary_color"?: number | null }; "hoist"?: boolean; "mentionable"?: boolean; "managed"?: boolean; "icon"?: string | null; "unicode_emoji"?: string | null; "flags"?: number; "tags"?: Readonly<Record<string, unknown>>; "linked"?: types.WorldRoleLink };
    reply: { "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "permissions"?: string | number | readonly (unknown)[]; "permissions_new"?: string | number | readonly (unknown)[]; "position"?: number; "color"?: number; "colors"?: { "primary_color": number; "secondary_color"?: number | null; "tertiary_color"?: number | null }; "hoist"?: boolean; "mentionable"?: boolean; "managed"?: boolean; "icon"?: string | null; "unicode_emoji"?: string | null; "flags"?: number; "tags"?: Readonly<Record<string, unknown>>; "linked"?: types.WorldRoleLink };
  };
  /** Update the given fields of a role. */
  "control.roles.edit": {
    path: { "role": string };
    query: { "world"?: string };
    body: { "name"?: string; "permissions"?: string | number | readonly (unknown)[]; "permissions_new"?: string | number | readonly (unknown)[]; "position"?: number; "color"?: number; "colors"?: { "primary_color": number; "secondary_color"?: number | null; "tertiary_color"?: number | null }; "hoist"?: boolean; "mentionable"?: boolean; "icon"?: string | null; "unicode_emoji"?: string | null; "flags"?: number; "linked"?: types.WorldRoleLink };
    reply: { "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "permissions"?: string | number | readonly (unknown)[]; "permissions_new"?: string | number | readonly (unknown)[]; "position"?: number; "color"?: number; "colors"?: { "primary_color": number; "secondary_color"?: number | null; "tertiary_color"?: number | null }; "hoist"?: boolean; "mentionable"?: boolean; "managed"?: boolean; "icon"?: string | null; "unicode_emoji"?: string | null; "flags"?: number; "tags"?: Readonly<Record<string, unknown>>; "linked"?: types.WorldRoleLink };
  };
  /** Get a role in the format of world files. */
  "control.roles.get": {
    path: { "role": string };
    query: { "world"?: string };
    body: undefined;
    reply: { "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "permissions"?: string | number | readonly (unknown)[]; "permissions_new"?: string | number | readonly (unknown)[]; "position"?: number; "color"?: number; "colors"?: { "primary_color": number; "secondary_color"?: number | null; "tertiary_color"?: number | null }; "hoist"?: boolean; "mentionable"?: boolean; "managed"?: boolean; "icon"?: string | null; "unicode_emoji"?: string | null; "flags"?: number; "tags"?: Readonly<Record<string, unknown>>; "linked"?: types.WorldRoleLink };
  };
  /** List roles in the format of world files, guild by guild. */
  "control.roles.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly ({ "guild"?: string | number; "guild_id"?: string | number; "id"?: types.Snowflake; "name"?: string; "permissions"?: string | number | readonly (unknown)[]; "permissions_new"?: string | number | readonly (unknown)[]; "position"?: number; "color"?: number; "colors"?: { "primary_color": number; "secondary_color"?: number | null; "tertiary_color"?: number | null }; "hoist"?: boolean; "mentionable"?: boolean; "managed"?: boolean; "icon"?: string | null; "unicode_emoji"?: string | null; "flags"?: number; "tags"?: Readonly<Record<string, unknown>>; "linked"?: types.WorldRoleLink })[]; "next": string | null };
  };
  /** Delete a role, also from its members and its channels' overwrites. */
  "control.roles.remove": {
    path: { "role": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Choose values in a select menu as a simulated user, and wait for the outcome. */
  "control.select": {
    path: { "user": string };
    query: { "world"?: string };
    body: types.Selection;
    reply: types.InvocationOutcome;
  };
  /** Create a token with which a client signs in as a user, over the API and the gateway, for an hour; only this reply contains it. */
  "control.session": {
    path: { "user": string };
    query: { "world"?: string };
    body: undefined;
    reply: { "token": string; "expires_at": types.Timestamp };
  };
  /** List the active gateway sessions, oldest first. */
  "control.sessions.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.SessionItem)[]; "next": string | null };
  };
  /** Create a SKU of an application. */
  "control.skus.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.SkuForm;
    reply: types.SkuForm;
  };
  /** Update the name, the slug or the flags of a SKU. */
  "control.skus.edit": {
    path: { "sku": string };
    query: { "world"?: string };
    body: types.SkuChange;
    reply: types.SkuForm;
  };
  /** Get a SKU in the format of world files. */
  "control.skus.get": {
    path: { "sku": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.SkuForm;
  };
  /** List the SKUs of applications in the format of world files, oldest first. */
  "control.skus.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.SkuForm)[]; "next": string | null };
  };
  /** Delete a SKU that no entitlement or subscription refers to. */
  "control.skus.remove": {
    path: { "sku": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Create a named snapshot of the world as it is now, including its clock. */
  "control.snapshots.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "name": string };
    reply: types.Snapshot;
  };
  /** Delete a snapshot. */
  "control.snapshots.delete": {
    path: { "name": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Compare a snapshot with another one, or with the current state: what was added, removed and changed, by entity and field of world files, with secrets hashed. The clock, and the bytes of files and images, are not compared. */
  "control.snapshots.diff": {
    path: { "name": string };
    query: { "to"?: string; "world"?: string };
    body: undefined;
    reply: types.SnapshotDiff;
  };
  /** List the snapshots of the world, oldest first. */
  "control.snapshots.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.Snapshot)[]; "next": string | null };
  };
  /** Restore a snapshot: records, clock and due jobs are as they were. Every gateway session ends, active faults and rate-limit windows are deleted, and ids go on counting. The snapshot is kept. */
  "control.snapshots.restore": {
    path: { "name": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Remove all boosts of a simulated user from a guild. */
  "control.stopBoosting": {
    path: { "user": string; "guild": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.Boosts;
  };
  /** Fill in and submit a modal as a simulated user, and wait for the outcome. */
  "control.submit": {
    path: { "user": string };
    query: { "world"?: string };
    body: types.Submission;
    reply: types.InvocationOutcome;
  };
  /** Create a subscription of a user to SKUs of an application; the application is notified. */
  "control.subscriptions.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.SubscriptionForm;
    reply: types.SubscriptionForm;
  };
  /** Renew, cancel or end a subscription; the application is notified. */
  "control.subscriptions.edit": {
    path: { "subscription_id": types.Snowflake };
    query: { "world"?: string };
    body: types.SubscriptionChange;
    reply: types.SubscriptionForm;
  };
  /** Get a subscription in the format of world files. */
  "control.subscriptions.get": {
    path: { "subscription_id": types.Snowflake };
    query: { "world"?: string };
    body: undefined;
    reply: types.SubscriptionForm;
  };
  /** List subscriptions in the format of world files, oldest first, including ended ones. */
  "control.subscriptions.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.SubscriptionForm)[]; "next": string | null };
  };
  /** Delete a subscription with its entitlements; the application is notified. */
  "control.subscriptions.remove": {
    path: { "subscription_id": types.Snowflake };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Create a team, to which applications may belong. */
  "control.teams.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.WorldTeam;
    reply: types.WorldTeam;
  };
  /** Update the given fields of a team; given members replace all but its owner. */
  "control.teams.edit": {
    path: { "team": string };
    query: { "world"?: string };
    body: types.TeamChange;
    reply: types.WorldTeam;
  };
  /** Get a team in the format of world files. */
  "control.teams.get": {
    path: { "team": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.WorldTeam;
  };
  /** List teams in the format of world files, oldest first. */
  "control.teams.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.WorldTeam)[]; "next": string | null };
  };
  /** Delete a team that owns no application. */
  "control.teams.remove": {
    path: { "team": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Create an access token; only this reply contains it. */
  "control.tokens.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.WorldAccessToken;
    reply: types.WorldAccessToken;
  };
  /** Update the scopes or the expiry of an access token. */
  "control.tokens.edit": {
    path: { "token": string };
    query: { "world"?: string };
    body: { "scopes"?: readonly (string)[]; "expires_at"?: types.ClockInstant; "refresh_token"?: string };
    reply: types.WorldAccessToken;
  };
  /** Get an access token in the format of world files, hashed. */
  "control.tokens.get": {
    path: { "token": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.WorldAccessToken;
  };
  /** List access tokens, then refresh tokens, then session tokens, all without their values. */
  "control.tokens.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.TokenItem)[]; "next": string | null };
  };
  /** Revoke an access token; the sessions that use it end. */
  "control.tokens.remove": {
    path: { "token": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** List the calls by which users continued a trace, in order: clicking a button of its message, reacting to the message, or submitting the modal that it showed. Each starts a trace of its own. Without `after`, the reply also has the trace that this one continues. */
  "control.traces.children": {
    path: { "trace_id": string };
    query: { "after"?: string; "limit"?: number; "world"?: string };
    body: undefined;
    reply: types.TraceChildren;
  };
  /** List every entry of a trace: the root first, causes before their effects. */
  "control.traces.get": {
    path: { "trace_id": string };
    query: { "after"?: string; "limit"?: number; "world"?: string };
    body: undefined;
    reply: types.JournalPage;
  };
  /** Repeat every call of a trace, as the same callers and in the same order, in another world: a fork of this one taken before the trace. Ids and the interaction's token are those that the other world issues. */
  "control.traces.replay": {
    path: { "trace_id": string };
    query: { "world"?: string };
    body: { "in": string };
    reply: { "same": boolean; "calls": readonly ({ "entry": string; "name": string; "before": number; "status": number; "replayed": string | null })[] };
  };
  /** Create a user; only this reply contains their token. */
  "control.users.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.WorldUser;
    reply: types.WorldUser;
  };
  /** Update fields of a user; a new token or a ban ends sessions, a ban also authorizations. */
  "control.users.edit": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "token"?: string | null; "username"?: string; "discriminator"?: string; "global_name"?: string | null; "avatar"?: string | null; "banner"?: string | null; "accent_color"?: number | null; "public_flags"?: number; "flags"?: number; "locale"?: types.LocaleCode; "verified"?: boolean; "mfa_enabled"?: boolean; "avatar_decoration_data"?: { "asset": string; "sku_id": types.Snowflake | null } | null; "collectibles"?: { "nameplate": { "sku_id": types.Snowflake | null; "asset": string; "label": string; "palette": "crimson" | "berry" | "sky" | "teal" | "forest" | "bubble_gum" | "violet" | "cobalt" | "clover" | "lemon" | "white" | "black" } | null } | null; "primary_guild"?: { "identity_guild_id": types.Snowflake | null; "identity_enabled": boolean | null; "tag": string | null; "badge": string | null } | null; "bot"?: boolean; "email"?: string | null; "premium_type"?: 0 | 1 | 2 | 3; "connections"?: readonly (types.WorldConnection)[]; "banned"?: boolean; "provisional"?: boolean; "refuses_game_messages"?: boolean };
    reply: types.WorldUser;
  };
  /** Get a user in the format of world files, with the token hashed. */
  "control.users.get": {
    path: { "user": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.WorldUser;
  };
  /** List users in the format of world files, oldest first; bots are part of their applications. */
  "control.users.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "q"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.WorldUser)[]; "next": string | null };
  };
  /** Delete a user with their memberships, direct messages, installations and tokens. */
  "control.users.remove": {
    path: { "user": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** List the newest messages that a user sees in a channel, a direct message (`@name`) or a lobby, oldest first, including ephemeral messages to them; the reply also has them as a transcript. */
  "control.view": {
    path: { "user": string };
    query: { "channel": string | number; "guild"?: string | number; "limit"?: number; "world"?: string };
    body: undefined;
    reply: { "messages": readonly (types.ViewedMessage)[]; "text": string };
  };
  /** Vote in a poll as a simulated user. The given answers replace earlier ones; the reply is the message as the user then sees it. */
  "control.vote": {
    path: { "user": string };
    query: { "world"?: string };
    body: { "channel": string | number; "guild"?: string | number; "message": types.Snowflake; "answers": readonly (string | number)[] };
    reply: types.Message;
  };
  /** Withdraw a request to join a guild as a simulated user. */
  "control.withdrawJoinRequest": {
    path: { "user": string; "guild": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Get the state as a world file with messages and files, and with secrets hashed; fields that equal their default are left out. Unanswered interactions, codes and sessions are not included. */
  "control.world.get": {
    path: Record<never, never>;
    query: { "without"?: readonly ("messages" | "files")[]; "format"?: "json" | "yaml"; "world"?: string };
    body: undefined;
    reply: types.World;
  };
  /** Replace everything, including the clock and limits, with another world. If its file is invalid, nothing changes, and the reply lists each error with its line and column. Every gateway session ends, and ids go on counting. */
  "control.world.put": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: types.World;
    reply: undefined;
  };
  /** Restore the world loaded at start. Every gateway session ends, and ids go on counting. */
  "control.world.reset": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Create another world beside the first, from a world file, from a snapshot, or as a fork of another world. It has its own loopback port; the tokens of its world file also select it on the shared port if no other world has them. */
  "control.worlds.create": {
    path: Record<never, never>;
    query: { "world"?: string };
    body: { "name"?: string; "from"?: types.WorldOrigin; "limits"?: "production" | "unapproved" | "off"; "clock"?: types.WorldClock; "seed"?: string; "gateway"?: types.WorldGateway };
    reply: types.WorldView;
  };
  /** Delete a world with all of its data; its port and its sessions are closed. */
  "control.worlds.delete": {
    path: { "world": string };
    query: { "world"?: string };
    body: undefined;
    reply: undefined;
  };
  /** Get the addresses, age and size of a world, and what it was copied from. */
  "control.worlds.get": {
    path: { "world": string };
    query: { "world"?: string };
    body: undefined;
    reply: types.WorldView;
  };
  /** List the worlds of this process by name, including the first: their addresses, ages and sizes, and what they were copied from. */
  "control.worlds.list": {
    path: Record<never, never>;
    query: { "limit"?: number; "after"?: string; "world"?: string };
    body: undefined;
    reply: { "items": readonly (types.WorldView)[]; "next": string | null };
  };
}
