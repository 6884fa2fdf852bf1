// Which of a guild's emojis, stickers and sounds are available after its level changed.
import { GuildEmojisUpdate, GuildStickersUpdate } from "@antechamber/contract/guilds";
import type { Context } from "../../../platform/context.ts";
import { emojisOf } from "../emojis.ts";
import { emojisWithinSlots, withinSlots } from "../expression-slots.ts";
import { guilds, type GuildRecord } from "../guild.ts";
import { settleSounds } from "../soundboard/sound-slots.ts";
import { stickerSlots } from "../stickers/sticker.ts";

/** Makes available what the guild's level has room for, and emits each list that changed. */
export async function settleExpressions(ctx: Context, guild: GuildRecord): Promise<GuildRecord> {
  const { id: guild_id } = guild;
  const scope = { kind: "guild", guild_id } as const;
  const before = emojisOf(guild);
  const emojis = [...emojisWithinSlots(before, guild)];
  const stickers = [...withinSlots(guild.stickers, stickerSlots(guild))];
  const settled = { ...guild, emojis, stickers };
  ctx.tx.put(guilds, settled);
  if (differ(emojis, before)) ctx.emit(GuildEmojisUpdate, scope, { guild_id, emojis });
  if (differ(stickers, guild.stickers)) {
    ctx.emit(GuildStickersUpdate, scope, { guild_id, stickers });
  }
  await settleSounds(ctx, guild);
  return settled;
}

function differ(one: readonly object[], other: readonly object[]): boolean {
  return one.some((each, i) => each !== other[i]);
}
