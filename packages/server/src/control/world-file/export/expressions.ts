// A guild's emojis, stickers, sounds and live stages, as a world file has them.
import type {
  WorldEmoji,
  WorldSound,
  WorldStage,
  WorldSticker,
} from "@antechamber/contract/control";
import { snowflakeKey, timestamp, type Static } from "@antechamber/contract/schema";
import { stagesOf } from "../../../domains/channels/stages/stage.ts";
import { emojiImages, emojisOf } from "../../../domains/guilds/emojis.ts";
import { soundsOf } from "../../../domains/guilds/soundboard/sound.ts";
import { stickerOrigins } from "../../../domains/guilds/stickers/sticker.ts";
import type { GuildRecord } from "../../../domains/guilds/guild.ts";
import { users } from "../../../domains/users/user.ts";
import type { ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { omitDefaults } from "../omit-defaults.ts";

/** A guild's emojis with the users who added them, and the hashes of their images. */
export async function emojiEntries(
  ctx: ReadContext,
  guild: GuildRecord,
): Promise<Static<typeof WorldEmoji>[]> {
  const origins = await ctx.tx.find(emojiImages, { index: "guild", value: guild.id });
  const byId = new Map(origins.map((origin) => [origin.id, origin]));
  const entries = emojisOf(guild).map(async (emoji) => {
    const origin = byId.get(emoji.id);
    return { ...emoji, ...(origin && (await originEntry(ctx, origin))) };
  });
  return Promise.all(entries);
}

/** A guild's stickers with the users who added them, and the hashes of their files. */
export async function stickerEntries(
  ctx: ReadContext,
  { id: guildId, stickers }: GuildRecord,
): Promise<Static<typeof WorldSticker>[]> {
  const origins = await ctx.tx.find(stickerOrigins, { index: "guild", value: guildId });
  const byId = new Map(origins.map((origin) => [origin.id, origin]));
  const entries = stickers.map(async ({ type: _type, guild_id: _guild, ...sticker }) => {
    const origin = byId.get(sticker.id);
    return { ...sticker, ...(origin && (await originEntry(ctx, origin))) };
  });
  return Promise.all(entries);
}

const soundDefaults = { volume: 1, emoji_id: null, emoji_name: null, available: true };

/** A guild's sounds with the users who added them, and the hashes of their files. */
export async function soundEntries(
  ctx: ReadContext,
  guildId: string,
): Promise<Static<typeof WorldSound>[]> {
  const entries = (await soundsOf(ctx, guildId)).map(async (record) => {
    const { sound_id: id, guild_id: _guild, user_id, name, sound, ...fields } = record;
    const user = await knownUser(ctx, user_id);
    return { id, name, ...omitDefaults(fields, soundDefaults), user, ...definedFields({ sound }) };
  });
  return Promise.all(entries);
}

/** The live stages of a guild. */
export async function stageEntries(
  ctx: ReadContext,
  guildId: string,
): Promise<Static<typeof WorldStage>[]> {
  return (await stagesOf(ctx, guildId)).map((stage) => ({
    id: stage.id,
    channel: stage.channel_id,
    topic: stage.topic,
    ...(stage.privacy_level === 1 ? { privacy_level: 1 } : {}),
    ...definedFields({
      scheduled_event: stage.guild_scheduled_event_id ?? undefined,
      quiet_since: stage.quietSince === undefined ? undefined : timestamp(stage.quietSince),
    }),
  }));
}

/** The user who added an expression, and the hash of its file. */
async function originEntry(
  ctx: ReadContext,
  { user_id, image }: { readonly user_id?: string; readonly image?: string },
): Promise<{ readonly user: string | null; readonly image?: string }> {
  return { user: await knownUser(ctx, user_id), ...definedFields({ image }) };
}

/** The user with an id, or null if they were deleted: what they added stays. */
async function knownUser(ctx: ReadContext, id: string | undefined): Promise<string | null> {
  const user = id === undefined ? undefined : await ctx.tx.get(users, snowflakeKey(id));
  return user?.id ?? null;
}
