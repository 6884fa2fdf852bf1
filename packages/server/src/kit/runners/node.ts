// `antechamber/testing/node`: worlds for tests of node:test, and the matchers as functions of
// `assert`.
import { AssertionError } from "node:assert";
import { AsyncLocalStorage } from "node:async_hooks";
import { tracingChannel } from "node:diagnostics_channel";
import type { TestContext } from "node:test";
import type { TestGuild } from "../guild.ts";
import { framesOf } from "../client/errors.ts";
import { matchers } from "../matchers/all.ts";
import type { Verdict } from "../matchers/verdict.ts";
import { hasRerunNote, testOf } from "../test-identity.ts";
import { openTestWorld, SharedWorld, type Ending, type WorldOptions } from "../test-world.ts";
import type { World } from "../world.ts";

/** What Node announces when a test or a suite starts. */
interface Started {
  readonly type?: "test" | "suite";
  /** How many suites and tests it is in. */
  readonly nesting?: number;
}

/** The outermost test that is running, without which Node does not run its subtests. */
const outermost = new AsyncLocalStorage<Started>();
tracingChannel<Started>("node.test").start.bindStore(outermost, (started) => {
  const around = outermost.getStore();
  return around?.type === "test" ? around : started;
});

/** Opens a world that is closed when the test ends: `const { world } = await useWorld(t)`. */
export async function useWorld(
  context: TestContext,
  options: WorldOptions = {},
): Promise<{ readonly world: World }> {
  const opened = await endingWith(context, openTestWorld(identityOf(context), options));
  return { world: opened.world };
}

/** Opens guilds in a world that the tests of a file share. */
export interface Guilds {
  /** Opens a guild that is deleted when the test ends: `const { guild } = await guilds.use(t)`. */
  use(context: TestContext): Promise<{ readonly guild: TestGuild }>;
  /** Closes the world: `after(() => guilds.close())`. */
  close(): Promise<void>;
}

/** Shares a world among the tests of a file, each of which has its own guild in it. */
export function shareWorld(options: WorldOptions = {}): Guilds {
  let shared: SharedWorld | undefined;
  return {
    async use(context) {
      const test = identityOf(context);
      shared ??= new SharedWorld(test.file, options);
      const opened = await endingWith(context, shared.openGuild(test));
      return { guild: opened.guild };
    },
    async close() {
      await shared?.close();
    },
  };
}

/** Closes what a test opened when it ends, even if it ends early, for example by a timeout. */
function endingWith<T extends Ending>(context: TestContext, opening: Promise<T>): Promise<T> {
  context.after(async () => {
    const opened = await opening.catch(() => undefined);
    if (opened !== undefined) await end(context, opened);
  });
  return opening;
}

/** Reports for a failed test, as a diagnostic, the application's failures and the users' acts. */
async function end(context: TestContext, ending: Ending): Promise<void> {
  const { error } = context;
  if (error === null || error === undefined) return ending.finish();
  const { whole, failures } = await ending.abandon();
  const text = hasRerunNote(error.cause ?? error) ? failures : whole;
  if (text !== "") context.diagnostic(text);
}

function identityOf({ fullName, filePath: path = "" }: TestContext) {
  const names = fullName.split(" > ");
  const { type, nesting = 0 } = outermost.getStore() ?? {};
  const depth = type === "test" ? nesting + 1 : undefined;
  return testOf("node", { path, names, depth });
}

type Asserting<F> = F extends (received: unknown, ...args: infer A) => Promise<Verdict>
  ? (received: unknown, ...args: A) => Promise<void>
  : F extends (received: unknown, ...args: infer A) => Verdict
    ? (received: unknown, ...args: A) => void
    : never;

type Asserts = { readonly [N in keyof typeof matchers]: Asserting<(typeof matchers)[N]> };

/** Matchers that throw: `assert.toHaveReplied(reply, "pong")`, `assert.not.toBeDenied(reply)`. */
export type KitAssert = Asserts & { readonly not: Asserts };

/** The matchers of the kit: `assert.toHaveReplied(reply, "pong")`. */
export const assert: KitAssert = { ...asserts(true), not: asserts(false) };

function asserts(expected: boolean): Asserts {
  return Object.fromEntries(
    Object.entries(matchers).map(([name, matcher]) => [name, asserting(matcher, expected)]),
  ) as unknown as Asserts;
}

function asserting(matcher: (...args: never[]) => Verdict | Promise<Verdict>, expected: boolean) {
  const asserted = (...args: never[]): Promise<void> | undefined => {
    // Taken now, since the line of the test is not in the stack of what is thrown later.
    const called: { stack?: string } = {};
    Error.captureStackTrace(called, asserted);
    const verdict = matcher(...args);
    if (verdict instanceof Promise) return verdict.then((each) => require(each, called));
    require(verdict, called);
    return undefined;
  };
  function require({ pass, message }: Verdict, called: { readonly stack?: string }): void {
    if (pass === expected) return;
    const error = new AssertionError({ message: message() });
    error.stack = `${error.name} [${error.code}]: ${error.message}\n${framesOf(called)}`;
    throw error;
  }
  return asserted;
}
