import { expect, test } from "vitest";
import { GuildCreateCache } from "./guild-create-cache.ts";
import { encodeDispatch } from "../wire/codec.ts";

const guild = (name: string) => encodeDispatch("GUILD_CREATE", { id: "1", name });

test("equal payloads of a guild are stored once", () => {
  const cache = new GuildCreateCache();
  const first = guild("Harbor");
  expect(cache.shared("1", first)).toBe(first);
  expect(cache.shared("1", guild("Harbor"))).toBe(first);
});

test("different payloads, or those of another guild, are stored separately", () => {
  const cache = new GuildCreateCache();
  cache.shared("1", guild("Harbor"));
  const [renamed, other] = [guild("Bay"), guild("Bay")];
  expect(cache.shared("1", renamed)).toBe(renamed);
  expect(cache.shared("2", other)).toBe(other);
  expect(cache.shared("1", guild("Bay"))).toBe(renamed);
});
