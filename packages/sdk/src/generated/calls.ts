// Generated from packages/contract by `npm run generate`; never edit.

import type * as types from "./types.ts";

/** The method, path and encoding of each endpoint. */
export const calls = {
  "applications.activityInstance": { method: "GET", path: "/api/v10/applications/{application_id}/activity-instances/{instance_id}", encoding: "none" },
  "applications.createAttachment": { method: "POST", path: "/api/v10/applications/{application_id}/attachment", encoding: "json" },
  "applications.createEmoji": { method: "POST", path: "/api/v10/applications/{application_id}/emojis", encoding: "json" },
  "applications.deleteEmoji": { method: "DELETE", path: "/api/v10/applications/{application_id}/emojis/{emoji_id}", encoding: "none" },
  "applications.detectable": { method: "GET", path: "/api/v10/applications/detectable", encoding: "none" },
  "applications.edit": { method: "PATCH", path: "/api/v10/applications/{application_id}", encoding: "json" },
  "applications.editEmoji": { method: "PATCH", path: "/api/v10/applications/{application_id}/emojis/{emoji_id}", encoding: "json" },
  "applications.editMe": { method: "PATCH", path: "/api/v10/applications/@me", encoding: "json" },
  "applications.emoji": { method: "GET", path: "/api/v10/applications/{application_id}/emojis/{emoji_id}", encoding: "none" },
  "applications.emojis": { method: "GET", path: "/api/v10/applications/{application_id}/emojis", encoding: "none" },
  "applications.get": { method: "GET", path: "/api/v10/applications/{application_id}", encoding: "none" },
  "applications.me": { method: "GET", path: "/api/v10/applications/@me", encoding: "none" },
  "applications.roleConnectionMetadata": { method: "GET", path: "/api/v10/applications/{application_id}/role-connections/metadata", encoding: "none" },
  "applications.setRoleConnectionMetadata": { method: "PUT", path: "/api/v10/applications/{application_id}/role-connections/metadata", encoding: "json" },
  "auth.fingerprint": { method: "GET", path: "/api/v10/auth/fingerprint", encoding: "none" },
  "channels.addRecipient": { method: "PUT", path: "/api/v10/channels/{channel_id}/recipients/{user_id}", encoding: "json" },
  "channels.addThreadMember": { method: "PUT", path: "/api/v10/channels/{channel_id}/thread-members/{user_id}", encoding: "none" },
  "channels.bulkDelete": { method: "POST", path: "/api/v10/channels/{channel_id}/messages/bulk-delete", encoding: "json" },
  "channels.clearReactions": { method: "DELETE", path: "/api/v10/channels/{channel_id}/messages/{message_id}/reactions", encoding: "none" },
  "channels.clearReactionsOf": { method: "DELETE", path: "/api/v10/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}", encoding: "none" },
  "channels.commandIndex": { method: "GET", path: "/api/v10/channels/{channel_id}/application-command-index", encoding: "none" },
  "channels.createInvite": { method: "POST", path: "/api/v10/channels/{channel_id}/invites", encoding: "json" },
  "channels.createMessage": { method: "POST", path: "/api/v10/channels/{channel_id}/messages", encoding: "json" },
  "channels.createMessageThread": { method: "POST", path: "/api/v10/channels/{channel_id}/messages/{message_id}/threads", encoding: "json" },
  "channels.createThread": { method: "POST", path: "/api/v10/channels/{channel_id}/threads", encoding: "json" },
  "channels.createWebhook": { method: "POST", path: "/api/v10/channels/{channel_id}/webhooks", encoding: "json" },
  "channels.crosspost": { method: "POST", path: "/api/v10/channels/{channel_id}/messages/{message_id}/crosspost", encoding: "none" },
  "channels.delete": { method: "DELETE", path: "/api/v10/channels/{channel_id}", encoding: "none" },
  "channels.deleteMessage": { method: "DELETE", path: "/api/v10/channels/{channel_id}/messages/{message_id}", encoding: "none" },
  "channels.deleteOverwrite": { method: "DELETE", path: "/api/v10/channels/{channel_id}/permissions/{overwrite_id}", encoding: "none" },
  "channels.edit": { method: "PATCH", path: "/api/v10/channels/{channel_id}", encoding: "json" },
  "channels.editMessage": { method: "PATCH", path: "/api/v10/channels/{channel_id}/messages/{message_id}", encoding: "json" },
  "channels.expirePoll": { method: "POST", path: "/api/v10/channels/{channel_id}/polls/{message_id}/expire", encoding: "none" },
  "channels.follow": { method: "POST", path: "/api/v10/channels/{channel_id}/followers", encoding: "json" },
  "channels.get": { method: "GET", path: "/api/v10/channels/{channel_id}", encoding: "none" },
  "channels.invites": { method: "GET", path: "/api/v10/channels/{channel_id}/invites", encoding: "none" },
  "channels.joinThread": { method: "PUT", path: "/api/v10/channels/{channel_id}/thread-members/@me", encoding: "none" },
  "channels.joinedArchivedThreads": { method: "GET", path: "/api/v10/channels/{channel_id}/users/@me/threads/archived/private", encoding: "none" },
  "channels.leaveThread": { method: "DELETE", path: "/api/v10/channels/{channel_id}/thread-members/@me", encoding: "none" },
  "channels.message": { method: "GET", path: "/api/v10/channels/{channel_id}/messages/{message_id}", encoding: "none" },
  "channels.messages": { method: "GET", path: "/api/v10/channels/{channel_id}/messages", encoding: "none" },
  "channels.pin": { method: "PUT", path: "/api/v10/channels/{channel_id}/messages/pins/{message_id}", encoding: "none" },
  "channels.pinOld": { method: "PUT", path: "/api/v10/channels/{channel_id}/pins/{message_id}", encoding: "none" },
  "channels.pins": { method: "GET", path: "/api/v10/channels/{channel_id}/messages/pins", encoding: "none" },
  "channels.pinsOld": { method: "GET", path: "/api/v10/channels/{channel_id}/pins", encoding: "none" },
  "channels.pollVoters": { method: "GET", path: "/api/v10/channels/{channel_id}/polls/{message_id}/answers/{answer_id}", encoding: "none" },
  "channels.privateArchivedThreads": { method: "GET", path: "/api/v10/channels/{channel_id}/threads/archived/private", encoding: "none" },
  "channels.publicArchivedThreads": { method: "GET", path: "/api/v10/channels/{channel_id}/threads/archived/public", encoding: "none" },
  "channels.react": { method: "PUT", path: "/api/v10/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me", encoding: "none" },
  "channels.reactions": { method: "GET", path: "/api/v10/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}", encoding: "none" },
  "channels.removeReaction": { method: "DELETE", path: "/api/v10/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/{user_id}", encoding: "none" },
  "channels.removeRecipient": { method: "DELETE", path: "/api/v10/channels/{channel_id}/recipients/{user_id}", encoding: "none" },
  "channels.removeThreadMember": { method: "DELETE", path: "/api/v10/channels/{channel_id}/thread-members/{user_id}", encoding: "none" },
  "channels.searchThreads": { method: "GET", path: "/api/v10/channels/{channel_id}/threads/search", encoding: "none" },
  "channels.sendSound": { method: "POST", path: "/api/v10/channels/{channel_id}/send-soundboard-sound", encoding: "json" },
  "channels.setOverwrite": { method: "PUT", path: "/api/v10/channels/{channel_id}/permissions/{overwrite_id}", encoding: "json" },
  "channels.setVoiceStatus": { method: "PUT", path: "/api/v10/channels/{channel_id}/voice-status", encoding: "json" },
  "channels.threadMember": { method: "GET", path: "/api/v10/channels/{channel_id}/thread-members/{user_id}", encoding: "none" },
  "channels.threadMembers": { method: "GET", path: "/api/v10/channels/{channel_id}/thread-members", encoding: "none" },
  "channels.type": { method: "POST", path: "/api/v10/channels/{channel_id}/typing", encoding: "none" },
  "channels.unlinkLobby": { method: "DELETE", path: "/api/v10/channels/{channel_id}/linked-lobby", encoding: "none" },
  "channels.unpin": { method: "DELETE", path: "/api/v10/channels/{channel_id}/messages/pins/{message_id}", encoding: "none" },
  "channels.unpinOld": { method: "DELETE", path: "/api/v10/channels/{channel_id}/pins/{message_id}", encoding: "none" },
  "channels.unreact": { method: "DELETE", path: "/api/v10/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me", encoding: "none" },
  "channels.vote": { method: "PUT", path: "/api/v10/channels/{channel_id}/polls/{message_id}/answers/@me", encoding: "json" },
  "channels.webhooks": { method: "GET", path: "/api/v10/channels/{channel_id}/webhooks", encoding: "none" },
  "commands.bulkOverwriteGlobal": { method: "PUT", path: "/api/v10/applications/{application_id}/commands", encoding: "json" },
  "commands.bulkOverwriteGuild": { method: "PUT", path: "/api/v10/applications/{application_id}/guilds/{guild_id}/commands", encoding: "json" },
  "commands.createGlobal": { method: "POST", path: "/api/v10/applications/{application_id}/commands", encoding: "json" },
  "commands.createGuild": { method: "POST", path: "/api/v10/applications/{application_id}/guilds/{guild_id}/commands", encoding: "json" },
  "commands.deleteGlobal": { method: "DELETE", path: "/api/v10/applications/{application_id}/commands/{command_id}", encoding: "none" },
  "commands.deleteGuild": { method: "DELETE", path: "/api/v10/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", encoding: "none" },
  "commands.editGlobal": { method: "PATCH", path: "/api/v10/applications/{application_id}/commands/{command_id}", encoding: "json" },
  "commands.editGuild": { method: "PATCH", path: "/api/v10/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", encoding: "json" },
  "commands.editPermissions": { method: "PUT", path: "/api/v10/applications/{application_id}/guilds/{guild_id}/commands/{command_id}/permissions", encoding: "json" },
  "commands.getGlobal": { method: "GET", path: "/api/v10/applications/{application_id}/commands/{command_id}", encoding: "none" },
  "commands.getGuild": { method: "GET", path: "/api/v10/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", encoding: "none" },
  "commands.getPermissions": { method: "GET", path: "/api/v10/applications/{application_id}/guilds/{guild_id}/commands/{command_id}/permissions", encoding: "none" },
  "commands.listGlobal": { method: "GET", path: "/api/v10/applications/{application_id}/commands", encoding: "none" },
  "commands.listGuild": { method: "GET", path: "/api/v10/applications/{application_id}/guilds/{guild_id}/commands", encoding: "none" },
  "commands.listPermissions": { method: "GET", path: "/api/v10/applications/{application_id}/guilds/{guild_id}/commands/permissions", encoding: "none" },
  "entitlements.consume": { method: "POST", path: "/api/v10/applications/{application_id}/entitlements/{entitlement_id}/consume", encoding: "none" },
  "entitlements.create": { method: "POST", path: "/api/v10/applications/{application_id}/entitlements", encoding: "json" },
  "entitlements.delete": { method: "DELETE", path: "/api/v10/applications/{application_id}/entitlements/{entitlement_id}", encoding: "none" },
  "entitlements.get": { method: "GET", path: "/api/v10/applications/{application_id}/entitlements/{entitlement_id}", encoding: "none" },
  "entitlements.list": { method: "GET", path: "/api/v10/applications/{application_id}/entitlements", encoding: "none" },
  "gateway.bot": { method: "GET", path: "/api/v10/gateway/bot", encoding: "none" },
  "gateway.get": { method: "GET", path: "/api/v10/gateway", encoding: "none" },
  "guilds.activeThreads": { method: "GET", path: "/api/v10/guilds/{guild_id}/threads/active", encoding: "none" },
  "guilds.addMember": { method: "PUT", path: "/api/v10/guilds/{guild_id}/members/{user_id}", encoding: "json" },
  "guilds.addMemberRole": { method: "PUT", path: "/api/v10/guilds/{guild_id}/members/{user_id}/roles/{role_id}", encoding: "none" },
  "guilds.auditLog": { method: "GET", path: "/api/v10/guilds/{guild_id}/audit-logs", encoding: "none" },
  "guilds.autoModerationRule": { method: "GET", path: "/api/v10/guilds/{guild_id}/auto-moderation/rules/{rule_id}", encoding: "none" },
  "guilds.autoModerationRules": { method: "GET", path: "/api/v10/guilds/{guild_id}/auto-moderation/rules", encoding: "none" },
  "guilds.ban": { method: "GET", path: "/api/v10/guilds/{guild_id}/bans/{user_id}", encoding: "none" },
  "guilds.banUser": { method: "PUT", path: "/api/v10/guilds/{guild_id}/bans/{user_id}", encoding: "json" },
  "guilds.bans": { method: "GET", path: "/api/v10/guilds/{guild_id}/bans", encoding: "none" },
  "guilds.bulkBan": { method: "POST", path: "/api/v10/guilds/{guild_id}/bulk-ban", encoding: "json" },
  "guilds.changeOwnMember": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/members/@me", encoding: "json" },
  "guilds.changeOwnNick": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/members/@me/nick", encoding: "json" },
  "guilds.changeOwnVoiceState": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/voice-states/@me", encoding: "json" },
  "guilds.changeVoiceState": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/voice-states/{user_id}", encoding: "json" },
  "guilds.channels": { method: "GET", path: "/api/v10/guilds/{guild_id}/channels", encoding: "none" },
  "guilds.commandIndex": { method: "GET", path: "/api/v10/guilds/{guild_id}/application-command-index", encoding: "none" },
  "guilds.countPrune": { method: "GET", path: "/api/v10/guilds/{guild_id}/prune", encoding: "none" },
  "guilds.createAutoModerationRule": { method: "POST", path: "/api/v10/guilds/{guild_id}/auto-moderation/rules", encoding: "json" },
  "guilds.createChannel": { method: "POST", path: "/api/v10/guilds/{guild_id}/channels", encoding: "json" },
  "guilds.createEmoji": { method: "POST", path: "/api/v10/guilds/{guild_id}/emojis", encoding: "json" },
  "guilds.createRole": { method: "POST", path: "/api/v10/guilds/{guild_id}/roles", encoding: "json" },
  "guilds.createScheduledEvent": { method: "POST", path: "/api/v10/guilds/{guild_id}/scheduled-events", encoding: "json" },
  "guilds.createScheduledEventException": { method: "POST", path: "/api/v10/guilds/{guild_id}/scheduled-events/{event_id}/exceptions", encoding: "json" },
  "guilds.createSound": { method: "POST", path: "/api/v10/guilds/{guild_id}/soundboard-sounds", encoding: "json" },
  "guilds.createSticker": { method: "POST", path: "/api/v10/guilds/{guild_id}/stickers", encoding: "json" },
  "guilds.createTemplate": { method: "POST", path: "/api/v10/guilds/{guild_id}/templates", encoding: "json" },
  "guilds.deleteAutoModerationRule": { method: "DELETE", path: "/api/v10/guilds/{guild_id}/auto-moderation/rules/{rule_id}", encoding: "none" },
  "guilds.deleteEmoji": { method: "DELETE", path: "/api/v10/guilds/{guild_id}/emojis/{emoji_id}", encoding: "none" },
  "guilds.deleteRole": { method: "DELETE", path: "/api/v10/guilds/{guild_id}/roles/{role_id}", encoding: "none" },
  "guilds.deleteScheduledEvent": { method: "DELETE", path: "/api/v10/guilds/{guild_id}/scheduled-events/{event_id}", encoding: "none" },
  "guilds.deleteScheduledEventException": { method: "DELETE", path: "/api/v10/guilds/{guild_id}/scheduled-events/{event_id}/exceptions/{exception_id}", encoding: "none" },
  "guilds.deleteSound": { method: "DELETE", path: "/api/v10/guilds/{guild_id}/soundboard-sounds/{sound_id}", encoding: "none" },
  "guilds.deleteSticker": { method: "DELETE", path: "/api/v10/guilds/{guild_id}/stickers/{sticker_id}", encoding: "none" },
  "guilds.deleteTemplate": { method: "DELETE", path: "/api/v10/guilds/{guild_id}/templates/{code}", encoding: "none" },
  "guilds.edit": { method: "PATCH", path: "/api/v10/guilds/{guild_id}", encoding: "json" },
  "guilds.editAutoModerationRule": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/auto-moderation/rules/{rule_id}", encoding: "json" },
  "guilds.editEmoji": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/emojis/{emoji_id}", encoding: "json" },
  "guilds.editMember": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/members/{user_id}", encoding: "json" },
  "guilds.editRole": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/roles/{role_id}", encoding: "json" },
  "guilds.editScheduledEvent": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/scheduled-events/{event_id}", encoding: "json" },
  "guilds.editScheduledEventException": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/scheduled-events/{event_id}/exceptions/{exception_id}", encoding: "json" },
  "guilds.editSound": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/soundboard-sounds/{sound_id}", encoding: "json" },
  "guilds.editSticker": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/stickers/{sticker_id}", encoding: "json" },
  "guilds.editTemplate": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/templates/{code}", encoding: "json" },
  "guilds.editWelcomeScreen": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/welcome-screen", encoding: "json" },
  "guilds.editWidgetSettings": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/widget", encoding: "json" },
  "guilds.emoji": { method: "GET", path: "/api/v10/guilds/{guild_id}/emojis/{emoji_id}", encoding: "none" },
  "guilds.emojis": { method: "GET", path: "/api/v10/guilds/{guild_id}/emojis", encoding: "none" },
  "guilds.get": { method: "GET", path: "/api/v10/guilds/{guild_id}", encoding: "none" },
  "guilds.integrations": { method: "GET", path: "/api/v10/guilds/{guild_id}/integrations", encoding: "none" },
  "guilds.invites": { method: "GET", path: "/api/v10/guilds/{guild_id}/invites", encoding: "none" },
  "guilds.joinRequests": { method: "GET", path: "/api/v10/guilds/{guild_id}/requests", encoding: "none" },
  "guilds.kickMember": { method: "DELETE", path: "/api/v10/guilds/{guild_id}/members/{user_id}", encoding: "none" },
  "guilds.member": { method: "GET", path: "/api/v10/guilds/{guild_id}/members/{user_id}", encoding: "none" },
  "guilds.members": { method: "GET", path: "/api/v10/guilds/{guild_id}/members", encoding: "none" },
  "guilds.moveChannels": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/channels", encoding: "json" },
  "guilds.moveRoles": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/roles", encoding: "json" },
  "guilds.newMemberWelcome": { method: "GET", path: "/api/v10/guilds/{guild_id}/new-member-welcome", encoding: "none" },
  "guilds.onboarding": { method: "GET", path: "/api/v10/guilds/{guild_id}/onboarding", encoding: "none" },
  "guilds.ownVoiceState": { method: "GET", path: "/api/v10/guilds/{guild_id}/voice-states/@me", encoding: "none" },
  "guilds.preview": { method: "GET", path: "/api/v10/guilds/{guild_id}/preview", encoding: "none" },
  "guilds.prune": { method: "POST", path: "/api/v10/guilds/{guild_id}/prune", encoding: "json" },
  "guilds.removeIntegration": { method: "DELETE", path: "/api/v10/guilds/{guild_id}/integrations/{integration_id}", encoding: "none" },
  "guilds.removeMemberRole": { method: "DELETE", path: "/api/v10/guilds/{guild_id}/members/{user_id}/roles/{role_id}", encoding: "none" },
  "guilds.reviewJoinRequest": { method: "PATCH", path: "/api/v10/guilds/{guild_id}/requests/{request_id}", encoding: "json" },
  "guilds.role": { method: "GET", path: "/api/v10/guilds/{guild_id}/roles/{role_id}", encoding: "none" },
  "guilds.roleMemberCounts": { method: "GET", path: "/api/v10/guilds/{guild_id}/roles/member-counts", encoding: "none" },
  "guilds.roles": { method: "GET", path: "/api/v10/guilds/{guild_id}/roles", encoding: "none" },
  "guilds.scheduledEvent": { method: "GET", path: "/api/v10/guilds/{guild_id}/scheduled-events/{event_id}", encoding: "none" },
  "guilds.scheduledEventExceptionUsers": { method: "GET", path: "/api/v10/guilds/{guild_id}/scheduled-events/{event_id}/{exception_id}/users", encoding: "none" },
  "guilds.scheduledEventUserCounts": { method: "GET", path: "/api/v10/guilds/{guild_id}/scheduled-events/{event_id}/users/counts", encoding: "none" },
  "guilds.scheduledEventUsers": { method: "GET", path: "/api/v10/guilds/{guild_id}/scheduled-events/{event_id}/users", encoding: "none" },
  "guilds.scheduledEvents": { method: "GET", path: "/api/v10/guilds/{guild_id}/scheduled-events", encoding: "none" },
  "guilds.searchMembers": { method: "GET", path: "/api/v10/guilds/{guild_id}/members/search", encoding: "none" },
  "guilds.searchMessages": { method: "GET", path: "/api/v10/guilds/{guild_id}/messages/search", encoding: "none" },
  "guilds.setIncidentActions": { method: "PUT", path: "/api/v10/guilds/{guild_id}/incident-actions", encoding: "json" },
  "guilds.setOnboarding": { method: "PUT", path: "/api/v10/guilds/{guild_id}/onboarding", encoding: "json" },
  "guilds.sound": { method: "GET", path: "/api/v10/guilds/{guild_id}/soundboard-sounds/{sound_id}", encoding: "none" },
  "guilds.sounds": { method: "GET", path: "/api/v10/guilds/{guild_id}/soundboard-sounds", encoding: "none" },
  "guilds.sticker": { method: "GET", path: "/api/v10/guilds/{guild_id}/stickers/{sticker_id}", encoding: "none" },
  "guilds.stickers": { method: "GET", path: "/api/v10/guilds/{guild_id}/stickers", encoding: "none" },
  "guilds.syncTemplate": { method: "PUT", path: "/api/v10/guilds/{guild_id}/templates/{code}", encoding: "none" },
  "guilds.templates": { method: "GET", path: "/api/v10/guilds/{guild_id}/templates", encoding: "none" },
  "guilds.unbanUser": { method: "DELETE", path: "/api/v10/guilds/{guild_id}/bans/{user_id}", encoding: "none" },
  "guilds.vanityUrl": { method: "GET", path: "/api/v10/guilds/{guild_id}/vanity-url", encoding: "none" },
  "guilds.voiceRegions": { method: "GET", path: "/api/v10/guilds/{guild_id}/regions", encoding: "none" },
  "guilds.voiceState": { method: "GET", path: "/api/v10/guilds/{guild_id}/voice-states/{user_id}", encoding: "none" },
  "guilds.webhooks": { method: "GET", path: "/api/v10/guilds/{guild_id}/webhooks", encoding: "none" },
  "guilds.welcomeScreen": { method: "GET", path: "/api/v10/guilds/{guild_id}/welcome-screen", encoding: "none" },
  "guilds.widget": { method: "GET", path: "/api/v10/guilds/{guild_id}/widget.json", encoding: "none" },
  "guilds.widgetPicture": { method: "GET", path: "/api/v10/guilds/{guild_id}/widget.png", encoding: "none" },
  "guilds.widgetSettings": { method: "GET", path: "/api/v10/guilds/{guild_id}/widget", encoding: "none" },
  "interactions.callback": { method: "POST", path: "/api/v10/interactions/{interaction_id}/{interaction_token}/callback", encoding: "json" },
  "interactions.create": { method: "POST", path: "/api/v10/interactions", encoding: "json" },
  "invites.addTargetUser": { method: "PUT", path: "/api/v10/invites/{code}/target-users/{user_id}", encoding: "none" },
  "invites.addTargetUsers": { method: "POST", path: "/api/v10/invites/{code}/target-users/bulk-add", encoding: "json" },
  "invites.get": { method: "GET", path: "/api/v10/invites/{code}", encoding: "none" },
  "invites.removeTargetUser": { method: "DELETE", path: "/api/v10/invites/{code}/target-users/{user_id}", encoding: "none" },
  "invites.removeTargetUsers": { method: "POST", path: "/api/v10/invites/{code}/target-users/bulk-delete", encoding: "json" },
  "invites.revoke": { method: "DELETE", path: "/api/v10/invites/{code}", encoding: "none" },
  "invites.setTargetUsers": { method: "PUT", path: "/api/v10/invites/{code}/target-users", encoding: "json" },
  "invites.targetUsers": { method: "GET", path: "/api/v10/invites/{code}/target-users", encoding: "none" },
  "invites.targetUsersJob": { method: "GET", path: "/api/v10/invites/{code}/target-users/job-status", encoding: "none" },
  "invites.use": { method: "POST", path: "/api/v10/invites/{code}", encoding: "json" },
  "lobbies.addMember": { method: "PUT", path: "/api/v10/lobbies/{lobby_id}/members/{user_id}", encoding: "json" },
  "lobbies.bulkMembers": { method: "POST", path: "/api/v10/lobbies/{lobby_id}/members/bulk", encoding: "json" },
  "lobbies.create": { method: "POST", path: "/api/v10/lobbies", encoding: "json" },
  "lobbies.createMessage": { method: "POST", path: "/api/v10/lobbies/{lobby_id}/messages", encoding: "json" },
  "lobbies.delete": { method: "DELETE", path: "/api/v10/lobbies/{lobby_id}", encoding: "none" },
  "lobbies.edit": { method: "PATCH", path: "/api/v10/lobbies/{lobby_id}", encoding: "json" },
  "lobbies.get": { method: "GET", path: "/api/v10/lobbies/{lobby_id}", encoding: "none" },
  "lobbies.inviteMember": { method: "POST", path: "/api/v10/lobbies/{lobby_id}/members/{user_id}/invites", encoding: "none" },
  "lobbies.inviteSelf": { method: "POST", path: "/api/v10/lobbies/{lobby_id}/members/@me/invites", encoding: "none" },
  "lobbies.join": { method: "PUT", path: "/api/v10/lobbies", encoding: "json" },
  "lobbies.leave": { method: "DELETE", path: "/api/v10/lobbies/{lobby_id}/members/@me", encoding: "none" },
  "lobbies.linkChannel": { method: "PATCH", path: "/api/v10/lobbies/{lobby_id}/channel-linking", encoding: "json" },
  "lobbies.messages": { method: "GET", path: "/api/v10/lobbies/{lobby_id}/messages", encoding: "none" },
  "lobbies.moderateMessage": { method: "PUT", path: "/api/v10/lobbies/{lobby_id}/messages/{message_id}/moderation-metadata", encoding: "json" },
  "lobbies.removeMember": { method: "DELETE", path: "/api/v10/lobbies/{lobby_id}/members/{user_id}", encoding: "none" },
  "oauth2.applicationMe": { method: "GET", path: "/api/v10/oauth2/applications/@me", encoding: "none" },
  "oauth2.authorize": { method: "POST", path: "/api/v10/oauth2/authorize", encoding: "json" },
  "oauth2.consent": { method: "GET", path: "/api/v10/oauth2/authorize", encoding: "none" },
  "oauth2.deviceAuthorize": { method: "POST", path: "/api/v10/oauth2/device/authorize", encoding: "form" },
  "oauth2.deviceFinish": { method: "POST", path: "/api/v10/oauth2/device/finish", encoding: "json" },
  "oauth2.deviceVerify": { method: "POST", path: "/api/v10/oauth2/device/verify", encoding: "json" },
  "oauth2.keys": { method: "GET", path: "/api/v10/oauth2/keys", encoding: "none" },
  "oauth2.me": { method: "GET", path: "/api/v10/oauth2/@me", encoding: "none" },
  "oauth2.removeToken": { method: "DELETE", path: "/api/v10/oauth2/tokens/{application_id}", encoding: "none" },
  "oauth2.revoke": { method: "POST", path: "/api/v10/oauth2/token/revoke", encoding: "form" },
  "oauth2.token": { method: "POST", path: "/api/v10/oauth2/token", encoding: "form" },
  "oauth2.tokens": { method: "GET", path: "/api/v10/oauth2/tokens", encoding: "none" },
  "oauth2.userinfo": { method: "GET", path: "/api/v10/oauth2/userinfo", encoding: "none" },
  "oauth2.userinfoPost": { method: "POST", path: "/api/v10/oauth2/userinfo", encoding: "none" },
  "partner.channels": { method: "GET", path: "/api/v10/partner-sdk/users/@me/channels", encoding: "none" },
  "partner.moderateMessage": { method: "PUT", path: "/api/v10/partner-sdk/dms/{user_id_1}/{user_id_2}/messages/{message_id}/moderation-metadata", encoding: "json" },
  "partnerSdk.botToken": { method: "POST", path: "/api/v10/partner-sdk/token/bot", encoding: "json" },
  "partnerSdk.childToken": { method: "POST", path: "/api/v10/partner-sdk/child-token", encoding: "json" },
  "partnerSdk.token": { method: "POST", path: "/api/v10/partner-sdk/token", encoding: "json" },
  "partnerSdk.unmerge": { method: "POST", path: "/api/v10/partner-sdk/provisional-accounts/unmerge", encoding: "json" },
  "partnerSdk.unmergeBot": { method: "POST", path: "/api/v10/partner-sdk/provisional-accounts/unmerge/bot", encoding: "json" },
  "skus.list": { method: "GET", path: "/api/v10/applications/{application_id}/skus", encoding: "none" },
  "skus.subscription": { method: "GET", path: "/api/v10/skus/{sku_id}/subscriptions/{subscription_id}", encoding: "none" },
  "skus.subscriptions": { method: "GET", path: "/api/v10/skus/{sku_id}/subscriptions", encoding: "none" },
  "soundboard.defaultSounds": { method: "GET", path: "/api/v10/soundboard-default-sounds", encoding: "none" },
  "stages.create": { method: "POST", path: "/api/v10/stage-instances", encoding: "json" },
  "stages.delete": { method: "DELETE", path: "/api/v10/stage-instances/{channel_id}", encoding: "none" },
  "stages.edit": { method: "PATCH", path: "/api/v10/stage-instances/{channel_id}", encoding: "json" },
  "stages.get": { method: "GET", path: "/api/v10/stage-instances/{channel_id}", encoding: "none" },
  "stickers.get": { method: "GET", path: "/api/v10/stickers/{sticker_id}", encoding: "none" },
  "stickers.pack": { method: "GET", path: "/api/v10/sticker-packs/{pack_id}", encoding: "none" },
  "stickers.packs": { method: "GET", path: "/api/v10/sticker-packs", encoding: "none" },
  "templates.get": { method: "GET", path: "/api/v10/guilds/templates/{code}", encoding: "none" },
  "users.connections": { method: "GET", path: "/api/v10/users/@me/connections", encoding: "none" },
  "users.createMessage": { method: "POST", path: "/api/v10/users/{user_id}/messages", encoding: "json" },
  "users.deleteMessage": { method: "DELETE", path: "/api/v10/users/{user_id}/messages/{message_id}", encoding: "none" },
  "users.deleteRoleConnection": { method: "DELETE", path: "/api/v10/users/@me/applications/{application_id}/role-connection", encoding: "none" },
  "users.editAccount": { method: "PATCH", path: "/api/v10/users/@me/account", encoding: "json" },
  "users.editMe": { method: "PATCH", path: "/api/v10/users/@me", encoding: "json" },
  "users.editMessage": { method: "PATCH", path: "/api/v10/users/{user_id}/messages/{message_id}", encoding: "json" },
  "users.get": { method: "GET", path: "/api/v10/users/{user_id}", encoding: "none" },
  "users.guildMember": { method: "GET", path: "/api/v10/users/@me/guilds/{guild_id}/member", encoding: "none" },
  "users.guilds": { method: "GET", path: "/api/v10/users/@me/guilds", encoding: "none" },
  "users.leaveGuild": { method: "DELETE", path: "/api/v10/users/@me/guilds/{guild_id}", encoding: "none" },
  "users.me": { method: "GET", path: "/api/v10/users/@me", encoding: "none" },
  "users.messages": { method: "GET", path: "/api/v10/users/{user_id}/messages", encoding: "none" },
  "users.openChannel": { method: "POST", path: "/api/v10/users/@me/channels", encoding: "json" },
  "users.ownEntitlements": { method: "GET", path: "/api/v10/users/@me/applications/{application_id}/entitlements", encoding: "none" },
  "users.roleConnection": { method: "GET", path: "/api/v10/users/@me/applications/{application_id}/role-connection", encoding: "none" },
  "users.setRoleConnection": { method: "PUT", path: "/api/v10/users/@me/applications/{application_id}/role-connection", encoding: "json" },
  "voice.regions": { method: "GET", path: "/api/v10/voice/regions", encoding: "none" },
  "webhooks.delete": { method: "DELETE", path: "/api/v10/webhooks/{webhook_id}", encoding: "none" },
  "webhooks.deleteByToken": { method: "DELETE", path: "/api/v10/webhooks/{webhook_id}/{webhook_token}", encoding: "none" },
  "webhooks.deleteMessage": { method: "DELETE", path: "/api/v10/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", encoding: "none" },
  "webhooks.deleteOriginal": { method: "DELETE", path: "/api/v10/webhooks/{webhook_id}/{webhook_token}/messages/@original", encoding: "none" },
  "webhooks.edit": { method: "PATCH", path: "/api/v10/webhooks/{webhook_id}", encoding: "json" },
  "webhooks.editByToken": { method: "PATCH", path: "/api/v10/webhooks/{webhook_id}/{webhook_token}", encoding: "json" },
  "webhooks.editMessage": { method: "PATCH", path: "/api/v10/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", encoding: "json" },
  "webhooks.editOriginal": { method: "PATCH", path: "/api/v10/webhooks/{webhook_id}/{webhook_token}/messages/@original", encoding: "json" },
  "webhooks.followUp": { method: "POST", path: "/api/v10/webhooks/{webhook_id}/{webhook_token}", encoding: "json" },
  "webhooks.get": { method: "GET", path: "/api/v10/webhooks/{webhook_id}", encoding: "none" },
  "webhooks.getByToken": { method: "GET", path: "/api/v10/webhooks/{webhook_id}/{webhook_token}", encoding: "none" },
  "webhooks.getMessage": { method: "GET", path: "/api/v10/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", encoding: "none" },
  "webhooks.getOriginal": { method: "GET", path: "/api/v10/webhooks/{webhook_id}/{webhook_token}/messages/@original", encoding: "none" },
  "webhooks.github": { method: "POST", path: "/api/v10/webhooks/{webhook_id}/{webhook_token}/github", encoding: "json" },
  "webhooks.slack": { method: "POST", path: "/api/v10/webhooks/{webhook_id}/{webhook_token}/slack", encoding: "json" },
} as const;

/** The parameters, body and reply of each endpoint. */
export interface Calls {
  "applications.activityInstance": {
    path: { "application_id": types.Snowflake; "instance_id": string };
    query: Record<never, never>;
    body: undefined;
    reply: types.ActivityInstance;
  };
  "applications.createAttachment": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: Record<never, never>;
    reply: { "attachment": types.Attachment };
  };
  "applications.createEmoji": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name": string; "image": string };
    reply: types.EmojiWithUser;
  };
  "applications.deleteEmoji": {
    path: { "application_id": types.Snowflake; "emoji_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "applications.detectable": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: readonly ({ "id": types.Snowflake; "name": string })[];
  };
  "applications.edit": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ApplicationChange;
    reply: types.OwnApplication;
  };
  "applications.editEmoji": {
    path: { "application_id": types.Snowflake; "emoji_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name"?: string };
    reply: types.EmojiWithUser;
  };
  "applications.editMe": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: types.ApplicationChange;
    reply: types.OwnApplication;
  };
  "applications.emoji": {
    path: { "application_id": types.Snowflake; "emoji_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.EmojiWithUser;
  };
  "applications.emojis": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: { "items": readonly (types.EmojiWithUser)[] };
  };
  "applications.get": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.OwnApplication;
  };
  "applications.me": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: types.OwnApplication;
  };
  "applications.roleConnectionMetadata": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.MetadataItem)[];
  };
  "applications.setRoleConnectionMetadata": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: readonly ({ "type": 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8; "key": string; "name": string; "name_localizations"?: Readonly<Record<string, string | null>> | null; "description": string; "description_localizations"?: Readonly<Record<string, string | null>> | null })[] | null;
    reply: readonly (types.MetadataItem)[];
  };
  "auth.fingerprint": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: { "fingerprint": string };
  };
  "channels.addRecipient": {
    path: { "channel_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: { "access_token"?: string; "nick"?: string | null };
    reply: types.Channel | undefined;
  };
  "channels.addThreadMember": {
    path: { "channel_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.bulkDelete": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: { "messages": readonly (types.Snowflake)[] };
    reply: undefined;
  };
  "channels.clearReactions": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.clearReactionsOf": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake; "emoji_name": string };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.commandIndex": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.CommandIndex;
  };
  "channels.createInvite": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: types.InviteDraft;
    reply: types.InviteWithMetadata;
  };
  "channels.createMessage": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ChannelMessageDraft;
    reply: types.Message;
  };
  "channels.createMessageThread": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name": string; "auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "rate_limit_per_user"?: number };
    reply: types.Channel;
  };
  "channels.createThread": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ThreadDraft;
    reply: { "id": types.Snowflake; "type": number; "guild_id"?: types.Snowflake; "name"?: string | null; "position"?: number; "permission_overwrites"?: readonly (types.PermissionOverwrite)[]; "parent_id"?: types.Snowflake | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "available_tags"?: readonly (types.ForumTag)[]; "default_reaction_emoji"?: { "emoji_id": types.Snowflake | null; "emoji_name": string | null } | null; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "last_message_id"?: types.Snowflake | null; "last_pin_timestamp"?: types.Timestamp | null; "flags": number; "recipients"?: readonly (types.User)[]; "icon"?: string | null; "owner_id"?: types.Snowflake; "application_id"?: types.Snowflake | null; "managed"?: boolean; "linked_lobby"?: types.LinkedLobby; "thread_metadata"?: types.ThreadMetadata; "message_count"?: number; "total_message_sent"?: number; "member_count"?: number; "member"?: types.ThreadMembership; "applied_tags"?: readonly (types.Snowflake)[]; "message"?: types.Message };
  };
  "channels.createWebhook": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name": string; "avatar"?: string | null };
    reply: types.Webhook;
  };
  "channels.crosspost": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Message;
  };
  "channels.delete": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Channel;
  };
  "channels.deleteMessage": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.deleteOverwrite": {
    path: { "channel_id": types.Snowflake; "overwrite_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.edit": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ChannelChange;
    reply: types.Channel;
  };
  "channels.editMessage": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ChannelMessageChange;
    reply: types.Message;
  };
  "channels.expirePoll": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Message;
  };
  "channels.follow": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: { "webhook_channel_id": types.Snowflake };
    reply: { "channel_id": types.Snowflake; "webhook_id": types.Snowflake };
  };
  "channels.get": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Channel;
  };
  "channels.invites": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.InviteWithMetadata)[];
  };
  "channels.joinThread": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.joinedArchivedThreads": {
    path: { "channel_id": types.Snowflake };
    query: { "before"?: types.Snowflake; "limit"?: number };
    body: undefined;
    reply: { "threads": readonly (types.Channel)[]; "members": readonly (types.ThreadMembership)[]; "has_more": boolean };
  };
  "channels.leaveThread": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.message": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Message;
  };
  "channels.messages": {
    path: { "channel_id": types.Snowflake };
    query: { "limit"?: number; "before"?: types.Snowflake; "after"?: types.Snowflake; "around"?: types.Snowflake };
    body: undefined;
    reply: readonly (types.Message)[];
  };
  "channels.pin": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.pinOld": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.pins": {
    path: { "channel_id": types.Snowflake };
    query: { "before"?: types.ClockInstant; "limit"?: number };
    body: undefined;
    reply: { "items": readonly ({ "pinned_at": types.Timestamp; "message": types.Message })[]; "has_more": boolean };
  };
  "channels.pinsOld": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.Message)[];
  };
  "channels.pollVoters": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake; "answer_id": string };
    query: { "after"?: types.Snowflake; "limit"?: number };
    body: undefined;
    reply: { "users": readonly (types.User)[] };
  };
  "channels.privateArchivedThreads": {
    path: { "channel_id": types.Snowflake };
    query: { "before"?: string; "limit"?: number };
    body: undefined;
    reply: { "threads": readonly (types.Channel)[]; "members": readonly (types.ThreadMembership)[]; "has_more": boolean };
  };
  "channels.publicArchivedThreads": {
    path: { "channel_id": types.Snowflake };
    query: { "before"?: string; "limit"?: number };
    body: undefined;
    reply: { "threads": readonly (types.Channel)[]; "members": readonly (types.ThreadMembership)[]; "has_more": boolean };
  };
  "channels.react": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake; "emoji_name": string };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.reactions": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake; "emoji_name": string };
    query: { "type"?: 0 | 1; "after"?: types.Snowflake; "limit"?: number };
    body: undefined;
    reply: readonly (types.User)[];
  };
  "channels.removeReaction": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake; "emoji_name": string; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.removeRecipient": {
    path: { "channel_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.removeThreadMember": {
    path: { "channel_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.searchThreads": {
    path: { "channel_id": types.Snowflake };
    query: { "name"?: string; "slop"?: number; "min_id"?: types.Snowflake; "max_id"?: types.Snowflake; "tag"?: readonly (types.Snowflake)[]; "tag_setting"?: "match_all" | "match_some"; "archived"?: boolean; "sort_by"?: "relevance" | "creation_time" | "last_message_time" | "archive_time"; "sort_order"?: "asc" | "desc"; "limit"?: number; "offset"?: number };
    body: undefined;
    reply: { "threads": readonly (types.Channel)[]; "members": readonly (types.ThreadMembership)[]; "has_more": boolean; "first_messages": readonly (types.Message)[]; "total_results": number };
  };
  "channels.sendSound": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: { "sound_id": types.Snowflake; "source_guild_id"?: types.Snowflake | null };
    reply: undefined;
  };
  "channels.setOverwrite": {
    path: { "channel_id": types.Snowflake; "overwrite_id": types.Snowflake };
    query: Record<never, never>;
    body: { "type"?: 0 | 1; "allow"?: string; "deny"?: string };
    reply: undefined;
  };
  "channels.setVoiceStatus": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: { "status"?: string | null };
    reply: undefined;
  };
  "channels.threadMember": {
    path: { "channel_id": types.Snowflake; "user_id": types.Snowflake };
    query: { "with_member"?: boolean };
    body: undefined;
    reply: types.ThreadMember;
  };
  "channels.threadMembers": {
    path: { "channel_id": types.Snowflake };
    query: { "with_member"?: boolean; "limit"?: number; "after"?: types.Snowflake };
    body: undefined;
    reply: readonly (types.ThreadMember)[];
  };
  "channels.type": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.unlinkLobby": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Channel;
  };
  "channels.unpin": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.unpinOld": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.unreact": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake; "emoji_name": string };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "channels.vote": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: { "answer_ids": readonly (number)[] };
    reply: undefined;
  };
  "channels.webhooks": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.Webhook)[];
  };
  "commands.bulkOverwriteGlobal": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: readonly (types.GlobalCommandItem)[] | null;
    reply: readonly (types.Command)[];
  };
  "commands.bulkOverwriteGuild": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: readonly (types.GuildCommandItem)[] | null;
    reply: readonly (types.Command)[];
  };
  "commands.createGlobal": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: types.CreateGlobalCommand;
    reply: types.Command;
  };
  "commands.createGuild": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.CreateGuildCommand;
    reply: types.Command;
  };
  "commands.deleteGlobal": {
    path: { "application_id": types.Snowflake; "command_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "commands.deleteGuild": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake; "command_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "commands.editGlobal": {
    path: { "application_id": types.Snowflake; "command_id": types.Snowflake };
    query: Record<never, never>;
    body: types.EditGlobalCommand;
    reply: types.Command;
  };
  "commands.editGuild": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake; "command_id": types.Snowflake };
    query: Record<never, never>;
    body: types.EditGuildCommand;
    reply: types.Command;
  };
  "commands.editPermissions": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake; "command_id": types.Snowflake };
    query: Record<never, never>;
    body: types.EditCommandPermissions;
    reply: types.GuildCommandPermissions;
  };
  "commands.getGlobal": {
    path: { "application_id": types.Snowflake; "command_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Command;
  };
  "commands.getGuild": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake; "command_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Command;
  };
  "commands.getPermissions": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake; "command_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.GuildCommandPermissions;
  };
  "commands.listGlobal": {
    path: { "application_id": types.Snowflake };
    query: { "with_localizations"?: boolean };
    body: undefined;
    reply: readonly (types.Command)[];
  };
  "commands.listGuild": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake };
    query: { "with_localizations"?: boolean };
    body: undefined;
    reply: readonly (types.Command)[];
  };
  "commands.listPermissions": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.GuildCommandPermissions)[];
  };
  "entitlements.consume": {
    path: { "application_id": types.Snowflake; "entitlement_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "entitlements.create": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: { "sku_id": types.Snowflake; "owner_id": types.Snowflake; "owner_type": 1 | 2 };
    reply: types.Entitlement;
  };
  "entitlements.delete": {
    path: { "application_id": types.Snowflake; "entitlement_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "entitlements.get": {
    path: { "application_id": types.Snowflake; "entitlement_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Entitlement;
  };
  "entitlements.list": {
    path: { "application_id": types.Snowflake };
    query: { "user_id"?: types.Snowflake; "sku_ids"?: readonly (types.Snowflake)[]; "guild_id"?: types.Snowflake; "before"?: types.Snowflake; "after"?: types.Snowflake; "limit"?: number; "exclude_ended"?: boolean; "exclude_deleted"?: boolean; "only_active"?: boolean };
    body: undefined;
    reply: readonly (types.Entitlement)[];
  };
  "gateway.bot": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: { "url": string; "shards": number; "session_start_limit": { "total": number; "remaining": number; "reset_after": number; "max_concurrency": number } };
  };
  "gateway.get": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: { "url": string };
  };
  "guilds.activeThreads": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: { "threads": readonly (types.Channel)[]; "members": readonly (types.ThreadMembership)[]; "has_more": boolean };
  };
  "guilds.addMember": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: { "access_token": string; "nick"?: string | null; "roles"?: readonly (types.Snowflake)[]; "mute"?: boolean; "deaf"?: boolean; "flags"?: number };
    reply: types.Member | undefined;
  };
  "guilds.addMemberRole": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake; "role_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "guilds.auditLog": {
    path: { "guild_id": types.Snowflake };
    query: { "user_id"?: types.Snowflake; "target_id"?: types.Snowflake; "action_type"?: 1 | 10 | 11 | 12 | 13 | 14 | 15 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 30 | 31 | 32 | 40 | 41 | 42 | 50 | 51 | 52 | 60 | 61 | 62 | 72 | 73 | 74 | 75 | 80 | 81 | 82 | 83 | 84 | 85 | 90 | 91 | 92 | 100 | 101 | 102 | 110 | 111 | 112 | 121 | 130 | 131 | 132 | 140 | 141 | 142 | 143 | 144 | 145 | 146 | 150 | 151 | 163 | 164 | 165 | 166 | 167 | 171 | 172 | 180 | 190 | 191 | 192 | 193 | 200 | 201 | 202 | 211; "before"?: types.Snowflake; "after"?: types.Snowflake; "limit"?: number };
    body: undefined;
    reply: types.AuditLog;
  };
  "guilds.autoModerationRule": {
    path: { "guild_id": types.Snowflake; "rule_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.AutoModerationRule;
  };
  "guilds.autoModerationRules": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.AutoModerationRule)[];
  };
  "guilds.ban": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Ban;
  };
  "guilds.banUser": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: { "delete_message_seconds"?: number; "delete_message_days"?: number };
    reply: undefined;
  };
  "guilds.bans": {
    path: { "guild_id": types.Snowflake };
    query: { "limit"?: number; "before"?: types.Snowflake; "after"?: types.Snowflake };
    body: undefined;
    reply: readonly (types.Ban)[];
  };
  "guilds.bulkBan": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "user_ids": readonly (types.Snowflake)[]; "delete_message_seconds"?: number };
    reply: { "banned_users": readonly (types.Snowflake)[]; "failed_users": readonly (types.Snowflake)[] };
  };
  "guilds.changeOwnMember": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.OwnMemberChange;
    reply: types.Member;
  };
  "guilds.changeOwnNick": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "nick"?: string | null };
    reply: { "nick": string | null };
  };
  "guilds.changeOwnVoiceState": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.OwnVoiceStateChange;
    reply: undefined;
  };
  "guilds.changeVoiceState": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: { "channel_id"?: types.Snowflake | null; "suppress"?: boolean | null };
    reply: undefined;
  };
  "guilds.channels": {
    path: { "guild_id": types.Snowflake };
    query: { "with_can_link_lobby"?: boolean };
    body: undefined;
    reply: readonly ({ "id": types.Snowflake; "type": number; "guild_id"?: types.Snowflake; "name"?: string | null; "position"?: number; "permission_overwrites"?: readonly (types.PermissionOverwrite)[]; "parent_id"?: types.Snowflake | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "available_tags"?: readonly (types.ForumTag)[]; "default_reaction_emoji"?: { "emoji_id": types.Snowflake | null; "emoji_name": string | null } | null; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "last_message_id"?: types.Snowflake | null; "last_pin_timestamp"?: types.Timestamp | null; "flags": number; "recipients"?: readonly (types.User)[]; "icon"?: string | null; "owner_id"?: types.Snowflake; "application_id"?: types.Snowflake | null; "managed"?: boolean; "linked_lobby"?: types.LinkedLobby; "thread_metadata"?: types.ThreadMetadata; "message_count"?: number; "total_message_sent"?: number; "member_count"?: number; "member"?: types.ThreadMembership; "applied_tags"?: readonly (types.Snowflake)[]; "is_linkable"?: boolean; "is_viewable_and_writeable_by_all_members"?: boolean })[];
  };
  "guilds.commandIndex": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.CommandIndex;
  };
  "guilds.countPrune": {
    path: { "guild_id": types.Snowflake };
    query: { "days"?: number; "include_roles"?: readonly (types.Snowflake)[] };
    body: undefined;
    reply: { "pruned": number | null };
  };
  "guilds.createAutoModerationRule": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.AutoModerationRuleDraft;
    reply: types.AutoModerationRule;
  };
  "guilds.createChannel": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ChannelDraft;
    reply: types.Channel;
  };
  "guilds.createEmoji": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name": string; "image": string; "roles"?: readonly (types.Snowflake)[] };
    reply: types.EmojiWithUser;
  };
  "guilds.createRole": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.RoleDraft;
    reply: types.Role;
  };
  "guilds.createScheduledEvent": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ScheduledEventDraft;
    reply: types.ScheduledEvent;
  };
  "guilds.createScheduledEventException": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake };
    query: Record<never, never>;
    body: { "scheduled_start_time"?: types.Instant | null; "scheduled_end_time"?: types.Instant | null; "is_canceled"?: boolean | null; "original_scheduled_start_time": types.Instant };
    reply: types.ScheduledEventException;
  };
  "guilds.createSound": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name": string; "volume"?: number | null; "emoji_id"?: types.Snowflake | null; "emoji_name"?: string | null; "sound": string };
    reply: types.SoundboardSoundWithUser;
  };
  "guilds.createSticker": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name": string; "tags": string; "description"?: string | null };
    reply: types.GuildStickerWithUser;
  };
  "guilds.createTemplate": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name": string; "description"?: string | null };
    reply: types.GuildTemplate;
  };
  "guilds.deleteAutoModerationRule": {
    path: { "guild_id": types.Snowflake; "rule_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "guilds.deleteEmoji": {
    path: { "guild_id": types.Snowflake; "emoji_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "guilds.deleteRole": {
    path: { "guild_id": types.Snowflake; "role_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "guilds.deleteScheduledEvent": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "guilds.deleteScheduledEventException": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake; "exception_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "guilds.deleteSound": {
    path: { "guild_id": types.Snowflake; "sound_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "guilds.deleteSticker": {
    path: { "guild_id": types.Snowflake; "sticker_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "guilds.deleteTemplate": {
    path: { "guild_id": types.Snowflake; "code": string };
    query: Record<never, never>;
    body: undefined;
    reply: types.GuildTemplate;
  };
  "guilds.edit": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.GuildChange;
    reply: types.Guild;
  };
  "guilds.editAutoModerationRule": {
    path: { "guild_id": types.Snowflake; "rule_id": types.Snowflake };
    query: Record<never, never>;
    body: types.AutoModerationRuleChange;
    reply: types.AutoModerationRule;
  };
  "guilds.editEmoji": {
    path: { "guild_id": types.Snowflake; "emoji_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name"?: string; "roles"?: readonly (types.Snowflake)[] | null };
    reply: types.EmojiWithUser;
  };
  "guilds.editMember": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: types.MemberChange;
    reply: types.Member;
  };
  "guilds.editRole": {
    path: { "guild_id": types.Snowflake; "role_id": types.Snowflake };
    query: Record<never, never>;
    body: types.RoleDraft;
    reply: types.Role;
  };
  "guilds.editScheduledEvent": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ScheduledEventChange;
    reply: types.ScheduledEvent;
  };
  "guilds.editScheduledEventException": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake; "exception_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ScheduledEventExceptionChange;
    reply: types.ScheduledEventException;
  };
  "guilds.editSound": {
    path: { "guild_id": types.Snowflake; "sound_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name"?: string; "volume"?: number | null; "emoji_id"?: types.Snowflake | null; "emoji_name"?: string | null };
    reply: types.SoundboardSoundWithUser;
  };
  "guilds.editSticker": {
    path: { "guild_id": types.Snowflake; "sticker_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name"?: string; "tags"?: string; "description"?: string | null };
    reply: types.GuildStickerWithUser;
  };
  "guilds.editTemplate": {
    path: { "guild_id": types.Snowflake; "code": string };
    query: Record<never, never>;
    body: { "name"?: string; "description"?: string | null };
    reply: types.GuildTemplate;
  };
  "guilds.editWelcomeScreen": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.WelcomeScreenChange;
    reply: types.WelcomeScreen;
  };
  "guilds.editWidgetSettings": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "enabled"?: boolean | null; "channel_id"?: types.Snowflake | null };
    reply: types.WidgetSettings;
  };
  "guilds.emoji": {
    path: { "guild_id": types.Snowflake; "emoji_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.EmojiWithUser;
  };
  "guilds.emojis": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.EmojiWithUser)[];
  };
  "guilds.get": {
    path: { "guild_id": types.Snowflake };
    query: { "with_counts"?: boolean };
    body: undefined;
    reply: types.Guild;
  };
  "guilds.integrations": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.GuildIntegration)[];
  };
  "guilds.invites": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.ListedInvite)[];
  };
  "guilds.joinRequests": {
    path: { "guild_id": types.Snowflake };
    query: { "status"?: "SUBMITTED" | "APPROVED" | "REJECTED"; "limit"?: number; "before"?: types.Snowflake; "after"?: types.Snowflake };
    body: undefined;
    reply: { "total"?: number; "guild_join_requests"?: readonly (types.JoinRequest)[] };
  };
  "guilds.kickMember": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "guilds.member": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Member;
  };
  "guilds.members": {
    path: { "guild_id": types.Snowflake };
    query: { "limit"?: number; "after"?: types.Snowflake };
    body: undefined;
    reply: readonly (types.Member)[];
  };
  "guilds.moveChannels": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: readonly ({ "id"?: types.Snowflake; "position"?: number; "parent_id"?: types.Snowflake | null; "lock_permissions"?: boolean; "flags"?: number })[];
    reply: undefined;
  };
  "guilds.moveRoles": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: readonly ({ "id"?: types.Snowflake | null; "position"?: number | null })[];
    reply: readonly (types.Role)[];
  };
  "guilds.newMemberWelcome": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.NewMemberWelcome | undefined;
  };
  "guilds.onboarding": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Onboarding;
  };
  "guilds.ownVoiceState": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.WholeVoiceState;
  };
  "guilds.preview": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.GuildPreview;
  };
  "guilds.prune": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "days"?: number; "compute_prune_count"?: boolean; "include_roles"?: readonly (types.Snowflake)[] };
    reply: { "pruned": number | null };
  };
  "guilds.removeIntegration": {
    path: { "guild_id": types.Snowflake; "integration_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "guilds.removeMemberRole": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake; "role_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "guilds.reviewJoinRequest": {
    path: { "guild_id": types.Snowflake; "request_id": types.Snowflake };
    query: Record<never, never>;
    body: { "action": "APPROVED" | "REJECTED"; "rejection_reason"?: string | null };
    reply: types.JoinRequest;
  };
  "guilds.role": {
    path: { "guild_id": types.Snowflake; "role_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Role;
  };
  "guilds.roleMemberCounts": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: Readonly<Record<string, number>>;
  };
  "guilds.roles": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.Role)[];
  };
  "guilds.scheduledEvent": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake };
    query: { "with_user_count"?: boolean };
    body: undefined;
    reply: types.ScheduledEvent;
  };
  "guilds.scheduledEventExceptionUsers": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake; "exception_id": types.Snowflake };
    query: { "limit"?: number; "with_member"?: boolean; "before"?: types.Snowflake; "after"?: types.Snowflake };
    body: undefined;
    reply: readonly (types.ScheduledEventUser)[];
  };
  "guilds.scheduledEventUserCounts": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake };
    query: { "guild_scheduled_event_exception_ids"?: readonly (types.Snowflake)[] };
    body: undefined;
    reply: { "guild_scheduled_event_count": number; "guild_scheduled_event_exception_counts": Readonly<Record<string, number>> };
  };
  "guilds.scheduledEventUsers": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake };
    query: { "limit"?: number; "with_member"?: boolean; "before"?: types.Snowflake; "after"?: types.Snowflake };
    body: undefined;
    reply: readonly (types.ScheduledEventUser)[];
  };
  "guilds.scheduledEvents": {
    path: { "guild_id": types.Snowflake };
    query: { "with_user_count"?: boolean };
    body: undefined;
    reply: readonly (types.ScheduledEvent)[];
  };
  "guilds.searchMembers": {
    path: { "guild_id": types.Snowflake };
    query: { "query": string; "limit"?: number };
    body: undefined;
    reply: readonly (types.Member)[];
  };
  "guilds.searchMessages": {
    path: { "guild_id": types.Snowflake };
    query: { "limit"?: number; "offset"?: number; "min_id"?: types.Snowflake; "max_id"?: types.Snowflake; "content"?: string; "slop"?: number; "channel_id"?: readonly (types.Snowflake)[]; "author_id"?: readonly (types.Snowflake)[]; "author_type"?: readonly ("user" | "bot" | "webhook" | "-user" | "-bot" | "-webhook")[]; "mentions"?: readonly (types.Snowflake)[]; "mentions_role_id"?: readonly (types.Snowflake)[]; "mention_everyone"?: boolean; "replied_to_user_id"?: readonly (types.Snowflake)[]; "replied_to_message_id"?: readonly (types.Snowflake)[]; "pinned"?: boolean; "has"?: readonly ("link" | "embed" | "file" | "image" | "video" | "sound" | "sticker" | "poll" | "snapshot" | "-link" | "-embed" | "-file" | "-image" | "-video" | "-sound" | "-sticker" | "-poll" | "-snapshot")[]; "embed_type"?: readonly ("image" | "video" | "gif" | "sound" | "article")[]; "embed_provider"?: readonly (string)[]; "link_hostname"?: readonly (string)[]; "attachment_extension"?: readonly (string)[]; "attachment_filename"?: readonly (string)[]; "include_nsfw"?: boolean; "sort_by"?: "timestamp" | "relevance"; "sort_order"?: "desc" | "asc" };
    body: undefined;
    reply: types.SearchResults | types.IndexNotReady;
  };
  "guilds.setIncidentActions": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "invites_disabled_until"?: types.Instant | null; "dms_disabled_until"?: types.Instant | null };
    reply: types.IncidentActions;
  };
  "guilds.setOnboarding": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.OnboardingChange;
    reply: types.Onboarding;
  };
  "guilds.sound": {
    path: { "guild_id": types.Snowflake; "sound_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.SoundboardSoundWithUser;
  };
  "guilds.sounds": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: { "items": readonly (types.SoundboardSoundWithUser)[] };
  };
  "guilds.sticker": {
    path: { "guild_id": types.Snowflake; "sticker_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.GuildStickerWithUser;
  };
  "guilds.stickers": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.GuildStickerWithUser)[];
  };
  "guilds.syncTemplate": {
    path: { "guild_id": types.Snowflake; "code": string };
    query: Record<never, never>;
    body: undefined;
    reply: types.GuildTemplate;
  };
  "guilds.templates": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.GuildTemplate)[];
  };
  "guilds.unbanUser": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "guilds.vanityUrl": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: { "code": string | null; "uses": number };
  };
  "guilds.voiceRegions": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.VoiceRegion)[];
  };
  "guilds.voiceState": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.WholeVoiceState;
  };
  "guilds.webhooks": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.Webhook)[];
  };
  "guilds.welcomeScreen": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.WelcomeScreen;
  };
  "guilds.widget": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Widget;
  };
  "guilds.widgetPicture": {
    path: { "guild_id": types.Snowflake };
    query: { "style"?: "shield" | "banner1" | "banner2" | "banner3" | "banner4" };
    body: undefined;
    reply: string;
  };
  "guilds.widgetSettings": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.WidgetSettings;
  };
  "interactions.callback": {
    path: { "interaction_id": types.Snowflake; "interaction_token": string };
    query: { "with_response"?: boolean };
    body: types.InteractionCallback;
    reply: types.CallbackResponse | undefined;
  };
  "interactions.create": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: types.InteractionForm;
    reply: undefined;
  };
  "invites.addTargetUser": {
    path: { "code": string; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "invites.addTargetUsers": {
    path: { "code": string };
    query: Record<never, never>;
    body: { "user_ids": readonly (types.Snowflake)[] };
    reply: undefined;
  };
  "invites.get": {
    path: { "code": string };
    query: { "with_counts"?: boolean; "with_expiration"?: boolean; "guild_scheduled_event_id"?: types.Snowflake; "target_channel_id"?: types.Snowflake; "target_message_id"?: types.Snowflake };
    body: undefined;
    reply: types.Invite;
  };
  "invites.removeTargetUser": {
    path: { "code": string; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "invites.removeTargetUsers": {
    path: { "code": string };
    query: Record<never, never>;
    body: { "user_ids": readonly (types.Snowflake)[] };
    reply: undefined;
  };
  "invites.revoke": {
    path: { "code": string };
    query: Record<never, never>;
    body: undefined;
    reply: types.Invite;
  };
  "invites.setTargetUsers": {
    path: { "code": string };
    query: Record<never, never>;
    body: Record<never, never>;
    reply: undefined;
  };
  "invites.targetUsers": {
    path: { "code": string };
    query: Record<never, never>;
    body: undefined;
    reply: string;
  };
  "invites.targetUsersJob": {
    path: { "code": string };
    query: Record<never, never>;
    body: undefined;
    reply: { "status": number; "total_users": number; "processed_users": number; "created_at": types.Timestamp | null; "completed_at": types.Timestamp | null; "error_message": string | null };
  };
  "invites.use": {
    path: { "code": string };
    query: Record<never, never>;
    body: { "session_id"?: string };
    reply: types.UsedInvite;
  };
  "lobbies.addMember": {
    path: { "lobby_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: types.LobbyMemberDraft;
    reply: types.LobbyMember;
  };
  "lobbies.bulkMembers": {
    path: { "lobby_id": types.Snowflake };
    query: Record<never, never>;
    body: readonly (types.LobbyMemberChange)[];
    reply: readonly (types.LobbyMember)[];
  };
  "lobbies.create": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: types.LobbyDraft;
    reply: types.Lobby;
  };
  "lobbies.createMessage": {
    path: { "lobby_id": types.Snowflake };
    query: Record<never, never>;
    body: types.LobbyMessageDraft;
    reply: types.LobbyMessage;
  };
  "lobbies.delete": {
    path: { "lobby_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "lobbies.edit": {
    path: { "lobby_id": types.Snowflake };
    query: Record<never, never>;
    body: types.LobbyDraft;
    reply: types.Lobby;
  };
  "lobbies.get": {
    path: { "lobby_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Lobby;
  };
  "lobbies.inviteMember": {
    path: { "lobby_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.LobbyInvite;
  };
  "lobbies.inviteSelf": {
    path: { "lobby_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.LobbyInvite;
  };
  "lobbies.join": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: types.LobbyJoinDraft;
    reply: types.Lobby;
  };
  "lobbies.leave": {
    path: { "lobby_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "lobbies.linkChannel": {
    path: { "lobby_id": types.Snowflake };
    query: Record<never, never>;
    body: { "channel_id"?: types.Snowflake | null };
    reply: types.Lobby;
  };
  "lobbies.messages": {
    path: { "lobby_id": types.Snowflake };
    query: { "limit"?: number };
    body: undefined;
    reply: readonly (types.LobbyMessage)[];
  };
  "lobbies.moderateMessage": {
    path: { "lobby_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: Readonly<Record<string, string>>;
    reply: undefined;
  };
  "lobbies.removeMember": {
    path: { "lobby_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "oauth2.applicationMe": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: types.OwnApplication;
  };
  "oauth2.authorize": {
    path: Record<never, never>;
    query: { "client_id"?: string; "response_type"?: string; "scope"?: string; "redirect_uri"?: string; "state"?: string; "nonce"?: string; "prompt"?: string; "code_challenge"?: string; "code_challenge_method"?: string; "integration_type"?: string; "permissions"?: string; "guild_id"?: string; "channel_id"?: string; "disable_guild_select"?: string };
    body: { "authorize": boolean; "permissions"?: string; "guild_id"?: types.Snowflake; "webhook_channel_id"?: types.Snowflake; "integration_type"?: 0 | 1 };
    reply: { "location": string; "url": string };
  };
  "oauth2.consent": {
    path: Record<never, never>;
    query: { "client_id"?: string; "response_type"?: string; "scope"?: string; "redirect_uri"?: string; "state"?: string; "nonce"?: string; "prompt"?: string; "code_challenge"?: string; "code_challenge_method"?: string; "integration_type"?: string; "permissions"?: string; "guild_id"?: string; "channel_id"?: string; "disable_guild_select"?: string };
    body: undefined;
    reply: types.ConsentQuestion;
  };
  "oauth2.deviceAuthorize": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "client_id"?: string; "client_secret"?: string; "scope"?: string };
    reply: types.DeviceAuthorization;
  };
  "oauth2.deviceFinish": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "user_code": string; "result": "granted" | "denied" };
    reply: undefined;
  };
  "oauth2.deviceVerify": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "user_code": string };
    reply: { "scopes": readonly (string)[]; "client_id": types.Snowflake; "two_way_link_code": string | null; "type": "pending" | "granted" | "denied" };
  };
  "oauth2.keys": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: { "keys": readonly ({ "kty": "RSA"; "use": "sig"; "kid": string; "n": string; "e": string; "alg": "RS256" })[] };
  };
  "oauth2.me": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: { "application": types.PublicApplication; "scopes": readonly (string)[]; "expires": string; "user"?: types.User };
  };
  "oauth2.removeToken": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "oauth2.revoke": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "client_id"?: string; "client_secret"?: string; "token"?: string; "token_type_hint"?: string };
    reply: Record<never, never>;
  };
  "oauth2.token": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "client_id"?: string; "client_secret"?: string; "grant_type"?: string; "code"?: string; "redirect_uri"?: string; "code_verifier"?: string; "refresh_token"?: string; "device_code"?: string; "scope"?: string; "external_auth_type"?: string; "external_auth_token"?: string };
    reply: types.TokenAnswer;
  };
  "oauth2.tokens": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: readonly ({ "id": types.Snowflake; "scopes": readonly (string)[]; "application": types.PublicApplication })[];
  };
  "oauth2.userinfo": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: { "sub": types.Snowflake; "email"?: string | null; "email_verified"?: boolean; "preferred_username"?: string; "nickname"?: string | null; "picture"?: string; "locale"?: string };
  };
  "oauth2.userinfoPost": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: { "sub": types.Snowflake; "email"?: string | null; "email_verified"?: boolean; "preferred_username"?: string; "nickname"?: string | null; "picture"?: string; "locale"?: string };
  };
  "partner.channels": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: readonly ({ "user_id": types.Snowflake; "last_message_id": types.Snowflake | null })[];
  };
  "partner.moderateMessage": {
    path: { "user_id_1": types.Snowflake; "user_id_2": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: Readonly<Record<string, string>>;
    reply: undefined;
  };
  "partnerSdk.botToken": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "external_user_id": string; "preferred_global_name"?: string | null; "provisional_user_id"?: types.Snowflake | null };
    reply: types.ProvisionalToken;
  };
  "partnerSdk.childToken": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "parent_access_token": string; "child_application_id": types.Snowflake; "parent_client_secret"?: string | null };
    reply: types.ChildToken;
  };
  "partnerSdk.token": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "client_id": types.Snowflake; "client_secret"?: string | null; "external_auth_type": "OIDC" | "EPIC_ONLINE_SERVICES_ACCESS_TOKEN" | "EPIC_ONLINE_SERVICES_ID_TOKEN" | "STEAM_SESSION_TICKET" | "UNITY_SERVICES_ID_TOKEN" | "DISCORD_BOT_ISSUED_ACCESS_TOKEN" | "APPLE_ID_TOKEN" | "PLAYSTATION_NETWORK_ID_TOKEN"; "external_auth_token": string };
    reply: types.ProvisionalToken;
  };
  "partnerSdk.unmerge": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "client_id": types.Snowflake; "client_secret"?: string | null; "external_auth_type": "OIDC" | "EPIC_ONLINE_SERVICES_ACCESS_TOKEN" | "EPIC_ONLINE_SERVICES_ID_TOKEN" | "STEAM_SESSION_TICKET" | "UNITY_SERVICES_ID_TOKEN" | "DISCORD_BOT_ISSUED_ACCESS_TOKEN" | "APPLE_ID_TOKEN" | "PLAYSTATION_NETWORK_ID_TOKEN"; "external_auth_token": string };
    reply: undefined;
  };
  "partnerSdk.unmergeBot": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "external_user_id": string };
    reply: undefined;
  };
  "skus.list": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.Sku)[];
  };
  "skus.subscription": {
    path: { "sku_id": types.Snowflake; "subscription_id": types.Snowflake };
    query: { "user_id"?: types.Snowflake };
    body: undefined;
    reply: types.Subscription;
  };
  "skus.subscriptions": {
    path: { "sku_id": types.Snowflake };
    query: { "before"?: types.Snowflake; "after"?: types.Snowflake; "limit"?: number; "user_id"?: types.Snowflake };
    body: undefined;
    reply: readonly (types.Subscription)[];
  };
  "soundboard.defaultSounds": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.SoundboardSound)[];
  };
  "stages.create": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "channel_id": types.Snowflake; "topic": string; "privacy_level"?: 1 | 2 | null; "guild_scheduled_event_id"?: types.Snowflake | null; "send_start_notification"?: boolean | null };
    reply: types.StageInstance;
  };
  "stages.delete": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "stages.edit": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: { "topic"?: string; "privacy_level"?: 1 | 2 };
    reply: types.StageInstance;
  };
  "stages.get": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.StageInstance;
  };
  "stickers.get": {
    path: { "sticker_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.StandardSticker | types.GuildStickerWithUser;
  };
  "stickers.pack": {
    path: { "pack_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.StickerPack;
  };
  "stickers.packs": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: { "sticker_packs": readonly (types.StickerPack)[] };
  };
  "templates.get": {
    path: { "code": string };
    query: Record<never, never>;
    body: undefined;
    reply: types.GuildTemplate;
  };
  "users.connections": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.Connection)[];
  };
  "users.createMessage": {
    path: { "user_id": types.Snowflake };
    query: Record<never, never>;
    body: types.GameMessageDraft;
    reply: types.GameMessage;
  };
  "users.deleteMessage": {
    path: { "user_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "users.deleteRoleConnection": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "users.editAccount": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "global_name"?: string | null };
    reply: types.OwnUser;
  };
  "users.editMe": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "username"?: string; "avatar"?: string | null; "banner"?: string | null };
    reply: types.OwnUser;
  };
  "users.editMessage": {
    path: { "user_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: { "content"?: string };
    reply: types.GameMessage;
  };
  "users.get": {
    path: { "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.User;
  };
  "users.guildMember": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Member;
  };
  "users.guilds": {
    path: Record<never, never>;
    query: { "before"?: types.Snowflake; "after"?: types.Snowflake; "limit"?: number; "with_counts"?: boolean; "shard"?: number };
    body: undefined;
    reply: readonly (types.OwnGuild)[];
  };
  "users.leaveGuild": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "users.me": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: types.OwnUser;
  };
  "users.messages": {
    path: { "user_id": types.Snowflake };
    query: { "limit"?: number };
    body: undefined;
    reply: readonly (types.GameMessage)[];
  };
  "users.openChannel": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "recipient_id"?: types.Snowflake; "recipients"?: readonly (types.Snowflake)[]; "access_tokens"?: readonly (string)[]; "nicks"?: Readonly<Record<string, string | null>> };
    reply: types.Channel;
  };
  "users.ownEntitlements": {
    path: { "application_id": types.Snowflake };
    query: { "sku_ids"?: readonly (types.Snowflake)[]; "exclude_consumed"?: boolean };
    body: undefined;
    reply: readonly (types.Entitlement)[];
  };
  "users.roleConnection": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.RoleConnection;
  };
  "users.setRoleConnection": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: types.RoleConnectionDraft;
    reply: types.RoleConnection;
  };
  "voice.regions": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.VoiceRegion)[];
  };
  "webhooks.delete": {
    path: { "webhook_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "webhooks.deleteByToken": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  "webhooks.deleteMessage": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string; "message_id": types.Snowflake };
    query: { "thread_id"?: types.Snowflake; "with_components"?: boolean };
    body: undefined;
    reply: undefined;
  };
  "webhooks.deleteOriginal": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: { "thread_id"?: types.Snowflake; "with_components"?: boolean };
    body: undefined;
    reply: undefined;
  };
  "webhooks.edit": {
    path: { "webhook_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name"?: string; "avatar"?: string | null; "channel_id"?: types.Snowflake };
    reply: types.Webhook;
  };
  "webhooks.editByToken": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: Record<never, never>;
    body: { "name"?: string; "avatar"?: string | null };
    reply: types.Webhook;
  };
  "webhooks.editMessage": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string; "message_id": types.Snowflake };
    query: { "thread_id"?: types.Snowflake; "with_components"?: boolean };
    body: types.MessageChange;
    reply: types.Message;
  };
  "webhooks.editOriginal": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: { "thread_id"?: types.Snowflake; "with_components"?: boolean };
    body: types.MessageChange;
    reply: types.Message;
  };
  "webhooks.followUp": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: { "thread_id"?: types.Snowflake; "with_components"?: boolean; "wait"?: boolean };
    body: types.WebhookDraft;
    reply: types.Message | undefined;
  };
  "webhooks.get": {
    path: { "webhook_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Webhook;
  };
  "webhooks.getByToken": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: Record<never, never>;
    body: undefined;
    reply: types.Webhook;
  };
  "webhooks.getMessage": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string; "message_id": types.Snowflake };
    query: { "thread_id"?: types.Snowflake; "with_components"?: boolean };
    body: undefined;
    reply: types.Message;
  };
  "webhooks.getOriginal": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: { "thread_id"?: types.Snowflake; "with_components"?: boolean };
    body: undefined;
    reply: types.Message;
  };
  "webhooks.github": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: { "wait"?: boolean; "thread_id"?: types.Snowflake };
    body: types.GithubPayload;
    reply: undefined;
  };
  "webhooks.slack": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: { "wait"?: boolean; "thread_id"?: types.Snowflake };
    body: types.SlackDraft;
    reply: string;
  };
}

/** The ids of endpoints by resource and verb. */
export interface CallIds {
  "applications": {
    /** Get an activity instance, if it is running; lets an application verify that the instance exists. */
    "activityInstance": "applications.activityInstance";
    /** Upload one file, the form's `file`, which is stored for a day; anyone with its URL can open it. */
    "createAttachment": "applications.createAttachment";
    /** Create an emoji of the application; its name must be unique among the application's emojis. */
    "createEmoji": "applications.createEmoji";
    /** Delete an emoji of the application. */
    "deleteEmoji": "applications.deleteEmoji";
    /** List the games that the official client detects; always empty, for libraries that request it. */
    "detectable": "applications.detectable";
    /** Update the application, as at `/applications/@me`. */
    "edit": "applications.edit";
    /** Rename an emoji of the application. */
    "editEmoji": "applications.editEmoji";
    /** Update the application; a new endpoint for interactions or events must answer a signed PING, and refuse one with an invalid signature. */
    "editMe": "applications.editMe";
    /** Get an emoji of the application. */
    "emoji": "applications.emoji";
    /** List the application's emojis, under `items`. */
    "emojis": "applications.emojis";
    /** Get the application that the bot token belongs to, by its id. */
    "get": "applications.get";
    /** Get the application that the bot token belongs to. */
    "me": "applications.me";
    /** List the metadata by which guilds can give linked roles to the application's users. */
    "roleConnectionMetadata": "applications.roleConnectionMetadata";
    /** Replace the application's role connection metadata; at most 5 records. */
    "setRoleConnectionMetadata": "applications.setRoleConnectionMetadata";
  };
  "auth": {
    /** Get a fingerprint, which the official SDK requests at startup; nothing depends on it. */
    "fingerprint": "auth.fingerprint";
  };
  "channels": {
    /** Add a user to a group DM; an application requires the user's token with gdm.join, a person can add anyone. Adding to a direct message creates a group DM. */
    "addRecipient": "channels.addRecipient";
    /** Add a user to a thread to which the caller may send messages. */
    "addThreadMember": "channels.addThreadMember";
    /** Bulk delete messages younger than two weeks; ids of unknown messages are ignored. */
    "bulkDelete": "channels.bulkDelete";
    /** Remove all reactions to a message; requires MANAGE_MESSAGES. */
    "clearReactions": "channels.clearReactions";
    /** Remove all reactions with one emoji; requires MANAGE_MESSAGES. */
    "clearReactionsOf": "channels.clearReactionsOf";
    /** List the commands that the signed-in user can use in a channel, with their applications. */
    "commandIndex": "channels.commandIndex";
    /** Create an invite to a channel, for everyone or listed users, with or without roles. */
    "createInvite": "channels.createInvite";
    /** Send a message; a person's message cannot contain embeds or components. */
    "createMessage": "channels.createMessage";
    /** Create a thread from a message, with the message's id; requires CREATE_PUBLIC_THREADS. */
    "createMessageThread": "channels.createMessageThread";
    /** Create a thread without a message, or a post in a forum with its first message. */
    "createThread": "channels.createThread";
    /** Create a webhook in a channel; anyone with its token can send messages to the channel. */
    "createWebhook": "channels.createWebhook";
    /** Crosspost a message of an announcement channel to the following channels; requires SEND_MESSAGES, and MANAGE_MESSAGES for another user's message. */
    "crosspost": "channels.crosspost";
    /** Delete a channel (requires MANAGE_CHANNELS there) or a thread (requires MANAGE_THREADS), or close a direct message. */
    "delete": "channels.delete";
    /** Delete one's own message; another user's requires MANAGE_MESSAGES. */
    "deleteMessage": "channels.deleteMessage";
    /** Delete the permission overwrite of a role or a member in a channel; requires MANAGE_ROLES there. */
    "deleteOverwrite": "channels.deleteOverwrite";
    /** Update a channel of a guild (requires MANAGE_CHANNELS there) or a thread. */
    "edit": "channels.edit";
    /** Update one's own message, or suppress the embeds of another user's with MANAGE_MESSAGES. */
    "editMessage": "channels.editMessage";
    /** End one's own poll immediately; returns its message. */
    "expirePoll": "channels.expirePoll";
    /** Follow an announcement channel, to send its messages to another channel by a webhook; requires MANAGE_WEBHOOKS in the latter. */
    "follow": "channels.follow";
    /** Get a channel that the caller can see. */
    "get": "channels.get";
    /** List the invites to a channel; requires MANAGE_CHANNELS. */
    "invites": "channels.invites";
    /** Join a thread. */
    "joinThread": "channels.joinThread";
    /** List the archived private threads of a channel that the caller is in, newest first. */
    "joinedArchivedThreads": "channels.joinedArchivedThreads";
    /** Leave a thread. */
    "leaveThread": "channels.leaveThread";
    /** Get one message of a channel. */
    "message": "channels.message";
    /** List the messages of a channel, newest first; ephemeral ones are never included. */
    "messages": "channels.messages";
    /** Pin a message; a system message announces it in the channel. */
    "pin": "channels.pin";
    /** Pin a message; deprecated path. */
    "pinOld": "channels.pinOld";
    /** List the pinned messages of a channel in pages, most recently pinned first. */
    "pins": "channels.pins";
    /** List the newest pinned messages of a channel; deprecated path. */
    "pinsOld": "channels.pinsOld";
    /** List the users who voted for an answer of a poll, in order of user id. */
    "pollVoters": "channels.pollVoters";
    /** List a channel's archived private threads, last archived first; requires MANAGE_THREADS. */
    "privateArchivedThreads": "channels.privateArchivedThreads";
    /** List the archived public threads of a channel, most recently archived first. */
    "publicArchivedThreads": "channels.publicArchivedThreads";
    /** Add a reaction; requires READ_MESSAGE_HISTORY, and ADD_REACTIONS if the emoji is new. */
    "react": "channels.react";
    /** List the users who reacted with an emoji, in order of user id. */
    "reactions": "channels.reactions";
    /** Remove a user's reaction; requires MANAGE_MESSAGES. */
    "removeReaction": "channels.removeReaction";
    /** Remove a user from a group DM that the caller owns. */
    "removeRecipient": "channels.removeRecipient";
    /** Remove a user from a thread; requires MANAGE_THREADS, or a private thread of one's own. */
    "removeThreadMember": "channels.removeThreadMember";
    /** Search the threads of a channel by name, tags and age. */
    "searchThreads": "channels.searchThreads";
    /** Send a soundboard sound to the voice channel that the caller is in. */
    "sendSound": "channels.sendSound";
    /** Create or update the permission overwrite of a role or a member in a channel; requires MANAGE_ROLES there. */
    "setOverwrite": "channels.setOverwrite";
    /** Set the status of a voice channel, or clear it with null. */
    "setVoiceStatus": "channels.setVoiceStatus";
    /** Get one member of a thread. */
    "threadMember": "channels.threadMember";
    /** List the members of a thread; with `with_member`, a page of them with their guild membership. A bot requires the GUILD_MEMBERS privileged intent. */
    "threadMembers": "channels.threadMembers";
    /** Trigger the typing indicator of the caller for ten seconds; requires the permissions for sending. */
    "type": "channels.type";
    /** Remove the link between a channel and a lobby; requires permission to manage the channel. */
    "unlinkLobby": "channels.unlinkLobby";
    /** Unpin a message. */
    "unpin": "channels.unpin";
    /** Unpin a message; deprecated path. */
    "unpinOld": "channels.unpinOld";
    /** Remove one's own reaction. */
    "unreact": "channels.unreact";
    /** Vote in a poll; the answers replace earlier ones, and an empty list removes the vote. */
    "vote": "channels.vote";
    /** List the webhooks of a channel; requires MANAGE_WEBHOOKS. */
    "webhooks": "channels.webhooks";
  };
  "commands": {
    /** Replace all global commands, of every type; an error leaves them unchanged. */
    "bulkOverwriteGlobal": "commands.bulkOverwriteGlobal";
    /** Replace the application's commands in a guild, of every type; an error leaves them unchanged. */
    "bulkOverwriteGuild": "commands.bulkOverwriteGuild";
    /** Create a global command, or overwrite the one of the same type and name. */
    "createGlobal": "commands.createGlobal";
    /** Create a command in a guild, or overwrite the one of the same type and name. */
    "createGuild": "commands.createGuild";
    /** Delete a global command. */
    "deleteGlobal": "commands.deleteGlobal";
    /** Delete a command of a guild. */
    "deleteGuild": "commands.deleteGuild";
    /** Update a global command; given fields replace the old ones, and the type stays. */
    "editGlobal": "commands.editGlobal";
    /** Update a command of a guild; given fields replace the old ones, and the type stays. */
    "editGuild": "commands.editGuild";
    /** Replace the permissions of a command in a guild; requires a user who may manage the guild, its roles and what the entries name. */
    "editPermissions": "commands.editPermissions";
    /** Get a global command. */
    "getGlobal": "commands.getGlobal";
    /** Get a command of a guild. */
    "getGuild": "commands.getGuild";
    /** Get the permissions of a command in a guild, or of all commands with the application's id. */
    "getPermissions": "commands.getPermissions";
    /** List the application's global commands, oldest first, with texts in the caller's language or in all. */
    "listGlobal": "commands.listGlobal";
    /** List the application's commands in a guild, oldest first. */
    "listGuild": "commands.listGuild";
    /** List the non-empty permissions of the application and its commands in a guild. */
    "listPermissions": "commands.listPermissions";
  };
  "entitlements": {
    /** Consume an entitlement to a consumable SKU; consuming it again changes nothing. */
    "consume": "entitlements.consume";
    /** Create a test entitlement to a SKU for a guild or a user; it does not expire. */
    "create": "entitlements.create";
    /** Delete a test entitlement. */
    "delete": "entitlements.delete";
    /** Get an entitlement, even one that has expired or was deleted. */
    "get": "entitlements.get";
    /** List the application's entitlements, newest first, or oldest first with `after`; omits deleted ones by default. */
    "list": "entitlements.list";
  };
  "gateway": {
    /** Get the URL of the gateway, the recommended number of shards and the bot's session start limit. */
    "bot": "gateway.bot";
    /** Get the URL of the gateway, without a query. */
    "get": "gateway.get";
  };
  "guilds": {
    /** List a guild's active threads that the caller can see, newest first. */
    "activeThreads": "guilds.activeThreads";
    /** Add a user who granted the application `guilds.join`; 204 if they are already a member. */
    "addMember": "guilds.addMember";
    /** Add a role below the caller's highest role to a member. */
    "addMemberRole": "guilds.addMemberRole";
    /** Get a guild's audit log, newest first, or oldest first with `after`; requires VIEW_AUDIT_LOG. */
    "auditLog": "guilds.auditLog";
    /** Get one auto moderation rule of a guild. */
    "autoModerationRule": "guilds.autoModerationRule";
    /** List a guild's auto moderation rules; requires MANAGE_GUILD, like all calls for rules. */
    "autoModerationRules": "guilds.autoModerationRules";
    /** Get one ban, with its reason. */
    "ban": "guilds.ban";
    /** Ban a user, member or not, and delete their recent messages. */
    "banUser": "guilds.banUser";
    /** List banned users in order of user id; `before` takes precedence over `after`. */
    "bans": "guilds.bans";
    /** Bulk ban users; the reply lists those who could not be banned. */
    "bulkBan": "guilds.bulkBan";
    /** Update one's own nick, avatar, banner and bio in a guild. */
    "changeOwnMember": "guilds.changeOwnMember";
    /** Update one's own nick in a guild; deprecated path. */
    "changeOwnNick": "guilds.changeOwnNick";
    /** Update the caller's own voice state: speak on a stage, listen, or request to speak. */
    "changeOwnVoiceState": "guilds.changeOwnVoiceState";
    /** Update a user's voice state: invite them to speak on a stage, or return them to the audience. */
    "changeVoiceState": "guilds.changeVoiceState";
    /** List a guild's channels without threads; with `with_can_link_lobby`, those that a bearer token's user sees, and which of them can be linked to a lobby. */
    "channels": "guilds.channels";
    /** List the commands that the signed-in user can use in a guild, regardless of channels, with their applications. */
    "commandIndex": "guilds.commandIndex";
    /** Count the members that a prune would remove: without roles and inactive for `days`, by default 7. */
    "countPrune": "guilds.countPrune";
    /** Create an auto moderation rule; timeouts also require MODERATE_MEMBERS. */
    "createAutoModerationRule": "guilds.createAutoModerationRule";
    /** Create a channel in a guild; requires MANAGE_CHANNELS there. */
    "createChannel": "guilds.createChannel";
    /** Create an emoji in a guild; requires CREATE_GUILD_EXPRESSIONS. */
    "createEmoji": "guilds.createEmoji";
    /** Create a role at the bottom, with no more permissions than the caller has. */
    "createRole": "guilds.createRole";
    /** Create a scheduled event; requires CREATE_EVENTS where it takes place. */
    "createScheduledEvent": "guilds.createScheduledEvent";
    /** Move or cancel one occurrence of an event; requires the permissions for updating the event. */
    "createScheduledEventException": "guilds.createScheduledEventException";
    /** Create a soundboard sound in a guild; requires CREATE_GUILD_EXPRESSIONS. */
    "createSound": "guilds.createSound";
    /** Create a sticker in a guild, from the form's `file`; requires CREATE_GUILD_EXPRESSIONS. */
    "createSticker": "guilds.createSticker";
    /** Create a template from the current state of the guild. */
    "createTemplate": "guilds.createTemplate";
    /** Delete an auto moderation rule; unblocks the members whose names it blocked. */
    "deleteAutoModerationRule": "guilds.deleteAutoModerationRule";
    /** Delete an emoji: own ones with CREATE_GUILD_EXPRESSIONS, all with MANAGE_GUILD_EXPRESSIONS. */
    "deleteEmoji": "guilds.deleteEmoji";
    /** Delete a role; removes it from members, overwrites, invites and command permissions. */
    "deleteRole": "guilds.deleteRole";
    /** Delete an event: own ones with CREATE_EVENTS, all with MANAGE_EVENTS. */
    "deleteScheduledEvent": "guilds.deleteScheduledEvent";
    /** Delete the exception for an occurrence, which then takes place like the others. */
    "deleteScheduledEventException": "guilds.deleteScheduledEventException";
    /** Delete a soundboard sound: own ones with CREATE_GUILD_EXPRESSIONS, all with MANAGE_GUILD_EXPRESSIONS. */
    "deleteSound": "guilds.deleteSound";
    /** Delete a sticker: own ones with CREATE_GUILD_EXPRESSIONS, all with MANAGE_GUILD_EXPRESSIONS. */
    "deleteSticker": "guilds.deleteSticker";
    /** Delete a template; returns the deleted template. */
    "deleteTemplate": "guilds.deleteTemplate";
    /** Update a guild; requires MANAGE_GUILD, and more for some features and a new owner. */
    "edit": "guilds.edit";
    /** Update the given fields of an auto moderation rule; timeouts also require MODERATE_MEMBERS. */
    "editAutoModerationRule": "guilds.editAutoModerationRule";
    /** Update the name or the roles of an emoji; requires the permissions for deleting it. */
    "editEmoji": "guilds.editEmoji";
    /** Update a member: nick, roles, mute and deaf, voice channel, timeout, flags; each requires its own permission. */
    "editMember": "guilds.editMember";
    /** Update a role below the caller's highest role; for @everyone, only its permissions. */
    "editRole": "guilds.editRole";
    /** Update, start, end or cancel an event; requires the permissions for deleting it. */
    "editScheduledEvent": "guilds.editScheduledEvent";
    /** Update the exception for an occurrence of an event. */
    "editScheduledEventException": "guilds.editScheduledEventException";
    /** Update the name, volume or emoji of a soundboard sound; requires the permissions for deleting it. */
    "editSound": "guilds.editSound";
    /** Update the name, tags or description of a sticker; requires the permissions for deleting it. */
    "editSticker": "guilds.editSticker";
    /** Update the name or description of a template. */
    "editTemplate": "guilds.editTemplate";
    /** Update the welcome screen, or enable or disable it; requires MANAGE_GUILD. */
    "editWelcomeScreen": "guilds.editWelcomeScreen";
    /** Update a guild's widget settings; requires MANAGE_GUILD. */
    "editWidgetSettings": "guilds.editWidgetSettings";
    /** Get one emoji of a guild. */
    "emoji": "guilds.emoji";
    /** List a guild's emojis. */
    "emojis": "guilds.emojis";
    /** Get a guild that the caller is in. */
    "get": "guilds.get";
    /** List a guild's integrations, which are its installed applications, at most 50; requires MANAGE_GUILD. */
    "integrations": "guilds.integrations";
    /** List the invites to a guild; requires MANAGE_GUILD or VIEW_AUDIT_LOG; only the former shows how each was used. */
    "invites": "guilds.invites";
    /** List a guild's join requests of one status, newest first; without KICK_MEMBERS, MANAGE_GUILD shows only their number. */
    "joinRequests": "guilds.joinRequests";
    /** Kick a member below the caller; kicking a bot removes its application. */
    "kickMember": "guilds.kickMember";
    /** Get one member of a guild. */
    "member": "guilds.member";
    /** List members in order of user id; requires the GUILD_MEMBERS privileged intent. */
    "members": "guilds.members";
    /** Update the positions of channels in a guild, and move one of them to another category; requires MANAGE_CHANNELS. */
    "moveChannels": "guilds.moveChannels";
    /** Move roles among those below the caller's highest role; returns all roles. */
    "moveRoles": "guilds.moveRoles";
    /** Get a guild's new member welcome (Server Guide); requires MANAGE_GUILD while it is disabled. */
    "newMemberWelcome": "guilds.newMemberWelcome";
    /** Get the onboarding of a guild. */
    "onboarding": "guilds.onboarding";
    /** Get the caller's own voice state in a guild. */
    "ownVoiceState": "guilds.ownVoiceState";
    /** Get the preview of a guild; for its members, or for everyone if the guild is public. */
    "preview": "guilds.preview";
    /** Prune the guild: remove members without roles who were inactive for `days`, by default 7. */
    "prune": "guilds.prune";
    /** Delete an integration: removes the application from the guild with its bot, the bot's role, its commands and its webhooks there; requires MANAGE_GUILD. */
    "removeIntegration": "guilds.removeIntegration";
    /** Remove a role below the caller's highest role from a member. */
    "removeMemberRole": "guilds.removeMemberRole";
    /** Approve or reject a request to join a guild; requires KICK_MEMBERS. */
    "reviewJoinRequest": "guilds.reviewJoinRequest";
    /** Get one role of a guild. */
    "role": "guilds.role";
    /** Count the members with each role, except @everyone. */
    "roleMemberCounts": "guilds.roleMemberCounts";
    /** List a guild's roles. */
    "roles": "guilds.roles";
    /** Get one scheduled event of a guild. */
    "scheduledEvent": "guilds.scheduledEvent";
    /** List the users subscribed to one occurrence of an event, in order of user id. */
    "scheduledEventExceptionUsers": "guilds.scheduledEventExceptionUsers";
    /** Count the users subscribed to an event, and to single occurrences of it. */
    "scheduledEventUserCounts": "guilds.scheduledEventUserCounts";
    /** List the users subscribed to an event, in order of user id. */
    "scheduledEventUsers": "guilds.scheduledEventUsers";
    /** List a guild's scheduled events that the caller can see. */
    "scheduledEvents": "guilds.scheduledEvents";
    /** Search members whose username, display name or nickname starts with a text, ignoring case. */
    "searchMembers": "guilds.searchMembers";
    /** Search the guild's messages in the channels whose history the bot may read; 202 while the index is being built. */
    "searchMessages": "guilds.searchMessages";
    /** Update the guild's incident actions: disable invites, or direct messages between members, for at most a day; null enables them again. */
    "setIncidentActions": "guilds.setIncidentActions";
    /** Update the onboarding of a guild; requires MANAGE_GUILD and MANAGE_ROLES. */
    "setOnboarding": "guilds.setOnboarding";
    /** Get one soundboard sound of a guild. */
    "sound": "guilds.sound";
    /** List a guild's soundboard sounds. */
    "sounds": "guilds.sounds";
    /** Get one sticker of a guild. */
    "sticker": "guilds.sticker";
    /** List a guild's stickers. */
    "stickers": "guilds.stickers";
    /** Sync a template to the current state of the guild. */
    "syncTemplate": "guilds.syncTemplate";
    /** List a guild's templates, at most one; requires MANAGE_GUILD, like every change to them. */
    "templates": "guilds.templates";
    /** Remove a ban. */
    "unbanUser": "guilds.unbanUser";
    /** Get the code of a guild's vanity URL and its number of uses; requires MANAGE_GUILD. */
    "vanityUrl": "guilds.vanityUrl";
    /** List the voice regions of a guild. */
    "voiceRegions": "guilds.voiceRegions";
    /** Get a user's voice state in a guild; unknown if the caller cannot see the channel. */
    "voiceState": "guilds.voiceState";
    /** List the webhooks of a guild; requires MANAGE_WEBHOOKS. */
    "webhooks": "guilds.webhooks";
    /** Get the welcome screen of a guild; requires MANAGE_GUILD while it is disabled. */
    "welcomeScreen": "guilds.welcomeScreen";
    /** Get a guild's widget: who is online and where, without account names; may create an invite. */
    "widget": "guilds.widget";
    /** Get a guild's widget image, which shows how many members are online. */
    "widgetPicture": "guilds.widgetPicture";
    /** Get a guild's widget settings; requires MANAGE_GUILD. */
    "widgetSettings": "guilds.widgetSettings";
  };
  "interactions": {
    /** Create the response to an interaction, once and within three seconds. */
    "callback": "interactions.callback";
    /** Create an interaction as the signed-in user: a command, a component, a modal, or the autocomplete of an option. */
    "create": "interactions.create";
  };
  "invites": {
    /** Add a user to an invite's target users. */
    "addTargetUser": "invites.addTargetUser";
    /** Add several users to an invite's target users. */
    "addTargetUsers": "invites.addTargetUsers";
    /** Get an invite by its code; requires no authentication. */
    "get": "invites.get";
    /** Remove a user from an invite's target users. */
    "removeTargetUser": "invites.removeTargetUser";
    /** Remove several users from an invite's target users. */
    "removeTargetUsers": "invites.removeTargetUsers";
    /** Delete an invite; requires MANAGE_CHANNELS in its channel, or MANAGE_GUILD. */
    "revoke": "invites.revoke";
    /** Replace an invite's target users with those in `target_users_file`. */
    "setTargetUsers": "invites.setTargetUsers";
    /** Get an invite's target users, as CSV with the single column `user_id`. */
    "targetUsers": "invites.targetUsers";
    /** Get the progress of the job that imports an invite's target users. */
    "targetUsersJob": "invites.targetUsersJob";
    /** Join a guild by an invite, as a person. */
    "use": "invites.use";
  };
  "lobbies": {
    /** Add a user to a lobby, or update an existing member. */
    "addMember": "lobbies.addMember";
    /** Add, update or remove many members; the reply omits users who may not be added. */
    "bulkMembers": "lobbies.bulkMembers";
    /** Create a lobby; players can neither join nor leave it by themselves. */
    "create": "lobbies.create";
    /** Send a message to a lobby as a member; it is also sent to the linked channel. */
    "createMessage": "lobbies.createMessage";
    /** Delete a lobby; succeeds if it is already deleted. */
    "delete": "lobbies.delete";
    /** Update a lobby; given metadata and a given list of members replace the old ones. */
    "edit": "lobbies.edit";
    /** Get a lobby of the application. */
    "get": "lobbies.get";
    /** Create an invite to the linked channel for one lobby member only; valid once, for one hour. */
    "inviteMember": "lobbies.inviteMember";
    /** Create an invite to the linked channel for the caller only; valid once, for one hour. */
    "inviteSelf": "lobbies.inviteSelf";
    /** Join the lobby with a secret, or create the lobby if it does not exist. */
    "join": "lobbies.join";
    /** Leave a lobby that was created with a secret; succeeds if the caller is not in it. */
    "leave": "lobbies.leave";
    /** Link a lobby to a text channel, or unlink it if no channel is given; requires a member who may link it. */
    "linkChannel": "lobbies.linkChannel";
    /** List the messages of the last 72 hours in a lobby of the caller, newest first. */
    "messages": "lobbies.messages";
    /** Update the moderation metadata of a lobby message. */
    "moderateMessage": "lobbies.moderateMessage";
    /** Remove a user from a lobby; succeeds if they are not in it. */
    "removeMember": "lobbies.removeMember";
  };
  "oauth2": {
    /** Get the bot's application object. */
    "applicationMe": "oauth2.applicationMe";
    /** Approve or deny an authorization request as the signed-in user. */
    "authorize": "oauth2.authorize";
    /** Get what an authorization request asks the signed-in user for; redirects browsers to the consent page. */
    "consent": "oauth2.consent";
    /** Start a device authorization, the sign-in of a device without a browser. */
    "deviceAuthorize": "oauth2.deviceAuthorize";
    /** Approve or deny the sign-in of a device. */
    "deviceFinish": "oauth2.deviceFinish";
    /** Get what a device requests, by its user code. */
    "deviceVerify": "oauth2.deviceVerify";
    /** Get the keys that sign ID tokens, as a JSON Web Key Set. */
    "keys": "oauth2.keys";
    /** Get the application, scopes and expiry of a bearer token; includes the user with `identify`. */
    "me": "oauth2.me";
    /** Remove an application that the signed-in user has authorized. */
    "removeToken": "oauth2.removeToken";
    /** Revoke a token and every other token that the application holds for its user, as removing the application does. */
    "revoke": "oauth2.revoke";
    /** Exchange a code, a refresh token, a device code or the application's own credentials for tokens. */
    "token": "oauth2.token";
    /** List the applications that the signed-in user has authorized, oldest first. */
    "tokens": "oauth2.tokens";
    /** Get the user's OpenID Connect claims; the address requires `email`, the rest `identify`. */
    "userinfo": "oauth2.userinfo";
    /** Get the user's OpenID Connect claims; the address requires `email`, the rest `identify`. */
    "userinfoPost": "oauth2.userinfoPost";
  };
  "partner": {
    /** List the users with whom the caller exchanged messages, each with the newest message's id. */
    "channels": "partner.channels";
    /** Update the moderation metadata of a direct message between two users. */
    "moderateMessage": "partner.moderateMessage";
  };
  "partnerSdk": {
    /** Create a token of the provisional account of a player whom the application itself identifies. */
    "botToken": "partnerSdk.botToken";
    /** Exchange a parent application's token for one of its child; it expires with the parent's, and cannot be refreshed. */
    "childToken": "partnerSdk.childToken";
    /** Exchange another service's token for one of a provisional account; creates the account for a new identity. */
    "token": "partnerSdk.token";
    /** Separate an identity from the account that it was merged into; it gets a new provisional account. */
    "unmerge": "partnerSdk.unmerge";
    /** Separate a player whom the application itself identifies from the merged account. */
    "unmergeBot": "partnerSdk.unmergeBot";
  };
  "skus": {
    /** List the application's SKUs. */
    "list": "skus.list";
    /** Get a subscription with a SKU. */
    "subscription": "skus.subscription";
    /** List a user's subscriptions with a SKU, newest first; a bearer token lists its own user's. */
    "subscriptions": "skus.subscriptions";
  };
  "soundboard": {
    /** List the default soundboard sounds, which everyone can use. */
    "defaultSounds": "soundboard.defaultSounds";
  };
  "stages": {
    /** Create a stage instance, which starts the stage; requires MANAGE_CHANNELS, MUTE_MEMBERS and MOVE_MEMBERS there. */
    "create": "stages.create";
    /** Delete a stage instance, which closes the stage; requires the permissions for creating it. */
    "delete": "stages.delete";
    /** Update the topic of a stage instance; requires the permissions for creating it. */
    "edit": "stages.edit";
    /** Get the stage instance of a stage channel that the caller can see. */
    "get": "stages.get";
  };
  "stickers": {
    /** Get any sticker of a pack or a guild, whether or not the caller is in the guild. */
    "get": "stickers.get";
    /** Get one sticker pack. */
    "pack": "stickers.pack";
    /** List the sticker packs that come with the service. */
    "packs": "stickers.packs";
  };
  "templates": {
    /** Get a template by its code. */
    "get": "templates.get";
  };
  "users": {
    /** List the caller's connected accounts; a bearer token requires `connections`. */
    "connections": "users.connections";
    /** Send a direct message to another user as the caller, from a game. */
    "createMessage": "users.createMessage";
    /** Delete a direct message of the caller to another user. */
    "deleteMessage": "users.deleteMessage";
    /** Delete the user's role connection, and the linked roles that depended on it. */
    "deleteRoleConnection": "users.deleteRoleConnection";
    /** Update the caller's display name; a token of a provisional account needs no scope for this. */
    "editAccount": "users.editAccount";
    /** Update the caller's username, avatar or banner; null removes a picture. */
    "editMe": "users.editMe";
    /** Update a direct message of the caller to another user. */
    "editMessage": "users.editMessage";
    /** Get a user by id. */
    "get": "users.get";
    /** Get the caller's own member object of a guild; the guild is unknown if they are not in it. */
    "guildMember": "users.guildMember";
    /** List the caller's guilds in order of id, at most 200 per page. */
    "guilds": "users.guilds";
    /** Leave a guild; if the caller is a bot, its application's installation ends. */
    "leaveGuild": "users.leaveGuild";
    /** Get the caller's user; a bearer token requires `identify`, and `email` for the address. */
    "me": "users.me";
    /** List the messages of the last 72 hours between the caller and another user, newest first. */
    "messages": "users.messages";
    /** Create or get the DM with a user; a person can create a group DM with several, an application one with users who granted gdm.join. */
    "openChannel": "users.openChannel";
    /** List the entitlements of the token's user to the application's SKUs, newest first. */
    "ownEntitlements": "users.ownEntitlements";
    /** Get the role connection of the token's application with the token's user. */
    "roleConnection": "users.roleConnection";
    /** Update the user's role connection; removes linked roles whose requirements are no longer met. */
    "setRoleConnection": "users.setRoleConnection";
  };
  "voice": {
    /** List the voice regions. */
    "regions": "voice.regions";
  };
  "webhooks": {
    /** Delete a webhook; its messages remain. */
    "delete": "webhooks.delete";
    /** Delete a webhook by its token; its messages remain. */
    "deleteByToken": "webhooks.deleteByToken";
    /** Delete a message that was sent with the token of a webhook or an interaction. */
    "deleteMessage": "webhooks.deleteMessage";
    /** Delete the original response to an interaction. */
    "deleteOriginal": "webhooks.deleteOriginal";
    /** Update a webhook's name, avatar or channel; the channel must be in the same guild. */
    "edit": "webhooks.edit";
    /** Update a webhook's name or avatar by its token. */
    "editByToken": "webhooks.editByToken";
    /** Update a message that was sent with the token of a webhook or an interaction. */
    "editMessage": "webhooks.editMessage";
    /** Update the original response to an interaction, or send it after a deferred response. */
    "editOriginal": "webhooks.editOriginal";
    /** Execute a webhook, or send a followup message to an interaction; the first after a deferred response becomes that response. */
    "followUp": "webhooks.followUp";
    /** Get a webhook; requires MANAGE_WEBHOOKS, except for the application that owns it. */
    "get": "webhooks.get";
    /** Get a webhook by its token; omits the user who created it. */
    "getByToken": "webhooks.getByToken";
    /** Get a message that was sent with the token of a webhook or an interaction. */
    "getMessage": "webhooks.getMessage";
    /** Get the original response to an interaction. */
    "getOriginal": "webhooks.getOriginal";
    /** Execute a webhook with a GitHub event; some events send no message. */
    "github": "webhooks.github";
    /** Execute a webhook with a message in Slack's format; the reply is `ok`. */
    "slack": "webhooks.slack";
  };
}
