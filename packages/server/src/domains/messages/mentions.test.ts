import { describe, expect, test } from "vitest";
import { MENTIONS_MAX, mentionsIn } from "./mentions.ts";

const none = { userIds: [], roleIds: [], everyone: false };

describe("the mentions in a text", () => {
  test.each([
    ["hello", none],
    ["<@1> <@!2> <@1>", { ...none, userIds: ["1", "2"] }],
    ["<@&3>", { ...none, roleIds: ["3"] }],
    ["hey @everyone", { ...none, everyone: true }],
    ["@here!", { ...none, everyone: true }],
    ["@everyones @hereby", none],
    ["<@abc> <@> <@&> <#4> <@0>", none],
    ["`<@1>` ``<@2>`` ```\n<@3> @everyone\n```", none],
    ["`code` <@1>", { ...none, userIds: ["1"] }],
  ])("are found in %j", (text, expected) => {
    expect(mentionsIn(text, undefined)).toEqual(expected);
  });
});

describe("the allowed mentions", () => {
  const text = "<@1> <@2> <@&3> <@&4> @everyone";

  test.each([
    [{}, none],
    [{ parse: [] }, none],
    [{ parse: ["users"] as "users"[] }, { ...none, userIds: ["1", "2"] }],
    [{ parse: ["roles"] as "roles"[] }, { ...none, roleIds: ["3", "4"] }],
    [{ parse: ["everyone"] as "everyone"[] }, { ...none, everyone: true }],
    [
      { users: ["2", "9"], roles: ["3"] },
      { userIds: ["2"], roleIds: ["3"], everyone: false },
    ],
  ])("are limited by %j", (allowed, expected) => {
    expect(mentionsIn(text, allowed)).toEqual(expected);
  });
});

test("a message mentions at most the maximum number of users", () => {
  const text = Array.from({ length: 150 }, (_, i) => `<@${i + 1}>`).join("");
  expect(mentionsIn(text, undefined).userIds).toHaveLength(MENTIONS_MAX);
});
