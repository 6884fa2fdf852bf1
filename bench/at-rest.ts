// What the programs hold of memory before anybody calls, and after a million calls.
import { measure, type Call } from "./load.ts";
import type { Figure } from "./figures.ts";
import type { Programs } from "./calls.ts";

const CALLS = 1_000_000;
const MIB = 1024 * 1024;

function compared(name: string, { bare, ours }: Programs, goal: number): Figure {
  const [bareMiB, oursMiB] = [bare.residentBytes() / MIB, ours.residentBytes() / MIB];
  return {
    name,
    value: oursMiB / bareMiB,
    unit: "times bare",
    better: "lower",
    goal,
    detail: `${Math.round(oursMiB)} MiB against ${Math.round(bareMiB)}`,
  };
}

/** Start and memory of programs that have just become ready. */
export function restFigures(programs: Programs): readonly Figure[] {
  const { bare, ours } = programs;
  return [
    {
      name: "start from source with a world",
      value: ours.startMs / bare.startMs,
      unit: "times bare",
      better: "lower",
      detail: `${Math.round(ours.startMs)} ms against ${Math.round(bare.startMs)}`,
    },
    compared("memory at rest", programs, 1.3),
  ];
}

const gateway = (path: string): Call => ({ method: "GET", path });

/** Memory of fresh programs that were called a million times. */
export async function* memoryFigures(programs: Programs): AsyncGenerator<Figure> {
  await measure(programs.bare, gateway("/gateway"), { calls: CALLS });
  await measure(programs.ours, gateway("/api/v10/gateway"), { calls: CALLS });
  yield compared("memory after a million requests", programs, 1.5);
}
