// The tables of every kind of record that the service stores.
import { applications } from "./domains/applications/application.ts";
import { guildInstalls, userInstalls } from "./domains/applications/installs.ts";
import { teams } from "./domains/applications/teams.ts";
import { connectedSessions } from "./domains/applications/live-sessions.ts";
import { accessTokens } from "./domains/applications/tokens.ts";
import { commands } from "./domains/commands/command.ts";
import { commandPermissions } from "./domains/commands/permissions/command-permissions.ts";
import { commandCreates } from "./domains/commands/daily-create-quota.ts";
import { auditLogEntries } from "./domains/guilds/audit-log/entry.ts";
import { applicationEmojis } from "./domains/applications/application-emojis.ts";
import { joinRequests } from "./domains/guilds/join-requests/join-request.ts";
import { autoModerationRules, blockedNames } from "./domains/guilds/auto-moderation/rule.ts";
import { linkedRoles, roleConnections } from "./domains/guilds/linked-roles/linked-role.ts";
import { renames } from "./domains/guilds/members/own-user.ts";
import { bans } from "./domains/guilds/members/bans.ts";
import { formerMembers } from "./domains/guilds/members/former-members.ts";
import { stageInstances } from "./domains/channels/stages/stage.ts";
import { guildSounds } from "./domains/guilds/soundboard/sound.ts";
import { stickerOrigins } from "./domains/guilds/stickers/sticker.ts";
import { emojiImages } from "./domains/guilds/emojis.ts";
import { channelWebhooks } from "./domains/guilds/webhooks/channel-webhook.ts";
import {
  eventSubscriptions,
  scheduledEvents,
} from "./domains/guilds/scheduled-events/scheduled-event.ts";
import { newMemberWelcomes } from "./domains/guild-settings/new-member-welcome.ts";
import { onboardings } from "./domains/guild-settings/onboarding/onboarding.ts";
import { templates } from "./domains/guild-settings/templates/template.ts";
import { welcomeScreens } from "./domains/guild-settings/welcome-screen.ts";
import { channels, guilds, members, roles } from "./domains/guilds/guild.ts";
import { voiceChannels, voiceStates } from "./domains/guilds/voice/voice-state.ts";
import { invites, inviteTargets } from "./domains/invites/invite.ts";
import { vanityUrls } from "./domains/invites/vanity-url.ts";
import { entitlements } from "./domains/entitlements/entitlement.ts";
import { skus } from "./domains/entitlements/sku.ts";
import { subscriptions } from "./domains/entitlements/subscription.ts";
import { interactions } from "./domains/interactions/interaction.ts";
import { lobbies, lobbyMembers } from "./domains/lobbies/lobby.ts";
import { attachments, fileChunks } from "./domains/messages/files/attachment.ts";
import { lobbyHistories, lobbyMessages } from "./domains/lobbies/lobby-message.ts";
import { wholeFiles } from "./domains/messages/files/whole-files.ts";
import { ephemeralMessages } from "./domains/messages/ephemeral-message.ts";
import { fileKeys } from "./domains/messages/files/file-addresses.ts";
import { messages } from "./domains/messages/message.ts";
import { pollVotes } from "./domains/messages/polls/poll.ts";
import { reactions } from "./domains/messages/reactions/reaction.ts";
import { searchDocuments } from "./domains/messages/search-document.ts";
import { crosspostTimes } from "./domains/messages/crossposts/turns.ts";
import { slowmodeTimes } from "./domains/messages/slowmode.ts";
import { searchBackfills, searchIndexes } from "./domains/search/search.ts";
import { images } from "./domains/users/image.ts";
import { sessionTokens } from "./domains/users/session-tokens.ts";
import { users } from "./domains/users/user.ts";
import { finishedDeliveries } from "./domains/webhooks/finished.ts";
import {
  verificationRuns,
  webhookDeliveries,
  failureCounts,
  queueLeases,
} from "./domains/webhooks/webhook.ts";
import { authorizations } from "./domains/applications/authorization.ts";
import { browserSessions } from "./domains/oauth/browser-session.ts";
import { deviceCodes } from "./domains/oauth/device.ts";
import { authorizationCodes, refreshTokens, spentRefreshTokens } from "./domains/oauth/oauth.ts";
import { signingKeys } from "./domains/oauth/signing-key.ts";
import { accountMerges } from "./domains/oauth/accounts/account-merge.ts";
import {
  externalIdentities,
  listedIdentities,
} from "./domains/oauth/accounts/external-identity.ts";
import { steerings } from "./control/steering/steering-turns.ts";
import { clockStates, worlds, worldSettings } from "./control/world-file/stored-world.ts";
import { worldCounts } from "./control/steering/world-count.ts";
import { idWatermarks } from "./platform/ids.ts";
import { jobs } from "./platform/schedule/jobs.ts";
import { probes } from "./platform/storage/readiness.ts";
import type { AnyTable } from "./platform/store.ts";

export const tables: readonly AnyTable[] = [
  users,
  sessionTokens,
  images,
  applications,
  teams,
  guildInstalls,
  userInstalls,
  accessTokens,
  connectedSessions,
  guilds,
  welcomeScreens,
  onboardings,
  newMemberWelcomes,
  vanityUrls,
  templates,
  roles,
  channels,
  members,
  voiceStates,
  voiceChannels,
  emojiImages,
  stickerOrigins,
  guildSounds,
  stageInstances,
  channelWebhooks,
  applicationEmojis,
  renames,
  roleConnections,
  linkedRoles,
  scheduledEvents,
  eventSubscriptions,
  auditLogEntries,
  bans,
  formerMembers,
  autoModerationRules,
  blockedNames,
  joinRequests,
  invites,
  inviteTargets,
  messages,
  reactions,
  pollVotes,
  searchDocuments,
  searchIndexes,
  searchBackfills,
  attachments,
  fileChunks,
  wholeFiles,
  fileKeys,
  worldCounts,
  slowmodeTimes,
  crosspostTimes,
  commands,
  commandCreates,
  commandPermissions,
  skus,
  entitlements,
  subscriptions,
  interactions,
  lobbies,
  lobbyMembers,
  lobbyMessages,
  lobbyHistories,
  ephemeralMessages,
  webhookDeliveries,
  finishedDeliveries,
  queueLeases,
  failureCounts,
  verificationRuns,
  authorizations,
  authorizationCodes,
  refreshTokens,
  spentRefreshTokens,
  deviceCodes,
  signingKeys,
  browserSessions,
  externalIdentities,
  listedIdentities,
  accountMerges,
  worlds,
  clockStates,
  steerings,
  worldSettings,
  jobs,
  idWatermarks,
  probes,
];
