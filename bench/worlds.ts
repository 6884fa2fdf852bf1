// How long it takes to open a world like the demo world beside the first one, how much memory it
// uses, and how long it takes to delete: 200 worlds in turn, and the same with eight clients in
// parallel.
import type { Figure } from "./figures.ts";
import type { Program } from "./program.ts";
import { control, send } from "./send.ts";

const WORLDS = 200;
const WORKERS = 8;
/** Rounds that are not counted, while the file becomes a template and the engine compiles. */
const WARM_UP = 50;

/** Opens a world. @returns the duration in milliseconds */
async function opening(url: string, body: string): Promise<number> {
  const since = performance.now();
  await send(`${url}/control/v1/worlds`, { method: "POST", headers: control, body });
  return performance.now() - since;
}

function shares(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Measures a service that contains only the demo world. */
export async function* worldFigures(program: Program): AsyncGenerator<Figure> {
  const { url } = program;
  const world: unknown = JSON.parse(await send(`${url}/control/v1/world`, { headers: control }));
  const open = (name: string) => opening(url, JSON.stringify({ name, from: { world } }));
  const end = (name: string) => ending(url, name);
  const names = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${prefix}-${n}`);
  for (const name of names("warm", WARM_UP)) await open(name);
  for (const name of names("warm", WARM_UP)) await end(name);
  const before = program.residentBytes();
  const opened: number[] = [];
  for (const name of names("world", WORLDS)) opened.push(await open(name));
  const bytes = (program.residentBytes() - before) / WORLDS;
  const closed: number[] = [];
  for (const name of names("world", WORLDS)) closed.push(await end(name));
  const together = await Promise.all(
    names("worker", WORKERS).map(async (worker) => {
      const times: number[] = [];
      for (const name of names(worker, WORLDS / WORKERS)) times.push(await open(name));
      return times;
    }),
  );
  const [alone, beside, ended] = [shares(opened), shares(together.flat()), shares(closed)];
  const ms = (value: number, goal?: number) =>
    ({ value, unit: "ms", better: "lower", ...(goal === undefined ? {} : { goal }) }) as const;
  yield { name: "open a world, p50", ...ms(alone.p50Ms, 3) };
  yield { name: "open a world, p99", ...ms(alone.p99Ms, 10) };
  yield { name: `open a world by ${WORKERS} at once, p99`, ...ms(beside.p99Ms) };
  yield { name: "end a world, p50", ...ms(ended.p50Ms) };
  const mib = bytes / 1024 / 1024;
  yield { name: "memory of a world", value: mib, unit: "MiB", better: "lower", goal: 3 };
}

/** Deletes a world. @returns the duration in milliseconds */
async function ending(url: string, name: string): Promise<number> {
  const since = performance.now();
  await send(`${url}/control/v1/worlds/${name}`, { method: "DELETE", headers: control });
  return performance.now() - since;
}
