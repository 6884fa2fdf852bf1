// Event hooks of lobbies: they react to events in linked channels and their guilds, within the same
// transaction. Source: protocol: lobbies-and-sdk 3.
import {
  ChannelUpdate,
  GuildMemberRemove,
  GuildMemberUpdate,
  GuildRoleDelete,
  GuildRoleUpdate,
  GuildUpdate,
} from "@antechamber/contract/guilds";
import {
  MessageCreate,
  MessageDelete,
  MessageDeleteBulk,
  MessageUpdate,
} from "@antechamber/contract/messages";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context } from "../../platform/context.ts";
import { eventHook, type EventHook } from "../../platform/event-hooks.ts";
import { channels } from "../guilds/guild.ts";
import { lobbyOfChannel, unlinkWithoutLeave } from "./linking.ts";
import type { LobbyRecord } from "./lobby.ts";
import { applyChannelDeletion, applyChannelEdit, forwardFromChannel } from "./messages.ts";

interface InChannel {
  readonly channel_id: string;
  readonly guild_id?: string;
}

/** The lobby that is linked to the channel of a message, or undefined. */
async function lobbyAt(
  ctx: Context,
  { channel_id, guild_id }: InChannel,
): Promise<LobbyRecord | undefined> {
  if (guild_id === undefined) return undefined;
  return lobbyOfChannel(ctx, await ctx.tx.get(channels, snowflakeKey(channel_id)));
}

async function followDeletions(
  ctx: Context,
  at: InChannel,
  messageIds: readonly string[],
): Promise<void> {
  const lobby = await lobbyAt(ctx, at);
  if (lobby === undefined) return;
  for (const id of messageIds) await applyChannelDeletion(ctx, lobby, id);
}

/** Removes links whose creators may have lost their permissions. */
async function review(ctx: Context, { guild_id }: { readonly guild_id?: string }): Promise<void> {
  if (guild_id !== undefined) await unlinkWithoutLeave(ctx, guild_id);
}

export const lobbyEventHooks: readonly EventHook[] = [
  eventHook(MessageCreate, async (ctx, sent) => {
    const lobby = await lobbyAt(ctx, sent);
    if (lobby !== undefined) await forwardFromChannel(ctx, lobby, sent);
  }),
  eventHook(MessageUpdate, async (ctx, changed) => {
    const lobby = await lobbyAt(ctx, changed);
    if (lobby !== undefined) await applyChannelEdit(ctx, lobby, changed);
  }),
  eventHook(MessageDelete, (ctx, gone) => followDeletions(ctx, gone, [gone.id])),
  eventHook(MessageDeleteBulk, (ctx, gone) => followDeletions(ctx, gone, gone.ids)),
  eventHook(ChannelUpdate, review),
  eventHook(GuildRoleUpdate, review),
  eventHook(GuildRoleDelete, review),
  eventHook(GuildMemberUpdate, review),
  eventHook(GuildMemberRemove, review),
  eventHook(GuildUpdate, (ctx, guild) => review(ctx, { guild_id: guild.id })),
];
