// Generated from packages/contract by `npm run generate`; never edit.

import type * as types from "./types.ts";

/** How each endpoint is called. */
export const calls = {
  "applications.activityInstance": { method: "GET", path: "/api/v10/applications/{application_id}/activity-instances/{instance_id}", encoding: "none" },
  "applications.createAttachment": { method: "POST", path: "/api/v10/applications/{application_id}/attachment", encoding: "json" },
  "applications.createEmoji": { method: "POST", path: "/api/v10/applications/{application_id}/emojis", encoding: "json" },
  "applications.deleteEmoji": { method: "DELETE", path: "/api/v10/applications/{application_id}/emojis/{emoji_id}", encoding: "none" },
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

/** What each endpoint takes and answers. */
export interface Calls {
  /** An Activity that runs, so that an application can tell whether somebody made it up. */
  "applications.activityInstance": {
    path: { "application_id": types.Snowflake; "instance_id": string };
    query: Record<never, never>;
    body: undefined;
    reply: types.ActivityInstance;
  };
  /** Keep one file, `file` of the form, for a day; its address is for whom it is given to. */
  "applications.createAttachment": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: Record<never, never>;
    reply: { "attachment": types.Attachment };
  };
  /** Add an emoji to the application, under a name that none of its others has. */
  "applications.createEmoji": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name": string; "image": string };
    reply: types.EmojiWithUser;
  };
  /** Delete an emoji of the application. */
  "applications.deleteEmoji": {
    path: { "application_id": types.Snowflake; "emoji_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Change the application, as at `/applications/@me`. */
  "applications.edit": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ApplicationChange;
    reply: types.OwnApplication;
  };
  /** Rename an emoji of the application. */
  "applications.editEmoji": {
    path: { "application_id": types.Snowflake; "emoji_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name": string };
    reply: types.EmojiWithUser;
  };
  /** Change the application; a new endpoint, for interactions or for events, must answer a signed PING, and refuse one that is signed wrongly. */
  "applications.editMe": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: types.ApplicationChange;
    reply: types.OwnApplication;
  };
  /** One emoji of the application. */
  "applications.emoji": {
    path: { "application_id": types.Snowflake; "emoji_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.EmojiWithUser;
  };
  /** The application's emojis, under `items`. */
  "applications.emojis": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: { "items": readonly (types.EmojiWithUser)[] };
  };
  /** The application that the bot token belongs to, by its id. */
  "applications.get": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.OwnApplication;
  };
  /** The application that the bot token belongs to. */
  "applications.me": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: types.OwnApplication;
  };
  /** The values by which guilds may give roles to the application's users. */
  "applications.roleConnectionMetadata": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.MetadataItem)[];
  };
  /** Replace those values, at most 5. */
  "applications.setRoleConnectionMetadata": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: readonly (types.MetadataItem)[];
    reply: readonly (types.MetadataItem)[];
  };
  /** A mark that the vendor's SDK asks for when it starts; nothing rests on it. */
  "auth.fingerprint": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: { "fingerprint": string };
  };
  /** Add somebody to a group: an application by their token with gdm.join; a person anybody, and of a direct message it makes a group. */
  "channels.addRecipient": {
    path: { "channel_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: { "access_token"?: string; "nick"?: string | null };
    reply: types.Channel | undefined;
  };
  /** Add somebody to a thread in which the caller may write. */
  "channels.addThreadMember": {
    path: { "channel_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Delete messages that are younger than two weeks; ids that name none are passed over. */
  "channels.bulkDelete": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: { "messages": readonly (types.Snowflake)[] };
    reply: undefined;
  };
  /** Remove every reaction of a message as a moderator. */
  "channels.clearReactions": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Remove every reaction with one emoji as a moderator. */
  "channels.clearReactionsOf": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake; "emoji_name": string };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** The commands that the signed-in user may use in a channel, with their applications. */
  "channels.commandIndex": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.CommandIndex;
  };
  /** Make an invite to a channel: for everyone or a list of users, with or without roles. */
  "channels.createInvite": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: types.InviteDraft;
    reply: types.InviteWithMetadata;
  };
  /** Send a message. What a person sends holds neither embeds nor components. */
  "channels.createMessage": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ChannelMessageDraft;
    reply: types.Message;
  };
  /** Begin a thread with a message, whose id it has; it needs CREATE_PUBLIC_THREADS. */
  "channels.createMessageThread": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name": string; "auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "rate_limit_per_user"?: number };
    reply: types.Channel;
  };
  /** Begin a thread that hangs on no message, or a post in a forum with its first message. */
  "channels.createThread": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ThreadDraft;
    reply: { "id": types.Snowflake; "type": number; "guild_id"?: types.Snowflake; "name"?: string | null; "position"?: number; "permission_overwrites"?: readonly (types.PermissionOverwrite)[]; "parent_id"?: types.Snowflake | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "available_tags"?: readonly (types.ForumTag)[]; "default_reaction_emoji"?: { "emoji_id": types.Snowflake | null; "emoji_name": string | null } | null; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "last_message_id"?: types.Snowflake | null; "last_pin_timestamp"?: types.Timestamp | null; "flags": number; "recipients"?: readonly (types.User)[]; "icon"?: string | null; "owner_id"?: types.Snowflake; "application_id"?: types.Snowflake | null; "managed"?: boolean; "linked_lobby"?: types.LinkedLobby; "thread_metadata"?: types.ThreadMetadata; "message_count"?: number; "total_message_sent"?: number; "member_count"?: number; "member"?: types.ThreadMembership; "applied_tags"?: readonly (types.Snowflake)[]; "message"?: types.Message };
  };
  /** Create a webhook, whose token lets whoever has it write in the channel. */
  "channels.createWebhook": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name": string; "avatar"?: string | null };
    reply: types.Webhook;
  };
  /** Publish a message of an announcement channel: one's own with SEND_MESSAGES, another's with MANAGE_MESSAGES too. */
  "channels.crosspost": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Message;
  };
  /** Delete a channel, which needs MANAGE_CHANNELS there, or a thread, which needs MANAGE_THREADS; close a direct message. */
  "channels.delete": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Channel;
  };
  /** Delete one's own message, or another's as a moderator. */
  "channels.deleteMessage": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Take back what was said of a role or a member; it needs MANAGE_ROLES there. */
  "channels.deleteOverwrite": {
    path: { "channel_id": types.Snowflake; "overwrite_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Change a channel of a guild, which needs MANAGE_CHANNELS there, or a thread. */
  "channels.edit": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ChannelChange;
    reply: types.Channel;
  };
  /** Change one's own message, or hide the embeds of another's as a moderator. */
  "channels.editMessage": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ChannelMessageChange;
    reply: types.Message;
  };
  /** End one's own poll at once; the message with its results. */
  "channels.expirePoll": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Message;
  };
  /** Let a webhook bring what an announcement channel publishes to a channel in which one manages webhooks. */
  "channels.follow": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: { "webhook_channel_id": types.Snowflake };
    reply: { "channel_id": types.Snowflake; "webhook_id": types.Snowflake };
  };
  /** A channel that the caller can see. */
  "channels.get": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Channel;
  };
  /** The invites to a channel, for who manages the channel. */
  "channels.invites": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.InviteWithMetadata)[];
  };
  /** Join a thread. */
  "channels.joinThread": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Archived private threads of a channel that the caller is in, the newest first. */
  "channels.joinedArchivedThreads": {
    path: { "channel_id": types.Snowflake };
    query: { "before"?: types.Snowflake; "limit"?: number };
    body: undefined;
    reply: { "threads": readonly (types.Channel)[]; "members": readonly (types.ThreadMembership)[]; "has_more": boolean };
  };
  /** Leave a thread. */
  "channels.leaveThread": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** One message of a channel. */
  "channels.message": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Message;
  };
  /** Messages of a channel, newest first; ephemeral ones never stand there. */
  "channels.messages": {
    path: { "channel_id": types.Snowflake };
    query: { "limit"?: number; "before"?: types.Snowflake; "after"?: types.Snowflake; "around"?: types.Snowflake };
    body: undefined;
    reply: readonly (types.Message)[];
  };
  /** Pin a message; a system message tells the channel of it. */
  "channels.pin": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Pin a message, at the older path. */
  "channels.pinOld": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Pinned messages of a channel, the last pinned first, a page at a time. */
  "channels.pins": {
    path: { "channel_id": types.Snowflake };
    query: { "before"?: types.ClockInstant; "limit"?: number };
    body: undefined;
    reply: { "items": readonly ({ "pinned_at": types.Timestamp; "message": types.Message })[]; "has_more": boolean };
  };
  /** The newest pinned messages of a channel, at the older path. */
  "channels.pinsOld": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.Message)[];
  };
  /** Who voted for an answer of a poll, by id. */
  "channels.pollVoters": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake; "answer_id": string };
    query: { "after"?: types.Snowflake; "limit"?: number };
    body: undefined;
    reply: { "users": readonly (types.User)[] };
  };
  /** Archived private threads of a channel, as for public ones; it needs MANAGE_THREADS. */
  "channels.privateArchivedThreads": {
    path: { "channel_id": types.Snowflake };
    query: { "before"?: string; "limit"?: number };
    body: undefined;
    reply: { "threads": readonly (types.Channel)[]; "members": readonly (types.ThreadMembership)[]; "has_more": boolean };
  };
  /** Archived public threads of a channel, the one archived last first. */
  "channels.publicArchivedThreads": {
    path: { "channel_id": types.Snowflake };
    query: { "before"?: string; "limit"?: number };
    body: undefined;
    reply: { "threads": readonly (types.Channel)[]; "members": readonly (types.ThreadMembership)[]; "has_more": boolean };
  };
  /** React to a message. It needs READ_MESSAGE_HISTORY, and ADD_REACTIONS when nobody reacted so yet. */
  "channels.react": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake; "emoji_name": string };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Who reacted with an emoji, by id. */
  "channels.reactions": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake; "emoji_name": string };
    query: { "type"?: 0 | 1; "after"?: types.Snowflake; "limit"?: number };
    body: undefined;
    reply: readonly (types.User)[];
  };
  /** Remove somebody's reaction as a moderator. */
  "channels.removeReaction": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake; "emoji_name": string; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Remove somebody from a group that one owns. */
  "channels.removeRecipient": {
    path: { "channel_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Remove somebody from a thread; it needs MANAGE_THREADS, or a private thread of one's own. */
  "channels.removeThreadMember": {
    path: { "channel_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Threads of a channel by name, tags and age. */
  "channels.searchThreads": {
    path: { "channel_id": types.Snowflake };
    query: { "name"?: string; "slop"?: number; "min_id"?: types.Snowflake; "max_id"?: types.Snowflake; "tag"?: readonly (types.Snowflake)[]; "tag_setting"?: "match_all" | "match_some"; "archived"?: boolean; "sort_by"?: "relevance" | "creation_time" | "last_message_time" | "archive_time"; "sort_order"?: "asc" | "desc"; "limit"?: number; "offset"?: number };
    body: undefined;
    reply: { "threads": readonly (types.Channel)[]; "members": readonly (types.ThreadMembership)[]; "has_more": boolean; "first_messages": readonly (types.Message)[]; "total_results": number };
  };
  /** Play a sound in the voice channel that the caller is in. */
  "channels.sendSound": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: { "sound_id": types.Snowflake; "source_guild_id"?: types.Snowflake | null };
    reply: undefined;
  };
  /** Say what a role or a member may and may not do in a channel; it needs MANAGE_ROLES there. */
  "channels.setOverwrite": {
    path: { "channel_id": types.Snowflake; "overwrite_id": types.Snowflake };
    query: Record<never, never>;
    body: { "type"?: 0 | 1; "allow"?: string; "deny"?: string };
    reply: undefined;
  };
  /** Write the line above a voice channel, or clear it with null. */
  "channels.setVoiceStatus": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: { "status"?: string | null };
    reply: undefined;
  };
  /** Somebody who is in a thread. */
  "channels.threadMember": {
    path: { "channel_id": types.Snowflake; "user_id": types.Snowflake };
    query: { "with_member"?: boolean };
    body: undefined;
    reply: types.ThreadMember;
  };
  /** Who is in a thread; with `with_member` a page of them as members of the guild. */
  "channels.threadMembers": {
    path: { "channel_id": types.Snowflake };
    query: { "with_member"?: boolean; "limit"?: number; "after"?: types.Snowflake };
    body: undefined;
    reply: readonly (types.ThreadMember)[];
  };
  /** Show others for ten seconds that one is writing; it needs what sending needs. */
  "channels.type": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Cut the link between a channel and a lobby, as somebody who manages the channel. */
  "channels.unlinkLobby": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Channel;
  };
  /** Unpin a message. */
  "channels.unpin": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Unpin a message, at the older path. */
  "channels.unpinOld": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Take back one's own reaction. */
  "channels.unreact": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake; "emoji_name": string };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Vote in a poll: these answers in the place of those before; none takes the vote back. */
  "channels.vote": {
    path: { "channel_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: { "answer_ids": readonly (number)[] };
    reply: undefined;
  };
  /** The webhooks of a channel; needs MANAGE_WEBHOOKS. */
  "channels.webhooks": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.Webhook)[];
  };
  /** Replace all global commands, of every type; all or nothing. */
  "commands.bulkOverwriteGlobal": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: readonly (types.GlobalCommandItem)[] | null;
    reply: readonly (types.Command)[];
  };
  /** Replace the application's commands of one guild, of every type; all or nothing. */
  "commands.bulkOverwriteGuild": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: readonly (types.GuildCommandItem)[] | null;
    reply: readonly (types.Command)[];
  };
  /** Create a global command, or overwrite the one of the same type and name. */
  "commands.createGlobal": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: types.CreateGlobalCommand;
    reply: types.Command;
  };
  /** Create a command of one guild, or overwrite the one of the same type and name. */
  "commands.createGuild": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.CreateGuildCommand;
    reply: types.Command;
  };
  /** Delete a global command. */
  "commands.deleteGlobal": {
    path: { "application_id": types.Snowflake; "command_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Delete a command of a guild. */
  "commands.deleteGuild": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake; "command_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Change a global command: what is given replaces what was there; the type stays. */
  "commands.editGlobal": {
    path: { "application_id": types.Snowflake; "command_id": types.Snowflake };
    query: Record<never, never>;
    body: types.EditGlobalCommand;
    reply: types.Command;
  };
  /** Change a command of a guild: what is given replaces what was there; the type stays. */
  "commands.editGuild": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake; "command_id": types.Snowflake };
    query: Record<never, never>;
    body: types.EditGuildCommand;
    reply: types.Command;
  };
  /** Replace the permissions of a command in a guild, for a user who may manage the guild, its roles and what the entries name. */
  "commands.editPermissions": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake; "command_id": types.Snowflake };
    query: Record<never, never>;
    body: types.EditCommandPermissions;
    reply: types.GuildCommandPermissions;
  };
  /** One global command. */
  "commands.getGlobal": {
    path: { "application_id": types.Snowflake; "command_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Command;
  };
  /** One command of a guild. */
  "commands.getGuild": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake; "command_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Command;
  };
  /** The permissions of a command in a guild, or with the application's id those of all its commands. */
  "commands.getPermissions": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake; "command_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.GuildCommandPermissions;
  };
  /** The application's global commands in order of creation, with texts for the caller's language or for all. */
  "commands.listGlobal": {
    path: { "application_id": types.Snowflake };
    query: { "with_localizations"?: boolean };
    body: undefined;
    reply: readonly (types.Command)[];
  };
  /** The application's commands of one guild in order of creation. */
  "commands.listGuild": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake };
    query: { "with_localizations"?: boolean };
    body: undefined;
    reply: readonly (types.Command)[];
  };
  /** The permissions of the application and its commands in a guild, those without entries left out. */
  "commands.listPermissions": {
    path: { "application_id": types.Snowflake; "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.GuildCommandPermissions)[];
  };
  /** Mark what can be had once as used up; using it up again changes nothing. */
  "entitlements.consume": {
    path: { "application_id": types.Snowflake; "entitlement_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Let a guild or a user have what the application sells, for good, as a test. */
  "entitlements.create": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: { "sku_id": types.Snowflake; "owner_id": types.Snowflake; "owner_type": 1 | 2 };
    reply: types.Entitlement;
  };
  /** Take a test entitlement back. */
  "entitlements.delete": {
    path: { "application_id": types.Snowflake; "entitlement_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** One entitlement, also when it has ended or was deleted. */
  "entitlements.get": {
    path: { "application_id": types.Snowflake; "entitlement_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Entitlement;
  };
  /** The application's entitlements, newest first, or from `after` on in order; deleted ones when asked for. */
  "entitlements.list": {
    path: { "application_id": types.Snowflake };
    query: { "user_id"?: types.Snowflake; "sku_ids"?: readonly (types.Snowflake)[]; "guild_id"?: types.Snowflake; "before"?: types.Snowflake; "after"?: types.Snowflake; "limit"?: number; "exclude_ended"?: boolean; "exclude_deleted"?: boolean; "only_active"?: boolean };
    body: undefined;
    reply: readonly (types.Entitlement)[];
  };
  /** The address of the gateway with the bot's shards and sessions. */
  "gateway.bot": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: { "url": string; "shards": number; "session_start_limit": { "total": number; "remaining": number; "reset_after": number; "max_concurrency": number } };
  };
  /** The address of the gateway, without a query. */
  "gateway.get": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: { "url": string };
  };
  /** Threads of a guild that are not archived and that the caller sees, the newest first. */
  "guilds.activeThreads": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: { "threads": readonly (types.Channel)[]; "members": readonly (types.ThreadMembership)[]; "has_more": boolean };
  };
  /** Add a user who granted the application `guilds.join`; 204 for who is a member already. */
  "guilds.addMember": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: { "access_token": string; "nick"?: string | null; "roles"?: readonly (types.Snowflake)[]; "mute"?: boolean; "deaf"?: boolean; "flags"?: number };
    reply: types.Member | undefined;
  };
  /** Give a member a role below the caller's highest one. */
  "guilds.addMemberRole": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake; "role_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** What was done in a guild, the newest first; with `after`, the oldest first. It takes VIEW_AUDIT_LOG. */
  "guilds.auditLog": {
    path: { "guild_id": types.Snowflake };
    query: { "user_id"?: types.Snowflake; "target_id"?: types.Snowflake; "action_type"?: 1 | 10 | 11 | 12 | 13 | 14 | 15 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 30 | 31 | 32 | 40 | 41 | 42 | 50 | 51 | 52 | 60 | 61 | 62 | 72 | 73 | 74 | 75 | 80 | 81 | 82 | 83 | 84 | 85 | 90 | 91 | 92 | 100 | 101 | 102 | 110 | 111 | 112 | 121 | 130 | 131 | 132 | 140 | 141 | 142 | 143 | 144 | 145 | 146 | 150 | 151 | 163 | 164 | 165 | 166 | 167 | 171 | 172 | 180 | 190 | 191 | 192 | 193 | 200 | 201 | 202 | 211; "before"?: types.Snowflake; "after"?: types.Snowflake; "limit"?: number };
    body: undefined;
    reply: types.AuditLog;
  };
  /** One rule of a guild. */
  "guilds.autoModerationRule": {
    path: { "guild_id": types.Snowflake; "rule_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.AutoModerationRule;
  };
  /** The rules of a guild; as everything about them it takes MANAGE_GUILD. */
  "guilds.autoModerationRules": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.AutoModerationRule)[];
  };
  /** One ban, with its reason. */
  "guilds.ban": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Ban;
  };
  /** Ban a user, member or not, and delete what they wrote lately. */
  "guilds.banUser": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: { "delete_message_seconds"?: number; "delete_message_days"?: number };
    reply: undefined;
  };
  /** The banned users in order of their ids; `before` wins over `after`. */
  "guilds.bans": {
    path: { "guild_id": types.Snowflake };
    query: { "limit"?: number; "before"?: types.Snowflake; "after"?: types.Snowflake };
    body: undefined;
    reply: readonly (types.Ban)[];
  };
  /** Ban several users at once; those who cannot be banned are named. */
  "guilds.bulkBan": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "user_ids": readonly (types.Snowflake)[]; "delete_message_seconds"?: number };
    reply: { "banned_users": readonly (types.Snowflake)[]; "failed_users": readonly (types.Snowflake)[] };
  };
  /** Change one's own nick, avatar, banner and bio in a guild. */
  "guilds.changeOwnMember": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.OwnMemberChange;
    reply: types.Member;
  };
  /** Change one's own nick in a guild, at the older path. */
  "guilds.changeOwnNick": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "nick"?: string | null };
    reply: { "nick": string | null };
  };
  /** Speak on a stage, listen, or ask to speak. */
  "guilds.changeOwnVoiceState": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.OwnVoiceStateChange;
    reply: undefined;
  };
  /** Invite somebody to speak on a stage, or send them back to the audience. */
  "guilds.changeVoiceState": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: { "channel_id"?: types.Snowflake | null; "suppress"?: boolean | null };
    reply: undefined;
  };
  /** A guild's channels without its threads; with `with_can_link_lobby`, those that a bearer token's user sees, and which of them a lobby could be linked to. */
  "guilds.channels": {
    path: { "guild_id": types.Snowflake };
    query: { "with_can_link_lobby"?: boolean };
    body: undefined;
    reply: readonly ({ "id": types.Snowflake; "type": number; "guild_id"?: types.Snowflake; "name"?: string | null; "position"?: number; "permission_overwrites"?: readonly (types.PermissionOverwrite)[]; "parent_id"?: types.Snowflake | null; "topic"?: string | null; "nsfw"?: boolean; "rate_limit_per_user"?: number; "bitrate"?: number; "user_limit"?: number; "rtc_region"?: string | null; "video_quality_mode"?: 1 | 2; "default_auto_archive_duration"?: 60 | 1440 | 4320 | 10080; "default_thread_rate_limit_per_user"?: number; "available_tags"?: readonly (types.ForumTag)[]; "default_reaction_emoji"?: { "emoji_id": types.Snowflake | null; "emoji_name": string | null } | null; "default_sort_order"?: 0 | 1 | null; "default_forum_layout"?: 0 | 1 | 2; "default_tag_setting"?: "match_all" | "match_some" | null; "last_message_id"?: types.Snowflake | null; "last_pin_timestamp"?: types.Timestamp | null; "flags": number; "recipients"?: readonly (types.User)[]; "icon"?: string | null; "owner_id"?: types.Snowflake; "application_id"?: types.Snowflake | null; "managed"?: boolean; "linked_lobby"?: types.LinkedLobby; "thread_metadata"?: types.ThreadMetadata; "message_count"?: number; "total_message_sent"?: number; "member_count"?: number; "member"?: types.ThreadMembership; "applied_tags"?: readonly (types.Snowflake)[]; "is_linkable"?: boolean; "is_viewable_and_writeable_by_all_members"?: boolean })[];
  };
  /** The commands that the signed-in user may use in a guild as far as that hangs on no channel, with their applications. */
  "guilds.commandIndex": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.CommandIndex;
  };
  /** How many members without roles were not seen for some days, by default 7. */
  "guilds.countPrune": {
    path: { "guild_id": types.Snowflake };
    query: { "days"?: number; "include_roles"?: readonly (types.Snowflake)[] };
    body: undefined;
    reply: { "pruned": number | null };
  };
  /** Make a rule; one that times members out takes MODERATE_MEMBERS too. */
  "guilds.createAutoModerationRule": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.AutoModerationRuleDraft;
    reply: types.AutoModerationRule;
  };
  /** Add a channel to a guild; it needs MANAGE_CHANNELS there. */
  "guilds.createChannel": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ChannelDraft;
    reply: types.Channel;
  };
  /** Add an emoji to a guild; it needs CREATE_GUILD_EXPRESSIONS. */
  "guilds.createEmoji": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name": string; "image": string; "roles"?: readonly (types.Snowflake)[] };
    reply: types.EmojiWithUser;
  };
  /** Add a role at the bottom, with no more permissions than the caller has. */
  "guilds.createRole": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.RoleDraft;
    reply: types.Role;
  };
  /** Plan an event; it needs CREATE_EVENTS where it takes place. */
  "guilds.createScheduledEvent": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ScheduledEventDraft;
    reply: types.ScheduledEvent;
  };
  /** Move or cancel one occurrence of an event; as for changing the event. */
  "guilds.createScheduledEventException": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake };
    query: Record<never, never>;
    body: { "scheduled_start_time"?: types.Instant | null; "scheduled_end_time"?: types.Instant | null; "is_canceled"?: boolean | null; "original_scheduled_start_time": types.Instant };
    reply: types.ScheduledEventException;
  };
  /** Add a sound to a guild; it needs CREATE_GUILD_EXPRESSIONS. */
  "guilds.createSound": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name": string; "volume"?: number | null; "emoji_id"?: types.Snowflake | null; "emoji_name"?: string | null; "sound": string };
    reply: types.SoundboardSoundWithUser;
  };
  /** Add a sticker, `file` of the form, to a guild; it needs CREATE_GUILD_EXPRESSIONS. */
  "guilds.createSticker": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name": string; "tags": string; "description"?: string | null };
    reply: types.GuildStickerWithUser;
  };
  /** Make a template of the guild as it looks now. */
  "guilds.createTemplate": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name": string; "description"?: string | null };
    reply: types.GuildTemplate;
  };
  /** Delete a rule; whose names it blocked are free again. */
  "guilds.deleteAutoModerationRule": {
    path: { "guild_id": types.Snowflake; "rule_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Delete an emoji; one's own with CREATE_GUILD_EXPRESSIONS, any by who manages them. */
  "guilds.deleteEmoji": {
    path: { "guild_id": types.Snowflake; "emoji_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Delete a role, and take it from members, overwrites, invites and command permissions. */
  "guilds.deleteRole": {
    path: { "guild_id": types.Snowflake; "role_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Delete an event; one's own with CREATE_EVENTS, any with MANAGE_EVENTS. */
  "guilds.deleteScheduledEvent": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Let an occurrence take place as all others do. */
  "guilds.deleteScheduledEventException": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake; "exception_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Delete a sound; one's own with CREATE_GUILD_EXPRESSIONS, any by who manages them. */
  "guilds.deleteSound": {
    path: { "guild_id": types.Snowflake; "sound_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Delete a sticker; one's own with CREATE_GUILD_EXPRESSIONS, any by who manages them. */
  "guilds.deleteSticker": {
    path: { "guild_id": types.Snowflake; "sticker_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Delete a template, and answer what it was. */
  "guilds.deleteTemplate": {
    path: { "guild_id": types.Snowflake; "code": string };
    query: Record<never, never>;
    body: undefined;
    reply: types.GuildTemplate;
  };
  /** Change a guild; it takes MANAGE_GUILD, and more for some features and a new owner. */
  "guilds.edit": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.GuildChange;
    reply: types.Guild;
  };
  /** Change what is named of a rule; as for making one. */
  "guilds.editAutoModerationRule": {
    path: { "guild_id": types.Snowflake; "rule_id": types.Snowflake };
    query: Record<never, never>;
    body: types.AutoModerationRuleChange;
    reply: types.AutoModerationRule;
  };
  /** Rename an emoji or say who may use it; as for deleting one. */
  "guilds.editEmoji": {
    path: { "guild_id": types.Snowflake; "emoji_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name"?: string; "roles"?: readonly (types.Snowflake)[] | null };
    reply: types.EmojiWithUser;
  };
  /** Change a member: nick, roles, mute and deaf, voice channel, time-out, flags; each takes its own permission. */
  "guilds.editMember": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: types.MemberChange;
    reply: types.Member;
  };
  /** Change a role below the caller's highest one; of everyone's, its permissions alone. */
  "guilds.editRole": {
    path: { "guild_id": types.Snowflake; "role_id": types.Snowflake };
    query: Record<never, never>;
    body: types.RoleDraft;
    reply: types.Role;
  };
  /** Change, begin, end or cancel an event; as for deleting one. */
  "guilds.editScheduledEvent": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ScheduledEventChange;
    reply: types.ScheduledEvent;
  };
  /** Change how an occurrence differs. */
  "guilds.editScheduledEventException": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake; "exception_id": types.Snowflake };
    query: Record<never, never>;
    body: types.ScheduledEventExceptionChange;
    reply: types.ScheduledEventException;
  };
  /** Rename a sound, or change how loud it is and its emoji; as for deleting one. */
  "guilds.editSound": {
    path: { "guild_id": types.Snowflake; "sound_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name"?: string; "volume"?: number | null; "emoji_id"?: types.Snowflake | null; "emoji_name"?: string | null };
    reply: types.SoundboardSoundWithUser;
  };
  /** Rename or describe a sticker; as for deleting one. */
  "guilds.editSticker": {
    path: { "guild_id": types.Snowflake; "sticker_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name"?: string; "tags"?: string; "description"?: string | null };
    reply: types.GuildStickerWithUser;
  };
  /** Rename or describe a template. */
  "guilds.editTemplate": {
    path: { "guild_id": types.Snowflake; "code": string };
    query: Record<never, never>;
    body: { "name"?: string; "description"?: string | null };
    reply: types.GuildTemplate;
  };
  /** Change what new members are shown, or switch it; it takes MANAGE_GUILD. */
  "guilds.editWelcomeScreen": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.WelcomeScreenChange;
    reply: types.WelcomeScreen;
  };
  /** Switch a guild's widget, or have it invite elsewhere; it takes MANAGE_GUILD. */
  "guilds.editWidgetSettings": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "enabled"?: boolean | null; "channel_id"?: types.Snowflake | null };
    reply: types.WidgetSettings;
  };
  /** One emoji of a guild. */
  "guilds.emoji": {
    path: { "guild_id": types.Snowflake; "emoji_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.EmojiWithUser;
  };
  /** A guild's emojis. */
  "guilds.emojis": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.EmojiWithUser)[];
  };
  /** A guild that the caller is in. */
  "guilds.get": {
    path: { "guild_id": types.Snowflake };
    query: { "with_counts"?: boolean };
    body: undefined;
    reply: types.Guild;
  };
  /** The applications in a guild, at most 50; needs MANAGE_GUILD. */
  "guilds.integrations": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.GuildIntegration)[];
  };
  /** The invites to a guild, for who manages it or may view its audit log. */
  "guilds.invites": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.InviteWithMetadata)[];
  };
  /** Requests to join a guild of one status, the newest first; without KICK_MEMBERS, MANAGE_GUILD shows their number alone. */
  "guilds.joinRequests": {
    path: { "guild_id": types.Snowflake };
    query: { "status"?: "SUBMITTED" | "APPROVED" | "REJECTED"; "limit"?: number; "before"?: types.Snowflake; "after"?: types.Snowflake };
    body: undefined;
    reply: { "total"?: number; "guild_join_requests"?: readonly (types.JoinRequest)[] };
  };
  /** Remove a member who stands below the caller; a bot goes with its application. */
  "guilds.kickMember": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** One member of a guild. */
  "guilds.member": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Member;
  };
  /** Members in order of user id; the bot needs the GUILD_MEMBERS intent switched on. */
  "guilds.members": {
    path: { "guild_id": types.Snowflake };
    query: { "limit"?: number; "after"?: types.Snowflake };
    body: undefined;
    reply: readonly (types.Member)[];
  };
  /** Say where channels of a guild stand; it needs MANAGE_CHANNELS there. */
  "guilds.moveChannels": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: readonly ({ "id"?: types.Snowflake; "position"?: number; "parent_id"?: types.Snowflake | null; "lock_permissions"?: boolean })[];
    reply: undefined;
  };
  /** Move roles among those below the caller's highest one; answers all roles. */
  "guilds.moveRoles": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: readonly ({ "id"?: types.Snowflake | null; "position"?: number | null })[];
    reply: readonly (types.Role)[];
  };
  /** A guild's guide for new members; while it is off, for those who manage the guild. */
  "guilds.newMemberWelcome": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.NewMemberWelcome | undefined;
  };
  /** What new members are asked. */
  "guilds.onboarding": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Onboarding;
  };
  /** The caller's own voice state in a guild. */
  "guilds.ownVoiceState": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.WholeVoiceState;
  };
  /** A guild as it looks from outside: for its members, and of public guilds for everyone. */
  "guilds.preview": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.GuildPreview;
  };
  /** Remove members without roles who were not seen for some days, by default 7. */
  "guilds.prune": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "days"?: number; "compute_prune_count"?: boolean; "include_roles"?: readonly (types.Snowflake)[] };
    reply: { "pruned": number | null };
  };
  /** Remove an application from a guild with its bot, the bot's role and its commands there; needs MANAGE_GUILD. */
  "guilds.removeIntegration": {
    path: { "guild_id": types.Snowflake; "integration_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Take a role below the caller's highest one from a member. */
  "guilds.removeMemberRole": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake; "role_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Let somebody in who asked for it, or refuse them; it takes KICK_MEMBERS. */
  "guilds.reviewJoinRequest": {
    path: { "guild_id": types.Snowflake; "request_id": types.Snowflake };
    query: Record<never, never>;
    body: { "action": "APPROVED" | "REJECTED"; "rejection_reason"?: string | null };
    reply: types.JoinRequest;
  };
  /** One role of a guild. */
  "guilds.role": {
    path: { "guild_id": types.Snowflake; "role_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Role;
  };
  /** How many members have each role, everyone's left out. */
  "guilds.roleMemberCounts": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: Readonly<Record<string, number>>;
  };
  /** A guild's roles. */
  "guilds.roles": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.Role)[];
  };
  /** One event that a guild has planned. */
  "guilds.scheduledEvent": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake };
    query: { "with_user_count"?: boolean };
    body: undefined;
    reply: types.ScheduledEvent;
  };
  /** Who is interested in one occurrence of an event, in order of user id. */
  "guilds.scheduledEventExceptionUsers": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake; "exception_id": types.Snowflake };
    query: { "limit"?: number; "with_member"?: boolean; "before"?: types.Snowflake; "after"?: types.Snowflake };
    body: undefined;
    reply: readonly (types.ScheduledEventUser)[];
  };
  /** How many are interested in an event, and in single occurrences of it. */
  "guilds.scheduledEventUserCounts": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake };
    query: { "guild_scheduled_event_exception_ids"?: readonly (types.Snowflake)[] };
    body: undefined;
    reply: { "guild_scheduled_event_count": number; "guild_scheduled_event_exception_counts": Readonly<Record<string, number>> };
  };
  /** Who is interested in an event, in order of user id. */
  "guilds.scheduledEventUsers": {
    path: { "guild_id": types.Snowflake; "event_id": types.Snowflake };
    query: { "limit"?: number; "with_member"?: boolean; "before"?: types.Snowflake; "after"?: types.Snowflake };
    body: undefined;
    reply: readonly (types.ScheduledEventUser)[];
  };
  /** What a guild has planned where the caller may see it. */
  "guilds.scheduledEvents": {
    path: { "guild_id": types.Snowflake };
    query: { "with_user_count"?: boolean };
    body: undefined;
    reply: readonly (types.ScheduledEvent)[];
  };
  /** Members whose username, display name or nickname begins so, whatever the case. */
  "guilds.searchMembers": {
    path: { "guild_id": types.Snowflake };
    query: { "query": string; "limit"?: number };
    body: undefined;
    reply: readonly (types.Member)[];
  };
  /** Search the guild's messages in the channels whose history the bot may read; 202 while the index is being made. */
  "guilds.searchMessages": {
    path: { "guild_id": types.Snowflake };
    query: { "limit"?: number; "offset"?: number; "min_id"?: types.Snowflake; "max_id"?: types.Snowflake; "content"?: string; "slop"?: number; "channel_id"?: readonly (types.Snowflake)[]; "author_id"?: readonly (types.Snowflake)[]; "author_type"?: readonly ("user" | "bot" | "webhook" | "-user" | "-bot" | "-webhook")[]; "mentions"?: readonly (types.Snowflake)[]; "mentions_role_id"?: readonly (types.Snowflake)[]; "mention_everyone"?: boolean; "replied_to_user_id"?: readonly (types.Snowflake)[]; "replied_to_message_id"?: readonly (types.Snowflake)[]; "pinned"?: boolean; "has"?: readonly ("link" | "embed" | "file" | "image" | "video" | "sound" | "sticker" | "poll" | "snapshot" | "-link" | "-embed" | "-file" | "-image" | "-video" | "-sound" | "-sticker" | "-poll" | "-snapshot")[]; "embed_type"?: readonly ("image" | "video" | "gif" | "sound" | "article")[]; "embed_provider"?: readonly (string)[]; "link_hostname"?: readonly (string)[]; "attachment_extension"?: readonly (string)[]; "attachment_filename"?: readonly (string)[]; "include_nsfw"?: boolean; "sort_by"?: "timestamp" | "relevance"; "sort_order"?: "desc" | "asc" };
    body: undefined;
    reply: types.SearchResults | types.IndexNotReady;
  };
  /** Pause invites, or direct messages between members, for a day at most; null ends a pause. */
  "guilds.setIncidentActions": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: { "invites_disabled_until"?: types.Instant | null; "dms_disabled_until"?: types.Instant | null };
    reply: types.IncidentActions;
  };
  /** Change what new members are asked; it takes MANAGE_GUILD and MANAGE_ROLES. */
  "guilds.setOnboarding": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: types.OnboardingChange;
    reply: types.Onboarding;
  };
  /** One sound of a guild. */
  "guilds.sound": {
    path: { "guild_id": types.Snowflake; "sound_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.SoundboardSoundWithUser;
  };
  /** A guild's sounds. */
  "guilds.sounds": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: { "items": readonly (types.SoundboardSoundWithUser)[] };
  };
  /** One sticker of a guild. */
  "guilds.sticker": {
    path: { "guild_id": types.Snowflake; "sticker_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.GuildStickerWithUser;
  };
  /** A guild's stickers. */
  "guilds.stickers": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.GuildStickerWithUser)[];
  };
  /** Bring a template up to what the guild looks like now. */
  "guilds.syncTemplate": {
    path: { "guild_id": types.Snowflake; "code": string };
    query: Record<never, never>;
    body: undefined;
    reply: types.GuildTemplate;
  };
  /** A guild's templates: one or none. It takes MANAGE_GUILD, as all that follows. */
  "guilds.templates": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.GuildTemplate)[];
  };
  /** Take a ban back. */
  "guilds.unbanUser": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** The code of a guild's own invite and how often it was used; it takes MANAGE_GUILD. */
  "guilds.vanityUrl": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: { "code": string | null; "uses": number };
  };
  /** Where voice is served for a guild. */
  "guilds.voiceRegions": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.VoiceRegion)[];
  };
  /** A user's voice state in a guild; one in a channel that the caller cannot see is none. */
  "guilds.voiceState": {
    path: { "guild_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.WholeVoiceState;
  };
  /** The webhooks of a guild; needs MANAGE_WEBHOOKS. */
  "guilds.webhooks": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.Webhook)[];
  };
  /** What new members are shown; while it is off, to those who manage the guild. */
  "guilds.welcomeScreen": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.WelcomeScreen;
  };
  /** Who is online in a guild and where, without names of accounts; it may make an invite. */
  "guilds.widget": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Widget;
  };
  /** A picture that says how many are online in a guild. */
  "guilds.widgetPicture": {
    path: { "guild_id": types.Snowflake };
    query: { "style"?: "shield" | "banner1" | "banner2" | "banner3" | "banner4" };
    body: undefined;
    reply: string;
  };
  /** Whether a guild's widget is on, and where it invites to; it takes MANAGE_GUILD. */
  "guilds.widgetSettings": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.WidgetSettings;
  };
  /** Answer an interaction, once, within three seconds. */
  "interactions.callback": {
    path: { "interaction_id": types.Snowflake; "interaction_token": string };
    query: { "with_response"?: boolean };
    body: types.InteractionCallback;
    reply: types.CallbackResponse | undefined;
  };
  /** Use an application as the signed-in user: a command, a component, a modal, or the suggestions for an option. */
  "interactions.create": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: types.InteractionForm;
    reply: undefined;
  };
  /** Let one more user use an invite that is for some users. */
  "invites.addTargetUser": {
    path: { "code": string; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Let more users use an invite that is for some users. */
  "invites.addTargetUsers": {
    path: { "code": string };
    query: Record<never, never>;
    body: { "user_ids": readonly (types.Snowflake)[] };
    reply: undefined;
  };
  /** An invite by its code, for anyone. */
  "invites.get": {
    path: { "code": string };
    query: { "with_counts"?: boolean; "with_expiration"?: boolean; "guild_scheduled_event_id"?: types.Snowflake; "target_channel_id"?: types.Snowflake; "target_message_id"?: types.Snowflake };
    body: undefined;
    reply: types.Invite;
  };
  /** Let a user no longer use an invite that is for some users. */
  "invites.removeTargetUser": {
    path: { "code": string; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Let users no longer use an invite that is for some users. */
  "invites.removeTargetUsers": {
    path: { "code": string };
    query: Record<never, never>;
    body: { "user_ids": readonly (types.Snowflake)[] };
    reply: undefined;
  };
  /** Delete an invite, for who manages its channel or its guild. */
  "invites.revoke": {
    path: { "code": string };
    query: Record<never, never>;
    body: undefined;
    reply: types.Invite;
  };
  /** Replace the users that an invite is for by those of `target_users_file`. */
  "invites.setTargetUsers": {
    path: { "code": string };
    query: Record<never, never>;
    body: Record<never, never>;
    reply: undefined;
  };
  /** The users that an invite is for: CSV with the one header `user_id`. */
  "invites.targetUsers": {
    path: { "code": string };
    query: Record<never, never>;
    body: undefined;
    reply: string;
  };
  /** How far the list of an invite's users has been taken in. */
  "invites.targetUsersJob": {
    path: { "code": string };
    query: Record<never, never>;
    body: undefined;
    reply: { "status": number; "total_users": number; "processed_users": number; "created_at": types.Timestamp | null; "completed_at": types.Timestamp | null; "error_message": string | null };
  };
  /** Join a guild by an invite, as a person. */
  "invites.use": {
    path: { "code": string };
    query: Record<never, never>;
    body: { "session_id"?: string };
    reply: types.UsedInvite;
  };
  /** Add a user to a lobby, or update the member already there. */
  "lobbies.addMember": {
    path: { "lobby_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: types.LobbyMemberDraft;
    reply: types.LobbyMember;
  };
  /** Add, update or remove many members. Who may not be added is left out of the answer. */
  "lobbies.bulkMembers": {
    path: { "lobby_id": types.Snowflake };
    query: Record<never, never>;
    body: readonly (types.LobbyMemberChange)[];
    reply: readonly (types.LobbyMember)[];
  };
  /** Create a lobby. Players can neither join nor leave it by themselves. */
  "lobbies.create": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: types.LobbyDraft;
    reply: types.Lobby;
  };
  /** Write to a lobby as one of its members; a linked channel is given the message too. */
  "lobbies.createMessage": {
    path: { "lobby_id": types.Snowflake };
    query: Record<never, never>;
    body: types.LobbyMessageDraft;
    reply: types.LobbyMessage;
  };
  /** Delete a lobby; succeeds when it is gone already. */
  "lobbies.delete": {
    path: { "lobby_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Change a lobby. Metadata and a list of members, when given, replace the old ones. */
  "lobbies.edit": {
    path: { "lobby_id": types.Snowflake };
    query: Record<never, never>;
    body: types.LobbyDraft;
    reply: types.Lobby;
  };
  /** A lobby of the application. */
  "lobbies.get": {
    path: { "lobby_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Lobby;
  };
  /** An invite to the linked channel for a member of the lobby alone: one use, one hour. */
  "lobbies.inviteMember": {
    path: { "lobby_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.LobbyInvite;
  };
  /** An invite to the linked channel for the caller alone: one use, one hour. */
  "lobbies.inviteSelf": {
    path: { "lobby_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.LobbyInvite;
  };
  /** Join the lobby of a secret; the first to ask makes it. */
  "lobbies.join": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: types.LobbyJoinDraft;
    reply: types.Lobby;
  };
  /** Leave a lobby that was made by a secret; succeeds for who is not in it. */
  "lobbies.leave": {
    path: { "lobby_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Link a lobby to a text channel, or cut the link when none is named. The caller is a member who may link it. */
  "lobbies.linkChannel": {
    path: { "lobby_id": types.Snowflake };
    query: Record<never, never>;
    body: { "channel_id"?: types.Snowflake | null };
    reply: types.Lobby;
  };
  /** Messages of a lobby that the caller is in, newest first, of the last 72 hours. */
  "lobbies.messages": {
    path: { "lobby_id": types.Snowflake };
    query: { "limit"?: number };
    body: undefined;
    reply: readonly (types.LobbyMessage)[];
  };
  /** Set what the application's moderation found out about a message of a lobby. */
  "lobbies.moderateMessage": {
    path: { "lobby_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: Readonly<Record<string, string>>;
    reply: undefined;
  };
  /** Remove a user from a lobby; succeeds when they are not in it. */
  "lobbies.removeMember": {
    path: { "lobby_id": types.Snowflake; "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** The same application, at the address that some client libraries ask first. */
  "oauth2.applicationMe": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: types.OwnApplication;
  };
  /** Accept or refuse an authorization request as the signed-in user. */
  "oauth2.authorize": {
    path: Record<never, never>;
    query: { "client_id"?: string; "response_type"?: string; "scope"?: string; "redirect_uri"?: string; "state"?: string; "nonce"?: string; "prompt"?: string; "code_challenge"?: string; "code_challenge_method"?: string; "integration_type"?: string; "permissions"?: string; "guild_id"?: string; "channel_id"?: string; "disable_guild_select"?: string };
    body: { "authorize": boolean; "permissions"?: string; "guild_id"?: types.Snowflake; "webhook_channel_id"?: types.Snowflake; "integration_type"?: 0 | 1 };
    reply: { "location": string; "url": string };
  };
  /** What an authorization request asks of the signed-in user. A browser is sent on to the consent page. */
  "oauth2.consent": {
    path: Record<never, never>;
    query: { "client_id"?: string; "response_type"?: string; "scope"?: string; "redirect_uri"?: string; "state"?: string; "nonce"?: string; "prompt"?: string; "code_challenge"?: string; "code_challenge_method"?: string; "integration_type"?: string; "permissions"?: string; "guild_id"?: string; "channel_id"?: string; "disable_guild_select"?: string };
    body: undefined;
    reply: types.ConsentQuestion;
  };
  /** Begin the sign-in of a device without a browser. */
  "oauth2.deviceAuthorize": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "client_id"?: string; "client_secret"?: string; "scope"?: string };
    reply: types.DeviceAuthorization;
  };
  /** Let the device in, or refuse it. */
  "oauth2.deviceFinish": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "user_code": string; "result": "granted" | "denied" };
    reply: undefined;
  };
  /** What the device that shows a code asks for. */
  "oauth2.deviceVerify": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "user_code": string };
    reply: { "scopes": readonly (string)[]; "client_id": types.Snowflake; "two_way_link_code": string | null; "type": "pending" | "granted" | "denied" };
  };
  /** The keys that id tokens are signed with, as a JSON Web Key Set. */
  "oauth2.keys": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: { "keys": readonly ({ "kty": "RSA"; "use": "sig"; "kid": string; "n": string; "e": string; "alg": "RS256" })[] };
  };
  /** What a bearer token is good for; the user stands there with `identify`. */
  "oauth2.me": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: { "application": types.PublicApplication; "scopes": readonly (string)[]; "expires": string; "user"?: types.User };
  };
  /** Remove an application that the signed-in user has allowed. */
  "oauth2.removeToken": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** End a token and with it every token that the application holds for its user, as removing the application does. */
  "oauth2.revoke": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "client_id"?: string; "client_secret"?: string; "token"?: string; "token_type_hint"?: string };
    reply: Record<never, never>;
  };
  /** Exchange a code, a refresh token, a device code or the application's own credentials for tokens. */
  "oauth2.token": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "client_id"?: string; "client_secret"?: string; "grant_type"?: string; "code"?: string; "redirect_uri"?: string; "code_verifier"?: string; "refresh_token"?: string; "device_code"?: string; "scope"?: string; "external_auth_type"?: string; "external_auth_token"?: string };
    reply: types.TokenAnswer;
  };
  /** The applications that the signed-in user has allowed, the oldest first. */
  "oauth2.tokens": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: readonly ({ "id": types.Snowflake; "scopes": readonly (string)[]; "application": types.PublicApplication })[];
  };
  /** OpenID Connect claims: the address with `email`, the rest with `identify`. */
  "oauth2.userinfo": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: { "sub": types.Snowflake; "email"?: string | null; "email_verified"?: boolean; "preferred_username"?: string; "nickname"?: string | null; "picture"?: string; "locale"?: string };
  };
  /** OpenID Connect claims: the address with `email`, the rest with `identify`. */
  "oauth2.userinfoPost": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: { "sub": types.Snowflake; "email"?: string | null; "email_verified"?: boolean; "preferred_username"?: string; "nickname"?: string | null; "picture"?: string; "locale"?: string };
  };
  /** Whom the caller has written with, and the newest message of each. */
  "partner.channels": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: readonly ({ "user_id": types.Snowflake; "last_message_id": types.Snowflake | null })[];
  };
  /** Set what the application's moderation found out about a message between two users. */
  "partner.moderateMessage": {
    path: { "user_id_1": types.Snowflake; "user_id_2": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: Readonly<Record<string, string>>;
    reply: undefined;
  };
  /** A token of the provisional account of a player whom the application itself vouches for. */
  "partnerSdk.botToken": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "external_user_id": string; "preferred_global_name"?: string | null; "provisional_user_id"?: types.Snowflake | null };
    reply: types.ProvisionalToken;
  };
  /** Exchange a parent application's token for one of its child; it ends with the parent's, and cannot be refreshed. */
  "partnerSdk.childToken": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "parent_access_token": string; "child_application_id": types.Snowflake; "parent_client_secret"?: string | null };
    reply: types.ChildToken;
  };
  /** Exchange another service's token for one of a provisional account, which is made when the identity is new. */
  "partnerSdk.token": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "client_id": types.Snowflake; "client_secret"?: string | null; "external_auth_type": "OIDC" | "EPIC_ONLINE_SERVICES_ACCESS_TOKEN" | "EPIC_ONLINE_SERVICES_ID_TOKEN" | "STEAM_SESSION_TICKET" | "UNITY_SERVICES_ID_TOKEN" | "DISCORD_BOT_ISSUED_ACCESS_TOKEN" | "APPLE_ID_TOKEN" | "PLAYSTATION_NETWORK_ID_TOKEN"; "external_auth_token": string };
    reply: types.ProvisionalToken;
  };
  /** Take an identity out of the account that it was merged into; it has a new provisional account then. */
  "partnerSdk.unmerge": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "client_id": types.Snowflake; "client_secret"?: string | null; "external_auth_type": "OIDC" | "EPIC_ONLINE_SERVICES_ACCESS_TOKEN" | "EPIC_ONLINE_SERVICES_ID_TOKEN" | "STEAM_SESSION_TICKET" | "UNITY_SERVICES_ID_TOKEN" | "DISCORD_BOT_ISSUED_ACCESS_TOKEN" | "APPLE_ID_TOKEN" | "PLAYSTATION_NETWORK_ID_TOKEN"; "external_auth_token": string };
    reply: undefined;
  };
  /** The same for a player whom the application itself vouches for. */
  "partnerSdk.unmergeBot": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "external_user_id": string };
    reply: undefined;
  };
  /** What the application sells. */
  "skus.list": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.Sku)[];
  };
  /** One subscription with a SKU. */
  "skus.subscription": {
    path: { "sku_id": types.Snowflake; "subscription_id": types.Snowflake };
    query: { "user_id"?: types.Snowflake };
    body: undefined;
    reply: types.Subscription;
  };
  /** A user's subscriptions with a SKU, newest first; a token asks for its own user's. */
  "skus.subscriptions": {
    path: { "sku_id": types.Snowflake };
    query: { "before"?: types.Snowflake; "after"?: types.Snowflake; "limit"?: number; "user_id"?: types.Snowflake };
    body: undefined;
    reply: readonly (types.Subscription)[];
  };
  /** The sounds that everyone has. */
  "soundboard.defaultSounds": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.SoundboardSound)[];
  };
  /** Make a stage live; it needs MANAGE_CHANNELS, MUTE_MEMBERS and MOVE_MEMBERS there. */
  "stages.create": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "channel_id": types.Snowflake; "topic": string; "privacy_level"?: 1 | 2 | null; "guild_scheduled_event_id"?: types.Snowflake | null; "send_start_notification"?: boolean | null };
    reply: types.StageInstance;
  };
  /** Close a stage; as for making it live. */
  "stages.delete": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Change what a stage is about; as for making it live. */
  "stages.edit": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: { "topic"?: string; "privacy_level"?: 1 | 2 };
    reply: types.StageInstance;
  };
  /** What is live on a stage that the caller sees. */
  "stages.get": {
    path: { "channel_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.StageInstance;
  };
  /** Any sticker: of a pack, or of a guild, whether or not the caller is in it. */
  "stickers.get": {
    path: { "sticker_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.StandardSticker | types.GuildStickerWithUser;
  };
  /** One pack of stickers. */
  "stickers.pack": {
    path: { "pack_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.StickerPack;
  };
  /** The packs of stickers that come with the service. */
  "stickers.packs": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: { "sticker_packs": readonly (types.StickerPack)[] };
  };
  /** A template by its code. */
  "templates.get": {
    path: { "code": string };
    query: Record<never, never>;
    body: undefined;
    reply: types.GuildTemplate;
  };
  /** The caller's connected accounts; a bearer token needs `connections`. */
  "users.connections": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.Connection)[];
  };
  /** Write to another user as the caller, from a game. */
  "users.createMessage": {
    path: { "user_id": types.Snowflake };
    query: Record<never, never>;
    body: types.GameMessageDraft;
    reply: types.GameMessage;
  };
  /** Delete what the caller wrote to another user. */
  "users.deleteMessage": {
    path: { "user_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Delete that, and with it the linked roles that rested on it. */
  "users.deleteRoleConnection": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Change the name that others see; a token of a provisional account may do so without the scope. */
  "users.editAccount": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "global_name"?: string | null };
    reply: types.OwnUser;
  };
  /** Change the caller's own name, picture or banner. Null takes a picture away. */
  "users.editMe": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "username"?: string; "avatar"?: string | null; "banner"?: string | null };
    reply: types.OwnUser;
  };
  /** Change what the caller wrote to another user. */
  "users.editMessage": {
    path: { "user_id": types.Snowflake; "message_id": types.Snowflake };
    query: Record<never, never>;
    body: { "content"?: string };
    reply: types.GameMessage;
  };
  /** Any user by id. */
  "users.get": {
    path: { "user_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.User;
  };
  /** The caller's own membership in a guild; a guild that they are not in answers as one that there is not. */
  "users.guildMember": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Member;
  };
  /** The caller's guilds in order of id, at most 200 a page. */
  "users.guilds": {
    path: Record<never, never>;
    query: { "before"?: types.Snowflake; "after"?: types.Snowflake; "limit"?: number; "with_counts"?: boolean; "shard"?: number };
    body: undefined;
    reply: readonly (types.OwnGuild)[];
  };
  /** Leave a guild; with a bot its application's installation ends. */
  "users.leaveGuild": {
    path: { "guild_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** The caller's own user; a bearer token needs `identify`, and `email` for the address. */
  "users.me": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: types.OwnUser;
  };
  /** Messages between the caller and another user, newest first, of the last 72 hours. */
  "users.messages": {
    path: { "user_id": types.Snowflake };
    query: { "limit"?: number };
    body: undefined;
    reply: readonly (types.GameMessage)[];
  };
  /** Open the direct message with somebody, or find it; a person may open a group of several, an application one of people who let it. */
  "users.openChannel": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: { "recipient_id"?: types.Snowflake; "recipients"?: readonly (types.Snowflake)[]; "access_tokens"?: readonly (string)[]; "nicks"?: Readonly<Record<string, string | null>> };
    reply: types.Channel;
  };
  /** What the token's user has of what the application sells, newest first. */
  "users.ownEntitlements": {
    path: { "application_id": types.Snowflake };
    query: { "sku_ids"?: readonly (types.Snowflake)[]; "exclude_consumed"?: boolean };
    body: undefined;
    reply: readonly (types.Entitlement)[];
  };
  /** What the token's application says of its user. */
  "users.roleConnection": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.RoleConnection;
  };
  /** Replace that; linked roles whose requirements are no longer met are lost. */
  "users.setRoleConnection": {
    path: { "application_id": types.Snowflake };
    query: Record<never, never>;
    body: types.RoleConnectionDraft;
    reply: types.RoleConnection;
  };
  /** Where voice is served. */
  "voice.regions": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    reply: readonly (types.VoiceRegion)[];
  };
  /** Delete a webhook; its messages stay. */
  "webhooks.delete": {
    path: { "webhook_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Delete the webhook of a token; its messages stay. */
  "webhooks.deleteByToken": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: Record<never, never>;
    body: undefined;
    reply: undefined;
  };
  /** Delete a message that was sent with the token. */
  "webhooks.deleteMessage": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string; "message_id": types.Snowflake };
    query: { "thread_id"?: types.Snowflake; "with_components"?: boolean };
    body: undefined;
    reply: undefined;
  };
  /** Delete the message with which the interaction was answered. */
  "webhooks.deleteOriginal": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: { "thread_id"?: types.Snowflake; "with_components"?: boolean };
    body: undefined;
    reply: undefined;
  };
  /** Rename a webhook, change its picture, or move it to another channel of its guild. */
  "webhooks.edit": {
    path: { "webhook_id": types.Snowflake };
    query: Record<never, never>;
    body: { "name"?: string; "avatar"?: string | null; "channel_id"?: types.Snowflake };
    reply: types.Webhook;
  };
  /** Rename the webhook of a token, or change its picture. */
  "webhooks.editByToken": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: Record<never, never>;
    body: { "name"?: string; "avatar"?: string | null };
    reply: types.Webhook;
  };
  /** Change a message that was sent with the token. */
  "webhooks.editMessage": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string; "message_id": types.Snowflake };
    query: { "thread_id"?: types.Snowflake; "with_components"?: boolean };
    body: types.MessageChange;
    reply: types.Message;
  };
  /** Change the message with which the interaction was answered, or fill it when it was deferred. */
  "webhooks.editOriginal": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: { "thread_id"?: types.Snowflake; "with_components"?: boolean };
    body: types.MessageChange;
    reply: types.Message;
  };
  /** Send a message by a webhook, or another answer; directly after a deferred answer it fills that one instead. */
  "webhooks.followUp": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: { "thread_id"?: types.Snowflake; "with_components"?: boolean; "wait"?: boolean };
    body: types.WebhookDraft;
    reply: types.Message | undefined;
  };
  /** A webhook; needs MANAGE_WEBHOOKS but for the application that owns it. */
  "webhooks.get": {
    path: { "webhook_id": types.Snowflake };
    query: Record<never, never>;
    body: undefined;
    reply: types.Webhook;
  };
  /** The webhook of a token, without who created it. */
  "webhooks.getByToken": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: Record<never, never>;
    body: undefined;
    reply: types.Webhook;
  };
  /** A message that was sent with the token. */
  "webhooks.getMessage": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string; "message_id": types.Snowflake };
    query: { "thread_id"?: types.Snowflake; "with_components"?: boolean };
    body: undefined;
    reply: types.Message;
  };
  /** The message with which the interaction was answered. */
  "webhooks.getOriginal": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: { "thread_id"?: types.Snowflake; "with_components"?: boolean };
    body: undefined;
    reply: types.Message;
  };
  /** Tell a channel of an event of GitHub; events that say nothing to readers send nothing. */
  "webhooks.github": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: { "wait"?: boolean; "thread_id"?: types.Snowflake };
    body: types.GithubPayload;
    reply: undefined;
  };
  /** Send a message by a webhook in the form that Slack takes; the answer is `ok`. */
  "webhooks.slack": {
    path: { "webhook_id": types.Snowflake; "webhook_token": string };
    query: { "wait"?: boolean; "thread_id"?: types.Snowflake };
    body: types.SlackDraft;
    reply: string;
  };
}
