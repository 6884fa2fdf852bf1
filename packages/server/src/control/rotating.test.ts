import { afterEach, beforeEach, expect, test } from "vitest";
import { verifyKeyOf, secretDigest } from "../platform/crypto.ts";
import { secureRandom } from "../platform/random.ts";
import { aMemoryStore } from "../testing/memory-store.ts";
import type { Store } from "../platform/store.ts";
import { applications } from "../domains/applications/application.ts";
import { accessTokens } from "../domains/applications/tokens.ts";
import { users } from "../domains/users/user.ts";
import type { IssuedSecret } from "./world-file/world-builder.ts";
import { loadWorld } from "./world-file/load.ts";
import { rotateSecrets } from "./rotating.ts";

/** More than one transaction changes, so that rotation needs several pages. */
const PEOPLE = 1100;

let store: Store;
let issuedSecrets: IssuedSecret[];

beforeEach(async () => {
  store = await aMemoryStore();
  issuedSecrets = [];
  const people = Array.from({ length: PEOPLE }, (_, i) => ({ username: `user${i}` }));
  const world = {
    users: people,
    applications: [
      { name: "With", owner: "user0", bot: {} },
      { name: "Without", owner: "user0", client_secret: null },
    ],
    access_tokens: people.map(({ username }) => ({ user: username, application: "With" })),
  };
  const loading = loadWorld(world, {
    production: false,
    systemNow: Date.UTC(2026, 10, 21),
    random: secureRandom,
  });
  if (!loading.ok) throw new Error(JSON.stringify(loading.issues));
  await store.load(loading.world.dump);
});
afterEach(() => store.close());

const keep = async (secrets: readonly IssuedSecret[]) => void issuedSecrets.push(...secrets);
const peopleNow = () => store.read((tx) => tx.find(users));
const digestsOf = (records: readonly { readonly tokenDigest?: string }[]) =>
  records.flatMap(({ tokenDigest }) => tokenDigest ?? []);

test("every secret is replaced and returned once, and all tokens are invalid", async () => {
  const before = {
    people: await peopleNow(),
    applied: await store.read((tx) => tx.find(applications)),
  };
  await rotateSecrets({ store, random: secureRandom, keep });
  const applied = await store.read((tx) => tx.find(applications));
  const digests = digestsOf(await peopleNow());
  expect(digests).toHaveLength(PEOPLE);
  expect(new Set([...digests, ...digestsOf(before.people)]).size).toBe(2 * PEOPLE);
  const issuedDigests = issuedSecrets.map(({ secret }) => secretDigest(secret));
  const secrets = applied.flatMap((each) => [each.botTokenDigest, each.clientSecretDigest]);
  expect(new Set(issuedDigests)).toEqual(new Set([...digests, ...secrets.filter(Boolean)]));
  for (const [i, application] of applied.entries()) {
    expect(application.signingSeed).not.toBe(before.applied[i]?.signingSeed);
    expect(verifyKeyOf(application.signingSeed)).toBe(application.verify_key);
  }
  const without = applied.find(({ name }) => name === "Without");
  expect([without?.name, without?.clientSecretDigest]).toEqual(["Without", undefined]);
  expect(await store.read((tx) => tx.count(accessTokens))).toBe(0);
});

test("a rotation that cannot store its secrets changes nothing, and can be repeated", async () => {
  const before = await peopleNow();
  const failing = async () => {
    throw new Error("disk full");
  };
  const rotation = rotateSecrets({ store, random: secureRandom, keep: failing });
  await expect(rotation).rejects.toThrow("disk full");
  expect(await peopleNow()).toEqual(before);
  await rotateSecrets({ store, random: secureRandom, keep });
  expect(digestsOf(await peopleNow()).some((each) => digestsOf(before).includes(each))).toBe(false);
});
