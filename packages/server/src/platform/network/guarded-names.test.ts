import { expect, test } from "vitest";
import { guardedHosts, isGuardedFileHost, isGuardedName } from "./guarded-names.ts";

test.each([
  ["discord.com", true],
  ["DISCORD.com:443", true],
  ["discord.com.", true],
  ["gateway-us-east1-b.discord.gg", true],
  ["cdn.discordapp.com", true],
  ["example.com", false],
  ["notdiscord.com", false],
  ["discord.com.example.com", false],
  ["127.0.0.1", false],
  ["", false],
])("%s is guarded: %s", (name, isGuarded) => {
  expect(isGuardedName(name)).toBe(isGuarded);
});

test("every name of the hosts file is guarded", () => {
  expect(guardedHosts.filter((name) => !isGuardedName(name))).toEqual([]);
});

test("files are served under separate names", () => {
  const hosts = ["cdn.discordapp.com", "media.discordapp.net:443", "discord.com", "discordapp.com"];
  expect(hosts.map(isGuardedFileHost)).toEqual([true, true, false, false]);
});
