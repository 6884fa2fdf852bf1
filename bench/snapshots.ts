// How long it takes to take and to restore a snapshot of a world with ten thousand messages.
// Source: product.md, Control plane.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { median, type Figure } from "./figures.ts";
import { startProgram } from "./program.ts";
import { control, send, type Sent } from "./send.ts";

const MESSAGES = 10_000;
const ROUNDS = 15;
/** The goal: the most milliseconds of a call, with SQLite in memory. */
const GOAL_MS = 10;

const GENERAL = "300000000000000002";
const world = {
  users: [{ id: "100000000000000001", username: "alice" }],
  guilds: [
    {
      id: "300000000000000001",
      name: "Hall",
      owner: "alice",
      channels: [{ id: GENERAL, name: "general" }],
      members: [{ user: "alice" }],
    },
  ],
  messages: Array.from({ length: MESSAGES }, (_, n) => ({
    channel_id: GENERAL,
    author: "alice",
    content: `message ${n}, about as long as people write`,
  })),
};

/** Calls the control plane, and returns the milliseconds until its response. */
async function timed(url: string, path: string, call: Sent): Promise<number> {
  const startedAt = performance.now();
  await send(`${url}/control/v1${path}`, { ...call, headers: control });
  return performance.now() - startedAt;
}

async function measured(program: string, store: string, file: string) {
  const flags = ["--port", "0", "--limits", "off", "--store", store, "--world", file];
  const started = await startProgram([program, "start", ...flags]);
  const { url } = started;
  const times = { take: [] as number[], restore: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.take.push(await timed(url, "/snapshots", { method: "POST", body: { name: "kept" } }));
    const message = { channel: GENERAL, content: "one more" };
    await timed(url, "/users/alice/message", { method: "POST", body: message });
    times.restore.push(await timed(url, "/snapshots/kept/restore", { method: "POST" }));
    await timed(url, "/snapshots/kept", { method: "DELETE" });
  }
  await started.stop();
  return { takeMs: median(times.take), restoreMs: median(times.restore) };
}

/** Measures snapshots in memory and in a file. */
export async function* snapshotFigures(program: string, directory: string): AsyncGenerator<Figure> {
  const file = join(directory, "messages.json");
  writeFileSync(file, JSON.stringify(world));
  const ms = { unit: "ms", better: "lower" } as const;
  const memory = await measured(program, "sqlite::memory:", file);
  const of = `a snapshot of ${MESSAGES} messages`;
  yield { name: `take ${of}, in memory`, value: memory.takeMs, ...ms, goal: GOAL_MS };
  yield { name: `restore ${of}, in memory`, value: memory.restoreMs, ...ms, goal: GOAL_MS };
  const onFile = await measured(program, `sqlite:${join(directory, "snapshots.db")}`, file);
  yield { name: `take ${of}, in a file`, value: onFile.takeMs, ...ms };
  yield { name: `restore ${of}, in a file`, value: onFile.restoreMs, ...ms };
}
