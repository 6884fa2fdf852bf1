// Signals of this process while a program runs: they are the program's, which ends first, and then the
// service.
import type { Clock } from "../platform/clock.ts";
import { Presses, type SignalSource } from "../platform/processes/stop-signals.ts";
import type { Child } from "./child.ts";

export interface HeldSignals {
  /** The program has started: it is given what came before. */
  giveTo(child: Pick<Child, "signal">): void;
  release(): void;
}

export interface HeldSignalsDeps {
  /** Someone sits at the terminal, whose Ctrl-C reaches the program by itself. */
  readonly hasTerminal: boolean;
  readonly clock: Pick<Clock, "real">;
}

const passedOn = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Real time in which a second Ctrl-C means that the program does not listen. Later it is one more
 * of those that shells and debuggers take all day.
 */
const INSISTENCE_MS = 5000;

/**
 * Passes signals on to a program. One that comes before the program has started is given to it
 * then; a Ctrl-C that soon follows another ends it with force.
 */
export function heldSignals(
  source: SignalSource,
  { hasTerminal, clock }: HeldSignalsDeps,
): HeldSignals {
  let child: Pick<Child, "signal"> | undefined;
  let waiting: NodeJS.Signals | undefined;
  const presses = new Presses(clock);

  /** @returns whether it is the second press, undefined where it belongs to the one before */
  function isInsisting(): boolean | undefined {
    const sinceMs = presses.take();
    return sinceMs === undefined ? undefined : sinceMs < INSISTENCE_MS;
  }

  function receive(signal: NodeJS.Signals): void {
    const insists = signal === "SIGINT" && isInsisting();
    if (insists === undefined) return;
    const wanted = insists ? "SIGKILL" : signal;
    if (child === undefined) waiting = wanted;
    else if (!(hasTerminal && wanted === "SIGINT")) child.signal(wanted);
  }

  for (const signal of passedOn) source.on(signal, receive);
  return {
    giveTo(started) {
      child = started;
      if (waiting !== undefined) started.signal(waiting);
    },
    release() {
      for (const signal of passedOn) source.off(signal, receive);
    },
  };
}
