// Checks on a test other than its expectations, and what a failed test reports and leaves behind.
import type { Reply } from "./actors/reply.ts";
import { CannotDo, Refusal } from "./client/errors.ts";
import { followPreventedCalls } from "./prevented-calls.ts";
import { rerunNotes, type TestIdentity } from "./test-identity.ts";
import { writeTrace, traceFileOf, traceMode } from "./trace-files.ts";
import type { World } from "./world.ts";

/** A test failed although none of its expectations did. */
export class TestFault extends Error {
  override readonly name = "TestFault";
}

/** The most lines of a story, not counting its notes. */
const STORY_MAX = 34;

/** The most failures in a story, and the most lines of each: message, and where it was thrown. */
const FAILURES_MAX = 2;
const FAILURE_LINES_MAX = 4;

/** The events of a process by which errors come to light that nobody caught. */
const uncaught = ["unhandledRejection", "uncaughtException"] as const;

/** What is reported in addition to a failed expectation. */
export interface FailureStory {
  /** The failures, what users did and saw, and notes. */
  readonly whole: string;
  /** Prevented calls to the real platform, and the application's errors; may be empty. */
  readonly failures: string;
}

/** The world or guild that a test was given. */
export interface TestSubject {
  /** The replies to acts of users in this test. */
  readonly replies: readonly Reply[];
  /** Lines that a failure of this test ends with. */
  failureNotes: readonly string[];
}

/** The dependencies of a test's account. */
export interface AccountDeps {
  readonly world: World;
  readonly test: TestIdentity;
  /** False: unanswered interactions and calls of unknown routes do not fail the test. */
  readonly strict: boolean;
  /** The test's own world or guild. Tests that share a world may run concurrently. */
  readonly given: TestSubject;
  /** Calls of unknown routes that were reported by earlier tests in the same world. */
  readonly reportedCalls?: Set<string>;
}

/** What happened in one test, and what its application did wrong. */
export class TestAccount {
  readonly #deps: AccountDeps;
  readonly #mode = traceMode();
  readonly #path: string;
  readonly #prevented: string[] = [];
  readonly #unfollow: () => void;
  /** Notes on where the trace is stored, and how to run the test again. */
  readonly notes: readonly string[];
  /** The newest entry of the world's journal before the test. */
  #after: string | undefined;

  constructor(deps: AccountDeps) {
    const { given, test } = deps;
    this.#deps = deps;
    this.#path = traceFileOf(test.name);
    this.#unfollow = followPreventedCalls((line) => this.#prevented.push(line));
    for (const name of uncaught) process.on(name, this.#failed);
    this.notes = [
      ...(this.#mode === "off" ? [] : [`trace saved to ${this.#path}`]),
      ...rerunNotes(test),
    ];
    given.failureNotes = this.notes;
  }

  /** Call this first for a test in a world that other tests have used. */
  async begin(): Promise<void> {
    if (this.#mode === "off") return;
    const { items } = await this.#deps.world.control.call<{ items: { id: string }[] }>(
      "GET /journal",
      { query: { limit: 1 } },
    );
    this.#after = items.at(-1)?.id;
  }

  readonly #failed = (error: unknown): void => {
    this.#deps.world.errors.push(error);
  };

  /**
   * @throws TestFault when the application failed, did not respond, or called an unknown route or
   *   the real platform
   */
  async settle(): Promise<void> {
    const { world, given } = this.#deps;
    // Acts that the test did not await may fail, or be left without an answer, all the same.
    await world.actsEnded();
    const faults = await this.#faults();
    await this.#keep({ hasFailed: faults.length > 0 });
    if (faults.length === 0) return;
    const text = [faults.join("\n\n"), ...given.failureNotes].join("\n");
    const [cause] = world.errors.splice(0);
    if (cause !== undefined) throw new TestFault(text, { cause });
    const fault = new TestFault(text);
    // Runners show the line of a test that is in the stack: that of the act, where it is about one.
    const act = given.replies.find(({ isUnanswered }) => isUnanswered);
    if (act !== undefined) fault.stack = `${String(fault)}\n${act.origin}`;
    throw fault;
  }

  /** What happened in a failed test; also stores its trace. */
  async story(): Promise<FailureStory> {
    const { world, given } = this.#deps;
    // What the test did without await would fail later, and be reported for the next test.
    await world.actsEnded();
    // An error in storing the trace, such as a read-only folder, must not hide the test's own
    // error.
    const unkept = await this.#keep({ hasFailed: true }).then(
      () => [],
      (error: unknown) => [`the trace could not be saved: ${(error as Error).message}`],
    );
    const failures = [...shownFailures(this.#failures()), ...unkept];
    // Errors from here on belong to the next test of a shared world.
    world.errors.length = 0;
    const transcripts = given.replies.map(({ trace }) => trace.transcript);
    const lines = transcripts.join("\n").split("\n");
    const room = STORY_MAX - failures.length;
    const shown = lines.length <= room ? lines : ["  …", ...lines.slice(-room)];
    const did = transcripts.length === 0 ? [] : ["what users did:", ...shown];
    return {
      whole: [...failures, ...did, ...given.failureNotes].join("\n"),
      failures: failures.join("\n"),
    };
  }

  /** Stops recording errors. */
  end(): void {
    for (const name of uncaught) process.off(name, this.#failed);
    this.#unfollow();
  }

  async #keep({ hasFailed }: { readonly hasFailed: boolean }): Promise<void> {
    if (this.#mode === "off" || (this.#mode === "retain-on-failure" && !hasFailed)) return;
    const { world, test } = this.#deps;
    await writeTrace(this.#path, { test: test.name, world, after: this.#after });
  }

  async #faults(): Promise<readonly string[]> {
    const { world, strict, given, reportedCalls = new Set() } = this.#deps;
    const failed = this.#failures();
    if (!strict) return failed;
    const unanswered = given.replies.filter(({ isUnanswered }) => isUnanswered).map(storyOf);
    const unknown = await world.journal({ kind: "request", name: "unknown" });
    const fresh = unknown.filter(({ id }) => !reportedCalls.has(id));
    for (const { id } of fresh) reportedCalls.add(id);
    const calls = fresh.map(({ summary }) => `unknown route: ${summary}`);
    return [...failed, ...unanswered, ...calls];
  }

  #failures(): readonly string[] {
    return [
      ...this.#prevented.map((each) => `the real platform was called: ${each}`),
      ...this.#deps.world.errors.map((error) => `${whatFailed(error)} failed: ${textOf(error)}`),
    ];
  }
}

/** The lines of the first failures, and how many more there are. */
function shownFailures(failures: readonly string[]): readonly string[] {
  const more = failures.length - FAILURES_MAX;
  return [
    ...failures
      .slice(0, FAILURES_MAX)
      .flatMap((each) => each.split("\n").slice(0, FAILURE_LINES_MAX)),
    ...(more > 0 ? [`and ${more} more failures`] : []),
  ];
}

function storyOf({ user, outcome, trace }: Reply): string {
  return `nobody answered ${user.name} (${outcome}):
${trace.transcript}`;
}

/** What an error that nobody caught is of: applications throw no errors of the kit or of runners. */
function whatFailed(error: unknown): string {
  const isOfKit = error instanceof CannotDo || error instanceof Refusal;
  return isOfKit || isExpectation(error) ? "what the test did without await" : "the application";
}

/** Whether it is an error of `expect`, of vitest or jest. */
function isExpectation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Those of node:assert have both values too, but applications also use that.
  const isOfVitest = "actual" in error && "expected" in error && !("code" in error);
  return isOfVitest || "matcherResult" in error;
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
