import { Bool, integer, list, object, optional, Timestamp } from "../../schema/values.ts";
import { Channel, guildFields, Member } from "./guilds.ts";
import { Presence } from "./presences.ts";
import { PlannedEvent } from "./scheduled-events.ts";
import { SoundboardSound } from "./soundboard.ts";
import { StageInstance } from "./stage-instances.ts";
import { VoiceState } from "./voice.ts";

/** A guild as GUILD_CREATE sends it. Source: protocol: gateway-oauth-limits 4.11. */
export const GatewayGuild = object({
  ...guildFields,
  joined_at: Timestamp,
  large: Bool,
  unavailable: optional(Bool),
  member_count: integer(),
  voice_states: list(VoiceState),
  members: list(Member),
  channels: list(Channel),
  threads: list(Channel),
  presences: list(Presence),
  stage_instances: list(StageInstance),
  guild_scheduled_events: list(PlannedEvent),
  soundboard_sounds: list(SoundboardSound),
});
