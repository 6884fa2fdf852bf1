// Joining, moving within and leaving voice channels. No audio is transmitted.
// Source: protocol: gateway-oauth-limits 4.14, 4.15, 9 (choice 30).
import { holds } from "@antechamber/contract";
import {
  ChannelType,
  VoiceChannelStartTimeUpdate,
  VoiceStateUpdate,
} from "@antechamber/contract/guilds";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { users } from "../../users/user.ts";
import { isVoice } from "../channel-defaults.ts";
import { channels, members, memberView, type ChannelRecord } from "../guild.ts";
import { guildIdsOf, memberWithUser, permissionContextOf } from "../operations.ts";
import { channelPermissions } from "../permissions.ts";
import {
  voiceChannels,
  voiceStates,
  voiceStateView,
  type VoiceChannelRecord,
  type VoiceStateRecord,
} from "./voice-state.ts";

/** A session's request to change a voice state. */
export interface VoiceMove {
  readonly guildId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** The epoch of the process that holds the session. */
  readonly processEpoch: string;
  /** Undefined: the user leaves. */
  readonly channelId: string | undefined;
  readonly self_mute: boolean;
  readonly self_deaf: boolean;
  readonly self_video: boolean;
}

/**
 * Joins, moves within or leaves a guild's voice channels; requests without permission are ignored.
 *
 * @returns true if the user is in another channel than before, for which they need a new connection
 */
export async function moveVoice(ctx: Context, move: VoiceMove): Promise<boolean> {
  const { guildId, userId, channelId } = move;
  if (channelId === undefined) {
    await leaveVoice(ctx, { guildId, userId });
    return false;
  }
  const channel = await ctx.tx.get(channels, snowflakeKey(channelId));
  if (channel === undefined || !(await mayJoin(ctx, channel, move))) return false;
  const before = await ctx.tx.get(voiceStates, compoundKey(guildId, userId));
  if (before?.channel_id !== channelId) await leaveOtherGuilds(ctx, move);
  const state: VoiceStateRecord = {
    guild_id: guildId,
    user_id: userId,
    channel_id: channelId,
    session_id: move.sessionId,
    processEpoch: move.processEpoch,
    self_mute: move.self_mute,
    self_deaf: move.self_deaf,
    self_video: move.self_video,
    ...suppressFields(channel, before),
  };
  ctx.tx.put(voiceStates, state);
  await emitVoiceState(ctx, state);
  if (before?.channel_id === channelId) return false;
  if (before !== undefined) await endVoiceTimeIfEmpty(ctx, before);
  await startVoiceTime(ctx, channel, guildId);
  return true;
}

/** A person can be in one voice channel at a time, a bot in one of each guild. */
async function leaveOtherGuilds(ctx: Context, { guildId, userId }: VoiceMove): Promise<void> {
  const user = await ctx.tx.get(users, snowflakeKey(userId));
  if (user?.bot === true) return;
  for (const each of await guildIdsOf(ctx, userId)) {
    if (each !== guildId) await leaveVoice(ctx, { guildId: each, userId });
  }
}

/**
 * Removes a user from a guild's voice channels. If a session is given, only if they joined through
 * it; if a process is given, only while it holds that session.
 *
 * @returns false if they stay, or were not in a voice channel
 */
export async function leaveVoice(
  ctx: Context,
  who: Pick<VoiceMove, "guildId" | "userId"> &
    Partial<Pick<VoiceMove, "sessionId" | "processEpoch">>,
): Promise<boolean> {
  const { guildId, userId, sessionId, processEpoch } = who;
  const key = compoundKey(guildId, userId);
  const state = await ctx.tx.get(voiceStates, key);
  if (state === undefined) return false;
  if (sessionId !== undefined && state.session_id !== sessionId) return false;
  if (processEpoch !== undefined && state.processEpoch !== processEpoch) return false;
  ctx.tx.delete(voiceStates, key);
  await emitVoiceState(ctx, state, null);
  await endVoiceTimeIfEmpty(ctx, state);
  return true;
}

/** Moves a user to another voice channel, regardless of their own permissions there. */
export async function moveMember(
  ctx: Context,
  before: VoiceStateRecord,
  channelId: string,
): Promise<void> {
  const channel = await ctx.tx.get(channels, snowflakeKey(channelId));
  if (channel === undefined) return;
  const { request_to_speak_timestamp: _asked, ...there } = before;
  const state = { ...there, channel_id: channelId, ...suppressFields(channel, before) };
  ctx.tx.put(voiceStates, state);
  await emitVoiceState(ctx, state);
  await endVoiceTimeIfEmpty(ctx, before);
  await startVoiceTime(ctx, channel, before.guild_id);
}

/** Removes everyone from a channel that is about to be deleted. */
export async function clearVoiceChannel(ctx: Context, channelId: string): Promise<void> {
  const present = await ctx.tx.find(voiceStates, { index: "channel", value: channelId });
  for (const { guild_id: guildId, user_id: userId } of present) {
    await leaveVoice(ctx, { guildId, userId });
  }
  ctx.tx.delete(voiceChannels, snowflakeKey(channelId));
}

/** Records that a user's session moved to another process. */
export async function moveVoiceSession(
  ctx: Context,
  at: Pick<VoiceMove, "guildId" | "userId" | "sessionId" | "processEpoch">,
): Promise<void> {
  const state = await ctx.tx.get(voiceStates, compoundKey(at.guildId, at.userId));
  if (state?.session_id !== at.sessionId) return;
  ctx.tx.put(voiceStates, { ...state, processEpoch: at.processEpoch });
}

/**
 * Removes users from voice channels whose sessions belonged to a process that has ended, at most
 * `limit` of them.
 *
 * @returns the number of users that were removed
 */
export async function leaveVoiceOf(
  ctx: Context,
  processEpoch: string,
  limit: number,
): Promise<number> {
  const search = { index: "process", value: processEpoch, limit } as const;
  const ended = await ctx.tx.find(voiceStates, search);
  for (const { guild_id: guildId, user_id: userId } of ended) {
    await leaveVoice(ctx, { guildId, userId });
  }
  return ended.length;
}

/**
 * Deletes the voice states of all sessions, none of which exists at a start. Voice states from a
 * world file remain.
 */
export async function deleteSessionVoiceStates(ctx: Pick<Context, "tx">): Promise<void> {
  const occupied = new Set<string>();
  for (const { guild_id, user_id, channel_id, isGiven } of await ctx.tx.find(voiceStates)) {
    if (isGiven === true) occupied.add(channel_id);
    else ctx.tx.delete(voiceStates, compoundKey(guild_id, user_id));
  }
  for (const channel of await ctx.tx.find(voiceChannels)) {
    if (channel.voice_start_time !== null && !occupied.has(channel.id)) {
      ctx.tx.put(voiceChannels, { ...channel, voice_start_time: null });
    }
  }
}

async function mayJoin(ctx: ReadContext, channel: ChannelRecord, move: VoiceMove) {
  if (channel.guild_id !== move.guildId || !isVoice(channel)) return false;
  const permissionContext = await permissionContextOf(ctx, move.guildId, move.userId);
  if (permissionContext === undefined) return false;
  const may = channelPermissions(permissionContext, channel);
  if (!holds(may, "VIEW_CHANNEL", "CONNECT")) return false;
  const capacity = channel.user_limit ?? 0;
  if (capacity === 0 || holds(may, "MOVE_MEMBERS")) return true;
  const present = await ctx.tx.find(voiceStates, { index: "channel", value: channel.id });
  return present.length < capacity || present.some((state) => state.user_id === move.userId);
}

/** Users who join a stage are suppressed; a user who is already there keeps their state. */
function suppressFields(channel: ChannelRecord, before: VoiceStateRecord | undefined) {
  if (before?.channel_id !== channel.id)
    return { suppress: channel.type === ChannelType.GUILD_STAGE_VOICE };
  const { suppress, request_to_speak_timestamp: requestedAt = null } = before;
  return { suppress, ...(requestedAt === null ? {} : { request_to_speak_timestamp: requestedAt }) };
}

/** Emits a voice state with its member, who may have left the guild in the same change. */
export async function emitVoiceState(
  ctx: Context,
  state: VoiceStateRecord,
  channelId: string | null = state.channel_id,
): Promise<void> {
  const { guild_id, user_id } = state;
  const member = await ctx.tx.get(members, compoundKey(guild_id, user_id));
  const joined = member && (await memberWithUser(ctx, guild_id, user_id));
  ctx.emit(
    VoiceStateUpdate,
    { kind: "guild", guild_id },
    {
      ...voiceStateView({ ...state, channel_id: channelId }, member),
      guild_id,
      ...(joined === undefined ? {} : { member: memberView(joined.member, joined.user) }),
    },
  );
}

async function startVoiceTime(
  ctx: Context,
  channel: ChannelRecord,
  guildId: string,
): Promise<void> {
  const info = await ctx.tx.get(voiceChannels, snowflakeKey(channel.id));
  if (info !== undefined && info.voice_start_time !== null) return;
  const begun = Math.floor(ctx.now / 1000);
  const blank = { id: channel.id, guild_id: guildId, status: null };
  storeStartTime(ctx, { ...blank, ...info, voice_start_time: begun });
}

async function endVoiceTimeIfEmpty(
  ctx: Context,
  { channel_id: id }: VoiceStateRecord,
): Promise<void> {
  const remaining = await ctx.tx.count(voiceStates, { index: "channel", value: id });
  const info = await ctx.tx.get(voiceChannels, snowflakeKey(id));
  if (remaining > 0 || info === undefined) return;
  storeStartTime(ctx, { ...info, voice_start_time: null });
}

function storeStartTime(ctx: Context, info: VoiceChannelRecord): void {
  const { id, guild_id, voice_start_time } = info;
  ctx.tx.put(voiceChannels, info);
  const scope = { kind: "channel", guild_id, channel_id: id } as const;
  ctx.emit(VoiceChannelStartTimeUpdate, scope, { id, guild_id, voice_start_time });
}
