// What the end of tokens means for the gateway sessions opened with them. Source: protocol:
// gateway-oauth-limits 5.9, 5.11.
import { Opcode } from "@antechamber/contract/gateway";
import { afterEach, beforeEach, expect, test } from "vitest";
import { codeFor, exchangeCode, sendForm, tokensFor } from "../../testing/calls/oauth-calls.ts";
import { dial, signIn, type SignedIn } from "../../testing/clients/gateway-client.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;
let clients: SignedIn[];

beforeEach(async () => {
  service = await aService({ frozen: true });
  clients = [];
});

afterEach(async () => {
  for (const { client } of clients) client.ws.terminate();
  await service.stop();
});

async function connect(token: string): Promise<SignedIn> {
  const url = service.url.replace("http", "ws");
  const session = await signIn(`${url}/gateway/`, { token, intents: 0 });
  clients.push(session);
  // After the clock moved, the connection seems silent, so the service requests a heartbeat.
  session.client.ws.on("message", (frame: Buffer) => {
    const { op } = JSON.parse(frame.toString()) as { op: number };
    if (op === Opcode.Heartbeat) session.client.send(Opcode.Heartbeat, null);
  });
  return session;
}

async function aPlayer() {
  const tokens = await tokensFor(service, "openid sdk.social_layer");
  return { ...tokens, session: await connect(`Bearer ${tokens.access_token}`) };
}

const isOpen = ({ client }: SignedIn) => client.ws.readyState === client.ws.OPEN;

test("sessions stay open after expiry and refresh, and close after a revocation", async () => {
  const { session, refresh_token } = await aPlayer();
  await service.clock.moveTo(service.clock.now() + 604_800_000);
  expect(isOpen(session)).toBe(true);
  const renewed = await sendForm(service, "token", { grant_type: "refresh_token", refresh_token });
  expect([renewed.status, isOpen(session)]).toEqual([200, true]);
  await sendForm(service, "token/revoke", { token: String(renewed.at("access_token")) });
  expect((await session.client.closed).code).toBe(4004);
});

test("a revocation closes only the sessions of its user and application", async () => {
  const { session, access_token } = await aPlayer();
  const [alice, bot, bob] = [
    await connect(`Bearer ${demo.accessToken}`),
    await connect(demo.botToken),
    await connect(demo.bobToken),
  ];
  await sendForm(service, "token/revoke", { token: access_token });
  await session.client.closed;
  expect([alice, bot, bob].map(isOpen)).toEqual([true, true, true]);
});

test("reusing a code closes the sessions of its own sign-in", async () => {
  const scope = "openid sdk.social_layer";
  const [first, second] = [await codeFor(service, scope), await codeFor(service, scope)];
  const token = String((await exchangeCode(service, first)).at("access_token"));
  await exchangeCode(service, second);
  const session = await connect(`Bearer ${token}`);
  expect((await exchangeCode(service, second)).at("error")).toBe("invalid_grant");
  expect(isOpen(session)).toBe(true);
  expect((await exchangeCode(service, first)).at("error")).toBe("invalid_grant");
  expect((await session.client.closed).code).toBe(4004);
});

test("reusing a spent refresh token closes the sessions of its own sign-in", async () => {
  const [stolen, other] = [await aPlayer(), await aPlayer()];
  const { refresh_token } = stolen;
  const form = { grant_type: "refresh_token", refresh_token };
  const renewed = await sendForm(service, "token", form);
  const thief = await connect(`Bearer ${String(renewed.at("access_token"))}`);
  expect((await sendForm(service, "token", form)).at("error")).toBe("invalid_grant");
  const closed = await Promise.all([stolen.session, thief].map(({ client }) => client.closed));
  expect(closed.map(({ code }) => code)).toEqual([4004, 4004]);
  expect(isOpen(other.session)).toBe(true);
});

test("a session that is resumed with a token of another sign-in depends on that one", async () => {
  const [first, second] = [await aPlayer(), await aPlayer()];
  const { session_id } = first.session.ready.d as { session_id: string };
  const back = await dial(`${service.url.replace("http", "ws")}/gateway/`);
  back.send(Opcode.Resume, { token: `Bearer ${second.access_token}`, session_id, seq: 1 });
  await back.nextEvent("RESUMED");
  const showTwice = async ({ refresh_token }: { readonly refresh_token: string }) => {
    const form = { grant_type: "refresh_token", refresh_token };
    for (let i = 0; i < 2; i += 1) await sendForm(service, "token", form);
  };
  await showTwice(first);
  expect(back.ws.readyState).toBe(back.ws.OPEN);
  await showTwice(second);
  expect((await back.closed).code).toBe(4004);
});

test("revoking a client credentials token closes only the sessions that depend on it", async () => {
  const own = async () => {
    const form = { grant_type: "client_credentials", scope: "sdk.social_layer" };
    const token = String((await sendForm(service, "token", form)).at("access_token"));
    return { token, session: await connect(`Bearer ${token}`) };
  };
  const [first, second] = [await own(), await own()];
  const alice = await connect(`Bearer ${demo.accessToken}`);
  await sendForm(service, "token/revoke", { token: first.token });
  expect((await first.session.client.closed).code).toBe(4004);
  expect([second.session, alice].map(isOpen)).toEqual([true, true]);
  await service.control(`DELETE /tokens/${second.token}`);
  expect((await second.session.client.closed).code).toBe(4004);
  expect(isOpen(alice)).toBe(true);
});

test("removing the application closes the user's sessions", async () => {
  const { session } = await aPlayer();
  await service.asUser(demo.bobToken, `DELETE /oauth2/tokens/${demo.applicationId}`);
  expect((await session.client.closed).code).toBe(4004);
});
