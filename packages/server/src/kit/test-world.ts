// The world of one test, in any runner: opened before the test, checked and closed after it.
import type { ServerAddress } from "./client/control-client.ts";
import { TestGuild } from "./guild.ts";
import { serverOfRun } from "./servers/server-of-run.ts";
import { TestAccount, type FailureStory } from "./test-account.ts";
import type { TestIdentity } from "./test-identity.ts";
import { World, type LimitsProfile } from "./world.ts";
import { knownApplication, openWorld } from "./worlds/open-world.ts";
import {
  completeWorld,
  defaultWorld,
  type GuildRecipe,
  type WorldFileDraft,
} from "./worlds/recipe.ts";

/** How a test's world starts, and how the test is checked. */
export interface WorldOptions {
  /**
   * The initial content of the world; absent: two applications, a guild, and the users alice, bob
   * and mod.
   */
  readonly world?: WorldFileDraft;
  /** The rate limits; absent: none. */
  readonly limits?: LimitsProfile;
  /** The state of the clock; absent: frozen at 2026-01-01T00:00:00Z. */
  readonly clock?: { readonly now?: string; readonly frozen?: boolean };
  /** Real milliseconds before the gateway sends HELLO; absent: none. Some libraries need a few. */
  readonly helloDelay?: number;
  /** False: unanswered interactions and calls of unknown routes do not fail the test. */
  readonly strict?: boolean;
  /** Runs once in each world that is opened, for example to sign a bot in. */
  readonly prepare?: (world: World) => unknown;
  /** The initial content of a test's own guild; absent: that of the world's first guild. */
  readonly guild?: GuildRecipe;
  /** The server to use; absent: that of this run. */
  readonly server?: ServerAddress;
}

/** Ends what a test was given. */
export interface Ending {
  /**
   * Ends it after a test that passed.
   *
   * @throws TestFault when the application failed, did not respond, or called an unknown route or
   *   the real platform
   */
  finish(): Promise<void>;
  /** Ends it after a test that failed already. */
  abandon(): Promise<FailureStory>;
}

/** A world, and how it ends. */
export interface TestWorld extends Ending {
  readonly world: World;
}

/**
 * Opens a world for one test.
 *
 * @param test its full name: the same name gives the same ids
 */
export async function openTestWorld(
  test: string | TestIdentity,
  options: WorldOptions = {},
): Promise<TestWorld> {
  const identity = typeof test === "string" ? { name: test } : test;
  const { world, close } = await openedWorld(identity.name, options);
  const { strict = true } = options;
  const account = new TestAccount({ world, test: identity, strict, given: world });
  const ending = endingOf(account, close);
  try {
    await options.prepare?.(world);
  } catch (error) {
    await ending.abandon();
    throw error;
  }
  return { world, ...ending };
}

/** A world that the tests of a file share, in which each has its own guild. */
export class SharedWorld {
  readonly #name: string;
  readonly #options: WorldOptions;
  readonly #reportedCalls = new Set<string>();
  /** The accounts of the tests that are running. */
  readonly #accounts = new Set<TestAccount>();
  #opened: Promise<Awaited<ReturnType<typeof openedWorld>>> | undefined;

  /** @param name the name of the file */
  constructor(name: string, options: WorldOptions) {
    this.#name = name;
    this.#options = options;
  }

  /** Opens a guild for one test; the first call opens the world. */
  async openGuild(test: TestIdentity): Promise<Ending & { readonly guild: TestGuild }> {
    const { world } = await this.#whenOpen();
    const guild = new TestGuild(world, await world.addGuild(this.#options.guild));
    const { strict = true } = this.#options;
    const reportedCalls = this.#reportedCalls;
    const account = new TestAccount({ world, test, strict, given: guild, reportedCalls });
    this.#accounts.add(account);
    this.#note(world);
    await account.begin();
    const close = () => {
      this.#accounts.delete(account);
      this.#note(world);
      return guild.remove();
    };
    return { guild, ...endingOf(account, close) };
  }

  /**
   * Acts in the world itself, rather than in a test's guild, may belong to any test that is
   * running.
   */
  #note(world: World): void {
    world.failureNotes = [...this.#accounts].flatMap(({ notes }) => notes);
  }

  /** Closes the world, and everything that was started in it. */
  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    await opened?.close();
  }

  /** If preparing a world fails, another one is opened for the next test, or for a retry. */
  #whenOpen() {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #open() {
    const opened = await openedWorld(this.#name, this.#options);
    try {
      await this.#options.prepare?.(opened.world);
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  }
}

async function openedWorld(seed: string, options: WorldOptions) {
  const { world: draft = defaultWorld, limits, clock, helloDelay } = options;
  const complete = completeWorld(draft, { seed, limits, clock, helloDelay });
  const server = options.server ?? (await serverOfRun());
  const opened = await openWorld(server, { world: complete.file }, seed);
  const applications = await Promise.all(
    complete.applications.map((each) => knownApplication(opened.control, each)),
  );
  const world = new World(opened, { ...complete, applications }, server);
  async function close(): Promise<void> {
    try {
      await world.close();
    } finally {
      await opened.close();
    }
  }
  return { world, close };
}

function endingOf(account: TestAccount, close: () => Promise<void>): Ending {
  async function end(): Promise<void> {
    account.end();
    await close();
  }
  return {
    async finish() {
      try {
        await account.settle();
      } finally {
        await end();
      }
    },
    async abandon() {
      try {
        return await account.story();
      } finally {
        // An error in closing must not hide the error of the test.
        await end().catch(() => undefined);
      }
    },
  };
}
