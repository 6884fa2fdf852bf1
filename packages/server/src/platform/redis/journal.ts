// What a process writes into Redis for those that go on after it: entries in a stream, and notes in
// a hash, each by a name. Another process closes the journal of one that has ended, which can write
// nothing more from then on.
import type { BusJournal } from "../bus.ts";
import { digestHex } from "../crypto.ts";
import type { Seal } from "../sealed-text.ts";
import type { RedisConnection } from "./connection.ts";

/** For how long the journal of a process stays that writes nothing more. */
const KEPT_MS = 600_000;
/** Entries in one page, and real milliseconds that it may take. */
const PAGE = 200;
const PAGE_MS = 2_000;
/** Real milliseconds that events wait to be written before they leave all the same. */
const APPEND_MS = 500;
const patient = { patienceMs: APPEND_MS, isTriedAnyway: true };
/** What is taken for a recovery cannot be taken again: a slow answer is better than none. */
const recovering = { patienceMs: PAGE_MS, isTriedAnyway: true };

/**
 * KEYS: closed, stream, notes, journals. ARGV: epoch, how long all is kept, number of the entry,
 * number of the oldest that stays, the entry or nothing, how many notes, names with notes, names
 * that go.
 */
const appendScript = `
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
local keep, notes = tonumber(ARGV[2]), tonumber(ARGV[6])
if ARGV[5] ~= '' then
  redis.call('XADD', KEYS[2], 'MINID', '=', ARGV[4] .. '-0', ARGV[3] .. '-0', 'e', ARGV[5])
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
const lookScript = `return redis.call('HGET', KEYS[1], ARGV[1])`;

/** KEYS: closed, notes. ARGV: name, how long all is kept. */
const takeScript = `
redis.call('SET', KEYS[1], '1', 'PX', ARGV[2])
local note = redis.call('HGET', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
return note`;

/** KEYS: journals. */
const journalsScript = `return redis.call('ZRANGE', KEYS[1], 0, -1)`;

/** KEYS: stream. ARGV: number of the entry after which the page begins, how many. */
const pageScript = `
local page = {}
for _, row in ipairs(redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+', 'COUNT', ARGV[2])) do
  table.insert(page, row[1])
  table.insert(page, row[2][2])
end
return page`;

export interface JournalDeps {
  readonly redis: Pick<RedisConnection, "run">;
  /** What all keys begin with; one slot of a cluster holds them. */
  readonly prefix: string;
  readonly seal: Seal;
}

export function redisJournal({ redis, prefix, seal }: JournalDeps): BusJournal {
  const keyOf = (kind: string, epoch: string) => `${prefix}:${kind}:${epoch}`;
  const all = `${prefix}:journals`;
  let hasFailed = false;
  const sealed = (text: string) => seal.close(text).toString("base64");
  const opened = (text: string) => seal.open(Buffer.from(text, "base64"));
  // Who knows the name of a session is half its owner.
  const hidden = (name: string) => digestHex(`${prefix} ${name}`);
  const note = (found: unknown) => (typeof found === "string" ? opened(found) : undefined);
  return {
    async append({ epoch, number, oldest, entry, notes, dropped }) {
      const keys = ["closed", "journal", "notes"].map((kind) => keyOf(kind, epoch));
      const named = notes.flatMap(([name, text]) => [hidden(name), sealed(text)]);
      const text = entry === undefined ? "" : sealed(entry);
      const values = [epoch, KEPT_MS, number, oldest, text, notes.length].map(String);
      const gone = dropped.map((name) => hidden(name));
      // A moment in which Redis is slow leaves no hole; while it is gone, nothing waits for it.
      const options = hasFailed ? { patienceMs: APPEND_MS } : patient;
      const written = [...values, ...named, ...gone];
      try {
        const answer = await redis.run(appendScript, [...keys, all], written, options);
        hasFailed = false;
        return answer === 1;
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    },
    async journals() {
      return (await redis.run(journalsScript, [all], [], recovering)) as readonly string[];
    },
    async look(epoch, name) {
      return note(await redis.run(lookScript, [keyOf("notes", epoch)], [hidden(name)], recovering));
    },
    async take(epoch, name) {
      const keys = [keyOf("closed", epoch), keyOf("notes", epoch)];
      return note(await redis.run(takeScript, keys, [hidden(name), String(KEPT_MS)], recovering));
    },
    async *entries(epoch) {
      let after = "0";
      for (;;) {
        const keys = [keyOf("journal", epoch)];
        const values = [after, String(PAGE)];
        const page = (await redis.run(pageScript, keys, values, recovering)) as readonly string[];
        for (let i = 0; i < page.length; i += 2) {
          after = page[i] ?? after;
          yield opened(page[i + 1] ?? "");
        }
        if (page.length < 2 * PAGE) return;
      }
    },
  };
}
