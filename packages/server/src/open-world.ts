// What a store holds when the service starts: the world that it held before, or a fresh one.
import type { IssuedSecret } from "./control/world-file/world-builder.ts";
import { faultLines } from "./control/world-file/faults.ts";
import { World } from "@antechamber/contract/control";
import { secretsIn } from "@antechamber/contract/schema";
import { loadWorld, type LoadedBot } from "./control/world-file/load.ts";
import { WorldFileError, type WorldText } from "./control/world-file/read.ts";
import { publishedSecrets, secretTables, type SecretRecords } from "./control/published-secrets.ts";
import { rotateSecrets } from "./control/rotating.ts";
import {
  keptClock,
  loadedWorld,
  worlds,
  type WorldRecord,
} from "./control/world-file/stored-world.ts";
import type { SteerableClock } from "./platform/clock.ts";
import type { Random } from "./platform/random.ts";
import type { Dump, Reader, Store, Table } from "./platform/store.ts";

/** The start was asked for something that cannot be; the message is one line for the operator. */
export class StartError extends Error {
  override readonly name = "StartError";
}

export interface WorldWish {
  /** What to load into an empty store; undefined leaves it empty. */
  readonly world: unknown;
  /** The text that it was read from, in which faults have a place. */
  readonly worldText?: WorldText | undefined;
  /** The world was asked for by name: a store that holds something else already is then an error. */
  readonly isRequired?: boolean;
  /** Empty the store first. */
  readonly reset?: boolean;
  readonly production: boolean;
  /** Replace every secret of a store that was made in development. */
  readonly rotateSecrets?: boolean;
  readonly random: Random;
  /**
   * Keeps secrets that production mode made where the operator finds them, before they are in
   * force; absent: nobody needs them.
   */
  readonly keepSecrets?: (secrets: readonly IssuedSecret[]) => Promise<void>;
}

export interface OpenedWorld {
  /** True when the store was empty and the wished world was loaded into it. */
  readonly isFresh: boolean;
  /** Secrets that the file left out, shown this once. */
  readonly issued: readonly IssuedSecret[];
  /** Those that the file has and those that it left out, which the journal never shows. */
  readonly knownSecrets: readonly string[];
  /** The bots of a fresh world, in the order of the world. */
  readonly bots: readonly LoadedBot[];
}

/**
 * Loads the wished world, or goes on with the one that is there; the clock stands as it was left.
 * Of processes that start together one loads it, and the others go on with what that loaded.
 */
export function openWorldIn(
  store: Store,
  clock: SteerableClock,
  wish: WorldWish,
): Promise<OpenedWorld> {
  return store.alone(() => openAlone(store, clock, wish));
}

async function openAlone(
  store: Store,
  clock: SteerableClock,
  wish: WorldWish,
): Promise<OpenedWorld> {
  const held = await store.read(async (tx) => ({
    world: await loadedWorld({ tx }),
    clock: await keptClock({ tx }),
  }));
  if (held.world !== undefined && !wish.production && held.world.mode === "production") {
    throw new StartError(
      "the store was made in production mode: start it with --mode production, or name another --store",
    );
  }
  if (wish.reset === true) refuseOthers(store, "--reset would take the world from them");
  if (held.world === undefined || wish.reset === true) return loadFresh(store, clock, wish);
  if (wish.isRequired === true) {
    const otherwise = wish.production
      ? "name an empty --store to load another"
      : "with --reset to load another in its place";
    throw new StartError(
      `the store holds a world already: start without --world to go on with it, or ${otherwise}`,
    );
  }
  if (wish.production) await makeFit(store, held.world, wish);
  if (held.clock !== undefined) clock.restore(held.clock);
  const knownSecrets = secretsIn(World, wish.world);
  return { isFresh: false, issued: [], bots: [], knownSecrets };
}

/** @throws StartError while other processes work on the store */
function refuseOthers({ processes }: Store, why: string): void {
  const others = processes.living().length - 1;
  if (others === 0) return;
  const they = others === 1 ? "1 other process uses" : `${others} other processes use`;
  throw new StartError(`${they} the store, or did some seconds ago: ${why}`);
}

async function loadFresh(
  store: Store,
  clock: SteerableClock,
  wish: WorldWish,
): Promise<OpenedWorld> {
  const loading = loadWorld(wish.world ?? {}, { ...wish, systemNow: clock.now() });
  if (!loading.ok) throw new WorldFileError(await faultLines(loading.issues, wish.worldText));
  const { dump, issued, bots, clock: state } = loading.world;
  if (wish.production) {
    refusePublished("the world file has", publishedSecrets(recordsIn(dump.tables)), "give others");
    if (issued.length > 0) await wish.keepSecrets?.(issued);
  }
  await store.load(dump);
  clock.restore(state);
  const left = issued.map(({ secret }) => secret);
  const knownSecrets = [...secretsIn(World, wish.world), ...left];
  return { isFresh: true, issued, bots, knownSecrets };
}

/** What was made in development goes into production without any of its secrets, or not at all. */
async function makeFit(store: Store, world: WorldRecord, wish: WorldWish): Promise<void> {
  if (world.mode === "production") return;
  if (wish.rotateSecrets === true) {
    refuseOthers(store, "--rotate-secrets would end what they do");
    const { random, keepSecrets: keep = async () => undefined } = wish;
    await rotateSecrets({ store, random, keep });
  } else {
    await refuseUnfit(store, world);
  }
  await store.transaction(async (tx) => tx.put(worlds, { ...world, mode: "production" }));
}

/** Of an older store nobody knows how it was made: its secrets say it. */
async function refuseUnfit(store: Store, { mode }: WorldRecord): Promise<void> {
  const remedy = "--rotate-secrets replaces them all and ends every sign-in";
  const read = async (tx: Reader) =>
    Object.fromEntries(
      await Promise.all(
        secretTables.map(async (each) => [each.name, await tx.find(each)] as const),
      ),
    );
  refusePublished("the store has", publishedSecrets(recordsIn(await store.read(read))), remedy);
  if (mode === undefined) return;
  throw new StartError(
    `the store was made in development mode, where anybody could sign in as anybody: ${remedy}`,
  );
}

/** So many are named. */
const NAMED_MAX = 3;

function refusePublished(whose: string, published: readonly string[], remedy: string): void {
  if (published.length === 0) return;
  const more = published.length - NAMED_MAX;
  const named = published.slice(0, NAMED_MAX).join(", ") + (more > 0 ? ` and ${more} more` : "");
  throw new StartError(
    `${whose} secrets of development mode, which everyone can know (${named}): ${remedy}`,
  );
}

function recordsIn(tables: Dump["tables"]): SecretRecords {
  return <R extends object>({ name }: Table<R>) => (tables[name] ?? []) as readonly R[];
}
