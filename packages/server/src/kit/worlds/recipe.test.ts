// Worlds from short definitions.
import { expect, test } from "../runners/vitest.ts";
import { CannotDo } from "../client/errors.ts";
import { completeWorld, defaultWorld, guild, guildFile } from "./recipe.ts";

const short = guild("Test", {
  channels: ["#general", "#mods:private(mods)"],
  members: { bob: ["mods"], carol: [] },
  roles: { mods: ["BAN_MEMBERS"] },
});

test("a guild alone has the usual users and applications, and whomever it names", () => {
  const { users, applications, guilds } = completeWorld({ guilds: [short] }, { seed: "short" });
  const names = users.map(({ username }) => username);
  expect(names).toEqual(["alice", "bob", "mod", "carol", "owner"]);
  expect(applications.map(({ name }) => name)).toEqual(["Concierge", "Arena"]);
  expect(guilds.map(({ name }) => name)).toEqual(["Test"]);
});

test("what a world says itself, and a guild that is written out, is left as it is", () => {
  const said = { users: [{ username: "bob" }, { username: "carol" }], applications: [] };
  const made = completeWorld({ ...said, guilds: [short] }, { seed: "said" });
  expect(made.users.map(({ username }) => username)).toEqual(["bob", "carol", "owner"]);
  expect(made.applications).toEqual([]);
  const written = { guilds: [{ name: "Test" }] };
  expect(completeWorld(written, { seed: "written" }).users).toEqual([]);
  expect(completeWorld(defaultWorld, { seed: "usual" }).users).toHaveLength(4);
});

test("another guild of a world that is written out is the usual one, with whom that world has", () => {
  const written = {
    users: [{ username: "bob" }, { username: "zoe" }],
    applications: [{ name: "Solo" }],
    guilds: [{ name: "T", owner: "zoe" }],
  };
  const made = completeWorld(written, { seed: "written" });
  expect(guildFile("Next", made.recipe, made)).toMatchObject({
    owner: "bob",
    members: [{ user: "bob", roles: [] }],
    applications: [{ application: "Solo" }],
  });
  const usual = completeWorld(defaultWorld, { seed: "usual" });
  expect(guildFile("Next", usual.recipe, usual)).toMatchObject({
    applications: [{ application: "Concierge" }],
  });
});

test("another guild has the owner that it names, else the usual one, else the first user", () => {
  const ownerOf = (world: Parameters<typeof completeWorld>[0], recipe = short) =>
    guildFile("Next", recipe, completeWorld(world, { seed: "owner" }))["owner"];
  const written = { users: [{ username: "zoe" }, { username: "bob" }], guilds: [{ name: "T" }] };
  expect(ownerOf({ guilds: [short] })).toBe("owner");
  expect(ownerOf(written)).toBe("zoe");
  expect(ownerOf(written, guild("Test", { owner: "bob" }))).toBe("bob");
});

test("an owner who is among the members is one of them once, with the roles that they have", () => {
  const recipe = guild("Test", { owner: "bob", members: { bob: ["mods"] }, roles: { mods: [] } });
  const world = completeWorld({ guilds: [recipe] }, { seed: "members" });
  expect(guildFile("Next", recipe, world)["members"]).toEqual([{ user: "bob", roles: ["mods"] }]);
});

test("a private channel is seen by the roles that it names, by none where it names none", () => {
  const seenBy = (channel: string) => {
    const recipe = guild("Test", { channels: [channel], members: { bob: [] } });
    const world = completeWorld({ guilds: [recipe] }, { seed: "channels" });
    const [made] = guildFile("Next", recipe, world)["channels"] as readonly {
      readonly permission_overwrites?: readonly { readonly id: string }[];
    }[];
    return made?.permission_overwrites?.map(({ id }) => id);
  };
  expect(seenBy("#general")).toBeUndefined();
  expect(seenBy("#mods:private")).toEqual(["@everyone"]);
  expect(seenBy("#mods:private()")).toEqual(["@everyone"]);
  expect(seenBy("#mods:private(mods, admins,)")).toEqual(["@everyone", "mods", "admins"]);
});

test.use({ world: { guilds: [short] } });

test("roles and permissions of members are given and taken by names and ids", async ({ world }) => {
  const { roles } = await world.control.call<{ roles: { id: string; name: string }[] }>(
    "GET /guilds/Test",
  );
  const mods = roles.find(({ name }) => name === "mods")?.id ?? "";
  const held = async () =>
    (await world.control.call<{ roles?: string[] }>("GET /members/Test/carol")).roles ?? [];
  const carol = world.member("carol", { guild: "Test" });
  await carol.addRole("mods");
  expect(await held()).toEqual([mods]);
  await carol.removeRole("mods");
  expect(await held()).toEqual([]);
  await carol.addRole(mods);
  await carol.removeRole(mods);
  expect(await held()).toEqual([]);
});

test("members of a guild in short words act in it", async ({ world }) => {
  await world.user("carol").in("#general").message("hello");
  expect(await world.user("bob").in("#mods").sees()).not.toContainMessage("hello");
  await expect(world.user("carol").in("#mods").sees()).rejects.toThrow(CannotDo);
  const nowhere = world.user("carol").in("#nowhere").message("hello");
  await expect(nowhere).rejects.toThrow("carol cannot write in #nowhere: Unknown Channel");
  expect(() => world.options("eris" as "discord.js")).toThrow('no options of "eris"');
  const slip = world.command("Concierge", "/bann").allow({ role: "mods" });
  await expect(slip).rejects.toThrow("there is no command /bann");
});
