// Sounds of a guild in world files. Source: product.md, World file.
import { limits } from "../../limits/limits.ts";
import { Bool, double, nullable, object, optional, text } from "../../schema/values.ts";
import { ownId, pastId, Person } from "./world-kinds.ts";

/** A sound of a guild, with who added it and the hash of its file. */
export const WorldSound = object({
  id: optional(ownId("sound")),
  name: text({ min: 1, max: limits.soundName.value }),
  volume: optional(double({ min: 0, max: 1 })),
  emoji_id: optional(nullable(pastId("emoji"))),
  emoji_name: optional(nullable(text({ max: 32 }))),
  available: optional(Bool),
  user: optional(Person),
  sound: optional(text({ max: 200 })),
});
