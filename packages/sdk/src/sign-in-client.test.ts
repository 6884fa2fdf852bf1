import { expect, test } from "vitest";
import { SignInClient } from "./sign-in-client.ts";

test("the default scopes are the social layer's, with openid", () => {
  expect([
    SignInClient.GetDefaultCommunicationScopes(),
    SignInClient.GetDefaultPresenceScopes(),
  ]).toEqual(["openid sdk.social_layer", "openid sdk.social_layer_presence"]);
});
