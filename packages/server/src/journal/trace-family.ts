// Finds how traces follow from one another: a response has a button, and a click on it begins a
// trace of its own. Source: product.md, Journal.
import type { SlicedTask } from "../platform/time/time-slicer.ts";
import type { Entry } from "./entry.ts";
import { isAct, jsonOf } from "./exports/tests/segments.ts";
import { referencesOf } from "./exports/tests/act-references.ts";
import type { EntrySource, JournalReading, Selection } from "./reading.ts";

/** The message in the path of a call, for example of reactions and pins. */
const IN_PATH = /\/(?:messages|pins|polls)\/(\d+)/;

interface RelatedTracesQuery {
  /** The number of the entry after which the children begin. */
  readonly after: number;
  readonly count: number;
  readonly task: SlicedTask;
}

/** The acts of users that follow from a trace, in order. */
export async function childrenOf(
  acts: EntrySource,
  trace: readonly Entry[],
  { after, count, task }: RelatedTracesQuery,
): Promise<readonly Entry[]> {
  const [root] = trace;
  if (root === undefined) return [];
  const messages = new Set(trace.flatMap((entry) => createdMessage(entry) ?? []));
  const found: Entry[] = [];
  for (const entry of acts.between(Math.max(after, root.number), Infinity)) {
    if (found.length >= count || task.isOver()) break;
    await task.yieldIfDue();
    if (entry.traceId === root.traceId || !isAct(entry)) continue;
    const { message, interaction } = referencesIn(entry);
    const isMessage = message !== undefined && messages.has(message);
    if (!isMessage && interaction !== root.traceId) continue;
    entry.loadTexts();
    found.push(entry);
  }
  return found;
}

/** The first entry of the trace that a trace follows from. */
export async function parentOf(
  reading: Pick<JournalReading, "source" | "trace">,
  trace: readonly Entry[],
  task: SlicedTask,
): Promise<Entry | undefined> {
  const act = trace.find(isAct);
  if (act === undefined) return undefined;
  for (const selection of parentSelections(act)) {
    const entry = await findOrigin(act, await reading.source(selection), task);
    if (entry !== undefined) return (await reading.trace(entry.traceId))[0];
  }
  return undefined;
}

/** The parts of the journal to search for the message or the interaction that an act refers to. */
function parentSelections(act: Entry): readonly Selection[] {
  const { message, interaction } = referencesIn(act);
  const before = act.number;
  const found: Selection[] = [];
  if (interaction !== undefined) found.push({ filter: { trace: interaction }, before });
  if (message !== undefined) {
    found.push({ filter: { kind: ["dispatch"], name: "MESSAGE_CREATE", text: message }, before });
  }
  return found;
}

/** An entry of the trace that an act follows from. */
async function findOrigin(
  act: Entry,
  source: EntrySource,
  task: SlicedTask,
): Promise<Entry | undefined> {
  const { message, interaction } = referencesIn(act);
  for (const entry of source.between(0, act.number)) {
    if (task.isOver()) return undefined;
    await task.yieldIfDue();
    if (entry.traceId === act.traceId) continue;
    if (entry.traceId === interaction) return entry;
    const mentionsMessage = message !== undefined && entry.payload?.includes(message) === true;
    if (mentionsMessage && createdMessage(entry) === message) return entry;
  }
  return undefined;
}

/** The id of the message in a MESSAGE_CREATE dispatch. */
function createdMessage({ kind, name, payload }: Entry): string | undefined {
  if (kind !== "dispatch" || name !== "MESSAGE_CREATE") return undefined;
  const id = jsonOf(payload)?.["id"];
  return typeof id === "string" ? id : undefined;
}

function referencesIn(act: Entry): { readonly message?: string; readonly interaction?: string } {
  const { message = IN_PATH.exec(act.url)?.[1], interaction } = referencesOf(act);
  return {
    ...(typeof message === "string" ? { message } : {}),
    ...(typeof interaction === "string" ? { interaction } : {}),
  };
}
