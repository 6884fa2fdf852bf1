// The stickers that a user sends with a message. Source: protocol: expressions-and-events 1.4.
import { holds } from "@antechamber/contract";
import type { StickerItem } from "@antechamber/contract/guilds";
import { InvalidSticker, StickerNotAllowed } from "@antechamber/contract/messages";
import type { Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import type { ChannelRecord } from "../guilds/guild.ts";
import { memberOf } from "../guilds/operations.ts";
import { standardSticker } from "../guilds/stickers/packs.ts";
import { guildStickerOf, type StickerEntry } from "../guilds/stickers/sticker.ts";
import type { UserRecord } from "../users/user.ts";

interface Sender {
  readonly user: UserRecord;
  readonly channel: ChannelRecord;
  readonly permissions: bigint;
}

/**
 * The stickers with the given ids, without duplicates; undefined for no ids.
 *
 * @throws InvalidSticker, StickerNotAllowed
 */
export async function stickersIn(
  ctx: ReadContext,
  sender: Sender,
  ids: readonly string[] = [],
): Promise<Static<typeof StickerItem>[] | undefined> {
  if (ids.length === 0) return undefined;
  const found: Static<typeof StickerItem>[] = [];
  for (const id of new Set(ids)) {
    const sticker = standardSticker(id) ?? (await sendable(ctx, sender, id));
    found.push({ id, name: sticker.name, format_type: sticker.format_type });
  }
  return found;
}

/** Premium types whose users may send stickers of any guild that they are in. */
const PREMIUM_TYPES: readonly number[] = [2, 3];

/** A sticker of a guild, if the sender may use it in the channel. */
async function sendable(
  ctx: ReadContext,
  { user, channel, permissions }: Sender,
  id: string,
): Promise<StickerEntry> {
  const sticker = await guildStickerOf(ctx, id);
  if (sticker?.available !== true) throw new ApiError(InvalidSticker);
  if (sticker.guild_id === channel.guild_id) return sticker;
  const mayUse = user.bot !== true && PREMIUM_TYPES.includes(user.premium_type);
  const isThere = (await memberOf(ctx, sticker.guild_id, user.id)) !== undefined;
  if (!mayUse || !isThere) throw new ApiError(InvalidSticker);
  if (holds(permissions, "USE_EXTERNAL_STICKERS")) return sticker;
  throw new ApiError(StickerNotAllowed, { needs: { permission: ["USE_EXTERNAL_STICKERS"] } });
}
