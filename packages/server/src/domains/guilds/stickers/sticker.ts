// A guild's own stickers. The guild's record lists them; their files and creators are records of
// their own. Source: protocol: expressions-and-events 1.1.
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

/** The creator of a sticker, and the hash of its file. */
export interface StickerOrigin {
  readonly id: string;
  readonly guild_id: string;
  /** Absent if the creator was gone when a world file was written. */
  readonly user_id?: string;
  /** The hash of its file; absent for a sticker that a world file gives without its file. */
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

/** A sticker of any guild, or undefined. */
export async function guildStickerOf(
  ctx: ReadContext,
  id: string,
): Promise<StickerEntry | undefined> {
  const origin = await ctx.tx.get(stickerOrigins, snowflakeKey(id));
  const guild = origin && (await ctx.tx.get(guilds, snowflakeKey(origin.guild_id)));
  return guild?.stickers.find((each) => each.id === id);
}

/** A sticker for a member; its creator is shown to members who may add or manage stickers. */
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

/** The number of sticker slots of a guild. */
export function stickerSlots({
  premium_tier,
  features,
}: Pick<GuildRecord, "premium_tier" | "features">): number {
  if (features.includes("MORE_STICKERS")) return limits.stickersOfTier3.value;
  return slotsByTier[premium_tier] ?? limits.stickersFree.value;
}

/** Deletes the files' hashes and the creators of a deleted guild's stickers. */
export async function dropStickers(ctx: Context, guildId: string): Promise<void> {
  for (const { id } of await ctx.tx.find(stickerOrigins, { index: "guild", value: guildId })) {
    ctx.tx.delete(stickerOrigins, snowflakeKey(id));
  }
}
