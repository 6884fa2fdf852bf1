// Which sounds of a guild are available: as many as it has slots, oldest first.
// Source: protocol: guild-settings 10.
import {
  GuildSoundboardSoundsUpdate,
  GuildSoundboardSoundUpdate,
} from "@antechamber/contract/guilds";
import type { Context } from "../../../platform/context.ts";
import { afterRemoval, withinSlots } from "../expression-slots.ts";
import type { GuildRecord } from "../guild.ts";
import { guildSounds, soundSlots, soundsOf, soundView } from "./sound.ts";

/** Makes available the sounds that a guild's level has slots for, and emits those that changed. */
export async function settleSounds(ctx: Context, guild: GuildRecord): Promise<void> {
  const before = await soundsOf(ctx, guild.id);
  await storeSounds(ctx, guild.id, { before, after: withinSlots(before, soundSlots(guild)) });
}

type Sounds = Awaited<ReturnType<typeof soundsOf>>;

/** Stores the sounds that differ, and emits them. */
async function storeSounds(
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

/** Frees the slot of a removed sound: if there were too few slots, the next sound gets it. */
export async function freeSoundSlot(ctx: Context, guild: GuildRecord): Promise<void> {
  const before = await soundsOf(ctx, guild.id);
  await storeSounds(ctx, guild.id, { before, after: afterRemoval(before, soundSlots(guild)) });
}
