// Real programs on one PostgreSQL schema, behind a balancer, of which one after another is killed.
import { afterEach, beforeEach, expect, test } from "vitest";
import { answerOf } from "../../packages/server/src/testing/answer.ts";
import { roundRobin, type RoundRobin } from "../../packages/server/src/testing/round-robin.ts";
import {
  startProgram,
  type RunningProgram,
} from "../../packages/server/src/testing/start-program.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { freshDatabase } from "../fresh-database.ts";

/** How many are killed; two hundred take half an hour. */
const KILLS = Number(process.env["KILLS"] ?? 3);
const PROCESSES = 2;
const WRITERS = 6;
const PAGE = 100;

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

async function start(): Promise<void> {
  const flags = ["--port", "0", "--store", database, "--limits", "off"];
  running.push(await startProgram(["start", ...flags]));
}

const messages = `/channels/${demo.generalId}/messages`;

async function asBot(method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bot ${demo.botToken}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return answerOf(await fetch(`${balancer?.url}/api/v10${path}`, { method, headers, ...sent }));
}

/** Writes until it is over. @returns the ids of what was acknowledged, by content */
async function write(writer: number, isOver: () => boolean): Promise<ReadonlyMap<string, string>> {
  const acknowledged = new Map<string, string>();
  for (let nth = 0; !isOver(); nth += 1) {
    const content = `${writer} wrote ${nth}`;
    // Whether a call that was cut off had its effect, nobody knows.
    const answer = await asBot("POST", messages, { content }).catch(() => undefined);
    if (answer?.status === 200) acknowledged.set(content, answer.id);
    else if (answer !== undefined && answer.status !== 503) throw new Error(answer.text);
  }
  return acknowledged;
}

/** Everything that is in the channel, by content; each content with its ids. */
async function stored(): Promise<ReadonlyMap<string, readonly string[]>> {
  const all = new Map<string, string[]>();
  for (let before = ""; ;) {
    const page = await asBot("GET", `${messages}?limit=${PAGE}${before}`);
    const found = page.body as readonly { readonly id: string; readonly content: string }[];
    for (const { id, content } of found) all.set(content, [...(all.get(content) ?? []), id]);
    const last = found.at(-1);
    if (last === undefined || found.length < PAGE) return all;
    before = `&before=${last.id}`;
  }
}

test(
  "what was acknowledged is there once, however often processes are killed",
  async () => {
    await Promise.all(Array.from({ length: PROCESSES }, () => start()));
    let isOver = false;
    const writing = Array.from({ length: WRITERS }, (_, nth) => write(nth, () => isOver));
    for (let kill = 0; kill < KILLS; kill += 1) {
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
      await running.shift()?.kill();
      await start();
    }
    isOver = true;
    const acknowledged = (await Promise.all(writing)).flatMap((map) => [...map]);
    const found = await stored();
    expect(acknowledged.length).toBeGreaterThan(KILLS * WRITERS);
    const lost = acknowledged.filter(([content, id]) => !found.get(content)?.includes(id));
    const doubled = [...found].filter(([, ids]) => ids.length > 1);
    expect([lost, doubled]).toEqual([[], []]);
    const ids = acknowledged.map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  },
  60_000 + KILLS * 20_000,
);
