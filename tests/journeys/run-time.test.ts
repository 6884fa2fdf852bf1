// `antechamber run --time`: the program's dates and timers follow the service's clock.
import { writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { programOf, startRun, type Run } from "./unchanged/start-run.ts";

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** The Python for the tests; if it lacks what they need, they fail. */
const python = process.env["TEST_PYTHON"] ?? "/usr/bin/python3";

const nodeProgram = [process.execPath, programOf("timers.mjs")];

async function aRun(clock: object, program: readonly string[] = nodeProgram): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), "antechamber-time-"));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const world = join(folder, "world.json");
  await writeFile(world, JSON.stringify({ clock }));
  const run = await startRun(["--time", "--world", world, "--", ...program]);
  cleanups.push(run.stop);
  return run;
}

async function move(run: Run, body: object): Promise<{ now: string; frozen: boolean }> {
  const response = await fetch(`${await run.url()}/control/v1/clock`, {
    method: "PATCH",
    headers: { authorization: "Control antechamber", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { now: string; frozen: boolean };
}

/** What the program has printed about its timers so far. */
function timestamps(run: Run): readonly string[] {
  return run
    .output()
    .trimEnd()
    .split("\n")
    .filter((line) => /\dZ$/.test(line))
    .map((line) => line.replace(/ 2026-01-01T(.*)\.000Z$/, " $1"));
}

test("a frozen clock drives the timers of a Node program in time order", async () => {
  const run = await aRun({ now: "2026-01-01T00:00:00Z", frozen: true });
  await run.says("library");
  expect(run.output()).toContain("library in real time");
  expect(run.output()).toContain("AbortError");
  expect(timestamps(run)).toEqual(["begun 00:00:00"]);

  await move(run, { advance: "PT59S" });
  expect(timestamps(run)).toEqual(["begun 00:00:00"]);
  const next = await move(run, { advance: "next" });
  expect(next.now).toMatch(/^2026-01-01T00:01:00/);
  await move(run, { advance: "PT1H" });
  await run.says("an hour");
  expect(timestamps(run)).toEqual([
    "begun 00:00:00",
    "a minute 00:01:00",
    "another 00:02:00",
    "beat 00:20:00",
    "beat 00:40:00",
    "an hour 01:00:00",
  ]);
  // Nothing is left to wait for, so the program ends by itself.
  expect(await run.ended).toBe(0);
}, 60_000);

test("a program follows a running clock, and one that is advanced", async () => {
  const run = await aRun({ now: "2026-01-01T00:00:00Z" });
  await run.says("library");
  expect(timestamps(run)[0]).toMatch(/^begun 2026-01-01T00:00:\d\d\.\d{3}Z$/);
  await move(run, { advance: "PT30M" });
  await run.says("beat");
  const beats = timestamps(run).filter((line) => line.startsWith("beat"));
  expect(beats).toEqual([expect.stringMatching(/^beat 2026-01-01T00:2\d:\d\d\.\d{3}Z$/)]);
}, 60_000);

test("a frozen clock drives a Python program, its threads and its event loop", async () => {
  const clock = { now: "2026-01-01T00:00:00Z", frozen: true };
  const run = await aRun(clock, [python, programOf("timers.py")]);
  await run.says("library in real time");
  await move(run, { advance: "PT6S" });
  expect(timestamps(run)).toEqual(["begun 00:00:00"]);
  const next = await move(run, { advance: "next" });
  expect(next.now).toMatch(/^2026-01-01T00:00:07/);
  await move(run, { advance: "PT3H" });
  expect(await run.ended).toBe(0);
  expect(timestamps(run)).toEqual([
    "begun 00:00:00",
    "given up 00:00:07",
    "a minute 00:01:00",
    "another 00:02:00",
    "beat 00:20:00",
    "beat 00:40:00",
    "an hour 01:00:00",
    "a thread 01:30:00",
  ]);
  expect(run.output()).toContain("dates ['2026-01-01', '2026-01-01'] 6000 True");
}, 60_000);

test("abandoned timers do not delay a Python program", async () => {
  const clock = { now: "2026-01-01T00:00:00Z", frozen: true };
  const run = await aRun(clock, [python, programOf("interrupted.py")]);
  await run.says("ready");
  // The service learns a moment later what the program's copies wait for.
  const next = async () => (await move(run, { advance: "next" })).now.slice(11, 19);
  await expect.poll(next).toBe("00:30:00");
  const begun = performance.now();
  await move(run, { advance: "PT3H" });
  expect(await run.ended).toBe(0);
  // If each timer took one second, that would be twenty seconds.
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(timestamps(run)).toEqual(["woken 00:00:00", "ready 00:00:00", "over 02:00:00"]);
}, 60_000);

test("a tasks loop of discord.py follows the clock", async () => {
  const clock = { now: "2026-01-01T00:00:00Z", frozen: true };
  const run = await aRun(clock, [python, programOf("tasks.py")]);
  await run.says("round 1");
  // The service learns what the program waits for a moment after its output.
  const round = async () => {
    await move(run, { advance: "next" });
    return run.output();
  };
  await expect.poll(round).toContain("over");
  expect(await run.ended).toBe(0);
  const rounds = ["round 1 00:00:00", "round 2 01:00:00", "round 3 02:00:00"];
  expect(timestamps(run)).toEqual(rounds);
}, 60_000);

test("a program that is written neither for Node nor for Python is refused", async () => {
  const run = await aRun({ frozen: true }, ["/bin/true"]);
  expect(await run.ended).not.toBe(0);
  expect(run.errors()).toContain("--time works for programs of Node and Python");
}, 60_000);
