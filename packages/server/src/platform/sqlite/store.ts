// The store in a SQLite file, or in memory. Writes run one at a time; all that arrive in one turn of
// the event loop are committed, and flushed to the disk, together.
import { layoutsOf } from "../record-layout.ts";
import { SqliteAnnouncer } from "./announcer.ts";
import { SqliteBatches } from "./batches.ts";
import { sqliteDialect, type Connection } from "./connection.ts";
import { dumpOf, loadDump } from "./dump.ts";
import { endOfLog, readLog, trimLog } from "./log.ts";
import { IN_MEMORY, openReader, openWriter } from "./open.ts";
import { FileViews, sharedViews, type Views } from "./views.ts";
import type { AnyTable, Store } from "../store.ts";
import { CommitCounter } from "../table-versions.ts";
import { later, unhurried } from "../timers.ts";
import { workWatch } from "../work-watch.ts";

/** How often a store on a file that is followed looks for what other processes committed. */
const LOOK_AROUND_MS = 250;

/** When this turn of the event loop is over. */
function soon(task: () => void): void {
  setImmediate(task);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void later(ms, resolve));
}

function silence(): void {}

/** A listener's fault is a bug, and ends the process; the facts are committed all the same. */
function listenerFailed(error: unknown): void {
  soon(() => {
    throw error;
  });
}

/**
 * SQLite counts the commits of every connection but one's own. One look in a turn is enough. A view
 * from before a change is read no more once the change is known, or what it shows would pass for
 * newer.
 */
function changeElsewhere(connection: Connection, views: Views): () => boolean {
  const version = () => connection.query("PRAGMA data_version").one()?.[0];
  let seen = version();
  let hasLooked = false;
  return () => {
    if (hasLooked) return false;
    hasLooked = true;
    soon(() => {
      hasLooked = false;
    });
    const before = seen;
    seen = version();
    if (seen !== before) views.refresh();
    return seen !== before;
  };
}

/**
 * Opens a store.
 *
 * @param file a path, whose directory is made, or `:memory:`
 * @throws StoreOpenError  with one line that says why
 */
export async function openSqliteStore(options: {
  readonly file: string;
  readonly tables: readonly AnyTable[];
  /** Real milliseconds that a work may take. */
  readonly workMsMax?: number;
  /** Hears how far a long migration of the store is, in lines for the operator. */
  readonly progress?: ((line: string) => void) | undefined;
  /** Told what an operator should know of the file. */
  readonly warn?: ((message: string) => void) | undefined;
}): Promise<Store> {
  const { file, progress = silence, warn = silence } = options;
  const layouts = layoutsOf(options.tables, sqliteDialect);
  const opening = { file, layouts, pause, progress, warn };
  const connection = await openWriter(opening);
  const watch = workWatch(unhurried, options.workMsMax);
  const inMemory = file === IN_MEMORY;
  const views = inMemory
    ? sharedViews(connection, watch)
    : new FileViews(() => openReader(opening), soon);
  const announcer = new SqliteAnnouncer(connection, listenerFailed);
  const versions = new CommitCounter(changeElsewhere(connection, views));
  const batches = new SqliteBatches({ connection, views, announcer, versions, soon, pause, watch });
  const lookAround = () => announcer.lookAround();
  const looking = inMemory ? undefined : setInterval(lookAround, LOOK_AROUND_MS).unref();

  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    clearInterval(looking);
    await batches.close();
    await views.close();
    connection.close();
  }

  return {
    read: (work) => views.read(work),
    transaction: (work) => batches.transaction(work),
    versions,
    log: {
      read: (after, limit) => views.read(async (_, view) => readLog(view, after, limit)),
      end: () => views.read(async (_, view) => endOfLog(view)),
      follow: (listener) => announcer.follow(listener),
      trim: (keep) => batches.alone(async () => trimLog(connection, keep)),
    },
    dump: () => views.read(dumpOf),
    load: (dump) => batches.alone(() => loadDump(connection, dump)),
    close: () => (closing ??= close()),
  };
}
