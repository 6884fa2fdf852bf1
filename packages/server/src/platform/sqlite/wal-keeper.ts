// Flushes the write-ahead log to disk, checkpoints it into the file, and leaves no deleted content
// in either. SQLite overwrites deleted content by itself (`secure_delete`), but a b-tree page that
// was split keeps old copies in its unallocated space. Source: SQLite's public description of its
// file formats, 1.6 (pages of b-trees) and 4 (the write-ahead log).
import { closeSync, fdatasync, openSync, readSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import { isFull, type Connection, type Row } from "./connection.ts";

const flushToDisk = promisify(fdatasync);

/** The keeper flushes, so that SQLite need not with each commit. */
const COMMITS_UNFLUSHED = "PRAGMA synchronous = NORMAL";

/** The size of the log in bytes from which it is checkpointed. */
const WAL_BYTES_MAX = 4 * 1024 * 1024;
/** The number of transactions after which the length of the log is checked. */
const TRANSACTIONS_PER_CHECK = 16;
/** The number of log frames per read. */
const FRAMES_PER_READ = 256;

const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/**
 * The offsets of the salt in a frame and in the log's header: equal salts mean the same round of
 * the log.
 */
const FRAME_SALT_AT = 8;
const WAL_SALT_AT = 16;
const SALT_BYTES = 8;

/** The first byte of b-tree pages: of interior and of leaf pages. */
const INTERIOR = new Set([2, 5]);
const LEAF = new Set([10, 13]);
/** The size of the file's own header, in front of the first page's. */
const FILE_HEADER_BYTES = 100;
/** From this number of pages on, the first byte of other kinds of page could be one of those. */
const PAGES_MAX = 0x02_00_00_00;

export class WalKeeper {
  readonly #connection: Connection;
  /** Never closed before the connection: that would release SQLite's own locks on the file. */
  readonly #file: number;
  readonly #log: number;
  readonly #pageBytes: number;
  readonly #page: Buffer;
  readonly #zeros: Buffer;
  /** Reused: allocating a buffer of this size costs as much as the read. */
  readonly #frames: Buffer;
  readonly #frameBytes: number;
  readonly #framesMax: number;
  #transactions = 0;
  /** The salt of the log at the last check. */
  #salt: Buffer = Buffer.alloc(SALT_BYTES);
  /** The number of the frame with which the log is long enough for a checkpoint. */
  #lastFrame: number;

  constructor(connection: Connection, file: string) {
    this.#connection = connection;
    this.#file = openSync(file, "r+");
    // It stays the same file while the connection is open.
    this.#log = openSync(`${file}-wal`, "r+");
    connection.exec(COMMITS_UNFLUSHED);
    this.#pageBytes = Number(connection.query("PRAGMA page_size").one()?.[0]);
    this.#page = Buffer.alloc(this.#pageBytes);
    this.#zeros = Buffer.alloc(this.#pageBytes);
    this.#frameBytes = FRAME_HEADER_BYTES + this.#pageBytes;
    this.#frames = Buffer.alloc(FRAMES_PER_READ * this.#frameBytes);
    this.#framesMax = Math.ceil(WAL_BYTES_MAX / this.#frameBytes);
    this.#lastFrame = this.#framesMax;
  }

  /** Resolves when everything that was committed before the call is flushed to disk. */
  flush(): Promise<void> {
    return flushToDisk(this.#log);
  }

  /** Whether the log is to be shortened after a batch of this many transactions. */
  isDue(transactions: number): boolean {
    this.#transactions += transactions;
    if (this.#transactions < TRANSACTIONS_PER_CHECK) return false;
    this.#transactions = 0;
    return this.#isLong();
  }

  /**
   * Checkpoints the flushed log into the file. Nothing may be written until it resolves: the log
   * would start over before the file is flushed.
   */
  async shorten(): Promise<void> {
    // SQLite would flush the file synchronously, and block everything else meanwhile.
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
   * @returns false while a long read still needs it, and when the disk is full
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
    const counts = this.#runCheckpoint(mode);
    if (counts === undefined) return false;
    const [isBusy, all, moved] = counts;
    // While a read needs the log it goes on growing: this avoids a checkpoint for every few frames.
    this.#lastFrame = Number(all) + this.#framesMax;
    // For an emptied log SQLite reports that it held nothing.
    if (isBusy !== 0 || all !== moved) return false;
    if (Number(this.#connection.query("PRAGMA page_count").one()?.[0]) >= PAGES_MAX) return true;
    for (const page of pages) this.#zeroFreeSpace(page);
    return true;
  }

  /**
   * Runs a checkpoint. Undefined when the disk has no room for the file to grow: nothing is lost,
   * since the log keeps its content until a later checkpoint succeeds.
   */
  #runCheckpoint(mode: "PASSIVE" | "TRUNCATE"): Row | undefined {
    try {
      return this.#connection.query(`PRAGMA wal_checkpoint(${mode})`).one() ?? [];
    } catch (error) {
      if (!isFull(error)) throw error;
      return undefined;
    }
  }

  /**
   * Whether the log has reached the last frame. The log file keeps its length from one round to the
   * next, but the salts of its frames tell the rounds apart.
   */
  #isLong(): boolean {
    const salt = this.#readSalt();
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

  /** The pages of which the log has newer versions. */
  #pagesInLog(): ReadonlySet<number> {
    const pages = new Set<number>();
    const salt = this.#readSalt();
    if (salt === undefined) return pages;
    for (let at = WAL_HEADER_BYTES; ; at += this.#frames.byteLength) {
      const read = readSync(this.#log, this.#frames, 0, this.#frames.byteLength, at);
      if (!this.#gatherPages(this.#frames.subarray(0, read), salt, pages)) return pages;
    }
  }

  /** The salt of the log's current round; undefined for an empty log. */
  #readSalt(): Buffer | undefined {
    const header = Buffer.alloc(WAL_HEADER_BYTES);
    const read = readSync(this.#log, header, 0, WAL_HEADER_BYTES, 0);
    return read < WAL_HEADER_BYTES
      ? undefined
      : header.subarray(WAL_SALT_AT, WAL_SALT_AT + SALT_BYTES);
  }

  /** @returns whether more frames may follow these */
  #gatherPages(frames: Buffer, salt: Buffer, pages: Set<number>): boolean {
    const frameBytes = this.#frameBytes;
    for (let at = 0; at + frameBytes <= frames.byteLength; at += frameBytes) {
      const saltAt = at + FRAME_SALT_AT;
      if (!frames.subarray(saltAt, saltAt + SALT_BYTES).equals(salt)) return false;
      pages.add(frames.readUInt32BE(at));
    }
    return frames.byteLength === this.#frames.byteLength;
  }

  /** Overwrites the unallocated space of a page. */
  #zeroFreeSpace(page: number): void {
    const bytes = this.#page;
    const start = (page - 1) * this.#pageBytes;
    if (readSync(this.#file, bytes, 0, bytes.byteLength, start) < bytes.byteLength) return;
    const free = freeSpaceOf(bytes, page === 1 ? FILE_HEADER_BYTES : 0);
    if (free === undefined) return;
    const length = free.to - free.from;
    const zeros = this.#zeros.subarray(0, length);
    if (bytes.subarray(free.from, free.to).equals(zeros)) return;
    writeSync(this.#file, zeros, 0, length, start + free.from);
  }
}

/** The space between a page's cell pointers and its cells; undefined for other kinds of page. */
function freeSpaceOf(
  bytes: Buffer,
  header: number,
): { readonly from: number; readonly to: number } | undefined {
  const kind = bytes[header] ?? 0;
  if (!INTERIOR.has(kind) && !LEAF.has(kind)) return undefined;
  const cells = bytes.readUInt16BE(header + 3);
  const from = header + (LEAF.has(kind) ? 8 : 12) + cells * 2;
  const to = bytes.readUInt16BE(header + 5);
  return from < to && to <= bytes.byteLength ? { from, to } : undefined;
}
