// What a process holds in memory, without what only waits to be tidied away.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { nextTurn } from "../platform/async/event-loop.ts";

/** Bytes in use once everything that nobody holds is gone. */
export async function heldBytes(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // What only waits for its turn to be forgotten goes with a later collection.
  for (let n = 0; n < 5; n += 1) {
    collect();
    await nextTurn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
