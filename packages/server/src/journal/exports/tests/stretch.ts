// A part of the journal, cut at everything that a test does again: each act with what applications
// said from then on until the next one.
import type { Millis } from "../../../platform/clock.ts";
import type { Entry } from "../../entry.ts";
import { value } from "../../view.ts";
import type { Wire } from "./sights.ts";

/** A message that an application wrote, changed or took away. */
export interface Said {
  readonly entry: Entry;
  readonly how: "wrote" | "changed" | "deleted";
  /** Undefined where only the trace tells which one it was, as of a deleted answer. */
  readonly id: string | undefined;
  readonly message: Wire | undefined;
  /** So long after the act, or after what was said before, that a timer must have been its cause. */
  readonly isLate: boolean;
}

/** What a test may do again, with what came of it. */
export interface Segment {
  readonly act: Entry;
  readonly said: readonly Said[];
  /** Calls by which applications changed something else. */
  readonly changed: readonly Entry[];
}

/** The call by which a client of a user's own uses an application. */
export const INTERACTION = "interactions.create";

/** Calls of the control plane that a test has no use for: they change nothing that users see. */
const asides = new Set([
  "control.worlds.create",
  "control.worlds.delete",
  "control.snapshots.create",
  "control.snapshots.delete",
  "control.session",
  "control.decisions",
  "control.commands.check",
  // Its entry of the kind clock tells the same.
  "control.clock.move",
]);

/** Calls of applications that say something, and how. */
const sayings: Readonly<Record<string, Said["how"]>> = {
  "channels.createMessage": "wrote",
  "channels.editMessage": "changed",
  "channels.deleteMessage": "deleted",
  "webhooks.followUp": "wrote",
  "webhooks.editOriginal": "changed",
  "webhooks.editMessage": "changed",
  "webhooks.deleteOriginal": "deleted",
  "webhooks.deleteMessage": "deleted",
};

/** Calls of applications that every run makes by itself, or that nobody notices. */
const unnoticed = /^(interactions\.callback|commands\.|channels\.typing|oauth|gateway)/;

/** Real milliseconds: whatever comes later is not waited for by a test. */
const LATE_MS = 1500;

/** The application itself makes the call, with a bot's token or that of an interaction. */
export function isOfApplication({ kind, actor, application }: Entry): boolean {
  return kind === "request" && application !== undefined && actor === application;
}

/** A user, the operator or the clock does something. */
export function isAct(entry: Entry): boolean {
  const { kind, name, method = "GET" } = entry;
  if (kind === "clock") return true;
  if (kind !== "request" || method === "GET" || isOfApplication(entry)) return false;
  if (name.startsWith("control.")) return !asides.has(name);
  return entry.actor !== undefined;
}

/** A segment that is still being read. */
interface OpenSegment extends Segment {
  readonly said: Said[];
  readonly changed: Entry[];
  /** When the last of it ended. */
  quietAt: number;
}

/** Cuts a part of the journal at its acts. */
export function segmentsOf(entries: readonly Entry[]): readonly Segment[] {
  const segments: OpenSegment[] = [];
  for (const entry of entries) {
    const last = segments.at(-1);
    if (isAct(entry)) {
      if (isWithin(entry, last?.act)) continue;
      segments.push({ act: entry, said: [], changed: [], quietAt: endOf(entry) });
    } else if (last !== undefined && isOfApplication(entry) && isChange(entry)) {
      noteChange(entry, segments, last);
      last.quietAt = Math.max(last.quietAt, endOf(entry));
    }
  }
  return segments;
}

/** Puts a call by which an application changed something where a test expects it. */
function noteChange(entry: Entry, segments: readonly OpenSegment[], last: OpenSegment): void {
  const how = sayings[entry.name];
  if (how !== undefined) {
    const promised = segments.findLast((each) => isPromised(each, entry));
    const { act, said: lines, quietAt } = promised ?? last;
    lines.push(
      said(entry, how, promised !== undefined && act.name === INTERACTION ? Infinity : quietAt),
    );
  } else if (!unnoticed.test(entry.name)) last.changed.push(entry);
}

/**
 * The first thing that an application says to an interaction that was not waited for: in a test the
 * same user waits for it.
 */
function isPromised({ act, said: before }: Pick<Segment, "act" | "said">, entry: Entry): boolean {
  const isOwn = isNotWaitedFor(act) && act.traceId === entry.traceId;
  return isOwn && !before.some((each) => each.entry.traceId === entry.traceId);
}

/** An interaction of a user's own client, or one of which a caller of the control plane saw no end. */
function isNotWaitedFor(act: Entry): boolean {
  return act.name === INTERACTION || ["deferred", "pending"].includes(outcomeName(act) ?? "");
}

/** How a call of the control plane says that an interaction ended; undefined for any other. */
export function outcomeName({ name, responseBody }: Entry): string | undefined {
  const outcome = name.startsWith("control.") ? jsonOf(responseBody)?.["outcome"] : undefined;
  return typeof outcome === "string" ? outcome : undefined;
}

/** The clock was moved while somebody waited for an answer, which the kit does by itself. */
function isWithin({ kind, realAt }: Entry, act: Entry | undefined): boolean {
  return kind === "clock" && act?.name.startsWith("control.") === true && realAt < endOf(act);
}

function isChange({ method = "GET", status = 0 }: Entry): boolean {
  return method !== "GET" && status >= 200 && status < 300;
}

function endOf({ realAt, ms = 0 }: Entry): Millis {
  return realAt + ms;
}

function said(entry: Entry, how: Said["how"], quietAt: number): Said {
  const message = how === "deleted" ? undefined : jsonOf(entry.responseBody);
  const id = message?.["id"];
  const inPath = /\/messages\/(\d+)/.exec(entry.url)?.[1];
  return {
    entry,
    how,
    id: typeof id === "string" ? id : inPath,
    message,
    isLate: entry.realAt - quietAt > LATE_MS,
  };
}

/** A body of the journal as an object; undefined where it is none, or was cut. */
export function jsonOf(body: string | undefined): Wire | undefined {
  const read = body === undefined ? undefined : value(body);
  return typeof read === "object" && read !== null && !Array.isArray(read)
    ? (read as Wire)
    : undefined;
}
