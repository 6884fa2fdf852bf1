// Filters for entries. Source: product.md, Journal.
import { parseTimestamp } from "@antechamber/contract/schema";
import type { Entry } from "./entry.ts";
import { literal } from "./literal.ts";
import { summaryOf } from "./summary.ts";

/** A filter as requested, with names resolved to ids. */
export interface EntryFilter {
  readonly trace?: string | undefined;
  readonly kind?: readonly string[] | undefined;
  readonly application?: string | undefined;
  readonly user?: string | undefined;
  /** `*` matches any text. */
  readonly name?: string | undefined;
  /** `4xx`, `>=400`, `200`. */
  readonly status?: string | undefined;
  readonly text?: string | undefined;
  /** An instant of the world's clock. */
  readonly since?: string | undefined;
}

export type Matches = (entry: Entry) => boolean;

/** Compiles a filter: an entry matches when it passes every part that is given. */
export function matcherOf(filter: EntryFilter): Matches {
  const { trace, kind, application, user, name, status, text, since } = filter;
  const parts: Matches[] = [];
  if (kind !== undefined) {
    const kinds = new Set<string>(kind);
    parts.push((entry) => kinds.has(entry.kind));
  }
  if (trace !== undefined) parts.push((entry) => entry.traceId === trace);
  if (application !== undefined) parts.push((entry) => entry.application === application);
  if (user !== undefined) parts.push((entry) => entry.actor === user);
  if (status !== undefined) parts.push(statusMatcher(status));
  if (since !== undefined) {
    const from = parseTimestamp(since) ?? 0;
    parts.push((entry) => entry.at >= from);
  }
  if (name !== undefined) {
    const isNamed = nameMatcher(name);
    parts.push((entry) => isNamed(entry.name));
  }
  // The most expensive check comes last.
  if (text !== undefined) parts.push(textMatcher(text));
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
