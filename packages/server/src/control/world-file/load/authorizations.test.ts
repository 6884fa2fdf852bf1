// The effect of the access and refresh tokens of a world file, over the wire.
import { afterEach, beforeEach, expect, test } from "vitest";
import { secretDigest } from "../../../platform/crypto.ts";
import { sendForm } from "../../../testing/calls/oauth-calls.ts";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";
import { demoWorld } from "../demo-world.ts";

const consent = { user: "bob", application: "Concierge" };
const world = {
  ...demoWorld,
  access_tokens: [
    { ...consent, token: "first", refresh_token: "renews-first", scopes: ["identify"] },
    { ...consent, token: "second", scopes: ["guilds"] },
    { token: "nobodys", application: "Concierge", scopes: ["applications.commands.update"] },
  ],
};

let service: TestService;

beforeEach(async () => {
  service = await aService({ world });
});

afterEach(() => service.stop());

const own = () => service.asUser(demo.bobToken, "GET /oauth2/tokens");
const refresh = (refresh_token: string) =>
  sendForm(service, "token", { grant_type: "refresh_token", refresh_token });

test("a user's token is their consent, and several are combined", async () => {
  expect((await own()).body).toMatchObject([
    { id: demo.applicationId, scopes: ["identify", "guilds"] },
  ]);
  const counted = await service.asBot("GET /applications/@me");
  expect(counted.at("approximate_user_authorization_count")).toBe(1);
});

test("a refresh token renews its access token", async () => {
  const renewed = await refresh("renews-first");
  expect([renewed.status, renewed.at("scope")]).toEqual([200, "identify"]);
  const status = async (token: string) =>
    (await service.call("GET /oauth2/@me", { auth: `Bearer ${token}` })).status;
  expect([await status("first"), await status("second")]).toEqual([401, 200]);
});

test("an export has hashed refresh tokens, and loads the same", async () => {
  const exported = await service.control("GET /world");
  const tokens = exported.at("access_tokens") as { token: string; refresh_token?: string }[];
  const first = tokens.find((each) => each.token === secretDigest("first"));
  expect(first?.refresh_token).toBe(secretDigest("renews-first"));
  const again = await aService({ world: exported.body });
  const form = { grant_type: "refresh_token", refresh_token: "renews-first" };
  expect((await sendForm(again, "token", form)).status).toBe(200);
  await again.stop();
});

test("a token without a user belongs to the application and acts as its owner", async () => {
  const auth = "Bearer alone";
  const alone = { token: "alone", application: "Concierge", scopes: ["identify"] };
  await service.control("POST /tokens", alone);
  expect((await service.call("GET /users/@me", { auth })).at("id")).toBe(demo.aliceId);
  const authorization = await service.call("GET /oauth2/@me", { auth });
  expect(authorization.at("user", "id")).toBe(demo.aliceId);
  await service.control("PATCH /users/alice", { banned: true });
  expect((await service.call("GET /users/@me", { auth })).status).toBe(401);
});

test("an application's own token is not a consent of its owner, even after an export", async () => {
  const form = { grant_type: "client_credentials", scope: "identify" };
  const auth = `Bearer ${String((await sendForm(service, "token", form)).at("access_token"))}`;
  const answers = async () => {
    const user = await service.call("GET /users/@me", { auth });
    const consents = await service.asUser(demo.aliceToken, "GET /oauth2/tokens");
    return { id: user.at("id"), consents: consents.body };
  };
  const before = await answers();
  expect(before).toEqual({ id: demo.aliceId, consents: [] });
  const exported = await service.control("GET /world");
  expect((await service.control("PUT /world", exported.body)).status).toBe(204);
  expect(await answers()).toEqual(before);
});

test("a duplicate refresh token is an error at its place", async () => {
  const twice = [
    { ...consent, token: "a", refresh_token: "r" },
    { ...consent, token: "b", refresh_token: "r" },
  ];
  await expect(aService({ world: { ...demoWorld, access_tokens: twice } })).rejects.toThrow(
    "access_tokens[1].refresh_token",
  );
});

test("a token that is added while the world runs is a consent, too", async () => {
  await service.control("POST /tokens", {
    ...consent,
    user: "alice",
    token: "late",
    scopes: ["email"],
  });
  const { body } = await service.asUser(demo.aliceToken, "GET /oauth2/tokens");
  expect(body).toMatchObject([{ scopes: ["email"] }]);
});
