// Worlds that a test names in short words.
import { expect, test } from "../runners/vitest.ts";
import { CannotDo } from "../errors.ts";
import { completeWorld, defaultWorld, guild } from "./recipe.ts";

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

test.use({ world: { guilds: [short] } });

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
