// Objects that are created for one call are garbage after it. A program that keeps them until the
// next full collection is slower throughout. Source: docs/decisions, "No guess which objects live
// long".
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import {
  startProgram,
  type RunningProgram,
} from "../../packages/server/src/testing/processes/start-program.ts";

const CALLS = 6000;
const CONNECTIONS = 64;
/**
 * How much a call may leave behind permanently, such as rows of the journal: a tenth of what it
 * allocates.
 */
const KEPT_BYTES_MAX = 1000;

/** Makes a program print on request the size of its old generation. */
const saying = `data:text/javascript,${encodeURIComponent(`import v8 from "node:v8";
process.on("SIGUSR2", () => {
  const old = v8.getHeapSpaceStatistics().find((each) => each.space_name === "old_space");
  process.stderr.write("old " + old.space_used_size + "\\n");
});`)}`;
const start = ["start", "--port", "0", "--store", "sqlite::memory:", "--limits", "off"];

let program: RunningProgram | undefined;
afterEach(() => program?.stop());

async function oldBytes(running: RunningProgram): Promise<number> {
  const warnings = () => [...running.errors().matchAll(/^old (\d+)$/gm)];
  const before = warnings().length;
  process.kill(running.pid, "SIGUSR2");
  while (warnings().length === before) await sleep(5);
  return Number(warnings().at(-1)?.[1]);
}

function call(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(`${url}/api/v10/gateway`, { agent }, (response) => {
      response.resume().once("end", resolve);
    })
      .once("error", reject)
      .end();
  });
}

async function callOften(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let callsLeft = CALLS;
  const caller = async () => {
    while ((callsLeft -= 1) >= 0) await call(url, agent);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  agent.destroy();
}

// The V8 heuristic that must stay disabled took effect in about half of all processes.
test.for(["first", "second", "third"])(
  "calls leave hardly any objects in the old generation, in a %s program",
  async () => {
    program = await startProgram(start, { NODE_OPTIONS: `--import ${saying}` });
    await callOften(program.url);
    const before = await oldBytes(program);
    await callOften(program.url);
    expect(((await oldBytes(program)) - before) / CALLS).toBeLessThan(KEPT_BYTES_MAX);
  },
);
