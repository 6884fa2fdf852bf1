// A game with the SDK, end to end: a user signs in, plays in a lobby, and signs out.
import { expect, test } from "vitest";
import {
  AuthorizationArgs,
  Client,
  ClientStatus,
  DeviceAuthorizationArgs,
  ErrorType,
  systemEnvironment,
  type Environment,
} from "../../packages/sdk/src/index.ts";
import { webhookDeliveries } from "../../packages/server/src/domains/webhooks/webhook.ts";
import { demoWorld } from "../../packages/server/src/control/world-file/demo-world.ts";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { aWebhookReceiver } from "../../packages/server/src/testing/network/webhook-receiver.ts";
import { applicationId, ready, sdkClients } from "./sdk-clients.ts";

const [application] = demoWorld.applications ?? [];
const world = {
  ...demoWorld,
  users: demoWorld.users?.map((user) => ({
    ...user,
    email: `${user.username}@example.com`,
    verified: true,
  })),
  applications: [{ ...application, public_client: true }],
  access_tokens: [
    ...(demoWorld.access_tokens ?? []),
    { token: "bearer-bob", user: "bob", application: "Concierge", scopes: ["sdk.social_layer"] },
  ],
};

const { atEnd, aRunningService, aClient } = sdkClients({ world });

/** What a user does on the consent page, by the calls that the page makes. */
function personWho(service: TestService, accepts: boolean) {
  return async (address: string): Promise<void> => {
    const { search } = new URL(address);
    const answer = await service.asUser(demo.aliceToken, `POST /oauth2/authorize${search}`, {
      authorize: accepts,
      permissions: "0",
    });
    await fetch(String(answer.at("location") ?? answer.at("url")));
  };
}

/** The webhook events of the game's back end, once no delivery is pending. */
async function backEndOf(service: TestService) {
  const { body } = await service.asBot("GET /applications/@me");
  const receiver = await aWebhookReceiver(() => (body as { verify_key: string }).verify_key);
  atEnd(() => receiver.stop());
  const subscribed = await service.asBot("PATCH /applications/@me", {
    event_webhooks_url: receiver.url,
    event_webhooks_status: 2,
    event_webhooks_types: ["APPLICATION_DEAUTHORIZED"],
  });
  expect(subscribed.status).toBe(200);
  return async () => {
    const waiting = () => service.store.read((tx) => tx.find(webhookDeliveries));
    await expect.poll(waiting).toEqual([]);
    return receiver.received.flatMap(({ event }) => event ?? []);
  };
}

// Proves requirement 1 "authorization from a game"
// Proves requirement 2.5 "ClientId"
// Proves requirement 2.5 "Scopes: what they stand for"
// Proves requirement 5 "6: code challenge"
test("a game signs a user in, plays, refreshes and revokes the token", async () => {
  const service = await aRunningService();
  const heardByBackEnd = await backEndOf(service);
  const client = aClient(service, personWho(service, true));
  const verifier = client.CreateAuthorizationCodeVerifier();
  const args = new AuthorizationArgs({ scopes: Client.GetDefaultCommunicationScopes() });
  args.SetCodeChallenge(verifier.Challenge());

  const authorized = await client.Authorize(args);
  expect(authorized.result.ToString()).toBe("Success");
  expect(authorized.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  const exchange = { ...authorized, applicationId, codeVerifier: verifier.Verifier() };
  const tokens = await client.GetToken(exchange);
  expect(tokens).toMatchObject({ tokenType: 1, expiresIn: 604_800 });
  expect(tokens.scopes.split(" ").toSorted()).toEqual(["openid", "sdk.social_layer"]);

  await client.UpdateToken(1, tokens.accessToken);
  const me = await client.FetchCurrentUser(1, tokens.accessToken);
  expect(me.result.ToString()).toBe("Success");
  expect(me).toMatchObject({
    id: BigInt(demo.aliceId),
    name: "alice",
  });
  await ready(client);

  const { lobbyId } = await client.CreateOrJoinLobby("a secret");
  await expect.poll(() => client.GetLobbyIds()).toEqual([lobbyId]);
  const friend = aClient(service);
  await friend.UpdateToken(1, "bearer-bob");
  await ready(friend);
  const added = new Promise<bigint>((resolve) => {
    client.SetLobbyMemberAddedCallback((_, memberId) => resolve(memberId));
  });
  const joined = await friend.CreateOrJoinLobbyWithMetadata(
    "a secret",
    { map: "dust" },
    { team: "red" },
  );
  expect(joined.lobbyId).toBe(lobbyId);
  expect(await added).toBe(BigInt(demo.bobId));
  await expect.poll(() => client.GetLobbyHandle(lobbyId)?.Metadata()).toEqual({ map: "dust" });
  const bob = client.GetLobbyHandle(lobbyId)?.GetLobbyMemberHandle(BigInt(demo.bobId));
  expect([bob?.Connected(), bob?.Metadata(), bob?.CanLinkLobby()]).toEqual([
    true,
    { team: "red" },
    false,
  ]);

  const created = new Promise<bigint>((resolve) => client.SetMessageCreatedCallback(resolve));
  const { messageId } = await friend.SendLobbyMessage(lobbyId, "gg");
  expect(await created).toBe(messageId);
  expect(client.GetMessageHandle(messageId)?.Content()).toBe("gg");
  const { messages } = await client.GetLobbyMessagesWithLimit(lobbyId, 10);
  expect(messages.map((message) => [message.Id(), message.AuthorId(), message.Content()])).toEqual([
    [messageId, BigInt(demo.bobId), "gg"],
  ]);
  const removed = new Promise((resolve) => client.SetLobbyMemberRemovedCallback(resolve));
  expect((await friend.LeaveLobby(lobbyId)).Successful()).toBe(true);
  expect(await removed).toBe(lobbyId);

  const refreshed = await client.RefreshToken(applicationId, tokens.refreshToken);
  expect(refreshed.result.ToString()).toBe("Success");
  const ended = new Promise((resolve) => {
    client.SetStatusChangedCallback((status) => {
      if (status === ClientStatus.Disconnected) resolve(status);
    });
  });
  const revoked = await client.RevokeToken(applicationId, refreshed.accessToken);
  expect(revoked.Successful()).toBe(true);
  await ended;
  const gone = await client.FetchCurrentUser(1, refreshed.accessToken);
  expect([gone.result.Status(), gone.result.Type()]).toEqual([401, ErrorType.HTTPError]);
  expect(await heardByBackEnd()).toMatchObject([
    { type: "APPLICATION_DEAUTHORIZED", data: { user: { id: demo.aliceId } } },
  ]);
  for (const { refreshToken } of [tokens, refreshed]) {
    const late = await client.RefreshToken(applicationId, refreshToken);
    expect(late.result.Error()).toBe("invalid_grant");
  }
});

test("a refused and an aborted authorization both return a result", async () => {
  const service = await aRunningService();
  const args = new AuthorizationArgs({ scopes: "openid sdk.social_layer" });
  const refused = aClient(service, personWho(service, false));
  const verifier = refused.CreateAuthorizationCodeVerifier();
  args.SetCodeChallenge(verifier.Challenge());
  const { result } = await refused.Authorize(args);
  expect([result.Type(), result.Error()]).toEqual([ErrorType.AuthorizationFailed, "access_denied"]);

  const opened = Promise.withResolvers<string>();
  const impatient = aClient(service, opened.resolve);
  const waiting = impatient.Authorize(args);
  await opened.promise;
  impatient.AbortAuthorize();
  expect((await waiting).result.Type()).toBe(ErrorType.Aborted);
});

// Proves requirement 2.5 "State"
// Proves requirement 2.5 "CustomSchemeParam"
test("a mobile game receives the redirect through its URL scheme", async () => {
  const service = await aRunningService();
  const opened = Promise.withResolvers<string>();
  const client = aClient(service, opened.resolve);
  const args = new AuthorizationArgs({ scopes: "openid", customSchemeParam: "my-game" });
  args.SetCodeChallenge(client.CreateAuthorizationCodeVerifier().Challenge());
  const waiting = client.Authorize(args);
  const address = new URL(await opened.promise);
  const redirectUri = "my-game:/authorize/callback";
  expect(address.searchParams.get("redirect_uri")).toBe(redirectUri);
  client.ReceiveRedirect(`${redirectUri}?code=abc&state=${address.searchParams.get("state")}`);
  expect(await waiting).toMatchObject({ code: "abc", redirectUri });
});

/** Timers that fire at once, for waits of seconds. */
const hasty: Environment = {
  ...systemEnvironment,
  after: (ms, task) => systemEnvironment.after(Math.min(ms, 100), task),
};

test("a device sign-in succeeds despite rate limits and an open page", async () => {
  const service = await aRunningService();
  await service.control("POST /faults", {
    match: { route: "oauth2.token" },
    http: { rate_limit: { retry_after: 1 } },
  });
  const openUrl = async (address: string) => {
    const user_code = new URL(address).searchParams.get("user_code");
    const verified = await service.asUser(demo.aliceToken, "POST /oauth2/device/verify", {
      user_code,
    });
    expect(verified.body).toMatchObject({ client_id: demo.applicationId });
    await service.asUser(demo.aliceToken, "POST /oauth2/device/finish", {
      user_code,
      result: "granted",
    });
    return new Promise(() => undefined);
  };
  const client = new Client({ baseUrl: service.url, environment: hasty, openUrl });
  client.SetApplicationId(applicationId);
  const tokens = await client.GetTokenFromDevice(
    new DeviceAuthorizationArgs({ scopes: "identify" }),
  );
  expect([tokens.result.ToString(), tokens.scopes]).toEqual(["Success", "identify"]);
});

test.each([
  ["answered by a failure", { status: 503 }],
  ["not answered", { drop: true }],
])("a device sign-in continues if a poll is %s", async (_, http) => {
  const service = await aRunningService();
  await service.control("POST /faults", { match: { route: "oauth2.token", count: 2 }, http });
  const openUrl = async (address: string) => {
    const user_code = new URL(address).searchParams.get("user_code");
    const granted = { user_code, result: "granted" };
    await service.asUser(demo.aliceToken, "POST /oauth2/device/finish", granted);
  };
  const client = new Client({ baseUrl: service.url, environment: hasty, openUrl });
  client.SetApplicationId(applicationId);
  const args = new DeviceAuthorizationArgs({ scopes: "identify" });
  const { result } = await client.GetTokenFromDevice(args);
  expect(result.ToString()).toBe("Success");
});

test("a device sign-in ends when its code expires, if polls keep failing", async () => {
  const service = await aRunningService();
  const match = { route: "oauth2.token", count: 100 };
  await service.control("POST /faults", { match, http: { status: 503 } });
  let passed = 0;
  const environment: Environment = {
    ...hasty,
    now: () => passed,
    after: (ms, task) => {
      passed += ms;
      return systemEnvironment.after(1, task);
    },
  };
  const client = new Client({ baseUrl: service.url, environment, openUrl: () => undefined });
  client.SetApplicationId(applicationId);
  const args = new DeviceAuthorizationArgs({ scopes: "identify" });
  const { result } = await client.GetTokenFromDevice(args);
  expect([result.Type(), result.Status()]).toEqual([ErrorType.HTTPError, 503]);
  expect(passed / 1000).toBeLessThan(2 * 300 + 5);
});

test("a device sign-in is aborted while its page is open", async () => {
  const service = await aRunningService();
  const openedUrl = Promise.withResolvers<string>();
  const client = aClient(service, (url) => {
    openedUrl.resolve(url);
    return new Promise(() => undefined);
  });
  const waiting = client.GetTokenFromDevice(new DeviceAuthorizationArgs({ scopes: "identify" }));
  await openedUrl.promise;
  client.AbortGetTokenFromDevice();
  expect((await waiting).result.Type()).toBe(ErrorType.Aborted);
});
