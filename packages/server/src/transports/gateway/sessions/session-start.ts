import type { LogPlace } from "../../../platform/store.ts";
import type { Grant } from "./grant.ts";
import type { Encoded } from "../wire/codec.ts";

/** What a session begins with. */
export interface SessionStart extends Grant {
  readonly guildIds: readonly string[];
  readonly largeThreshold: number;
  /** Whether the client wants large messages compressed, each by itself. */
  readonly compress: boolean;
  /** The token with which an application acts for a user; kept in memory only. */
  readonly accessToken: string | undefined;
}

/** The past of a session that another process held before. */
export interface PreviousSession {
  /** The number of the last event that its client has certainly received. */
  readonly sequence: number;
  /** The events after that one. */
  readonly missed: readonly Encoded[];
  /** The session was sent everything up to this place in the event log; later events follow. */
  readonly behind: LogPlace;
  /** How often the session has moved to another process. */
  readonly moves: number;
}
