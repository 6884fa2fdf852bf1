// Gateway sessions outlive the processes that had them: real programs, one PostgreSQL, one Redis.
// In a manual run, KILLS sets how many are killed while messages are written; the suite does that
// beside all other failures (chaos.test.ts).
import { Opcode } from "@antechamber/contract/gateway";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  roundRobin,
  type RoundRobin,
} from "../../packages/server/src/testing/network/round-robin.ts";
import type { RunningProgram } from "../../packages/server/src/testing/processes/start-program.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import {
  gatewayOf,
  type WanderingClient,
} from "../../packages/server/src/testing/clients/wandering-client.ts";
import { write, writeUntil, type Place } from "./acknowledged-writes.ts";
import { KillableProcesses } from "./killable-processes.ts";

const KILLS = Number(process.env["KILLS"] ?? 0);
const WRITERS = 3;
const EVENTUALLY = { timeout: 30_000, interval: 50 };
const LONG = 60_000 + KILLS * 30_000;
/**
 * How often a client retries: a silent process is dead after six seconds, and an attempt takes up
 * to two.
 */
const TRIES = 60;
const PAUSE_MS = 250;

let processes: KillableProcesses;
let balancer: RoundRobin;
let place: Place;

beforeEach(async () => {
  processes = await KillableProcesses.open();
  balancer = await roundRobin(() => processes.running.map(({ url }) => url));
  place = { url: balancer.url, botToken: demo.botToken, channelId: demo.generalId };
});

afterEach(async () => {
  await balancer.close();
  await processes.close();
});

/** Retries to resume as clients do. @returns the `d` of each Invalid Session */
async function resume(bot: WanderingClient, at: { readonly url: string }): Promise<unknown[]> {
  const resumable: unknown[] = [];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await bot.resume(gatewayOf(at));
    if (answer.op !== Opcode.InvalidSession) return resumable;
    resumable.push(answer.d);
    if (answer.d === false) return resumable;
    await new Promise((done) => {
      setTimeout(done, PAUSE_MS);
    });
  }
  return resumable;
}

describe("a session whose process was killed", () => {
  test(
    "resumes at another process with all events since",
    async () => {
      const [first, second] = [await processes.start(), await processes.start()];
      const bot = await processes.aBot(first);
      await write({ ...place, url: first.url }, "1");
      await write({ ...place, url: second.url }, "2");
      await expect.poll(() => bot.contents(), EVENTUALLY).toEqual(["1", "2"]);
      bot.leave();
      await write({ ...place, url: second.url }, "3");
      await processes.kill(first);
      await write({ ...place, url: second.url }, "4");
      const outcomes = await resume(bot, second);
      // Until the process is sure that the session's process has ended.
      expect(new Set(outcomes)).toEqual(new Set([true]));
      await write({ ...place, url: second.url }, "5");
      await expect.poll(() => bot.contents(), EVENTUALLY).toEqual(["1", "2", "3", "4", "5"]);
    },
    LONG,
  );

  test.runIf(KILLS > 0)(
    "misses no acknowledged message, however often processes are killed",
    async () => {
      await Promise.all([processes.start(), processes.start()]);
      const home = () => processes.running[0] as RunningProgram;
      const bot = await processes.aBot(home());
      const writing = new AbortController();
      const writers = Array.from({ length: WRITERS }, (_, nth) =>
        writeUntil(place, nth, () => writing.signal.aborted),
      );
      const countReceived = () => bot.contents().length;
      for (let nth = 0; nth < KILLS; nth += 1) {
        const before = countReceived();
        await expect.poll(countReceived, EVENTUALLY).toBeGreaterThan(before + 5);
        await Promise.all([processes.kill(home()), processes.start()]);
        const outcomes = await resume(bot, home());
        expect(outcomes).not.toContain(false);
      }
      writing.abort();
      const acknowledged = (await Promise.all(writers)).flatMap((map) => [...map.keys()]);
      const missing = () => {
        const contents = new Set(bot.contents());
        return acknowledged.filter((content) => !contents.has(content));
      };
      await expect.poll(missing, EVENTUALLY).toEqual([]);
      expect(new Set(bot.contents()).size).toBe(bot.contents().length);
    },
    LONG,
  );
});
