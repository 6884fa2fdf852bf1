// Two real programs on one PostgreSQL behind a load balancer, each replaced by a new one as an
// orchestrator does it: the new one is ready before it gets calls, and the old one gets none before
// it is stopped.
import { Client, Events, GatewayIntentBits } from "discord.js";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  roundRobin,
  type RoundRobin,
} from "../../packages/server/src/testing/network/round-robin.ts";
import {
  startProgram,
  type RunningProgram,
} from "../../packages/server/src/testing/processes/start-program.ts";
import { deployed, worldFileIn } from "../deploy/deployed-world.ts";
import { freshDatabase } from "../fresh-database.ts";
import { faultsOf, write, writeUntil, writtenIn, type Place } from "./acknowledged-writes.ts";
import { loggedIn } from "./logged-in.ts";

const WRITERS = 4;
const EVENTUALLY = { timeout: 30_000, interval: 50 };

let database: string;
let folder: string;
let balancer: RoundRobin;
/** The programs that get calls. */
const inTurn: RunningProgram[] = [];
const clients: Client[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), "antechamber-update-"));
  balancer = await roundRobin(() => inTurn.map(({ url }) => url));
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.destroy()));
  await balancer.close();
  await Promise.all(inTurn.splice(0).map((program) => program.stop()));
  await rm(folder, { recursive: true, force: true });
});

/** Starts a program, which is ready when it accepts writes. */
async function start(more: readonly string[] = []): Promise<RunningProgram> {
  const flags = ["--port", "0", "--store", database, "--limits", "off"];
  const others = ["--mode", "production", "--public-url", balancer.url];
  const program = await startProgram(["start", ...flags, ...others, ...more], {
    ANTECHAMBER_CONTROL_KEY: deployed.controlKey,
  });
  const isReady = async () => (await fetch(`${program.url}/readyz`)).status;
  await expect.poll(isReady, EVENTUALLY).toBe(200);
  return program;
}

/** A bot that records the contents of messages. */
async function listener(): Promise<{
  readonly contents: ReadonlySet<string>;
  readonly resets: () => number;
}> {
  const contents = new Set<string>();
  let resets = 0;
  const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
    rest: { api: `${balancer.url}/api` },
  });
  clients.push(client);
  client.on(Events.MessageCreate, ({ content }) => void contents.add(content));
  client.on(Events.ShardReconnecting, () => (resets += 1));
  await loggedIn(client, deployed.botToken);
  return { contents, resets: () => resets };
}

test("a rolling update loses and duplicates no acknowledged write, and gateway clients go on", async () => {
  inTurn.push(await start(["--world", await worldFileIn(folder)]));
  inTurn.push(await start());
  const place: Place = { url: balancer.url, ...deployed };
  const { contents, resets } = await listener();
  let isOver = false;
  const writing = Array.from({ length: WRITERS }, (_, nth) => writeUntil(place, nth, () => isOver));
  for (let nth = 0; nth < 2; nth += 1) {
    inTurn.push(await start());
    const leaving = inTurn.shift();
    expect(await leaving?.stop()).toBe(0);
  }
  isOver = true;
  const acknowledged = await Promise.all(writing);
  expect(acknowledged.map((map) => map.size > 0)).not.toContain(false);
  expect(faultsOf(acknowledged, await writtenIn(place))).toEqual({ lost: [], doubled: [] });
  // Its process was one of the two that were stopped.
  expect(resets()).toBeGreaterThan(0);
  const hears = async () => {
    await write(place, "after the update");
    return contents.has("after the update");
  };
  await expect.poll(hears, EVENTUALLY).toBe(true);
}, 90_000);
