import type { LimitsProfile } from "@antechamber/contract/control";
import type { WorldSettings } from "../world-file/stored-world.ts";

/** The settings of a world about limits. */
export interface LoadedLimits {
  /** The limits profile that the world names. */
  readonly profile: LimitsProfile | undefined;
  readonly gateway?: WorldSettings["gateway"];
  /** True when the world's clock stands still. */
  readonly frozen: boolean;
}
