// Splits a part of the journal at its acts, which a test repeats: each act comes with what
// applications sent before the next act.
import type { Millis } from "../../../platform/clock.ts";
import type { Entry } from "../../entry.ts";
import { jsonValue } from "../../view.ts";
import type { Wire } from "./visible-messages.ts";

/** A call by which an application changed something. */
export interface AppChange {
  readonly entry: Entry;
  /**
   * Whether it came so long after the act, or after the change before it, that a timer must have
   * caused it.
   */
  readonly isLate: boolean;
}

/** A message that an application sent, edited or deleted. */
export interface AppMessageChange extends AppChange {
  readonly how: "wrote" | "changed" | "deleted";
  /** Undefined where only the trace identifies the message, as for a deleted original response. */
  readonly id: string | undefined;
  readonly message: Wire | undefined;
}

/** An act that a test may repeat, with its effects. */
export interface Segment {
  readonly act: Entry;
  readonly messageChanges: readonly AppMessageChange[];
  /** Calls by which applications changed anything other than a message. */
  readonly otherChanges: readonly AppChange[];
}

/** The endpoint through which a user's own client creates interactions. */
export const INTERACTION = "interactions.create";

/** Calls of the control plane that tests leave out: they change nothing that users can see. */
const omittedCalls = new Set([
  "control.worlds.create",
  "control.worlds.delete",
  "control.snapshots.create",
  "control.snapshots.delete",
  "control.session",
  "control.decisions",
  "control.commands.check",
  // The entry of kind `clock` that this call causes is used instead.
  "control.clock.move",
]);

/** Calls of applications that send, edit or delete a message. */
const messageCalls: Readonly<Record<string, AppMessageChange["how"]>> = {
  "channels.createMessage": "wrote",
  "channels.editMessage": "changed",
  "channels.deleteMessage": "deleted",
  "webhooks.followUp": "wrote",
  "webhooks.editOriginal": "changed",
  "webhooks.editMessage": "changed",
  "webhooks.deleteOriginal": "deleted",
  "webhooks.deleteMessage": "deleted",
};

/** Calls of applications that are made in every run, or have no visible effect. */
const ignoredCalls = /^(interactions\.callback|commands\.|channels\.typing|oauth|gateway)/;

/** Real milliseconds of silence after which a test does not wait for further messages. */
const LATE_MS = 1500;

/** Whether an application made the call itself, with a bot token or an interaction token. */
export function isOfApplication({ kind, actor, application }: Entry): boolean {
  return kind === "request" && application !== undefined && actor === application;
}

/** Whether the entry is an act of a user or the operator, or a move of the clock. */
export function isAct(entry: Entry): boolean {
  const { kind, name, method = "GET" } = entry;
  if (kind === "clock") return true;
  if (kind !== "request" || method === "GET" || isOfApplication(entry)) return false;
  if (name.startsWith("control.")) return !omittedCalls.has(name);
  return entry.actor !== undefined;
}

/** A segment to which entries are still added. */
interface OpenSegment extends Segment {
  readonly messageChanges: AppMessageChange[];
  readonly otherChanges: AppChange[];
  /** When the last entry of the segment ended. */
  quietAt: number;
}

/** Splits a part of the journal at its acts. */
export function segmentsOf(entries: readonly Entry[]): readonly Segment[] {
  const segments: OpenSegment[] = [];
  for (const entry of entries) {
    const last = segments.at(-1);
    if (isAct(entry)) {
      if (isWithin(entry, last?.act)) continue;
      segments.push({ act: entry, messageChanges: [], otherChanges: [], quietAt: endOf(entry) });
    } else if (last !== undefined && isOfApplication(entry) && isChange(entry)) {
      noteChange(entry, segments, last);
      last.quietAt = Math.max(last.quietAt, endOf(entry));
    }
  }
  return segments;
}

/** Adds a change made by an application to the segment in which a test expects it. */
function noteChange(entry: Entry, segments: readonly OpenSegment[], last: OpenSegment): void {
  const how = messageCalls[entry.name];
  if (how !== undefined) {
    const unanswered = segments.findLast((each) => isFirstAnswer(each, entry));
    const { act, messageChanges, quietAt } = unanswered ?? last;
    messageChanges.push(
      messageChange(
        entry,
        how,
        unanswered !== undefined && act.name === INTERACTION ? Infinity : quietAt,
      ),
    );
  } else if (!ignoredCalls.test(entry.name)) {
    last.otherChanges.push({ entry, isLate: isLate(entry, last.quietAt) });
  }
}

/**
 * Whether this is an application's first message in response to an interaction whose caller did not
 * wait for it: in a test, the same user waits.
 */
function isFirstAnswer(
  { act, messageChanges }: Pick<Segment, "act" | "messageChanges">,
  entry: Entry,
): boolean {
  const isOwn = isUnawaited(act) && act.traceId === entry.traceId;
  return isOwn && !messageChanges.some((each) => each.entry.traceId === entry.traceId);
}

/**
 * Whether a user's own client created the interaction, or the caller of the control plane stopped
 * waiting before the final response.
 */
function isUnawaited(act: Entry): boolean {
  return act.name === INTERACTION || ["deferred", "pending"].includes(outcomeName(act) ?? "");
}

/** An interaction's outcome in a response of the control plane; undefined for any other call. */
export function outcomeName({ name, responseBody }: Entry): string | undefined {
  const outcome = name.startsWith("control.") ? jsonOf(responseBody)?.["outcome"] : undefined;
  return typeof outcome === "string" ? outcome : undefined;
}

/**
 * Whether the clock was moved while a call of the control plane waited for a response; the kit does
 * this by itself.
 */
function isWithin({ kind, realAt }: Entry, act: Entry | undefined): boolean {
  return kind === "clock" && act?.name.startsWith("control.") === true && realAt < endOf(act);
}

function isChange({ method = "GET", status = 0 }: Entry): boolean {
  return method !== "GET" && status >= 200 && status < 300;
}

function endOf({ realAt, ms = 0 }: Entry): Millis {
  return realAt + ms;
}

function messageChange(
  entry: Entry,
  how: AppMessageChange["how"],
  quietAt: number,
): AppMessageChange {
  const message = how === "deleted" ? undefined : jsonOf(entry.responseBody);
  const id = message?.["id"];
  const inPath = /\/messages\/(\d+)/.exec(entry.url)?.[1];
  return {
    entry,
    how,
    id: typeof id === "string" ? id : inPath,
    message,
    isLate: isLate(entry, quietAt),
  };
}

function isLate({ realAt }: Entry, quietAt: number): boolean {
  return realAt - quietAt > LATE_MS;
}

/** The message that a user wrote by an act; undefined for any other act. */
export function messageBy({ name, responseBody }: Entry): Wire | undefined {
  const isWritten = name === "control.message" || name === "channels.createMessage";
  return isWritten ? jsonOf(responseBody) : undefined;
}

/** A body of the journal as an object; undefined where it is no object, or was cut. */
export function jsonOf(body: string | undefined): Wire | undefined {
  const read = body === undefined ? undefined : jsonValue(body);
  return typeof read === "object" && read !== null && !Array.isArray(read)
    ? (read as Wire)
    : undefined;
}
