// `antechamber/testing/vitest`: a world for each test, and the matchers.
import { expect as vitestExpect, test as vitestTest, type TestAPI, type TestContext } from "vitest";
import { matchers, type Matchers as KitMatchers } from "../matchers/all.ts";
import { openTestWorld, type WorldOptions } from "../test-world.ts";
import type { WorldClock } from "../clock.ts";
import type { World } from "../world.ts";

declare module "vitest" {
  // The names and the parameters are vitest's.
  interface Matchers<
    R extends void | Promise<void> = void | Promise<void>,
    T = unknown,
  > extends KitMatchers<R> {}
}

vitestExpect.extend(matchers);

export const expect = vitestExpect;

interface Fixtures {
  /** A world that nobody else has. */
  world: World;
  /** Its clock. */
  clock: WorldClock;
  /** What worlds of these tests begin with. */
  worldOptions: WorldOptions;
}

const extended = vitestTest.extend<Fixtures>({
  worldOptions: {},
  world: async ({ task, worldOptions }, use) => {
    const opened = await openTestWorld(nameOf(task), worldOptions);
    await use(opened.world);
    if (task.result?.state === "fail") await opened.abandon();
    else await opened.finish();
  },
  clock: async ({ world }, use) => {
    await use(world.clock);
  },
});

/** vitest's own, with a world for each test. */
export interface WorldTest extends TestAPI<Fixtures> {
  /** What worlds of the tests of this file, or of this `describe`, begin with. */
  use(options: WorldOptions): void;
}

export const test: WorldTest = Object.assign(extended, {
  use(options: WorldOptions): void {
    extended.override({ worldOptions: options });
  },
});

/** The name of a test with those of what it stands in. */
function nameOf(task: TestContext["task"]): string {
  const names = [task.name];
  for (let { suite } = task; suite !== undefined; { suite } = suite) names.unshift(suite.name);
  return [task.file.name, ...names].join(" > ");
}
