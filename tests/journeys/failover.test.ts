// Processes whose database fails over to a standby that lacks the last commits: they serve what is
// there, and their sessions start over.
import { Opcode } from "@antechamber/contract/gateway";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testRedisUrl } from "../../packages/server/src/testing/processes/buses.ts";
import {
  aProcess,
  type TestProcess,
} from "../../packages/server/src/testing/processes/processes.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import {
  gatewayOf,
  WanderingClient,
} from "../../packages/server/src/testing/clients/wandering-client.ts";
import { startEngine, type Engine } from "../../scripts/postgres-engine.ts";
import { EVENTUALLY, LONG } from "./processes-of-tests.ts";

/** GUILDS and GUILD_MESSAGES. */
const intents = 1 | (1 << 9);
/** More transactions than the processes make by themselves until they have reconnected. */
const LOST = 40;
const messages = `/channels/${demo.generalId}/messages`;

let folder: string;
let engine: Engine;
let processes: TestProcess[];
const bots: WanderingClient[] = [];

beforeEach(async () => {
  const programs = process.env["TEST_PG_PROGRAMS"];
  if (programs === undefined) throw new Error("run the tests by npm run test:only");
  folder = await mkdtemp(join(tmpdir(), "antechamber-failover-"));
  await chmod(folder, 0o755);
  const [initdb, postgres] = [join(programs, "initdb"), join(programs, "postgres")];
  engine = await startEngine({ origin: programs, initdb, postgres }, folder);
  processes = [];
}, LONG);
afterEach(async () => {
  for (const bot of bots.splice(0)) bot.end();
  await Promise.all(processes.map((each) => each.end()));
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

async function aBot(at: TestProcess): Promise<WanderingClient> {
  const bot = new WanderingClient({ token: demo.botToken, intents });
  bots.push(bot);
  await bot.begin(gatewayOf(at));
  return bot;
}

async function write(at: TestProcess, content: string): Promise<void> {
  const statusOf = async () => (await at.asBot(`POST ${messages}`, { content })).status;
  await expect.poll(statusOf, EVENTUALLY).toBe(200);
}

test.each([
  ["without a bus", {}],
  ["on a bus", { redis: testRedisUrl() }],
])(
  "after a failover that lost commits, processes %s serve what is there, and their bots begin anew",
  async (_, bus) => {
    processes.push(await aProcess(engine.url, bus), await aProcess(engine.url, bus));
    const [one, other] = processes as [TestProcess, TestProcess];
    const { id } = await one.asBot("POST /lobbies", { metadata: { state: "kept" } });
    await engine.copy();
    for (const each of processes) await write(each, "seen by no bot");
    const lost = await Promise.all(processes.map(aBot));
    const state = { metadata: { state: "lost" } };
    expect((await one.asBot(`PATCH /lobbies/${id}`, state)).status).toBe(200);
    for (let nth = 0; nth < LOST; nth += 1) await write(other, `lost ${nth}`);
    // What is read twice is cached.
    const statesOf = async (times: number) => {
      const asked = processes.flatMap((each) => Array.from({ length: times }, () => each));
      const all = await Promise.all(asked.map((each) => each.asBot(`GET /lobbies/${id}`)));
      return new Set(all.map((answer) => answer.at("metadata", "state")));
    };
    await expect.poll(() => statesOf(2), EVENTUALLY).toEqual(new Set(["lost"]));
    for (const bot of lost) {
      await expect.poll(() => bot.contents().at(-1), EVENTUALLY).toBe(`lost ${LOST - 1}`);
    }

    await engine.failOver();
    for (const bot of lost) {
      expect((await bot.client.nextOp(Opcode.InvalidSession)).d).toBe(false);
    }
    for (const each of processes) await write(each, "again");
    expect(await statesOf(1)).toEqual(new Set(["kept"]));
    const found = await Promise.all(processes.map(aBot));
    await write(one, "first");
    await write(other, "second");
    for (const bot of found) {
      await expect.poll(() => bot.contents(), EVENTUALLY).toEqual(["first", "second"]);
    }
  },
  LONG,
);
