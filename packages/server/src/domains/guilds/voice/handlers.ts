// Handlers of voice states, voice regions and the statuses of voice channels.
import {
  changeOwnVoiceState,
  changeVoiceState,
  getOwnVoiceState,
  getVoiceState,
  listGuildVoiceRegions,
  listVoiceRegions,
  setVoiceStatus,
  voiceRegions,
} from "@antechamber/contract/guilds";
import { handle, noContent, reply, type Binding } from "../../../platform/handler.ts";
import { callingUser } from "../../users/operations.ts";
import { channelOf } from "../operations.ts";
import { writeVoiceStatus } from "./channel-status.ts";
import { changeStageVoice, voiceStateOf, wholeVoiceState } from "./stage.ts";
import { permissionContextIn } from "../caller-permissions.ts";

/** Callers' locations are unknown, so no region is marked as optimal. */
const regions = voiceRegions.map((region) => ({
  ...region,
  optimal: false,
  deprecated: false,
  custom: false,
}));

export const voiceHandlers: readonly Binding[] = [
  handle(listVoiceRegions, async () => reply(200, regions)),

  handle(listGuildVoiceRegions, async (ctx, { params }) => {
    await permissionContextIn(ctx, params.guild_id);
    return reply(200, regions);
  }),

  handle(getOwnVoiceState, async (ctx, { params }) => {
    const caller = await permissionContextIn(ctx, params.guild_id);
    const state = await voiceStateOf(ctx, caller, caller.member.user_id);
    return reply(200, await wholeVoiceState(ctx, state));
  }),

  handle(getVoiceState, async (ctx, { params }) => {
    const caller = await permissionContextIn(ctx, params.guild_id);
    const state = await voiceStateOf(ctx, caller, params.user_id);
    return reply(200, await wholeVoiceState(ctx, state));
  }),

  handle(changeOwnVoiceState, async (ctx, { params, body }) => {
    const caller = await permissionContextIn(ctx, params.guild_id);
    const own = { userId: caller.member.user_id, change: body };
    await changeStageVoice(ctx, caller, own);
    return noContent;
  }),

  handle(changeVoiceState, async (ctx, { params, body }) => {
    const caller = await permissionContextIn(ctx, params.guild_id);
    await changeStageVoice(ctx, caller, { userId: params.user_id, change: body });
    return noContent;
  }),

  handle(setVoiceStatus, async (ctx, { params, body }) => {
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    const user = await callingUser(ctx, ctx.caller);
    const status = () => {
      const text = body().status ?? "";
      return text === "" ? null : text;
    };
    await writeVoiceStatus(ctx, channel, { userId: user.id, status });
    return noContent;
  }),
];
