// Real programs on one PostgreSQL schema behind a load balancer, which are killed one after
// another.
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  roundRobin,
  type RoundRobin,
} from "../../packages/server/src/testing/network/round-robin.ts";
import {
  startProgram,
  type RunningProgram,
} from "../../packages/server/src/testing/processes/start-program.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { freshDatabase } from "../fresh-database.ts";
import { faultsOf, writeUntil, writtenIn } from "./acknowledged-writes.ts";

/** How many are killed; two hundred take half an hour. */
const KILLS = Number(process.env["KILLS"] ?? 3);
const PROCESSES = 2;
const WRITERS = 6;

let database: string;
let balancer: RoundRobin | undefined;
const running: RunningProgram[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  balancer = await roundRobin(() => running.map(({ url }) => url));
});

afterEach(async () => {
  await balancer?.close();
  await Promise.all(running.splice(0).map((program) => program.stop()));
});

/** The durations of starts, in milliseconds. */
const starts: number[] = [];

async function start(): Promise<void> {
  const flags = ["--port", "0", "--store", database, "--limits", "off"];
  const from = performance.now();
  running.push(await startProgram(["start", ...flags]));
  starts.push(performance.now() - from);
}

/** Prints the results of a long run. */
function report(acknowledged: number): void {
  const sorted = starts.toSorted((a, b) => a - b).map(Math.round);
  const [median, longest] = [sorted[sorted.length >> 1], sorted.at(-1)];
  process.stderr.write(
    `${KILLS} kills, ${acknowledged} acknowledged; starts: median ${median} ms, longest ${longest} ms\n`,
  );
}

test(
  "every acknowledged write exists once, however often processes are killed",
  async () => {
    await Promise.all(Array.from({ length: PROCESSES }, () => start()));
    let isOver = false;
    const place = { url: balancer?.url ?? "", botToken: demo.botToken, channelId: demo.generalId };
    const writing = Array.from({ length: WRITERS }, (_, nth) =>
      writeUntil(place, nth, () => isOver),
    );
    for (let kill = 0; kill < KILLS; kill += 1) {
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
      await running.shift()?.kill();
      await start();
    }
    isOver = true;
    const written = await Promise.all(writing);
    const acknowledged = written.flatMap((map) => [...map]);
    expect(acknowledged.length).toBeGreaterThan(KILLS * WRITERS);
    if (process.env["KILLS"] !== undefined) report(acknowledged.length);
    expect(faultsOf(written, await writtenIn(place))).toEqual({ lost: [], doubled: [] });
    const ids = acknowledged.map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  },
  60_000 + KILLS * 20_000,
);
