// World files as records, for tests of loading.
import { issueLines } from "@antechamber/contract/schema";
import type { LoadDeps } from "../../control/world-file/world-builder.ts";
import { loadWorld, type LoadedWorld } from "../../control/world-file/load.ts";
import type { Table } from "../../platform/store.ts";
import { seededRandom } from "../seeded-random.ts";

/** The system's time while the worlds are loaded. */
export const LOADED_AT = Date.UTC(2026, 10, 21);

function deps(more: Partial<LoadDeps>): LoadDeps {
  return { systemNow: LOADED_AT, production: false, random: seededRandom("load"), ...more };
}

/** A world file's records. Throws if the file has issues. */
export function loaded(world: unknown, more: Partial<LoadDeps> = {}): LoadedWorld {
  const loading = loadWorld(world, deps(more));
  if (!loading.ok) throw new Error(issueLines(loading.issues).join("\n"));
  return loading.world;
}

/** The issues of a world file as lines. */
export function issuesOf(world: unknown, more: Partial<LoadDeps> = {}): string[] {
  const loading = loadWorld(world, deps(more));
  return loading.ok ? [] : issueLines(loading.issues);
}

/** The records of a table, in the order of their keys. */
export function all<R extends object>(table: Table<R>, { dump }: LoadedWorld): R[] {
  const records = (dump.tables[table.name] ?? []) as R[];
  return records.toSorted((a, b) => (table.key(a) < table.key(b) ? -1 : 1));
}

/** The only record of a table. */
export function only<R extends object>(table: Table<R>, world: LoadedWorld): R {
  const [first, ...others] = all(table, world);
  if (first === undefined || others.length > 0) throw new Error(`${table.name}: not one`);
  return first;
}
