import { expect, test } from "vitest";
import { expandedScopes } from "./tokens.ts";

const presence = ["gateway.connect", "identify", "relationships.read"];

// Proves requirement 2.5 "Scopes: what they stand for"
test.each([
  ["sdk.social_layer_presence", presence],
  ["sdk.social_layer", [...presence, "lobbies.write", "dm_channels.messages.write", "guilds"]],
])("%s includes every scope that it needs", (umbrella, scopes) => {
  const expanded = expandedScopes(["openid", umbrella]);
  for (const scope of ["openid", umbrella, ...scopes]) expect(expanded).toContain(scope);
});

test("the presence scope excludes writing to lobbies, and other scopes expand to themselves", () => {
  expect(expandedScopes(["sdk.social_layer_presence"])).not.toContain("lobbies.write");
  expect([...expandedScopes(["identify", "guilds"])]).toEqual(["identify", "guilds"]);
});
