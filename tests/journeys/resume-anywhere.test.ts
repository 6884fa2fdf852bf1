// Gateway sessions that resume at other processes than those that began them, connected by a bus on
// Redis.
import { CloseCode, Opcode } from "@antechamber/contract/gateway";
import { Client, Events, GatewayIntentBits } from "discord.js";
import { afterEach, describe, expect, test } from "vitest";
import { openLog } from "../../packages/server/src/platform/log.ts";
import { testRedisUrl } from "../../packages/server/src/testing/processes/buses.ts";
import {
  aProcess,
  silentLease,
  type TestProcess,
} from "../../packages/server/src/testing/processes/processes.ts";
import { roundRobin } from "../../packages/server/src/testing/network/round-robin.ts";
import { seededRandom } from "../../packages/server/src/testing/seeded-random.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { signIn } from "../../packages/server/src/testing/clients/gateway-client.ts";
import { aWire } from "../../packages/server/src/testing/network/wire.ts";
import {
  gatewayOf,
  WanderingClient,
} from "../../packages/server/src/testing/clients/wandering-client.ts";
import { EVENTUALLY, LONG, processesOfTests } from "./processes-of-tests.ts";
import { loggedIn } from "./logged-in.ts";

const GUILDS = 1;
const GUILD_VOICE_STATES = 1 << 7;
const GUILD_PRESENCES = 1 << 8;
const GUILD_MESSAGES = 1 << 9;
const messages = `/channels/${demo.generalId}/messages`;

const { database, processes, startOne, startConnected: start, end } = processesOfTests();
const wanderers: WanderingClient[] = [];
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const client of wanderers.splice(0)) client.end();
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Two processes without a bus. */
async function startAlone(): Promise<[TestProcess, TestProcess]> {
  return [await startOne(), await startOne()];
}

async function begin(at: TestProcess, token: string, intents: number): Promise<WanderingClient> {
  const client = new WanderingClient({ token, intents });
  wanderers.push(client);
  await client.begin(gatewayOf(at));
  return client;
}

/** A client that tries to resume another user's session. */
function impostor(token: string, sessionId: string): WanderingClient {
  const client = new WanderingClient({ token, intents: GUILDS });
  client.sessionId = sessionId;
  wanderers.push(client);
  return client;
}

/** Writes as the bot itself, which receives its own messages. */
async function say(at: TestProcess, content: string): Promise<void> {
  expect(await at.asBot(`POST ${messages}`, { content })).toMatchObject({ status: 200 });
}

describe("a session", () => {
  test(
    "resumes at another process with the missed events, and returns",
    async () => {
      const [first, second] = await start(2);
      const bot = await begin(first, demo.botToken, GUILDS | GUILD_MESSAGES);
      await say(first, "1");
      await bot.client.nextEvent("MESSAGE_CREATE");
      bot.leave();
      await say(first, "2");
      await say(second, "3");
      expect(await bot.goOn(gatewayOf(second))).toMatchObject({
        t: "MESSAGE_CREATE",
        d: { content: "2" },
      });
      await bot.client.nextEvent("RESUMED");
      await say(first, "4");
      await say(second, "5");
      await expect.poll(() => bot.contents(), EVENTUALLY).toHaveLength(5);
      bot.leave();
      expect(await bot.goOn(gatewayOf(first))).toMatchObject({ t: "RESUMED" });
      await say(second, "6");
      await expect.poll(() => bot.contents(), EVENTUALLY).toHaveLength(6);
      expect(bot.contents()).toEqual(["1", "2", "3", "4", "5", "6"]);
      const { text } = await metricsOf(first);
      expect(text).toMatch(/antechamber_gateway_resumes_taken_total(\{.*\})? 1\n/);
      expect(text).toMatch(/antechamber_gateway_sessions(\{.*\})? 1\n/);
    },
    LONG,
  );

  test(
    "closes its previous, half-open connection when it resumes elsewhere",
    async () => {
      const [first, second] = await start(2);
      const bot = await begin(first, demo.botToken, GUILDS | GUILD_MESSAGES);
      await bot.client.nextEvent("GUILD_CREATE");
      const before = bot.client;
      bot.leave("half open");
      expect(await bot.goOn(gatewayOf(second))).toMatchObject({ t: "RESUMED" });
      expect(await before.closed).toMatchObject({ code: CloseCode.UnknownError });
      await say(first, "once");
      await expect.poll(() => bot.contents(), EVENTUALLY).toEqual(["once"]);
    },
    LONG,
  );

  test(
    "keeps its sequence numbers through random moves while messages are sent",
    async () => {
      const seed = process.env["RESUME_SEED"] ?? `${Date.now()}`;
      const random = seededRandom(seed);
      const dice = (sides: number) => (random.bytes(1)[0] ?? 0) % sides;
      const [first, second, third] = await start(3);
      const all = [first, second, third] as [TestProcess, TestProcess, TestProcess];
      const bot = await begin(first, demo.botToken, GUILDS | GUILD_MESSAGES);
      const written: string[][] = all.map(() => []);
      const writing = new AbortController();
      const writers = all.map(async (process, nth) => {
        while (!writing.signal.aborted) {
          const content = `${nth} ${written[nth]?.length}`;
          await say(process, content);
          written[nth]?.push(content);
        }
      });
      const refusals: unknown[] = [];
      for (let move = 0; move < 20; move += 1) {
        bot.leave(dice(3) === 0 ? "half open" : "lost");
        const answer = await bot.resume(gatewayOf(all[dice(3)] ?? first));
        if (answer.op === Opcode.InvalidSession) refusals.push(answer.d);
        else await bot.client.next(({ t }) => t === "MESSAGE_CREATE");
      }
      writing.abort();
      await Promise.all(writers);
      const count = written.flat().length;
      await expect.poll(() => bot.contents().length, EVENTUALLY).toBe(count);
      expect(refusals, `RESUME_SEED=${seed}`).toEqual([]);
      for (const [nth, own] of written.entries()) {
        const contents = bot.contents().filter((content) => content.startsWith(`${nth} `));
        expect(contents, `RESUME_SEED=${seed}`).toEqual(own);
      }
    },
    LONG,
  );

  test(
    "keeps its user online and in voice after its previous process has stopped",
    async () => {
      const [first, second] = await start(2);
      const bob = await begin(second, demo.bobToken, GUILDS | GUILD_PRESENCES | GUILD_VOICE_STATES);
      await bob.client.nextEvent("GUILD_CREATE");
      const alice = await begin(first, demo.aliceToken, GUILDS);
      await alice.client.nextEvent("GUILD_CREATE");
      const place = { guild_id: demo.guildId, channel_id: demo.voiceId };
      alice.client.send(Opcode.VoiceStateUpdate, { ...place, self_mute: false, self_deaf: false });
      await bob.client.nextEvent("VOICE_STATE_UPDATE");
      await alice.client.nextEvent("VOICE_SERVER_UPDATE");
      alice.leave();
      expect(await alice.goOn(gatewayOf(second))).toMatchObject({ op: Opcode.Dispatch });
      await end(first);
      const living = () => second.store.processes.living().length;
      await expect.poll(living, EVENTUALLY).toBe(1);
      alice.client.send(Opcode.VoiceStateUpdate, { ...place, self_mute: true, self_deaf: false });
      const { d } = await bob.client.nextEvent("VOICE_STATE_UPDATE");
      expect(d).toMatchObject({ channel_id: demo.voiceId, self_mute: true });
      const statuses = bob.client.frames
        .filter(({ t }) => t === "PRESENCE_UPDATE")
        .map((frame) => (frame.d as { readonly status: string }).status);
      expect(new Set(statuses)).toEqual(new Set(["online"]));
    },
    LONG,
  );
  test(
    "resumes only once its previous process is known to have stopped",
    async () => {
      const [first, second] = await start(2);
      const bot = await begin(first, demo.botToken, GUILDS);
      await bot.client.nextEvent("GUILD_CREATE");
      // The process is cut off from the others, but alive as far as they can tell.
      await first.bus.close();
      bot.leave();
      expect(await bot.resume(gatewayOf(second))).toMatchObject({
        op: Opcode.InvalidSession,
        d: true,
      });
      await end(first);
      const living = () => second.store.processes.living().length;
      await expect.poll(living, EVENTUALLY).toBe(1);
      expect(await bot.goOn(gatewayOf(second))).toMatchObject({ t: "RESUMED" });
    },
    LONG,
  );
});

test(
  "a process presumed dead gives up its sessions, logs it, and resumes them later",
  async () => {
    const lines: string[] = [];
    const log = await openLog("json", { write: (line) => void lines.push(line) });
    const redis = testRedisUrl();
    const silent = await startOne({ redis, lease: silentLease, log });
    const bot = await begin(silent, demo.botToken, GUILDS);
    await bot.client.nextEvent("GUILD_CREATE");
    const lease = { lifeMs: 2_000, fenceMs: 1_500, renewMs: 500 };
    const other = await startOne({ redis, lease });
    await expect.poll(() => other.store.processes.living().length, EVENTUALLY).toBe(1);
    await silent.store.processes.refresh();
    const newest = () => bot.client.frames.at(-1);
    await expect.poll(newest, EVENTUALLY).toMatchObject({ op: Opcode.InvalidSession, d: true });
    const logLine = lines.find((line) => line.includes("were given up"));
    expect(JSON.parse(logLine ?? "{}")).toMatchObject({ sessions: 1, reason: "stood still" });
    const resumed = async () => (await bot.resume(gatewayOf(silent))).t;
    await expect.poll(resumed, EVENTUALLY).toBe("RESUMED");
  },
  LONG,
);

describe("a resume at another process is refused", () => {
  test(
    "for an unknown session, a wrong sequence number, another user or an invalid token",
    async () => {
      const [first, second] = await start(2);
      const lost = { op: Opcode.InvalidSession, d: false };
      const bot = await begin(first, demo.botToken, GUILDS);
      await bot.client.nextEvent("GUILD_CREATE");

      const nobody = impostor(demo.botToken, "0".repeat(32));
      expect(await nobody.resume(gatewayOf(second), 1)).toMatchObject(lost);
      const stranger = impostor(demo.aliceToken, bot.sessionId);
      expect(await stranger.resume(gatewayOf(second), 1)).toMatchObject(lost);
      const unknown = impostor("not-a-token", bot.sessionId);
      await expect(unknown.resume(gatewayOf(second), 1)).rejects.toThrow(
        `${CloseCode.AuthenticationFailed}`,
      );
      await expect(bot.resume(gatewayOf(second), 99)).rejects.toThrow(
        `${CloseCode.InvalidSequence}`,
      );

      const forgetful = await begin(first, demo.botToken, GUILDS);
      expect(await forgetful.resume(gatewayOf(second), 0)).toMatchObject(lost);
      expect(await forgetful.resume(gatewayOf(first), 1)).toMatchObject(lost);
    },
    LONG,
  );

  test(
    "without a bus",
    async () => {
      const [first, second] = await startAlone();
      const bot = await begin(first, demo.botToken, GUILDS);
      await bot.client.nextEvent("GUILD_CREATE");
      bot.leave();
      expect(await bot.resume(gatewayOf(second))).toMatchObject({
        op: Opcode.InvalidSession,
        d: false,
      });
      expect(await bot.resume(gatewayOf(first))).toMatchObject({ t: "RESUMED" });
    },
    LONG,
  );

  test(
    "if the session was stored in a previous world by a process presumed dead",
    async () => {
      const wire = await aWire(database());
      closing.push(() => wire.close());
      const [second] = await start(1);
      const waits = { connectMs: 1_000, answerMs: 2_000, leaseMs: 500 };
      const ended = await aProcess(wire.url, { redis: testRedisUrl(), service: database(), waits });
      processes.push(ended);
      const client = await begin(ended, demo.botToken, GUILDS | GUILD_MESSAGES);
      await say(second, "before");
      await client.client.nextEvent("MESSAGE_CREATE");
      const { epoch } = ended.store.processes.own();
      wire.pause();
      closing.push(async () => wire.mend());
      await expect
        .poll(() => second.store.processes.mayLiveElsewhere(epoch), EVENTUALLY)
        .toBe(false);
      expect(await second.control("POST /world/reset")).toMatchObject({ status: 204 });
      await say(second, "in another world");
      client.leave();
      expect(await client.goOn(gatewayOf(second))).toMatchObject({
        op: Opcode.InvalidSession,
        d: false,
      });
    },
    LONG,
  );
});

test(
  "READY contains the resume URL of the process if it has one",
  async () => {
    const resumeUrl = "http://one.localhost:8010";
    const settings = { publicUrl: "http://all.localhost:8010" };
    const [first, second] = await start(2, { settings });
    const third = await startOne({ settings: { ...settings, resumeUrl } });
    const addresses = await Promise.all(
      [first, second, third].map(async (process) => {
        const { client, ready } = await signIn(gatewayOf(process), {
          token: demo.botToken,
          intents: 0,
        });
        client.ws.close(CloseCode.Normal);
        return (ready.d as { readonly resume_gateway_url: string }).resume_gateway_url;
      }),
    );
    const all = "ws://all.localhost:8010/gateway/";
    expect(addresses).toEqual([all, all, "ws://one.localhost:8010/gateway/"]);
  },
  LONG,
);

async function metricsOf({ url }: TestProcess): Promise<{ readonly text: string }> {
  const response = await fetch(`${url}/metrics`, {
    headers: { authorization: "Control test-control-key" },
  });
  return { text: await response.text() };
}

test(
  "a discord.js bot behind a load balancer keeps its session when a process stops",
  async () => {
    const targets: string[] = [];
    const balancer = await roundRobin(() => targets);
    closing.push(() => balancer.close());
    const [one, other] = await start(2, { settings: { publicUrl: balancer.url } });
    targets.push(one.url);
    const client = new Client({
      intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
      rest: { api: `${balancer.url}/api` },
    });
    closing.push(() => client.destroy());
    const received: string[] = [];
    let resumes = 0;
    let begins = 0;
    client.on(Events.MessageCreate, ({ author, id }) => received.push(`${author.id} ${id}`));
    client.on(Events.ShardResume, () => (resumes += 1));
    client.on(Events.ShardReady, () => (begins += 1));
    await loggedIn(client, demo.botToken);
    await say(one, "before");
    await expect.poll(() => received.length, EVENTUALLY).toBe(1);
    targets.splice(0, 1, other.url);
    await Promise.all([end(one), say(other, "meanwhile")]);
    await expect.poll(() => resumes, EVENTUALLY).toBe(1);
    await say(other, "after");
    await expect.poll(() => received.length, EVENTUALLY).toBe(3);
    expect([begins, new Set(received).size]).toEqual([1, 3]);
  },
  LONG,
);
