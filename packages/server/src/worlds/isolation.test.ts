// Nothing that is done in one world is visible in another, and nothing remains of a deleted world.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerOf, type Answer } from "../testing/answer.ts";
import { signIn, type GatewayClient } from "../testing/clients/gateway-client.ts";
import { bytesInUse } from "../testing/processes/bytes-in-use.ts";
import {
  aWorld,
  callAt,
  tokensOf,
  worldOf,
  type OpenedWorld,
} from "../testing/worlds/many-worlds.ts";
import { CONTROL_KEY, demo, type TestService } from "../testing/start-service.ts";
import { aServiceOfTest } from "../testing/service-of-test.ts";

/** How many worlds run side by side. Two hundred take half a minute: `WORLDS=200`. */
const WORLDS = Number(process.env["WORLDS"] ?? 8);

/** What is done in a world, each with a mark that no other world has. */
const acts = ["say", "file", "lobby", "user", "command", "fault", "session", "clock"] as const;
type Act = (typeof acts)[number];

/** A world with its bot's session. */
interface Inhabited {
  readonly n: number;
  readonly world: OpenedWorld;
  readonly client: GatewayClient;
  readonly startsAt: number;
  /** The ids of what was created there. */
  readonly ids: string[];
  /** How many calls moved its clock, by a second each. */
  moves: number;
}

const DAY_MS = 86_400_000;

async function inhabited(service: TestService, n: number): Promise<Inhabited> {
  const startsAt = Date.UTC(2026, 0, 1) + n * DAY_MS;
  const world = await aWorld(service, {
    from: { world: worldOf(n) },
    limits: "production",
    gateway: { hello_delay_ms: 0 },
    clock: { now: new Date(startsAt).toISOString(), frozen: true },
  });
  const { client } = await signIn(world.gateway, {
    token: tokensOf(n).bot,
    intents: 1 | 512,
  });
  return { n, world, client, startsAt, ids: [], moves: 0 };
}

/** Ends in a letter, so that no mark is a prefix of another. */
function markOf(n: number): string {
  return `mark-of-${n}x`;
}

/** Acts in a world, and stores the id of what it created. @returns the status */
async function perform(place: Inhabited, act: Act, index: number): Promise<number> {
  const { status, body } = await answerTo(place, act, index);
  const { id } = { ...(body as { readonly id?: unknown } | undefined) };
  if (typeof id === "string" && status < 300) place.ids.push(id);
  if (act === "clock" && status < 300) place.moves += 1;
  return status;
}

async function answerTo({ n, world }: Inhabited, act: Act, index: number): Promise<Answer> {
  const auth = `Bot ${tokensOf(n).bot}`;
  const mark = markOf(n);
  const messages = `POST /channels/${demo.generalId}/messages`;
  switch (act) {
    case "say":
      return world.call(messages, { auth, body: { content: mark } });
    case "file": {
      const form = new FormData();
      form.set("payload_json", JSON.stringify({ content: `${mark} with a file` }));
      form.set("files[0]", new Blob([`${mark} in bytes`]), `${mark}.txt`);
      const url = `${world.api}/v10/channels/${demo.generalId}/messages`;
      const headers = { authorization: auth };
      return answerOf(await fetch(url, { method: "POST", headers, body: form }));
    }
    case "lobby":
      return world.call("POST /lobbies", { auth, body: { metadata: { mark } } });
    case "user":
      return world.control("POST /users", { username: `${mark}-${index}` });
    case "command": {
      const command = { name: `${mark}-${index}`, description: "Answers" };
      const path = `POST /applications/${tokensOf(n).applicationId}/commands`;
      return world.call(path, { auth, body: command });
    }
    case "fault": {
      const match = { route: "users.getUser" };
      return world.control("POST /faults", { match, http: { body: { mark } } });
    }
    case "session":
      return world.control("POST /users/alice/session");
    case "clock":
      return world.control("PATCH /clock", { advance: "PT1S" });
  }
}

const views = [
  "GET /world",
  "GET /journal?after=0&limit=1000",
  "GET /users",
  "GET /tokens",
  "GET /lobbies",
  "GET /jobs",
  "GET /faults",
  "GET /limits",
  "GET /sessions",
  "GET /snapshots",
];

/** Everything that a world shows, and everything that its session received. */
async function visibleText({ world, client }: Inhabited): Promise<string> {
  const texts = [JSON.stringify(client.frames)];
  for (const view of views) texts.push((await world.control(view)).text);
  return texts.join("\n");
}

async function shownOfMain(service: TestService): Promise<string> {
  const texts = await Promise.all(views.map(async (view) => (await service.control(view)).text));
  return texts.join("\n");
}

const numbers = Array.from({ length: WORLDS }, (_, i) => i + 1);
const timeout = 60_000 + WORLDS * 1000;
/** The most concurrent calls. */
const LANES = 8;

/** Runs a task for each item, several concurrently. */
async function inTurns<T, R>(many: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < many.length; from += LANES) {
    results.push(...(await Promise.all(many.slice(from, from + LANES).map(act))));
  }
  return results;
}

describe("parallel worlds", () => {
  test("see nothing of each other, whatever happens in them", { timeout }, async () => {
    const service = await aServiceOfTest({ limits: "production" });
    const worlds = await inTurns(numbers, (n) => inhabited(service, n));
    const act = fc.record({ at: fc.nat(worlds.length - 1), act: fc.constantFrom(...acts) });
    const length = { minLength: WORLDS, maxLength: WORLDS + 8 };
    await fc.assert(
      fc.asyncProperty(fc.array(act, length), async (plan) => {
        const statuses = await inTurns([...plan.entries()], ([index, each]) =>
          perform(worlds[each.at] as Inhabited, each.act, index),
        );
        expect(statuses.filter((status) => status >= 500)).toEqual([]);
      }),
      { numRuns: 6 },
    );
    for (const each of acts) await inTurns(worlds, (world) => perform(world, each, WORLDS * 2));
    // Creating a command with an existing name keeps its id.
    const made = worlds.flatMap(({ n, ids }) => [...new Set(ids)].map((id) => [id, n] as const));
    const madeBy = new Map(made);
    expect(madeBy.size).toBe(made.length);
    const applications = new Map(numbers.map((n) => [tokensOf(n).applicationId, n]));
    for (const world of worlds) {
      const text = await visibleText(world);
      const [marks, snowflakes] = [/mark-of-(\d+)x/g, /\d{17,20}/g].map((form) => [
        ...new Set([...text.matchAll(form)].map(([whole, within]) => within ?? whole)),
      ]);
      expect(marks).toEqual([`${world.n}`]);
      const others = (snowflakes ?? []).flatMap(
        (id) => madeBy.get(id) ?? applications.get(id) ?? [],
      );
      expect([...new Set(others)]).toEqual([world.n]);
      const clock = await world.world.control("GET /clock");
      expect(Date.parse(String(clock.at("now")))).toBe(world.startsAt + world.moves * 1000);
    }
    expect(await shownOfMain(service)).not.toContain("mark-of-");
    for (const { client } of worlds) await client.leave(1000);
  });

  test("count calls separately and create different ids", { timeout }, async () => {
    const service = await aServiceOfTest({ limits: "production" });
    const clock = { now: "2026-01-01T00:00:00Z", frozen: true };
    const worlds = await Promise.all(
      Array.from({ length: Math.max(20, WORLDS) }, () =>
        aWorld(service, { from: { world: worldOf(1) }, clock, limits: "production" }),
      ),
    );
    const auth = `Bot ${tokensOf(1).bot}`;
    const ids: string[] = [];
    for (const world of worlds) {
      const { id, status, headers } = await world.call(
        `POST /channels/${demo.generalId}/messages`,
        { auth, body: { content: "one" } },
      );
      const { id: second } = await world.control("POST /users", { username: "carol" });
      ids.push(id, second);
      const [limit, remaining] = ["limit", "remaining"].map((name) =>
        Number(headers.get(`x-ratelimit-${name}`)),
      );
      expect([status, (limit ?? 0) - (remaining ?? 0)]).toEqual([200, 1]);
    }
    expect(new Set(ids).size).toBe(ids.length);
  });
});

const MiB = 1024 * 1024;

async function openAndDelete(service: TestService, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const world = await aWorld(service, { name: `brief-${n}`, from: { world: worldOf(1) } });
    if (n % 10 === 0) {
      // On the shared port, since the client of these tests keeps state for each address.
      const message = { channel: "general", content: "and gone" };
      await service.control(`POST /users/alice/message?world=${world.name}`, message);
      await signIn(world.gateway, { token: tokensOf(1).bot, intents: 0 });
    }
    const gone = await callAt(`${service.url}/control/v1`, `DELETE /worlds/brief-${n}`, {
      auth: `Control ${CONTROL_KEY}`,
    });
    expect(gone.status).toBe(204);
  }
}

describe("deleted worlds", () => {
  test("leave nothing in memory, and no open port", { timeout: 120_000 }, async () => {
    // The journal of the first world has the calls that opened them.
    const service = await aServiceOfTest({
      limits: "production",
      settings: { isJournalOff: true },
    });
    await openAndDelete(service, 50);
    const [before, handles] = [await bytesInUse(), process.getActiveResourcesInfo().length];
    await openAndDelete(service, 250);
    // A leaked world would take a fifteenth of a mebibyte.
    expect((await bytesInUse()) - before).toBeLessThan(12 * MiB);
    expect(process.getActiveResourcesInfo().length - handles).toBeLessThan(50);
    expect((await service.control("GET /worlds")).at("items", "length")).toBe(1);
  });
});
