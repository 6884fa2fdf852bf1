// A whole trace once more, in another world: its calls in their order, each by its own caller. What the
// other world gives other ids is meant by these in the calls that follow.
import type { Entry } from "./entry.ts";
import { repeat, type RepeatedAnswer, type RepeatedCall } from "./replay.ts";
import { value } from "./view.ts";

/** Where a trace is made again. */
export interface ReplayTarget {
  readonly send: (call: RepeatedCall) => Promise<RepeatedAnswer>;
}

/** One call of a trace, then and now. */
export interface ReplayedCall {
  /** The entry of the call that was repeated. */
  readonly of: string;
  readonly before: number | undefined;
  /** Undefined for a call that is not known whole. */
  readonly answer: RepeatedAnswer | undefined;
}

/**
 * Makes the calls of a trace again.
 *
 * @public
 */
export async function replayTrace(
  entries: readonly Entry[],
  target: ReplayTarget,
): Promise<readonly ReplayedCall[]> {
  const ids = new Map<string, string>();
  const replayed: ReplayedCall[] = [];
  for (const entry of entries.filter(({ kind }) => kind === "request")) {
    const call = repeat(entry, undefined);
    const answer = call && (await target.send(withIds(call, ids)));
    if (answer !== undefined) learnIds(value(entry.responseBody ?? "null"), answer.body, ids);
    replayed.push({ of: entry.id, before: entry.status, answer });
  }
  return replayed;
}

const ID = /\b[0-9]{15,20}\b/g;

function withIds(call: RepeatedCall, ids: ReadonlyMap<string, string>): RepeatedCall {
  const translated = (text: string) => text.replaceAll(ID, (id) => ids.get(id) ?? id);
  const { url, body } = call;
  return { ...call, url: translated(url), body: body === undefined ? body : translated(body) };
}

/** Ids at the same place of both answers mean the same. */
function learnIds(before: unknown, after: unknown, ids: Map<string, string>): void {
  if (typeof before === "string" && typeof after === "string") {
    const areIds = /^[0-9]{15,20}$/.test(before) && /^[0-9]{15,20}$/.test(after);
    if (areIds) ids.set(before, after);
  } else if (isFields(before) && isFields(after)) {
    for (const [name, each] of Object.entries(before)) learnIds(each, after[name], ids);
  }
}

function isFields(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === "object" && given !== null;
}
