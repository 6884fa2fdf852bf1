// Merges a provisional account into the user who signs in. Issuing the tokens begins the merge; a
// job performs it.
// Source: protocol: lobbies-and-sdk 8.5, 8.7, gateway-oauth-limits 5.4, 5.7.
import { ChannelType } from "@antechamber/contract/guilds";
import {
  MergeSourceBanned,
  MergeSourceNotProvisional,
  MergeTargetProvisional,
  TooManyIdentities,
} from "@antechamber/contract/oauth";
import { snowflakeKey } from "@antechamber/contract/schema";
import { UserMergeOperationCompleted } from "@antechamber/contract/users";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, JobDeclaration, ReadContext } from "../../../platform/context.ts";
import { compareSnowflakes } from "../../../platform/records/storage-keys.ts";
import type { ApplicationRecord } from "../../applications/application.ts";
import { userOf } from "../../users/operations.ts";
import { users, type UserRecord, userView } from "../../users/user.ts";
import { compoundKey, withPrefix } from "../../../platform/records/compound-keys.ts";
import { entitlements } from "../../entitlements/entitlement.ts";
import { subscriptions } from "../../entitlements/subscription.ts";
import { channels, type ChannelRecord } from "../../guilds/guild.ts";
import { giveEventInterest } from "../../guilds/scheduled-events/subscribers.ts";
import { giveInvites } from "../../invites/cascade-delete.ts";
import { giveLobbyMessages } from "../../lobbies/lobby-message.ts";
import { lobbies, lobbyMembers, memberChanges, userOfApplication } from "../../lobbies/lobby.ts";
import { applyMemberChanges, withMembers } from "../../lobbies/membership.ts";
import { emitDirectEnd, openDirectMessage } from "../../messages/direct-messages.ts";
import { giveEphemeralMessages } from "../../messages/ephemeral-message.ts";
import { replaceInGroup } from "../../messages/groups.ts";
import { dropMessage, storeMessage } from "../../messages/message-store.ts";
import { messages, type MessageRecord } from "../../messages/message.ts";
import { giveVotes, moveVotes } from "../../messages/voting/voting.ts";
import { giveReactions, moveReactions } from "../../messages/reacting/operations.ts";
import { removeMessage } from "../../messages/operations.ts";
import { clearUser } from "./cascade-delete.ts";
import { revokeTokens } from "../revocation.ts";
import {
  accountMerges,
  isMergeTarget,
  requireUnlocked,
  type AccountMerge,
} from "./account-merge.ts";
import { removeAccountReferences } from "./account-references.ts";
import { giveApplications, moveMemberships } from "./move-belongings.ts";
import {
  bannedOwner,
  externalIdentities,
  identitiesOf,
  identityRecord,
  type ExternalIdentity,
} from "./external-identity.ts";

/** The user who signs in, and the player of an external service that they proved to be. */
export interface MergeRequest {
  readonly application: ApplicationRecord;
  readonly user_id: string;
  readonly identity: ExternalIdentity;
}

/**
 * Links an identity to the user who signs in, who must not have another identity in the
 * application, nor come to have one by a merge that has begun. If the identity has a provisional
 * account, a job is scheduled at once that merges it into the user's.
 *
 * @throws MergeTargetProvisional, MergeSourceNotProvisional, MergeSourceBanned, TooManyIdentities,
 *   AccountLocked
 */
export async function beginMerge(ctx: Context, request: MergeRequest): Promise<void> {
  const { application, identity, user_id } = request;
  const target = await userOf(ctx, user_id);
  if (target.isProvisional === true) throw new ApiError(MergeTargetProvisional);
  if (target.isBanned) throw new ApiError(MergeSourceBanned);
  const linked = await identityRecord(ctx, application.id, identity);
  if (linked?.user_id === user_id) return;
  if (linked !== undefined) await requireMovable(ctx, application, linked.user_id);
  const own = await identitiesOf(ctx, application.id, user_id);
  // A merge that has begun links its identities only when its job runs.
  const isLinked = own.length > 0 || (await isMergeTarget(ctx, application.id, user_id));
  if (isLinked) throw new ApiError(TooManyIdentities);
  if (linked === undefined) {
    const { name: _, ...proven } = identity;
    ctx.tx.put(externalIdentities, { ...proven, application_id: application.id, user_id });
    return;
  }
  const merge = { id: ctx.id(), application_id: application.id, user_id };
  ctx.tx.put(accountMerges, { ...merge, source_user_id: linked.user_id });
  ctx.schedule(mergeAccounts, ctx.now, { id: merge.id });
}

/** @throws MergeSourceNotProvisional, MergeSourceBanned, AccountLocked */
async function requireMovable(
  ctx: ReadContext,
  { id }: ApplicationRecord,
  sourceId: string,
): Promise<void> {
  const source = await userOf(ctx, sourceId);
  if (source.isProvisional !== true) throw new ApiError(MergeSourceNotProvisional);
  if (source.isBanned) throw new ApiError(MergeSourceBanned);
  await requireUnlocked(ctx, sourceId);
  for (const identity of await identitiesOf(ctx, id, sourceId)) {
    if ((await bannedOwner(ctx, identity)) !== undefined) throw new ApiError(MergeSourceBanned);
  }
}

/**
 * Moves everything to the full account, deletes the provisional one, and emits an event to the
 * user.
 */
export const mergeAccounts: JobDeclaration<{ readonly id: string }> = {
  name: "oauth.merge_accounts",
  async run(ctx, { id }) {
    const merge = await ctx.tx.get(accountMerges, snowflakeKey(id));
    // A revocation may have completed it already.
    if (merge !== undefined) await completeMerge(ctx, merge);
  },
};

/**
 * Completes the merge into a user that has begun, if there is one: a revocation then undoes it, as
 * it would a moment later.
 *
 * @source protocol: lobbies-and-sdk 8.7
 */
export async function completeMergesInto(
  ctx: Context,
  userId: string,
  applicationId: string,
): Promise<void> {
  const value = compoundKey(applicationId, userId);
  for (const merge of await ctx.tx.find(accountMerges, { index: "target", value })) {
    await completeMerge(ctx, merge);
  }
}

async function completeMerge(ctx: Context, merge: AccountMerge): Promise<void> {
  ctx.tx.delete(accountMerges, snowflakeKey(merge.id));
  const [source, target] = await Promise.all([
    ctx.tx.get(users, snowflakeKey(merge.source_user_id)),
    ctx.tx.get(users, snowflakeKey(merge.user_id)),
  ]);
  // Either may have been removed meanwhile, and a ban of the player outlives no merge.
  if (source === undefined || target === undefined || source.isBanned) return;
  await mergeNow(ctx, merge, { source, target });
}

interface Accounts {
  readonly source: UserRecord;
  readonly target: UserRecord;
}

async function mergeNow(ctx: Context, merge: AccountMerge, { source, target }: Accounts) {
  const { application_id } = merge;
  const move = { from: source, to: target, application_id };
  await moveLobbyMessages(ctx, move);
  await moveLobbies(ctx, move);
  await giveReactions(ctx, { from: source.id, to: target.id });
  await giveVotes(ctx, { from: source.id, to: target.id });
  await moveDirectMessages(ctx, move);
  await giveEphemeralMessages(ctx, { from: source.id, to: target });
  await movePurchases(ctx, move);
  await giveInvites(ctx, { from: source.id, to: target.id });
  await moveMemberships(ctx, move);
  await giveEventInterest(ctx, { from: source.id, to: target.id });
  await giveApplications(ctx, move);
  for (const identity of await identitiesOf(ctx, application_id, source.id)) {
    const { bannedUserId: _, ...proven } = identity;
    ctx.tx.put(externalIdentities, { ...proven, user_id: target.id });
  }
  await revokeTokens(ctx, source.id, application_id);
  await clearUser(ctx, source.id);
  await removeAccountReferences(ctx, source.id);
  ctx.tx.delete(users, snowflakeKey(source.id));
  ctx.emit(
    UserMergeOperationCompleted,
    { kind: "users", user_ids: [target.id], application_id },
    { merge_operation_id: merge.id, source_user_id: source.id },
  );
}

/** Two accounts, and the application in which one takes the place of the other. */
export interface Move {
  readonly from: UserRecord;
  readonly to: UserRecord;
  readonly application_id: string;
}

/** Moves one account's messages in its lobbies to another, which becomes their author. */
async function moveLobbyMessages(ctx: Context, move: Move): Promise<void> {
  const value = userOfApplication(move.application_id, move.from.id);
  const memberships = await ctx.tx.find(lobbyMembers, { index: "user", value });
  for (const { lobby_id } of memberships) await giveLobbyMessages(ctx, lobby_id, move);
}

/** Replaces one account by another in the application's lobbies. */
export async function moveLobbies(ctx: Context, { from, to, application_id }: Move): Promise<void> {
  const value = userOfApplication(application_id, from.id);
  for (const { lobby_id, metadata, flags, additional_name } of await ctx.tx.find(lobbyMembers, {
    index: "user",
    value,
  })) {
    const lobby = await ctx.tx.get(lobbies, snowflakeKey(lobby_id));
    if (lobby === undefined) continue;
    const whole = await withMembers(ctx, lobby);
    const isThere = whole.members.some((member) => member.user_id === to.id);
    const write = isThere ? [] : [{ id: to.id, metadata, flags, additional_name }];
    await applyMemberChanges(ctx, lobby, memberChanges(whole, { write, remove: [from.id] }));
  }
}

/** Moves one account's direct messages to another, which becomes their author. */
export async function moveDirectMessages(ctx: Context, move: Move): Promise<void> {
  const { from, to } = move;
  const own = await ctx.tx.find(channels, { index: "recipient", value: from.id });
  for (const group of own.filter(({ type }) => type === ChannelType.GROUP_DM)) {
    await moveGroup(ctx, move, group);
  }
  for (const channel of own.filter(({ type }) => type === ChannelType.DM)) {
    const otherId = channel.recipientIds?.find((id) => id !== from.id);
    // A user has no conversation with themselves.
    const target =
      otherId === undefined || otherId === to.id
        ? undefined
        : await openDirectMessage(ctx, to.id, otherId);
    await moveMessages(ctx, move, { channel, target });
    ctx.tx.delete(channels, snowflakeKey(channel.id));
    if (otherId !== undefined) await emitDirectEnd(ctx, channel, otherId);
  }
}

/** Replaces one account by another in a group DM, and as the author of its messages there. */
async function moveGroup(ctx: Context, move: Move, channel: ChannelRecord): Promise<void> {
  const target = await replaceInGroup(ctx, channel, move);
  await moveMessages(ctx, move, { channel, target });
}

interface Channels {
  readonly channel: ChannelRecord;
  readonly target: ChannelRecord | undefined;
}

async function moveMessages(
  ctx: Context,
  move: Move,
  { channel, target }: Channels,
): Promise<void> {
  const all = await ctx.tx.find(messages, withPrefix(channel.id));
  for (const message of all) {
    if (target === undefined) {
      await removeMessage(ctx, message);
      continue;
    }
    dropMessage(ctx.tx, message);
    storeMessage(ctx.tx, movedMessage(message, move, target.id));
    if (message.reactionCounts !== undefined) await moveReactions(ctx, message.id, target.id);
    if (message.poll !== undefined) await moveVotes(ctx, message.id, target.id);
  }
  if (target !== undefined) updateLastMessage(ctx, target, all);
}

/** The message in its new channel, with one account replaced by the other. */
function movedMessage(message: MessageRecord, move: Move, channel_id: string): MessageRecord {
  const { message_reference, referenced_message: answered } = message;
  const pointer: { readonly channel_id?: string } = message_reference ?? {};
  const isAmongThem = pointer.channel_id === message.channel_id;
  return {
    ...withPeople(message, move),
    channel_id,
    ...(isAmongThem ? { message_reference: { ...message_reference, channel_id } } : {}),
    ...(answered
      ? { referenced_message: { ...withPeople(answered as MessageRecord, move), channel_id } }
      : {}),
  };
}

/** The message with one account replaced by the other as author and among the mentions. */
function withPeople<M extends Pick<MessageRecord, "author" | "mentions">>(
  message: M,
  { from, to }: Move,
): M {
  const instead = (user: M["author"]) => (user.id === from.id ? userView(to) : user);
  const mentions = message.mentions.map(instead);
  const byId = new Map(mentions.map((user) => [user.id, user]));
  return { ...message, author: instead(message.author), mentions: [...byId.values()] };
}

function updateLastMessage(
  ctx: Context,
  target: ChannelRecord,
  moved: readonly MessageRecord[],
): void {
  const ids = moved.map(({ id }) => id).concat(target.last_message_id ?? []);
  const newest = ids.toSorted(compareSnowflakes).at(-1);
  if (newest !== undefined) ctx.tx.put(channels, { ...target, last_message_id: newest });
}

/** Moves one account's purchases to another: whatever stayed would go with the account. */
async function movePurchases(ctx: Context, { from, to }: Move): Promise<void> {
  const own = { index: "owner", value: from.id } as const;
  for (const entitlement of await ctx.tx.find(entitlements, own)) {
    ctx.tx.put(entitlements, { ...entitlement, user_id: to.id });
  }
  for (const subscription of await ctx.tx.find(subscriptions, own)) {
    ctx.tx.put(subscriptions, { ...subscription, user_id: to.id });
  }
}
