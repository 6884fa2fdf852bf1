// What happens when a session was given up by one process and taken by no other, on PostgreSQL and
// Redis: its user leaves voice and the guild that they visited, unless they have a session
// elsewhere.
import { Opcode } from "@antechamber/contract/gateway";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testRedisUrl } from "../../packages/server/src/testing/processes/buses.ts";
import { passingTime } from "../../packages/server/src/testing/passing-time.ts";
import {
  aProcess,
  type TestProcess,
} from "../../packages/server/src/testing/processes/processes.ts";
import {
  gatewayOf,
  WanderingClient,
} from "../../packages/server/src/testing/clients/wandering-client.ts";
import { freshDatabase } from "../fresh-database.ts";

const EVENTUALLY = { timeout: 30_000, interval: 50 };
const LONG = 120_000;
const MINUTE = 60_000;
const guild = "300000000000000001";
const room = "300000000000000021";
const carol = "100000000000000003";
const GUILDS = 1;
const GUILD_MEMBERS = 1 << 1;
const GUILD_VOICE_STATES = 1 << 7;

const world = {
  users: [
    { id: "100000000000000001", username: "alice", token: "alice" },
    { id: carol, username: "carol", token: "carol" },
  ],
  guilds: [
    {
      id: guild,
      name: "Hall",
      owner: "alice",
      channels: [{ name: "general" }, { id: room, name: "room", type: 2 }],
      invites: [{ code: "visit", channel: "general", temporary: true }],
    },
  ],
};

const time = passingTime();
const processes: TestProcess[] = [];
const clients: WanderingClient[] = [];

let first: TestProcess;
let second: TestProcess;

async function knowEachOther(): Promise<void> {
  const living = () => processes.map(({ store }) => store.processes.living().length);
  await expect.poll(living, EVENTUALLY).toEqual([2, 2]);
}

beforeEach(async () => {
  const database = await freshDatabase();
  const options = { redis: testRedisUrl(), world };
  first = await aProcess(database, { ...options, clock: time.clock });
  processes.push(first);
  second = await aProcess(database, options);
  processes.push(second);
  await knowEachOther();
}, LONG);

afterEach(async () => {
  for (const client of clients.splice(0)) client.end();
  await Promise.all(processes.splice(0).map((process) => process.end()));
});

async function comes(at: TestProcess, token: string, intents: number): Promise<WanderingClient> {
  const client = new WanderingClient({ token, intents });
  clients.push(client);
  await client.begin(gatewayOf(at));
  return client;
}

/** Carol visits a guild and is in voice there, with a session at the first process. */
async function visits(): Promise<WanderingClient> {
  const client = await comes(first, "carol", GUILDS | GUILD_VOICE_STATES);
  expect((await first.asUser("carol", "POST /invites/visit", {})).status).toBe(200);
  await client.client.nextEvent("GUILD_CREATE");
  const state = { guild_id: guild, channel_id: room, self_mute: false, self_deaf: false };
  client.client.send(Opcode.VoiceStateUpdate, state);
  await client.client.nextEvent("VOICE_STATE_UPDATE");
  return client;
}

/** Lets minutes pass at the first process; resolves when what is due then has started. */
async function minutesPass(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) {
    time.pass(MINUTE);
    await second.store.processes.refresh();
  }
}

async function isMember(): Promise<boolean> {
  const { status } = await second.asUser("alice", `GET /guilds/${guild}/members/${carol}`);
  return status === 200;
}

async function isInVoice(): Promise<boolean> {
  const { status } = await second.asUser("alice", `GET /guilds/${guild}/voice-states/${carol}`);
  return status === 200;
}

test(
  "a user whose session was lost between processes leaves voice and a visited guild",
  async () => {
    const client = await visits();
    const alice = await comes(second, "alice", GUILDS | GUILD_MEMBERS | GUILD_VOICE_STATES);
    const ask = second.bus.ask.bind(second.bus);
    second.bus.ask = async (question) => {
      const { answers } = await ask(question);
      return question.topic === "session-resume"
        ? { answers: [], isComplete: false }
        : { answers, isComplete: true };
    };
    client.leave();
    const answer = await client.resume(gatewayOf(second));
    expect(answer).toMatchObject({ op: Opcode.InvalidSession, d: true });
    client.leave();
    await minutesPass(4);
    expect([await isInVoice(), await isMember()]).toEqual([true, true]);
    await minutesPass(3);
    const update = await alice.client.next(
      ({ t, d }) =>
        t === "VOICE_STATE_UPDATE" && (d as { readonly channel_id: unknown }).channel_id === null,
    );
    expect(update.d).toMatchObject({ user_id: carol });
    const { d } = await alice.client.nextEvent("GUILD_MEMBER_REMOVE");
    expect(d).toMatchObject({ user: { id: carol } });
    expect([await isInVoice(), await isMember()]).toEqual([false, false]);
  },
  LONG,
);

test(
  "a user whose session resumed at another process stays in voice and in the guild",
  async () => {
    const client = await visits();
    client.leave();
    expect(await client.goOn(gatewayOf(second))).toMatchObject({ op: Opcode.Dispatch });
    await minutesPass(8);
    expect([await isInVoice(), await isMember()]).toEqual([true, true]);
  },
  LONG,
);
