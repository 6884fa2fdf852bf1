// A service that tests call, from the perspective of the process that started it.
import type { ServerAddress } from "../client/control-client.ts";

/** The default control key, which is public. */
export const DEFAULT_KEY = "antechamber";

/** Options of starting a service. */
export interface StartOptions {
  /** The port; absent: a free one. */
  readonly port?: number;
  /** The control key; absent: the default, which suffices on this machine. */
  readonly controlKey?: string;
  /** A world file to start with; absent: the demo world. */
  readonly world?: string;
  /** Runs the service in this process, which loads all of its code. */
  readonly inProcess?: boolean;
}

/** A running service. */
export interface RunningServer extends ServerAddress {
  /** The id of its process; absent if it runs in this one. */
  readonly pid?: number;
  /** Stops the service, and resolves once it has ended. */
  stop(): Promise<void>;
}
