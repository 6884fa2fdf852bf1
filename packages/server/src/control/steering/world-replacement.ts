// Replaces the current world with another one, or with the one loaded at start.
import { issueLines, type ValidationIssue } from "@antechamber/contract/schema";
import { instantOf, type ClockState } from "../../platform/clock.ts";
import type { ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { idWatermarks } from "../../platform/ids.ts";
import type { AnyTable, Dump, Writer } from "../../platform/store.ts";
import type { Transactions } from "../../platform/transactions.ts";
import { fileKeys } from "../../domains/messages/files/file-addresses.ts";
import { countOfWorlds, oneMore, worldCounts } from "./world-count.ts";
import { steerings } from "./steering-turns.ts";
import { loadWorld, type LoadedWorld } from "../world-file/load.ts";
import type { LoadedLimits } from "./loaded-limits.ts";
import type { SteeringDeps } from "./steering.ts";
import { loadedWorld, worlds } from "../world-file/stored-world.ts";

/** Resets the store and the clock to the world loaded at start; ids continue above the newest. */
export async function resetToStart(deps: SteeringDeps, work: Transactions): Promise<void> {
  const start = await work.read((ctx) => loadedWorld(ctx));
  const loading = loadWorld(start?.value ?? {}, loadDeps(deps));
  if (!loading.ok)
    throw new Error(`the world of the start: ${issueLines(loading.issues).join("; ")}`);
  await replaceByLoaded(deps, work, loading.world);
}

/**
 * Replaces the current world. A later reset still returns to the world of the start; ids continue
 * above the newest.
 *
 * @returns the issues of the new world; if there are any, nothing has changed
 */
export async function replaceWorld(
  deps: SteeringDeps,
  work: Transactions,
  value: unknown,
): Promise<readonly ValidationIssue[]> {
  const loading = loadWorld(value, loadDeps(deps));
  if (!loading.ok) return loading.issues;
  const start = await work.read((ctx) => loadedWorld(ctx));
  const { dump } = loading.world;
  const record = start ?? { name: "world" as const, value: {} };
  const tables = { ...dump.tables, [worlds.name]: [record] };
  await replaceByLoaded(deps, work, { ...loading.world, dump: { ...dump, tables } });
  return [];
}

function loadDeps({ clock, random }: SteeringDeps) {
  return { systemNow: clock.system(), production: false, random };
}

/** Makes a loaded world the current one, and resets everything that depended on the old one. */
async function replaceByLoaded(
  deps: SteeringDeps,
  work: Transactions,
  world: LoadedWorld,
): Promise<void> {
  const { dump, clock, settings, watermark } = world;
  const { limits: profile, gateway } = settings;
  await replaceState(deps, work, {
    clock,
    ...definedFields({ newestId: watermark?.floor }),
    limits: async () => ({ profile, gateway, frozen: clock.frozen }),
    replace: (retained, further) =>
      deps.store.load({ ...dump, tables: { ...dump.tables, ...retained } }, further),
  });
}

/** The records of a store by table name. */
type Records = Dump["tables"];

/** Tables whose records a store keeps when everything else is replaced. */
export const retainedTables: readonly AnyTable[] = [idWatermarks, fileKeys, steerings, worldCounts];

/** A new state of the store and clock, to be made current. */
export interface Incoming {
  readonly clock: ClockState;
  /** An id in the state that was issued elsewhere, above which ids must continue; absent: none. */
  readonly newestId?: string;
  /** Reads the limits of the new world. */
  readonly limits: (ctx: Pick<ReadContext, "tx">) => Promise<LoadedLimits>;
  /**
   * Replaces the store's records in one commit, except those that are retained.
   *
   * @param further additional work in the same commit
   */
  readonly replace: (retained: Records, further: (tx: Writer) => Promise<void>) => Promise<void>;
}

/** Makes a new state current in all processes, and resets what depended on the old one. */
export function replaceState(
  deps: SteeringDeps,
  work: Transactions,
  incoming: Incoming,
): Promise<void> {
  return deps.turns.run(() => replaceInTurn(deps, work, incoming));
}

async function replaceInTurn(
  deps: SteeringDeps,
  work: Transactions,
  incoming: Incoming,
): Promise<void> {
  const { store, clock, ids, turns } = deps;
  const now = instantOf(incoming.clock, clock.system());
  let limits: LoadedLimits = { profile: undefined, frozen: incoming.clock.frozen };
  let { worldNumber } = turns;
  await work.scheduler.stop();
  try {
    if (incoming.newestId !== undefined) ids.goAbove(incoming.newestId);
    await ids.keepFloor(now);
    // Kept in the same commit, so that no crash in between can make ids start over, or file URLs be
    // signed with another key than this process has.
    const retained = await store.read(async (tx) => {
      const found: Record<string, readonly object[]> = {};
      for (const table of retainedTables) found[table.name] = await tx.find<object>(table);
      return found;
    });
    retained[worldCounts.name] = [oneMore(await countOfWorlds(store))];
    await incoming.replace(retained, async (tx) => {
      limits = await incoming.limits({ tx });
      // In the same commit, so that no crash can leave other processes with the old world's
      // sessions, limits and faults.
      worldNumber = await turns.announce({ tx, now }, { clock: incoming.clock, limits });
    });
    clock.restore(incoming.clock);
  } finally {
    await work.scheduler.start();
  }
  await deps.resetLimits(limits);
  turns.entered(worldNumber);
  await deps.endSessions();
  await deps.followers.answerAll();
}
