import { describe, expect, test } from "vitest";
import { requestedScopes, eligibleScopes, isSdkScope, scopeDescription } from "./scopes.ts";

const plain = {};

describe("the scopes that an application requests from a user", () => {
  // Proves requirement 2.5 "Scopes: more"
  test.each<[string, readonly string[] | undefined]>([
    ["identify", ["identify"]],
    ["identify  email\nidentify", ["identify", "email"]],
    ["openid sdk.social_layer", ["openid", "sdk.social_layer"]],
    ["bot applications.commands", ["bot", "applications.commands"]],
    ["", undefined],
    ["identify nonsense", undefined],
    ["Identify", undefined],
    ["constructor", undefined],
    ["__proto__", undefined],
    ["relationships.read", undefined],
    ["identify.premium", undefined],
    ["applications.commands.update", undefined],
    ["webhook.incoming", ["webhook.incoming"]],
  ])("are parsed from %j as %j", (requested, scopes) => {
    expect(requestedScopes(plain, requested, "user")).toEqual(scopes);
  });

  // Proves requirement 5 "5: premium_type"
  test("may include further scopes that the application is approved for", () => {
    const approved = { approved_scopes: ["relationships.read", "identify.premium", "nonsense"] };
    expect(requestedScopes(approved, "relationships.read identify.premium", "user")).toHaveLength(
      2,
    );
    expect(requestedScopes(approved, "nonsense", "user")).toBeUndefined();
    expect(eligibleScopes(approved)).toContain("relationships.read");
    expect(eligibleScopes(plain)).not.toContain("relationships.read");
  });

  test("each have a description for users", () => {
    for (const scope of eligibleScopes({ approved_scopes: [] })) {
      expect(scopeDescription(scope)).toMatch(/^[A-Z].{8,}/);
    }
  });
});

test("an application can request for itself only scopes that need no choice by a user", () => {
  expect(requestedScopes(plain, "applications.commands.update identify", "client")).toHaveLength(2);
  for (const scope of ["bot", "applications.commands"]) {
    expect(requestedScopes(plain, scope, "client")).toBeUndefined();
  }
});

test("a team's application can request few scopes for itself, unless more are approved", () => {
  const ofTeam = { team_id: "1" };
  const both = "identify applications.commands.update";
  expect(requestedScopes(ofTeam, both, "client")).toHaveLength(2);
  const others = eligibleScopes(plain).filter((scope) => scope !== "identify");
  for (const scope of [...others, "openid sdk.social_layer", `${both} connections`]) {
    expect(requestedScopes(ofTeam, scope, "client")).toBeUndefined();
  }
  const approved = { ...ofTeam, approved_scopes: ["connections", "relationships.read", "bot"] };
  expect(
    requestedScopes(approved, "identify connections relationships.read", "client"),
  ).toHaveLength(3);
  expect(requestedScopes(approved, "bot", "client")).toBeUndefined();
  for (const scope of others) expect(requestedScopes(ofTeam, scope, "user")).toEqual([scope]);
});

test("the SDK's scopes are recognised by their prefix", () => {
  expect(["sdk.social_layer", "sdk.social_layer_presence", "identify"].map(isSdkScope)).toEqual([
    true,
    true,
    false,
  ]);
});
