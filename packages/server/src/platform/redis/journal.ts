// The journal that a process writes into Redis for its successors: entries in a stream, and named
// notes in a hash. Another process closes the journal of one that has ended, which can write
// nothing from then on. A process that takes over the subject of a note claims it first, so that
// only one of several does.
import type { BusJournal } from "../bus.ts";
import { digestHex } from "../crypto.ts";
import type { Seal } from "../formats/sealed-text.ts";
import type { RedisConnection } from "./connection.ts";

/** How long the journal of a process is kept after its last write. Milliseconds. */
const RETENTION_MS = 600_000;
/** The size at which a page of entries ends, in characters and in entries. */
const PAGE_SIZE = 1_000_000;
const PAGE_ENTRIES = 500;
/** The timeout of a page, or of any other step of a recovery. Real milliseconds. */
const PAGE_MS = 2_000;
/** How long events wait for their journal entry before they are sent anyway. Real milliseconds. */
const APPEND_MS = 500;
/** Scripts are sent whole: an unknown hash would be repeated behind the scripts that follow it. */
const inOrder = { timeoutMs: APPEND_MS, sendsScript: true };
const inOrderEvenWhenDown = { ...inOrder, evenWhenDown: true };
/** A client awaits what is recovered: a slow answer is better than none. */
const recovery = { timeoutMs: PAGE_MS, evenWhenDown: true };

/**
 * KEYS: closed, stream, notes, journals. ARGV: epoch, how long all is kept, number of the entry,
 * number of the oldest that stays, the entry or nothing, how many notes, names with notes, names to
 * delete. An entry that was overtaken on its way is stored behind the one that overtook it.
 */
const appendScript = `
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
local keep, notes = tonumber(ARGV[2]), tonumber(ARGV[6])
if ARGV[5] ~= '' then
  local last, number = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1], ARGV[3]
  if last then
    local newest = string.match(last[1], '^%d+')
    if tonumber(newest) > tonumber(number) then number = newest end
  end
  redis.call('XADD', KEYS[2], 'MINID', '=', ARGV[4] .. '-0', number .. '-*', 'e', ARGV[5])
  redis.call('PEXPIRE', KEYS[2], keep)
end
for i = 1, notes do redis.call('HSET', KEYS[3], ARGV[5 + 2 * i], ARGV[6 + 2 * i]) end
for i = 7 + 2 * notes, #ARGV do redis.call('HDEL', KEYS[3], ARGV[i]) end
redis.call('PEXPIRE', KEYS[3], keep)
local time = redis.call('TIME')
redis.call('ZADD', KEYS[4], time[1], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', time[1] - keep / 1000)
redis.call('PEXPIRE', KEYS[4], keep)
return 1`;

/** KEYS: notes. ARGV: name. */
const noteScript = `return redis.call('HGET', KEYS[1], ARGV[1])`;

/** KEYS: closed. ARGV: how long all is kept. */
const closeScript = `redis.call('SET', KEYS[1], '1', 'PX', ARGV[1]) return 0`;

/**
 * KEYS: claim, notes. ARGV: name, the claimant, the ended holder that it may replace, how long the
 * claim lasts, whether the note may be missing.
 */
const claimScript = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[2] and holder ~= ARGV[3] then return holder end
if ARGV[5] == '0' and redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return false end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[4])
return ARGV[2]`;

/** KEYS: claim. ARGV: the claimant. */
const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 0`;

/** KEYS: claim, notes. ARGV: name. */
const deleteNoteScript = `
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('DEL', KEYS[1])
return 0`;

/** KEYS: journals. */
const journalsScript = `return redis.call('ZRANGE', KEYS[1], 0, -1)`;

/**
 * KEYS: stream. ARGV: number of the entry after which the page begins, how many characters, how
 * many entries.
 */
const pageScript = `
local page, size, after = {}, 0, ARGV[1]
while size < tonumber(ARGV[2]) and #page < 2 * tonumber(ARGV[3]) do
  local rows = redis.call('XRANGE', KEYS[1], '(' .. after, '+', 'COUNT', 8)
  if #rows == 0 then return page end
  for _, row in ipairs(rows) do
    after = row[1]
    size = size + #row[2][2]
    table.insert(page, row[1])
    table.insert(page, row[2][2])
  end
end
return page`;

export interface JournalDeps {
  readonly redis: Pick<RedisConnection, "run">;
  /** The prefix of all keys, which one slot of a cluster holds. */
  readonly prefix: string;
  readonly seal: Seal;
}

export function redisJournal({ redis, prefix, seal }: JournalDeps): BusJournal {
  const keyOf = (kind: string, epoch: string) => `${prefix}:${kind}:${epoch}`;
  const journalsKey = `${prefix}:journals`;
  let hasFailed = false;
  const encrypt = (text: string) => seal.encrypt(text).toString("base64");
  const decrypt = (text: string) => seal.decrypt(Buffer.from(text, "base64"));
  // Names are hashed: the name of a session is half of what it takes to resume it.
  const hashName = (name: string) => digestHex(`${prefix} ${name}`);
  const decryptNote = (found: unknown) => (typeof found === "string" ? decrypt(found) : undefined);
  const claimKey = (epoch: string, name: string) => keyOf(`claim:${hashName(name)}`, epoch);
  return {
    async append({ epoch, number, oldest, entry, notes, deletedNotes }) {
      const keys = ["closed", "journal", "notes"].map((kind) => keyOf(kind, epoch));
      const noteValues = notes.flatMap(([name, text]) => [hashName(name), encrypt(text)]);
      const text = entry === undefined ? "" : encrypt(entry);
      const values = [epoch, RETENTION_MS, number, oldest, text, notes.length].map(String);
      const deletedNames = deletedNotes.map((name) => hashName(name));
      // A moment in which Redis is slow leaves no gap; after a failure, appends fail at once.
      const options = hasFailed ? inOrder : inOrderEvenWhenDown;
      const allValues = [...values, ...noteValues, ...deletedNames];
      try {
        const answer = await redis.run(appendScript, [...keys, journalsKey], allValues, options);
        hasFailed = false;
        return answer === 1;
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    },
    async journals() {
      const epochs = (await redis.run(
        journalsScript,
        [journalsKey],
        [],
        recovery,
      )) as readonly string[];
      return epochs.toSorted((one, other) => Number(BigInt(other) - BigInt(one)));
    },
    async readNote(epoch, name) {
      return decryptNote(
        await redis.run(noteScript, [keyOf("notes", epoch)], [hashName(name)], recovery),
      );
    },
    async close(epoch) {
      await redis.run(closeScript, [keyOf("closed", epoch)], [String(RETENTION_MS)], recovery);
    },
    async claim({ epoch, name, claimant, durationMs, replaces = "", mayBeMissing = false }) {
      const keys = [claimKey(epoch, name), keyOf("notes", epoch)];
      const values = [
        hashName(name),
        claimant,
        replaces,
        String(durationMs),
        mayBeMissing ? "1" : "0",
      ];
      const holder = await redis.run(claimScript, keys, values, recovery);
      return typeof holder === "string" ? holder : undefined;
    },
    async release({ epoch, name, claimant }) {
      await redis.run(releaseScript, [claimKey(epoch, name)], [claimant], recovery);
    },
    async deleteNote(epoch, name) {
      const keys = [claimKey(epoch, name), keyOf("notes", epoch)];
      await redis.run(deleteNoteScript, keys, [hashName(name)], recovery);
    },
    async *entries(epoch) {
      let after = "0";
      for (;;) {
        const keys = [keyOf("journal", epoch)];
        const values = [after, String(PAGE_SIZE), String(PAGE_ENTRIES)];
        const page = (await redis.run(pageScript, keys, values, recovery)) as readonly string[];
        if (page.length === 0) return;
        for (let i = 0; i < page.length; i += 2) {
          after = page[i] ?? after;
          yield decrypt(page[i + 1] ?? "");
        }
      }
    },
  };
}
