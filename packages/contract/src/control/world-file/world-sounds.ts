// Sounds and live stages of a guild in world files. Source: product.md, World file.
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
import { Adder, ownId, pastId, ref, requireOne } from "./world-kinds.ts";
import { Instant } from "../../schema/instant.ts";

/** A sound of a guild, with who added it and the hash of its file. */
export const WorldSound = object({
  id: optional(ownId("sound")),
  /** The same as the API shows it. */
  sound_id: optional(ownId("sound")),
  /** The guild in which it stands. */
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
  /** The same as the API shows it. */
  channel_id: optional(ref("channel")),
  topic: text({ min: 1, max: limits.stageTopic.value }),
  privacy_level: optional(choice(Object.values(StagePrivacy))),
  /** What was planned, and began with it. */
  scheduled_event: optional(pastId("scheduled event")),
  /** The same as the API shows it. */
  guild_scheduled_event_id: optional(nullable(pastId("scheduled event"))),
  /** Since when nobody speaks on it; left out: since now, if nobody does. */
  quiet_since: optional(Instant),
  /** Derived fields may be given as the API shows them, with their derived values. */
  guild_id: optional(ref("guild")),
  discoverable_disabled: optional(Bool),
});

/** A stage of a guild that is live. */
export const WorldStage = refine(stage, requireOne("channel", "channel_id"));
