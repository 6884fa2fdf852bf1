// What a test changes about members, and reads of them.
import { expect, test } from "./runners/vitest.ts";

test("roles() returns the names of a member's roles", async ({ world }) => {
  const bob = world.member("bob");
  expect(await bob.roles()).toEqual([]);
  await bob.addRole("mods");
  expect(await bob.roles()).toEqual(["mods"]);
  expect(await world.member("mod").roles()).toEqual(["mods"]);
});

test("a member who leaves no longer sees the guild", async ({ world }) => {
  await world.member("bob").leave();
  await expect(world.user("bob").in("#general").sees()).rejects.toThrow("bob cannot see #general");
  await expect(world.member("bob").roles()).rejects.toThrow("Unknown Member");
});
