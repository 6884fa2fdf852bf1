import { expect, test } from "vitest";
import { bearer } from "../../auth.ts";
import {
  getSubscription,
  listEntitlements,
  listOwnEntitlements,
  listSkus,
  listSubscriptions,
} from "./entitlements.ts";

test("any token of a user reads what the user bought", () => {
  for (const { auth } of [listOwnEntitlements, listSubscriptions, getSubscription]) {
    expect(auth).toContainEqual(bearer());
  }
});

test("what an application sold takes a scope", () => {
  for (const { auth } of [listEntitlements, listSkus]) {
    expect(auth).toContainEqual(bearer("applications.entitlements"));
  }
});
