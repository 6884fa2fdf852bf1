// Removes a user, an application or a token, with everything that refers to it.
import { EntityInUse } from "@antechamber/contract/control";
import { ChannelType } from "@antechamber/contract/guilds";
import { snowflakeKey } from "@antechamber/contract/schema";
import { SessionsRevoked } from "@antechamber/contract/users";
import { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { dropApplicationEmojis } from "../../domains/applications/application-emojis.ts";
import { applications, type ApplicationRecord } from "../../domains/applications/application.ts";
import { compoundKey, withPrefix } from "../../platform/records/compound-keys.ts";
import { guildInstalls, userInstalls } from "../../domains/applications/installs.ts";
import {
  accessTokens,
  isOwnToken,
  type AccessTokenRecord,
} from "../../domains/applications/tokens.ts";
import { commands, commandsOf } from "../../domains/commands/command.ts";
import { dropCreatesOf } from "../../domains/commands/daily-create-quota.ts";
import { deletePurchasesOf, deleteSalesOf } from "../../domains/entitlements/operations.ts";
import { channels, guilds, members } from "../../domains/guilds/guild.ts";
import { teams } from "../../domains/applications/teams.ts";
import { deleteBansOf } from "../../domains/guilds/members/bans.ts";
import { deleteFormerMember } from "../../domains/guilds/members/former-members.ts";
import { deleteOverwritesOf } from "../../domains/guilds/members/joining.ts";
import { dropConnectionsOf } from "../../domains/guilds/linked-roles/operations.ts";
import { removeCreator } from "../../domains/guilds/scheduled-events/operations.ts";
import { dropWebhooksOf } from "../../domains/guilds/webhooks/operations.ts";
import { endInteractionsOf } from "../../domains/interactions/cascade-delete.ts";
import { removeFromInvites } from "../../domains/invites/cascade-delete.ts";
import { closeLobby } from "../../domains/lobbies/closing.ts";
import { lobbies, lobbyMembers } from "../../domains/lobbies/lobby.ts";
import { removeMember as removeLobbyMember } from "../../domains/lobbies/operations.ts";
import { dropEphemeralMessages } from "../../domains/messages/ephemeral-message.ts";
import { removeFromGroup } from "../../domains/messages/groups.ts";
import { removeVotesOf } from "../../domains/messages/voting/voting.ts";
import { removeReactionsOf } from "../../domains/messages/reacting/operations.ts";
import { deleteDeliveriesOf } from "../../domains/webhooks/finished.ts";
import { users, type UserRecord } from "../../domains/users/user.ts";
import { removeAccountReferences } from "../../domains/oauth/accounts/account-references.ts";
import { clearApplication, clearUser } from "../../domains/oauth/accounts/cascade-delete.ts";
import { endChildTokens, revokeOwnToken } from "../../domains/oauth/revocation.ts";
import { removeInstall } from "../../domains/oauth/installs/uninstall.ts";
import { removeChannel } from "../../domains/channels/operations.ts";
import { removeMember } from "./remove-guild.ts";

/**
 * Removes a user with their memberships, direct messages, installations and tokens.
 *
 * @throws EntityInUse for a bot, and for a user who owns a guild or an application
 */
export async function removeUser(ctx: Context, user: UserRecord): Promise<void> {
  await refuseWhileNeeded(ctx, user);
  const of = { index: "user", value: user.id } as const;
  for (const member of await ctx.tx.find(members, of)) await removeMember(ctx, member);
  for (const install of await ctx.tx.find(userInstalls, withPrefix(user.id))) {
    ctx.tx.delete(userInstalls, compoundKey(user.id, install.application_id));
  }
  for (const token of await ctx.tx.find(accessTokens, of)) await revokeToken(ctx, token);
  await clearUser(ctx, user.id);
  for (const { lobby_id, user_id } of await ctx.tx.find(lobbyMembers)) {
    if (user_id === user.id) await leaveLobby(ctx, lobby_id, user.id);
  }
  await leaveGroups(ctx, user);
  await removeDirectMessages(ctx, user.id);
  await endInteractionsOf(ctx, user.id);
  await removeAccountReferences(ctx, user.id);
  await removeReactionsOf(ctx, user.id);
  await removeVotesOf(ctx, user.id);
  await deletePurchasesOf(ctx, user.id);
  ctx.tx.delete(users, snowflakeKey(user.id));
  ctx.emit(SessionsRevoked, { kind: "nobody" }, { kind: "user", user_id: user.id });
}

async function refuseWhileNeeded(ctx: Context, { id, bot }: UserRecord): Promise<void> {
  const refuse = (message: string) => new ApiError(EntityInUse, { message });
  if (bot === true) throw refuse("A bot is deleted with its application");
  const owned = await ctx.tx.find(members, { index: "user", value: id });
  for (const { guild_id } of owned) {
    const guild = await ctx.tx.get(guilds, snowflakeKey(guild_id));
    if (guild?.owner_id === id)
      throw refuse(`The user owns the guild ${guild_id}; delete it first`);
  }
  const [own] = await ctx.tx.find(applications, { index: "owner", value: id, limit: 1 });
  if (own !== undefined) throw refuse(`The user owns the application ${own.id}; delete it first`);
  const ofUser = await ctx.tx.find(teams, { index: "member", value: id });
  const led = ofUser.find(({ owner_user_id }) => owner_user_id === id);
  if (led !== undefined) throw refuse(`The user owns the team ${led.id}; delete it first`);
}

async function leaveLobby(ctx: Context, lobbyId: string, userId: string): Promise<void> {
  const lobby = await ctx.tx.get(lobbies, snowflakeKey(lobbyId));
  if (lobby !== undefined) await removeLobbyMember(ctx, lobby, userId);
}

/** Removes a user from group messages, and deletes a group with its last recipient. */
async function leaveGroups(ctx: Context, user: UserRecord): Promise<void> {
  for (const channel of await ctx.tx.find(channels, { index: "recipient", value: user.id })) {
    if (channel.type !== ChannelType.GROUP_DM) continue;
    await removeFromGroup(ctx, { user, channel }, user.id);
  }
}

async function removeDirectMessages(ctx: Context, userId: string): Promise<void> {
  for (const channel of await ctx.tx.find(channels, { index: "recipient", value: userId })) {
    await removeChannel(ctx, channel);
  }
}

/** Removes an application with its bot, commands, installations, lobbies and tokens. */
export async function removeApplication(
  ctx: Context,
  application: ApplicationRecord,
): Promise<void> {
  const { tx } = ctx;
  const { id } = application;
  const of = { index: "application", value: id } as const;
  for (const install of await tx.find(guildInstalls, of)) await removeInstall(ctx, install);
  for (const { user_id } of await tx.find(userInstalls, of)) {
    tx.delete(userInstalls, compoundKey(user_id, id));
  }
  for (const token of await tx.find(accessTokens, of)) await revokeToken(ctx, token);
  await clearApplication(ctx, id);
  await clearParent(ctx, id);
  for (const lobby of await tx.find(lobbies, of)) await closeLobby(ctx, lobby);
  const global = { application_id: id };
  for (const command of await tx.find(commands, commandsOf(global))) {
    tx.delete(commands, commands.key(command));
  }
  await dropCreatesOf(ctx, id);
  await removeDirectMessages(ctx, id);
  await dropEphemeralMessages(ctx, id);
  await clearOwner(ctx, id);
  await endInteractionsOf(ctx, id);
  await removeFromInvites(ctx, id);
  await removeCreator(ctx, id);
  await deleteBansOf(ctx, id);
  await deleteOverwritesOf(ctx, id);
  await deleteFormerMember(ctx, id);
  await removeReactionsOf(ctx, id);
  await deleteSalesOf(ctx, id);
  await dropWebhooksOf(ctx, id);
  await dropApplicationEmojis(ctx, id);
  await dropConnectionsOf(ctx, id);
  await deleteDeliveriesOf(ctx, id);
  tx.delete(users, snowflakeKey(id));
  tx.delete(applications, snowflakeKey(id));
  revokeBotSessions(ctx, id);
}

/** Removes the id of a deleted application from the guilds and channels that it created. */
async function clearOwner(ctx: Context, applicationId: string): Promise<void> {
  for (const guild of await ctx.tx.find(guilds)) {
    if (guild.application_id === applicationId) {
      ctx.tx.put(guilds, { ...guild, application_id: null });
    }
  }
  for (const channel of await ctx.tx.find(channels)) {
    if (channel.application_id === applicationId) {
      ctx.tx.put(channels, { ...channel, application_id: null });
    }
  }
}

/** Removes the parent from the children of a deleted application. */
async function clearParent(ctx: Context, applicationId: string): Promise<void> {
  for (const child of await ctx.tx.find(applications)) {
    if (child.parent_id !== applicationId) continue;
    const { parent_id: _, ...alone } = child;
    ctx.tx.put(applications, alone);
  }
}

/** Revokes an access token; sessions that were opened with it end. */
export async function revokeToken(ctx: Context, token: AccessTokenRecord): Promise<void> {
  if (isOwnToken(token)) {
    await revokeOwnToken(ctx, token);
    return;
  }
  const { digest, user_id, application_id } = token;
  ctx.tx.delete(accessTokens, digest);
  await endChildTokens(ctx, digest);
  if (user_id === undefined) return;
  ctx.emit(SessionsRevoked, { kind: "nobody" }, { kind: "oauth2", user_id, application_id });
}

/** Ends the sessions of a bot, whose token has become invalid. */
export function revokeBotSessions(ctx: Context, applicationId: string): void {
  ctx.emit(SessionsRevoked, { kind: "nobody" }, { kind: "bot", user_id: applicationId });
}
