import { expect, test } from "vitest";
import { addressOf, pathOf, recordAt, singularOf } from "./kinds.ts";

test.each([
  ["roles", { id: "3", guild: "1" }, { role: "3" }],
  ["members", { guild: "1", user: "2" }, { guild: "1", member: "2" }],
  ["installs", { user: "2", application: "5" }, { owner: "2", application: "5" }],
] as const)("a record of %s is found again by its URL", (kind, listed, path) => {
  expect(pathOf(kind, listed)).toEqual(path);
  expect(recordAt(addressOf(kind, listed) ?? "")).toEqual({ kind, path });
});

test.each(["", "roles", "roles/1/2", "members/1", "sessions/1", "toString/1"])(
  "%j is not the URL of a record",
  (address) => {
    expect(recordAt(address)).toBeUndefined();
  },
);

test.each([
  ["users", "user"],
  ["lobbies", "lobby"],
  ["entitlements", "entitlement"],
] as const)("one of %s is called a %s", (kind, singular) => {
  expect(singularOf(kind)).toBe(singular);
});
