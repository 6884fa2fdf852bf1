// `antechamber/testing/jest`: a world or a guild for each test, and the matchers. It uses the
// globals that jest injects into every test file, and none of its packages.
import { inspect } from "node:util";
import type { WorldClock } from "../client/clock.ts";
import { globalScope } from "../client/environment.ts";
import type { TestGuild } from "../guild.ts";
import { matchers, type Matchers as KitMatchers } from "../matchers/all.ts";
import type { FailureStory } from "../test-account.ts";
import { hasRerunNote, messageOf, testOf } from "../test-identity.ts";
import { openTestWorld, SharedWorld, type Ending, type WorldOptions } from "../test-world.ts";
import type { World } from "../world.ts";
import { fixtureNames } from "./fixture-names.ts";

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the types of jest are there
  namespace jest {
    // The names and parameters are those of jest's types.
    interface Matchers<R, T = {}> extends KitMatchers<R> {}
    interface Expect {}
  }
}

interface AllMatchers<R> extends KitMatchers<R> {
  readonly not: KitMatchers<R>;
}

/** The type from jest's own types, if they are installed. */
export type Expect = jest.Expect extends (...args: never[]) => unknown
  ? jest.Expect
  : (actual: unknown) => AllMatchers<void>;

/** The fixtures; those that a test names are opened for it. */
export interface Fixtures {
  /** A world for this test alone. */
  readonly world: World;
  /** The world's clock. */
  readonly clock: WorldClock;
  /** A guild for this test alone, in a world that the tests of the file share. */
  readonly guild: TestGuild;
}

type TestBody = (fixtures: Fixtures) => unknown;
type RowBody<R> = (row: R, fixtures: Fixtures) => unknown;
type Define = (name: string, body: TestBody, timeoutMs?: number) => void;

/** Defines a test, or one for each row. */
interface DefineAny extends Define {
  readonly only: Define;
  readonly skip: Define;
  /** Defines a test for each row: `test.for([1, 2])("%d", async (row, { world }) => …)`. */
  for<R>(rows: readonly R[]): (name: string, body: RowBody<R>, timeoutMs?: number) => void;
}

/** jest's `test`, with a world or a guild for each test: `test("…", async ({ world }) => …)`. */
export interface WorldTest extends DefineAny {
  /** Runs concurrently with other concurrent tests of its `describe`. */
  readonly concurrent: DefineAny;
  readonly todo: (name: string) => void;
  /** Sets the options of worlds for the tests of this file, or of this `describe`. */
  use(options: WorldOptions): void;
}

interface JestDefine {
  (name: string, body: () => unknown, timeoutMs?: number): void;
}

interface JestDefineAny extends JestDefine {
  readonly only: JestDefine;
  readonly skip: JestDefine;
  each(
    rows: readonly unknown[],
  ): (name: string, body: (...row: readonly unknown[]) => unknown, timeoutMs?: number) => void;
}

interface JestState {
  readonly currentTestName?: string;
  /** The name of the calling test, if several run concurrently. */
  readonly currentConcurrentTestName?: () => string | undefined;
  readonly testPath?: string;
}

interface JestGlobals {
  readonly test: JestDefineAny & {
    readonly concurrent: JestDefineAny;
    todo(name: string): void;
  };
  readonly expect: {
    extend(matchers: object): void;
    getState(): JestState;
  };
  beforeAll(task: () => unknown): void;
  afterEach(task: () => unknown): void;
  afterAll(task: () => unknown): void;
}

/** @throws Error if jest does not inject its globals */
function jestGlobals(): JestGlobals {
  const scope = globalScope() as unknown as Partial<JestGlobals>;
  if (scope.test === undefined || scope.expect === undefined) {
    throw new Error("antechamber/testing/jest is for test files of jest, with `injectGlobals`");
  }
  return scope as JestGlobals;
}

/** What a running test opened. */
interface RunningTest {
  readonly name: string;
  readonly opened: readonly Ending[];
}

/** The worlds and guilds that the tests of a file have opened. */
class FileOfTests {
  readonly #jest: JestGlobals;
  readonly #shared = new Map<WorldOptions, SharedWorld>();
  readonly #running = new Set<RunningTest>();
  readonly #options: WorldOptions[] = [{}];

  constructor(jest: JestGlobals) {
    this.#jest = jest;
    jest.afterEach(() => this.#endTimedOut());
    jest.afterAll(() => this.#close());
  }

  use(options: WorldOptions): void {
    this.#jest.beforeAll(() => this.#options.push(options));
    this.#jest.afterAll(() => this.#options.pop());
  }

  /** Runs a test with its fixtures, and closes them afterwards. */
  async run(names: readonly string[], body: TestBody): Promise<void> {
    const test = this.#test();
    const options = this.#options.at(-1) ?? {};
    const { opened, fixtures } = await this.#open(names, test, options);
    const running = { name: test.name, opened };
    this.#running.add(running);
    try {
      await body(fixtures as Fixtures);
    } catch (error) {
      throw withStory(error, await storyOf(opened));
    } finally {
      this.#running.delete(running);
    }
    await finish(opened);
  }

  async #open(names: readonly string[], test: ReturnType<typeof testOf>, options: WorldOptions) {
    const opened: Ending[] = [];
    const fixtures: { world?: World; clock?: WorldClock; guild?: TestGuild } = {};
    if (names.includes("world") || names.includes("clock")) {
      const made = await openTestWorld(test, options);
      opened.push(made);
      Object.assign(fixtures, { world: made.world, clock: made.world.clock });
    }
    if (names.includes("guild")) {
      const shared = this.#shared.get(options) ?? new SharedWorld(test.file, options);
      this.#shared.set(options, shared);
      const made = await shared.openGuild(test).catch(async (error: unknown) => {
        for (const each of opened) await each.abandon();
        throw error;
      });
      opened.push(made);
      fixtures.guild = made.guild;
    }
    return { opened, fixtures };
  }

  #test() {
    const state = this.#jest.expect.getState();
    const { currentTestName = "a test", testPath = "" } = state;
    const name = state.currentConcurrentTestName?.() ?? currentTestName;
    return testOf("jest", { path: testPath, names: [name] });
  }

  /**
   * Ends what is left of a test that has just timed out; no others are running under its name.
   *
   * @throws Error with the users' acts, which jest reports beside the timeout
   */
  async #endTimedOut(): Promise<void> {
    const { name } = this.#test();
    const timedOut = [...this.#running].find((each) => each.name === name);
    if (timedOut === undefined) return;
    this.#running.delete(timedOut);
    const story = await storyOf(timedOut.opened);
    if (story !== undefined) throw Object.assign(new Error(story.whole), { stack: story.whole });
  }

  /** Closes what is left of tests that timed out while they ran at once with others. */
  async #close(): Promise<void> {
    for (const { opened } of this.#running) await storyOf(opened);
    for (const each of this.#shared.values()) await each.close();
  }
}

/** Ends everything after a test that failed. */
async function storyOf(opened: readonly Ending[]): Promise<FailureStory | undefined> {
  const [story] = await Promise.all(opened.map((each) => each.abandon()));
  return story;
}

/** Finishes everything, even after an error. @throws Error with all that went wrong */
async function finish(endings: readonly Ending[]): Promise<void> {
  const faults: Error[] = [];
  for (const each of endings) await each.finish().catch((fault: Error) => faults.push(fault));
  const [fault, ...others] = faults;
  if (fault === undefined) return;
  if (others.length === 0) throw fault;
  throw new AggregateError(faults, faults.map(({ message }) => message).join("\n\n"));
}

/**
 * The error of a test, with the application's failures added, and the users' acts unless it
 * contains them.
 */
function withStory(thrown: unknown, story: FailureStory | undefined): unknown {
  const text = hasRerunNote(thrown) ? story?.failures : story?.whole;
  if (text === undefined || text === "") return thrown;
  const message = messageOf(thrown) ?? `thrown: ${inspect(thrown)}`;
  const longer = `${message}\n\n${text}`;
  const { stack } = Object(thrown) as Partial<Error>;
  // jest prints the stack, which starts with the message.
  const longerStack = stack?.replace(message, () => longer) ?? longer;
  // An AbortSignal's error cannot be changed, nor can a text.
  const own = Object.getOwnPropertyDescriptor(Object(thrown), "message");
  const error = own?.writable === true ? (thrown as Error) : new Error(longer);
  return Object.assign(error, { message: longer, stack: longerStack });
}

function openedTests(jest: JestGlobals): WorldTest {
  const file = new FileOfTests(jest);

  const defining =
    (define: JestDefine): Define =>
    (name, body, timeoutMs) => {
      const names = fixtureNames(body);
      define(name, () => file.run(names, body), timeoutMs);
    };

  const definingAny = (define: JestDefineAny): DefineAny =>
    Object.assign(defining(define), {
      only: defining(define.only),
      skip: defining(define.skip),
      for<R>(rows: readonly R[]) {
        const isTable = rows.every((row) => Array.isArray(row));
        return (name: string, body: RowBody<R>, timeoutMs?: number) => {
          const names = fixtureNames(body, 1);
          const run = (...row: readonly unknown[]) =>
            file.run(names, (fixtures) => body((isTable ? row : row[0]) as R, fixtures));
          define.each(rows)(name, run, timeoutMs);
        };
      },
    });

  return Object.assign(definingAny(jest.test), {
    concurrent: definingAny(jest.test.concurrent),
    todo: (name: string) => jest.test.todo(name),
    use: (options: WorldOptions) => file.use(options),
  });
}

const globals = jestGlobals();
globals.expect.extend(matchers);

/** jest's `expect`, with the matchers of the kit. */
export const expect: Expect = globals.expect as unknown as Expect;
/**
 * jest's `test`, with fixtures: `test("…", async ({ world, clock, guild }) => …)` opens those it
 * names.
 */
export const test: WorldTest = openedTests(globals);
