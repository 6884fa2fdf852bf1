import type { LimitsProfile } from "@antechamber/contract/control";
import type { WorldSettings } from "../world-file/stored-world.ts";

/** The settings of a world about limits. */
export interface LoadedLimits {
  /** The profile that it names. */
  readonly profile: LimitsProfile | undefined;
  readonly gateway?: WorldSettings["gateway"];
  /** Its clock stands still. */
  readonly frozen: boolean;
}
