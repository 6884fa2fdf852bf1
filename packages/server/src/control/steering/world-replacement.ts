// Putting another world in the place of this one, and going back to that of the start.
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

/** Puts the store and the clock back to the world loaded at start; ids go on counting. */
export async function backToStart(deps: SteeringDeps, work: Transactions): Promise<void> {
  const start = await work.read((ctx) => loadedWorld(ctx));
  const loading = loadWorld(start?.value ?? {}, loadDeps(deps));
  if (!loading.ok)
    throw new Error(`the world of the start: ${issueLines(loading.issues).join("; ")}`);
  await putInPlace(deps, work, loading.world);
}

/**
 * Puts a world in the place of everything that there is; a reset still goes back to that of the
 * start, and ids go on counting.
 *
 * @returns what is wrong with it; nothing has changed then
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
  await putInPlace(deps, work, { ...loading.world, dump: { ...dump, tables } });
  return [];
}

function loadDeps({ clock, random }: SteeringDeps) {
  return { systemNow: clock.system(), production: false, random };
}

/** Makes a loaded world the current one, and resets what depends on the old one. */
async function putInPlace(
  deps: SteeringDeps,
  work: Transactions,
  world: LoadedWorld,
): Promise<void> {
  const { dump, clock, settings, watermark } = world;
  const { limits: profile, gateway } = settings;
  await goOnWith(deps, work, {
    clock,
    ...definedFields({ newestId: watermark?.floor }),
    limits: async () => ({ profile, gateway, frozen: clock.frozen }),
    replace: (kept, further) =>
      deps.store.load({ ...dump, tables: { ...dump.tables, ...kept } }, further),
  });
}

/** The records of a store by their tables. */
type Records = Dump["tables"];

/** What a process keeps of its own when everything else is replaced. */
export const keptTables: readonly AnyTable[] = [idWatermarks, fileKeys, steerings, worldCounts];

/** Another state of everything, to go on with. */
export interface Incoming {
  readonly clock: ClockState;
  /** An id in it that was given out elsewhere, above which ids are to go on; absent: none. */
  readonly newestId?: string;
  /** The limits of the world that was put in place. */
  readonly limits: (ctx: Pick<ReadContext, "tx">) => Promise<LoadedLimits>;
  /**
   * Puts it in the place of what there is, as one commit, with these records instead of its own.
   *
   * @param further works on it, under the same commit
   */
  readonly replace: (kept: Records, further: (tx: Writer) => Promise<void>) => Promise<void>;
}

/** Goes on with another state, in all processes, and resets what depends on the old one. */
export function goOnWith(
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
    // Under the same commit, so that no crash in between can let ids begin again, or addresses of
    // files be signed with another key than this process has.
    const kept = await store.read(async (tx) => {
      const found: Record<string, readonly object[]> = {};
      for (const table of keptTables) found[table.name] = await tx.find<object>(table);
      return found;
    });
    kept[worldCounts.name] = [oneMore(await countOfWorlds(store))];
    await incoming.replace(kept, async (tx) => {
      limits = await incoming.limits({ tx });
      // No crash can leave the others with sessions, limits and faults of the world before.
      worldNumber = await turns.announce({ tx, now }, { clock: incoming.clock, limits });
    });
    clock.restore(incoming.clock);
  } finally {
    await work.scheduler.start();
  }
  await deps.resetLimits(limits);
  turns.entered(worldNumber);
  await deps.endSessions();
}
