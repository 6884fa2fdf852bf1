// The differences between two states of the world, over the wire and compared with the records.
import { limits } from "@antechamber/contract";
import type { SnapshotDiff } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { channels, guilds, members, roles } from "../../domains/guilds/guild.ts";
import { lobbies } from "../../domains/lobbies/lobby.ts";
import { messages } from "../../domains/messages/message.ts";
import { users } from "../../domains/users/user.ts";
import { steerableClock } from "../../platform/time/system-clock.ts";
import { TimeSlicer } from "../../platform/time/time-slicer.ts";
import type { AnyTable } from "../../platform/store.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { demoWorld } from "../world-file/demo-world.ts";
import { diffOf } from "./diff.ts";
import { entitiesOf } from "./entities.ts";

type Diff = Static<typeof SnapshotDiff>;

const NOTHING = { added: [], removed: [], changed: [] };
const place = `guilds[${demo.guildId}]`;

let service: TestService;

beforeAll(async () => {
  service = await aService();
  await service.control("POST /snapshots", { name: "clean" });
});
beforeEach(() => service.control("POST /snapshots/clean/restore"));
afterAll(() => service.stop());

async function diff(query = ""): Promise<Diff> {
  const answer = await service.control(`GET /snapshots/clean/diff${query}`);
  expect(answer.status).toBe(200);
  return answer.body as Diff;
}

async function done(route: string, body?: unknown): Promise<{ readonly id: string }> {
  const answer = await service.control(route, body);
  expect([route, answer.status < 300, answer.body]).toEqual([route, true, answer.body]);
  return { id: answer.status === 204 ? "" : (answer.at("id") as string) };
}

describe("a comparison", () => {
  test("of a world with itself is empty, with either method", async () => {
    expect(await diff()).toEqual(NOTHING);
    expect(await diff("?to=clean")).toEqual(NOTHING);
  });

  test("names a changed field by its path in a world file", async () => {
    await done(`PATCH /users/${demo.aliceId}`, { username: "alicia" });
    await done(`PATCH /channels/${demo.generalId}`, { topic: "Talk" });
    await done(`PATCH /members/${demo.guildId}/${demo.bobId}`, { nick: null });
    expect(await diff()).toEqual({
      ...NOTHING,
      changed: [
        {
          kind: "users",
          id: demo.aliceId,
          path: `users[${demo.aliceId}].username`,
          before: "alice",
          after: "alicia",
        },
        {
          kind: "channels",
          id: demo.generalId,
          path: `${place}.channels[${demo.generalId}].topic`,
          after: "Talk",
        },
        {
          kind: "members",
          id: demo.bobId,
          path: `${place}.members[${demo.bobId}].nick`,
          before: "bobby",
        },
      ],
    });
  });

  test("lists added and removed entities one by one", async () => {
    const guild = await done("POST /guilds", {
      name: "Second",
      owner: "alice",
      channels: [{ name: "lounge" }],
      members: [{ user: "bob" }],
    });
    await done("DELETE /roles/300000000000000011");
    const { added, removed, changed } = await diff();
    const kinds = added.map(({ kind, id }) => [kind, kind === "guilds" && id]);
    expect(kinds.filter(([, id]) => id === guild.id)).toHaveLength(1);
    expect(added.map(({ kind }) => kind).toSorted()).toEqual([
      "channels",
      "guilds",
      "members",
      "members",
      "roles",
    ]);
    const own = added.find(({ kind }) => kind === "guilds");
    expect(own?.after).toMatchObject({ name: "Second", owner: demo.aliceId });
    expect(own?.after).not.toHaveProperty("channels");
    expect(removed).toMatchObject([
      { kind: "roles", id: "300000000000000011", before: { name: "mods", permissions: "8192" } },
    ]);
    expect(changed).toMatchObject([
      // The role that was above it moves down.
      { kind: "roles", before: 2, after: 1 },
      { kind: "members", id: demo.bobId, before: ["300000000000000011"] },
    ]);
  });

  test("goes from the first state to the second, older or newer", async () => {
    await done("POST /users/alice/message", { channel: "general", content: "hello" });
    await done("POST /snapshots", { name: "later" });
    await done("POST /world/reset");
    const [there, back] = [
      await diff("?to=later"),
      await service.control("GET /snapshots/later/diff?to=clean"),
    ];
    expect(there.added).toMatchObject([{ kind: "messages", after: { content: "hello" } }]);
    expect(back.body).toMatchObject({ added: [], removed: [{ before: { content: "hello" } }] });
    expect(there.changed.map(({ path }) => path)).toEqual([
      `${place}.channels[${demo.generalId}].last_message_id`,
    ]);
    await done("DELETE /snapshots/later");
  });

  test("reports that a secret changed without showing it", async () => {
    const secret = "another-secret-of-carol";
    await done(`PATCH /users/${demo.bobId}`, { token: secret });
    await done("POST /tokens", { token: "bearer-of-bob", user: "bob", application: "Concierge" });
    const found = await diff();
    const [token] = found.changed;
    const hash = /^sha256:[0-9a-f]{64}$/;
    expect([token?.kind, token?.path]).toEqual(["users", `users[${demo.bobId}].token`]);
    for (const each of [token?.before, token?.after, found.added[0]?.id]) {
      expect(each).toMatch(hash);
    }
    for (const plain of [secret, "bearer-of-bob", demo.bobToken]) {
      expect(JSON.stringify(found)).not.toContain(plain);
    }
  });

  test("reports no change when a default is omitted in one of the files", async () => {
    const category = await done("POST /channels", { guild: demo.guildId, name: "Area", type: 4 });
    const within = await done("POST /channels", {
      guild: demo.guildId,
      name: "inner",
      parent_id: category.id,
      permission_overwrites: [],
    });
    await done("POST /snapshots", { name: "area" });
    await done(`DELETE /channels/${demo.voiceId}`);
    await service.work.transaction(async (ctx) => {
      const record = (await ctx.tx.find(channels)).find(({ id }) => id === category.id);
      if (record === undefined) throw new Error("no category");
      const id = demo.guildId;
      const permission_overwrites = [{ id, type: 0 as const, allow: "0", deny: "1024" }];
      ctx.tx.put(channels, { ...record, permission_overwrites });
    });
    const { body } = await service.control("GET /snapshots/area/diff");
    const { added, removed, changed } = body as Diff;
    expect(added).toEqual([]);
    expect(removed.map(({ id }) => id)).toEqual([demo.voiceId]);
    expect(changed.map(({ id, path }) => [id, path.split(".").at(-1)])).toEqual([
      [category.id, "permission_overwrites"],
    ]);
    expect(within.id).not.toBe("");
    await done("DELETE /snapshots/area");
  });
});

test("a comparison is limited to one answer, and reports that there is more", async () => {
  const { value: most } = limits.snapshotChanges;
  const task = new TimeSlicer(steerableClock()).begin(Infinity);
  const many = Array.from({ length: most + 1 }, (_, n) => ({ id: `${n}`, username: `u${n}` }));
  const [none, all] = [await entitiesOf({}, task), await entitiesOf({ users: many }, task)];
  const cut = await diffOf(none, all, task);
  expect([cut.added.length, cut.cut]).toEqual([most, true]);
  const fits = await diffOf(all, await entitiesOf({ users: many.slice(1, 2) }, task), task);
  expect([fits.removed.length, fits.cut]).toEqual([most, undefined]);
});

test("a world's limits are compared as one value", async () => {
  const task = new TimeSlicer(steerableClock()).begin(Infinity);
  const [off, none] = [await entitiesOf({ limits: "off" }, task), await entitiesOf({}, task)];
  const production = await entitiesOf({ ...demoWorld, limits: "production" }, task);
  expect((await diffOf(off, production, task)).changed).toEqual([
    { kind: "limits", id: "limits", path: "limits", before: "off", after: "production" },
  ]);
  expect((await diffOf(off, none, task)).removed).toMatchObject([{ kind: "limits" }]);
});

/** Tables whose records are entities of one kind, with the ids that a diff gives them. */
const compared: readonly (readonly [string, AnyTable, (record: never) => string])[] = [
  ["users", users, ({ id }: { id: string }) => id],
  ["guilds", guilds, ({ id }: { id: string }) => id],
  ["roles", roles, ({ id }: { id: string }) => id],
  ["channels", channels, ({ id }: { id: string }) => id],
  ["members", members, ({ user_id }: { user_id: string }) => user_id],
  ["messages", messages, ({ id }: { id: string }) => id],
  ["lobbies", lobbies, ({ id }: { id: string }) => id],
];

/** Every record of the compared tables, by its kind, key and id. */
async function recordsByKey(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  await service.store.read(async (tx) => {
    for (const [kind, table, idOf] of compared) {
      for (const record of await tx.find<object>(table)) {
        found.set(`${kind} ${idOf(record as never)} ${table.key(record)}`, JSON.stringify(record));
      }
    }
  });
  return found;
}

/** The records that were added, removed and changed between two states. */
function happened(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  const named = (key: string) => key.split(" ").slice(0, 2).join(" ");
  const only = (one: typeof before, other: typeof before) =>
    [...one.keys()].filter((key) => !other.has(key)).map(named);
  const both = [...before.keys()].filter((key) => after.has(key));
  const changed = both.filter((key) => before.get(key) !== after.get(key)).map(named);
  return { added: only(after, before), removed: only(before, after), changed };
}

const kinds = new Set(compared.map(([kind]) => kind));

/** The same lists from a diff; an entity with several changed fields is listed once. */
function idsOf({ added, removed, changed }: Diff) {
  const named = (list: readonly { readonly kind: string; readonly id: string }[]) => [
    ...new Set(list.filter(({ kind }) => kinds.has(kind)).map(({ kind, id }) => `${kind} ${id}`)),
  ];
  return { added: named(added), removed: named(removed), changed: named(changed) };
}

const inOrder = (lists: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.toSorted()]));

const word = fc.constantFrom("red", "blue", "green", "grey");
const nth = fc.nat(9);
const guild = demo.guildId;
/** Calls that may fail, such as those about a deleted user. */
const step = fc.oneof(
  fc.record({ call: fc.constant("POST /users"), body: fc.record({ username: word }) }),
  fc.record({ patch: fc.constant("users"), nth, body: fc.record({ global_name: word }) }),
  fc.record({ remove: fc.constant("users"), nth }),
  fc.record({
    call: fc.constant("POST /roles"),
    body: fc.record({ guild: fc.constant(guild), name: word }),
  }),
  fc.record({ patch: fc.constant("roles"), nth, body: fc.record({ name: word }) }),
  fc.record({ remove: fc.constant("roles"), nth }),
  fc.record({
    call: fc.constant("POST /channels"),
    body: fc.record({ guild: fc.constant(guild), name: word, type: fc.constantFrom(0, 4) }),
  }),
  fc.record({ patch: fc.constant("channels"), nth, body: fc.record({ name: word }) }),
  fc.record({ remove: fc.constant("channels"), nth }),
  fc.record({
    call: fc.constant("POST /users/alice/message"),
    body: fc.record({ channel: fc.constant("general"), content: word }),
  }),
  fc.record({
    call: fc.constant("POST /members"),
    body: fc.record({ guild: fc.constant(guild), user: word }),
  }),
  fc.record({
    call: fc.constant(`PATCH /members/${guild}/${demo.bobId}`),
    body: fc.record({ nick: word }),
  }),
  fc.record({ call: fc.constant(`PATCH /guilds/${guild}`), body: fc.record({ name: word }) }),
);

async function take(each: typeof step extends fc.Arbitrary<infer S> ? S : never): Promise<void> {
  if ("call" in each) return void (await service.control(each.call, each.body));
  const kind = "patch" in each ? each.patch : each.remove;
  const { body } = await service.control(`GET /${kind}`);
  const { items } = body as { items: readonly { readonly id: string }[] };
  const { id = "" } = items[each.nth % items.length] ?? {};
  if ("patch" in each) await service.control(`PATCH /${kind}/${id}`, each.body);
  else await service.control(`DELETE /${kind}/${id}`);
}

test(
  "a comparison has exactly the entities that any calls changed",
  { timeout: 60_000 },
  async () => {
    let different = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        await done("POST /snapshots/clean/restore");
        const before = await recordsByKey();
        for (const each of steps) await take(each);
        const expected = happened(before, await recordsByKey());
        expect(inOrder(idsOf(await diff()))).toEqual(inOrder(expected));
        if (Object.values(expected).some((list) => list.length > 0)) different += 1;
      }),
      { numRuns: 40 },
    );
    expect(different).toBeGreaterThan(20);
  },
);
