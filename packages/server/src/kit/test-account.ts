// What is held against a test beside its expectations, and what a failed one tells and leaves behind.
import type { Reply } from "./actors/reply.ts";
import { followPreventedCalls } from "./prevented-calls.ts";
import { rerunNote, type TestIdentity } from "./test-identity.ts";
import { keepTrace, traceFileOf, traceMode } from "./trace-files.ts";
import type { World } from "./world.ts";

/** A test failed although none of its expectations did. */
export class TestFault extends Error {
  override readonly name = "TestFault";
}

/** A story has no more lines than these, before its notes. */
const STORY_MAX = 34;

export interface AccountDeps {
  readonly world: World;
  readonly test: TestIdentity;
  /** False: unanswered interactions and calls of unknown routes do not fail the test. */
  readonly strict: boolean;
  /** What users did in this test. */
  readonly replies: () => readonly Reply[];
  /** Calls of unknown routes that older tests of the same world answered for. */
  readonly toldCalls?: Set<string>;
}

export class TestAccount {
  readonly #deps: AccountDeps;
  readonly #mode = traceMode();
  readonly #path: string;
  readonly #prevented: string[] = [];
  readonly #unfollow: () => void;
  /** The newest entry of the world's journal before the test. */
  #after: string | undefined;

  constructor(deps: AccountDeps) {
    const { world, test } = deps;
    this.#deps = deps;
    this.#path = traceFileOf(test.name);
    this.#unfollow = followPreventedCalls((line) => this.#prevented.push(line));
    process.on("unhandledRejection", this.#failed);
    world.failureNotes = [
      ...(this.#mode === "off" ? [] : [`kept in ${this.#path}`]),
      ...(test.rerun === undefined ? [] : [`${rerunNote}${test.rerun}`]),
    ];
  }

  /** For a test of a world in which others ran before. */
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

  /** @throws TestFault when the application failed, answered nobody, or called what is not there */
  async settle(): Promise<void> {
    const { world } = this.#deps;
    // A promise that was rejected a moment ago is reported in the next turn.
    await Promise.resolve();
    const faults = await this.#faults();
    await this.#keep(faults.length > 0);
    if (faults.length === 0) return;
    const text = [faults.join("\n\n"), ...world.failureNotes].join("\n");
    throw new TestFault(text, { cause: world.errors.splice(0)[0] });
  }

  /** What users saw in a test that failed; keeps its trace. */
  async story(): Promise<string> {
    await this.#keep(true);
    const { world, replies } = this.#deps;
    const told = replies().map(({ trace }) => trace.transcript);
    const lines = told.join("\n").split("\n");
    const shown = lines.length <= STORY_MAX ? lines : ["  …", ...lines.slice(-STORY_MAX)];
    return ["what users did:", ...(told.length === 0 ? ["  nothing"] : shown)]
      .concat(world.failureNotes)
      .join("\n");
  }

  /** Holds nothing more against the test. */
  end(): void {
    process.off("unhandledRejection", this.#failed);
    this.#unfollow();
  }

  async #keep(hasFailed: boolean): Promise<void> {
    if (this.#mode === "off" || (this.#mode === "retain-on-failure" && !hasFailed)) return;
    const { world, test } = this.#deps;
    await keepTrace(this.#path, { test: test.name, world, after: this.#after });
  }

  async #faults(): Promise<readonly string[]> {
    const { world, strict, replies, toldCalls = new Set() } = this.#deps;
    const failed = [
      ...this.#prevented.map((each) => `the real platform was called: ${each}`),
      ...world.errors.map((error) => `the application failed: ${textOf(error)}`),
    ];
    if (!strict) return failed;
    const unanswered = replies()
      .filter(({ isUnanswered }) => isUnanswered)
      .map(storyOf);
    const unknown = await world.journal({ kind: "request", name: "unknown" });
    const fresh = unknown.filter(({ id }) => !toldCalls.has(id));
    for (const { id } of fresh) toldCalls.add(id);
    const calls = fresh.map(({ summary }) => `there is no such route: ${summary}`);
    return [...failed, ...unanswered, ...calls];
  }
}

function storyOf({ user, outcome, trace }: Reply): string {
  return `nobody answered ${user.name} (${outcome}):\n${trace.transcript}`;
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
