// Flushes the write-ahead log to the disk, moves what it holds into the file, and leaves nothing there
// of what was deleted.
// SQLite overwrites deleted content by itself (`secure_delete`), but where a page of a tree was split it
// leaves old copies behind, in the room of the page that holds nothing. Source: SQLite's public
// description of its file formats, 1.6 (pages of b-trees) and 4 (the write-ahead log).
import { closeSync, fdatasync, openSync, readSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import { isFull, type Connection, type Row } from "./connection.ts";

const flushToDisk = promisify(fdatasync);

/** Commits are flushed by the keeper, and not within each. */
const COMMITS_UNFLUSHED = "PRAGMA synchronous = NORMAL";

/** Bytes of the log from which it is moved into the file. */
const WAL_BYTES_MAX = 4 * 1024 * 1024;
/** Transactions after which it looks how long the log has become. */
const TRANSACTIONS_PER_LOOK = 16;
/** Frames of the log that are read at once. */
const FRAMES_PER_READ = 256;

const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Where a frame, and the log itself, say to which round of the log they belong. */
const FRAME_SALT_AT = 8;
const WAL_SALT_AT = 16;
const SALT_BYTES = 8;

/** The first byte of pages of trees: of inner ones, and of leaves. */
const INNER = new Set([2, 5]);
const LEAF = new Set([10, 13]);
/** The file's own header stands before the first page's. */
const FILE_HEADER_BYTES = 100;
/** From so many pages on, the first byte of other kinds of page could be one of those. */
const PAGES_MAX = 0x02_00_00_00;

export class WalKeeper {
  readonly #connection: Connection;
  /** Never closed before the connection: that would give up SQLite's own locks on the file. */
  readonly #file: number;
  readonly #log: number;
  readonly #pageBytes: number;
  readonly #page: Buffer;
  readonly #nothing: Buffer;
  /** Kept between two looks: fresh memory of this size costs as much as the reading. */
  readonly #frames: Buffer;
  readonly #frameBytes: number;
  readonly #framesMax: number;
  #transactions = 0;
  /** Of the round that the log was in at the last look. */
  #salt: Buffer = Buffer.alloc(SALT_BYTES);
  /** The frame with which the log is long enough to be moved. */
  #lastFrame: number;

  constructor(connection: Connection, file: string) {
    this.#connection = connection;
    this.#file = openSync(file, "r+");
    // It is one file for as long as the connection is open.
    this.#log = openSync(`${file}-wal`, "r+");
    connection.exec(COMMITS_UNFLUSHED);
    this.#pageBytes = Number(connection.query("PRAGMA page_size").one()?.[0]);
    this.#page = Buffer.alloc(this.#pageBytes);
    this.#nothing = Buffer.alloc(this.#pageBytes);
    this.#frameBytes = FRAME_HEADER_BYTES + this.#pageBytes;
    this.#frames = Buffer.alloc(FRAMES_PER_READ * this.#frameBytes);
    this.#framesMax = Math.ceil(WAL_BYTES_MAX / this.#frameBytes);
    this.#lastFrame = this.#framesMax;
  }

  /** Resolves when all that was committed before the call is on the disk. */
  flush(): Promise<void> {
    return flushToDisk(this.#log);
  }

  /** Whether the log is to be made shorter after a batch of so many transactions. */
  isDue(transactions: number): boolean {
    this.#transactions += transactions;
    if (this.#transactions < TRANSACTIONS_PER_LOOK) return false;
    this.#transactions = 0;
    return this.#isLong();
  }

  /**
   * Moves what the log holds, and has been flushed, into the file. Until it resolves nothing may be
   * written: the log would begin anew, while the file is not on the disk yet.
   */
  async shorten(): Promise<void> {
    // SQLite would flush the file within the call, and hold up everything else meanwhile.
    this.#connection.exec("PRAGMA synchronous = OFF");
    try {
      this.#checkpoint("PASSIVE");
    } finally {
      this.#connection.exec(COMMITS_UNFLUSHED);
    }
    await flushToDisk(this.#file);
  }

  /**
   * Empties the log, between two batches.
   *
   * @returns false while a long read still needs it, and on a disk that is full
   */
  empty(): boolean {
    return this.#checkpoint("TRUNCATE");
  }

  /** To be called after the connection was closed. */
  close(): void {
    closeSync(this.#log);
    closeSync(this.#file);
  }

  #checkpoint(mode: "PASSIVE" | "TRUNCATE"): boolean {
    const pages = this.#pagesInLog();
    const counts = this.#moved(mode);
    if (counts === undefined) return false;
    const [isBusy, all, moved] = counts;
    // While a read needs the log it goes on growing: it is not moved again for every few frames.
    this.#lastFrame = Number(all) + this.#framesMax;
    // Of a log that was emptied SQLite says that it held nothing.
    if (isBusy !== 0 || all !== moved) return false;
    if (Number(this.#connection.query("PRAGMA page_count").one()?.[0]) >= PAGES_MAX) return true;
    for (const page of pages) this.#wipe(page);
    return true;
  }

  /**
   * Undefined where the disk has no room for the file to grow. Nothing is lost then: the log keeps
   * all that it holds, and is moved when there is room again.
   */
  #moved(mode: "PASSIVE" | "TRUNCATE"): Row | undefined {
    try {
      return this.#connection.query(`PRAGMA wal_checkpoint(${mode})`).one() ?? [];
    } catch (error) {
      if (!isFull(error)) throw error;
      return undefined;
    }
  }

  /**
   * The file of a log keeps its length from one round to the next: its frames tell the rounds
   * apart.
   */
  #isLong(): boolean {
    const salt = this.#saltNow();
    if (salt === undefined) return false;
    if (!salt.equals(this.#salt)) {
      this.#salt = salt;
      this.#lastFrame = this.#framesMax;
    }
    const frame = Buffer.alloc(FRAME_HEADER_BYTES);
    const at = WAL_HEADER_BYTES + (this.#lastFrame - 1) * this.#frameBytes;
    readSync(this.#log, frame, 0, FRAME_HEADER_BYTES, at);
    return frame.subarray(FRAME_SALT_AT, FRAME_SALT_AT + SALT_BYTES).equals(salt);
  }

  /** The pages that the log has newer versions of. */
  #pagesInLog(): ReadonlySet<number> {
    const pages = new Set<number>();
    const salt = this.#saltNow();
    if (salt === undefined) return pages;
    for (let at = WAL_HEADER_BYTES; ; at += this.#frames.byteLength) {
      const read = readSync(this.#log, this.#frames, 0, this.#frames.byteLength, at);
      if (!this.#gatherPages(this.#frames.subarray(0, read), salt, pages)) return pages;
    }
  }

  /** The salt of the round that the log is in; undefined for an empty log. */
  #saltNow(): Buffer | undefined {
    const header = Buffer.alloc(WAL_HEADER_BYTES);
    const read = readSync(this.#log, header, 0, WAL_HEADER_BYTES, 0);
    return read < WAL_HEADER_BYTES
      ? undefined
      : header.subarray(WAL_SALT_AT, WAL_SALT_AT + SALT_BYTES);
  }

  /** @returns whether there may be more frames behind these */
  #gatherPages(frames: Buffer, salt: Buffer, pages: Set<number>): boolean {
    const frameBytes = this.#frameBytes;
    for (let at = 0; at + frameBytes <= frames.byteLength; at += frameBytes) {
      const saltAt = at + FRAME_SALT_AT;
      if (!frames.subarray(saltAt, saltAt + SALT_BYTES).equals(salt)) return false;
      pages.add(frames.readUInt32BE(at));
    }
    return frames.byteLength === this.#frames.byteLength;
  }

  /** Overwrites the room of a page that holds nothing. */
  #wipe(page: number): void {
    const bytes = this.#page;
    const start = (page - 1) * this.#pageBytes;
    if (readSync(this.#file, bytes, 0, bytes.byteLength, start) < bytes.byteLength) return;
    const gap = gapOf(bytes, page === 1 ? FILE_HEADER_BYTES : 0);
    if (gap === undefined) return;
    const length = gap.to - gap.from;
    const nothing = this.#nothing.subarray(0, length);
    if (bytes.subarray(gap.from, gap.to).equals(nothing)) return;
    writeSync(this.#file, nothing, 0, length, start + gap.from);
  }
}

/** The room between the places of a page's cells and the cells; undefined for other kinds of page. */
function gapOf(
  bytes: Buffer,
  header: number,
): { readonly from: number; readonly to: number } | undefined {
  const kind = bytes[header] ?? 0;
  if (!INNER.has(kind) && !LEAF.has(kind)) return undefined;
  const cells = bytes.readUInt16BE(header + 3);
  const from = header + (LEAF.has(kind) ? 8 : 12) + cells * 2;
  const to = bytes.readUInt16BE(header + 5);
  return from < to && to <= bytes.byteLength ? { from, to } : undefined;
}
