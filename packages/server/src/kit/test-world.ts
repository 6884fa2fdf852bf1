// The world of one test, whatever runs it: opened before, held to account and closed after.
import { serverOfRun } from "./servers/run-server.ts";
import type { ServerAddress } from "./control-client.ts";
import { World, type LimitsProfile } from "./world.ts";
import { followPreventedCalls } from "./prevented-calls.ts";
import type { Reply } from "./actors/reply.ts";
import { completeWorld, defaultWorld, type WorldFileDraft } from "./worlds/recipe.ts";
import { openWorld } from "./worlds/open-world.ts";

export interface WorldOptions {
  /** What the world begins with; absent: two applications, a guild, and alice, bob and mod. */
  readonly world?: WorldFileDraft;
  /** The rate limits; absent: none. */
  readonly limits?: LimitsProfile;
  readonly clock?: { readonly now?: string; readonly frozen?: boolean };
  /** Real milliseconds before the gateway says hello; absent: none. Some libraries need a few. */
  readonly helloDelay?: number;
  /** False: unanswered interactions and calls of unknown routes do not fail the test. */
  readonly strict?: boolean;
  /** Absent: the server of this run. */
  readonly server?: ServerAddress;
}

/** A test failed although none of its expectations did. */
export class TestFault extends Error {
  override readonly name = "TestFault";
}

export interface TestWorld {
  readonly world: World;
  /**
   * Closes the world.
   *
   * @throws TestFault when the application failed, answered nobody, or called what is not there
   */
  finish(): Promise<void>;
  /** Closes the world of a test that failed already. */
  abandon(): Promise<void>;
}

/** @param name the test's full name: the same name gives the same ids */
export async function openTestWorld(name: string, options: WorldOptions = {}): Promise<TestWorld> {
  const { world: draft = defaultWorld, strict = true, limits, clock, helloDelay } = options;
  const complete = completeWorld(draft, { seed: name, limits, clock, helloDelay });
  const server = options.server ?? (await serverOfRun());
  const opened = await openWorld(server, { world: complete.file }, name);
  const world = new World(opened, complete, server);
  const prevented: string[] = [];
  const unfollow = followPreventedCalls((line) => prevented.push(line));
  const failed = (error: unknown) => world.errors.push(error);
  process.on("unhandledRejection", failed);

  async function close(): Promise<void> {
    process.off("unhandledRejection", failed);
    unfollow();
    await world.close();
    await opened.close();
  }

  return {
    world,
    abandon: close,
    async finish() {
      try {
        // A promise that was rejected a moment ago is reported in the next turn.
        await Promise.resolve();
        const faults = [
          ...prevented.map((each) => `the real platform was called: ${each}`),
          ...(await faultsIn(world, strict)),
        ];
        if (faults.length > 0) throw new TestFault(faults.join("\n\n"), { cause: world.errors[0] });
      } finally {
        await close();
      }
    },
  };
}

async function faultsIn(world: World, strict: boolean): Promise<readonly string[]> {
  const failed = world.errors.map((error) => `the application failed: ${textOf(error)}`);
  if (!strict) return failed;
  const unanswered = world.replies.filter(({ isUnanswered }) => isUnanswered).map(storyOf);
  const unknown = await world.journal({ kind: "request", name: "unknown" });
  const calls = unknown.map(({ summary }) => `there is no such route: ${summary}`);
  return [...failed, ...unanswered, ...calls];
}

function storyOf({ user, outcome, trace }: Reply): string {
  return `nobody answered ${user.name} (${outcome}):\n${trace.transcript}`;
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
