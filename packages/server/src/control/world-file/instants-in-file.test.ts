// A world file keeps when lobbies were created and tokens issued: the loaded world lists the same
// instants, while idle countdowns of lobbies and events start over.
import { afterEach, expect, test } from "vitest";
import { aService, type TestService } from "../../testing/start-service.ts";

const started: TestService[] = [];
afterEach(async () => {
  for (const service of started.splice(0)) await service.stop();
});

async function open(world: unknown): Promise<TestService> {
  const service = await aService({ world });
  started.push(service);
  return service;
}

const BEGIN = "2026-01-01T00:00:00.000000+00:00";
const LATER = "2026-01-02T00:00:00.000000+00:00";

const world = {
  clock: { now: BEGIN, frozen: true },
  users: [{ username: "alice" }],
  applications: [{ name: "Concierge", owner: "alice" }],
  access_tokens: [
    {
      token: "access",
      user: "alice",
      application: "Concierge",
      scopes: ["identify"],
      refresh_token: "refresh",
    },
    { token: "own", application: "Concierge", issued_at: "2025-12-31" },
  ],
  lobbies: [
    { application: "Concierge", idle_timeout_seconds: 604_800 },
    { application: "Concierge", idle_timeout_seconds: 604_800, created_at: "2025-12-31" },
  ],
};

/** The control plane's lists of tokens and lobbies. */
async function listed(service: TestService) {
  const [tokens, lobbies] = await Promise.all([
    service.control("GET /tokens"),
    service.control("GET /lobbies"),
  ]);
  return {
    tokens: tokens.at("items") as readonly { kind: string; issued_at: string }[],
    lobbies: lobbies.at("items") as readonly { created_at: string }[],
  };
}

test("lobbies and tokens keep their age when a file is loaded", async () => {
  const first = await open(world);
  expect((await first.control("PATCH /clock", { now: LATER })).status).toBe(200);
  const before = await listed(first);
  const earlier = "2025-12-31T00:00:00.000000+00:00";
  expect(before.lobbies.map(({ created_at }) => created_at).toSorted()).toEqual([earlier, BEGIN]);
  expect(before.tokens.map(({ kind, issued_at }) => `${kind} ${issued_at}`).toSorted()).toEqual(
    [`access ${earlier}`, `access ${BEGIN}`, `refresh ${BEGIN}`].toSorted(),
  );
  const file = (await first.control("GET /world")).body;
  const second = await open(file);
  expect((await listed(second)).tokens).toEqual(before.tokens);
  // The idle countdown of a lobby starts when its file is loaded.
  expect((await listed(second)).lobbies).toEqual(
    before.lobbies.map((each) => ({ ...each, closes_at: expect.any(String) as unknown })),
  );
});

test.each([
  { name: "ends once nobody was there for minutes", voice_states: [], statuses: [] },
  {
    name: "goes on while somebody is there",
    voice_states: [{ user_id: "alice", channel_id: "stairs" }],
    statuses: [2],
  },
])("an active voice event of a file $name", async ({ voice_states, statuses }) => {
  const event = {
    name: "Quiz",
    channel: "stairs",
    entity_type: 2,
    status: 2,
    scheduled_start_time: BEGIN,
  };
  const channels = [{ name: "stairs", type: 2 }];
  const hall = { name: "Hall", owner: "alice", channels, voice_states, scheduled_events: [event] };
  const people = [{ username: "alice", token: "user-token-alice" }];
  const service = await open({ clock: world.clock, users: people, guilds: [hall] });
  const guilds = await service.asUser("user-token-alice", "GET /users/@me/guilds");
  const path = `GET /guilds/${String(guilds.at(0, "id"))}/scheduled-events`;
  expect((await service.asUser("user-token-alice", path)).body).toMatchObject([{ status: 2 }]);
  expect((await service.control("PATCH /clock", { advance: "PT6M" })).status).toBe(200);
  const requests = (await service.asUser("user-token-alice", path)).body as { status: number }[];
  expect(requests.map(({ status }) => status)).toEqual(statuses);
});

test("a change of a token keeps its age", async () => {
  const service = await open(world);
  await service.control("PATCH /clock", { now: LATER });
  const changed = await service.control("PATCH /tokens/access", { scopes: ["email"] });
  expect(changed.status).toBe(200);
  expect(changed.at("issued_at")).toBe(BEGIN);
});
