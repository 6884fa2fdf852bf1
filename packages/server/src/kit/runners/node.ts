// `antechamber/testing/node`: worlds for tests of node:test, and the matchers as functions of `assert`.
import { AssertionError } from "node:assert";
import type { TestContext } from "node:test";
import { matchers } from "../matchers/all.ts";
import type { Verdict } from "../matchers/verdict.ts";
import { openTestWorld, type WorldOptions } from "../test-world.ts";
import type { World } from "../world.ts";

/** Opens a world, which is closed when the test ends: `const { world } = await useWorld(t)`. */
export async function useWorld(
  context: TestContext,
  options: WorldOptions = {},
): Promise<{ readonly world: World }> {
  const opened = await openTestWorld(context.fullName, options);
  context.after(() => opened.finish());
  return { world: opened.world };
}

type Asserting<F> = F extends (received: unknown, ...args: infer A) => Promise<Verdict>
  ? (received: unknown, ...args: A) => Promise<void>
  : F extends (received: unknown, ...args: infer A) => Verdict
    ? (received: unknown, ...args: A) => void
    : never;

/** The matchers, which throw: `assert.toHaveReplied(reply, "pong")`. */
export type KitAssert = { readonly [N in keyof typeof matchers]: Asserting<(typeof matchers)[N]> };

export const assert: KitAssert = Object.fromEntries(
  Object.entries(matchers).map(([name, matcher]) => [name, asserting(matcher)]),
) as unknown as KitAssert;

function asserting(matcher: (...args: never[]) => Verdict | Promise<Verdict>) {
  const asserted = (...args: never[]): Promise<void> | undefined => {
    const verdict = matcher(...args);
    if (verdict instanceof Promise) return verdict.then((found) => require(found, asserted));
    require(verdict, asserted);
    return undefined;
  };
  return asserted;
}

function require({ pass, message }: Verdict, stackStartFn: (...args: never[]) => unknown): void {
  if (pass) return;
  throw new AssertionError({ message: message(), stackStartFn });
}
