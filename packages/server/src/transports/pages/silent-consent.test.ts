// When consent is granted without asking again. Source: protocol: gateway-oauth-limits 5.2; RFC
// 8252 8.6.
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { challengeOf, VERIFIER } from "../../testing/calls/oauth-calls.ts";
import { aBrowser } from "../../testing/clients/page-browser.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

const GAME = "200000000000000002";
const redirect_uris = [
  "http://127.0.0.1/callback",
  "http://localhost/callback",
  "http://[::1]/callback",
  "mygame:/authorize/callback",
  "https://game.example/callback",
];

let service: TestService;

beforeAll(async () => {
  const secretive = (demoWorld.applications ?? []).map((each) => ({ ...each, redirect_uris }));
  const game = { id: GAME, name: "Game", owner: "alice", public_client: true, redirect_uris };
  service = await aService({ world: { ...demoWorld, applications: [...secretive, game] } });
});
afterAll(() => service.stop());

/** The result of a second request with `prompt=none`, after the same was granted. */
async function secondVisit(parameters: Record<string, string>) {
  const browser = aBrowser(service);
  await browser.send(await browser.go("/oauth2/sign-in"), { user: demo.bobId });
  const query = new URLSearchParams({
    response_type: "code",
    scope: "identify",
    prompt: "none",
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: "S256",
    ...parameters,
  });
  const path = `/oauth2/authorize?${query.toString()}`;
  const granted = await browser.send(
    await browser.go(path.replace("prompt=none", "prompt=consent")),
    { decision: "accept" },
  );
  expect(granted.location).not.toBe("");
  return browser.go(path);
}

test.each([
  "http://127.0.0.1:6666/callback",
  "http://localhost:6666/callback",
  "http://[::1]:6666/callback",
  "http://127.0.0.1/callback",
  "mygame:/authorize/callback",
  `discord-${GAME}:/authorize/callback`,
])("the user is asked before a public client's code is sent to %s", async (redirect_uri) => {
  const page = await secondVisit({ client_id: GAME, redirect_uri });
  expect([page.status, page.location]).toEqual([200, ""]);
  expect(page.text).toContain("Game wants to access your account");
});

test("the user is asked before a token is sent to a loopback port", async () => {
  const redirect_uri = "http://127.0.0.1:6666/callback";
  const of = { client_id: demo.applicationId, response_type: "token", redirect_uri };
  expect((await secondVisit(of)).status).toBe(200);
});

test.each([
  ["a client with a secret", demo.applicationId, "http://127.0.0.1:6666/callback"],
  ["a site of a public client", GAME, "https://game.example/callback"],
])("the user is not asked again for %s", async (_whose, client_id, redirect_uri) => {
  const page = await secondVisit({ client_id, redirect_uri });
  expect([page.status, new URL(page.location).searchParams.has("code")]).toEqual([302, true]);
});
