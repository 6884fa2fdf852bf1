import { limits } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import {
  openCommandCalls,
  slash,
  issuesIn,
  type CommandListAnswer,
} from "../../testing/calls/command-calls.ts";

describe.each(["global", "guild"] as const)("a %s command", (scope) => {
  // Proves requirement 1 "commands"
  // Proves requirement 2.2 "id"
  // Proves requirement 2.2 "naming 4: upsert"
  // Proves requirement 3 "states of a command"
  // Proves requirement 4.2 "Create global"
  // Proves requirement 4.2 "Create guild"
  // Proves requirement 7 "201 and 200"
  test("is created with 201 and overwritten with 200 under the same ID", async () => {
    const { [scope]: here } = await openCommandCalls();
    const first = await here.create(slash({ nsfw: true }));
    expect(first.status).toBe(201);
    const second = await here.create(slash({ description: "Other" }));
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({ id: first.body.id, description: "Other", nsfw: false });
    expect(BigInt(second.body.version)).toBeGreaterThan(BigInt(first.body.version));
    expect((await here.list()).body).toHaveLength(1);
  });

  // Proves requirement 2.2 "versions"
  test("keeps its version if it is overwritten or edited without a change", async () => {
    const { [scope]: here } = await openCommandCalls();
    const { body } = await here.create(slash({ name_localizations: { fr: "a", de: "b" } }));
    const same = slash({ name_localizations: { de: "b", fr: "a" }, options: [], nsfw: null });
    expect(await here.create(same)).toEqual({ status: 200, body });
    expect(await here.edit(body.id, { name: "ping" })).toEqual({
      status: 200,
      body,
    });
    expect(await here.edit(body.id, {})).toEqual({ status: 200, body });
    expect(await here.overwrite([same])).toEqual({ status: 200, body: [body] });
  });

  // Proves requirement 2.2 "versions"
  // Proves requirement 9 "version of a command"
  test("has a first version that follows its ID, in two fields", async () => {
    const { [scope]: here } = await openCommandCalls();
    const { body } = await here.create(slash());
    expect(body.version).toBe((BigInt(body.id) + 1n).toString());
    expect(body.versions).toBe(body.version);
    const next = await here.create(slash({ name: "next" }));
    expect(BigInt(next.body.id)).toBeGreaterThan(BigInt(body.version));
  });

  // Proves requirement 4.2 "Edit global"
  // Proves requirement 4.2 "Edit guild"
  // Proves requirement 4.2 "body: edit guild"
  test("is edited only in the given fields, and keeps its type and ID", async () => {
    const { [scope]: here } = await openCommandCalls();
    const { body } = await here.create(slash());
    const edited = await here.edit(body.id, { name: "pong", type: 2 });
    expect(edited.status).toBe(200);
    expect(edited.body).toEqual({
      ...body,
      name: "pong",
      version: edited.body.version,
      versions: edited.body.version,
    });
    expect(edited.body.version).not.toBe(body.version);
  });

  // Proves requirement 2.2 "naming 3: unique names"
  // Proves requirement 2.2 "naming 3: two global slash commands"
  // Proves requirement 2.2 "naming 3: two slash commands in a guild"
  // Proves requirement 2.2 "naming 3: a slash and a user command"
  test("cannot take the name of another command, except one of another type", async () => {
    const { [scope]: here } = await openCommandCalls();
    await here.create(slash({ name: "taken" }));
    await here.create({ name: "free", type: 2 });
    const { body } = await here.create(slash());
    expect(await here.edit(body.id, { name: "taken" })).toEqual({
      status: 400,
      body: { code: 40041, message: "An application command with that name already exists" },
    });
    expect((await here.edit(body.id, { name: "free" })).status).toBe(200);
  });

  test("is validated by the rules of its type when it is edited", async () => {
    const { [scope]: here } = await openCommandCalls();
    const { body } = await here.create({ name: "High Five", type: 2 });
    expect((await here.edit(body.id, { name: "Low Five" })).status).toBe(200);
    const refused = await here.edit(body.id, {
      description: "no",
      options: [{ type: 3, name: "a", description: "b" }],
    });
    expect(issuesIn(refused)).toEqual([
      "description: APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID",
      "options: APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID",
    ]);
  });

  test("cannot be edited to have no description if its type requires one", async () => {
    const { [scope]: here } = await openCommandCalls();
    const { body } = await here.create(slash());
    const refused = await here.edit(body.id, { description: null });
    expect(issuesIn(refused)).toEqual(["description: BASE_TYPE_REQUIRED"]);
  });

  // Proves requirement 4.2 "Edit global"
  // Proves requirement 4.2 "Edit guild"
  test.each([
    [1, { name: "Bad", description: "", nsfw: "no" }],
    [1, { description: null, options: 5, name_localizations: { de: "Bad" } }],
    [1, { name: "", description: "", integration_types: [9] }],
    [1, { options: [{ type: 3, name: "Bad" }], default_member_permissions: "all" }],
    [2, { name: "", description: "x", options: [{ type: 3, name: "a", description: "" }] }],
    [3, { name: 5, description: "x", description_localizations: { de: "" } }],
  ])(
    "of type %i reports the same errors for an edit as for the whole command: %j",
    async (type, edit) => {
      const { [scope]: here } = await openCommandCalls();
      const form = type === 1 ? slash() : { type, name: "stored" };
      const { body } = await here.create(form);
      const faults = issuesIn(await here.create({ ...form, ...edit }));
      expect(faults.length).toBeGreaterThan(1);
      expect(issuesIn(await here.edit(body.id, edit))).toEqual(faults);
      expect((await here.get(body.id)).body).toEqual(body);
    },
  );

  // Proves requirement 8 "command size"
  test("cannot exceed the maximum size of a command by an edit", async () => {
    const { [scope]: here } = await openCommandCalls();
    const choices = (fill: string) =>
      Array.from({ length: 25 }, (_, i) => ({
        name: `${i}`.padEnd(100, fill),
        value: fill.repeat(100),
      }));
    const option = (name: string) => ({ type: 3, name, description: "x", choices: choices(name) });
    const { body } = await here.create(slash({ options: [option("a")] }));
    const refused = await here.edit(body.id, { options: [option("a"), option("b")] });
    expect(issuesIn(refused)).toEqual([": APPLICATION_COMMAND_TOO_LARGE"]);
    expect((await here.get(body.id)).body).toEqual(body);
  });

  // Proves requirement 4.2 "limits of creation"
  // Proves requirement 8 "global commands"
  // Proves requirement 8 "guild commands"
  // Proves requirement 9 "context menu commands"
  test("is refused beyond the limit for its type, with the limit in the message", async () => {
    const { [scope]: here } = await openCommandCalls();
    const kinds = [
      [1, limits.chatInputCommands.value],
      [2, limits.userCommands.value],
      [3, limits.messageCommands.value],
    ] as const;
    for (const [type, most] of kinds) {
      const description = type === 1 ? "x" : "";
      const named = (i: number) => ({ name: `c${i}`, type, description });
      for (let i = 0; i < most; i += 1) await here.create(named(i));
      expect(await here.create(named(most))).toEqual({
        status: 400,
        body: { code: 30032, message: `Maximum number of application commands reached (${most})` },
      });
      // Overwriting an existing command does not count as a creation.
      expect((await here.create(named(0))).status).toBe(200);
    }
  });

  // Proves requirement 4.2 "Bulk overwrite global"
  // Proves requirement 4.2 "limits of creation"
  // Proves requirement 8 "command creates"
  test("can be created 200 times a day, not counting overwrites and edits", async () => {
    const { [scope]: here, clock } = await openCommandCalls();
    const names = Array.from({ length: 100 }, (_, i) => slash({ name: `c${i}` }));
    expect((await here.overwrite(names)).status).toBe(200);
    await here.overwrite([]);
    expect((await here.overwrite(names)).status).toBe(200);
    expect((await here.overwrite(names)).status).toBe(200);
    await here.create(slash({ name: "c0", description: "edited" }));
    const refused = {
      status: 400,
      body: {
        code: 30034,
        message: "Max number of daily application command creates has been reached (200)",
      },
    };
    const items = [...names.slice(1), slash({ name: "more" })];
    expect(await here.overwrite(items)).toEqual(refused);
    expect((await here.list()).body).toHaveLength(100);
    expect(await here.create({ name: "more", type: 2 })).toEqual(refused);
    await clock.moveTo(clock.now() + limits.commandCreates.windowMs);
    expect((await here.create({ name: "more", type: 2 })).status).toBe(201);
  });
});

describe("a bulk overwrite", () => {
  const names = (answer: CommandListAnswer) => answer.body.map((command) => command.name);

  // Proves requirement 4.2 "Bulk overwrite global"
  test("answers in the order of the request, while lists are in order of creation", async () => {
    const { global } = await openCommandCalls();
    await global.create(slash({ name: "old" }));
    const items = [slash({ name: "z" }), slash({ name: "old" }), { name: "A b", type: 3 }];
    expect(names(await global.overwrite(items))).toEqual(["z", "old", "A b"]);
    expect(names(await global.list())).toEqual(["old", "z", "A b"]);
  });

  // Proves requirement 4.2 "Bulk overwrite global"
  // Proves requirement 4.2 "Bulk overwrite guild"
  // Proves requirement 4.2 "body: bulk overwrite guild"
  test("keeps IDs, keeps versions of unchanged commands and deletes the rest", async () => {
    const { guild } = await openCommandCalls();
    const unchanged = (await guild.create(slash({ name: "kept" }))).body;
    const changed = (await guild.create(slash({ name: "changed" }))).body;
    await guild.create(slash({ name: "dropped" }));
    const items = [slash({ name: "kept" }), slash({ name: "changed", nsfw: true })];
    const { body } = await guild.overwrite(items);
    expect(body[0]).toEqual(unchanged);
    expect(body[1]).toMatchObject({ id: changed.id, nsfw: true });
    expect(BigInt(body[1]?.version ?? 0)).toBeGreaterThan(BigInt(changed.version));
    expect(names(await guild.list())).toEqual(["kept", "changed"]);
  });

  // Proves requirement 4.2 "Bulk overwrite global: method and body"
  test("can swap two names by ID", async () => {
    const { guild } = await openCommandCalls();
    const a = (await guild.create(slash({ name: "a" }))).body;
    const b = (await guild.create(slash({ name: "b" }))).body;
    const items = [slash({ id: a.id, name: "b" }), slash({ id: b.id, name: "a" })];
    const { status, body } = await guild.overwrite(items);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { id: a.id, name: "b" },
      { id: b.id, name: "a" },
    ]);
  });

  // Proves requirement 4.2 "Bulk overwrite guild"
  test("changes nothing if one item is invalid", async () => {
    const { global } = await openCommandCalls();
    const { body } = await global.create(slash());
    const items = [slash({ name: "new" }), { name: "launch", type: 4 }, slash({ id: "5" })];
    const refused = await global.overwrite([...items, slash({ name: "Bad" })]);
    expect(issuesIn(refused)).toEqual(["3.name: APPLICATION_COMMAND_INVALID_NAME"]);
    expect((await global.list()).body).toHaveLength(1);
    const unknown = await global.overwrite(items);
    expect(issuesIn(unknown)).toEqual(["2.id: APPLICATION_COMMAND_INVALID_ID"]);
    expect((await global.get(body.id)).body).toEqual(body);
  });

  test("deletes all commands if the body is null", async () => {
    const { global } = await openCommandCalls();
    await global.create(slash());
    expect(await global.overwrite(null)).toEqual({ status: 200, body: [] });
  });

  test("cannot omit the entry point, which can only be deleted by itself", async () => {
    const { global, guild } = await openCommandCalls();
    const launch = (await global.create({ name: "launch", type: 4, handler: 2 })).body;
    const refused = await global.overwrite([slash()]);
    expect(refused).toMatchObject({ status: 400, body: { code: 50240 } });
    expect((await global.overwrite([{ name: "other", type: 4 }])).body.code).toBe(50240);
    expect((await guild.overwrite([slash()])).status).toBe(200);
    const byName = await global.overwrite([{ name: "launch", type: 4, handler: 2 }]);
    expect(byName.body).toEqual([launch]);
    const byId = await global.overwrite([{ id: launch.id, name: "go", type: 4 }]);
    expect(byId.body).toMatchObject([{ id: launch.id, name: "go", handler: 1 }]);
    expect((await global.remove(launch.id)).status).toBe(204);
    expect((await global.overwrite([])).status).toBe(200);
  });

  // Proves requirement 8 "guild commands"
  test("limits the resulting number of commands of each type", async () => {
    const { guild } = await openCommandCalls();
    const fifteen = Array.from({ length: 15 }, (_, i) => ({ name: `old${i}`, type: 2 }));
    await guild.overwrite(fifteen);
    const others = fifteen.map((_, i) => ({ name: `new${i}`, type: 2 }));
    expect((await guild.overwrite(others)).status).toBe(200);
    const refused = await guild.overwrite([...fifteen, { name: "more", type: 2 }]);
    expect(refused.body).toEqual({
      code: 30032,
      message: "Maximum number of application commands reached (15)",
    });
    expect(names(await guild.list())).toEqual(others.map(({ name }) => name));
  });
});

describe("an application without an Activity and user installs", () => {
  test("cannot have an entry point or commands for user installs", async () => {
    const { global } = await openCommandCalls({ flags_new: "0", integration_types: [0] });
    const form = { name: "launch", type: 4, integration_types: [0, 1] };
    const issues = [
      "type: BASE_TYPE_CHOICES",
      "integration_types.1: APPLICATION_COMMAND_INVALID_INTEGRATION_TYPE",
    ];
    expect(issuesIn(await global.create(form))).toEqual(issues);
    const items = await global.overwrite([slash(), form]);
    expect(issuesIn(items)).toEqual(issues.map((issue) => `1.${issue}`));
    const plain = (await global.create(slash())).body;
    expect(plain.integration_types).toEqual([0]);
    const edited = await global.edit(plain.id, { integration_types: [1] });
    expect(issuesIn(edited)).toEqual([
      "integration_types.0: APPLICATION_COMMAND_INVALID_INTEGRATION_TYPE",
    ]);
  });
});

// Proves requirement 8 "global commands"
test("a second entry point is refused", async () => {
  const { global } = await openCommandCalls();
  await global.create({ name: "launch", type: 4 });
  expect((await global.create({ name: "start", type: 4 })).body).toEqual({
    code: 30032,
    message: "Maximum number of application commands reached (1)",
  });
});
