// Traces that led to others: an answer has a button, and a press of it begins a trace of its own.
// Source: product.md, Journal.
import type { SlicedTask } from "../platform/time/time-slicer.ts";
import type { Entry } from "./entry.ts";
import { isAct, jsonOf } from "./exports/tests/stretch.ts";
import { usedBy } from "./exports/tests/used-by.ts";
import type { EntrySource, JournalReading, Selection } from "./reading.ts";

/** A message that a call is about by its path, as of reactions and pins. */
const IN_PATH = /\/(?:messages|pins|polls)\/(\d+)/;

interface Wish {
  /** The entry after which they begin. */
  readonly after: number;
  readonly count: number;
  readonly task: SlicedTask;
}

/** The acts by which users went on from a trace, in order. */
export async function childrenOf(
  acts: EntrySource,
  trace: readonly Entry[],
  { after, count, task }: Wish,
): Promise<readonly Entry[]> {
  const [root] = trace;
  if (root === undefined) return [];
  const messages = new Set(trace.flatMap((entry) => createdMessage(entry) ?? []));
  const found: Entry[] = [];
  for (const entry of acts.between(Math.max(after, root.number), Infinity)) {
    if (found.length >= count || task.isOver()) break;
    await task.yieldIfDue();
    if (entry.traceId === root.traceId || !isAct(entry)) continue;
    const { message, interaction } = about(entry);
    const isMessage = message !== undefined && messages.has(message);
    if (!isMessage && interaction !== root.traceId) continue;
    entry.takeTexts();
    found.push(entry);
  }
  return found;
}

/** The first entry of the trace that a trace went on from. */
export async function parentOf(
  reading: Pick<JournalReading, "source" | "trace">,
  trace: readonly Entry[],
  task: SlicedTask,
): Promise<Entry | undefined> {
  const act = trace.find(isAct);
  if (act === undefined) return undefined;
  for (const selection of mayBeParents(act)) {
    const entry = await ledTo(act, await reading.source(selection), task);
    if (entry !== undefined) return (await reading.trace(entry.traceId))[0];
  }
  return undefined;
}

/** Where that is looked for which an act is about. */
function mayBeParents(act: Entry): readonly Selection[] {
  const { message, interaction } = about(act);
  const before = act.number;
  const found: Selection[] = [];
  if (interaction !== undefined) found.push({ filter: { trace: interaction }, before });
  if (message !== undefined) {
    found.push({ filter: { kind: ["dispatch"], name: "MESSAGE_CREATE", text: message }, before });
  }
  return found;
}

/** An entry of the trace that led to an act. */
async function ledTo(
  act: Entry,
  source: EntrySource,
  task: SlicedTask,
): Promise<Entry | undefined> {
  const { message, interaction } = about(act);
  for (const entry of source.between(0, act.number)) {
    if (task.isOver()) return undefined;
    await task.yieldIfDue();
    if (entry.traceId === act.traceId) continue;
    if (entry.traceId === interaction) return entry;
    const isIts = message !== undefined && entry.payload?.includes(message) === true;
    if (isIts && createdMessage(entry) === message) return entry;
  }
  return undefined;
}

/** The message that an event tells to be new. */
function createdMessage({ kind, name, payload }: Entry): string | undefined {
  if (kind !== "dispatch" || name !== "MESSAGE_CREATE") return undefined;
  const id = jsonOf(payload)?.["id"];
  return typeof id === "string" ? id : undefined;
}

function about(act: Entry): { readonly message?: string; readonly interaction?: string } {
  const { message = IN_PATH.exec(act.url)?.[1], interaction } = usedBy(act);
  return {
    ...(typeof message === "string" ? { message } : {}),
    ...(typeof interaction === "string" ? { interaction } : {}),
  };
}
