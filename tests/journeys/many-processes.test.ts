// Processes that share one PostgreSQL schema: how the start and end of one affects the others.
import pg from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
import { voiceStates } from "../../packages/server/src/domains/guilds/voice/voice-state.ts";
import { connectedSessions } from "../../packages/server/src/domains/applications/live-sessions.ts";
import {
  blankLobby,
  lobbies,
  lobbyMembers,
} from "../../packages/server/src/domains/lobbies/lobby.ts";
import { steerings } from "../../packages/server/src/control/steering/steering-turns.ts";
import {
  signIn,
  type GatewayClient,
} from "../../packages/server/src/testing/clients/gateway-client.ts";
import {
  aProcess,
  silentLease,
  type TestProcess,
} from "../../packages/server/src/testing/processes/processes.ts";
import { onPostgres } from "../../packages/server/src/platform/storage/conformance/store-places.conformance.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { aWire } from "../../packages/server/src/testing/network/wire.ts";
import { demoWorld } from "../../packages/server/src/control/world-file/demo-world.ts";
import type { ServiceDeps } from "../../packages/server/src/service.ts";
import { EVENTUALLY, LONG, processesOfTests } from "./processes-of-tests.ts";
import { eventDelays } from "./event-delays.ts";
import { slowness, took } from "./pace.ts";

const AUTO_LOBBY_CONNECT = 1 << 16;
const GUILD_VOICE_STATES = 1 << 7;
const GUILD_MESSAGES = 1 << 9;

const { database, processes, startOne: start, end } = processesOfTests();
const clients: GatewayClient[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.ws.terminate();
});

async function connect(to: TestProcess, token: string, intents: number): Promise<GatewayClient> {
  const { client } = await signIn(`${to.url.replace("http", "ws")}/gateway/`, { token, intents });
  clients.push(client);
  return client;
}

/** A lobby with alice, who is connected, and a connected bot that is in voice. */
async function aCrowd(at: TestProcess) {
  const room = await at.control("POST /channels", { guild: demo.guildId, name: "talk", type: 2 });
  const { id: lobby } = await at.asBot("POST /lobbies", { members: [{ id: demo.aliceId }] });
  const bot = await connect(at, demo.botToken, GUILD_VOICE_STATES | 1);
  await bot.nextEvent("GUILD_CREATE");
  await connect(at, `Bearer ${demo.accessToken}`, AUTO_LOBBY_CONNECT);
  const place = { guild_id: demo.guildId, channel_id: room.id };
  bot.send(4, { ...place, self_mute: false, self_deaf: false });
  await bot.nextEvent("VOICE_STATE_UPDATE");
  await expect.poll(() => connectedIn(at, lobby), EVENTUALLY).toEqual([demo.aliceId]);
  return lobby;
}

/** The members of a lobby that count as connected. */
function connectedIn({ store }: TestProcess, lobbyId: string): Promise<readonly string[]> {
  return store.read(async (tx) => {
    const found = await tx.find(lobbyMembers, { index: "connected", value: lobbyId });
    return found.map(({ user_id }) => user_id);
  });
}

function inVoice({ store }: TestProcess): Promise<number> {
  return store.read((tx) => tx.count(voiceStates));
}

test(
  "a process that starts or stops does not affect the sessions of others",
  async () => {
    const first = await start();
    const lobby = await aCrowd(first);
    const second = await start();
    for (const process of [first, second]) {
      expect([await connectedIn(process, lobby), await inVoice(process)]).toEqual([
        [demo.aliceId],
        1,
      ]);
    }
    await end(second);
    const third = await start();
    const numbers = [first, third].map(({ store }) => store.processes.own().id);
    expect(third.store.processes.living().map(({ id }) => id)).toEqual(numbers);
    expect([await connectedIn(third, lobby), await inVoice(third)]).toEqual([[demo.aliceId], 1]);
  },
  LONG,
);

test(
  "a process cleans up after a crashed one, and dispatches the changes to its clients",
  async () => {
    const dying = await start({ lease: silentLease });
    const lobby = await aCrowd(dying);
    const living = await start();
    const watching = await connect(living, demo.botToken, GUILD_VOICE_STATES | 1);
    await watching.nextEvent("GUILD_CREATE");
    const { epoch } = dying.store.processes.own();
    await onPostgres(
      database(),
      `UPDATE antechamber.process SET renewed = now() - interval '7 s' WHERE epoch = ${epoch}`,
    );
    expect(await watching.nextEvent("VOICE_STATE_UPDATE")).toMatchObject({
      d: { user_id: demo.applicationId, channel_id: null },
    });
    await expect.poll(() => connectedIn(living, lobby), EVENTUALLY).toEqual([]);
    expect(await inVoice(living)).toBe(0);
    expect(await dying.asBot("POST /lobbies", {})).toMatchObject({ status: 503 });
    // After the failed call the process knows that it was declared dead, and takes another place.
    expect(await dying.asBot("POST /lobbies", {})).toMatchObject({ status: 201 });
    expect(dying.store.processes.own().epoch).not.toBe(epoch);
    expect((await fetch(`${dying.url}/readyz`)).status).toBe(200);
  },
  LONG,
);

test(
  "one of several processes that start together on an empty store loads the world",
  async () => {
    const world = {
      applications: [{ name: "Solo", owner: "eve", bot: {} }],
      users: [{ username: "eve" }],
    };
    const all = await Promise.all([1, 2, 3].map(() => start({ world })));
    const before = await all[0]?.store.read((tx) => tx.count(connectedSessions));
    expect(before).toBe(0);
    const answers = await Promise.all(all.map((process) => process.control("GET /world")));
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
  },
  LONG,
);

describe("a change at one process", () => {
  const clockOf = async (process: TestProcess) => (await process.control("GET /clock")).body;

  test(
    "of the clock has taken effect at all processes when the call returns",
    async () => {
      const [first, second] = [await start(), await start()];
      const now = new Date(Date.now() + 600_000).toISOString();
      await first.control("PATCH /clock", { now, frozen: true });
      expect(second.clock.state()).toMatchObject({ frozen: true, frozenAt: Date.parse(now) });
      expect(await clockOf(second)).toEqual(await clockOf(first));
      await second.control("PATCH /clock", { advance: "PT10M" });
      expect(await clockOf(first)).toEqual(await clockOf(second));
      const third = await start();
      expect(await clockOf(third)).toEqual(await clockOf(first));
      // Each process counts by itself.
      await Promise.all([
        first.control("PATCH /clock", { advance: "PT1M" }),
        third.control("PATCH /clock", { advance: "PT1M" }),
      ]);
      const twelveLater = Date.parse(now) + 12 * 60_000;
      expect([first, second, third].map(({ clock }) => clock.now())).toEqual([
        twelveLater,
        twelveLater,
        twelveLater,
      ]);
    },
    LONG,
  );

  test(
    "of the clock has run all due jobs, whichever process scheduled them",
    async () => {
      const [first, second] = [await start(), await start()];
      await first.control("PATCH /clock", { frozen: true });
      const { id } = await second.asBot("POST /lobbies", { idle_timeout_seconds: 60 });
      await first.control("PATCH /clock", { advance: "PT59S" });
      expect(await second.asBot(`GET /lobbies/${id}`)).toMatchObject({ status: 200 });
      await first.control("PATCH /clock", { advance: "PT2S" });
      expect(await second.asBot(`GET /lobbies/${id}`)).toMatchObject({ status: 404 });
      expect(await first.asBot(`GET /lobbies/${id}`)).toMatchObject({ status: 404 });
    },
    LONG,
  );

  test(
    "of the clock to the next job finds and runs the next one of any process",
    async () => {
      const [first, second] = [await start(), await start()];
      await first.control("PATCH /clock", { frozen: true });
      const from = first.clock.now();
      const next = async () => {
        expect((await first.control("PATCH /clock", { advance: "next" })).status).toBe(200);
        return [first, second].map(({ clock }) => clock.now() - from);
      };
      const { id } = await second.asBot("POST /lobbies", { idle_timeout_seconds: 60 });
      // A program that follows the clock at the other process: it runs what is due, and requests
      // again.
      const follow = (seconds: number) =>
        second.control("POST /clock/follow", {
          follower: "bot",
          next: new Date(from + seconds * 1_000).toISOString(),
        });
      const instants: number[] = [];
      const program = (async () => {
        for (const seconds of [20, 40, 3_600]) {
          // Each move of the clock answers the request, so that programs learn the clock's state.
          const sinceMs = () => second.clock.now() - from;
          while (sinceMs() < seconds * 1_000) expect((await follow(seconds)).status).toBe(200);
          instants.push(sinceMs());
        }
      })();
      // Its first request may not have arrived yet.
      await expect.poll(next, EVENTUALLY).toEqual([20_000, 20_000]);
      expect(await next()).toEqual([40_000, 40_000]);
      expect(await second.asBot(`GET /lobbies/${id}`)).toMatchObject({ status: 200 });
      expect(await next()).toEqual([60_000, 60_000]);
      for (const each of [first, second]) {
        expect(await each.asBot(`GET /lobbies/${id}`)).toMatchObject({ status: 404 });
      }
      await first.control("PATCH /clock", { advance: "PT1H" });
      await program;
      expect(instants.slice(0, 2)).toEqual([20_000, 40_000]);
    },
    LONG,
  );

  test(
    "of the clock waits for an unresponsive process until its lease expires",
    async () => {
      const first = await start();
      const { id } = first.store.processes.own();
      await onPostgres(
        database(),
        `INSERT INTO antechamber.process (id, epoch, version, renewed)
         VALUES (${id} + 1, nextval('antechamber.process_epoch'), '', now() - interval '2 s')`,
      );
      const others = () => first.store.processes.living().slice(1);
      await expect.poll(others, EVENTUALLY).toHaveLength(1);
      const [{ epoch } = { epoch: "" }] = others();
      await first.store.transaction(async (tx) => tx.put(steerings, { name: epoch, number: 0 }));
      const answer = await first.control("PATCH /clock", { advance: "PT10M" });
      expect(answer.status).toBe(200);
      expect(others()).toEqual([]);
    },
    LONG,
  );

  test(
    "of the world ends the sessions and resets the clocks of all processes",
    async () => {
      const [first, second] = [await start(), await start()];
      const client = await connect(second, demo.botToken, 1);
      await client.nextEvent("GUILD_CREATE");
      await first.control("PATCH /clock", { advance: "PT20S" });
      expect(second.clock.state().offsetMs).toBeGreaterThan(19_000);
      const { id } = await first.asBot("POST /lobbies", {});
      await first.control("POST /world/reset");
      expect(await client.nextOp(9)).toMatchObject({ d: false });
      expect(second.clock.state().offsetMs).toBeLessThan(1_000);
      expect(await second.asBot(`GET /lobbies/${id}`)).toMatchObject({ status: 404 });
    },
    LONG,
  );

  test(
    "of the world is applied later by a process that was cut off from the database",
    async () => {
      const wire = await aWire(database());
      try {
        const limitsOf: ServiceDeps["limitsOf"] = ({ profile }) => ({
          limits: profile ?? "production",
          allowsQuickRestarts: false,
        });
        const settings = { limitsOf };
        const waits = { connectMs: 1_000, answerMs: 2_000, leaseMs: 500 };
        const first = await start({ limits: "production", settings });
        const cutOff = await aProcess(wire.url, { limits: "production", settings, waits });
        processes.push(cutOff);
        const client = await connect(cutOff, demo.botToken, 1);
        await client.nextEvent("GUILD_CREATE");
        await cutOff.control("POST /faults", { match: {}, http: { status: 418 } });
        const { epoch } = cutOff.store.processes.own();
        await expect.poll(() => first.store.processes.living().length, EVENTUALLY).toBe(2);
        wire.pause();
        await expect
          .poll(() => first.store.processes.mayLiveElsewhere(epoch), EVENTUALLY)
          .toBe(false);
        const other = { ...demoWorld, limits: "unapproved" };
        expect((await first.control("PUT /world", other)).status).toBe(204);
        wire.mend();
        const limits = () => cutOff.control("GET /limits");
        await expect
          .poll(async () => (await limits()).at("profile"), EVENTUALLY)
          .toBe("unapproved");
        expect((await cutOff.control("GET /faults")).at("items")).toEqual([]);
        expect(await client.nextOp(9)).toMatchObject({ d: false });
        expect(await cutOff.asBot("GET /users/@me")).toMatchObject({ status: 200 });
      } finally {
        wire.mend();
        await wire.close();
      }
    },
    LONG,
  );

  test(
    "of the snapshots applies to all processes",
    async () => {
      const [first, second] = [await start(), await start()];
      expect((await first.control("POST /snapshots", { name: "clean" })).status).toBe(201);
      expect((await second.control("POST /snapshots", { name: "clean" })).status).toBe(409);
      const { id } = await first.asBot("POST /lobbies", {});
      expect((await second.control("POST /snapshots", { name: "played" })).status).toBe(201);
      const namesAt = async (process: TestProcess) => {
        const { body } = await process.control("GET /snapshots");
        return (body as { readonly items: { readonly name: string }[] }).items.map(
          (each) => each.name,
        );
      };
      expect(await namesAt(first)).toEqual(["clean", "played"]);
      expect((await second.control("GET /snapshots/clean/diff")).body).toMatchObject({
        added: [{ kind: "lobbies", id }],
      });
      expect((await first.control("GET /snapshots/clean/diff?to=played")).body).toMatchObject({
        added: [{ kind: "lobbies", id }],
      });
      // Snapshots taken since then stay, and deleted ones do not come back.
      expect((await second.control("POST /snapshots/clean/restore")).status).toBe(204);
      expect(await first.asBot(`GET /lobbies/${id}`)).toMatchObject({ status: 404 });
      expect(await namesAt(second)).toEqual(["clean", "played"]);
      expect((await second.control("DELETE /snapshots/clean")).status).toBe(204);
      expect((await first.control("POST /snapshots/clean/restore")).status).toBe(404);
      expect((await first.control("POST /snapshots/played/restore")).status).toBe(204);
      expect(await second.asBot(`GET /lobbies/${id}`)).toMatchObject({ status: 200 });
      expect(await namesAt(first)).toEqual(["played"]);
      // A snapshot ends with the process that took it.
      await end(second);
      expect(await namesAt(first)).toEqual([]);
    },
    LONG,
  );

  test(
    "of a snapshot that another process makes at the same time succeeds once",
    async () => {
      const both = [await start(), await start()];
      const taking = both.map((each) => each.control("POST /snapshots", { name: "clean" }));
      const statuses = (await Promise.all(taking)).map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409]);
      const dropping = both.map((each) => each.control("DELETE /snapshots/clean"));
      expect((await Promise.all(dropping)).map(({ status }) => status)).toContain(204);
      expect((await both[0]?.control("GET /snapshots"))?.at("items")).toEqual([]);
    },
    LONG,
  );

  test.each(["load", "restore"] as const)(
    "of the snapshots persists while another process replaces the world: %s",
    async (how) => {
      const [first, second] = [await start(), await start()];
      await first.control("POST /snapshots", { name: "base" });
      await second.control("POST /snapshots", { name: "old" });
      const { store } = first;
      const statuses: number[] = [];
      const replacing = store[how].bind(store) as (...args: unknown[]) => Promise<void>;
      vi.spyOn(store, how).mockImplementationOnce(async (...args: unknown[]) => {
        statuses.push((await second.control("POST /snapshots", { name: "new" })).status);
        statuses.push((await second.control("DELETE /snapshots/old")).status);
        return replacing(...args);
      });
      const route = how === "load" ? "POST /world/reset" : "POST /snapshots/base/restore";
      expect((await first.control(route)).status).toBe(204);
      expect(statuses).toEqual([201, 204]);
      const expected = [{ name: "base" }, { name: "new" }];
      for (const each of [first, second]) {
        expect((await each.control("GET /snapshots")).at("items")).toMatchObject(expected);
      }
      expect((await first.control("POST /snapshots/old/restore")).status).toBe(404);
    },
    LONG,
  );

  test(
    "of the world to a snapshot that is deleted meanwhile is refused with 404",
    async () => {
      const [first, second] = [await start(), await start()];
      await second.control("POST /snapshots", { name: "base" });
      const { store } = first;
      const restore = store.restore.bind(store);
      vi.spyOn(store, "restore").mockImplementationOnce(async (...deps) => {
        await second.control("DELETE /snapshots/base");
        return restore(...deps);
      });
      const { id } = await first.asBot("POST /lobbies", {});
      expect((await first.control("POST /snapshots/base/restore")).status).toBe(404);
      expect(await second.asBot(`GET /lobbies/${id}`)).toMatchObject({ status: 200 });
    },
    LONG,
  );

  test(
    "of the snapshots persists although the process was presumed dead",
    async () => {
      const late = await start({ lease: silentLease });
      expect((await late.control("POST /snapshots", { name: "clean" })).status).toBe(201);
      const living = await start();
      const { epoch } = late.store.processes.own();
      await onPostgres(
        database(),
        `UPDATE antechamber.process SET renewed = now() - interval '7 s' WHERE epoch = ${epoch}`,
      );
      await expect
        .poll(() => living.store.processes.mayLiveElsewhere(epoch), EVENTUALLY)
        .toBe(false);
      expect((await living.control("POST /snapshots/clean/restore")).status).toBe(204);
    },
    LONG,
  );

  test(
    "of the counters leaves the other processes their share of a limit",
    async () => {
      const limited = { limits: "production", frozen: true } as const;
      const both = [await start(limited), await start(limited)];
      // The first process learns of the second when it next renews its lease.
      await expect.poll(() => both[0]?.store.processes.living().length, EVENTUALLY).toBe(2);
      const statuses: number[] = [];
      for (let nth = 0; nth < 40; nth += 1) {
        for (const process of both) statuses.push((await process.asBot("GET /users/@me")).status);
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(50);
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
    },
    LONG,
  );
});

test(
  "99 of 100 events reach sessions at another process within 150 ms",
  async () => {
    const [first, second] = [await start(), await start()];
    const others = () => first.store.processes.living().length;
    await expect.poll(others, EVENTUALLY).toBe(2);
    const session = await connect(second, demo.botToken, 1 | GUILD_MESSAGES);
    await session.nextEvent("GUILD_CREATE");
    // Processes are notified of events: polling every 100 ms would take 50 ms in the median.
    const isSoon = (of: readonly number[]) =>
      (of[98] ?? Infinity) < 150 && (of[50] ?? Infinity) < 40;
    // Other load may interfere, so one good round of several is enough.
    let round = await eventDelays(first, session, 100);
    for (let more = 7; more > 0 && !isSoon(round); more -= 1) {
      round = await eventDelays(first, session, 100);
    }
    expect(round[98]).toBeLessThan(150);
    expect(round[50]).toBeLessThan(40);
  },
  LONG,
);

test(
  "the metrics of each process report the cost of its own transactions",
  async () => {
    const both = [await start(), await start()];
    await both[0]?.asBot("POST /lobbies", {});
    const texts = await Promise.all(
      both.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
    );
    for (const [nth, text] of texts.entries()) {
      const total = (of: string) =>
        Number(
          new RegExp(`^antechamber_store_${of}_total\\{process="\\d+"\\} (\\d+)$`, "m").exec(
            text,
          )?.[1],
        );
      const { transactions, attempts, exchanges } = both[nth]?.store.effort ?? {};
      expect(total("transactions")).toBeGreaterThan(0);
      expect(total("attempts")).toBeGreaterThanOrEqual(total("transactions"));
      expect(total("exchanges")).toBeGreaterThan(total("attempts"));
      expect(total("transactions")).toBeLessThanOrEqual(transactions ?? 0);
      expect(total("attempts")).toBeLessThanOrEqual(attempts ?? 0);
      expect(total("exchanges")).toBeLessThanOrEqual(exchanges ?? 0);
    }
  },
  LONG,
);

test(
  "an event is counted by the process that wrote it, and not by the recipients",
  async () => {
    const [first, second] = [await start(), await start()];
    const client = await connect(second, demo.botToken, 1 | GUILD_MESSAGES);
    await client.nextEvent("GUILD_CREATE");
    const sent = await first.asBot(`POST /channels/${demo.generalId}/messages`, { content: "one" });
    expect(sent.status).toBe(200);
    await client.nextEvent("MESSAGE_CREATE");
    const countedAt = async ({ url }: TestProcess) =>
      (await (await fetch(`${url}/metrics`)).text()).match(
        /^antechamber_events_total\{event="MESSAGE_CREATE",process="\d+"\} \d+$/gm,
      ) ?? [];
    expect(await countedAt(first)).toEqual([expect.stringMatching(/ 1$/)]);
    expect(await countedAt(second)).toEqual([]);
  },
  LONG,
);

test(
  "a start after a crash with 20,000 connected players takes at most two seconds",
  async () => {
    const PLAYERS = 20_000;
    const before = await start();
    await leaveBehind(before, PLAYERS);
    await end(before);
    const slower = await slowness();
    const startMs = await took(start);
    // The limit is that of an idle machine (pace.ts).
    expect(startMs).toBeLessThan(2_000 * Math.max(slower, await slowness()));
    const [after] = processes as [TestProcess];
    expect(await after.asBot("GET /users/@me")).toMatchObject({ status: 200 });
    const remaining = await after.store.read((tx) => tx.count(connectedSessions));
    expect(remaining).toBeLessThan(PLAYERS);
    // They are removed in pages of fifty, one after another: four hundred transactions, of which a
    // slow start may observe many, while a start that waited for them would observe the last.
    expect(remaining).toBeGreaterThan(PLAYERS / 10);
  },
  LONG,
);

/** Players in lobbies of ten, connected to a process that was killed. */
async function leaveBehind({ store }: TestProcess, players: number): Promise<void> {
  const application_id = demo.applicationId;
  for (let nth = 0; nth < players; nth += 1000) {
    await store.transaction(async (tx) => {
      for (let of = nth; of < nth + 1000; of += 1) {
        const lobby_id = String(900_000_000_000_000_000n + BigInt(Math.floor(of / 10)));
        const user_id = String(800_000_000_000_000_000n + BigInt(of));
        const session = { application_id, user_id, session_id: `s${of}`, processEpoch: "0" };
        tx.put(connectedSessions, session);
        if (of % 10 === 0)
          tx.put(lobbies, blankLobby({ id: lobby_id, application_id, createdAt: 0 }));
        const blank = { metadata: null, flags: 0, additional_name: null };
        tx.put(lobbyMembers, { lobby_id, application_id, user_id, connected: true, ...blank });
      }
    });
  }
}

/** Joins a voice channel at a process. @returns the voice events that the client receives */
async function joiningVoice(process: TestProcess, intents: number) {
  const room = await process.control("POST /channels", {
    guild: demo.guildId,
    name: "talk",
    type: 2,
  });
  const bot = await connect(process, demo.botToken, intents);
  await bot.nextEvent("GUILD_CREATE");
  const place = { guild_id: demo.guildId, channel_id: room.id };
  bot.send(4, { ...place, self_mute: false, self_deaf: false });
  const joining = () => bot.frames.flatMap(({ t }) => (t?.startsWith("VOICE_S") === true ? t : []));
  return { bot, joining };
}

const IN_ORDER = ["VOICE_STATE_UPDATE", "VOICE_SERVER_UPDATE"];

test(
  "joining voice dispatches the voice state before the voice server",
  async () => {
    const { joining } = await joiningVoice(await start(), GUILD_VOICE_STATES | 1);
    await expect.poll(joining, EVENTUALLY).toEqual(IN_ORDER);
  },
  LONG,
);

test.each([
  ["with", GUILD_VOICE_STATES | 1],
  ["without", 1],
])(
  "joining voice dispatches in order %s the intent while a transaction delays the log",
  async (_, intents) => {
    const process = await start();
    const other = new pg.Client({ connectionString: database() });
    await other.connect();
    try {
      await other.query("BEGIN");
      await other.query("SELECT pg_current_xact_id()");
      const { bot, joining } = await joiningVoice(process, intents);
      await expect.poll(() => inVoice(process), EVENTUALLY).toBe(1);
      for (let nth = 0; nth < 3; nth += 1) await process.store.log.pollNow();
      bot.send(1, null);
      await bot.nextOp(11);
      expect(joining()).toEqual([]);
      await other.query("COMMIT");
      await expect.poll(joining, EVENTUALLY).toEqual(IN_ORDER);
    } finally {
      await other.end();
    }
  },
  LONG,
);
