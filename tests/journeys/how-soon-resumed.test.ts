// How many sessions resume at another process, and how fast: while the process that has them lives,
// and after it was killed, with messages written all the time. RESUMES and SESSIONS set the numbers
// for a manual run, which prints its measurements and must reach the goals themselves.
import { Opcode } from "@antechamber/contract/gateway";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunningProgram } from "../../packages/server/src/testing/processes/start-program.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { gatewayOf } from "../../packages/server/src/testing/clients/wandering-client.ts";
import { write } from "./acknowledged-writes.ts";
import { KillableProcesses } from "./killable-processes.ts";
import { at as timeOf, slowness } from "./pace.ts";

const isMeasured = process.env["RESUMES"] !== undefined || process.env["SESSIONS"] !== undefined;
const RESUMES = Number(process.env["RESUMES"] ?? 60);
const SESSIONS = Number(process.env["SESSIONS"] ?? 12);
/** The 99th percentile of resumes from a live process, in milliseconds. */
const GOAL_MS = 50;
/** The factor by which the suite may exceed the goal, besides the machine's slowness. */
const PATIENCE = 10;
/**
 * The shares of resumes that succeed at once, without Invalid Session, and of sessions that
 * survive.
 */
const LIVING_SHARE = isMeasured ? 0.999 : 0.9;
const DEAD_SHARE = 0.99;
/**
 * The time within which a session is back after its process was killed: others consider a process
 * dead after six seconds, and the process that is asked for the session checks that four times a
 * second.
 */
const TAKEN_OVER_MS = 6_000 + 1_500;
/** The pause between messages, in milliseconds. */
const WRITE_PAUSE_MS = 20;
const CLIENTS = 10;
/** The pause between a client's attempts, in milliseconds, and their number. */
const PAUSE_MS = 250;
const TRIES = 100;
const LONG = 120_000 + RESUMES * 200 + SESSIONS * 1_000;
const EVENTUALLY = { timeout: 30_000, interval: 50 };

let processes: KillableProcesses;

beforeEach(async () => {
  processes = await KillableProcesses.open();
});

afterEach(async () => {
  await processes.close();
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Writes messages in intervals. @returns the contents of those that were acknowledged */
async function writeUntil(at: RunningProgram, isOver: () => boolean): Promise<readonly string[]> {
  const place = { url: at.url, botToken: demo.botToken, channelId: demo.generalId };
  const acknowledged: string[] = [];
  for (let nth = 0; !isOver(); nth += 1) {
    const content = `message ${nth}`;
    if ((await write(place, content)) !== undefined) acknowledged.push(content);
    await pause(WRITE_PAUSE_MS);
  }
  return acknowledged;
}

/**
 * Expects every client to have every acknowledged message once.
 *
 * @throws Error if a sequence number is missing
 */
async function allHave(written: readonly string[]): Promise<void> {
  const missing = () => {
    const all = processes.bots.map((bot) => new Set(bot.contents()));
    return written.filter((content) => !all.every((each) => each.has(content)));
  };
  await expect.poll(missing, EVENTUALLY).toEqual([]);
  for (const bot of processes.bots)
    expect(new Set(bot.contents()).size).toBe(bot.contents().length);
}

/** Prints a result in a manual run. */
function report(words: string): void {
  if (isMeasured) process.stderr.write(`${words}\n`);
}

test(
  "sessions resume quickly at another process while the original one is alive",
  async () => {
    const [one, other] = [await processes.start(), await processes.start()];
    const clients = await Promise.all(
      Array.from({ length: Math.min(CLIENTS, RESUMES) }, () => processes.aBot(one)),
    );
    const writing = new AbortController();
    const written = writeUntil(one, () => writing.signal.aborted);
    const slower = isMeasured ? 1 : PATIENCE * (await slowness());
    const times: number[] = [];
    const refusals: unknown[] = [];
    for (let nth = 0; nth < RESUMES; nth += 1) {
      const bot = clients[nth % clients.length];
      if (bot === undefined) throw new Error("there are clients");
      const isBack = Math.floor(nth / clients.length) % 2 === 1;
      bot.leave();
      const to = gatewayOf(isBack ? one : other);
      let answer = await bot.resume(to);
      times.push(bot.answeredAfterMs);
      for (let tries = 0; answer.op === Opcode.InvalidSession && tries < TRIES; tries += 1) {
        refusals.push(answer.d);
        await pause(PAUSE_MS);
        answer = await bot.resume(to);
      }
    }
    writing.abort();
    await allHave(await written);
    const sorted = times.toSorted((a, b) => a - b);
    const [median, slow] = [timeOf(0.5, sorted), timeOf(0.99, sorted)];
    report(
      `${RESUMES} resumes: median ${median.toFixed(1)} ms, p99 ${slow.toFixed(1)} ms, most ` +
        `${timeOf(1, sorted).toFixed(1)} ms, ${refusals.length} refused`,
    );
    expect(refusals).not.toContain(false);
    expect(refusals.length).toBeLessThanOrEqual(RESUMES * (1 - LIVING_SHARE));
    expect(slow).toBeLessThan(GOAL_MS * slower);
  },
  LONG,
);

test(
  "sessions resume at another process soon after theirs was killed",
  async () => {
    const [one, other] = [await processes.start(), await processes.start()];
    for (let nth = 0; nth < SESSIONS; nth += 1) await processes.aBot(one);
    const writing = new AbortController();
    const written = writeUntil(other, () => writing.signal.aborted);
    await processes.kill(one);
    const killedAt = performance.now();
    const times: number[] = [];
    const lost: string[] = [];
    await Promise.all(
      processes.bots.map(async (bot) => {
        for (let tries = 0; tries < TRIES; tries += 1) {
          const answer = await bot.resume(gatewayOf(other));
          if (answer.op !== Opcode.InvalidSession) {
            times.push(performance.now() - killedAt);
            return;
          }
          if (answer.d === false) break;
          await pause(PAUSE_MS);
        }
        lost.push(bot.sessionId);
      }),
    );
    writing.abort();
    report(
      `${SESSIONS} sessions: ${lost.length} lost, the first back after ` +
        `${timeOf(0, times).toFixed(0)} ms, the last after ${timeOf(1, times).toFixed(0)} ms`,
    );
    expect(lost.length).toBeLessThanOrEqual(SESSIONS * (1 - DEAD_SHARE));
    const slower = isMeasured ? 1 : PATIENCE;
    expect(timeOf(0, times)).toBeLessThan(TAKEN_OVER_MS * slower);
    if (lost.length === 0) await allHave(await written);
  },
  LONG,
);
