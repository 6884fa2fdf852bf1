import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { AuthorizationArgs, DeviceAuthorizationArgs } from "./authorization-args.ts";
import type { ClientResult } from "./client-result.ts";
import { ClientStatus, ErrorType, type AuthenticationExternalAuthType } from "./enums.ts";
import { Client } from "./client.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

// Proves requirement 2.5 "Scopes: communication"
// Proves requirement 2.5 "Scopes: presence"
test("the default scopes are openid and the scopes of the social layer", () => {
  expect([Client.GetDefaultCommunicationScopes(), Client.GetDefaultPresenceScopes()]).toEqual([
    "openid sdk.social_layer",
    "openid sdk.social_layer_presence",
  ]);
});

/** The function names of the document, which SDKs for other languages share. */
const functions = [
  "Authorize AbortAuthorize CreateAuthorizationCodeVerifier GetToken GetTokenFromProvisionalMerge",
  "GetTokenFromDevice GetTokenFromDeviceProvisionalMerge AbortGetTokenFromDevice RefreshToken",
  "RevokeToken GetProvisionalToken ExchangeChildToken UnmergeIntoProvisionalAccount UpdateToken",
  "UpdateProvisionalAccountDisplayName FetchCurrentUser SetTokenExpirationCallback IsAuthenticated",
  "OpenAuthorizeDeviceScreen CloseAuthorizeDeviceScreen SetAuthorizeDeviceScreenClosedCallback",
  "ProvisionalUserMergeCompleted RegisterAuthorizeRequestCallback RemoveAuthorizeRequestCallback",
  "SetGameWindowPid SetApplicationId CreateOrJoinLobby CreateOrJoinLobbyWithMetadata LeaveLobby",
  "GetLobbyIds GetLobbyHandle GetLobbyMessagesWithLimit SendLobbyMessage",
  "SendLobbyMessageWithMetadata LinkChannelToLobby UnlinkChannelFromLobby JoinLinkedLobbyGuild",
  "GetUserGuilds GetGuildChannels SetLobbyCreatedCallback SetLobbyDeletedCallback",
  "SetLobbyUpdatedCallback SetLobbyMemberAddedCallback SetLobbyMemberRemovedCallback",
  "SetLobbyMemberUpdatedCallback SetMessageCreatedCallback SetMessageUpdatedCallback",
  "SetMessageDeletedCallback",
].flatMap((line) => line.split(" "));

test.each(functions)("the client has the function %s", (name) => {
  expect(new Client()).toHaveProperty(name, expect.any(Function));
});

describe("an invalid call", () => {
  const client = () => new Client({ baseUrl: "http://127.0.0.1:9", openUrl: () => undefined });
  const scoped = () => new AuthorizationArgs({ scopes: "identify" });
  const nobody = { type: 99 as AuthenticationExternalAuthType, token: "x" };
  const nothing = undefined as unknown as bigint;

  test.each<[string, (it: Client) => Promise<{ readonly result: ClientResult }>]>([
    ["an authorization without an application", (it) => it.Authorize(scoped())],
    ["an authorization of nothing", (it) => it.Authorize(AuthorizationArgs.nullobj)],
    ["an authorization without scopes", (it) => it.Authorize(new AuthorizationArgs())],
    [
      "a device without an application",
      (it) => it.GetTokenFromDevice(new DeviceAuthorizationArgs({ scopes: "identify" })),
    ],
    ["a player of an unknown service", (it) => it.GetProvisionalToken(1n, nobody)],
    ["a refresh without an application", (it) => it.RefreshToken(nothing, "x")],
    ["a child that is not named", (it) => it.ExchangeChildToken("x", nothing)],
  ])("of %s returns an error result, and never throws", async (_case, call) => {
    const { result } = await call(client());
    expect(result.Type()).toBe(ErrorType.ValidationError);
    expect(result.Error()).not.toBe("");
  });

  test("of an unmerge or a revocation returns an error result", async () => {
    const results = [
      await client().UnmergeIntoProvisionalAccount(1n, nobody),
      await client().RevokeToken(nothing, "x"),
    ];
    expect(results.map((result) => result.Type())).toEqual([6, 6]);
  });

  test("of ReceiveRedirect is ignored", () => {
    expect(() => client().ReceiveRedirect("nonsense")).not.toThrow();
  });
});

/** Calls that need a player's token, by the names of the client's functions. */
const playersCalls: readonly (readonly [
  name: string,
  call: (it: Client) => Promise<ClientResult | { readonly result: ClientResult }>,
])[] = [
  ["CreateOrJoinLobby", (it) => it.CreateOrJoinLobby("a secret")],
  ["CreateOrJoinLobbyWithMetadata", (it) => it.CreateOrJoinLobbyWithMetadata("a secret", {}, {})],
  ["LeaveLobby", (it) => it.LeaveLobby(1n)],
  ["SendLobbyMessage", (it) => it.SendLobbyMessage(1n, "gg")],
  ["SendLobbyMessageWithMetadata", (it) => it.SendLobbyMessageWithMetadata(1n, "gg", {})],
  ["GetLobbyMessagesWithLimit", (it) => it.GetLobbyMessagesWithLimit(1n, 1)],
  ["LinkChannelToLobby", (it) => it.LinkChannelToLobby(1n, 2n)],
  ["UnlinkChannelFromLobby", (it) => it.UnlinkChannelFromLobby(1n)],
  ["JoinLinkedLobbyGuild", (it) => it.JoinLinkedLobbyGuild(1n, () => undefined)],
  ["SendUserMessage", (it) => it.SendUserMessage(1n, "gg")],
  ["EditUserMessage", (it) => it.EditUserMessage({ recipientId: 1n, messageId: 2n, content: "" })],
  ["DeleteUserMessage", (it) => it.DeleteUserMessage({ recipientId: 1n, messageId: 2n })],
  ["GetUserMessagesWithLimit", (it) => it.GetUserMessagesWithLimit(1n, 1)],
  ["GetUserGuilds", (it) => it.GetUserGuilds()],
  ["GetGuildChannels", (it) => it.GetGuildChannels(1n)],
  ["UpdateProvisionalAccountDisplayName", (it) => it.UpdateProvisionalAccountDisplayName("Vex")],
];

async function resultOf(call: (typeof playersCalls)[number][1], client: Client) {
  const answer = await call(client);
  return "result" in answer ? answer.result : answer;
}

test.each(playersCalls)("%s returns ClientNotReady without a token", async (_name, call) => {
  const result = await resultOf(call, new Client({ baseUrl: "http://127.0.0.1:9" }));
  expect([result.Type(), result.Retryable()]).toEqual([ErrorType.ClientNotReady, false]);
});

/** A service whose READY disables functions, and which refuses every other call. */
async function aServiceWithout(disabled_functions: readonly string[]): Promise<string> {
  const server = createServer((request, response) => {
    const isKnown = /oauth2.@me|gateway/.test(request.url ?? "");
    response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify({ url: baseUrl.replace("http", "ws"), expires: FAR_AWAY }));
  });
  const gateway = new WebSocketServer({ server });
  gateway.on("connection", (socket) => {
    const send = (frame: object) => socket.send(JSON.stringify({ s: 1, ...frame }));
    send({ op: 10, d: { heartbeat_interval: 45_000 } });
    const ready = { session_id: "s", resume_gateway_url: baseUrl, lobbies: [] };
    const d = { ...ready, feature_flags: { disabled_functions } };
    socket.on("message", () => send({ op: 0, t: "READY", d }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return baseUrl;
}

const FAR_AWAY = "2999-01-01T00:00:00+00:00";

test("a function that the service disables returns Disabled, and the others do not", async () => {
  for (const nth of [0, 1]) {
    const off = playersCalls.map(([name]) => name).filter((_, i) => i % 2 === nth);
    const client = new Client({ baseUrl: await aServiceWithout(off) });
    cleanups.push(() => client.Disconnect());
    await client.UpdateToken(1, "x");
    client.Connect();
    await expect.poll(() => client.GetStatus()).toBe(ClientStatus.Ready);
    for (const [name, call] of playersCalls) {
      const type = (await resultOf(call, client)).Type();
      expect([name, type === ErrorType.Disabled]).toEqual([name, off.includes(name)]);
    }
  }
});

test("an authorization with an open page can be aborted", async () => {
  const openedUrl = Promise.withResolvers<string>();
  const openUrl = (url: string) => {
    openedUrl.resolve(url);
    return new Promise(() => undefined);
  };
  const client = new Client({ openUrl });
  client.SetApplicationId(1n);
  const waiting = client.Authorize(new AuthorizationArgs({ scopes: "identify" }));
  await openedUrl.promise;
  client.AbortAuthorize();
  expect((await waiting).result.Type()).toBe(ErrorType.Aborted);
});

test.each([
  ["that its program opens by", { customSchemeParam: "my-game" }],
  ["that it listens for", {}],
])("an aborted authorization is not shown, with a redirect %s", async (_, how) => {
  const urls: string[] = [];
  const client = new Client({ openUrl: (url) => urls.push(url) });
  client.SetApplicationId(1n);
  const scopes = "identify";
  const first = client.Authorize(new AuthorizationArgs({ scopes, state: "first", ...how }));
  const second = client.Authorize(new AuthorizationArgs({ scopes, state: "second", ...how }));
  expect((await first).result.Type()).toBe(ErrorType.Aborted);
  await expect.poll(() => urls.length).toBeGreaterThan(0);
  client.AbortAuthorize();
  expect((await second).result.Type()).toBe(ErrorType.Aborted);
  const states = urls.map((url) => new URL(url).searchParams.get("state"));
  expect(states).toEqual(["second"]);
});

test("an authorization whose page cannot be opened fails with the reason", async () => {
  const client = new Client({ openUrl: () => Promise.reject(new Error("no screen")) });
  client.SetApplicationId(1n);
  const { result } = await client.Authorize(new AuthorizationArgs({ scopes: "identify" }));
  expect([result.Successful(), result.Error()]).toEqual([false, "no screen"]);
});

describe("the screen for a device code", () => {
  test("is opened with its code, and its callback is called once when it is closed", () => {
    const urls: string[] = [];
    const client = new Client({ webBase: "http://id.example", openUrl: (url) => urls.push(url) });
    let closed = 0;
    client.SetAuthorizeDeviceScreenClosedCallback(() => (closed += 1));
    client.CloseAuthorizeDeviceScreen();
    expect(closed).toBe(0);
    client.OpenAuthorizeDeviceScreen(1n, "AB&CD");
    expect([urls, closed]).toEqual([["http://id.example/activate?user_code=AB%26CD"], 0]);
    client.CloseAuthorizeDeviceScreen();
    client.CloseAuthorizeDeviceScreen();
    expect(closed).toBe(1);
  });

  test("is closed if it cannot be opened", async () => {
    const client = new Client({ openUrl: () => Promise.reject(new Error("no screen")) });
    let closed = 0;
    client.SetAuthorizeDeviceScreenClosedCallback(() => (closed += 1));
    client.OpenAuthorizeDeviceScreen(1n, "ABCD");
    await expect.poll(() => closed).toBe(1);
  });
});

test("functions of the vendor's client without an equivalent do nothing", () => {
  const client = new Client();
  client.RegisterAuthorizeRequestCallback(() => expect.unreachable());
  client.RemoveAuthorizeRequestCallback();
  client.SetGameWindowPid(1);
  client.ProvisionalUserMergeCompleted(true);
  expect(client.GetStatus()).toBe(ClientStatus.Disconnected);
});
