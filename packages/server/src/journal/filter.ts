// Filters for entries. Source: product.md, Journal.
import type { listJournal } from "@antechamber/contract/control";
import { parseTimestamp, type Static } from "@antechamber/contract/schema";
import type { Entry } from "./entry.ts";
import { literal } from "./literal.ts";
import { summaryOf } from "./summary.ts";

type Query = Static<(typeof listJournal)["query"]>;

/** What a query says besides its filters. */
export const pageFields = ["after", "before", "limit", "follow"] as const;

/** A filter as requested, with names resolved to ids. */
export type EntryFilter = {
  readonly [F in Exclude<keyof Query, (typeof pageFields)[number]>]?: Query[F] | undefined;
};

export type Matches = (entry: Entry) => boolean;

/** Compiles the value of each filter; the most expensive ones come last. */
const matchers: {
  readonly [F in keyof EntryFilter]-?: (value: NonNullable<EntryFilter[F]>) => Matches;
} = {
  kind: (kinds) => (entry) => kinds.includes(entry.kind),
  trace: (trace) => (entry) => entry.traceId === trace,
  application: (id) => (entry) => entry.application === id,
  user: (id) => (entry) => entry.actor === id,
  status: statusMatcher,
  since: (instant) => {
    const from = parseTimestamp(instant) ?? 0;
    return (entry) => entry.at >= from;
  },
  name: (pattern) => {
    const isNamed = nameMatcher(pattern);
    return (entry) => isNamed(entry.name);
  },
  text: textMatcher,
};

/** Compiles a filter: an entry matches when it passes every part that is given. */
export function matcherOf(filter: EntryFilter): Matches {
  const parts = Object.entries(matchers).flatMap(([name, compile]) => {
    const value = filter[name as keyof EntryFilter];
    return value === undefined ? [] : [(compile as (value: unknown) => Matches)(value)];
  });
  return (entry) => parts.every((matches) => matches(entry));
}

/**
 * Matches names with a pattern of texts between stars, ignoring case. Each text is taken where it
 * first occurs after the one before: if any place leads to a match, the first does. A regular
 * expression would try all places of all texts.
 */
function nameMatcher(pattern: string): (name: string) => boolean {
  const [first = "", ...others] = pattern.toLowerCase().split("*");
  const last = others.pop();
  return (given) => {
    const name = given.toLowerCase();
    if (last === undefined) return name === first;
    if (!name.startsWith(first)) return false;
    let end = first.length;
    for (const text of others) {
      const at = name.indexOf(text, end);
      if (at === -1) return false;
      end = at + text.length;
    }
    return name.length - end >= last.length && name.endsWith(last);
  };
}

function statusMatcher(condition: string): Matches {
  const [, sign = "=", digits = ""] = /^([<>]=?|=)?(.*)$/.exec(condition) ?? [];
  const isClass = digits.endsWith("xx");
  const expected = Number(isClass ? digits[0] : digits);
  return ({ status }) => {
    if (status === undefined) return false;
    return isClass ? Math.floor(status / 100) === expected : compare(status, sign, expected);
  };
}

function compare(status: number, sign: string, expected: number): boolean {
  switch (sign) {
    case ">=":
      return status >= expected;
    case "<=":
      return status <= expected;
    case ">":
      return status > expected;
    case "<":
      return status < expected;
    default:
      return status === expected;
  }
}

/** Matches entries whose name, summary, URL, bodies or payload contain a text, ignoring case. */
function textMatcher(text: string): Matches {
  const pattern = new RegExp(literal(text), "i");
  return (entry) => {
    const { request, response, payload, name } = entry;
    const places = [name, request?.url, request?.body, response?.body, payload];
    return (
      places.some((place) => place !== undefined && pattern.test(place)) ||
      pattern.test(summaryOf(entry))
    );
  };
}
