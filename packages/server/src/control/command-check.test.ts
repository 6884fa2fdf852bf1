// The result of checking a manifest, compared with the effect of applying it.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  botAuth,
  ids,
  openPermissionWorld,
  type PermissionCalls,
} from "../testing/worlds/permission-world.ts";

let world: PermissionCalls;

beforeAll(async () => {
  world = await openPermissionWorld();
});
afterAll(() => world.service.stop());

interface Registered {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly type: number;
}

const global = `/applications/${ids.application}/commands`;
const inGuild = `/applications/${ids.application}/guilds/${ids.guild}/commands`;
const description = "A command";

async function check(manifest: unknown, guild?: string) {
  const query = guild === undefined ? "" : `?guild=${guild}`;
  const path = `POST /applications/Concierge/commands/check${query}`;
  const { status, body, text } = await world.service.control(path, manifest);
  expect([status, text]).toEqual([200, text]);
  return body as Record<string, unknown>;
}

const list = async (path: string) =>
  (await world.service.call(`GET ${path}`, { auth: botAuth })).body as readonly Registered[];

const withEntries = async () =>
  new Set(((await world.all()).body as { id: string }[]).map(({ id }) => id));

const exported = async () => (await world.service.control("GET /world")).text;

const overwrite = (path: string, body: unknown) =>
  world.service.call(`PUT ${path}`, { auth: botAuth, body });

/** The changes to the commands that the API shows after a manifest was applied. */
async function applied(path: string, manifest: unknown) {
  const [before, had] = [await list(path), await withEntries()];
  const { status, body } = await overwrite(path, manifest);
  const [after, has] = [await list(path), await withEntries()];
  const old = (id: string) => before.find((each) => each.id === id);
  const refusal = body as { code: number; message: string; errors?: object };
  const stayed = after.filter(({ id }) => old(id) !== undefined);
  const renamed = stayed.filter(({ id, name }) => old(id)?.name !== name);
  const same = stayed.filter(({ id, version }) => old(id)?.version === version);
  return {
    ...(status === 200
      ? {}
      : { errors: refusal.errors ?? { code: refusal.code, message: refusal.message } }),
    create: after.filter(({ id }) => old(id) === undefined).map(({ name }) => name),
    update: stayed
      .filter((each) => !renamed.includes(each) && !same.includes(each))
      .map((c) => c.name),
    rename: renamed.map(({ id, name }) => ({ from: old(id)?.name, to: name })),
    delete: before.filter(({ id }) => !after.some((each) => each.id === id)).map((c) => c.name),
    unchanged: same.map(({ name }) => name),
    loses_permissions: before.filter(({ id }) => had.has(id) && !has.has(id)).map((c) => c.name),
  };
}

/** Most generated manifests can be applied: their ids exist, and no name occurs twice. */
const item = fc.record(
  {
    pick: fc.nat({ max: 3 }),
    name: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom("ping", "secret", "echo", "new") },
      { weight: 1, arbitrary: fc.constant("No Spaces") },
    ),
    type: fc.constantFrom(1, 1, 2),
    nsfw: fc.boolean(),
  },
  { requiredKeys: ["name", "type", "nsfw"] },
);
const items = fc.uniqueArray(item, {
  maxLength: 4,
  selector: ({ name, type, pick }) => pick ?? `${type} ${name}`,
});
type Item = typeof item extends fc.Arbitrary<infer I> ? I : never;

function manifestOf(known: readonly Registered[], drafts: readonly Item[]) {
  return drafts.map(({ pick, type: wanted, ...fields }) => {
    const meant = pick === undefined ? undefined : known[pick];
    const type = meant?.type ?? wanted;
    const id = pick === undefined ? {} : { id: meant?.id ?? "123456789012345678" };
    return { ...fields, ...id, type, ...(type === 1 ? { description } : {}) };
  });
}

const base = ["ping", "secret", "echo"].map((name) => ({ name, description }));

test("a check reports what a deploy would change, and changes nothing", async () => {
  const changeKinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      items,
      fc.boolean(),
      fc.uniqueArray(fc.nat({ max: 2 })),
      async (drafts, isGlobal, closed) => {
        const path = isGlobal ? global : inGuild;
        const guild = isGlobal ? undefined : ids.guild;
        await overwrite(path, base);
        const known = await list(path);
        for (const at of closed) {
          await world.put(known[at]?.id ?? "", [{ id: ids.mods, type: 1, permission: false }]);
        }
        const manifest = manifestOf(known, drafts);
        const before = await exported();
        const {
          creates_left_today: createsLeft,
          lint: _,
          ...changes
        } = await check(manifest, guild);
        expect(await exported()).toBe(before);
        expect(await applied(path, manifest)).toEqual(changes);
        const spent = (changes["create"] as string[]).length;
        expect((await check([], guild))["creates_left_today"]).toBe(Number(createsLeft) - spent);
        for (const [name, value] of Object.entries(changes)) {
          if (Object.keys(value as object).length > 0) changeKinds.add(name);
        }
      },
    ),
    {
      numRuns: 30,
      examples: [
        // Fixed examples: one command changed, one renamed that loses its permissions, one deleted,
        // one new, and one refused.
        [[{ name: "ping", type: 1, nsfw: true }], true, []],
        [[{ name: "new", type: 1, nsfw: false }], true, []],
        [[{ pick: 1, name: "new", type: 1, nsfw: false }], false, [1]],
        [[{ name: "No Spaces", type: 1, nsfw: false }], true, []],
      ],
    },
  );
  expect([...changeKinds].toSorted()).toEqual([
    "create",
    "delete",
    "errors",
    "loses_permissions",
    "rename",
    "unchanged",
    "update",
  ]);
});

describe("a manifest that a deploy would refuse", () => {
  test("is answered with the API's error tree", async () => {
    const manifest = [
      { name: "Bad Name", description },
      { name: "x", description: "" },
    ];
    const { errors } = await check(manifest);
    const refused = await overwrite(global, manifest);
    expect(errors).toEqual(refused.at("errors"));
    expect(Object.keys(errors as object)).toEqual(["0", "1"]);
  });

  test("is answered with code and message when the error has no tree", async () => {
    const options = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ name: `c${i}`, description }));
    expect(await check(options(101))).toMatchObject({
      errors: { code: 30032, message: expect.any(String) as string },
      create: [],
      delete: [],
    });
  });

  test("of a guild without the application is answered with the error", async () => {
    const { errors, unchanged } = await check([{ name: "x", description }], ids.closedGuild);
    expect([errors, unchanged]).toEqual([{ code: 50001, message: "Missing Access" }, []]);
  });
});

test("malformed manifests and unknown references are refused at their place", async () => {
  const ask = (path: string, body: unknown) => world.service.control(`POST ${path}`, body);
  expect((await ask("/applications/Concierge/commands/check", { name: "x" })).status).toBe(400);
  expect((await ask("/applications/Nothing/commands/check", [])).at("code")).toBe(10002);
  expect((await ask("/applications/Concierge/commands/check?guild=Nowhere", [])).at("code")).toBe(
    10004,
  );
});
