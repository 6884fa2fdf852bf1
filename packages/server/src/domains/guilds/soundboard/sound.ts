// A guild's own sounds. Source: protocol: expressions-and-events 2.1.
import { limits } from "@antechamber/contract";
import {
  UnknownSound,
  type SoundboardSound,
  type SoundboardSoundWithUser,
} from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { tableOf } from "../../../platform/store.ts";
import { adderFor } from "../expressions.ts";
import type { GuildRecord } from "../guild.ts";
import type { PermissionContext } from "../permissions.ts";

/** A sound, its creator, and the hash of its file. */
export type SoundRecord = Static<typeof SoundboardSound> & {
  readonly guild_id: string;
  /** Absent if the creator was gone when a world file was written. */
  readonly user_id?: string;
  /** Absent for a sound that a world file gives without its file. */
  readonly sound?: string;
};

export const guildSounds = tableOf<SoundRecord>()({
  name: "guild_sound",
  key: (sound) => snowflakeKey(sound.sound_id),
  indexes: { guild: (sound) => sound.guild_id },
});

/** A sound as all members of its guild are shown it. */
export function soundView({
  user_id: _adder,
  sound: _file,
  ...view
}: SoundRecord): Static<typeof SoundboardSound> {
  return view;
}

/** A sound for a member; its creator is shown to members who may add or manage sounds. */
export async function soundViewFor(
  ctx: ReadContext,
  permissionContext: PermissionContext,
  sound: SoundRecord,
): Promise<Static<typeof SoundboardSoundWithUser>> {
  const adder = await adderFor(ctx, permissionContext, async () => sound.user_id);
  return { ...soundView(sound), ...adder };
}

/** The sounds of a guild, oldest first. */
export function soundsOf(ctx: ReadContext, guildId: string): Promise<readonly SoundRecord[]> {
  return ctx.tx.find(guildSounds, { index: "guild", value: guildId });
}

/** @throws UnknownSound */
export async function soundOf(ctx: ReadContext, guildId: string, id: string): Promise<SoundRecord> {
  const sound = await ctx.tx.get(guildSounds, snowflakeKey(id));
  if (sound?.guild_id !== guildId) throw new ApiError(UnknownSound);
  return sound;
}

const slotsByTier: Readonly<Record<number, number>> = {
  0: limits.soundsFree.value,
  1: limits.soundsOfTier1.value,
  2: limits.soundsOfTier2.value,
  3: limits.soundsOfTier3.value,
};

/** The number of sound slots of a guild. */
export function soundSlots({
  premium_tier,
  features,
}: Pick<GuildRecord, "premium_tier" | "features">): number {
  if (features.includes("MORE_SOUNDBOARD")) return limits.soundsMore.value;
  return slotsByTier[premium_tier] ?? limits.soundsFree.value;
}

/** Deletes the sounds of a deleted guild. */
export async function dropSounds(ctx: Context, guildId: string): Promise<void> {
  for (const sound of await soundsOf(ctx, guildId)) {
    ctx.tx.delete(guildSounds, guildSounds.key(sound));
  }
}
