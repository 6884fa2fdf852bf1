import { createHash } from "node:crypto";
import type { Random } from "../platform/random.ts";

/** The same bytes for the same seed, for tests that compare whole transcripts. */
export function seededRandom(seed: string): Random {
  let block = 0;
  let pool = Buffer.alloc(0);
  return {
    bytes(count) {
      while (pool.length < count) {
        const next = createHash("sha256").update(`${seed}:${block++}`).digest();
        pool = Buffer.concat([pool, next]);
      }
      const taken = pool.subarray(0, count);
      pool = pool.subarray(count);
      return taken;
    },
  };
}
