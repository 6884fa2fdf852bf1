// Entries as the control plane shows them, built on request.
import type { JournalEntry, WholeEntry } from "@antechamber/contract/control";
import { timestamp, type Static } from "@antechamber/contract/schema";
import { definedFields } from "../platform/defined-fields.ts";
import type { Entry, RecordedMessage } from "./entry.ts";
import { summaryOf } from "./summary.ts";

export type EntryView = Static<typeof JournalEntry>;
export type WholeEntryView = Static<typeof WholeEntry>;

/** A timestamp of real time, with microseconds. */
function realMoment(unixMs: number): string {
  const micros = Math.floor((unixMs % 1) * 1000);
  return timestamp(Math.floor(unixMs)).replace("000+", `${micros.toString().padStart(3, "0")}+`);
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** An entry without headers, bodies and payload. */
export function entryView(entry: Entry): EntryView {
  const { status, ms, bytes, sessions, actor = null, application = null, causeId = null } = entry;
  return {
    id: entry.id,
    at: timestamp(entry.at),
    real_at: realMoment(entry.realAt),
    trace: entry.traceId,
    cause: causeId,
    kind: entry.kind,
    actor,
    application,
    name: entry.name,
    ...definedFields({
      status,
      ms: ms === undefined ? undefined : rounded(ms),
      bytes,
      sessions,
      refusal: refusalView(entry),
      cut: entry.isCut ? true : undefined,
    }),
    summary: summaryOf(entry),
  };
}

function refusalView({ refusal }: Entry): EntryView["refusal"] {
  if (refusal === undefined) return undefined;
  const { step, error, needs, rule, faults = [] } = refusal;
  return { step, error, ...definedFields({ at: faults[0]?.at, needs, rule }) };
}

/** An entry with headers, bodies and payload. */
export function wholeEntryView(entry: Entry): WholeEntryView {
  const { request, response, payload, refusal, kind, status } = entry;
  const shownPayload = payload === undefined ? undefined : jsonValue(payload);
  return {
    ...entryView(entry),
    ...definedFields({
      request: request && {
        method: request.method,
        url: request.url,
        ...messageView(request),
      },
      response: response && { ...definedFields({ status }), ...messageView(response) },
      payload: kind === "decision" ? undefined : shownPayload,
      decision: kind === "decision" ? shownPayload : undefined,
      faults: refusal?.faults && [...refusal.faults],
    }),
  };
}

function messageView({ headers, body }: RecordedMessage) {
  const fields = new Map<string, string>();
  for (let i = 0; i + 1 < headers.redacted.length; i += 2) {
    const name = headers.redacted[i] ?? "";
    const before = fields.get(name);
    const text = headers.redacted[i + 1] ?? "";
    fields.set(name, before === undefined ? text : `${before}, ${text}`);
  }
  const isJson = headers.bodyKind === "json";
  return {
    headers: Object.fromEntries(fields),
    ...definedFields({ body: isJson && body !== undefined ? jsonValue(body) : body }),
  };
}

/**
 * The value of a JSON text. An integer too large to be exact stays a string, and so does invalid
 * JSON.
 */
export function jsonValue(json: string): unknown {
  try {
    return JSON.parse(json, (_key, each: unknown, context?: { readonly source?: string }) => {
      const isRounded =
        typeof each === "number" && !Number.isSafeInteger(each) && Number.isInteger(each);
      return isRounded ? context?.source : each;
    });
  } catch {
    return json;
  }
}
