import { expect, test } from "vitest";
import { namespaceRemedy } from "./namespace-settings.ts";

function mendOf(settings: Readonly<Record<string, string>>): string | undefined {
  return namespaceRemedy((path) => settings[path]);
}

test("where no setting forbids namespaces, none is named", () => {
  expect(mendOf({})).toBeUndefined();
  expect(
    mendOf({
      "kernel/apparmor_restrict_unprivileged_userns": "0",
      "kernel/unprivileged_userns_clone": "1",
      "user/max_user_namespaces": "31000",
    }),
  ).toBeUndefined();
});

test("what forbids them is named with the value that allows them", () => {
  expect(mendOf({ "kernel/apparmor_restrict_unprivileged_userns": "1" })).toBe(
    "to allow it: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
  );
  expect(mendOf({ "kernel/unprivileged_userns_clone": "0", "user/max_user_namespaces": "0" })).toBe(
    "to allow it: sudo sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000",
  );
});
