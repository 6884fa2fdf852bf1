// The statuses of voice channels. Source: protocol: lobbies-and-sdk 9.
import { WrongChannelType } from "@antechamber/contract";
import { ChannelType, VoiceChannelStatusUpdate } from "@antechamber/contract/guilds";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context } from "../../../platform/context.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { writeAuditLog } from "../audit-log/write.ts";
import type { ChannelRecord } from "../guild.ts";
import { permissionsIn } from "../operations.ts";
import { voiceChannels, voiceStates } from "./voice-state.ts";
import { requireAllOf } from "../caller-permissions.ts";

/**
 * Sets or clears the status of a voice channel. A user who is not in the channel needs
 * MANAGE_CHANNELS as well.
 *
 * @throws WrongChannelType, MissingPermissions
 */
export async function writeVoiceStatus(
  ctx: Context,
  channel: ChannelRecord,
  { userId, status }: { readonly userId: string; readonly status: () => string | null },
): Promise<void> {
  const { id, guild_id } = channel;
  if (guild_id === undefined || channel.type !== ChannelType.GUILD_VOICE) {
    throw new ApiError(WrongChannelType);
  }
  const may = await permissionsIn(ctx, channel, userId);
  const voice = await ctx.tx.get(voiceStates, compoundKey(guild_id, userId));
  const needed = voice?.channel_id === id ? [] : (["MANAGE_CHANNELS"] as const);
  requireAllOf(may, "SET_VOICE_CHANNEL_STATUS", ...needed);
  const line = status();
  const before = await ctx.tx.get(voiceChannels, snowflakeKey(id));
  if ((before?.status ?? null) === line) return;
  ctx.tx.put(voiceChannels, { id, guild_id, voice_start_time: null, ...before, status: line });
  const scope = { kind: "channel", guild_id, channel_id: id } as const;
  ctx.emit(VoiceChannelStatusUpdate, scope, { id, guild_id, status: line });
  const action = line === null ? "VOICE_CHANNEL_STATUS_DELETE" : "VOICE_CHANNEL_STATUS_CREATE";
  const options = { channel_id: id, ...(line === null ? {} : { status: line }) };
  writeAuditLog(ctx, action, { guild_id, user_id: userId, target_id: id, options });
}
