import { expect, test } from "vitest";
import { validPartOf } from "./valid-world.ts";

const now = Date.UTC(2026, 10, 28);
const guild = { name: "Harbour", owner: "olga" };
const users = [{ username: "olga" }];

test("of a list only what is faulty is taken out", () => {
  const channels = [{ name: "one" }, { colour: 1 }, 3, { name: "two", topic: 4 }];
  const world = { users, guilds: [{ ...guild, channels }] };
  const { leftOut } = validPartOf(world, now);
  expect(channels).toEqual([{ name: "one" }, {}, { name: "two" }]);
  expect(leftOut.map((line) => line.split(":")[0])).toEqual([
    "guilds[].channels[].colour",
    "guilds[].channels[]",
    "guilds[].channels[].topic",
  ]);
});

test("what lacks a field that it cannot be without is taken out whole", () => {
  const members = [{ nick: "nobody" }, { user: "olga" }];
  validPartOf({ users, guilds: [{ ...guild, members }] }, now);
  expect(members).toEqual([{ user: "olga" }]);
});

test("what says by its type or its id that it is something else is taken out whole", () => {
  const channels = [{ name: "odd", type: 99 }, { name: "one" }, { id: "none", name: "two" }];
  validPartOf({ users, guilds: [{ ...guild, channels }] }, now);
  expect(channels).toEqual([{ name: "one" }]);
});

test("nothing is left out of a world without faults", () => {
  expect(validPartOf({ users, guilds: [guild] }, now).leftOut).toEqual([]);
});

test("where no guild is left, it says what was wrong with them", () => {
  expect(() => validPartOf({ guilds: [3] }, now)).toThrow(/valid world:\nguilds\[\]: /);
});
