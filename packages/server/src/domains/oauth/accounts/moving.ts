// What an account takes along when it becomes another: lobbies of the application, direct messages,
// purchases and guilds.
// Source: protocol: lobbies-and-sdk 8.7.
import { ageKey, ChannelType } from "@antechamber/contract";
import type { Context } from "../../../platform/context.ts";
import { pairsOf } from "../../applications/installs.ts";
import { entitledIn, entitlements } from "../../entitlements/entitlement.ts";
import { subscriptions } from "../../entitlements/subscription.ts";
import { channels, members, type ChannelRecord } from "../../guilds/guild.ts";
import { joinGuild } from "../../guilds/joining.ts";
import { lobbies, lobbyMembers, memberChanges, userOfApplication } from "../../lobbies/lobby.ts";
import { keepMembers, withMembers } from "../../lobbies/membership.ts";
import { openDirectMessage } from "../../messages/direct-messages.ts";
import { dropMessage, keepMessage } from "../../messages/keeping.ts";
import { messages, type MessageRecord } from "../../messages/message.ts";
import { removeMessage } from "../../messages/operations.ts";
import { userView, type UserRecord } from "../../users/user.ts";
import { removeMember } from "../installs/uninstalling.ts";

/** From whom to whom, for one application. */
export interface Move {
  readonly from: UserRecord;
  readonly to: UserRecord;
  readonly application_id: string;
}

/** Puts one account in the place of another in the application's lobbies. */
export async function moveLobbies(ctx: Context, { from, to, application_id }: Move): Promise<void> {
  const value = userOfApplication(application_id, from.id);
  for (const { lobby_id, metadata, flags, additional_name } of await ctx.tx.find(lobbyMembers, {
    index: "user",
    value,
  })) {
    const lobby = await ctx.tx.get(lobbies, ageKey(lobby_id));
    if (lobby === undefined) continue;
    const whole = await withMembers(ctx, lobby);
    const isThere = whole.members.some((member) => member.user_id === to.id);
    const write = isThere ? [] : [{ id: to.id, metadata, flags, additional_name }];
    await keepMembers(ctx, lobby, memberChanges(whole, { write, remove: [from.id] }));
  }
}

/** Gives one account's direct messages to another, as if it had written them. */
export async function moveDirectMessages(ctx: Context, move: Move): Promise<void> {
  const { from, to } = move;
  const own = await ctx.tx.find(channels, { index: "recipient", value: from.id });
  for (const group of own.filter(({ type }) => type === ChannelType.GROUP_DM)) {
    await moveGroup(ctx, move, group);
  }
  for (const channel of own.filter(({ type }) => type === ChannelType.DM)) {
    const otherId = channel.recipientIds?.find((id) => id !== from.id);
    // A conversation with oneself is none.
    const target =
      otherId === undefined || otherId === to.id
        ? undefined
        : await openDirectMessage(ctx, to.id, otherId);
    await moveMessages(ctx, move, { channel, target });
    ctx.tx.delete(channels, ageKey(channel.id));
  }
}

/** The other account takes the one's place in a group, and what it wrote there. */
async function moveGroup(ctx: Context, move: Move, channel: ChannelRecord): Promise<void> {
  const { from, to } = move;
  const inPlace = (id: string) => (id === from.id ? to.id : id);
  const { recipientIds = [], owner_id: owner } = channel;
  const target = {
    ...channel,
    recipientIds: [...new Set(recipientIds.map(inPlace))],
    ...(typeof owner === "string" ? { owner_id: inPlace(owner) } : {}),
  };
  ctx.tx.put(channels, target);
  await moveMessages(ctx, move, { channel, target });
}

interface Channels {
  readonly channel: ChannelRecord;
  readonly target: ChannelRecord | undefined;
}

async function moveMessages(
  ctx: Context,
  { from, to }: Move,
  { channel, target }: Channels,
): Promise<void> {
  const all = await ctx.tx.find(messages, pairsOf(channel.id));
  for (const message of all) {
    if (target === undefined) {
      await removeMessage(ctx, message);
      continue;
    }
    dropMessage(ctx.tx, message);
    const isOwn = message.author.id === from.id;
    const author = isOwn ? userView(to) : message.author;
    keepMessage(ctx.tx, { ...message, channel_id: target.id, author });
  }
  if (target !== undefined) keepNewest(ctx, target, all);
}

function keepNewest(ctx: Context, target: ChannelRecord, moved: readonly MessageRecord[]): void {
  const ids = moved.map(({ id }) => id).concat(target.last_message_id ?? []);
  const [newest] = ids.toSorted((a, b) => (ageKey(a) < ageKey(b) ? 1 : -1));
  if (newest !== undefined) ctx.tx.put(channels, { ...target, last_message_id: newest });
}

/** Gives one account's purchases from the application to another. */
export async function movePurchases(
  ctx: Context,
  { from, to, application_id }: Move,
): Promise<void> {
  const value = entitledIn(application_id, { user_id: from.id });
  for (const entitlement of await ctx.tx.find(entitlements, { index: "in", value })) {
    ctx.tx.put(entitlements, { ...entitlement, user_id: to.id });
  }
  const own = { index: "owner", value: from.id } as const;
  for (const subscription of await ctx.tx.find(subscriptions, own)) {
    ctx.tx.put(subscriptions, { ...subscription, user_id: to.id });
  }
}

/** Puts one account in the place of another in the guilds that it was invited to. */
export async function moveMemberships(ctx: Context, { from, to }: Move): Promise<void> {
  for (const member of await ctx.tx.find(members, { index: "user", value: from.id })) {
    await joinGuild(ctx, { guild_id: member.guild_id, user_id: to.id, roles: member.roles });
    await removeMember(ctx, member);
  }
}
