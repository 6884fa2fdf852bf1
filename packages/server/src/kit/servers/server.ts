// A service that tests call, as the process that started it knows it.
import type { ServerAddress } from "../client/control-client.ts";

/** How a service is started. */
export interface StartOptions {
  /** Absent: a free one. */
  readonly port?: number;
  /** Absent: one that is known to nobody else is not needed on this machine. */
  readonly controlKey?: string;
  /** A world file to begin with; absent: the demo world. */
  readonly world?: string;
  /** Runs in this process, which then loads the whole service. */
  readonly inProcess?: boolean;
}

/** A service that runs. */
export interface RunningServer extends ServerAddress {
  /** Of its process; absent when it runs in this one. */
  readonly pid?: number;
  /** Stops it, and resolves once it has ended. */
  stop(): Promise<void>;
}
