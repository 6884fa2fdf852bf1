// The store in a SQLite file, or in memory. Writes run one at a time; all that arrive in one turn
// of the event loop, or during a flush, are committed and flushed together.
import { Followers } from "../storage/followers.ts";
import { soleProcess } from "../processes.ts";
import { layoutsOf } from "../storage/table-schema.ts";
import type { AnyTable, EventLog, Reader, Store, StoreSnapshot } from "../store.ts";
import { CommitCounter } from "../cache/commit-counter.ts";
import { atEndOfTurn as soon, setTimer, unrefTimer } from "../async/event-loop.ts";
import { transactionTimeout, type Watch } from "../storage/transaction-timeout.ts";
import { GroupCommit } from "./group-commit.ts";
import { sqliteDialect } from "./connection.ts";
import { bytesOf, dumpOf, loadDump } from "./dump.ts";
import { openOwned, type OwnedDatabase } from "./open.ts";
import { RecordCache } from "./record-cache.ts";
import { FileSnapshots, memorySnapshots, type ReadSnapshots } from "./read-snapshots.ts";
import {
  attachSnapshot,
  asSqliteSnapshot,
  restoreInFile,
  restoreInMemory,
  SqliteSnapshot,
  type AfterRestore,
} from "./snapshot.ts";
import type { WalKeeper } from "./wal-keeper.ts";

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimer(ms, resolve));
}

function ignore(): void {}

/**
 * Ends the process. A listener's error is a bug, although the events stay committed. After a failed
 * flush it is unknown what the disk holds until the file is read anew.
 */
function endProcess(error: unknown): void {
  soon(() => {
    throw error;
  });
}

/**
 * Opens a store.
 *
 * @param file a path, whose directory is created, or `:memory:`
 * @throws StoreOpenError  with one line that says why
 */
export async function openSqliteStore(options: {
  readonly file: string;
  readonly tables: readonly AnyTable[];
  /** The time limit of one transaction's work in real milliseconds. */
  readonly workMsMax?: number;
  /** Receives progress messages of a long migration, one line each, for the operator. */
  readonly progress?: ((line: string) => void) | undefined;
  /** Receives warnings for the operator about the file. */
  readonly warn?: ((message: string) => void) | undefined;
}): Promise<Store> {
  const { file, progress = ignore, warn = ignore } = options;
  const layouts = layoutsOf(options.tables, sqliteDialect);
  const opening = { file, layouts, pause, progress, warn };
  const owned = await openOwned(opening);
  return storeOn({ ...owned, workMsMax: options.workMsMax });
}

interface StoreDeps extends OwnedDatabase {
  readonly workMsMax?: number | undefined;
}

function viewsOf(
  { connection, file }: StoreDeps,
  records: RecordCache,
  watch: Watch,
): ReadSnapshots {
  return file === undefined
    ? memorySnapshots(connection, records, watch)
    : new FileSnapshots(file.openView, soon, records);
}

/** Applies the time limit to work that runs in the commit of something else. */
function watched(watch: Watch, work: AfterRestore | undefined): AfterRestore | undefined {
  return work && ((tx) => watch(work(tx)));
}

/** The store over a database whose tables are up to date. */
export function storeOn(deps: StoreDeps): Store {
  const { connection, file } = deps;
  const keeper = file?.keeper;
  const watch = transactionTimeout(unrefTimer, deps.workMsMax);
  const records = new RecordCache();
  const views = viewsOf(deps, records, watch);
  const followers = new Followers(endProcess);
  const versions = new CommitCounter();
  const batches = new GroupCommit({
    connection,
    records,
    views,
    followers,
    versions,
    keeper,
    failed: endProcess,
    soon,
    pause,
    watch,
  });

  let closing: Promise<void> | undefined;

  async function restore(snapshot: StoreSnapshot, work?: AfterRestore): Promise<void> {
    const further = watched(watch, work);
    return asSqliteSnapshot(snapshot).useContent((content) => {
      const restoreContent = keeper === undefined ? restoreInMemory : restoreInFile;
      const attach = keeper && (() => attachSnapshot(connection, content));
      return batches.runInOwnCommit(() => restoreContent(connection, content, further), attach);
    });
  }

  /** The bytes of the store, in the state that `look` has read. */
  async function bytes(look?: (tx: Reader) => Promise<void>): Promise<Uint8Array> {
    if (keeper === undefined) await batches.runBetweenBatches(() => connection.readyForCopies());
    return views.read(async (source, view) => {
      await look?.(source);
      return bytesOf(source, view);
    });
  }

  async function close(): Promise<void> {
    await batches.close();
    await views.close();
    keeper?.empty();
    connection.close();
    keeper?.close();
    file?.release();
  }

  return {
    read: (work) => views.read(work),
    transaction: (work) => batches.transaction(work),
    versions,
    beforeCommits: (call) => batches.beforeCommits(call),
    // The file has one owner.
    exclusively: (work) => work(),
    processes: soleProcess(),
    log: logOf({ followers, batches, keeper }),
    dump: () => views.read(dumpOf),
    copyBytes: () => bytes(),
    size: () => connection.size(),
    load: (dump, work) =>
      batches.runInOwnCommit(() => loadDump(connection, dump, watched(watch, work))),
    async snapshot(look) {
      return new SqliteSnapshot(await bytes(look), connection.layouts);
    },
    restore,
    close: () => (closing ??= close()),
  };
}

interface LogParts {
  readonly followers: Followers;
  readonly batches: GroupCommit;
  readonly keeper: WalKeeper | undefined;
}

/** Events are delivered at once and never stored, but the write-ahead log holds deleted records. */
function logOf({ followers, batches, keeper }: LogParts): EventLog {
  return {
    follow: (listener, options) => followers.follow(listener, options),
    whenFailed: (report) => followers.whenFailed(report),
    pollNow: () => Promise.resolve(),
    place: () => "",
    since: () => Promise.resolve({ events: [], next: undefined }),
    async trim() {
      const isEmpty =
        keeper === undefined || (await batches.runBetweenBatches(() => keeper.empty()));
      return isEmpty ? "nothing" : "recent";
    },
  };
}
