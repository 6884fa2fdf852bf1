// Handlers of soundboard sounds.
import {
  createGuildSound,
  deleteGuildSound,
  editGuildSound,
  getGuildSound,
  listDefaultSounds,
  listGuildSounds,
  sendSound,
} from "@antechamber/contract/guilds";
import { handle, noContent, reply, type Binding } from "../../../platform/handler.ts";
import { callingUser } from "../../users/operations.ts";
import { requireAdding } from "../expressions.ts";
import { channelOf } from "../operations.ts";
import { permissionContextIn } from "../caller-permissions.ts";
import { defaultSounds } from "./default-sounds.ts";
import { addSound, editSound, removeSound } from "./operations.ts";
import { playSound } from "./playing.ts";
import { soundOf, soundsOf, soundViewFor } from "./sound.ts";

export const soundHandlers: readonly Binding[] = [
  handle(listDefaultSounds, async () => reply(200, [...defaultSounds])),

  handle(listGuildSounds, async (ctx, { params }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const all = await soundsOf(ctx, params.guild_id);
    const items = await Promise.all(
      all.map((sound) => soundViewFor(ctx, permissionContext, sound)),
    );
    return reply(200, { items });
  }),

  handle(getGuildSound, async (ctx, { params }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const sound = await soundOf(ctx, params.guild_id, params.sound_id);
    return reply(200, await soundViewFor(ctx, permissionContext, sound));
  }),

  handle(createGuildSound, async (ctx, { params, body }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    requireAdding(ctx, permissionContext);
    const sound = await addSound(ctx, permissionContext, body());
    return reply(201, await soundViewFor(ctx, permissionContext, sound));
  }),

  handle(editGuildSound, async (ctx, { params, body }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const edit = { id: params.sound_id, change: body };
    const sound = await editSound(ctx, permissionContext, edit);
    return reply(200, await soundViewFor(ctx, permissionContext, sound));
  }),

  handle(deleteGuildSound, async (ctx, { params }) => {
    await removeSound(ctx, await permissionContextIn(ctx, params.guild_id), params.sound_id);
    return noContent;
  }),

  handle(sendSound, async (ctx, { params, body }) => {
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    const user = await callingUser(ctx, ctx.caller);
    await playSound(ctx, { user, channel, form: body });
    return noContent;
  }),
];
