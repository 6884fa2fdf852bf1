// How many emojis, stickers and sounds of a guild are available: as many as its boost level has
// room for, oldest first. Source: protocol: guild-settings 10.
import { limits } from "@antechamber/contract";
import type { GuildRecord } from "./guild.ts";

type Levelled = Pick<GuildRecord, "premium_tier" | "features">;

const emojisByTier: Readonly<Record<number, number>> = {
  0: limits.emojis.value,
  1: limits.emojisOfTier1.value,
  2: limits.emojisOfTier2.value,
  3: limits.emojisOfTier3.value,
};

/** The number of a guild's slots for static emojis, which equals that for animated ones. */
export function emojiSlots({ premium_tier, features }: Levelled): number {
  const ofTier = emojisByTier[premium_tier] ?? limits.emojis.value;
  return features.includes("MORE_EMOJI") ? Math.max(ofTier, limits.emojisMore.value) : ofTier;
}

/** The same items, of which the first ones up to the number of slots are available. */
export function withinSlots<E extends { readonly available: boolean }>(
  all: readonly E[],
  slots: number,
): readonly E[] {
  return all.map((each, i) =>
    each.available === i < slots ? each : { ...each, available: i < slots },
  );
}

/**
 * The remaining items after one was removed: if there was no room for all, the next becomes
 * available.
 */
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

/** Like `afterRemoval` for emojis, of which static and animated ones have separate slots. */
export function emojisAfterRemoval<E extends AnyEmoji>(
  rest: readonly E[],
  guild: Levelled,
): readonly E[] {
  return byKind(rest, (alike) => afterRemoval(alike, emojiSlots(guild)));
}

/** Like `withinSlots` for emojis, of which static and animated ones have separate slots. */
export function emojisWithinSlots<E extends AnyEmoji>(
  all: readonly E[],
  guild: Levelled,
): readonly E[] {
  return byKind(all, (alike) => withinSlots(alike, emojiSlots(guild)));
}

function byKind<E extends AnyEmoji>(
  all: readonly E[],
  settle: (alike: readonly E[]) => readonly E[],
): readonly E[] {
  const still = settle(all.filter(({ animated }) => !animated)).values();
  const moving = settle(all.filter(({ animated }) => animated)).values();
  return all.map((each) => (each.animated ? moving : still).next().value ?? each);
}
