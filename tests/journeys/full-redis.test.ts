// A Redis that refuses writes, because its memory is full or it is a read-only replica: it counts
// as unavailable, and Invalid Session is sent accordingly.
import { Opcode } from "@antechamber/contract/gateway";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  aProcess,
  type TestProcess,
} from "../../packages/server/src/testing/processes/processes.ts";
import type { RunningProgram } from "../../packages/server/src/testing/processes/start-program.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import {
  gatewayOf,
  type WanderingClient,
} from "../../packages/server/src/testing/clients/wandering-client.ts";
import { freshDatabase } from "../fresh-database.ts";
import { aKillableRedis, type KillableRedis } from "../redis-servers.ts";
import { write } from "./acknowledged-writes.ts";
import { KillableProcesses } from "./killable-processes.ts";

const EVENTUALLY = { timeout: 30_000, interval: 50 };
const LONG = 120_000;
/** How often a client retries, and its pause in between. */
const TRIES = 80;
const PAUSE_MS = 250;

let redis: KillableRedis;

beforeEach(async () => {
  redis = await aKillableRedis();
});

afterEach(() => redis.close());

describe("a Redis that refuses writes", () => {
  let process: TestProcess;

  beforeEach(async () => {
    process = await aProcess(await freshDatabase(), { redis: redis.url });
  });

  afterEach(() => process.end());

  test.each([
    ["is full", ["CONFIG", "SET", "maxmemory", "1"], ["CONFIG", "SET", "maxmemory", "0"]],
    ["is a replica", ["REPLICAOF", "127.0.0.1", "1"], ["REPLICAOF", "NO", "ONE"]],
    [
      "lacks replicas of its own",
      ["CONFIG", "SET", "min-replicas-to-write", "1"],
      ["CONFIG", "SET", "min-replicas-to-write", "0"],
    ],
  ])("counts as unavailable as long as it %s", async (_, refuse, take) => {
    const isUp = () => process.bus.isUp();
    await expect.poll(isUp, EVENTUALLY).toBe(true);
    await redis.command(...refuse);
    await expect.poll(isUp, EVENTUALLY).toBe(false);
    expect((await process.asBot("GET /users/@me")).status).toBe(200);
    await redis.command(...take);
    await expect.poll(isUp, EVENTUALLY).toBe(true);
  });
});

describe("sessions with a full Redis", () => {
  let processes: KillableProcesses;

  beforeEach(async () => {
    processes = await KillableProcesses.open(redis.url);
  });

  afterEach(() => processes.close());

  function say(at: RunningProgram, content: string): Promise<unknown> {
    return write({ url: at.url, botToken: demo.botToken, channelId: demo.generalId }, content);
  }

  /** Waits until the process reports whether Redis is unavailable. */
  async function knows(at: RunningProgram, isGone: boolean): Promise<void> {
    const saysGone = async () => (await (await fetch(`${at.url}/readyz`)).text()).includes("gone");
    await expect.poll(saysGone, EVENTUALLY).toBe(isGone);
  }

  /** Retries to resume as clients do, as long as Invalid Session allows it. */
  async function resume(bot: WanderingClient, at: RunningProgram) {
    let answer = await bot.resume(gatewayOf(at));
    for (let tries = 1; answer.op === Opcode.InvalidSession && answer.d === true; tries += 1) {
      if (tries > TRIES) throw new Error("it may try again for ever");
      await new Promise((done) => {
        setTimeout(done, PAUSE_MS);
      });
      answer = await bot.resume(gatewayOf(at));
    }
    return answer;
  }

  test(
    "receive every event, and resume after a crash only if their events were stored",
    async () => {
      const [one, other] = [await processes.start(), await processes.start()];
      const [knowing, gone] = [await processes.aBot(one), await processes.aBot(one)];
      await say(one, "1");
      for (const bot of [knowing, gone]) {
        await expect.poll(() => bot.contents(), EVENTUALLY).toEqual(["1"]);
      }
      gone.leave();
      await redis.command("CONFIG", "SET", "maxmemory", "1");
      await Promise.all([knows(one, true), knows(other, true)]);
      await say(one, "2");
      await say(other, "3");
      await expect.poll(() => knowing.contents(), EVENTUALLY).toEqual(["1", "2", "3"]);
      // No other process can take the session now, but the client need not start a new one.
      knowing.leave();
      expect(await knowing.resume(gatewayOf(other))).toMatchObject({
        op: Opcode.InvalidSession,
        d: true,
      });
      expect(await resume(knowing, one)).toMatchObject({ t: "RESUMED" });
      await processes.kill(one);
      await redis.command("CONFIG", "SET", "maxmemory", "0");
      await knows(other, false);
      // It received events that were not written down, so its next sequence number is unknown.
      expect(await resume(knowing, other)).toMatchObject({ op: Opcode.InvalidSession, d: false });
      await expect.poll(() => other.errors(), EVENTUALLY).toContain('"reason":"events missing"');
      // A client that missed those events receives them now, with the sequence numbers they would
      // have had.
      expect((await resume(gone, other)).op).not.toBe(Opcode.InvalidSession);
      await say(other, "4");
      await expect.poll(() => gone.contents(), EVENTUALLY).toEqual(["1", "2", "3", "4"]);
    },
    LONG,
  );
});
