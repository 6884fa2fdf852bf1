// The outcomes of interactions that users made with a client of their own, and of those whose
// caller stopped waiting for a response. The response to the call does not contain the outcome, so
// it is read from the other entries of the trace.
import { FailureReason } from "@antechamber/contract/interactions";
import type { Entry } from "../../entry.ts";
import type { Outcome } from "./answers.ts";
import { isLoading, textIn, wireList, type Wire } from "./visible-messages.ts";
import { INTERACTION, isAct, jsonOf, outcomeName } from "./segments.ts";

/** Interaction callback types. Source: protocol: commands-and-interactions 6. */
const Callback = { REPLY: 4, DEFERRED: 5, DEFERRED_UPDATE: 6, UPDATE: 7, LAUNCH: 12 } as const;

/** Real milliseconds after which a test treats an application that sends nothing as timed out. */
const SILENCE_MS = 1000;

/** A file as an interaction or a message lists it. */
export interface SentFile {
  readonly id: string;
  readonly filename: string;
}

export class Interactions {
  /** The entries of each interaction by its trace id, the earliest first. */
  readonly #traces = new Map<string, Entry[]>();

  /**
   * @param all entries, since an outcome may be recorded after the part that is read
   * @param part the entries that are read
   */
  constructor(all: Iterable<Entry>, part: readonly Entry[]) {
    const abandoned = new Set(part.filter(isAbandoned).map(({ traceId }) => traceId));
    for (const entry of all) {
      const { kind, name, traceId } = entry;
      const isFirst =
        name === INTERACTION || (abandoned.has(traceId) && !this.#traces.has(traceId));
      if (kind === "request" && isFirst) this.#traces.set(traceId, []);
      this.#traces.get(traceId)?.push(entry);
    }
  }

  /** The outcome of an interaction; undefined for any other act, or a call that was refused. */
  outcome(act: Entry): Outcome | undefined {
    const entries = this.#traces.get(act.traceId);
    if (entries === undefined || (act.name !== INTERACTION && !isAbandoned(act))) return undefined;
    const { status = 0, ms = 0 } = act;
    if (status >= 400) return denialOutcome(entries);
    const found = answerOutcome(act, entries);
    const isSilence = found.outcome === "pending" && act.name !== INTERACTION && ms >= SILENCE_MS;
    return isSilence ? { ...found, outcome: "timed_out" } : found;
  }

  /** The files sent with a call, as listed in its response or in the application's event. */
  files(act: Entry): readonly SentFile[] {
    const attached = wireList(jsonOf(act.responseBody)?.["attachments"]);
    const traced = (this.#traces.get(act.traceId) ?? []).flatMap((entry) =>
      entry.name === "INTERACTION_CREATE" ? resolvedFiles(entry) : [],
    );
    return [...attached, ...traced].map((each) => ({
      id: textIn(each, "id"),
      filename: textIn(each, "filename"),
    }));
  }
}

/** Whether this is a call of the control plane that returned before there was an outcome. */
function isAbandoned(entry: Entry): boolean {
  return isAct(entry) && outcomeName(entry) === "pending";
}

function resolvedFiles({ payload, requestBody }: Entry): readonly Wire[] {
  const data = (jsonOf(payload)?.["data"] ?? jsonOf(requestBody)?.["data"]) as Wire | undefined;
  const { attachments } = (data?.["resolved"] ?? {}) as { readonly attachments?: Wire };
  return Object.values(attachments ?? {}) as readonly Wire[];
}

const emptyOutcome = {
  isDeferred: false,
  messages: [],
  modal: undefined,
  choices: [],
  decision: [],
} as const;

/** The outcome of an interaction that was denied: its user gets the refusal as the response. */
function denialOutcome(entries: readonly Entry[]): Outcome | undefined {
  const decided = entries.find(({ kind }) => kind === "decision");
  const decision = wireList(jsonOf(decided?.payload)?.["decision"]);
  if (decision.at(-1)?.["decided"] !== "denies") return undefined;
  return { ...emptyOutcome, interaction: undefined, outcome: "denied", decision };
}

function answerOutcome(act: Entry, entries: readonly Entry[]): Outcome {
  const payloadsOf = (name: string) =>
    entries.filter((each) => each.kind === "dispatch" && each.name === name).map(payloadOf);
  const base = { ...emptyOutcome, interaction: act.traceId };
  const [failure] = payloadsOf("INTERACTION_FAILURE");
  if (failure !== undefined) {
    const isLate = failure["reason_code"] === FailureReason.TIMEOUT;
    return { ...base, outcome: isLate ? "timed_out" : "failed" };
  }
  const [modal] = payloadsOf("INTERACTION_MODAL_CREATE");
  if (modal !== undefined) return { ...base, outcome: "modal", modal };
  const [suggested] = payloadsOf("APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE");
  if (suggested !== undefined) {
    return { ...base, outcome: "autocomplete", choices: wireList(suggested["choices"]) };
  }
  const [created] = payloadsOf("MESSAGE_CREATE");
  const messages = { created, changed: payloadsOf("MESSAGE_UPDATE") };
  return { ...base, ...callbackOutcome(callbackType(entries), messages) };
}

/** The messages of an interaction: as first created, and after each change. */
interface Messages {
  readonly created: Wire | undefined;
  readonly changed: readonly Wire[];
}

type CallbackOutcome = Pick<Outcome, "outcome"> & Partial<Outcome>;

function callbackOutcome(type: unknown, { created, changed }: Messages): CallbackOutcome {
  switch (type) {
    case Callback.LAUNCH:
      return { outcome: "launched" };
    case Callback.REPLY:
      return { outcome: "replied", messages: listOf(created) };
    case Callback.UPDATE:
      return { outcome: "replied", messages: listOf(changed[0]) };
    case Callback.DEFERRED: {
      const filled = changed.find((each) => each["id"] === created?.["id"] && !isLoading(each));
      const outcome = filled === undefined ? "deferred" : "replied";
      return { outcome, isDeferred: true, messages: listOf(filled ?? created) };
    }
    case Callback.DEFERRED_UPDATE: {
      const outcome = changed.length === 0 ? "deferred" : "replied";
      return { outcome, isDeferred: true, messages: listOf(changed[0]) };
    }
    default:
      return { outcome: "pending" };
  }
}

function listOf(message: Wire | undefined): readonly Wire[] {
  return message === undefined ? [] : [message];
}

function payloadOf({ payload }: Entry): Wire {
  return jsonOf(payload) ?? {};
}

/** The type of the first response, sent either as a callback or in the response to a delivery. */
function callbackType(entries: readonly Entry[]): unknown {
  for (const { kind, name, status = 0, requestBody, responseBody } of entries) {
    if (status < 200 || status >= 300) continue;
    if (kind === "request" && name === "interactions.callback") {
      return formOf(requestBody)?.["type"];
    }
    if (kind === "delivery" && name === "INTERACTION_CREATE") return jsonOf(responseBody)?.["type"];
  }
  return undefined;
}

/** A body as an object; for a multipart form, its `payload_json` part. */
export function formOf(body: string | undefined): Wire | undefined {
  if (body === undefined || !body.startsWith("--")) return jsonOf(body);
  const [boundary = ""] = body.split("\r\n");
  const part = body
    .split(boundary)
    .find((each) => /^\r\ncontent-disposition:[^\r]*name="payload_json"/i.test(each));
  return jsonOf(part?.slice(part.indexOf("\r\n\r\n") + 4).trimEnd());
}
