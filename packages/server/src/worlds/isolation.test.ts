// Whatever is done in one world, nothing of it is seen in another; and of a world that is deleted
// nothing is left.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { nextTurn } from "../platform/timer-queue.ts";
import { signIn, type GatewayClient } from "../testing/gateway-client.ts";
import { aWorld, callAt, tokensOf, worldOf, type OpenedWorld } from "../testing/many-worlds.ts";
import { aService, CONTROL_KEY, demo, type TestService } from "../testing/start-service.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function started(
  settings: NonNullable<Parameters<typeof aService>[0]>["settings"] = {},
): Promise<TestService> {
  const service = await aService({ limits: "production", settings });
  stops.push(() => service.stop());
  return service;
}

/** What is done in a world, each with a mark that no other world has. */
const acts = ["say", "file", "lobby", "user", "command", "fault", "session", "clock"] as const;
type Act = (typeof acts)[number];

/** A world with its bot's session. */
interface Inhabited {
  readonly n: number;
  readonly world: OpenedWorld;
  readonly client: GatewayClient;
}

async function inhabited(service: TestService, n: number): Promise<Inhabited> {
  const world = await aWorld(service, {
    from: { world: worldOf(n) },
    limits: "production",
    gateway: { hello_delay_ms: 0 },
    clock: { now: `2026-01-${String(n + 1).padStart(2, "0")}T00:00:00Z`, frozen: true },
  });
  const { client } = await signIn(world.gateway, {
    token: tokensOf(n).bot,
    intents: 1 | 512,
  });
  return { n, world, client };
}

/** Ends in a letter, so that no mark begins another one. */
function markOf(n: number): string {
  return `mark-of-${n}x`;
}

async function perform({ n, world }: Inhabited, act: Act, index: number): Promise<number> {
  const auth = `Bot ${tokensOf(n).bot}`;
  const mark = markOf(n);
  const messages = `POST /channels/${demo.generalId}/messages`;
  switch (act) {
    case "say":
      return (await world.call(messages, { auth, body: { content: mark } })).status;
    case "file": {
      const form = new FormData();
      form.set("payload_json", JSON.stringify({ content: `${mark} with a file` }));
      form.set("files[0]", new Blob([`${mark} in bytes`]), `${mark}.txt`);
      const url = `${world.api}/v10/channels/${demo.generalId}/messages`;
      const sent = await fetch(url, {
        method: "POST",
        headers: { authorization: auth },
        body: form,
      });
      return sent.status;
    }
    case "lobby":
      return (await world.call("POST /lobbies", { auth, body: { metadata: { mark } } })).status;
    case "user":
      return (await world.control("POST /users", { username: `${mark}-${index}` })).status;
    case "command": {
      const command = { name: `${mark}-${index}`, description: "Answers" };
      const path = `POST /applications/${tokensOf(n).applicationId}/commands`;
      return (await world.call(path, { auth, body: command })).status;
    }
    case "fault": {
      const match = { route: "users.getUser" };
      return (await world.control("POST /faults", { match, http: { body: { mark } } })).status;
    }
    case "session":
      return (await world.control("POST /users/alice/session")).status;
    case "clock":
      return (await world.control("PATCH /clock", { advance: "PT1S" })).status;
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

/** All that a world shows, with all that its session received. */
async function shown({ world, client }: Inhabited): Promise<string> {
  const texts = [JSON.stringify(client.frames)];
  for (const view of views) texts.push((await world.control(view)).text);
  return texts.join("\n");
}

async function shownOfMain(service: TestService): Promise<string> {
  const texts = await Promise.all(views.map(async (view) => (await service.control(view)).text));
  return texts.join("\n");
}

describe("worlds beside one another", () => {
  test("see nothing of each other, whatever happens in them", { timeout: 60_000 }, async () => {
    const service = await started();
    const worlds = await Promise.all(
      Array.from({ length: 8 }, (_, n) => inhabited(service, n + 1)),
    );
    const act = fc.record({ at: fc.nat(worlds.length - 1), act: fc.constantFrom(...acts) });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 16 }), async (plan) => {
        const statuses = await Promise.all(
          plan.map((each, index) => perform(worlds[each.at] as Inhabited, each.act, index)),
        );
        expect(statuses.filter((status) => status >= 500)).toEqual([]);
      }),
      { numRuns: 6 },
    );
    for (const each of worlds) await perform(each, "say", 0);
    const seen = await Promise.all(worlds.map(shown));
    for (const [i, { n }] of worlds.entries()) {
      const marks = worlds.filter((other) => seen[i]?.includes(markOf(other.n)));
      expect(marks.map((other) => other.n)).toEqual([n]);
      const applications = worlds.filter((other) =>
        seen[i]?.includes(tokensOf(other.n).applicationId),
      );
      expect(applications.map((other) => other.n)).toEqual([n]);
    }
    expect(await shownOfMain(service)).not.toContain("mark-of-");
    for (const { client } of worlds) await client.leave(1000);
  });

  test("count their calls apart, and give out ids that differ", async () => {
    const service = await started();
    const clock = { now: "2026-01-01T00:00:00Z", frozen: true };
    const worlds = await Promise.all(
      Array.from({ length: 20 }, () =>
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
      const [limit, left] = ["limit", "remaining"].map((name) =>
        Number(headers.get(`x-ratelimit-${name}`)),
      );
      expect([status, (limit ?? 0) - (left ?? 0)]).toEqual([200, 1]);
    }
    expect(new Set(ids).size).toBe(ids.length);
  });
});

const MiB = 1024 * 1024;

/** Bytes in use once everything that nobody holds is gone. */
async function heldBytes(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // What only waits for its turn to be forgotten goes with a later collection.
  for (let n = 0; n < 5; n += 1) {
    collect();
    await nextTurn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function openAndDelete(service: TestService, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const world = await aWorld(service, { name: `brief-${n}`, from: { world: worldOf(1) } });
    if (n % 10 === 0) {
      // On the shared port: the client of these tests keeps something for each address.
      const said = { channel: "general", content: "and gone" };
      await service.control(`POST /users/alice/message?world=${world.name}`, said);
      await signIn(world.gateway, { token: tokensOf(1).bot, intents: 0 });
    }
    const gone = await callAt(`${service.url}/control/v1`, `DELETE /worlds/brief-${n}`, {
      auth: `Control ${CONTROL_KEY}`,
    });
    expect(gone.status).toBe(204);
  }
}

describe("worlds that are deleted", () => {
  test("leave nothing in memory, and no open port", { timeout: 120_000 }, async () => {
    // The journal of the first world keeps what was said to open them.
    const service = await started({ isJournalOff: true });
    await openAndDelete(service, 50);
    const [before, handles] = [await heldBytes(), process.getActiveResourcesInfo().length];
    await openAndDelete(service, 500);
    // A world that stayed would hold a tenth of a mebibyte.
    expect((await heldBytes()) - before).toBeLessThan(25 * MiB);
    expect(process.getActiveResourcesInfo().length - handles).toBeLessThan(50);
    expect((await service.control("GET /worlds")).at("items", "length")).toBe(1);
  });
});
