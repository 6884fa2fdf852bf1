// Which command runs when several have the same name. All require a permission that alice lacks, so
// that none waits for an application.
import { expect, test } from "../runners/vitest.ts";
import type { World } from "../world.ts";
import type { Message } from "../client/wire-types.ts";

const closed = { default_member_permissions: "8" };
const typed = { ...closed, description: "Typed" };

const text = (name: string) => ({ type: 3, name, description: "A text" });

test.use({
  world: {
    applications: [
      {
        name: "Concierge",
        commands: [
          { ...typed, name: "report" },
          { ...typed, name: "tag", options: [text("old")] },
          { ...typed, name: "tag", options: [text("new")], guild_id: "Test" },
          { ...closed, name: "Say hello", type: 2 },
          { ...closed, name: "Both", type: 2 },
        ],
      },
      {
        name: "Arena",
        commands: [
          { ...closed, name: "report", type: 2 },
          { ...closed, name: "Keep this", type: 3 },
          { ...closed, name: "Both", type: 3 },
        ],
      },
    ],
    guilds: [
      {
        name: "Test",
        owner: "owner",
        members: [{ user: "alice" }, { user: "bob" }],
        roles: [{ name: "mods" }, { name: "helpers" }],
        channels: [
          { name: "general" },
          { name: "games" },
          { name: "staff", permission_overwrites: [{ id: "@everyone", type: 0, deny: "1024" }] },
        ],
        applications: [{ application: "Concierge" }, { application: "Arena" }],
      },
    ],
    users: [{ username: "owner" }, { username: "alice" }, { username: "bob" }],
  },
});

test("menu commands are found among the commands of all applications", async ({ world }) => {
  const alice = world.user("alice").in("#general");
  const message = await alice.message("keep me");
  const { id } = message;
  expect(await alice.runOn("bob", "Say hello")).toBeDenied();
  expect(await alice.runOn("bob", "report")).toBeDenied();
  await expect(alice.runOn("bbo", "report")).rejects.toThrow("Unknown User; did you mean bob, ");
  expect(await alice.runOn(id, "Keep this")).toBeDenied();
  expect(await alice.runOn(message, "Keep this")).toBeDenied();
  expect(await alice.runOn(id, "Both", { app: "Arena" })).toBeDenied();
  await expect(alice.runOn(id, "Both")).rejects.toThrow(
    "several applications have Both: Concierge, Arena; pass { app }",
  );
});

test("an error for an unknown command lists the nearest ones of the same kind", async ({
  world,
}) => {
  const alice = world.user("alice").in("#general");
  await expect(alice.runOn("bob", "Sy hello")).rejects.toThrow(
    "no application has the command Sy hello; did you mean Say hello, Both, report",
  );
  await expect(alice.runOn("bob", "reprot", { app: "Concierge" })).rejects.toThrow(
    "no application has the command reprot; did you mean Both, Say hello",
  );
  await expect(alice.run("/Both")).rejects.toThrow(
    /no application has the command \/both; did you mean \/tag, \/report\?$/,
  );
});

test("a guild's command takes precedence over the global one of the same name", async ({
  world,
}) => {
  const alice = world.user("alice").in("#general");
  expect(await alice.run("/tag new:x")).toBeDenied();
  await expect(alice.run("/tag news:x")).rejects.toThrow(
    '/tag has no option "news"; did you mean new',
  );
});

test("options given as values override those in the text", async ({ world }) => {
  const alice = world.user("alice").in("#general");
  await alice.run("/tag new:typed", { options: { new: "a: b\nc" } });
  const query = { name: "control.invoke", kind: "request", limit: 1 };
  const { items } = await world.control.call<{ items: { id: string }[] }>("GET /journal", {
    query,
  });
  const entry = await world.control.call(`GET /journal/${items[0]?.id ?? ""}`);
  expect(entry).toMatchObject({ request: { body: { options: { new: "a: b\nc" } } } });
});

test("an unknown option given as a value is refused with the nearest name", async ({ world }) => {
  const alice = world.user("alice").in("#general");
  const slip = '/tag has no option "nwe"; did you mean new';
  await expect(alice.run("/tag", { options: { nwe: "x" } })).rejects.toThrow(slip);
  const file = { type: 11, name: "file", description: "A file" };
  const command = { ...typed, name: "keep", options: [file] };
  const { id, botToken } = world.application("Concierge");
  const registered = await fetch(`${world.api}/v10/applications/${id}/commands`, {
    method: "POST",
    headers: { authorization: `Bot ${botToken}`, "content-type": "application/json" },
    body: JSON.stringify(command),
  });
  expect(registered.status).toBe(201);
  const values = { fiel: "a.txt" } as never;
  await expect(alice.run(command, values)).rejects.toThrow('/keep has no option "fiel"');
  await expect(
    alice.run("/keep file:a.txt fiel:b.txt", { files: { "a.txt": "a" } }),
  ).rejects.toThrow('/keep has no option "fiel"; did you mean file');
});

test("decisions support menu commands, and suggest the nearest name for unknown ones", async ({
  world,
}) => {
  expect(await world.decision("alice", "Say hello", "#general")).not.toBeAllowed();
  expect(await world.decision("alice", "/report", "#general")).not.toBeAllowed();
  const overlay = { commands: { "Say hello": { default_member_permissions: null } } };
  expect(await world.whatIf(overlay).decision("alice", "Say hello", "#general")).toBeAllowed();
  await expect(world.decision("alice", "/reprot", "#general")).rejects.toThrow(
    "no application has the command /reprot; did you mean /report, report, /tag",
  );
});

test("a decision requires the application if several have the command", async ({ world }) => {
  const decision = world.decision("alice", "Both", "#general");
  await expect(decision).rejects.toThrow(
    "several applications have Both: Concierge, Arena; pass { app }",
  );
  const arena = { app: "Arena" };
  const supposed = world.whatIf({ commands: { Both: { default_member_permissions: null } } });
  expect(await world.decision("alice", "Both", "#general", arena)).not.toBeAllowed();
  expect(await supposed.decision("alice", "Both", "#general", arena)).toBeAllowed();
});

test("a permission entry may apply to all channels", async ({ world }) => {
  await world.command("Concierge", "/report").allow({ role: "@everyone" });
  await world.command("Concierge", "/report").deny({ channel: "*" });
  await world.command("Concierge", "/report").allow({ channel: "#games" });
  expect(await world.decision("alice", "/report", "#general")).not.toBeAllowed();
  expect(await world.decision("alice", "/report", "#games")).toBeAllowed();
});

test("an unknown role or entry type is refused with the nearest name", async ({ world }) => {
  await expect(world.member("bob").addRole("mod")).rejects.toThrow(
    'there is no role "mod"; did you mean mods, ',
  );
  await world.member("bob").addRole("mods");
  const entries = world.command("Concierge", "/report");
  await expect(entries.allow({ usr: "bob" } as never)).rejects.toThrow(
    'an entry cannot be about a "usr"; did you mean user, role, channel',
  );
});

test("a user is found by ID", async ({ world }) => {
  const { id } = world.user("@alice");
  expect(world.user(id)).toBe(world.user("alice"));
  expect(await world.decision(id, "/report", "#general")).not.toBeAllowed();
  expect(() => world.user("1")).toThrow('there is no user "1"; did you mean ');
});

test("an ambiguous name is refused with the IDs", async ({ world }) => {
  const twins = { guild: "Test", name: "twins" };
  for (const kind of ["roles", "roles", "channels", "channels"] as const) {
    await world.add(kind, twins);
  }
  const several = /^several are named "#?twins": \d+, \d+; use the id$/;
  await expect(world.member("bob").addRole("twins")).rejects.toThrow(several);
  const report = world.command("Concierge", "/report");
  await expect(report.allow({ role: "twins" })).rejects.toThrow(several);
  await expect(report.deny({ channel: "#twins" })).rejects.toThrow(several);
});

/** Adds a second guild, and registers a command with the same name in both. */
async function twoGuilds(world: World, command: object) {
  const { id, botToken } = world.application("Concierge");
  const other = await world.add<{ id: string }>("guilds", {
    name: "Other",
    owner: "owner",
    members: [{ user: "alice" }],
    channels: [{ name: "hall" }],
    applications: [{ application: "Concierge" }],
  });
  const guilds = [await world.control.call<{ id: string }>("GET /guilds/Test"), other];
  const made: string[] = [];
  for (const guild of guilds) {
    const path = `applications/${id}/guilds/${guild.id}/commands`;
    const registered = await fetch(`${world.api}/v10/${path}`, {
      method: "POST",
      headers: { authorization: `Bot ${botToken}`, "content-type": "application/json" },
      body: JSON.stringify({ ...closed, ...command }),
    });
    made.push(((await registered.json()) as { id: string }).id);
  }
  return { guilds, made };
}

test("permission entries apply to the command that is effective in the guild", async ({
  world,
}) => {
  const report = { name: "report", description: "Of one guild" };
  const { guilds, made } = await twoGuilds(world, report);
  await world.command("Concierge", "/report").allow({ user: "bob" });
  await world.command("Concierge", "/report", { guild: "Other" }).deny({ role: "@everyone" });
  const { command_permissions: sets = [] } = await world.control.call<{
    command_permissions?: { id: string; guild_id: string }[];
  }>("GET /applications/Concierge");
  const placed = sets.map(({ id: command, guild_id }) => `${command} in ${guild_id}`);
  expect(new Set(placed)).toEqual(new Set(guilds.map((guild, i) => `${made[i]} in ${guild.id}`)));
});

test("a decision about a menu command uses the command of the channel's guild", async ({
  world,
}) => {
  await twoGuilds(world, { name: "Greet", type: 2 });
  expect(await world.decision("alice", "Greet", "#general")).not.toBeAllowed();
  expect(await world.decision("alice", "Greet", "#hall")).not.toBeAllowed();
});

/** A message of the application in #general, with a button. */
async function aButton(world: World, label: string): Promise<Message> {
  const { botToken } = world.application("Concierge");
  const { id } = await world.control.call<{ id: string }>("GET /channels/general");
  const button = { type: 2, style: 1, label, custom_id: label };
  const posted = await fetch(`${world.api}/v10/channels/${id}/messages`, {
    method: "POST",
    headers: { authorization: `Bot ${botToken}`, "content-type": "application/json" },
    body: JSON.stringify({ content: label, components: [{ type: 1, components: [button] }] }),
  });
  expect(posted.status).toBe(200);
  return (await posted.json()) as Message;
}

test("users find messages beyond one page, and a failure shows the newest messages", async ({
  world,
}) => {
  const panel = await aButton(world, "Write");
  const alice = world.user("alice").in("#general");
  for (let i = 1; i <= 101; i += 1) await alice.message(`message ${i}`);
  expect((await world.user("bob").react(panel, "👍")).id).toBe(panel.id);
  expect((await alice.find("Write")).id).toBe(panel.id);
  expect(await alice.click("Write")).toHaveTimedOut();
  const view = await alice.sees();
  const failed = await Promise.allSettled([
    alice.find("message 102"),
    Promise.resolve().then(() => expect(view).toContainMessage("message 102")),
  ]);
  for (const each of failed) {
    const { message } = (each as PromiseRejectedResult).reason as Error;
    expect(message).toContain("\n  message 101");
    expect(message.split("\n").length).toBeLessThanOrEqual(40);
  }
});

test("a click finds a button that several messages have, and refuses an unknown one", async ({
  world,
}) => {
  for (const label of ["Write", "Write", "Other"]) await aButton(world, label);
  const alice = world.user("alice").in("#general");
  expect(await alice.click("Write")).toHaveTimedOut();
  await expect(alice.click("Wrte")).rejects.toThrow(
    'there is no button "Wrte"; did you mean Other',
  );
});

test("an unknown channel is refused with the nearest names", async ({ world }) => {
  const alice = world.user("alice");
  const wrong = "Unknown Channel; did you mean #general, #games, #staff";
  await expect(alice.in("#genral").message("hi")).rejects.toThrow(
    `alice cannot write in #genral: ${wrong}`,
  );
  await expect(alice.in("#genral").run("/report")).rejects.toThrow(
    `alice cannot run /report in #genral: ${wrong}`,
  );
  await expect(alice.in("#genral").sees()).rejects.toThrow(`alice cannot see #genral: ${wrong}`);
});

test("permissions for an unknown role or channel are refused with the nearest names", async ({
  world,
}) => {
  const report = world.command("Concierge", "/report");
  await expect(report.allow({ role: "mod" })).rejects.toThrow(
    /^there is no role "mod"; did you mean mods, /,
  );
  await expect(report.deny({ channel: "#genral" })).rejects.toThrow(
    'there is no channel "#genral"; did you mean general, games, staff',
  );
});

test("a later permission entry replaces the earlier one for the same target", async ({ world }) => {
  const report = world.command("Concierge", "/report");
  await report.allow({ role: "mods" });
  await report.allow({ role: "@everyone" });
  await report.allow({ user: "@bob" });
  await report.deny({ role: "@mods" });
  const { command_permissions: sets = [] } = await world.control.call<{
    command_permissions?: { permissions: { id: string; type: number; permission: boolean }[] }[];
  }>("GET /applications/Concierge");
  const { id: guild } = await world.control.call<{ id: string }>("GET /guilds/Test");
  const entries = sets.flatMap(({ permissions }) => permissions);
  expect(entries).toHaveLength(3);
  expect(entries.find(({ id }) => id === guild)).toMatchObject({ permission: true });
  expect(entries.filter(({ permission }) => !permission)).toHaveLength(1);
});

test("concurrent changes of one member or one command are all applied", async ({ world }) => {
  const names = ["first", "second", "third"];
  for (const name of names) await world.add("roles", { guild: "Test", name });
  const rolesOfBob = async () =>
    (await world.control.call<{ roles?: string[] }>("GET /members/Test/bob")).roles?.length ?? 0;
  const before = await rolesOfBob();
  await Promise.all(names.map((name) => world.member("bob").addRole(name)));
  expect(await rolesOfBob()).toBe(before + 3);
  const bob = world.member("bob");
  await Promise.all([bob.removeRole("first"), bob.removeRole("third")]);
  expect(await rolesOfBob()).toBe(before + 1);
  const report = world.command("Concierge", "/report");
  const users = ["alice", "bob", "owner"];
  await Promise.all(users.map((user) => report.allow({ user })));
  const { command_permissions: sets = [] } = await world.control.call<{
    command_permissions?: { permissions: object[] }[];
  }>("GET /applications/Concierge");
  expect(sets.flatMap(({ permissions }) => permissions)).toHaveLength(3);
});

test("a channel that the user cannot see is refused without suggestions", async ({ world }) => {
  await expect(world.user("alice").in("#staff").sees()).rejects.toThrow(
    /^alice cannot see #staff: [\w ]+$/,
  );
});

test("an impossible action fails with a stack that contains the line of the test", async ({
  world,
}) => {
  const nowhere = world.user("alice").in("#nowhere");
  const failed = await nowhere.run("/report").catch((error: unknown) => error);
  expect(failed).toHaveProperty("stack", expect.stringMatching(/^CannotDo: .*\n[^]*place\.test/));
});
