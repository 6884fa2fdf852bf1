// Replays the calls of a trace in another world. Source: product.md, Control plane.
import { ReplayInPlace, TraceNotReplayable } from "@antechamber/contract/control";
import { ApiError } from "../platform/api-error.ts";
import type { Millis } from "../platform/clock.ts";
import type { EventRecord } from "../platform/store.ts";
import type { Entry } from "./entry.ts";
import { repeat, type RepeatedAnswer, type RepeatedCall } from "./replay.ts";
import { ReplayedIds } from "./replayed-ids.ts";

/** The world in which a trace is replayed. */
export interface ReplayTarget {
  readonly send: (call: RepeatedCall) => Promise<RepeatedAnswer>;
  /** Passes on the events of the world until the returned function is called. */
  readonly follow: (listener: (events: readonly EventRecord[]) => void) => () => void;
  /** Advances a frozen clock to an instant; a running one is left alone. */
  readonly advanceTo: (instant: Millis) => Promise<void>;
}

export interface ReplayedCall {
  readonly entry: string;
  readonly name: string;
  readonly before: number;
  readonly status: number;
  readonly replayed: string | null;
}

/** Calls that replay something are left out, since they would recurse. */
const REPLAYS = new Set(["control.journal.replay", "control.traces.replay"]);

interface Step {
  readonly entry: Entry;
  readonly call: RepeatedCall;
}

/**
 * Replays the calls of a trace in order. A call that overlapped others, such as one that invokes a
 * command and waits for the response, overlaps them again.
 *
 * @param target undefined for the trace's own world, where everything exists already
 * @throws TraceNotReplayable before any call is made; ReplayInPlace
 */
export async function replayTrace(
  entries: readonly Entry[],
  target: ReplayTarget | undefined,
): Promise<readonly ReplayedCall[]> {
  if (target === undefined) throw new ApiError(ReplayInPlace);
  const steps = stepsOf(entries);
  const ids = new ReplayedIds(entries[0]?.traceId ?? "");
  const stop = target.follow((events) => {
    for (const { payload } of events) ids.noteInteraction(payload);
  });
  try {
    return await replaySteps(steps, ids, target);
  } finally {
    stop();
  }
}

function stepsOf(entries: readonly Entry[]): readonly Step[] {
  const calls = entries.filter(({ kind, name }) => kind === "request" && !REPLAYS.has(name));
  return calls.map((entry) => {
    const call = repeat(entry, undefined);
    if (call === undefined) throw new ApiError(TraceNotReplayable);
    return { entry, call };
  });
}

async function replaySteps(
  steps: readonly Step[],
  ids: ReplayedIds,
  target: ReplayTarget,
): Promise<readonly ReplayedCall[]> {
  const started: { readonly entry: Entry; readonly done: Promise<ReplayedCall> }[] = [];
  for (const { entry, call } of steps) {
    const ended = started.filter((earlier) => endedBefore(earlier.entry, entry));
    await Promise.all(ended.map(({ done }) => done));
    // A call still under way may have to create the interaction that this call responds to.
    const others = started.filter((earlier) => !ended.includes(earlier)).map(({ done }) => done);
    if (ids.needsInteraction(call)) await Promise.race([ids.interaction, ...others]);
    await target.advanceTo(entry.at);
    const done = replayStep(entry, ids.translate(call), ids, target);
    // A failure is thrown where the call is awaited, and until then nothing else handles it.
    done.catch(() => undefined);
    started.push({ entry, done });
  }
  return Promise.all(started.map(({ done }) => done));
}

function endedBefore(earlier: Entry, later: Entry): boolean {
  return earlier.realAt + (earlier.ms ?? Infinity) <= later.realAt;
}

async function replayStep(
  entry: Entry,
  call: RepeatedCall,
  ids: ReplayedIds,
  target: ReplayTarget,
): Promise<ReplayedCall> {
  const answer = await target.send(call);
  ids.compare(entry.responseBody, answer.body);
  return {
    entry: entry.id,
    name: entry.name,
    before: entry.status ?? 0,
    status: answer.status,
    replayed: answer.entry,
  };
}
