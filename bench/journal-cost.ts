// What the journal costs: the rate at which lobbies are created with it and without it, measured in
// turns against two services that are the same otherwise. Source: docs/product.md, Journal.
import { join } from "node:path";
import { measure, type Call, type Measured } from "./load.ts";
import { startProgram } from "./program.ts";

const ROUNDS = 16;
const SECONDS = 2;
/** The least ratio that is aimed for. */
const GOAL = 0.95;

const create: Call = {
  method: "POST",
  path: "/api/v10/lobbies",
  headers: { authorization: "Bot MjAwMDAwMDAwMDAwMDAwMDAx.demo.concierge" },
  body: JSON.stringify({ metadata: { mode: "ranked", map: "dust" } }),
};

/** Creates lobbies with the journal and without it, and gives the medians. */
export async function journalCost(directory: string) {
  const program = join(import.meta.dirname, "journal-service.ts");
  const start = (mode: string) => startProgram([program, mode, join(directory, `${mode}.db`)]);
  const services = { on: await start("on"), off: await start("off") };
  const rounds: { readonly on: Measured; readonly off: Measured }[] = [];
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      const measured = {
        on: await measure(services.on, create, SECONDS),
        off: await measure(services.off, create, SECONDS),
      };
      // The first round warms both up.
      if (round >= 0) rounds.push(measured);
    }
  } finally {
    await Promise.all([services.on.stop(), services.off.stop()]);
  }
  const ratio = median(rounds.map(({ on, off }) => on.perSecond / off.perSecond));
  const cpuRatio = median(
    rounds.map(({ on, off }) => off.cpuSecondsPerThousand / on.cpuSecondsPerThousand),
  );
  const verdict = ratio >= GOAL ? "reached" : "missed";
  console.log(
    `create a lobby with the journal: ${ratio.toFixed(2)} of without (goal ${GOAL}, ${verdict}), by CPU ${cpuRatio.toFixed(2)}`,
  );
  return { ratio, cpuRatio, goal: GOAL, rounds };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
