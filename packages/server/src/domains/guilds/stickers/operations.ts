// Adding, changing and deleting stickers of a guild. Source: protocol: expressions-and-events 1.3.
import type { UploadedFile } from "@antechamber/contract";
import {
  GuildStickersUpdate,
  InvalidFile,
  StickerFormat,
  StickerType,
  TooManyStickers,
  type createGuildSticker,
  type editGuildSticker,
} from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { isSameJson } from "../../../platform/records/same-json.ts";
import { storePicture } from "../../users/image.ts";
import { entryFields, writeAuditLog } from "../audit-log/write.ts";
import { afterRemoval } from "../expression-slots.ts";
import { requireChanging } from "../expressions.ts";
import { guilds, type GuildRecord } from "../guild.ts";
import type { PermissionContext } from "../permissions.ts";
import { stickerFile } from "./sticker-files.ts";
import { stickerOf, stickerOrigins, stickerSlots, type StickerEntry } from "./sticker.ts";

interface StickerDraft {
  readonly form: Static<(typeof createGuildSticker)["body"]>;
  readonly files: readonly UploadedFile[];
}

/** Only guilds with one of these features may have Lottie stickers of their own. */
const LOTTIE_FEATURES = ["VERIFIED", "PARTNERED"];

/**
 * Adds a sticker.
 *
 * @throws InvalidForm, TooManyStickers, and what `stickerFile` throws
 */
export async function addSticker(
  ctx: Context,
  { guild, member }: PermissionContext,
  { form, files }: StickerDraft,
): Promise<StickerEntry> {
  const file = files.find(({ field }) => field === "file");
  if (file === undefined) {
    const message = "This field is required";
    throw invalidForm({ path: ["file"], code: "BASE_TYPE_REQUIRED", message });
  }
  const slots = stickerSlots(guild);
  if (guild.stickers.length >= slots) {
    throw new ApiError(TooManyStickers, {
      message: `Maximum number of stickers reached (${slots})`,
    });
  }
  const { format_type, contentType } = stickerFile(file.bytes);
  const mayMoveSo = LOTTIE_FEATURES.some((feature) => guild.features.includes(feature));
  if (format_type === StickerFormat.LOTTIE && !mayMoveSo) throw new ApiError(InvalidFile);
  const id = ctx.id();
  const base64 = Buffer.from(file.bytes).toString("base64");
  const image = await storePicture(ctx, { contentType, base64 });
  ctx.tx.put(stickerOrigins, { id, guild_id: guild.id, user_id: member.user_id, image });
  const sticker: StickerEntry = {
    id,
    name: form.name,
    tags: form.tags,
    description: writtenDescription(form.description),
    format_type,
    type: StickerType.GUILD,
    available: true,
    guild_id: guild.id,
  };
  storeStickers(ctx, guild, [...guild.stickers, sticker]);
  const after = { ...sticker, asset: "" };
  writeAuditLog(ctx, "STICKER_CREATE", { ...entryFields(member, id), after });
  return sticker;
}

/** An empty description counts as none. */
function writtenDescription(text: string | null | undefined): string | null {
  return text === undefined || text === "" ? null : text;
}

/**
 * A sticker that a member may change: their own, or any.
 *
 * @throws UnknownSticker, MissingPermissions
 */
async function changeableSticker(
  ctx: ReadContext,
  permissionContext: PermissionContext,
  id: string,
): Promise<StickerEntry> {
  const sticker = stickerOf(permissionContext.guild, id);
  const origin = await ctx.tx.get(stickerOrigins, snowflakeKey(id));
  requireChanging(permissionContext, origin?.user_id);
  return sticker;
}

interface StickerEdit {
  readonly id: string;
  readonly change: () => Static<(typeof editGuildSticker)["body"]>;
}

/** Changes a sticker's name, description or tags. @throws UnknownSticker, MissingPermissions */
export async function editSticker(
  ctx: Context,
  permissionContext: PermissionContext,
  { id, change: read }: StickerEdit,
): Promise<StickerEntry> {
  const { guild, member } = permissionContext;
  const before = await changeableSticker(ctx, permissionContext, id);
  const { description, name = before.name, tags = before.tags } = read();
  const words = description === undefined ? before.description : writtenDescription(description);
  const after = { ...before, name, tags, description: words };
  if (isSameJson(after, before)) return before;
  storeStickers(
    ctx,
    guild,
    guild.stickers.map((each) => (each.id === id ? after : each)),
  );
  writeAuditLog(ctx, "STICKER_UPDATE", { ...entryFields(member, id), before, after });
  return after;
}

/**
 * Deletes a sticker. Messages that show it keep its name. @throws UnknownSticker,
 * MissingPermissions
 */
export async function removeSticker(
  ctx: Context,
  permissionContext: PermissionContext,
  id: string,
): Promise<void> {
  const { guild, member } = permissionContext;
  const sticker = await changeableSticker(ctx, permissionContext, id);
  ctx.tx.delete(stickerOrigins, snowflakeKey(id));
  storeStickers(
    ctx,
    guild,
    afterRemoval(
      guild.stickers.filter((each) => each.id !== id),
      stickerSlots(guild),
    ),
  );
  const before = { ...sticker, asset: "" };
  writeAuditLog(ctx, "STICKER_DELETE", { ...entryFields(member, id), before });
}

function storeStickers(ctx: Context, guild: GuildRecord, stickers: readonly StickerEntry[]): void {
  ctx.tx.put(guilds, { ...guild, stickers: [...stickers] });
  const payload = { guild_id: guild.id, stickers: [...stickers] };
  ctx.emit(GuildStickersUpdate, { kind: "guild", guild_id: guild.id }, payload);
}
