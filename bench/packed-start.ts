// The start of the program as users install it and that of the bare one, in turns, so that both have
// the same machine.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { packAll } from "../scripts/packing/pack.ts";
import { ofRounds, type Figure } from "./figures.ts";
import type { Program } from "./program.ts";

const ROUNDS = 7;
/** The first starts compile what later ones find compiled. */
const WARM_UP_ROUNDS = 2;

interface PackedStartDeps {
  /** Where the package is unpacked; it needs nothing beside it. */
  readonly directory: string;
  readonly startBare: () => Promise<Program>;
  /** Starts the service by its program file. */
  readonly startOurs: (program: string) => Promise<Program>;
}

/** Starts both in turns. */
export async function* packedStartFigures({
  directory,
  startBare,
  startOurs,
}: PackedStartDeps): AsyncGenerator<Figure> {
  const packed = await packAll(join(directory, "packed"));
  const tarball = packed.find(({ name }) => name === "antechamber")?.tarball ?? "";
  execFileSync("tar", ["-xzf", tarball, "-C", directory]);
  const program = join(directory, "package", "dist", "antechamber.js");
  const rounds: { bareMs: number; oursMs: number }[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const bareMs = await startMs(startBare);
    const oursMs = await startMs(() => startOurs(program));
    if (round >= 0) rounds.push({ bareMs, oursMs });
  }
  const last = rounds.at(-1);
  yield {
    name: "start of the packed program with a world",
    ...ofRounds(rounds.map(({ bareMs, oursMs }) => oursMs / bareMs)),
    unit: "times bare",
    better: "lower",
    goal: 2,
    detail: `${Math.round(last?.oursMs ?? 0)} ms against ${Math.round(last?.bareMs ?? 0)}`,
  };
}

async function startMs(start: () => Promise<Program>): Promise<number> {
  const started = await start();
  await started.stop();
  return started.startMs;
}
