// A store records the mode it was created in, and no published secret gets into production.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { applications } from "../domains/applications/application.ts";
import { accessTokens } from "../domains/applications/tokens.ts";
import { demo, demoWorld } from "../control/world-file/demo-world.ts";
import type { IssuedSecret } from "../control/world-file/world-builder.ts";
import { loadedWorld, worlds } from "../control/world-file/stored-world.ts";
import { users } from "../domains/users/user.ts";
import { openWorldIn, type WorldRequest } from "./open-world.ts";
import { secretDigest, verifyKeyOf } from "../platform/crypto.ts";
import { secureRandom } from "../platform/random.ts";
import { aMemoryStore } from "../testing/memory-store.ts";
import type { Store } from "../platform/store.ts";
import { steerableClock } from "../platform/time/system-clock.ts";

let store: Store;
let issuedSecrets: IssuedSecret[];

beforeEach(async () => {
  store = await aMemoryStore();
  issuedSecrets = [];
});
afterEach(() => store.close());

function open(wish: Partial<WorldRequest> & Pick<WorldRequest, "production">) {
  return openWorldIn(store, steerableClock(), {
    world: {},
    random: secureRandom,
    keepSecrets: async (secrets) => void issuedSecrets.push(...secrets),
    ...wish,
  });
}

const inDevelopment = (world: unknown = demoWorld) => open({ world, production: false });
const modeNow = async () => (await store.read((tx) => loadedWorld({ tx })))?.mode;

/** A store from before the mode was recorded. */
async function forgetMode(): Promise<void> {
  const world = await store.read((tx) => loadedWorld({ tx }));
  if (world === undefined) throw new Error("the store is empty");
  const { mode: _, ...older } = world;
  await store.transaction(async (tx) => tx.put(worlds, older));
}

const strong = (letter: string) => letter.repeat(40);
const strongWorld = {
  users: [{ username: "carol", token: strong("c") }],
  applications: [
    { name: "Own", owner: "carol", client_secret: strong("s"), bot: { token: strong("b") } },
  ],
};

test.each([
  { production: false, otherwise: /with --reset to load another in its place$/ },
  { production: true, otherwise: /name an empty --store to load another$/ },
])(
  "a world file is refused by a store that has a world, and the ways out are those of the mode (production $production)",
  async ({ production, otherwise }) => {
    await open({ world: strongWorld, production });
    const again = open({ world: strongWorld, production, isRequired: true });
    await expect(again).rejects.toThrow(otherwise);
  },
);

test("a store of development is refused in production, and says how to mend it", async () => {
  await inDevelopment();
  await expect(open({ production: true })).rejects.toThrow(
    /secrets of development mode.*token of alice.*and [0-9]+ more.*--rotate-secrets/,
  );
  expect(await modeNow()).toBe("development");
});

test("a store of development whose names changed is refused all the same", async () => {
  await inDevelopment({ users: [{ username: "carol" }] });
  await store.transaction(async (tx) => {
    for (const user of await tx.find(users)) tx.put(users, { ...user, username: "renamed" });
  });
  await expect(open({ production: true })).rejects.toThrow(/made in development mode/);
});

test("a store of production is refused in development, to be emptied too", async () => {
  await open({ world: strongWorld, production: true });
  for (const reset of [false, true]) {
    await expect(open({ production: false, reset })).rejects.toThrow(/--mode production/);
  }
  expect(await modeNow()).toBe("production");
  await expect(open({ production: true })).resolves.toMatchObject({ isFresh: false });
});

test("secrets that a production world leaves out are random, and kept before they are in force", async () => {
  const world = { users: [{ username: "carol" }], applications: [{ name: "A", owner: "carol" }] };
  const failing = async () => {
    throw new Error("no room");
  };
  await expect(open({ world, production: true, keepSecrets: failing })).rejects.toThrow("no room");
  expect(await modeNow()).toBeUndefined();

  const { issued } = await open({ world, production: true });
  expect(issuedSecrets).toEqual(issued);
  expect(issuedSecrets.length).toBeGreaterThan(0);
  expect(new Set(issuedSecrets.map(({ secret }) => secret.length >= 32))).toEqual(new Set([true]));
});

describe("a world file with published secrets does not go into production", () => {
  test.each<[string, object]>([
    ["a derived token", { users: [{ username: "carol", token: "user-token-carol" }] }],
    ["a demo token", { users: [{ username: "carol", token: demo.bobToken }] }],
    ["a hashed one", { users: [{ username: "carol", token: secretDigest(demo.bobToken) }] }],
    ["the demo world", demoWorld],
  ])("with %s", async (_case, world) => {
    await expect(open({ world, production: true })).rejects.toThrow(/the world file has secrets/);
    expect(await modeNow()).toBeUndefined();
  });
});

describe("a store that does not know its mode", () => {
  test("is refused when its secrets are published", async () => {
    await inDevelopment();
    await forgetMode();
    await expect(open({ production: true })).rejects.toThrow(/--rotate-secrets/);
  });

  test("goes on, and remembers, when none is", async () => {
    await open({ world: strongWorld, production: true });
    await forgetMode();
    await open({ production: true });
    expect(await modeNow()).toBe("production");
  });

  test("goes on in development", async () => {
    await inDevelopment();
    await forgetMode();
    await expect(inDevelopment()).resolves.toMatchObject({ isFresh: false });
  });
});

describe("rotated secrets", () => {
  beforeEach(async () => {
    await inDevelopment();
    await open({ production: true, rotateSecrets: true });
  });

  test("take the place of all that were there, and are kept", async () => {
    const [people, applied, tokens] = await store.read(async (tx) => [
      await tx.find(users),
      await tx.find(applications),
      await tx.find(accessTokens),
    ]);
    const digests = [
      ...people.map((each) => each.tokenDigest),
      ...applied.flatMap((each) => [each.botTokenDigest, each.clientSecretDigest]),
    ].filter((each) => each !== undefined);
    expect(digests.toSorted()).toEqual(
      issuedSecrets.map(({ secret }) => secretDigest(secret)).toSorted(),
    );
    expect(issuedSecrets.map(({ place }) => place.join("."))).toEqual([
      "users.alice.token",
      "users.bob.token",
      "applications.Concierge.bot.token",
      "applications.Concierge.client_secret",
    ]);
    expect(tokens).toEqual([]);
    for (const { signingSeed, verify_key } of applied) {
      expect(verifyKeyOf(signingSeed)).toBe(verify_key);
    }
  });

  test("are rotated once: the store is of production from then on", async () => {
    const first = issuedSecrets.length;
    await open({ production: true, rotateSecrets: true });
    expect([await modeNow(), issuedSecrets.length]).toEqual(["production", first]);
  });
});
