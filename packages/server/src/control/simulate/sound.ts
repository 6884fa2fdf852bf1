// Playing a sound as a simulated user through the control plane. Source: product.md, Simulated users.
import { MissingAccess } from "@antechamber/contract";
import { playSoundAsUser } from "@antechamber/contract/control";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { handle, noContent, type Binding } from "../../platform/handler.ts";
import { canEnter } from "../../domains/guilds/operations.ts";
import { referencedGuild } from "../../domains/guilds/references.ts";
import { defaultSounds } from "../../domains/guilds/soundboard/default-sounds.ts";
import { playSound } from "../../domains/guilds/soundboard/playing.ts";
import { soundsOf } from "../../domains/guilds/soundboard/sound.ts";
import { actingUser } from "../../domains/users/acting-user.ts";
import { onlyCandidate } from "../../domains/users/references.ts";
import { referencedChannel } from "./references.ts";

/** Resolves the name of a sound to its id; any other value is returned unchanged. */
async function idOf(ctx: ReadContext, guildId: string | undefined, text: string): Promise<string> {
  const own = guildId === undefined ? [] : await soundsOf(ctx, guildId);
  const named = [...own, ...defaultSounds].filter(({ name }) => name === text);
  const sound = onlyCandidate(named, { text, path: ["sound"] }, ({ sound_id }) => sound_id);
  return sound?.sound_id ?? text;
}

export const simulatedSoundHandlers: readonly Binding[] = [
  handle(playSoundAsUser, async (ctx, { params, body }) => {
    const { channel: reference, guild, sound, from } = body();
    const user = await actingUser(ctx, params.user);
    const channel = await referencedChannel(ctx, { user, channel: reference, guild });
    if (!(await canEnter(ctx, channel, user.id))) throw new ApiError(MissingAccess);
    const source =
      from === undefined ? undefined : await referencedGuild(ctx, { text: from, path: ["from"] });
    const sound_id = await idOf(ctx, source?.id ?? channel.guild_id, sound);
    const form = { sound_id, source_guild_id: source?.id ?? null };
    await playSound(ctx, { user, channel, form: () => form });
    return noContent;
  }),
];
