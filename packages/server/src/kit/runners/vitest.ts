// `antechamber/testing/vitest`: a world or a guild for each test, and the matchers.
import { expect as vitestExpect, test as vitestTest, type TestAPI, type TestContext } from "vitest";
import type { WorldClock } from "../client/clock.ts";
import type { TestGuild } from "../guild.ts";
import { matchers, type Matchers as KitMatchers } from "../matchers/all.ts";
import { hasRerunNote, testOf, type TestIdentity } from "../test-identity.ts";
import { openTestWorld, SharedWorld, type Ending, type WorldOptions } from "../test-world.ts";
import type { World } from "../world.ts";

declare module "vitest" {
  // The names and parameters are those of vitest's types.
  interface Matchers<
    R extends void | Promise<void> = void | Promise<void>,
    T = unknown,
  > extends KitMatchers<R> {}
}

vitestExpect.extend(matchers);

/** vitest's `expect`, with the matchers of the kit. */
export const expect = vitestExpect;

interface Fixtures {
  /** A world for this test alone. */
  world: World;
  /** The world's clock. */
  clock: WorldClock;
  /** A guild for this test alone, in a world that the tests of the file share. */
  guild: TestGuild;
  /** The options of these tests' worlds. */
  worldOptions: WorldOptions;
}

/** The options of worlds for tests that set none. */
const NO_OPTIONS: WorldOptions = {};

/** The worlds that the tests of a file share, by their options. */
type SharedWorlds = Map<WorldOptions, SharedWorld>;

const extended = vitestTest
  .extend<{ sharedWorlds: SharedWorlds }>({
    sharedWorlds: [
      // oxlint-disable-next-line no-empty-pattern -- vitest reads here that it needs no other
      async ({}, use) => {
        const shared: SharedWorlds = new Map();
        await use(shared);
        for (const each of shared.values()) await each.close();
      },
      { scope: "file" },
    ],
  })
  .extend<Fixtures>({
    worldOptions: NO_OPTIONS,
    world: async ({ task, worldOptions, onTestFinished }, use) => {
      const opened = await openTestWorld(identityOf(task), worldOptions);
      await use(opened.world);
      await end({ task, onTestFinished }, opened);
    },
    clock: async ({ world }, use) => {
      await use(world.clock);
    },
    guild: async ({ task, worldOptions, sharedWorlds, onTestFinished }, use) => {
      const known = sharedWorlds.get(worldOptions);
      const shared = known ?? new SharedWorld(task.file.name, worldOptions);
      sharedWorlds.set(worldOptions, shared);
      const opened = await shared.openGuild(identityOf(task));
      await use(opened.guild);
      await end({ task, onTestFinished }, opened);
    },
  });

/** vitest's `test`, with a world or a guild for each test. */
export interface WorldTest extends TestAPI<Fixtures> {
  /** Sets the options of worlds for the tests of this file, or of this `describe`. */
  use(options: WorldOptions): void;
}

/**
 * vitest's `test`, with fixtures: `test("…", async ({ world, clock, guild }) => …)` opens those it
 * names.
 */
export const test: WorldTest = Object.assign(extended, {
  use(options: WorldOptions): void {
    const { testPath } = vitestExpect.getState();
    // Test files that run in one process share this: vitest would apply it to the next file as
    // well.
    extended.override({
      worldOptions: async ({ task }, use) => {
        await use(task.file.filepath === testPath ? options : NO_OPTIONS);
      },
    });
  },
});

type Task = TestContext["task"];

/**
 * Finishes a fixture of a test. vitest reports an error twice if it is thrown at the end of a
 * fixture, and once if it is thrown after the test has finished.
 */
async function end(
  { task, onTestFinished }: Pick<TestContext, "task" | "onTestFinished">,
  ending: Ending,
): Promise<void> {
  const fault = await faultOf(task, ending);
  if (fault === undefined) return;
  onTestFinished(() => {
    throw fault;
  });
}

/** The error of a test that passed otherwise, or what the failure of a test does not contain. */
async function faultOf({ result }: Task, ending: Ending): Promise<Error | undefined> {
  if (result?.state !== "fail") {
    return ending.finish().then(
      () => undefined,
      (error: Error) => error,
    );
  }
  const { whole, failures } = await ending.abandon();
  const isTold = result.errors?.some(hasRerunNote) === true;
  const text = isTold ? failures : whole;
  if (text === "") return undefined;
  const failure = new Error(text);
  // A stack inside the kit would be of no use to a reader.
  failure.stack = "";
  return failure;
}

function identityOf(task: Task): TestIdentity {
  const names = [task.name];
  for (let { suite } = task; suite !== undefined; { suite } = suite) names.unshift(suite.name);
  return testOf("vitest", { path: task.file.filepath, names });
}
