// What the journal costs: the rate at which lobbies are created with it and without it, measured in
// turns against two services that are the same otherwise. Source: docs/product.md, Journal.
import { join } from "node:path";
import { median, ofRounds, type Figure } from "./figures.ts";
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

/** Creates lobbies with the journal and without it. */
export async function* journalFigures(directory: string): AsyncGenerator<Figure> {
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
  const cpu = median(
    rounds.map(({ on, off }) => off.cpuSecondsPerThousand / on.cpuSecondsPerThousand),
  );
  yield {
    name: "create lobby with the journal",
    ...ofRounds(rounds.map(({ on, off }) => on.perSecond / off.perSecond)),
    unit: "of without",
    better: "higher",
    goal: GOAL,
    detail: `by processor time ${cpu.toFixed(2)}`,
  };
}
