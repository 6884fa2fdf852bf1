import { expect, test } from "vitest";
import { withoutKeys } from "./without-keys.ts";

test("keys are left out of a copy, whether it has them or not", () => {
  const guild = { id: "1", name: "Test", roles: [] };
  expect(withoutKeys(guild, ["roles", "bans"])).toEqual({ id: "1", name: "Test" });
  expect(guild).toEqual({ id: "1", name: "Test", roles: [] });
});
