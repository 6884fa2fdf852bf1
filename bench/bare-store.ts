// The store of the bare program: prepared statements, and one commit for the writes of one turn of
// the event loop.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const directory = mkdtempSync(join(tmpdir(), "antechamber-bare-"));
const db = new DatabaseSync(join(directory, "bare.db"));
db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
db.exec(`
  CREATE TABLE record (key TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE record_index (value TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (value, key)) WITHOUT ROWID;
`);
export const put = db.prepare(
  "INSERT INTO record (key, body) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET body = excluded.body",
);
export const index = db.prepare("INSERT OR IGNORE INTO record_index (value, key) VALUES (?, ?)");
export const remove = db.prepare("DELETE FROM record WHERE key = ?");
export const get = db.prepare("SELECT body FROM record WHERE key = ?");
const begin = db.prepare("BEGIN IMMEDIATE");
const commit = db.prepare("COMMIT");

/** The writes of one turn of the event loop, which share a commit; replies are sent after it. */
let waiting: { readonly write: () => void; readonly done: () => void }[] = [];

export function durably(write: () => void, done: () => void): void {
  if (waiting.length === 0) setImmediate(flush);
  waiting.push({ write, done });
}

function flush(): void {
  const batch = waiting;
  waiting = [];
  begin.run();
  for (const each of batch) each.write();
  commit.run();
  for (const each of batch) each.done();
}

let counter = 1_000_000_000_000_000_000n;
export const nextId = () => (counter++).toString();

/** Closes and removes the store. */
export function closeStore(): void {
  db.close();
  rmSync(directory, { recursive: true, force: true });
}
