// Voice states of a guild.
import { type WorldGuild, WorldVoiceState } from "@antechamber/contract/control";
import { ChannelType } from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import { channels, members, type MemberRecord } from "../../../domains/guilds/guild.ts";
import { isVoice } from "../../../domains/guilds/channel-defaults.ts";
import { voiceChannels, voiceStates } from "../../../domains/guilds/voice/voice-state.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { checkDerived, checkEachDerived } from "../derived-fields.ts";
import type { Place } from "../json-path.ts";
import type { Resolved, WorldBuilder } from "../world-builder.ts";
import type { GuildBuilder } from "../guild-builder.ts";
import { forEachEntry } from "./placed-entries.ts";

type VoiceEntry = Static<typeof WorldVoiceState>;

/** Loads voice states; their channels are in use since the given instant, or since now. */
export function loadVoiceStates(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { voice_states: entries }: Static<typeof WorldGuild>,
): void {
  forEachEntry(entries, [...guild.place, "voice_states"], ({ entry, place }) => {
    const inside = { channel: guild.channels };
    const found = builder.resolved(WorldVoiceState, { entry, place }, inside);
    const { user_id, channel_id } = found;
    if (user_id === undefined || channel_id === undefined) return;
    const channel = builder.all(channels).find(({ id }) => id === channel_id);
    if (channel === undefined || !isVoice(channel)) {
      builder.issue([...place, "channel_id"], "this is not a voice channel");
      return;
    }
    const member = builder
      .all(members)
      .find((each) => each.user_id === user_id && each.guild_id === guild.id);
    if (member === undefined)
      builder.issue([...place, "user_id"], "this user is not a member of the guild");
    else agreeWithMember(builder, { entry, place, found }, member);
    claim(builder, { user_id, guild_id: guild.id }, place);
    builder.put(voiceStates, {
      guild_id: guild.id,
      user_id,
      channel_id,
      session_id: entry.session_id ?? `voice-${user_id}`,
      self_mute: entry.self_mute ?? false,
      self_deaf: entry.self_deaf ?? false,
      self_video: entry.self_video ?? false,
      suppress: entry.suppress ?? channel.type === ChannelType.GUILD_STAGE_VOICE,
      ...(entry.request_to_speak_timestamp === undefined
        ? {}
        : { request_to_speak_timestamp: entry.request_to_speak_timestamp }),
      isGiven: true,
    });
    markVoiceStart(builder, guild.id, channel_id);
  });
}

/** Reports a user in a second voice channel; a bot may be in one channel of each guild. */
function claim(
  builder: WorldBuilder,
  { user_id, guild_id }: Pick<MemberRecord, "user_id" | "guild_id">,
  place: Place,
): void {
  const at = { path: [...place, "user_id"], message: "this user is in voice already" };
  if (builder.bots.has(user_id)) builder.once("bot in voice", compoundKey(guild_id, user_id), at);
  else builder.once("person in voice", user_id, at);
}

/** Checks that derived fields, as the API shows them, have their derived values. */
function agreeWithMember(
  builder: WorldBuilder,
  {
    entry,
    place,
    found,
  }: { readonly entry: VoiceEntry; readonly place: Place; readonly found: Resolved<VoiceEntry> },
  { guild_id, user_id, deaf, mute }: MemberRecord,
): void {
  checkEachDerived(builder, { given: found, place }, { guild_id, deaf, mute, self_stream: false });
  const given = entry.member?.user.id;
  checkDerived(builder, [...place, "member", "user", "id"], { given, own: user_id });
}

function markVoiceStart(builder: WorldBuilder, guild_id: string, id: string): void {
  const existing = builder.all(voiceChannels).find((each) => each.id === id);
  const start = existing?.voice_start_time ?? Math.floor(builder.now / 1000);
  const record = { id, guild_id, status: existing?.status ?? null, voice_start_time: start };
  if (existing === undefined) builder.put(voiceChannels, record);
  else builder.replace(voiceChannels, record);
}
