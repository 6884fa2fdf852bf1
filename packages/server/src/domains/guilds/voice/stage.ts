// Speakers and listeners of stages, and requests to speak. Source: protocol: lobbies-and-sdk 9.
import { holds, WrongChannelType } from "@antechamber/contract";
import {
  ChannelType,
  UnknownVoiceState,
  type OwnVoiceStateChange,
  type WholeVoiceState,
} from "@antechamber/contract/guilds";
import { parseTimestamp, snowflakeKey, timestamp, type Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { users } from "../../users/user.ts";
import { channels, memberView } from "../guild.ts";
import { memberWithUser } from "../operations.ts";
import { channelPermissions, type PermissionContext } from "../permissions.ts";
import { emitVoiceState } from "./operations.ts";
import { voiceStates, voiceStateView, type VoiceStateRecord } from "./voice-state.ts";
import { requireAllOf } from "../caller-permissions.ts";

type Change = Static<typeof OwnVoiceStateChange>;

/** A user's voice state, if the caller can see the channel. @throws UnknownVoiceState */
export async function voiceStateOf(
  ctx: ReadContext,
  caller: PermissionContext,
  userId: string,
): Promise<VoiceStateRecord> {
  const state = await ctx.tx.get(voiceStates, compoundKey(caller.guild.id, userId));
  if (state === undefined) throw new ApiError(UnknownVoiceState);
  const channel = await ctx.tx.get(channels, snowflakeKey(state.channel_id));
  const sees = channel && holds(channelPermissions(caller, channel), "VIEW_CHANNEL");
  if (sees !== true && userId !== caller.member.user_id) throw new ApiError(UnknownVoiceState);
  return state;
}

/** A voice state with its guild and member, as replies show it. */
export async function wholeVoiceState(
  ctx: ReadContext,
  state: VoiceStateRecord,
): Promise<Static<typeof WholeVoiceState>> {
  const { guild_id, user_id } = state;
  const { member, user } = await memberWithUser(ctx, guild_id, user_id);
  const view = voiceStateView(state, member);
  return { ...view, self_stream: false, guild_id, member: memberView(member, user) };
}

/**
 * Changes a user's voice state on the stage that they are on, and emits the event.
 *
 * @param read reads the change; it is called once the state is found and its channel is a stage
 * @throws UnknownVoiceState, WrongChannelType, MissingPermissions
 */
export async function changeStageVoice(
  ctx: Context,
  caller: PermissionContext,
  { userId, change: read }: { readonly userId: string; readonly change: () => Change },
): Promise<void> {
  const state = await voiceStateOf(ctx, caller, userId);
  const channel = await ctx.tx.get(channels, snowflakeKey(state.channel_id));
  if (channel?.type !== ChannelType.GUILD_STAGE_VOICE) throw new ApiError(WrongChannelType);
  const may = channelPermissions(caller, channel);
  const isOwn = userId === caller.member.user_id;
  if (!isOwn) requireAllOf(may, "MUTE_MEMBERS");
  const change = read();
  // The request names a channel that the user is not in.
  if ((change.channel_id ?? state.channel_id) !== state.channel_id)
    throw new ApiError(UnknownVoiceState);
  const speaks = change.suppress === false && state.suppress;
  if (speaks) requireAllOf(may, "MUTE_MEMBERS");
  if (typeof change.request_to_speak_timestamp === "string") requireAllOf(may, "REQUEST_TO_SPEAK");
  const isInvited = speaks && !isOwn && !(await isBot(ctx, userId));
  const changed = changedState(ctx, state, { change, isInvited });
  if (isSame(state, changed)) return;
  ctx.tx.put(voiceStates, changed);
  await emitVoiceState(ctx, changed);
}

async function isBot(ctx: ReadContext, userId: string): Promise<boolean> {
  return (await ctx.tx.get(users, snowflakeKey(userId)))?.bot === true;
}

interface Changing {
  readonly change: Change;
  /** Users who are invited to speak are shown as having requested it; bots are not. */
  readonly isInvited: boolean;
}

function changedState(
  ctx: Context,
  { request_to_speak_timestamp: before = null, ...state }: VoiceStateRecord,
  { change, isInvited }: Changing,
): VoiceStateRecord {
  const { suppress, request_to_speak_timestamp: requested } = change;
  const requestedSince = requested === undefined ? before : requestedAt(ctx, requested);
  const isSuppressed = suppress === true;
  const requestSince = isInvited ? timestamp(ctx.now) : requestedSince;
  return {
    ...state,
    suppress: suppress ?? state.suppress,
    ...(isSuppressed || requestSince === null ? {} : { request_to_speak_timestamp: requestSince }),
  };
}

/** The requested timestamp in the wire format. @throws InvalidForm for a timestamp in the past */
function requestedAt(ctx: Context, requested: string | null): string | null {
  if (requested === null) return null;
  const at = parseTimestamp(requested) ?? 0;
  if (at >= Math.floor(ctx.now / SECOND_MS) * SECOND_MS) return timestamp(at);
  throw invalidForm({
    path: ["request_to_speak_timestamp"],
    code: "DATE_TIME_PAST",
    message: "Must be now or in the future.",
  });
}

/** Some clients send timestamps in whole seconds. */
const SECOND_MS = 1000;

function isSame(before: VoiceStateRecord, after: VoiceStateRecord): boolean {
  const requestToSpeakOf = (state: VoiceStateRecord) => state.request_to_speak_timestamp ?? null;
  return before.suppress === after.suppress && requestToSpeakOf(before) === requestToSpeakOf(after);
}
