// Handles signals of this process while a program runs: they go to the program, which ends first,
// before the service.
import type { Clock } from "../platform/clock.ts";
import { CtrlCPresses, type SignalSource } from "../platform/processes/stop-signals.ts";
import type { Child } from "./child.ts";

export interface DeferredSignals {
  /** Attaches the started program, which receives the signal that arrived before. */
  attach(child: Pick<Child, "signal">): void;
  release(): void;
}

export interface DeferredSignalsDeps {
  /** Whether a user is at the terminal, whose Ctrl-C reaches the program directly. */
  readonly hasTerminal: boolean;
  readonly clock: Pick<Clock, "real">;
}

const forwardedSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Real milliseconds within which a second Ctrl-C means that the program does not react. Later ones
 * are independent: shells and debuggers get Ctrl-C all day.
 */
const INSISTENCE_MS = 5000;

/**
 * Passes signals on to a program. One that arrives before the program has started is delivered
 * then; a Ctrl-C that soon follows another one kills it.
 */
export function deferSignals(
  source: SignalSource,
  { hasTerminal, clock }: DeferredSignalsDeps,
): DeferredSignals {
  let child: Pick<Child, "signal"> | undefined;
  let pending: NodeJS.Signals | undefined;
  const presses = new CtrlCPresses(clock);

  /** @returns whether this is a second press; undefined if it belongs to the same press */
  function isRepeatedPress(): boolean | undefined {
    const sinceMs = presses.take();
    return sinceMs === undefined ? undefined : sinceMs < INSISTENCE_MS;
  }

  function receive(signal: NodeJS.Signals): void {
    const isRepeated = signal === "SIGINT" && isRepeatedPress();
    if (isRepeated === undefined) return;
    const forwarded = isRepeated ? "SIGKILL" : signal;
    if (child === undefined) pending = forwarded;
    else if (!(hasTerminal && forwarded === "SIGINT")) child.signal(forwarded);
  }

  for (const signal of forwardedSignals) source.on(signal, receive);
  return {
    attach(started) {
      child = started;
      if (pending !== undefined) started.signal(pending);
    },
    release() {
      for (const signal of forwardedSignals) source.off(signal, receive);
    },
  };
}
