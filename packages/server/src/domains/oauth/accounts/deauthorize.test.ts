import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { signIn } from "../../../testing/clients/gateway-client.ts";
import { game, partnerCalls, type PartnerCalls } from "../../../testing/calls/partner-calls.ts";
import { partner } from "../../../testing/worlds/partner-world.ts";
import { userInstalls } from "../../applications/installs.ts";
import { webhookDeliveries } from "../../webhooks/webhook.ts";
import { authorizations } from "../../applications/authorization.ts";

let calls: PartnerCalls;
beforeEach(async () => {
  calls = await partnerCalls();
});
afterEach(() => calls.service.stop());

const { aliceId, aliceToken } = partner;

/** The type and user id of each event that waits for the game's webhook. */
async function waitingEvents(): Promise<readonly (readonly [string, string])[]> {
  const all = await calls.service.store.read((tx) => tx.find(webhookDeliveries));
  return all.map(({ type, data }) => [type, (data as { user: { id: string } }).user.id] as const);
}

const deauthorized = (userId: string) => ["APPLICATION_DEAUTHORIZED", userId];
const refresh = (refresh_token: unknown) =>
  calls.form("POST /oauth2/token", {
    ...game,
    grant_type: "refresh_token",
    refresh_token: String(refresh_token),
  });

async function allowed() {
  const signed = await calls.signInAs(aliceToken);
  await calls.service.control("POST /installs", { user: "alice", application: "Game" });
  const access = String(signed.at("access_token"));
  return { access, refresh_token: String(signed.at("refresh_token")) };
}

/** The numbers of alice's authorizations and installs. */
async function heldOfAlice() {
  return calls.service.store.read(async (tx) => ({
    authorizations: await tx.count(authorizations),
    installs: await tx.count(userInstalls),
  }));
}

const endings: readonly (readonly [string, (token: string) => Promise<{ status: number }>])[] = [
  ["the person", () => calls.service.asUser(aliceToken, `DELETE /oauth2/tokens/${partner.gameId}`)],
  [
    "the operator",
    () => calls.service.control("POST /users/alice/deauthorize", { application: "Game" }),
  ],
  ["a ban", () => calls.service.control("PATCH /users/alice", { banned: true })],
  ["a revocation", (token) => calls.form("POST /oauth2/token/revoke", { ...game, token })],
];

describe.each(endings)("deauthorization by %s", (_who, end) => {
  // Proves requirement 5 "7: invalid_grant"
  // Proves requirement 6 "APPLICATION_DEAUTHORIZED: removal"
  test("deletes tokens, consent and installation, and sends one event to the application", async () => {
    const { access, refresh_token } = await allowed();
    expect(await heldOfAlice()).toEqual({ authorizations: 1, installs: 1 });
    expect((await end(access)).status).toBeLessThan(300);
    expect(await heldOfAlice()).toEqual({ authorizations: 0, installs: 0 });
    expect((await calls.asPlayer(access, "GET /users/@me")).status).toBe(401);
    const again = await refresh(refresh_token);
    expect([again.status, again.at("error")]).toEqual([400, "invalid_grant"]);
    const ends = (await waitingEvents()).filter(([type]) => type === "APPLICATION_DEAUTHORIZED");
    expect(ends).toEqual([deauthorized(aliceId)]);
  });

  test("closes the user's gateway sessions with the game", async () => {
    const { access } = await allowed();
    const gateway = `${calls.service.url.replace("http", "ws")}/gateway/`;
    const { client } = await signIn(gateway, { token: `Bearer ${access}` }, "?v=9&encoding=json");
    await end(access);
    expect((await client.closed).code).toBe(4004);
  });
});

describe("deauthorization by the control plane", () => {
  const ask = (user: string, application: string) =>
    calls.service.control(`POST /users/${user}/deauthorize`, { application });

  test("answers 404 if there is nothing to deauthorize", async () => {
    const outcomes = await Promise.all([
      ask("nobody", "Game"),
      ask("alice", "Nothing"),
      ask("alice", "Game"),
    ]);
    expect(outcomes.map((each) => [each.status, each.at("code")])).toEqual([
      [404, 10_013],
      [404, 10_002],
      [404, 10_012],
    ]);
    expect(await waitingEvents()).toEqual([]);
  });

  test("revokes tokens from a world file, too", async () => {
    const token = { token: "given", user: "alice", application: "Game", scopes: ["identify"] };
    await calls.service.control("POST /tokens", token);
    expect((await ask("alice", "Game")).status).toBe(204);
    expect((await calls.asPlayer("given", "GET /users/@me")).status).toBe(401);
    expect((await ask("alice", "Game")).status).toBe(404);
    expect(await waitingEvents()).toEqual([deauthorized(aliceId)]);
  });

  test("revokes the tokens of a provisional account, which the player keeps", async () => {
    const { token, userId } = await calls.signIn();
    expect((await ask(userId, "Game")).status).toBe(204);
    expect((await calls.asPlayer(token, "GET /users/@me")).status).toBe(401);
    expect((await ask(userId, "Game")).status).toBe(404);
    expect((await calls.signIn()).userId).toBe(userId);
  });

  test("gives a merged player a separate account again", async () => {
    const proof = { external_auth_type: "OIDC", external_auth_token: calls.idToken() };
    await calls.signInAs(aliceToken, proof);
    expect((await calls.exchange()).status).toBe(400);
    await ask("alice", "Game");
    expect((await calls.signIn()).userId).not.toBe(aliceId);
  });
});

// Proves requirement 6 "APPLICATION_DEAUTHORIZED: ban"
test("a ban deauthorizes every application, and a second ban has no effect", async () => {
  await allowed();
  const token = { token: "plain", user: "alice", application: "Plain", scopes: ["identify"] };
  await calls.service.control("POST /tokens", token);
  await calls.service.control("PATCH /users/alice", { banned: true });
  await calls.service.control("PATCH /users/alice", { banned: true });
  expect((await calls.asPlayer("plain", "GET /users/@me")).status).toBe(401);
  const ends = (await waitingEvents()).filter(([type]) => type === "APPLICATION_DEAUTHORIZED");
  expect(ends).toEqual([deauthorized(aliceId)]);
  await calls.service.control("PATCH /users/alice", { banned: false });
  expect((await calls.asPlayer("plain", "GET /users/@me")).status).toBe(401);
});

/** How many records of each table belong to an authorization. */
async function recordCounts(): Promise<Readonly<Record<string, number>>> {
  const { tables } = await calls.service.store.dump();
  const kinds = ["access_token", "refresh_token", "authorization_code", "authorization"];
  return Object.fromEntries(
    [...kinds, "external_identity", "listed_identity"].map((name) => [
      name,
      (tables[name] ?? []).length,
    ]),
  );
}

test("deleting a user deletes their authorizations without sending events", async () => {
  const before = await recordCounts();
  await calls.service.control("POST /users", { username: "eve", token: "as-eve" });
  await calls.signInAs("as-eve", {
    external_auth_type: "OIDC",
    external_auth_token: calls.idToken(),
  });
  expect((await recordCounts())["external_identity"]).toBe(1);
  expect((await calls.service.control("DELETE /users/eve")).status).toBe(204);
  expect(await recordCounts()).toEqual(before);
  expect((await waitingEvents()).map(([type]) => type)).toEqual(["APPLICATION_AUTHORIZED"]);
});

test("deleting an application deletes its authorizations", async () => {
  await calls.signInAs(aliceToken);
  await calls.signIn();
  const removed = await calls.service.control(`DELETE /applications/${partner.gameId}`);
  expect(removed.status).toBe(204);
  expect(Object.values(await recordCounts())).toEqual([0, 0, 0, 0, 0, 0]);
});
