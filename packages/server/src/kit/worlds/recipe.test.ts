// Worlds from short definitions.
import { expect, test } from "../runners/vitest.ts";
import { CannotDo } from "../client/errors.ts";
import { completeWorld, defaultWorld, guild, guildFile } from "./recipe.ts";

const short = guild("Test", {
  channels: ["#general", "#mods:private(mods)"],
  members: { bob: ["mods"], carol: [] },
  roles: { mods: ["BAN_MEMBERS"] },
});

test("a world with only a guild has the default users and applications, and those it names", () => {
  const { users, applications, guilds } = completeWorld({ guilds: [short] }, { seed: "short" });
  const names = users.map(({ username }) => username);
  expect(names).toEqual(["alice", "bob", "mod", "carol", "owner"]);
  expect(applications.map(({ name }) => name)).toEqual(["Concierge", "Arena"]);
  expect(guilds.map(({ name }) => name)).toEqual(["Test"]);
});

test("given users and applications, and guilds in full form, are not changed", () => {
  const recipe = { users: [{ username: "bob" }, { username: "carol" }], applications: [] };
  const made = completeWorld({ ...recipe, guilds: [short] }, { seed: "said" });
  expect(made.users.map(({ username }) => username)).toEqual(["bob", "carol", "owner"]);
  expect(made.applications).toEqual([]);
  const written = { guilds: [{ name: "Test" }] };
  expect(completeWorld(written, { seed: "written" }).users).toEqual([]);
  expect(completeWorld(defaultWorld, { seed: "usual" }).users).toHaveLength(4);
});

test("a further guild of a fully defined world has that world's users and applications", () => {
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

test("a further guild has its named owner, or the default owner, or the first user", () => {
  const ownerOf = (world: Parameters<typeof completeWorld>[0], recipe = short) =>
    guildFile("Next", recipe, completeWorld(world, { seed: "owner" }))["owner"];
  const written = { users: [{ username: "zoe" }, { username: "bob" }], guilds: [{ name: "T" }] };
  expect(ownerOf({ guilds: [short] })).toBe("owner");
  expect(ownerOf(written)).toBe("zoe");
  expect(ownerOf(written, guild("Test", { owner: "bob" }))).toBe("bob");
});

test("an owner among the members is listed once, with their roles", () => {
  const recipe = guild("Test", { owner: "bob", members: { bob: ["mods"] }, roles: { mods: [] } });
  const world = completeWorld({ guilds: [recipe] }, { seed: "members" });
  expect(guildFile("Next", recipe, world)["members"]).toEqual([{ user: "bob", roles: ["mods"] }]);
});

test("a private channel is visible only to the roles that it names", () => {
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

test("roles of members are added and removed by name or ID", async ({ world }) => {
  const { roles } = await world.control.call<{ roles: { id: string; name: string }[] }>(
    "GET /guilds/Test",
  );
  const mods = roles.find(({ name }) => name === "mods")?.id ?? "";
  const rolesOfCarol = async () =>
    (await world.control.call<{ roles?: string[] }>("GET /members/Test/carol")).roles ?? [];
  const carol = world.member("carol", { guild: "Test" });
  await carol.addRole("mods");
  expect(await rolesOfCarol()).toEqual([mods]);
  await carol.removeRole("mods");
  expect(await rolesOfCarol()).toEqual([]);
  await carol.addRole(mods);
  await carol.removeRole(mods);
  expect(await rolesOfCarol()).toEqual([]);
});

test("members of a guild in short form can act in it", async ({ world }) => {
  await world.user("carol").in("#general").message("hello");
  expect(await world.user("bob").in("#mods").sees()).not.toContainMessage("hello");
  await expect(world.user("carol").in("#mods").sees()).rejects.toThrow(CannotDo);
  const nowhere = world.user("carol").in("#nowhere").message("hello");
  await expect(nowhere).rejects.toThrow("carol cannot write in #nowhere: Unknown Channel");
  expect(() => world.options("eris" as "discord.js")).toThrow('no options of "eris"');
  const slip = world.command("Concierge", "/bann").allow({ role: "mods" });
  await expect(slip).rejects.toThrow("there is no command /bann");
});
