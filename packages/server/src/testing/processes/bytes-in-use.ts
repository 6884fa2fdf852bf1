// Measures the memory in use after garbage collection.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { nextTurn } from "../../platform/async/event-loop.ts";

/** The bytes in use after garbage collection. */
export async function bytesInUse(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // Some objects are only freed by a later collection.
  for (let n = 0; n < 5; n += 1) {
    collect();
    await nextTurn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
