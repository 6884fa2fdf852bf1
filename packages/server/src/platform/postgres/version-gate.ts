// Guards a schema against processes of incompatible versions. Versions that agree on how records
// and indexes are stored work side by side. A start with a new storage layout first ends the leases
// of all other processes, so that none of them writes any more; they are refused until they are
// upgraded. A process with an older layout is refused while others live.
import { digestHex } from "../crypto.ts";
import { hasOtherState, refuseUnreadable } from "../storage/schema-migration.ts";
import type { LeaseTimes } from "../processes.ts";
import { StoreOpenError } from "../store.ts";
import type { Dialect, Layouts } from "../storage/table-schema.ts";
import { expireAllStatement, liveVersionsStatement, oneAtATimeStatement } from "./process-table.ts";
import type { Session } from "./session.ts";

/**
 * The version of everything outside the declared tables: the log, the processes, the locking
 * functions. Raise it with each change of them.
 */
export const PLATFORM = 4;

const PLATFORM_NAME = "platform";
const LAYOUT_PREFIX = "layout.";
/** Holds the new layout while a start migrates the store to it. */
const CHANGING_NAME = "changing_to";

type Meta = ReadonlyMap<string, string>;

export interface Version {
  readonly dialect: Dialect;
  readonly layouts: Layouts;
  readonly schema: string;
  /** The version of the program. */
  readonly version: string;
}

/** The error for a process whose layout is outdated. */
function outdatedError(): StoreOpenError {
  return new StoreOpenError(
    "it is used by a newer version of the service, which stores records in another way",
  );
}

/** The name under which the store records that it has had this layout. */
function layoutName(layouts: Layouts): string {
  const all = [...layouts.values()].map(({ table, version, entries, leftOut }) => {
    const versions = entries.map(({ kind, name, version: of }) => `${kind}.${name} ${of}`);
    return [table.name, version, ...versions.toSorted(), JSON.stringify(leftOut)].join(", ");
  });
  return LAYOUT_PREFIX + digestHex(JSON.stringify([PLATFORM, all.toSorted()]));
}

export async function metaOf(session: Session, dialect: Dialect): Promise<Meta> {
  const rows = await session.rows(`SELECT name, value FROM ${dialect.at("meta")}`);
  return new Map(rows.map(([name, value]) => [String(name), String(value)]));
}

/** Whether the platform's own tables and functions must be created, or created anew. */
export function isOtherPlatform(meta: Meta): boolean {
  return meta.get(PLATFORM_NAME) !== String(PLATFORM);
}

function hasOtherLayout(meta: Meta, layouts: Layouts): boolean {
  return (
    isOtherPlatform(meta) || [...layouts.values()].some((layout) => hasOtherState(layout, meta))
  );
}

/**
 * Ends the leases of all processes if the storage layout is about to change.
 *
 * @returns the number of processes that lived a moment ago
 * @throws StoreOpenError when others live, and this one is the older or cannot read what they store
 */
export async function endOutdatedLeases(
  session: Session,
  { dialect, schema, layouts, version }: Version,
  { lifeMs }: Pick<LeaseTimes, "lifeMs">,
): Promise<number> {
  const meta = await metaOf(session, dialect);
  if (Number(meta.get(PLATFORM_NAME) ?? 0) > PLATFORM) throw outdatedError();
  if (!meta.has(PLATFORM_NAME) || !hasOtherLayout(meta, layouts)) return 0;
  await session.rows(...oneAtATimeStatement(schema));
  const rows = await session.rows(...liveVersionsStatement(dialect, lifeMs));
  const living = rows.map(([of]) => String(of));
  if (living.length === 0) return 0;
  const orders = living.map((other) => compareVersions(version, other));
  const isKnown = meta.has(layoutName(layouts));
  if (orders.some((order) => order < 0 || (order === 0 && isKnown))) throw outdatedError();
  // Checked first: no process is ended for a start that is bound to fail.
  refuseUnreadable(layouts, meta);
  await session.rows(
    `INSERT INTO ${dialect.at("meta")} (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [CHANGING_NAME, layoutName(layouts)],
  );
  await session.rows(...expireAllStatement(dialect));
  return living.length;
}

/** Stores the current layout, and marks the change to it as complete. */
export async function storeLayout(
  session: Session,
  { dialect, layouts }: Pick<Version, "dialect" | "layouts">,
): Promise<void> {
  await session.rows(
    `INSERT INTO ${dialect.at("meta")} (name, value) VALUES ($1, $2), ($3, '')
     ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE meta.value <> excluded.value`,
    [PLATFORM_NAME, String(PLATFORM), layoutName(layouts)],
  );
  await session.rows(`DELETE FROM ${dialect.at("meta")} WHERE name = $1`, [CHANGING_NAME]);
}

/** @throws StoreOpenError when another process is changing, or has changed, the storage layout */
export async function refuseOutdated(session: Session, own: Version): Promise<void> {
  const meta = await metaOf(session, own.dialect);
  const changingTo = meta.get(CHANGING_NAME) ?? layoutName(own.layouts);
  if (changingTo !== layoutName(own.layouts) || hasOtherLayout(meta, own.layouts))
    throw outdatedError();
}

const collator = new Intl.Collator("en", { numeric: true });

function compareVersions(a: string, b: string): number {
  return collator.compare(a, b);
}
