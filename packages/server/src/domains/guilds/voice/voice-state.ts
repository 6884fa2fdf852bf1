// The records of voice states, and of the start times and statuses of voice channels.
// Source: protocol: gateway-oauth-limits 4.14, 4.15.
import type { VoiceState } from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { compoundKey, withPrefix } from "../../../platform/records/compound-keys.ts";
import type { ReadContext } from "../../../platform/context.ts";
import { tableOf } from "../../../platform/store.ts";

/**
 * A user in a voice channel of a guild; they leave it when the session ends through which they
 * joined.
 */
export interface VoiceStateRecord {
  readonly guild_id: string;
  readonly user_id: string;
  readonly channel_id: string;
  readonly session_id: string;
  readonly self_mute: boolean;
  readonly self_deaf: boolean;
  readonly self_video: boolean;
  readonly suppress: boolean;
  /** When they requested to speak on a stage; absent if they have not. */
  readonly request_to_speak_timestamp?: string | null;
  /** The voice state comes from a world file, without a session that could end. */
  readonly isGiven?: true;
  /** The epoch of the process that holds their session; absent in records of earlier versions. */
  readonly processEpoch?: string;
}

export const voiceStates = tableOf<VoiceStateRecord>()({
  name: "voice_state",
  key: (state) => compoundKey(state.guild_id, state.user_id),
  indexes: {
    channel: (state) => state.channel_id,
    process: (state) => (state.isGiven === true ? undefined : (state.processEpoch ?? "")),
  },
});

/** The state of a voice channel beside its channel record. */
export interface VoiceChannelRecord {
  readonly id: string;
  readonly guild_id: string;
  /** Since when the channel is in use, in Unix seconds; null while it is empty. */
  readonly voice_start_time: number | null;
  readonly status: string | null;
}

export const voiceChannels = tableOf<VoiceChannelRecord>()({
  name: "voice_channel",
  key: (channel) => snowflakeKey(channel.id),
  indexes: { guild: (channel) => channel.guild_id },
});

/** A voice state as it is shown; `mute` and `deaf` come from the member. */
export function voiceStateView(
  state: Omit<VoiceStateRecord, "channel_id" | "guild_id"> & { channel_id: string | null },
  member: { readonly mute: boolean; readonly deaf: boolean } | undefined,
): Static<typeof VoiceState> {
  return {
    channel_id: state.channel_id,
    user_id: state.user_id,
    session_id: state.session_id,
    deaf: member?.deaf ?? false,
    mute: member?.mute ?? false,
    self_deaf: state.self_deaf,
    self_mute: state.self_mute,
    self_video: state.self_video,
    suppress: state.suppress,
    request_to_speak_timestamp: state.request_to_speak_timestamp ?? null,
  };
}

/** The voice states of all users in a guild's voice channels. */
export function voiceStatesOf(
  ctx: ReadContext,
  guildId: string,
): Promise<readonly VoiceStateRecord[]> {
  return ctx.tx.find(voiceStates, withPrefix(guildId));
}
