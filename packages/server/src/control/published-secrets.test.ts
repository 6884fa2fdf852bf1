import { expect, test } from "vitest";
import { secretDigest } from "../platform/crypto.ts";
import { secureRandom } from "../platform/random.ts";
import type { Table } from "../platform/store.ts";
import { applications } from "../domains/applications/application.ts";
import { demo, demoWorld } from "./world-file/demo-world.ts";
import { loadWorld } from "./world-file/load.ts";
import { publishedSecrets } from "./published-secrets.ts";

/** A world file that leaves out everything optional. */
const bare = {
  users: [
    { username: "alice" },
    { username: "Ünï cödé" },
    { username: "carl" },
    { username: "mallory", token: "user-token-carl" },
  ],
  applications: [{ name: "Concierge", owner: "alice", bot: {} }],
  guilds: [
    {
      name: "Harbor",
      owner: "alice",
      channels: [{ name: "general" }],
      webhooks: [{ name: "Crier", channel: "general" }],
    },
  ],
  access_tokens: [
    { user: "alice", application: "Concierge" },
    { user: "alice", application: "Concierge" },
    { user: "Ünï cödé", application: "Concierge" },
  ],
};

function load(world: unknown, production: boolean) {
  const loading = loadWorld(world, {
    production,
    systemNow: Date.UTC(2026, 10, 21),
    random: secureRandom,
  });
  if (!loading.ok) throw new Error(JSON.stringify(loading.issues));
  const { dump, issued } = loading.world;
  const recordsOf = <R extends object>({ name }: Table<R>) =>
    (dump.tables[name] ?? []) as readonly R[];
  return { issued, recordsOf, published: publishedSecrets(recordsOf) };
}

test("every secret of development mode is found, including the signing key", () => {
  const { issued, recordsOf, published } = load(bare, false);
  expect(issued.length).toBeGreaterThan(5);
  expect(published).toHaveLength(issued.length + recordsOf(applications).length);
});

test("no secret of production mode is found", () => {
  const { issued, published } = load(bare, true);
  expect([issued.length > 5, published]).toEqual([true, []]);
});

test("secrets of the demo world are found with any owner, hashed ones too", () => {
  expect(load(demoWorld, false).published).toEqual([
    "token of alice",
    "token of bob",
    "bot token of Concierge",
    "client secret of Concierge",
    "signing key of Concierge",
    "access token of Concierge",
  ]);
  for (const token of [demo.aliceToken, secretDigest(demo.accessToken)]) {
    const { published } = load({ users: [{ username: "carol", token }] }, true);
    expect(published).toEqual(["token of carol"]);
  }
});
