// A guild's own stickers. The guild's record lists them; where their files are and who added them
// stands beside. Source: protocol: expressions-and-events 1.1.
import { limits } from "@antechamber/contract";
import {
  UnknownSticker,
  type GuildSticker,
  type GuildStickerWithUser,
} from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { tableOf } from "../../../platform/store.ts";
import { adderFor } from "../expressions.ts";
import { guilds, type GuildRecord } from "../guild.ts";
import type { PermissionContext } from "../permissions.ts";

export type StickerEntry = Static<typeof GuildSticker>;

/** Who added a sticker, and the file that its address gives. */
export interface StickerOrigin {
  readonly id: string;
  readonly guild_id: string;
  /** Absent for one who was gone when a world file was written. */
  readonly user_id?: string;
  /** What its file is kept under; absent for a sticker of a world file without one. */
  readonly image?: string;
}

export const stickerOrigins = tableOf<StickerOrigin>()({
  name: "sticker_origin",
  key: (sticker) => snowflakeKey(sticker.id),
  indexes: { guild: (sticker) => sticker.guild_id },
});

/** @throws UnknownSticker */
export function stickerOf(guild: GuildRecord, id: string): StickerEntry {
  const sticker = guild.stickers.find((each) => each.id === id);
  if (sticker === undefined) throw new ApiError(UnknownSticker);
  return sticker;
}

/** A sticker of whichever guild has it, or undefined. */
export async function guildStickerOf(
  ctx: ReadContext,
  id: string,
): Promise<StickerEntry | undefined> {
  const origin = await ctx.tx.get(stickerOrigins, snowflakeKey(id));
  const guild = origin && (await ctx.tx.get(guilds, snowflakeKey(origin.guild_id)));
  return guild?.stickers.find((each) => each.id === id);
}

/** A sticker for a member; who added it is for those who may add or manage stickers. */
export async function stickerView(
  ctx: ReadContext,
  permissionContext: PermissionContext,
  sticker: StickerEntry,
): Promise<Static<typeof GuildStickerWithUser>> {
  const findAdder = async () =>
    (await ctx.tx.get(stickerOrigins, snowflakeKey(sticker.id)))?.user_id;
  return { ...sticker, ...(await adderFor(ctx, permissionContext, findAdder)) };
}

const slotsByTier: Readonly<Record<number, number>> = {
  0: limits.stickersFree.value,
  1: limits.stickersOfTier1.value,
  2: limits.stickersOfTier2.value,
  3: limits.stickersOfTier3.value,
};

/** How many stickers a guild has room for. */
export function stickerSlots({
  premium_tier,
  features,
}: Pick<GuildRecord, "premium_tier" | "features">): number {
  if (features.includes("MORE_STICKERS")) return limits.stickersOfTier3.value;
  return slotsByTier[premium_tier] ?? limits.stickersFree.value;
}

/** Forgets where the stickers of a guild that goes came from. */
export async function dropStickers(ctx: Context, guildId: string): Promise<void> {
  for (const { id } of await ctx.tx.find(stickerOrigins, { index: "guild", value: guildId })) {
    ctx.tx.delete(stickerOrigins, snowflakeKey(id));
  }
}
