// `antechamber/testing/vitest`: a world or a guild for each test, and the matchers.
import { expect as vitestExpect, test as vitestTest, type TestAPI, type TestContext } from "vitest";
import type { WorldClock } from "../client/clock.ts";
import type { TestGuild } from "../guild.ts";
import { matchers, type Matchers as KitMatchers } from "../matchers/all.ts";
import { rerunNote, testOf, type TestIdentity } from "../test-identity.ts";
import { openTestWorld, SharedWorld, type Ending, type WorldOptions } from "../test-world.ts";
import type { World } from "../world.ts";

declare module "vitest" {
  // The names and the parameters are vitest's.
  interface Matchers<
    R extends void | Promise<void> = void | Promise<void>,
    T = unknown,
  > extends KitMatchers<R> {}
}

vitestExpect.extend(matchers);

/** vitest's own, with the matchers of the kit. */
export const expect = vitestExpect;

interface Fixtures {
  /** A world that nobody else has. */
  world: World;
  /** Its clock. */
  clock: WorldClock;
  /** A guild that nobody else has, in a world that the tests of the file share. */
  guild: TestGuild;
  /** What worlds of these tests begin with. */
  worldOptions: WorldOptions;
}

/** Of worlds whose tests name none. */
const NO_OPTIONS: WorldOptions = {};

/** Worlds that the tests of a file share, by what they begin with. */
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

/** vitest's own, with a world or a guild for each test. */
export interface WorldTest extends TestAPI<Fixtures> {
  /** What worlds of the tests of this file, or of this `describe`, begin with. */
  use(options: WorldOptions): void;
}

/**
 * vitest's own, with fixtures: `test("…", async ({ world, clock, guild }) => …)` opens what it
 * names.
 */
export const test: WorldTest = Object.assign(extended, {
  use(options: WorldOptions): void {
    const { testPath } = vitestExpect.getState();
    // Files that share a process share this too: vitest would go on with it in the next one.
    extended.override({
      worldOptions: async ({ task }, use) => {
        await use(task.file.filepath === testPath ? options : NO_OPTIONS);
      },
    });
  },
});

type Task = TestContext["task"];

/**
 * Ends what a test was given. vitest reports twice what is thrown where a fixture ends, and once
 * what is thrown when the test has finished.
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

/** What is wrong with a test that passed, or what a failure of another kind leaves untold. */
async function faultOf({ result }: Task, ending: Ending): Promise<Error | undefined> {
  if (result?.state !== "fail") {
    return ending.finish().then(
      () => undefined,
      (error: Error) => error,
    );
  }
  const { whole, failures } = await ending.abandon();
  const isTold = result.errors?.some(({ message }) => message.includes(rerunNote)) === true;
  const text = isTold ? failures : whole;
  if (text === "") return undefined;
  const told = new Error(text);
  // Where the kit tells it says nothing to a reader.
  told.stack = "";
  return told;
}

function identityOf(task: Task): TestIdentity {
  const names = [task.name];
  for (let { suite } = task; suite !== undefined; { suite } = suite) names.unshift(suite.name);
  return testOf("vitest", { path: task.file.filepath, names });
}
