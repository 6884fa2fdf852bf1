// A trace as a conversation: who said what to whom, each line with the entry that it is based on.
import type { types } from "@antechamber/sdk/control";
import type { Sign } from "../parts/outcome.ts";
import { passingText } from "../parts/needs.ts";
import { laneOf } from "./lanes.ts";
import { actText, answered, messageText, record, type Statement } from "./statement.ts";

type WholeEntry = types.WholeEntry;

/** A speaker or a receiver. */
export interface Party {
  readonly kind: "user" | "application" | "service" | "sessions";
  /** The id of a user or an application; for a user of the control plane it may be a name. */
  readonly id?: string;
  /** The number of sessions. */
  readonly count?: number;
}

export interface Line {
  readonly entry: WholeEntry;
  readonly from: Party;
  readonly to: Party;
  readonly via: "HTTP" | "gateway" | "by itself";
  /** The action of the speaker, as the verb of a sentence: `replies`. */
  readonly says: string;
  /** The words, if there were any. */
  readonly quote?: string;
  readonly tone: Sign["tone"];
}

/** Returns the name for an id, if it is known. */
export type NameOf = (id: string) => string | undefined;

/** The name of a party, else its id. */
export function partyText({ kind, id, count = 0 }: Party, nameOf: NameOf): string {
  if (kind === "service") return "the service";
  if (kind === "sessions") return count === 1 ? "1 session" : `${count} sessions`;
  const unnamed = kind === "user" ? "unknown user" : "the application";
  return id === undefined ? unnamed : (nameOf(id) ?? id);
}

/** The heading of a line: speaker, receiver and channel. The service's own actions have no receiver. */
export function headingOf({ from, to, via }: Line, nameOf: NameOf): string {
  if (via === "by itself") return partyText(from, nameOf);
  const way = via === "HTTP" ? "HTTP" : "the gateway";
  return `${partyText(from, nameOf)} → ${partyText(to, nameOf)} over ${way}`;
}

/** An action by which a user continued from a trace, which started another trace. */
export interface NextTrace extends Pick<Line, "from" | "says" | "quote"> {
  readonly act: WholeEntry;
}

/** The lines of a trace, with the traces by which users continued inserted in order. */
export function withNextTraces(
  lines: readonly Line[],
  acts: readonly WholeEntry[],
): readonly (Line | NextTrace)[] {
  const all: (Line | NextTrace)[] = [...lines];
  for (const act of acts) {
    const isLater = (each: Line | NextTrace) => isAfter("act" in each ? each.act : each.entry, act);
    const at = all.findIndex(isLater);
    const from = speakerOf(act, userOf([act]));
    const next = { act, from, ...spoken(actText(act, undefined)) };
    all.splice(at < 0 ? all.length : at, 0, next);
  }
  return all;
}

/** Compares ids, which are increasing numbers. */
function isAfter({ id }: WholeEntry, other: WholeEntry): boolean {
  return Number(id) > Number(other.id);
}

const service: Party = { kind: "service" };
const REFUSED_FROM = 400;

/**
 * The lines of each trace, in the order of its entries. The user who started a trace is only a
 * speaker in that trace.
 */
export function conversationOf(entries: readonly WholeEntry[]): readonly Line[] {
  const traces = Map.groupBy(entries, ({ trace }) => trace);
  return [...traces.values()].flatMap(linesOfTrace);
}

function linesOfTrace(entries: readonly WholeEntry[]): readonly Line[] {
  const user = userOf(entries);
  const command = entries.find(({ kind }) => kind === "decision")?.name;
  return entries.flatMap((entry) =>
    entry.kind === "request" ? [requestLine(entry, user, command)] : linesOf(entry, user),
  );
}

/** The user who started a trace: named by its root entry, or by the URL of a control plane call. */
function userOf([root]: readonly WholeEntry[]): Party {
  if (root === undefined) return { kind: "user" };
  if (root.actor !== null) return { kind: "user", id: root.actor };
  const [, named] = /\/control\/v1\/users\/([^/?]+)\//.exec(root.request?.url ?? "") ?? [];
  return named === undefined ? { kind: "user" } : { kind: "user", id: decodeURIComponent(named) };
}

function linesOf(entry: WholeEntry, user: Party): readonly Line[] {
  switch (entry.kind) {
    case "dispatch":
      return [dispatchLine(entry, user)];
    case "delivery":
      return deliveryLines(entry);
    case "refusal":
      return [refusalLine(entry, user)];
    case "decision":
      return [decisionLine(entry)];
    case "frame":
      return [line(entry, { from: speakerOf(entry, user), via: "gateway", says: entry.summary })];
    case "job":
    case "fault":
      return [line(entry, { says: entry.summary, tone: entry.kind === "fault" ? "warn" : "soft" })];
    case "request":
    case "clock":
      return [line(entry, { from: user, via: "HTTP", says: entry.summary })];
  }
}

function line(entry: WholeEntry, parts: Partial<Omit<Line, "entry">>): Line {
  return {
    entry,
    from: service,
    to: service,
    via: "by itself",
    says: "",
    tone: "soft",
    ...parts,
  };
}

function applicationOf({ application }: WholeEntry): Party {
  return application === null ? { kind: "application" } : { kind: "application", id: application };
}

/** The party that made a call or sent a frame. */
function speakerOf(entry: WholeEntry, user: Party): Party {
  if (laneOf(entry) === "application") return applicationOf(entry);
  return entry.actor === null ? user : { kind: "user", id: entry.actor };
}

/** The length at which quotes are cut; the entry has them in full. */
const QUOTE_MAX = 400;

function spoken({ says, quote = "" }: Statement): Pick<Line, "says" | "quote"> {
  if (quote === "") return { says };
  return { says, quote: quote.length > QUOTE_MAX ? `${quote.slice(0, QUOTE_MAX)}…` : quote };
}

function requestLine(entry: WholeEntry, user: Party, command: string | undefined): Line {
  const { status = 0 } = entry;
  const tone = status >= REFUSED_FROM ? "bad" : "good";
  return line(entry, {
    from: speakerOf(entry, user),
    via: "HTTP",
    ...spoken(actText(entry, command)),
    tone,
  });
}

/** An event for sessions: the application's, the user's, or all that may receive it. */
function dispatchLine(entry: WholeEntry, user: Party): Line {
  const { name, sessions = 0 } = entry;
  const payload = record(entry.payload);
  const tone = sessions === 0 ? "soft" : "good";
  const undelivered = sessions === 0 ? "; no session receives it" : "";
  if (name === "INTERACTION_CREATE" && "application_id" in payload) {
    const says = `dispatches ${interactionText(payload)}${undelivered}`;
    return line(entry, { to: applicationOf(entry), via: "gateway", says, tone });
  }
  if (name.startsWith("INTERACTION_") || name.startsWith("APPLICATION_COMMAND_AUTOCOMPLETE")) {
    const says = `${ownEvents[name] ?? `dispatches ${name}`}${undelivered}`;
    return line(entry, { to: user, via: "gateway", says, tone });
  }
  const statement = name.startsWith("MESSAGE_") ? messageText(payload) : undefined;
  return line(entry, {
    to: { kind: "sessions", count: sessions },
    via: "gateway",
    ...spoken({
      says: `dispatches ${name}`,
      ...(statement === undefined ? {} : { quote: statement }),
    }),
    tone,
  });
}

/** Events of an interaction for the client of its user. */
const ownEvents: Readonly<Record<string, string>> = {
  INTERACTION_CREATE: "confirms the interaction",
  INTERACTION_SUCCESS: "confirms that it succeeded",
  INTERACTION_FAILURE: "reports that it failed",
  INTERACTION_MODAL_CREATE: "opens the modal",
  APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE: "shows the suggestions",
};

/** The type of an interaction in words, from what its application receives. */
export function interactionText(payload: Readonly<Record<string, unknown>>): string {
  const { type } = payload;
  const { name, custom_id: id } = record(payload["data"]);
  switch (type) {
    case 2:
      return `/${String(name)}`;
    case 3:
      return `the component “${String(id)}”`;
    case 4:
      return `the autocomplete of /${String(name)}`;
    case 5:
      return `the modal “${String(id)}”`;
    default:
      return "a PING";
  }
}

/** A signed request, and the response of the endpoint. */
function deliveryLines(entry: WholeEntry): readonly Line[] {
  const payload = record(entry.request?.body);
  const says =
    entry.name === "INTERACTION_CREATE"
      ? `delivers ${interactionText(payload)}`
      : `delivers ${entry.name}`;
  const handed = line(entry, { to: applicationOf(entry), via: "HTTP", says, tone: "good" });
  const { status } = entry;
  const back: Partial<Line> = { from: applicationOf(entry), via: "HTTP" };
  if (status === undefined) {
    return [handed, line(entry, { ...back, says: "does not respond", tone: "bad" })];
  }
  if (status >= REFUSED_FROM) {
    return [handed, line(entry, { ...back, says: `answers ${status}`, tone: "bad" })];
  }
  const statement =
    entry.name === "INTERACTION_CREATE"
      ? answered(record(entry.response?.body))
      : { says: `answers ${status}` };
  return [handed, line(entry, { ...back, ...spoken(statement), tone: "good" })];
}

function refusalLine(entry: WholeEntry, user: Party): Line {
  const { refusal, summary } = entry;
  if (refusal === undefined) return line(entry, { says: summary, tone: "bad" });
  const { error, at, step } = refusal;
  const place = at === undefined ? "" : ` at ${at}`;
  const passing = passingText(entry);
  const ending = passing === undefined ? "" : `; would pass: ${passing}`;
  return line(entry, {
    to: speakerOf({ ...entry, kind: "request" }, user),
    via: "HTTP",
    says: `refuses the call at step “${step}”: ${error.name} (${error.code})${place}${ending}`,
    tone: "bad",
  });
}

function decisionLine(entry: WholeEntry): Line {
  const { allowed, decision } = record(entry.decision);
  const steps = Array.isArray(decision) ? decision.map(record) : [];
  const decisive = steps.find(({ decided }) => decided !== null && decided !== undefined);
  const why =
    decisive === undefined
      ? ""
      : `, by step ${String(decisive["step"])}: ${String(decisive["rule"])}: ${String(decisive["outcome"])}`;
  return line(entry, { says: `${entry.summary}${why}`, tone: allowed === false ? "bad" : "good" });
}

/** Names of users in the bodies of entries, by id. */
export function namesIn(entries: readonly WholeEntry[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return;
    const { id, username } = value as { readonly id?: unknown; readonly username?: unknown };
    if (typeof id === "string" && typeof username === "string") names.set(id, username);
    for (const member of Object.values(value)) look(member, depth + 1);
  };
  for (const { payload, request, response } of entries) {
    for (const each of [payload, request?.body, response?.body]) look(each, 0);
  }
  return names;
}

/** How deep bodies are searched for names. */
const DEPTH_MAX = 6;
