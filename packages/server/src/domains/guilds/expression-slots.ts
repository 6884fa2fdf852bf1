// How many emojis, stickers and sounds of a guild can be used: as many as its level of boosts has room
// for, the oldest first. Source: protocol: guild-settings 10.
import { limits } from "@antechamber/contract";
import {
  GuildEmojisUpdate,
  GuildSoundboardSoundsUpdate,
  GuildSoundboardSoundUpdate,
  GuildStickersUpdate,
  type Emoji,
} from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import type { Context } from "../../platform/context.ts";
import { guilds, type GuildRecord } from "./guild.ts";
import { guildSounds, soundSlots, soundsOf, soundView } from "./soundboard/sound.ts";
import { stickerSlots } from "./stickers/sticker.ts";

type Levelled = Pick<GuildRecord, "premium_tier" | "features">;

const emojisByTier: Readonly<Record<number, number>> = {
  0: limits.emojis.value,
  1: limits.emojisOfTier1.value,
  2: limits.emojisOfTier2.value,
  3: limits.emojisOfTier3.value,
};

/** How many still emojis a guild has room for, and as many animated ones. */
export function emojiSlots({ premium_tier, features }: Levelled): number {
  const ofTier = emojisByTier[premium_tier] ?? limits.emojis.value;
  return features.includes("MORE_EMOJI") ? Math.max(ofTier, limits.emojisMore.value) : ofTier;
}

/** The same, of which the first ones that there is room for can be used. */
function withinSlots<E extends { readonly available: boolean }>(
  all: readonly E[],
  slots: number,
): readonly E[] {
  return all.map((each, i) =>
    each.available === i < slots ? each : { ...each, available: i < slots },
  );
}

/** What is left after one was removed: where there was no room for all, the next can be used. */
export function afterRemoval<E extends { readonly available: boolean }>(
  rest: readonly E[],
  slots: number,
): readonly E[] {
  return rest.length < slots ? rest : withinSlots(rest, slots);
}

interface AnyEmoji {
  readonly animated: boolean;
  readonly available: boolean;
}

/** The same for emojis, of which still and animated ones have slots of their own. */
export function emojisAfterRemoval<E extends AnyEmoji>(
  rest: readonly E[],
  guild: Levelled,
): readonly E[] {
  return byKind(rest, (alike) => afterRemoval(alike, emojiSlots(guild)));
}

function byKind<E extends AnyEmoji>(
  all: readonly E[],
  settle: (alike: readonly E[]) => readonly E[],
): readonly E[] {
  const still = settle(all.filter(({ animated }) => !animated)).values();
  const moving = settle(all.filter(({ animated }) => animated)).values();
  return all.map((each) => (each.animated ? moving : still).next().value ?? each);
}

/** Lets a guild use what its level has room for, and no more, and tells of each list that changed. */
export async function settleExpressions(ctx: Context, guild: GuildRecord): Promise<GuildRecord> {
  const { id: guild_id } = guild;
  const scope = { kind: "guild", guild_id } as const;
  // A world file may hold less of one than the rest of the service gives.
  const known = guild.emojis as readonly Static<typeof Emoji>[];
  const emojis = [...byKind(known, (alike) => withinSlots(alike, emojiSlots(guild)))];
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

async function settleSounds(ctx: Context, guild: GuildRecord): Promise<void> {
  const before = await soundsOf(ctx, guild.id);
  await keepSounds(ctx, guild.id, { before, after: withinSlots(before, soundSlots(guild)) });
}

type Sounds = Awaited<ReturnType<typeof soundsOf>>;

/** Stores the sounds that are different, and tells of them. */
async function keepSounds(
  ctx: Context,
  guild_id: string,
  { before, after }: { readonly before: Sounds; readonly after: Sounds },
): Promise<void> {
  const changed = after.filter((sound, i) => sound !== before[i]);
  for (const sound of changed) ctx.tx.put(guildSounds, sound);
  const [first, ...more] = changed.map(soundView);
  if (first === undefined) return;
  const scope = { kind: "guild", guild_id } as const;
  if (more.length === 0) return ctx.emit(GuildSoundboardSoundUpdate, scope, first);
  const payload = { guild_id, soundboard_sounds: [first, ...more] };
  ctx.emit(GuildSoundboardSoundsUpdate, scope, payload);
}

/** A sound was removed: where there was no room for all, the next can be used. */
export async function freeSoundSlot(ctx: Context, guild: GuildRecord): Promise<void> {
  const before = await soundsOf(ctx, guild.id);
  await keepSounds(ctx, guild.id, { before, after: afterRemoval(before, soundSlots(guild)) });
}
