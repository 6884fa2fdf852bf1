// The calls of clients on a lobby's members with their results, and a check that they are
// linearizable: each call takes effect at one moment between its start and its response. A call
// without a response may have taken effect at any time after its start, or never. Source: Wing and
// Gong, "Testing and verifying concurrent objects".
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A call, and what it returned. Members have a number, which each call sets to a new value. */
export type Act =
  | { readonly kind: "set"; readonly members: Members }
  | { readonly kind: "remove"; readonly user: string }
  /** Sets some members and removes others in one call. */
  | { readonly kind: "change"; readonly members: Members; readonly removed: readonly string[] }
  | { readonly kind: "read"; readonly members: Members };

/** Users with their numbers. */
export type Members = Readonly<Record<string, number>>;

export interface Call {
  readonly act: Act;
  readonly begun: number;
  /** Infinity if no response came. */
  readonly answered: number;
}

/** The calls on one lobby, and whether they are linearizable. */
export interface History {
  readonly lobby: string;
  readonly isPossible: boolean;
  readonly calls: readonly Call[];
}

/** Appends histories to a file that is named by the run's seed, one per line. */
export function historyKeeper(directory: string, seed: string) {
  const path = join(directory, `lobbies-${seed}.jsonl`);
  return {
    path,
    keep: (history: History): void => {
      mkdirSync(directory, { recursive: true });
      appendFileSync(path, `${JSON.stringify(history, withoutInfinity)}\n`);
    },
  };
}

/** Reads histories from such a file. */
export function keptHistories(path: string): readonly History[] {
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line, withInfinity) as History);
}

/** Replaces Infinity, which JSON lacks, in calls without a response. */
function withoutInfinity(_: string, value: unknown): unknown {
  return value === Infinity ? "never" : value;
}

function withInfinity(_: string, value: unknown): unknown {
  return value === "never" ? Infinity : value;
}

type State = ReadonlyMap<string, number>;

/** The state after a call; undefined if the call cannot have returned its result in this state. */
function after(state: State, act: Act): State | undefined {
  switch (act.kind) {
    case "read":
      return textOf(state) === textOf(new Map(Object.entries(act.members))) ? state : undefined;
    case "set":
      return new Map([...state, ...Object.entries(act.members)]);
    case "remove":
      return new Map([...state].filter(([user]) => user !== act.user));
    case "change": {
      const remaining = [...state].filter(([user]) => !act.removed.includes(user));
      return new Map([...remaining, ...Object.entries(act.members)]);
    }
  }
}

function textOf(state: State): string {
  return JSON.stringify([...state].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Whether the calls on one lobby, which was empty at first, are linearizable. */
export function isLinearizable(history: readonly Call[]): boolean {
  const calls = history.toSorted((one, other) => one.begun - other.begun);
  const answered = calls.reduce(
    (all, call, nth) => (call.answered === Infinity ? all : all | (1n << BigInt(nth))),
    0n,
  );
  const visited = new Set<string>();
  const branches: { readonly done: bigint; readonly state: State }[] = [
    { done: 0n, state: new Map() },
  ];
  for (let at = branches.pop(); at !== undefined; at = branches.pop()) {
    const { done, state } = at;
    if ((done & answered) === answered) return true;
    const key = `${done} ${textOf(state)}`;
    if (visited.has(key)) continue;
    visited.add(key);
    const isDone = (nth: number) => (done & (1n << BigInt(nth))) !== 0n;
    // A call cannot take effect before one that was answered before it began.
    const until = calls.reduce(
      (first, call, nth) => (isDone(nth) ? first : Math.min(first, call.answered)),
      Infinity,
    );
    for (const [nth, { act, begun }] of calls.entries()) {
      if (isDone(nth) || begun > until) continue;
      const next = after(state, act);
      if (next !== undefined) branches.push({ done: done | (1n << BigInt(nth)), state: next });
    }
  }
  return false;
}
