// What a matcher finds, in the form that vitest and jest take.
import { Reply } from "../actors/reply.ts";

export interface Verdict {
  readonly pass: boolean;
  /** Why it failed, or with `.not` why it should have. */
  readonly message: () => string;
}

/** Text that is this, or that fits. */
export type TextPattern = string | RegExp;

export function fitsText(text: string, pattern: TextPattern): boolean {
  return typeof pattern === "string" ? text === pattern : pattern.test(text);
}

export function shown(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  return JSON.stringify(value) ?? String(value);
}

/** A verdict on something that a user did, whose failure tells the whole story. */
export function verdictOn(reply: Reply, expected: string, pass: boolean): Verdict {
  return {
    pass,
    message: () => {
      const not = pass ? "not " : "";
      const lines = [
        `expected ${not}${expected}, and ${reply.user.name} saw:`,
        reply.trace.transcript,
      ];
      if (reply.trace.url !== undefined) lines.push(`trace ${reply.trace.url}`);
      return [...lines, ...reply.notes].join("\n");
    },
  };
}

/** @throws TypeError when it is something else, with what to write instead */
export function requireReply(received: unknown, matcher: string): Reply {
  if (received instanceof Reply) return received;
  const hint = received instanceof Promise ? "; it is a promise: write await before it" : "";
  throw new TypeError(`${matcher} is for what a user got: expect(await user.run("/…"))${hint}`);
}

/** True when everything that is expected is there; patterns fit text, and lists hold what is listed. */
export function contains(actual: unknown, expected: unknown): boolean {
  if (expected instanceof RegExp) return typeof actual === "string" && expected.test(actual);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return false;
    return expected.every((each) => actual.some((one) => contains(one, each)));
  }
  if (typeof expected === "object" && expected !== null) {
    if (typeof actual !== "object" || actual === null) return false;
    const fields = actual as Readonly<Record<string, unknown>>;
    return Object.entries(expected).every(([key, value]) => contains(fields[key], value));
  }
  return Object.is(actual, expected);
}
