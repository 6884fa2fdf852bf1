// Moves what the write-ahead log holds into the file, and leaves nothing there of what was deleted.
// SQLite overwrites deleted content by itself (`secure_delete`), but where a page of a tree was split it
// leaves old copies behind, in the room of the page that holds nothing. Source: SQLite's public
// description of its file formats, 1.6 (pages of b-trees) and 4 (the write-ahead log).
import { closeSync, fstatSync, openSync, readSync, statSync, writeSync } from "node:fs";
import type { Connection } from "./connection.ts";

/** Bytes of the log from which it is moved into the file. */
const WAL_BYTES_MAX = 4 * 1024 * 1024;
/** Batches after which it looks how long the log has become. */
const BATCHES_PER_LOOK = 16;

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
  readonly #walPath: string;
  /** Never closed before the connection: that would give up SQLite's own locks on the file. */
  readonly #file: number;
  readonly #pageBytes: number;
  readonly #page: Buffer;
  readonly #nothing: Buffer;
  /** Kept between two looks: fresh memory of this size costs as much as the reading. */
  #log = Buffer.alloc(0);
  #batches = 0;

  constructor(connection: Connection, file: string) {
    this.#connection = connection;
    this.#walPath = `${file}-wal`;
    this.#file = openSync(file, "r+");
    this.#pageBytes = Number(connection.query("PRAGMA page_size").one()?.[0]);
    this.#page = Buffer.alloc(this.#pageBytes);
    this.#nothing = Buffer.alloc(this.#pageBytes);
  }

  /** To be called between two batches. */
  afterBatch(): void {
    this.#batches += 1;
    if (this.#batches % BATCHES_PER_LOOK !== 0) return;
    const stats = statSync(this.#walPath, { throwIfNoEntry: false });
    if (stats !== undefined && stats.size >= WAL_BYTES_MAX) this.#checkpoint("PASSIVE");
  }

  /** Empties the log, between two batches. @returns false while a long read still needs it */
  empty(): boolean {
    return this.#checkpoint("TRUNCATE");
  }

  /** To be called after the connection was closed. */
  close(): void {
    closeSync(this.#file);
  }

  #checkpoint(mode: "PASSIVE" | "TRUNCATE"): boolean {
    const pages = this.#pagesInLog();
    const [isBusy, all, moved] =
      this.#connection.query(`PRAGMA wal_checkpoint(${mode})`).one() ?? [];
    // Of a log that was emptied SQLite says that it held nothing.
    if (isBusy !== 0 || all !== moved) return false;
    if (Number(this.#connection.query("PRAGMA page_count").one()?.[0]) >= PAGES_MAX) return true;
    for (const page of pages) this.#wipe(page);
    return true;
  }

  /** The pages that the log has newer versions of. */
  #pagesInLog(): ReadonlySet<number> {
    const pages = new Set<number>();
    const log = this.#readLog();
    if (log.byteLength < WAL_HEADER_BYTES) return pages;
    const salt = log.subarray(WAL_SALT_AT, WAL_SALT_AT + SALT_BYTES);
    const frameBytes = FRAME_HEADER_BYTES + this.#pageBytes;
    for (let at = WAL_HEADER_BYTES; at + frameBytes <= log.byteLength; at += frameBytes) {
      const saltAt = at + FRAME_SALT_AT;
      if (!log.subarray(saltAt, saltAt + SALT_BYTES).equals(salt)) break;
      pages.add(log.readUInt32BE(at));
    }
    return pages;
  }

  #readLog(): Buffer {
    let log: number;
    try {
      log = openSync(this.#walPath, "r");
    } catch {
      return Buffer.alloc(0);
    }
    try {
      const { size } = fstatSync(log);
      if (size > this.#log.byteLength) this.#log = Buffer.alloc(size);
      return this.#log.subarray(0, readSync(log, this.#log, 0, size, 0));
    } finally {
      closeSync(log);
    }
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
