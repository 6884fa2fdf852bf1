// The reply to a session that requests the info of voice channels.
// Source: protocol: gateway-oauth-limits 4.14.
import { holds } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { channels } from "../guild.ts";
import { permissionContextOf } from "../operations.ts";
import { channelPermissions } from "../permissions.ts";
import { voiceChannels, type VoiceChannelRecord } from "./voice-state.ts";

/** The parameters of Request Channel Info. */
export interface ChannelInfoQuery {
  readonly guildId: string;
  readonly userId: string;
  readonly status: boolean;
  readonly voiceStartTime: boolean;
}

/** The voice channels of a guild that a user can see and that have any of the requested fields. */
export async function channelInfo(ctx: ReadContext, query: ChannelInfoQuery) {
  const permissionContext = await permissionContextOf(ctx, query.guildId, query.userId);
  if (permissionContext === undefined) return [];
  const infos = await ctx.tx.find(voiceChannels, { index: "guild", value: query.guildId });
  const seen = await Promise.all(
    infos.map(async (info) => {
      const channel = await ctx.tx.get(channels, snowflakeKey(info.id));
      const sees = channel && holds(channelPermissions(permissionContext, channel), "VIEW_CHANNEL");
      return sees === true ? shownInfo(info, query) : undefined;
    }),
  );
  return seen.filter((info) => info !== undefined);
}

function shownInfo({ id, status, voice_start_time }: VoiceChannelRecord, query: ChannelInfoQuery) {
  const fields = {
    ...(query.status && status !== null ? { status } : {}),
    ...(query.voiceStartTime && voice_start_time !== null ? { voice_start_time } : {}),
  };
  return Object.keys(fields).length === 0 ? undefined : { id, ...fields };
}
