import { expect, test } from "vitest";
import { ToldGuilds } from "./told-guilds.ts";
import { encodeDispatch } from "./wire/codec.ts";

const guild = (name: string) => encodeDispatch("GUILD_CREATE", { id: "1", name });

test("what says the same of a guild is kept once", () => {
  const told = new ToldGuilds();
  const first = guild("Harbor");
  expect(told.shared("1", first)).toBe(first);
  expect(told.shared("1", guild("Harbor"))).toBe(first);
});

test("what says anything else, or is of another guild, is kept by itself", () => {
  const told = new ToldGuilds();
  told.shared("1", guild("Harbor"));
  const [renamed, other] = [guild("Bay"), guild("Bay")];
  expect(told.shared("1", renamed)).toBe(renamed);
  expect(told.shared("2", other)).toBe(other);
  expect(told.shared("1", guild("Bay"))).toBe(renamed);
});
