// What a matcher finds, in the form that vitest and jest take.
import { Reply } from "../actors/reply.ts";

export interface Verdict {
  readonly pass: boolean;
  /** Why it failed, or with `.not` why it should have. */
  readonly message: () => string;
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
