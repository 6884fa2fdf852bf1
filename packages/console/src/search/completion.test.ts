import { describe, expect, test } from "vitest";
import { completionsOf } from "./completion.ts";
import { conditionTexts, fields, parseFilter } from "./filter.ts";

const known = {
  applications: ["Concierge", "Night Watch"],
  users: ["alice", "bob"],
  names: ["lobbies.create", "MESSAGE_CREATE", "users.me"],
};

const wholes = (filter: string) => completionsOf(filter, known).map(({ whole }) => whole);

test("an empty filter suggests every field, and a prefix the matching fields", () => {
  expect(wholes("")).toEqual(fields.map((field) => `${field}:`));
  expect(wholes("is:slow st")).toEqual(["is:slow status:"]);
  const all = fields.map((field) => `app:"Night Watch" ${field}:`);
  expect(wholes('app:"Night Watch" ')).toEqual(all);
});

test.each([
  ["kind:re", ["kind:request ", "kind:refusal "]],
  ["kind:request app:C", ["kind:request app:Concierge ", 'kind:request app:"Night Watch" ']],
  ["user:", ["user:alice ", "user:bob ", "user:none "]],
  ['app:"night w', ['app:"Night Watch" ']],
  ["user:B", ["user:bob "]],
  ['app:"Night Watch" ki', ['app:"Night Watch" kind:']],
  ['app:"Night Watch" is:sl', ['app:"Night Watch" is:slow ']],
  ['app:"Night Watch"', []],
  ['text:"a b" app:"night w', ['text:"a b" app:"Night Watch" ']],
  ["name:create", ["name:lobbies.create ", "name:MESSAGE_CREATE "]],
  ["is:", ["is:slow ", "is:refused ", "is:failed ", "is:root "]],
  ["status:40", ["status:400 ", "status:401 ", "status:403 ", "status:404 ", "status:>=400 "]],
  ["is:slow", []],
  ["text:any", []],
  ["place:", []],
])("%s is completed to %j", (filter, expected) => {
  expect(wholes(filter)).toEqual(expected);
});

describe("every suggestion", () => {
  test.each(["kind:", "status:", "is:", "app:", "user:", "name:"])(
    "for %s is a valid filter",
    (field) => {
      const offered = wholes(field);
      expect(offered.length).toBeGreaterThan(1);
      for (const each of offered) expect(parseFilter(each).fault).toBeUndefined();
    },
  );
});

test("a filter is split into its conditions, respecting quotes", () => {
  expect(conditionTexts('kind:request  app:"Night Watch" "a b" c')).toEqual([
    "kind:request",
    'app:"Night Watch"',
    '"a b"',
    "c",
  ]);
});
