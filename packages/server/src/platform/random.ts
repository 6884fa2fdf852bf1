import { createHash, randomBytes } from "node:crypto";

export interface Random {
  bytes(count: number): Uint8Array;
}

/** Asking the system for this many bytes costs as much as for a few of them. */
const BUFFER_BYTES = 4096;

/** Random bytes from the system's secure source. */
export const secureRandom: Random = bufferedRandom(randomBytes);

/** Buffers random bytes, each of which is returned once and then erased. */
function bufferedRandom(generate: (count: number) => Uint8Array): Random {
  let buffer = new Uint8Array(0);
  let used = 0;
  return {
    bytes(count) {
      if (count > BUFFER_BYTES / 16) return generate(count);
      if (used + count > buffer.length) {
        buffer = Uint8Array.from(generate(BUFFER_BYTES));
        used = 0;
      }
      const bytes = buffer.slice(used, used + count);
      buffer.fill(0, used, (used += count));
      return bytes;
    },
  };
}

/** The same bytes for the same seed: anyone who has the seed can compute them. */
export function seededRandom(seed: string): Random {
  let block = 0;
  let pool: Uint8Array = new Uint8Array(0);
  return {
    bytes(count) {
      while (pool.length < count) {
        const next = createHash("sha256").update(`${seed}:${block++}`).digest();
        pool = Buffer.concat([pool, next]);
      }
      const bytes = pool.subarray(0, count);
      pool = pool.subarray(count);
      return bytes;
    },
  };
}

const ALPHANUMERIC = Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");

/**
 * Random letters and digits. 248 is the largest multiple of 62 in a byte: from there on, a byte is
 * drawn again.
 */
export function alphanumeric(random: Random, length: number): string {
  const out = Buffer.alloc(length);
  let at = 0;
  while (at < length) {
    for (const byte of random.bytes(length - at)) {
      if (byte < 248) out[at++] = ALPHANUMERIC[byte % 62] ?? 0;
    }
  }
  return out.toString("latin1");
}
