// Completions for a filter that is being typed: its fields, and the values that each may have in
// this world.
import { fields, kinds, NONE, stateNames, type Field } from "./filter.ts";

/** The names that this world has. */
export interface KnownNames {
  readonly applications: readonly string[];
  readonly users: readonly string[];
  /** The names of endpoints, events and jobs in the journal. */
  readonly names: readonly string[];
}

export interface Completion {
  /** The replacement of the current word. */
  readonly text: string;
  readonly hint: string;
  /** The whole filter after the replacement. */
  readonly whole: string;
}

const COMPLETIONS_MAX = 12;

const hints: Readonly<Record<Field, string>> = {
  app: "application name or id, or none",
  user: "user name or id, or none",
  kind: "kind of entry",
  status: "404, 4xx, >=400",
  route: "path; * matches anything",
  name: "endpoint, event or job; * matches anything",
  is: stateNames.join(", "),
  text: "text anywhere in the row",
  trace: "trace id",
};

const statuses = ["4xx", "5xx", ">=400", "2xx", "400", "401", "403", "404", "429", "500"];

/** Matches the last word: a field, or a field with the start of a value, quoted or not. */
const WORD = /^(?:[^"]|"[^"]*")*?((?:[a-z]*:)?"[^"]*|[^\s"]*)$/;

/** The completions for the last word of a filter. */
export function completionsOf(filter: string, known: KnownNames): readonly Completion[] {
  const [, word = ""] = WORD.exec(filter) ?? [];
  const before = filter.slice(0, filter.length - word.length);
  // A closing quote ends its value, and the next word needs a space.
  if (word === "" && before.endsWith('"')) return [];
  const colon = word.indexOf(":");
  const found =
    colon < 0
      ? fieldsFor(word)
      : valuesFor(word.slice(0, colon), word.slice(colon + 1).replace(/^"/, ""), known);
  return found
    .slice(0, COMPLETIONS_MAX)
    .map(({ text, hint, ending }) => ({ text, hint, whole: `${before}${text}${ending}` }));
}

interface Found {
  readonly text: string;
  readonly hint: string;
  readonly ending: "" | " ";
}

function fieldsFor(begun: string): readonly Found[] {
  return fields
    .filter((field) => field.startsWith(begun))
    .map((field) => ({ text: `${field}:`, hint: hints[field], ending: "" }));
}

function valuesFor(field: string, begun: string, known: KnownNames): readonly Found[] {
  const query = begun.toLowerCase();
  return valuesOf(field, known)
    .filter((value) => value.toLowerCase().includes(query) && value !== begun)
    .toSorted((a, b) => Number(b.startsWith(begun)) - Number(a.startsWith(begun)))
    .map((value) => ({ text: `${field}:${quoted(value)}`, hint: "", ending: " " }));
}

function valuesOf(field: string, { applications, users, names }: KnownNames): readonly string[] {
  switch (field) {
    case "app":
      return [...applications, NONE];
    case "user":
      return [...users, NONE];
    case "kind":
      return kinds;
    case "status":
      return statuses;
    case "name":
      return names;
    case "is":
      return stateNames;
    default:
      return [];
  }
}

function quoted(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}
