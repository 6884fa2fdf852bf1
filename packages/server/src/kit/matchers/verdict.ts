// What a matcher finds, in the form that vitest and jest take.
import { Reply } from "../actors/reply.ts";

/** Whether it is as expected. */
export interface Verdict {
  readonly pass: boolean;
  /** Why it failed, or with `.not` why it should have. */
  readonly message: () => string;
}

/**
 * A verdict on something that a user did, whose failure tells the whole story.
 *
 * @param nearest lines about what comes nearest to what was expected
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

/** @throws TypeError when it is something else, with what to write instead */
export function requireReply(received: unknown, matcher: string): Reply {
  if (received instanceof Reply) return received;
  throw misused(received, `${matcher} is for what a user got: expect(await user.run("/…"))`);
}

/** The error of a matcher that was given something else, which fails with `.not`, too. */
export function misused(received: unknown, instead: string): TypeError {
  const hint = received instanceof Promise ? "; it is a promise: write await before it" : "";
  return new TypeError(`${instead}${hint}`);
}

/** True of an object that has such a field. */
export function hasField<N extends string>(
  received: unknown,
  name: N,
): received is Readonly<Record<N, unknown>> {
  return typeof received === "object" && received !== null && name in received;
}
