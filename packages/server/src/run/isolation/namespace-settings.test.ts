import { expect, test } from "vitest";
import { namespaceRemedy } from "./namespace-settings.ts";

function mendOf(settings: Readonly<Record<string, string>>): string | undefined {
  return namespaceRemedy((path) => settings[path]);
}

test("no fix is suggested when no setting forbids namespaces", () => {
  expect(mendOf({})).toBeUndefined();
  expect(
    mendOf({
      "kernel/apparmor_restrict_unprivileged_userns": "0",
      "kernel/unprivileged_userns_clone": "1",
      "user/max_user_namespaces": "31000",
    }),
  ).toBeUndefined();
});

test("settings that forbid namespaces are named with the values that allow them", () => {
  expect(mendOf({ "kernel/apparmor_restrict_unprivileged_userns": "1" })).toBe(
    "to allow it: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
  );
  expect(mendOf({ "kernel/unprivileged_userns_clone": "0", "user/max_user_namespaces": "0" })).toBe(
    "to allow it: sudo sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000",
  );
});
