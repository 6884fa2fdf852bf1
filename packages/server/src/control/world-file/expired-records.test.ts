// World files with tokens and invites that have expired, or will: they load, and a service's export
// of them loads as the same world.
import { afterEach, expect, test } from "vitest";
import { aService, type TestService } from "../../testing/start-service.ts";

const started: TestService[] = [];
afterEach(async () => {
  for (const service of started.splice(0)) await service.stop();
});

/** Opens a service at an instant, and runs everything overdue. */
async function open(world: unknown, now: string): Promise<TestService> {
  const service = await aService({ world });
  started.push(service);
  expect((await service.control("PATCH /clock", { now })).status).toBe(200);
  return service;
}

/** A world in which everything expires on 2 January. */
const worldAt = (now: string) => ({
  clock: { now, frozen: true },
  users: [{ username: "alice" }],
  applications: [
    {
      name: "Concierge",
      owner: "alice",
      skus: [{ name: "Gold" }],
      entitlements: [{ sku: "Gold", user: "alice", ends_at: "2026-01-02" }],
      subscriptions: [
        { user: "alice", skus: ["Gold"], status: 1, current_period_end: "2026-01-02" },
      ],
    },
    { name: "Child", owner: "alice", parent: "Concierge" },
  ],
  guilds: [
    {
      name: "Hall",
      owner: "alice",
      channels: [{ name: "general" }],
      invites: [
        {
          code: "short",
          channel: "general",
          created_at: "2026-01-01",
          max_age: 86_400,
          target_users: ["150000000000000001"],
        },
        { code: "endless", channel: "general", created_at: "2026-01-01", max_age: 0 },
      ],
    },
  ],
  access_tokens: [
    { token: "own", application: "Concierge", expires_at: "2026-01-02" },
    {
      token: "access",
      user: "alice",
      application: "Concierge",
      scopes: ["identify"],
      expires_at: "2026-01-02",
      refresh_token: "refresh",
    },
    {
      token: "child",
      user: "alice",
      application: "Child",
      scopes: ["identify"],
      expires_at: "2026-01-02",
      parent: "access",
    },
  ],
  lobbies: [{ application: "Concierge", secret: "sesame", secret_expires_at: "2026-01-02" }],
});

interface Left {
  readonly access_tokens?: readonly { readonly refresh_token?: string }[];
  readonly guilds: readonly [{ readonly invites?: readonly { readonly code: string }[] }];
}

test.each([
  ["before their end", "2026-01-01T12:00:00Z", 3, ["endless", "short"]],
  ["at their end", "2026-01-02T00:00:00Z", 1, ["endless"]],
  ["long after their end", "2026-01-20T00:00:00Z", 1, ["endless"]],
])("records with an expiry are exported as they are %s", async (_when, now, tokens, codes) => {
  const first = await open(worldAt(now), now);
  const file = (await first.control("GET /world")).body as Left;
  expect(file.access_tokens).toHaveLength(tokens);
  expect(file.guilds[0].invites?.map(({ code }) => code).toSorted()).toEqual(codes);
  // A refresh token remains valid after the access token that was issued with it has expired.
  expect(file.access_tokens?.some((each) => each.refresh_token !== undefined)).toBe(true);
  const second = await open(file, now);
  expect((await second.control("GET /world")).body).toEqual(file);
});
