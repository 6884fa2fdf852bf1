// Playing a sound in a voice channel. Clients themselves play it when they receive the event.
// Source: protocol: expressions-and-events 2.3.
import { WrongChannelType } from "@antechamber/contract";
import {
  TargetNotInVoice,
  UnknownSound,
  VoiceChannelEffectSend,
  VoiceEffectSilenced,
  type sendSound,
  type SoundboardSound,
} from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import type { UserRecord } from "../../users/user.ts";
import { emojisOf } from "../emojis.ts";
import { guilds, type ChannelRecord } from "../guild.ts";
import { memberOf, permissionsIn } from "../operations.ts";
import { isVoice } from "../channel-defaults.ts";
import { voiceStates } from "../voice/voice-state.ts";
import { defaultSounds } from "./default-sounds.ts";
import { guildSounds } from "./sound.ts";
import { requireAllOf } from "../caller-permissions.ts";

type Sound = Static<typeof SoundboardSound>;

interface Playing {
  readonly user: UserRecord;
  /** A channel that the user can see. */
  readonly channel: ChannelRecord;
  readonly form: () => Static<(typeof sendSound)["body"]>;
}

/**
 * Plays a sound for everyone in the channel.
 *
 * @throws WrongChannelType, TargetNotInVoice, VoiceEffectSilenced, MissingPermissions, UnknownSound
 */
export async function playSound(ctx: Context, { user, channel, form }: Playing): Promise<void> {
  const { guild_id } = channel;
  if (guild_id === undefined || !isVoice(channel)) throw new ApiError(WrongChannelType);
  const may = await permissionsIn(ctx, channel, user.id);
  requireAllOf(may, "SPEAK", "USE_SOUNDBOARD");
  await requireVoice(ctx, channel, { guild_id, user_id: user.id });
  const { sound_id, source_guild_id } = form();
  const sound = await playableSound(ctx, { user, sound_id, guildId: source_guild_id ?? guild_id });
  if (sound.guild_id !== undefined && sound.guild_id !== guild_id) {
    requireAllOf(may, "USE_EXTERNAL_SOUNDS");
  }
  const effect = {
    channel_id: channel.id,
    guild_id,
    user_id: user.id,
    emoji: await emojiOf(ctx, sound),
    sound_id: sound.guild_id === undefined ? Number(sound_id) : sound_id,
    sound_volume: sound.volume,
  };
  const present = await ctx.tx.find(voiceStates, { index: "channel", value: channel.id });
  for (const { user_id } of present) {
    const scope = { kind: "channel", guild_id, channel_id: channel.id, user_id } as const;
    ctx.emit(VoiceChannelEffectSend, scope, effect);
  }
}

/**
 * Requires that the user is in the channel, and neither deafened nor muted.
 *
 * @throws TargetNotInVoice, VoiceEffectSilenced
 */
async function requireVoice(
  ctx: ReadContext,
  { id }: ChannelRecord,
  { guild_id, user_id }: { readonly guild_id: string; readonly user_id: string },
): Promise<void> {
  const state = await ctx.tx.get(voiceStates, compoundKey(guild_id, user_id));
  if (state?.channel_id !== id) throw new ApiError(TargetNotInVoice);
  const member = await memberOf(ctx, guild_id, user_id);
  const isSilenced = [state.self_deaf, state.suppress, member?.deaf, member?.mute];
  if (isSilenced.includes(true)) throw new ApiError(VoiceEffectSilenced);
}

interface SoundRequest {
  readonly user: UserRecord;
  readonly sound_id: string;
  readonly guildId: string;
}

/** A default sound, or one of a guild that the user is a member of. @throws UnknownSound */
async function playableSound(
  ctx: ReadContext,
  { user, sound_id, guildId }: SoundRequest,
): Promise<Sound> {
  const builtIn = defaultSounds.find((each) => each.sound_id === sound_id);
  if (builtIn !== undefined) return builtIn;
  const sound = await ctx.tx.get(guildSounds, snowflakeKey(sound_id));
  const isThere = (await memberOf(ctx, guildId, user.id)) !== undefined;
  if (sound?.guild_id !== guildId || !sound.available || !isThere) throw new ApiError(UnknownSound);
  return sound;
}

/** The emoji that clients show while a sound plays. */
async function emojiOf(ctx: ReadContext, { emoji_id: id, emoji_name: name, guild_id }: Sound) {
  if (id === null) return name === null ? null : { id, name, animated: false };
  const guild = await ctx.tx.get(guilds, snowflakeKey(guild_id ?? ""));
  const emoji = guild && emojisOf(guild).find((each) => each.id === id);
  return emoji === undefined ? null : { id, name: emoji.name, animated: emoji.animated };
}
