// Batch decisions, compared with single decisions and with those after really making the changes.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { leastTimeOf } from "../../testing/processes/processor-time.ts";
import { CONTROL_KEY } from "../../testing/start-service.ts";
import {
  ids,
  openPermissionWorld,
  type PermissionCalls,
} from "../../testing/worlds/permission-world.ts";

let world: PermissionCalls;

beforeAll(async () => {
  world = await openPermissionWorld();
});
afterAll(() => world.service.stop());

interface Cell {
  readonly user?: string;
  readonly roles?: readonly string[];
  readonly application: string;
  readonly command: unknown;
  readonly channel: string;
}

async function decided(cells: readonly Cell[], overlay?: object) {
  const answer = await world.service.control("POST /decisions", { cells, overlay });
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
  return answer.at("results") as { allowed: boolean; outcome: string; step: number }[];
}

/** The decision about one cell, asked alone. */
async function single({ user = "", application, command, channel }: Cell) {
  const named = typeof command === "string" ? command : JSON.stringify(command);
  const query = new URLSearchParams({ user, application, command: named, channel });
  const answer = await world.service.control(`GET /decision?${query.toString()}`);
  const steps = answer.at("decision") as { step: number }[];
  return {
    allowed: answer.at("allowed"),
    outcome: answer.at("outcome"),
    step: steps.at(-1)?.step,
  };
}

const exported = async () => (await world.service.control("GET /world")).text;

const user = fc.constantFrom("alice", "bob", "carol", "dave", "erin", ids.carol);
const channel = fc.constantFrom("general", "locked", ids.thread, "@Concierge", "@bob", ids.general);
const command = fc.constantFrom("ping", "secret", ids.ping, { name: "ping", guild: null });
const applicationName = fc.constantFrom("Concierge", ids.application);

const cell: fc.Arbitrary<Cell> = fc
  .record({ user, application: applicationName, command, channel })
  // Users have no direct message with themselves, and only members find a guild's channels by name.
  .filter((each) => each.channel !== `@${each.user}`)
  .filter((each) => each.user !== "dave" || /^[@0-9]/.test(each.channel));

const usual = 2_147_483_648n | 2048n | 1024n;
const bits = fc.constantFrom("0", "8", usual.toString(), "1024", "2147486720", "32");
const entry = fc.oneof(
  fc.record({
    id: fc.constantFrom(ids.mods, ids.vips, ids.guild),
    type: fc.constant(1),
    permission: fc.boolean(),
  }),
  fc.record({
    id: fc.constantFrom(ids.carol, ids.bob),
    type: fc.constant(2),
    permission: fc.boolean(),
  }),
  fc.record({
    id: fc.constantFrom(ids.general, ids.everyChannel),
    type: fc.constant(3),
    permission: fc.boolean(),
  }),
);
const entries = fc.uniqueArray(entry, {
  maxLength: 4,
  selector: ({ id, type }) => `${type} ${id}`,
});
const overwrites = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom("@everyone", "vips", ids.mods),
    allow: bits,
    deny: bits,
  }),
  { maxLength: 3, selector: ({ id }) => id },
);
const overlay = fc.record(
  {
    roles: fc.dictionary(
      fc.constantFrom("mods", ids.vips, ids.guild),
      fc.record({ permissions: bits }),
      {
        maxKeys: 2,
      },
    ),
    channels: fc.dictionary(
      fc.constantFrom("general", ids.locked),
      fc.record({ permission_overwrites: overwrites, nsfw: fc.boolean() }, { requiredKeys: [] }),
      { maxKeys: 2 },
    ),
    commands: fc.dictionary(
      fc.constantFrom("ping", "secret"),
      fc.record(
        {
          default_member_permissions: fc.option(bits),
          nsfw: fc.boolean(),
          contexts: fc.option(fc.subarray([0, 1, 2], { minLength: 1 })),
          permissions: entries,
        },
        { requiredKeys: [] },
      ),
      { maxKeys: 2 },
    ),
  },
  { requiredKeys: [] },
);
type Overlay = typeof overlay extends fc.Arbitrary<infer O> ? O : never;

test("a batch equals as many single decisions", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 12 }), async (cells) => {
      expect(await decided(cells)).toEqual(await Promise.all(cells.map(single)));
    }),
    { numRuns: 40 },
  );
});

/** Makes the changes of an overlay through the API. */
async function apply(changes: Overlay): Promise<void> {
  const { service } = world;
  const done = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    expect([status < 300, text]).toEqual([true, text]);
  };
  for (const [role, change] of Object.entries(changes.roles ?? {})) {
    await done(service.control(`PATCH /roles/${role}`, change));
  }
  for (const [name, change] of Object.entries(changes.channels ?? {})) {
    await done(service.control(`PATCH /channels/${name}`, change));
  }
  for (const [name, change] of Object.entries(changes.commands ?? {})) {
    const id = { ping: ids.ping, secret: ids.secret }[name] ?? "";
    const { permissions, ...own } = change;
    const bot = { auth: "Bot MjAwMDAwMDAwMDAwMDAwMDAx.a.b" };
    const path = `PATCH /applications/${ids.application}/commands/${id}`;
    if (Object.keys(own).length > 0) await done(service.call(path, { ...bot, body: own }));
    if (permissions !== undefined) await done(world.put(id, permissions));
  }
}

test("an overlay decides hypothetically and stores nothing", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(cell, { minLength: 1, maxLength: 8 }),
      overlay,
      async (cells, changes) => {
        const copy = await openPermissionWorld();
        const [own, before] = [world, await exported()];
        try {
          const foreseen = await decided(cells, changes);
          expect(await exported()).toBe(before);
          world = copy;
          await apply(changes);
          expect(await Promise.all(cells.map(single))).toEqual(foreseen);
        } finally {
          world = own;
          await copy.service.stop();
        }
      },
    ),
    { numRuns: 15 },
  );
});

test("few cells can include their steps, as a single decision does", async () => {
  const { service } = world;
  const one = { user: "carol", application: "Concierge", command: "secret", channel: "general" };
  const decide = (count: number) => {
    const cells = Array.from({ length: count }, () => one);
    return service.control("POST /decisions", { cells, steps: true });
  };
  const path = `GET /decision?${new URLSearchParams(one).toString()}`;
  const { decision } = (await service.control(path)).body as { readonly decision: unknown };
  const [hundred, more] = [await decide(100), await decide(101)];
  expect([hundred.at("results", 99, "decision"), Array.isArray(decision)]).toEqual([
    decision,
    true,
  ]);
  expect([more.status, more.at("errors", "cells", "_errors", 0, "code")]).toEqual([
    400,
    "BASE_TYPE_MAX_LENGTH",
  ]);
});

test("roles represent a member with exactly these roles", async () => {
  const { service } = world;
  const roleSets = [[], ["vips"], ["mods", ids.vips], ["admins"], ["@everyone"]];
  await service.control("POST /users", { username: "frank" });
  await service.control("POST /members", { guild: ids.guild, user: "frank" });
  const settings = { permissions: [{ id: ids.vips, type: 1, permission: false }] };
  for (const each of ["ping", "secret"]) {
    for (const roles of roleSets) {
      const own = roles.filter((role) => role !== "@everyone");
      await service.control(`PATCH /members/${ids.guild}/frank`, { roles: own });
      const cells = ["general", "locked", ids.thread].map((place) => ({
        application: "Concierge",
        command: each,
        channel: place,
      }));
      await world.put(ids.ping, settings.permissions);
      const asMember = await Promise.all(cells.map((one) => single({ ...one, user: "frank" })));
      expect(await decided(cells.map((one) => ({ ...one, roles })))).toEqual(asMember);
    }
  }
  await service.control("DELETE /users/frank");
  await world.put(ids.ping, []);
});

test("an overwrite of a category applies to channels that are synced with it", async () => {
  const { service } = world;
  const guild = ids.guild;
  const category = await service.control("POST /channels", { guild, name: "wing", type: 4 });
  await service.control("POST /channels", { guild, name: "inside", parent_id: category.id });
  const cells = [{ user: "carol", application: "Concierge", command: "ping", channel: "inside" }];
  const hidden = { permission_overwrites: [{ id: "@everyone", deny: ["VIEW_CHANNEL"] }] };
  expect(await decided(cells)).toMatchObject([{ allowed: true }]);
  expect(await decided(cells, { channels: { wing: hidden } })).toEqual([
    { allowed: false, outcome: "MISSING_BASE_PERMISSIONS", step: 5 },
  ]);
});

test("a name is looked up first in the guilds of the cells", async () => {
  const { service } = world;
  const other = await service.control("POST /guilds", {
    name: "Annex",
    roles: [{ name: "vips" }],
    channels: [{ name: "general" }],
  });
  const cells = [
    { user: "carol", application: "Concierge", command: "ping", channel: ids.general },
    { roles: ["vips"], application: "Concierge", command: "secret", channel: ids.general },
  ];
  const hidden = { permission_overwrites: [{ id: "@everyone", deny: ["VIEW_CHANNEL"] }] };
  const overlayed = {
    channels: { general: hidden },
    roles: { vips: { permissions: "8" }, "@everyone": { permissions: "0" } },
  };
  expect(await decided(cells, overlayed)).toEqual([
    { allowed: true, outcome: "ALLOWED", step: 5 },
    { allowed: true, outcome: "ALLOWED", step: 5 },
  ]);
  await service.control(`DELETE /guilds/${other.id}`);
});

test("the application's id represents all of its commands", async () => {
  const cells = [{ user: "carol", application: "Concierge", command: "ping", channel: "general" }];
  const permissions = [{ id: "vips", type: 1, permission: false }];
  expect(await decided(cells, { commands: { [ids.application]: { permissions } } })).toEqual([
    { allowed: false, outcome: "USER_DENIED", step: 10 },
  ]);
});

describe("an unknown reference", () => {
  const good = { user: "carol", application: "Concierge", command: "ping", channel: "general" };

  test("is reported at its place, with all others", async () => {
    const cells = [
      good,
      { ...good, user: "nobody" },
      { ...good, application: "Nothing" },
      { ...good, command: "nothing" },
      { ...good, channel: "nowhere" },
      { ...good, user: "Concierge" },
      { ...good, user: undefined, roles: ["vips", "nothing"] },
      { ...good, user: undefined },
      { ...good, roles: [] },
    ];
    const overlayed = {
      roles: { nothing: { permissions: "8" } },
      channels: { general: { permission_overwrites: [{ id: "nothing", deny: "8" }] } },
      commands: { ping: { permissions: [{ id: "1", type: 1, permission: true }] } },
    };
    const faulty = await world.service.control("POST /decisions", { cells: cells.slice(0, 7) });
    expect(faulty.status).toBe(400);
    expect(Object.keys(faulty.at("errors", "cells") as object)).toEqual([
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
    ]);
    expect(faulty.at("errors", "cells", "1", "user", "_errors", 0, "code")).toBe("UNKNOWN_USER");
    expect(faulty.at("errors", "cells", "6", "roles", "1", "_errors")).toHaveLength(1);
    const formless = await world.service.control("POST /decisions", { cells });
    expect(Object.keys(formless.at("errors", "cells") as object)).toEqual(["7", "8"]);
    const impossible = await world.service.control("POST /decisions", {
      cells: [good],
      overlay: overlayed,
    });
    expect(impossible.status).toBe(400);
    expect(impossible.at("errors", "overlay", "roles", "nothing", "_errors")).toHaveLength(1);
    const channels = impossible.at("errors", "overlay", "channels", "general");
    expect(JSON.stringify(channels)).toContain("permission_overwrites");
    const commands = impossible.at(
      "errors",
      "overlay",
      "commands",
      "ping",
      "permissions",
      "0",
      "id",
    );
    expect(commands).toBeDefined();
  });

  test("is also reported for ambiguous names", async () => {
    const { service } = world;
    const channels = [{ name: "general" }];
    const annexes = [
      await service.control("POST /guilds", {
        name: "Annex",
        channels,
        members: [{ user: "carol" }],
      }),
      await service.control("POST /guilds", { name: "Annex" }),
    ];
    const twin = await service.control("POST /applications", {
      name: "Twin",
      bot: { username: "carol" },
    });
    const cells = [
      { ...good, user: "erin", channel: "@carol" },
      { ...good, user: ids.carol },
      { ...good, user: undefined, roles: ["vips"] },
      { ...good, user: "carol" },
      { ...good, user: "bob", command: { name: "ping", guild: "Annex" } },
    ];
    const answer = await service.control("POST /decisions", { cells });
    const ambiguous = {
      _errors: [{ code: "REFERENCE_AMBIGUOUS", message: expect.any(String) as string }],
    };
    expect([answer.status, answer.at("errors", "cells")]).toEqual([
      400,
      {
        0: { channel: ambiguous },
        1: { channel: ambiguous },
        2: { channel: ambiguous },
        3: { user: ambiguous },
        4: { command: { guild: ambiguous } },
      },
    ]);
    for (const { id } of annexes) await service.control(`DELETE /guilds/${id}`);
    await service.control(`DELETE /applications/${twin.id}`);
  });

  test("in entries of a command is reported at its place", async () => {
    const permissions = [
      { id: "nobody", type: 2, permission: true },
      { id: "vips", type: 1, permission: true },
      { id: "nothing", type: 1, permission: true },
      { id: "nowhere", type: 3, permission: true },
      { id: "somebody", type: 2, permission: true },
    ];
    const answer = await world.service.control("POST /decisions", {
      cells: [good],
      overlay: { commands: { ping: { permissions } } },
    });
    expect(answer.status).toBe(400);
    const unknown = "APPLICATION_COMMAND_PERMISSIONS_INVALID_ID";
    const faultOf = (code: string) => ({ id: { _errors: [{ code }] } });
    expect(answer.at("errors", "overlay", "commands", "ping")).toMatchObject({
      permissions: {
        0: faultOf("UNKNOWN_USER"),
        2: faultOf(unknown),
        3: faultOf(unknown),
        4: faultOf("UNKNOWN_USER"),
      },
    });
    expect(Object.keys(answer.at("errors", "overlay", "commands", "ping") as object)).toEqual([
      "permissions",
    ]);
  });

  test("may not be caused by ids that are numbers, as in world files", async () => {
    const answer = await fetch(`${world.service.url}/control/v1/decisions`, {
      method: "POST",
      headers: { authorization: `Control ${CONTROL_KEY}`, "content-type": "application/json" },
      body: `{"cells": [
        {"user": ${ids.carol}, "application": ${ids.application}, "command": ${ids.ping}, "channel": ${ids.general}},
        {"roles": [${ids.vips}], "application": "Concierge", "command": {"name": ${ids.ping}}, "channel": ${ids.general}}
      ], "overlay": {"roles": {"vips": {"permissions": 8}}}}`,
    });
    expect(await answer.json()).toMatchObject({ results: [{ allowed: true }, { allowed: true }] });
  });

  test("an empty list of cells has no decisions, and too many cells are refused", async () => {
    expect(await decided([])).toEqual([]);
    const cells = Array.from({ length: 10_001 }, () => good);
    const answer = await world.service.control("POST /decisions", { cells });
    expect([answer.status, answer.at("errors", "cells", "_errors", 0, "code")]).toEqual([
      400,
      "BASE_TYPE_MAX_LENGTH",
    ]);
  });
});

test("two thousand decisions take a tenth of a second, and ten thousand are answered", async () => {
  const { service } = world;
  const guild = ids.guild;
  for (let i = 0; i < 20; i += 1) await service.control("POST /roles", { guild, name: `r${i}` });
  const auth = "Bot MjAwMDAwMDAwMDAwMDAwMDAx.a.b";
  const body = Array.from({ length: 100 }, (_, i) => ({ name: `c${i}`, description: "x" }));
  const put = `PUT /applications/${ids.application}/commands`;
  expect((await service.call(put, { auth, body })).status).toBe(200);
  const cells = Array.from({ length: 2000 }, (_, i) => ({
    roles: [`r${i % 20}`],
    application: "Concierge",
    command: `c${Math.floor(i / 20)}`,
    channel: "general",
  }));
  expect(await decided(cells)).toHaveLength(2000);
  // The promise is 100 ms on a dedicated machine; this time includes the call and its long
  // response.
  expect(await leastTimeOf(() => decided(cells))).toBeLessThan(400);
  const many = Array.from({ length: 5 }, () => cells).flat();
  expect(await decided(many)).toHaveLength(10_000);
});
