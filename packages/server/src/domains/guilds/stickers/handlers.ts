// Handlers of stickers.
import {
  createGuildSticker,
  deleteGuildSticker,
  editGuildSticker,
  getGuildSticker,
  getSticker,
  getStickerPack,
  listGuildStickers,
  listStickerPacks,
  UnknownSticker,
  UnknownStickerPack,
} from "@antechamber/contract/guilds";
import { ApiError } from "../../../platform/api-error.ts";
import { handle, noContent, reply, type Binding } from "../../../platform/handler.ts";
import { callerUserId } from "../../users/operations.ts";
import { requireAdding } from "../expressions.ts";
import { permissionContextOf } from "../operations.ts";
import { permissionContextIn } from "../caller-permissions.ts";
import { addSticker, editSticker, removeSticker } from "./operations.ts";
import { standardSticker, stickerPacks } from "./packs.ts";
import { guildStickerOf, stickerOf, stickerView } from "./sticker.ts";

const packHandlers: readonly Binding[] = [
  handle(getSticker, async (ctx, { params }) => {
    const standard = standardSticker(params.sticker_id);
    if (standard !== undefined) return reply(200, standard);
    const sticker = await guildStickerOf(ctx, params.sticker_id);
    if (sticker === undefined) throw new ApiError(UnknownSticker);
    const userId = callerUserId(ctx.caller) ?? "";
    const permissionContext = await permissionContextOf(ctx, sticker.guild_id, userId);
    if (permissionContext === undefined) return reply(200, sticker);
    return reply(200, await stickerView(ctx, permissionContext, sticker));
  }),

  handle(listStickerPacks, async () => reply(200, { sticker_packs: [...stickerPacks] })),

  handle(getStickerPack, async (_ctx, { params }) => {
    const pack = stickerPacks.find(({ id }) => id === params.pack_id);
    if (pack === undefined) throw new ApiError(UnknownStickerPack);
    return reply(200, pack);
  }),
];

export const stickerHandlers: readonly Binding[] = [
  ...packHandlers,

  handle(listGuildStickers, async (ctx, { params }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const { stickers } = permissionContext.guild;
    const views = stickers.map((sticker) => stickerView(ctx, permissionContext, sticker));
    return reply(200, await Promise.all(views));
  }),

  handle(getGuildSticker, async (ctx, { params }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const sticker = stickerOf(permissionContext.guild, params.sticker_id);
    return reply(200, await stickerView(ctx, permissionContext, sticker));
  }),

  handle(createGuildSticker, async (ctx, { params, body, files }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    requireAdding(ctx, permissionContext);
    const sticker = await addSticker(ctx, permissionContext, { form: body(), files });
    return reply(201, await stickerView(ctx, permissionContext, sticker));
  }),

  handle(editGuildSticker, async (ctx, { params, body }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const edit = { id: params.sticker_id, change: body };
    const sticker = await editSticker(ctx, permissionContext, edit);
    return reply(200, await stickerView(ctx, permissionContext, sticker));
  }),

  handle(deleteGuildSticker, async (ctx, { params }) => {
    await removeSticker(ctx, await permissionContextIn(ctx, params.guild_id), params.sticker_id);
    return noContent;
  }),
];
