// How long the programs take to start, and how much memory they use before any calls and after a
// million.
import { measure, type Call } from "./load.ts";
import { ofRounds, type Figure } from "./figures.ts";
import type { Programs } from "./calls.ts";
import type { Program } from "./program.ts";

const ROUNDS = 7;
/** The first starts fill the compile cache that later ones use. */
const WARM_UP_ROUNDS = 2;
const CALLS = 1_000_000;
const MIB = 1024 * 1024;

type Start = () => Promise<Program>;

interface Started {
  readonly ms: number;
  readonly mib: number;
}

async function started(start: Start): Promise<Started> {
  const program = await start();
  const mib = program.residentBytes() / MIB;
  await program.stop();
  return { ms: program.startMs, mib };
}

/** Starts both in turns, so that both run on the same machine state. */
export async function* startFigures(startBare: Start, startOurs: Start): AsyncGenerator<Figure> {
  const rounds: { bare: Started; ours: Started }[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const each = { bare: await started(startBare), ours: await started(startOurs) };
    if (round >= 0) rounds.push(each);
  }
  const last = rounds.at(-1);
  const figure = (of: keyof Started, unit: string) => ({
    ...ofRounds(rounds.map(({ bare, ours }) => ours[of] / bare[of])),
    unit: "times bare" as const,
    better: "lower" as const,
    detail: `${Math.round(last?.ours[of] ?? 0)} ${unit} against ${Math.round(last?.bare[of] ?? 0)}`,
  });
  yield { name: "start with a world", ...figure("ms", "ms"), goal: 2 };
  yield { name: "memory at rest", ...figure("mib", "MiB"), goal: 1.3 };
}

const gateway = (path: string): Call => ({ method: "GET", path });

/** Memory of fresh programs after a million calls. */
export async function* memoryFigures({ bare, ours }: Programs): AsyncGenerator<Figure> {
  await measure(bare, gateway("/gateway"), { calls: CALLS });
  await measure(ours, gateway("/api/v10/gateway"), { calls: CALLS });
  const [bareMiB, oursMiB] = [bare.residentBytes() / MIB, ours.residentBytes() / MIB];
  yield {
    name: "memory after a million requests",
    value: oursMiB / bareMiB,
    unit: "times bare",
    better: "lower",
    goal: 1.5,
    detail: `${Math.round(oursMiB)} MiB against ${Math.round(bareMiB)}`,
  };
}
