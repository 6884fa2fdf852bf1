// Soundboard sounds and stage instances of a guild, in a world file. Source: product.md, World
// file.
import { limits } from "../../limits/limits.ts";
import {
  Bool,
  choice,
  double,
  nullable,
  object,
  optional,
  refine,
  text,
} from "../../schema/values.ts";
import { StagePrivacy } from "../../resources/guilds/stage-instances.ts";
import { Adder, ownId, pastId, ref, requireOne } from "./kinds.ts";
import { Instant } from "../../schema/instant.ts";

/** A sound of a guild, with its creator and the hash of its file. */
export const WorldSound = object({
  id: optional(ownId("sound")),
  /** The API's form of the field above. */
  sound_id: optional(ownId("sound")),
  /** The guild that it belongs to. */
  guild_id: optional(ref("guild")),
  name: text({ min: 1, max: limits.soundName.value }),
  volume: optional(double({ min: 0, max: 1 })),
  emoji_id: optional(nullable(pastId("emoji"))),
  emoji_name: optional(nullable(text({ max: 32 }))),
  available: optional(Bool),
  user: Adder,
  sound: optional(text({ max: 200 })),
});

const stage = object({
  id: optional(ownId("stage")),
  channel: optional(ref("channel")),
  /** The API's form of the field above. */
  channel_id: optional(ref("channel")),
  topic: text({ min: 1, max: limits.stageTopic.value }),
  privacy_level: optional(choice(Object.values(StagePrivacy))),
  /** The scheduled event that started with the stage. */
  scheduled_event: optional(pastId("scheduled event")),
  /** The API's form of the field above. */
  guild_scheduled_event_id: optional(nullable(pastId("scheduled event"))),
  /** Since when the stage has had no speakers; absent: since now, if it has none. */
  quiet_since: optional(Instant),
  /** Derived fields may be given as the API shows them, with their derived values. */
  guild_id: optional(ref("guild")),
  discoverable_disabled: optional(Bool),
});

/** A stage instance of a guild. */
export const WorldStage = refine(stage, requireOne("channel", "channel_id"));
