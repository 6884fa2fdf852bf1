// Opens the world in a store when the service starts: the stored one, or a fresh one.
import type { IssuedSecret } from "../control/world-file/world-builder.ts";
import { faultLines } from "../control/world-file/faults.ts";
import { World } from "@antechamber/contract/control";
import { secretsIn } from "@antechamber/contract/schema";
import { loadWorld, type LoadedBot } from "../control/world-file/load.ts";
import { WorldFileError, type WorldText } from "../control/world-file/read.ts";
import {
  publishedSecrets,
  secretTables,
  type SecretRecords,
} from "../control/published-secrets.ts";
import { rotateSecrets } from "../control/rotating.ts";
import {
  storedClock,
  loadedWorld,
  worlds,
  type WorldRecord,
} from "../control/world-file/stored-world.ts";
import type { SteerableClock } from "../platform/clock.ts";
import type { Random } from "../platform/random.ts";
import type { Dump, Reader, Store, Table } from "../platform/store.ts";

/** An invalid request to start; the message is one line for the operator. */
export class StartError extends Error {
  override readonly name = "StartError";
}

export interface WorldRequest {
  /** The world file to load into an empty store; undefined leaves it empty. */
  readonly world: unknown;
  /** The text of the file, for the line and column of errors. */
  readonly worldText?: WorldText | undefined;
  /** Whether a world file was given explicitly; a store with a world is then an error. */
  readonly isRequired?: boolean;
  /** Empty the store first. */
  readonly reset?: boolean;
  readonly production: boolean;
  /** Replace every secret of a store that was created in development mode. */
  readonly rotateSecrets?: boolean;
  readonly random: Random;
  /**
   * Stores secrets generated in production mode where the operator can find them, before they take
   * effect; absent: they are not stored.
   */
  readonly keepSecrets?: (secrets: readonly IssuedSecret[]) => Promise<void>;
}

export interface OpenedWorld {
  /** Whether the store was empty, and the given world was loaded into it. */
  readonly isFresh: boolean;
  /** Secrets that the file left out and were generated; they are shown only now. */
  readonly issued: readonly IssuedSecret[];
  /** Secrets in the file and generated ones, which the journal never shows. */
  readonly knownSecrets: readonly string[];
  /** The bots of a fresh world, in the order of the file. */
  readonly bots: readonly LoadedBot[];
}

/**
 * Loads the given world, or opens the stored one with its clock. Of several processes that start at
 * once, one loads the world, and the others open it.
 */
export function openWorldIn(
  store: Store,
  clock: SteerableClock,
  request: WorldRequest,
): Promise<OpenedWorld> {
  return store.exclusively(() => openUnshared(store, clock, request));
}

async function openUnshared(
  store: Store,
  clock: SteerableClock,
  request: WorldRequest,
): Promise<OpenedWorld> {
  const held = await store.read(async (tx) => ({
    world: await loadedWorld({ tx }),
    clock: await storedClock({ tx }),
  }));
  if (held.world !== undefined && !request.production && held.world.mode === "production") {
    throw new StartError(
      "the store was made in production mode: start it with --mode production, or name another --store",
    );
  }
  if (request.reset === true) refuseOthers(store, "--reset would take the world from them");
  if (held.world === undefined || request.reset === true) return loadFresh(store, clock, request);
  if (request.isRequired === true) {
    const otherwise = request.production
      ? "name an empty --store to load another"
      : "with --reset to load another in its place";
    throw new StartError(
      `the store holds a world already: start without --world to go on with it, or ${otherwise}`,
    );
  }
  if (request.production) await makeFit(store, held.world, request);
  if (held.clock !== undefined) clock.restore(held.clock);
  const knownSecrets = secretsIn(World, request.world);
  return { isFresh: false, issued: [], bots: [], knownSecrets };
}

/** @throws StartError while other processes use the store */
function refuseOthers({ processes }: Store, why: string): void {
  const others = processes.living().length - 1;
  if (others === 0) return;
  const they = others === 1 ? "1 other process uses" : `${others} other processes use`;
  throw new StartError(`${they} the store, or did some seconds ago: ${why}`);
}

async function loadFresh(
  store: Store,
  clock: SteerableClock,
  request: WorldRequest,
): Promise<OpenedWorld> {
  const loading = loadWorld(request.world ?? {}, { ...request, systemNow: clock.now() });
  if (!loading.ok) throw new WorldFileError(await faultLines(loading.issues, request.worldText));
  const { dump, issued, bots, clock: state } = loading.world;
  if (request.production) {
    refusePublished("the world file has", publishedSecrets(recordsIn(dump.tables)), "give others");
    if (issued.length > 0) await request.keepSecrets?.(issued);
  }
  await store.load(dump);
  clock.restore(state);
  const left = issued.map(({ secret }) => secret);
  const knownSecrets = [...secretsIn(World, request.world), ...left];
  return { isFresh: true, issued, bots, knownSecrets };
}

/** Prepares a development store for production: replaces all its secrets, or refuses it. */
async function makeFit(store: Store, world: WorldRecord, request: WorldRequest): Promise<void> {
  if (world.mode === "production") return;
  if (request.rotateSecrets === true) {
    refuseOthers(store, "--rotate-secrets would end what they do");
    const { random, keepSecrets: keep = async () => undefined } = request;
    await rotateSecrets({ store, random, keep });
  } else {
    await refuseUnfit(store, world);
  }
  await store.transaction(async (tx) => tx.put(worlds, { ...world, mode: "production" }));
}

/** An older store has no recorded mode, so its secrets are checked. */
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

/** How many secrets are named in a message. */
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
