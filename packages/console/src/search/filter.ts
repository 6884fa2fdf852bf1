// The filter language of the timeline: `app:Concierge status:>=400 is:slow text:"50035"`. The URL
// holds its text, so that a link shows the same rows.
import type { types } from "@antechamber/sdk/control";

type JournalEntry = types.JournalEntry;

/**
 * A condition. Conditions on the same field are alternatives; those on different fields must all
 * hold.
 */
export interface Condition {
  readonly field: Field;
  readonly value: string;
}

export const fields = [
  "app",
  "user",
  "kind",
  "status",
  "route",
  "name",
  "is",
  "text",
  "trace",
] as const;
export type Field = (typeof fields)[number];

/** Calls that take longer than this are slow. */
const SLOW_MS = 500;

export interface ParsedFilter {
  readonly conditions: readonly Condition[];
  /** What is wrong with the filter, as a sentence. */
  readonly fault: string | undefined;
}

const PART = /(?:([a-z]+):)?(?:"([^"]*)"|(\S+))/g;

/** The text of each condition in a filter. */
export function conditionTexts(text: string): readonly string[] {
  return [...text.matchAll(PART)].map(([part]) => part);
}

/**
 * The text of the field after another filter is applied. That is the new filter, unless it only
 * removes conditions: then text that was typed but not applied stays, without these conditions.
 */
export function typedAfter(typed: string, before: string, now: string): string {
  const left = [...conditionTexts(now)];
  const taken = conditionTexts(before).filter((part) => {
    const at = left.indexOf(part);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  // The new filter is not a part of the old one: it comes from a link, or was typed.
  if (left.length > 0 || taken.length === 0 || typed.trim() === before.trim()) return now;
  return taken.reduce(withoutPart, typed);
}

function withoutPart(text: string, part: string): string {
  const found = [...text.matchAll(PART)].find(([each]) => each === part);
  if (found === undefined) return text;
  return text.slice(0, found.index) + text.slice(found.index + part.length).trimStart();
}

/** Parses a filter; a bare word is searched for in the text. */
export function parseFilter(text: string): ParsedFilter {
  const conditions: Condition[] = [];
  let fault: string | undefined;
  for (const [, field = "text", quoted, bare] of text.matchAll(PART)) {
    const value = quoted ?? bare ?? "";
    const wrong = faultOf(field, value);
    if (isField(field) && wrong === undefined) conditions.push({ field, value });
    fault ??= wrong;
  }
  return { conditions, fault };
}

function faultOf(field: string, value: string): string | undefined {
  if (!isField(field)) return `Unknown field "${field}". Use ${fields.join(", ")}.`;
  if (field === "status" && !STATUS.test(value)) {
    return `"${value}" is not a status. Use 404, 4xx or >=400.`;
  }
  if (field === "is" && !states.has(value))
    return `"${value}" is not a state. Use ${[...states.keys()].join(", ")}.`;
  return undefined;
}

function isField(text: string): text is Field {
  return (fields as readonly string[]).includes(text);
}

const STATUS = /^([1-5]xx|([<>]=?)?[1-5]\d\d)$/;

/** Kinds of entries, the most searched ones first. */
export const kinds = [
  "request",
  "refusal",
  "dispatch",
  "delivery",
  "decision",
  "frame",
  "job",
  "fault",
  "clock",
] as const satisfies readonly JournalEntry["kind"][];

const states = new Map<string, (entry: JournalEntry) => boolean>([
  ["slow", ({ ms = 0 }) => ms >= SLOW_MS],
  ["refused", ({ refusal }) => refusal !== undefined],
  ["failed", ({ status = 0, refusal }) => status >= 400 || refusal !== undefined],
  ["root", ({ cause }) => cause === null],
]);

/** The values of `is`. */
export const stateNames: readonly string[] = [...states.keys()];

/** The value of `app` and `user` for rows without one. */
export const NONE = "none";

export type Matches = (entry: JournalEntry) => boolean;

/** Compiles conditions, in which names of applications and users were replaced by ids. */
export function matcherOf(conditions: readonly Condition[]): Matches {
  const groups = Object.values(Object.groupBy(conditions, ({ field }) => field));
  const tests = groups.map((group) => {
    const any = group.map(testOf);
    return (entry: JournalEntry) => any.some((test) => test(entry));
  });
  return (entry) => tests.every((test) => test(entry));
}

function testOf({ field, value }: Condition): Matches {
  switch (field) {
    case "app":
      return ({ application }) => application === idOf(value);
    case "user":
      return ({ actor }) => actor === idOf(value);
    case "kind":
      return ({ kind }) => kind === value;
    case "trace":
      return ({ trace }) => trace === value;
    case "status":
      return statusTest(value);
    case "is":
      return states.get(value) ?? (() => false);
    case "name":
      return nameTest(value);
    case "route":
      return routeTest(value);
    case "text":
      return textTest(value);
  }
}

function idOf(value: string): string | null {
  return value === NONE ? null : value;
}

function statusTest(value: string): Matches {
  const [, group] = /^([1-5])xx$/.exec(value) ?? [];
  if (group !== undefined) return ({ status = 0 }) => Math.floor(status / 100) === Number(group);
  const [, sign = "", digits = ""] = /^([<>]=?)?(\d+)$/.exec(value) ?? [];
  const wanted = Number(digits);
  const holds: Record<string, (status: number) => boolean> = {
    "": (status) => status === wanted,
    ">": (status) => status > wanted,
    ">=": (status) => status >= wanted,
    "<": (status) => status < wanted,
    "<=": (status) => status <= wanted,
  };
  const compare = holds[sign] ?? (() => false);
  return ({ status }) => status !== undefined && compare(status);
}

function globOf(value: string): RegExp {
  const escaped = value.replaceAll(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll("*", ".*")}$`, "i");
}

function nameTest(value: string): Matches {
  const glob = globOf(value);
  return ({ name }) => glob.test(name);
}

/** Tests the route, with which the summary of a call begins: method and path. */
function routeTest(value: string): Matches {
  const glob = globOf(value);
  return ({ kind, summary }) => kind === "request" && glob.test(summary.split(" ")[1] ?? "");
}

function textTest(value: string): Matches {
  const wanted = value.toLowerCase();
  return ({ summary, name, refusal }) =>
    summary.toLowerCase().includes(wanted) ||
    name.toLowerCase().includes(wanted) ||
    (refusal !== undefined &&
      `${refusal.error.code} ${refusal.error.name}`.toLowerCase().includes(wanted));
}
