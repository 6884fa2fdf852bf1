import type { LogPlace } from "../../../platform/store.ts";
import type { Grant } from "./grant.ts";
import type { Encoded } from "../wire/codec.ts";

/** What a session begins with. */
export interface SessionStart extends Grant {
  readonly guildIds: readonly string[];
  readonly largeThreshold: number;
  /** Wants long messages compressed, each by itself. */
  readonly compress: boolean;
  /** With which an application acts for a user; kept in memory alone. */
  readonly accessToken: string | undefined;
}

/** What a session has behind it that goes on here after it was another process's. */
export interface SessionPast {
  /** The number of the last event that its client surely has. */
  readonly sequence: number;
  /** The events after that one. */
  readonly missed: readonly Encoded[];
  /** Up to there in the log it was sent everything; what came since follows. */
  readonly behind: LogPlace;
  /** How often it has gone on at another process. */
  readonly moves: number;
}
