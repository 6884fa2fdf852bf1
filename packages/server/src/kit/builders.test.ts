// What a test changes about members, and reads of them.
import { expect, test } from "./runners/vitest.ts";

test("a member's roles are read by their names", async ({ world }) => {
  const bob = world.member("bob");
  expect(await bob.roles()).toEqual([]);
  await bob.addRole("mods");
  expect(await bob.roles()).toEqual(["mods"]);
  expect(await world.member("mod").roles()).toEqual(["mods"]);
});

test("a member leaves, and sees nothing of the guild any more", async ({ world }) => {
  await world.member("bob").leave();
  await expect(world.user("bob").in("#general").sees()).rejects.toThrow("bob cannot see #general");
  await expect(world.member("bob").roles()).rejects.toThrow("Unknown Member");
});
