// The world of one test, whatever runs it: opened before, held to account and closed after.
import type { ServerAddress } from "./client/control-client.ts";
import { TestGuild } from "./guild.ts";
import { serverOfRun } from "./servers/server-of-run.ts";
import { TestAccount, type Story } from "./test-account.ts";
import type { TestIdentity } from "./test-identity.ts";
import { World, type LimitsProfile } from "./world.ts";
import { openWorld } from "./worlds/open-world.ts";
import {
  completeWorld,
  defaultWorld,
  type GuildRecipe,
  type WorldFileDraft,
} from "./worlds/recipe.ts";

/** What a world of a test begins with, and how it is held to account. */
export interface WorldOptions {
  /** What the world begins with; absent: two applications, a guild, and alice, bob and mod. */
  readonly world?: WorldFileDraft;
  /** The rate limits; absent: none. */
  readonly limits?: LimitsProfile;
  /** Where its clock stands; absent: frozen at 2026-01-01T00:00:00Z. */
  readonly clock?: { readonly now?: string; readonly frozen?: boolean };
  /** Real milliseconds before the gateway says hello; absent: none. Some libraries need a few. */
  readonly helloDelay?: number;
  /** False: unanswered interactions and calls of unknown routes do not fail the test. */
  readonly strict?: boolean;
  /** What is done once in each world that is opened: a bot signs in, say. */
  readonly prepare?: (world: World) => unknown;
  /** What a guild of its own begins with; absent: what the first guild of the world begins with. */
  readonly guild?: GuildRecipe;
  /** Absent: the server of this run. */
  readonly server?: ServerAddress;
}

/** How what a test was given ends with it. */
export interface Ending {
  /**
   * Ends it after a test that passed.
   *
   * @throws TestFault when the application failed, answered nobody, or called what is not there
   */
  finish(): Promise<void>;
  /** Ends it after a test that failed already. */
  abandon(): Promise<Story>;
}

/** A world with how it ends. */
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

/** A world that the tests of a file share, in which each has a guild of its own. */
export class SharedWorld {
  readonly #name: string;
  readonly #options: WorldOptions;
  readonly #reportedCalls = new Set<string>();
  /** Of the tests that run now. */
  readonly #accounts = new Set<TestAccount>();
  #opened: Promise<Awaited<ReturnType<typeof openedWorld>>> | undefined;

  /** @param name that of the file */
  constructor(name: string, options: WorldOptions) {
    this.#name = name;
    this.#options = options;
  }

  /** Opens a guild for one test; the first one opens the world. */
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

  /** Who acts in the world itself, and in no guild of a test, may act for any that runs now. */
  #note(world: World): void {
    world.failureNotes = [...this.#accounts].flatMap(({ notes }) => notes);
  }

  /** Ends the world with everything that was begun in it. */
  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    await opened?.close();
  }

  /** A world that could not be prepared is opened anew for the next test, or for this one again. */
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
  const world = new World(opened, complete, server);
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
        // What the test failed with matters more than what could not be ended after it.
        await end().catch(() => undefined);
      }
    },
  };
}
