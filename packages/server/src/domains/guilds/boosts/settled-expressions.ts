// What of a guild's emojis, stickers and sounds can be used once its level is another one.
import { GuildEmojisUpdate, GuildStickersUpdate, type Emoji } from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import type { Context } from "../../../platform/context.ts";
import { emojisWithinSlots, withinSlots } from "../expression-slots.ts";
import { guilds, type GuildRecord } from "../guild.ts";
import { settleSounds } from "../soundboard/sound-slots.ts";
import { stickerSlots } from "../stickers/sticker.ts";

/** Lets a guild use what its level has room for, and no more, and tells of each list that changed. */
export async function settleExpressions(ctx: Context, guild: GuildRecord): Promise<GuildRecord> {
  const { id: guild_id } = guild;
  const scope = { kind: "guild", guild_id } as const;
  // A world file may hold less of one than the rest of the service gives.
  const known = guild.emojis as readonly Static<typeof Emoji>[];
  const emojis = [...emojisWithinSlots(known, guild)];
  const stickers = [...withinSlots(guild.stickers, stickerSlots(guild))];
  const settled = { ...guild, emojis, stickers };
  ctx.tx.put(guilds, settled);
  if (differ(emojis, known)) ctx.emit(GuildEmojisUpdate, scope, { guild_id, emojis });
  if (differ(stickers, guild.stickers)) {
    ctx.emit(GuildStickersUpdate, scope, { guild_id, stickers });
  }
  await settleSounds(ctx, guild);
  return settled;
}

function differ(one: readonly object[], other: readonly object[]): boolean {
  return one.some((each, i) => each !== other[i]);
}
