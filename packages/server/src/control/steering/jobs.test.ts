// Listing upcoming jobs and advancing the clock to them, over the wire.
import { afterEach, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;

afterEach(() => service.stop());

interface Job {
  readonly id: string;
  readonly kind: string;
  readonly at: string;
  readonly subject: string | null;
}

async function jobs(query = ""): Promise<{ items: readonly Job[]; next: string | null }> {
  const answer = await service.control(`GET /jobs${query}`);
  expect(answer.status).toBe(200);
  return answer.body as { items: readonly Job[]; next: string | null };
}

const move = (body: object) => service.control("PATCH /clock", body);
const now = async () => Date.parse(String((await service.control("GET /clock")).at("now")));

test("lists jobs and deadlines in the order of their instants", async () => {
  service = await aService({ frozen: true });
  const start = await now();
  const lobby = await service.asBot("POST /lobbies", { idle_timeout_seconds: 60 });
  await service.control("POST /users/alice/session");
  const { items, next } = await jobs();
  expect(next).toBeNull();
  expect(items.map(({ kind, subject }) => [kind, subject])).toEqual([
    ["lobby.idle", lobby.id],
    ["users.session_token", demo.aliceId],
    ["oauth.access_token", demo.aliceId],
  ]);
  expect(items.slice(0, 2).map(({ at }) => Date.parse(at) - start)).toEqual([60_000, 3_600_000]);
});

test("is listed in pages", async () => {
  service = await aService({ frozen: true });
  for (let i = 0; i < 5; i += 1) await service.asBot("POST /lobbies", {});
  const whole = await jobs();
  const first = await jobs("?limit=4");
  const rest = await jobs(`?limit=4&after=${encodeURIComponent(first.next ?? "")}`);
  expect([...first.items, ...rest.items]).toEqual(whole.items);
  expect([first.items.length, rest.items.length, rest.next]).toEqual([4, 2, null]);
  for (const [query, place] of [
    ["limit=0", "limit"],
    ["after=nonsense", "after"],
    ["after=000000000000001.job.%00", "after"],
    ["q=lobby", "q"],
  ] as const) {
    const answer = await service.control(`GET /jobs?${query}`);
    expect([answer.status, Object.keys(answer.at("errors") as object)]).toEqual([400, [place]]);
  }
});

test("next advances the clock to the earliest job and runs it", async () => {
  service = await aService({ frozen: true });
  const start = await now();
  const soon = await service.asBot("POST /lobbies", { idle_timeout_seconds: 60 });
  const late = await service.asBot("POST /lobbies", { idle_timeout_seconds: 90 });
  const moved = await move({ advance: "next" });
  expect(moved.status).toBe(200);
  expect(Date.parse(String(moved.at("now"))) - start).toBe(60_000);
  expect((await service.asBot(`GET /lobbies/${soon.id}`)).status).toBe(404);
  expect((await service.asBot(`GET /lobbies/${late.id}`)).status).toBe(200);
  await move({ advance: "next" });
  expect((await now()) - start).toBe(90_000);
  expect((await service.asBot(`GET /lobbies/${late.id}`)).status).toBe(404);
});

test("next does not advance beyond the clock's limit", async () => {
  service = await aService({ frozen: true });
  const start = await now();
  const until = (ms: number) => ({ until: new Date(start + ms).toISOString() });
  await service.asBot("POST /lobbies", { idle_timeout_seconds: 60 });
  const stood: number[] = [];
  for (const body of [
    { advance: "next", ...until(50_000) },
    { advance: "next", ...until(70_000) },
    { advance: "PT1M", ...until(80_000) },
    { advance: "PT1M", ...until(70_000) },
    { advance: "next", ...until(70_000) },
  ]) {
    expect((await move(body)).status).toBe(200);
    stood.push((await now()) - start);
  }
  expect(stood).toEqual([50_000, 60_000, 80_000, 80_000, 80_000]);
});

test("without a job the clock stays", async () => {
  service = await aService({ frozen: true, world: {} });
  const start = await now();
  expect((await jobs()).items).toEqual([]);
  expect((await move({ advance: "next" })).status).toBe(200);
  expect(await now()).toBe(start);
});

test("next with an instant advances to the first job after it", async () => {
  service = await aService({ frozen: true });
  const start = await now();
  await service.asBot("POST /lobbies", { idle_timeout_seconds: 60 });
  await service.asBot("POST /lobbies", { idle_timeout_seconds: 300 });
  const to = new Date(start + 120_000).toISOString();
  expect((await move({ now: to, advance: "next" })).status).toBe(200);
  expect((await now()) - start).toBe(300_000);
});

test("anything but a duration or next is refused at its place", async () => {
  service = await aService({ frozen: true });
  const answer = await move({ advance: "soon" });
  expect([answer.status, Object.keys(answer.at("errors") as object)]).toEqual([400, ["advance"]]);
});
