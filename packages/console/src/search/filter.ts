// The filter language of the timeline: `app:Concierge status:>=400 is:slow text:"50035"`. Its text
// stands in the address, so that a link shows the same rows.
import type { types } from "@antechamber/sdk/control";

type JournalEntry = types.JournalEntry;

/** One condition. Of one field, any may hold; of different fields, all must. */
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

/** A call that takes longer than this is slow. */
const SLOW_MS = 500;

export interface ParsedFilter {
  readonly conditions: readonly Condition[];
  /** What is wrong with it, in a sentence. */
  readonly fault: string | undefined;
}

const PART = /(?:([a-z]+):)?(?:"([^"]*)"|(\S+))/g;

/** Where the conditions of a filter stand in its text. */
export function conditionTexts(text: string): readonly string[] {
  return [...text.matchAll(PART)].map(([part]) => part);
}

/**
 * What stands in the field once another filter is applied than before: that filter, unless it only
 * took conditions away. Then what was typed and not applied yet stays, without these.
 */
export function typedAfter(typed: string, before: string, now: string): string {
  const left = [...conditionTexts(now)];
  const taken = conditionTexts(before).filter((part) => {
    const at = left.indexOf(part);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  // Something else came: the filter of a link, or the one that was typed.
  if (left.length > 0 || taken.length === 0 || typed.trim() === before.trim()) return now;
  return taken.reduce(withoutPart, typed);
}

function withoutPart(text: string, part: string): string {
  const found = [...text.matchAll(PART)].find(([each]) => each === part);
  if (found === undefined) return text;
  return text.slice(0, found.index) + text.slice(found.index + part.length).trimStart();
}

/** Reads a filter as people write it; a bare word is looked for in the text. */
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
  if (!isField(field)) return `There is no field "${field}": ${fields.join(", ")}.`;
  if (field === "status" && !STATUS.test(value)) {
    return `"${value}" is no status: 404, 4xx or >=400.`;
  }
  if (field === "is" && !states.has(value)) return `"is" takes ${[...states.keys()].join(", ")}.`;
  return undefined;
}

function isField(text: string): text is Field {
  return (fields as readonly string[]).includes(text);
}

const STATUS = /^([1-5]xx|([<>]=?)?[1-5]\d\d)$/;

/** Kinds of entries, in the order of how often they are looked for. */
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

/** What `is` takes. */
export const stateNames: readonly string[] = [...states.keys()];

/** What `app` and `user` take for rows that have none. */
export const NONE = "none";

export type Matches = (entry: JournalEntry) => boolean;

/** Compiles conditions. Names of applications and users were made ids before. */
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

/** Summaries of calls begin with the method and the path. */
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
