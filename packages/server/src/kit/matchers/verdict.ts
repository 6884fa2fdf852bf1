// The result of a matcher, in the form that vitest and jest use.
import { Reply } from "../actors/reply.ts";

/** Whether an expectation is met. */
export interface Verdict {
  readonly pass: boolean;
  /** Why it failed, or with `.not` why it should have. */
  readonly message: () => string;
}

/**
 * A verdict on a reply, whose failure message contains the transcript.
 *
 * @param nearest lines about the closest match
 */
export function verdictOn(
  reply: Reply,
  expected: string,
  pass: boolean,
  nearest: () => readonly string[] = () => [],
): Verdict {
  return {
    pass,
    message: () => {
      const not = pass ? "not " : "";
      const lines = [
        `expected ${not}${expected}, and ${reply.user.name} saw:`,
        reply.trace.transcript,
        ...(pass ? [] : nearest()),
      ];
      return [...lines, ...reply.notes].join("\n");
    },
  };
}

/** @throws TypeError if it is anything else, with the correct usage */
export function requireReply(received: unknown, matcher: string): Reply {
  if (received instanceof Reply) return received;
  throw misused(received, `${matcher} is for what a user got: expect(await user.run("/…"))`);
}

/** The error of a matcher on a value of the wrong type, which is thrown with `.not` too. */
export function misused(received: unknown, instead: string): TypeError {
  const hint = received instanceof Promise ? "; it is a promise: write await before it" : "";
  return new TypeError(`${instead}${hint}`);
}

/** Whether a value is an object with this field. */
export function hasField<N extends string>(
  received: unknown,
  name: N,
): received is Readonly<Record<N, unknown>> {
  return typeof received === "object" && received !== null && name in received;
}
