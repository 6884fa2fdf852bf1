// Refresh tokens that are stolen or not used. Source: RFC 9700 4.14.2.
import { limits } from "@antechamber/contract";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  challengeOf,
  codeFor,
  demoClient,
  exchangeCode,
  formSender,
  sendForm,
  tokensFor,
  VERIFIER,
} from "../../testing/calls/oauth-calls.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { accessTokens } from "../applications/tokens.ts";
import { refreshTokens, spentRefreshTokens } from "./oauth.ts";

const OTHER = "200000000000000003";
const GAME = "200000000000000002";
const otherClient = `Basic ${btoa(`${OTHER}:other-secret`)}`;

const world = {
  ...demoWorld,
  applications: [
    ...(demoWorld.applications ?? []),
    { id: OTHER, name: "Other", owner: "bob", client_secret: "other-secret" },
    {
      id: GAME,
      name: "Game",
      owner: "alice",
      public_client: true,
      redirect_uris: ["http://127.0.0.1/callback"],
    },
  ],
};

let service: TestService;

beforeEach(async () => {
  service = await aService({ world, frozen: true });
});
afterEach(() => service.stop());

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

const badRefresh = {
  error: "invalid_grant",
  error_description: 'Invalid "refresh_token" in request',
};

const refresh = (refresh_token: string, auth: string | null = demoClient, more = {}) =>
  formSender(service, auth)("token", { grant_type: "refresh_token", refresh_token, ...more });

async function renewed(refresh_token: string): Promise<Tokens> {
  const answer = await refresh(refresh_token);
  expect(answer.status).toBe(200);
  return answer.body as Tokens;
}

const isGood = async (token: string) =>
  (await service.call("GET /users/@me", { auth: `Bearer ${token}` })).status === 200;

const advance = (ms: number) => service.clock.moveTo(service.clock.now() + ms);

const countTokens = () =>
  service.work.read(async ({ tx }) => {
    const of = { index: "user", value: demo.bobId } as const;
    const [access, refreshing, spent] = await Promise.all([
      tx.find(accessTokens, of),
      tx.find(refreshTokens, of),
      tx.find(spentRefreshTokens),
    ]);
    return [access.length, refreshing.length, spent.length];
  });

describe("reusing a spent refresh token", () => {
  test("revokes every token of the same sign-in", async () => {
    const stolen = await tokensFor(service, "identify");
    const thief = await renewed(stolen.refresh_token);
    const owner = await refresh(stolen.refresh_token);
    expect([owner.status, owner.body]).toEqual([400, badRefresh]);
    expect(await isGood(thief.access_token)).toBe(false);
    expect((await refresh(thief.refresh_token)).body).toEqual(badRefresh);
    expect(await countTokens()).toEqual([0, 0, 0]);
  });

  test("revokes them after any number of refreshes, and for any grant", async () => {
    const code = await codeFor(service, "identify", {
      client_id: GAME,
      code_challenge: challengeOf(VERIFIER),
      code_challenge_method: "S256",
    });
    const form = { client_id: GAME, code_verifier: VERIFIER };
    const asGame = { client_id: GAME };
    const tokens = await formSender(service, null)("token", {
      grant_type: "authorization_code",
      code,
      redirect_uri: "http://127.0.0.1:5555/callback",
      ...form,
    });
    const first = String(tokens.at("refresh_token"));
    let last = first;
    let access = "";
    for (let i = 0; i < 5; i += 1) {
      const answer = await refresh(last, null, asGame);
      [last, access] = [String(answer.at("refresh_token")), String(answer.at("access_token"))];
    }
    expect(await isGood(access)).toBe(true);
    expect((await refresh(first, null, asGame)).body).toEqual(badRefresh);
    expect(await isGood(access)).toBe(false);
    expect((await refresh(last, null, asGame)).status).toBe(400);
  });

  test("does not affect other sign-ins of the same user and application", async () => {
    const [stolen, other] = [
      await tokensFor(service, "identify"),
      await tokensFor(service, "identify"),
    ];
    await renewed(stolen.refresh_token);
    await refresh(stolen.refresh_token);
    expect(await isGood(other.access_token)).toBe(true);
    await renewed(other.refresh_token);
  });

  test("has no effect for another client", async () => {
    const { refresh_token } = await tokensFor(service, "identify");
    const after = await renewed(refresh_token);
    expect((await refresh(refresh_token, otherClient)).body).toEqual(badRefresh);
    expect((await refresh(refresh_token, null, { client_id: demo.applicationId })).status).toBe(
      401,
    );
    expect(await isGood(after.access_token)).toBe(true);
  });

  test("four times at once gives one answer, and leaves no tokens", async () => {
    const { refresh_token } = await tokensFor(service, "identify");
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(refresh_token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await countTokens()).toEqual([0, 0, 0]);
  });

  test("is detected for a limited number of refreshes", async () => {
    const most = limits.spentRefreshTokens.value;
    const first = (await tokensFor(service, "identify")).refresh_token;
    let last = first;
    for (let i = 0; i < most + 3; i += 1) last = (await renewed(last)).refresh_token;
    expect(await countTokens()).toEqual([1, 1, most]);
    expect((await refresh(first)).body).toEqual(badRefresh);
    await renewed(last);
  });
});

test.each<[string, (tokens: Tokens) => Promise<unknown>]>([
  [
    "a revocation",
    ({ access_token }) => sendForm(service, "token/revoke", { token: access_token }),
  ],
  [
    "the end of what was allowed",
    () => service.asUser(demo.bobToken, `DELETE /oauth2/tokens/${demo.applicationId}`),
  ],
  ["a ban", () => service.control("PATCH /users/bob", { banned: true })],
  ["the end of the application", () => service.control(`DELETE /applications/Concierge`)],
])("%s deletes the records of spent tokens", async (_what, end) => {
  const { refresh_token } = await tokensFor(service, "identify");
  const last = await renewed((await renewed(refresh_token)).refresh_token);
  expect((await countTokens())[2]).toBe(2);
  await end(last);
  expect(await countTokens()).toEqual([0, 0, 0]);
});

describe("an unused refresh token", () => {
  const idle = limits.refreshTokenIdle.value;

  // Proves requirement 5 "8: lives of tokens"
  test("expires after half a year, which each use restarts", async () => {
    const { refresh_token } = await tokensFor(service, "identify");
    await advance(idle - 1);
    const second = await renewed(refresh_token);
    await advance(idle - 1);
    const third = await renewed(second.refresh_token);
    await advance(idle);
    expect((await refresh(third.refresh_token)).body).toEqual(badRefresh);
  });

  test("is deleted together with the records of those before it", async () => {
    const { refresh_token } = await tokensFor(service, "identify");
    await renewed(refresh_token);
    const code = await codeFor(service, "identify");
    await exchangeCode(service, code);
    expect(await countTokens()).toEqual([2, 2, 1]);
    await advance(idle + 86_400_000);
    expect(await countTokens()).toEqual([0, 0, 0]);
  });
});
