// Players of a game with the SDK: those with provisional accounts, and lobbies that the back end
// manages.
import { describe, expect, test } from "vitest";
import {
  AuthenticationExternalAuthType,
  AuthorizationArgs,
  Client,
  ClientError,
  ClientStatus,
  ErrorType,
  type LobbyHandle,
  type MessageHandle,
} from "../../packages/sdk/src/index.ts";
import { systemEnvironment } from "../../packages/sdk/src/environment.ts";
import { demoWorld } from "../../packages/server/src/control/world-file/demo-world.ts";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { applicationId, ready, sdkClients } from "./sdk-clients.ts";

const [aliceId, bobId] = [BigInt(demo.aliceId), BigInt(demo.bobId)];
const generalId = BigInt(demo.generalId);
const childId = 200000000000000002n;
const strangerId = 200000000000000003n;
const steam = {
  type: AuthenticationExternalAuthType.SteamSessionTicket,
  token: "14000000ABCDEF",
} as const;

const [application] = demoWorld.applications ?? [];
const world = {
  ...demoWorld,
  applications: [
    {
      ...application,
      public_client: true,
      external_identities: [
        { type: "STEAM_SESSION_TICKET", token: steam.token, id: "7656", name: "Gabe" },
      ],
    },
    { id: childId.toString(), name: "Expansion", owner: "alice", parent: "Concierge" },
    { id: strangerId.toString(), name: "Stranger", owner: "bob" },
  ],
  access_tokens: [
    ...(demoWorld.access_tokens ?? []),
    { token: "bearer-bob", user: "bob", application: "Concierge", scopes: ["sdk.social_layer"] },
    { token: "bearer-nameless", user: "bob", application: "Concierge", scopes: ["guilds"] },
  ],
};

const { atEnd, aRunningService, aClient } = sdkClients({ world });

/** Sets the token, and resolves when the client is ready. */
async function signIn(client: Client, token: string): Promise<void> {
  expect((await client.UpdateToken(1, token)).ToString()).toBe("Success");
  await ready(client);
}

describe("a player with a provisional account", () => {
  test("plays with a ticket of another service, and gets a token of a child application", async () => {
    const service = await aRunningService();
    const client = aClient(service);
    const tokens = await client.GetProvisionalToken(applicationId, steam);
    expect(tokens.result.ToString()).toBe("Success");
    expect(tokens).toMatchObject({ tokenType: 1, refreshToken: "", scopes: "sdk.social_layer" });
    await signIn(client, tokens.accessToken);
    const me = await client.FetchCurrentUser(1, tokens.accessToken);
    expect(me.name).toBe("Gabe");
    const { lobbyId } = await client.CreateOrJoinLobby("a secret");
    await expect.poll(() => client.GetLobbyHandle(lobbyId)?.LobbyMemberIds()).toEqual([me.id]);

    const child = await client.ExchangeChildToken(tokens.accessToken, childId);
    expect(child.result.ToString()).toBe("Success");
    expect(child).toMatchObject({ tokenType: 1, refreshToken: "", scopes: "sdk.social_layer" });
    expect(child.expiresIn).toBeGreaterThan(604_000);
    const expansion = aClient(service);
    await signIn(expansion, child.accessToken);
    expect(await expansion.FetchCurrentUser(1, child.accessToken)).toMatchObject({
      id: me.id,
      name: "Gabe",
    });
    expect(expansion.GetLobbyIds()).toEqual([]);
  });

  test("changes their display name", async () => {
    const client = aClient(await aRunningService());
    const { accessToken } = await client.GetProvisionalToken(applicationId, steam);
    await signIn(client, accessToken);
    expect((await client.UpdateProvisionalAccountDisplayName("Vex")).Successful()).toBe(true);
    expect((await client.FetchCurrentUser(1, accessToken)).name).toBe("Vex");
  });

  test("gets an error result for a forged ticket or a foreign child application", async () => {
    const client = aClient(await aRunningService());
    const forged = await client.GetProvisionalToken(applicationId, { ...steam, token: "forged" });
    expect([forged.result.Type(), forged.result.Status(), forged.result.ErrorCode()]).toEqual([
      ErrorType.HTTPError,
      403,
      50_025,
    ]);
    expect(forged.accessToken).toBe("");
    const { accessToken } = await client.GetProvisionalToken(applicationId, steam);
    const refused = await client.ExchangeChildToken(accessToken, strangerId);
    expect([refused.result.Type(), refused.accessToken]).toEqual([ErrorType.HTTPError, ""]);
    const early = await client.UnmergeIntoProvisionalAccount(applicationId, steam);
    expect([early.Status(), early.ErrorCode()]).toEqual([400, 50_229]);
  });

  test("is merged into an account, and unmerged again", async () => {
    const service = await aRunningService();
    const player = aClient(service);
    const first = await player.GetProvisionalToken(applicationId, steam);
    const { id: firstId } = await player.FetchCurrentUser(1, first.accessToken);
    await signIn(player, first.accessToken);
    const { lobbyId } = await player.CreateOrJoinLobby("a secret");
    const ended = new Promise((resolve) => {
      player.SetStatusChangedCallback((...change) => {
        if (change[0] === ClientStatus.Disconnected) resolve(change);
      });
    });

    const person = aClient(service, (address) => alicesConsent(service, address));
    const merged = await signInWithMerge(person);
    await service.control("PATCH /clock", { advance: "PT1S" });
    expect(await ended).toEqual([ClientStatus.Disconnected, ClientError.UnexpectedClose, 4004]);
    await signIn(person, merged);
    expect(person.GetLobbyHandle(lobbyId)?.LobbyMemberIds()).toEqual([aliceId]);
    const again = await person.GetProvisionalToken(applicationId, steam);
    expect([again.result.Type(), again.result.ErrorCode()]).toEqual([ErrorType.HTTPError, 530_010]);

    const unmerged = await person.UnmergeIntoProvisionalAccount(applicationId, steam);
    expect(unmerged.ToString()).toBe("Success");
    const { accessToken } = await person.GetProvisionalToken(applicationId, steam);
    const { id } = await person.FetchCurrentUser(1, accessToken);
    expect([0n, aliceId, firstId]).not.toContain(id);
    await signIn(player, accessToken);
    expect(player.GetLobbyHandle(lobbyId)?.LobbyMemberIds()).toEqual([id]);
  });
});

/** Alice's consent, by the calls that the consent page makes. */
async function alicesConsent(service: TestService, address: string): Promise<void> {
  const { search } = new URL(address);
  const answer = await service.asUser(demo.aliceToken, `POST /oauth2/authorize${search}`, {
    authorize: true,
    permissions: "0",
  });
  await fetch(String(answer.at("location")));
}

/** A token of the user's account after merging the player's provisional account. */
async function signInWithMerge(client: Client): Promise<string> {
  const verifier = client.CreateAuthorizationCodeVerifier();
  const args = new AuthorizationArgs({ scopes: Client.GetDefaultCommunicationScopes() });
  args.SetCodeChallenge(verifier.Challenge());
  const { code, redirectUri } = await client.Authorize(args);
  const codeVerifier = verifier.Verifier();
  const exchange = { applicationId, code, codeVerifier, redirectUri, merge: steam };
  const { result, accessToken } = await client.GetTokenFromProvisionalMerge(exchange);
  expect(result.ToString()).toBe("Success");
  return accessToken;
}

/** Alice and her friend in a lobby of the back end, and the callbacks of the friend's client. */
async function aSharedLobby() {
  const service = await aRunningService();
  const [alice, friend] = [aClient(service), aClient(service)];
  await signIn(alice, demo.accessToken);
  await signIn(friend, "bearer-bob");
  const news: unknown[] = [];
  friend.SetLobbyCreatedCallback((id) => news.push(["lobby created", id]));
  friend.SetLobbyUpdatedCallback((id) => news.push(["lobby updated", id]));
  friend.SetLobbyDeletedCallback((id) => news.push(["lobby deleted", id]));
  friend.SetMessageCreatedCallback((id) => news.push(["message created", id]));
  friend.SetMessageUpdatedCallback((id) => news.push(["message updated", id]));
  friend.SetMessageDeletedCallback((id, place) => news.push(["message deleted", id, place]));
  const members = [{ id: demo.aliceId, flags: 1 }, { id: demo.bobId }];
  const lobbyId = BigInt((await service.asBot("POST /lobbies", { members })).id);
  /** Resolves when exactly these callbacks were called since the last time. */
  async function expectNews(...expected: readonly unknown[]): Promise<void> {
    await expect.poll(() => news).toEqual(expected);
    news.length = 0;
  }
  await expectNews(["lobby created", lobbyId]);
  await expect.poll(() => alice.GetLobbyIds()).toEqual([lobbyId]);
  return { service, alice, friend, lobbyId, expectNews };
}

const linkOf = (lobby: LobbyHandle | undefined) => {
  const channel = lobby?.LinkedChannel();
  return channel && [channel.Id(), channel.Name(), channel.GuildId()];
};

const placeOf = (message: MessageHandle | undefined) =>
  message && [message.AuthorId(), message.LobbyId(), message.ChannelId()];

const sourceOf = (message: MessageHandle | undefined) => {
  const channel = message?.Channel();
  return [message?.Author().Username(), message?.Lobby()?.Id(), channel?.Name(), channel?.Type()];
};

describe("the expiry callback of a token", () => {
  /** Signs in with a clock whose long timers are recorded and do not run. */
  async function aPatientClient() {
    const service = await aRunningService();
    const planned = new Set<() => void>();
    const after = (ms: number, task: () => void) => {
      if (ms < 86_400_000) return systemEnvironment.after(ms, task);
      planned.add(task);
      return () => planned.delete(task);
    };
    const client = new Client({
      baseUrl: service.url,
      environment: { ...systemEnvironment, after },
    });
    client.SetApplicationId(applicationId);
    atEnd(() => client.Disconnect());
    const calls: string[] = [];
    client.SetTokenExpirationCallback(() => calls.push("expired"));
    await signIn(client, demo.accessToken);
    const passTime = () => {
      for (const task of planned) task();
    };
    return { client, calls, passTime };
  }

  test("is called when the token expires", async () => {
    const { calls, passTime } = await aPatientClient();
    passTime();
    expect(calls).toEqual(["expired"]);
  });

  test("is called once after reconnecting", async () => {
    const { client, calls, passTime } = await aPatientClient();
    client.Disconnect();
    passTime();
    expect(calls).toEqual([]);
    client.Connect();
    passTime();
    client.Disconnect();
    client.Connect();
    passTime();
    expect(calls).toEqual(["expired"]);
  });

  test("is called once, for the token that was set last", async () => {
    const { client, calls, passTime } = await aPatientClient();
    const results = await Promise.all([
      client.UpdateToken(1, "bearer-bob"),
      client.UpdateToken(1, demo.accessToken),
    ]);
    expect(results.map((result) => result.Successful())).toEqual([true, true]);
    passTime();
    expect(calls).toEqual(["expired"]);
  });

  test("is not called after a disconnect caused by revoking the token", async () => {
    const { client, calls, passTime } = await aPatientClient();
    await client.RevokeToken(applicationId, demo.accessToken);
    await expect.poll(() => client.GetStatus()).toBe(ClientStatus.Disconnected);
    passTime();
    expect(calls).toEqual([]);
  });
});

test("FetchCurrentUser refuses a token without the scope to identify its user", async () => {
  const client = aClient(await aRunningService());
  const { result, id, name } = await client.FetchCurrentUser(1, "bearer-nameless");
  expect([result.Type(), result.Status(), result.Retryable()]).toEqual([
    ErrorType.HTTPError,
    401,
    false,
  ]);
  expect([id, name]).toEqual([0n, ""]);
  await client.UpdateToken(1, "bearer-nameless");
  const { guilds } = await client.GetUserGuilds();
  expect(guilds.map((guild) => [guild.Id(), guild.Name()])).toEqual([
    [BigInt(demo.guildId), expect.any(String)],
  ]);
  expect((await client.CreateOrJoinLobby("a secret")).result.ErrorCode()).toBe(50_026);
});

describe("a lobby of the back end", () => {
  test("is linked to a channel by an authorized member, as both players see until it is unlinked", async () => {
    const { service, alice, friend, lobbyId, expectNews } = await aSharedLobby();
    const handle = alice.GetLobbyHandle(lobbyId);
    const mayLink = (id: bigint) => handle?.GetLobbyMemberHandle(id)?.CanLinkLobby();
    expect([mayLink(aliceId), mayLink(bobId)]).toEqual([true, false]);
    const refused = await friend.LinkChannelToLobby(lobbyId, generalId);
    expect([refused.Status(), refused.ErrorCode()]).toEqual([403, 50_241]);
    const linked = await alice.LinkChannelToLobby(lobbyId, generalId);
    expect(linked.Successful()).toBe(true);
    await expectNews(["lobby updated", lobbyId]);
    const general = [generalId, "general", BigInt(demo.guildId)];
    expect(linkOf(friend.GetLobbyHandle(lobbyId))).toEqual(general);
    await expect.poll(() => linkOf(alice.GetLobbyHandle(lobbyId))).toEqual(general);
    const { channels } = await friend.GetGuildChannels(BigInt(demo.guildId));
    const links = channels.map((channel) => [channel.Name(), channel.LinkedLobby()?.LobbyId()]);
    expect(links.slice(0, 2)).toEqual([
      ["general", lobbyId],
      ["voice", undefined],
    ]);
    expect(channels[0]?.LinkedLobby()?.ApplicationId()).toBe(applicationId);

    const unlinked = await alice.UnlinkChannelFromLobby(lobbyId);
    expect(unlinked.Successful()).toBe(true);
    await expectNews(["lobby updated", lobbyId]);
    expect(linkOf(friend.GetLobbyHandle(lobbyId))).toBeUndefined();
    expect((await service.asBot(`DELETE /lobbies/${lobbyId}`)).status).toBe(204);
    await expectNews(["lobby deleted", lobbyId]);
    expect([friend.GetLobbyIds(), friend.GetLobbyHandle(lobbyId)]).toEqual([[], undefined]);
    const late = await friend.SendLobbyMessage(lobbyId, "gg");
    expect([late.result.Status(), late.messageId]).toEqual([404, 0n]);
  });

  test("shows the changes of players and the back end to messages in the channel", async () => {
    const { service, alice, friend, lobbyId, expectNews } = await aSharedLobby();
    await alice.LinkChannelToLobby(lobbyId, generalId);
    await expectNews(["lobby updated", lobbyId]);
    const metadata = { emote: "wave" };
    const { result, messageId } = await alice.SendLobbyMessageWithMetadata(lobbyId, "gg", metadata);
    expect(result.ToString()).toBe("Success");
    await expectNews(["message created", messageId]);
    const sent = friend.GetMessageHandle(messageId);
    expect(placeOf(sent)).toEqual([aliceId, lobbyId, generalId]);
    expect([sent?.Content(), sent?.Metadata()]).toEqual(["gg", { emote: "wave" }]);
    expect(sent?.SentFromGame()).toBe(true);
    expect(sourceOf(sent)).toEqual(["alice", lobbyId, "general", 0]);

    const path = `/channels/${demo.generalId}/messages/${messageId}`;
    await service.asUser(demo.aliceToken, `PATCH ${path}`, { content: "well played" });
    await expectNews(["message updated", messageId]);
    const edited = friend.GetMessageHandle(messageId);
    expect(edited?.Content()).toBe("well played");
    expect(edited?.EditedTimestamp()).toBeGreaterThan(0n);
    const verdict = `/lobbies/${lobbyId}/messages/${messageId}/moderation-metadata`;
    await service.asBot(`PUT ${verdict}`, { verdict: "fine" });
    await expectNews(["message updated", messageId]);
    expect(friend.GetMessageHandle(messageId)?.ModerationMetadata()).toEqual({ verdict: "fine" });
    await service.asUser(demo.aliceToken, `PATCH ${path}`, { content: "gg wp" });
    await expectNews(["message updated", messageId]);
    const unmoderated = friend.GetMessageHandle(messageId);
    expect(unmoderated?.ModerationMetadata()).toEqual({});
    expect(unmoderated?.Metadata()).toEqual({ emote: "wave" });

    expect((await service.asBot(`DELETE ${path}`)).status).toBe(204);
    await expectNews(["message deleted", messageId, lobbyId]);
    expect(friend.GetMessageHandle(messageId)).toBeUndefined();
    expect((await friend.GetLobbyMessagesWithLimit(lobbyId, 10)).messages).toEqual([]);
  });

  test("admits its players to the guild of its channel once they have an account", async () => {
    const { service, alice, lobbyId, expectNews } = await aSharedLobby();
    await alice.LinkChannelToLobby(lobbyId, generalId);
    await expectNews(["lobby updated", lobbyId]);
    const unasked = () => expect.unreachable();
    const member = await alice.JoinLinkedLobbyGuild(lobbyId, unasked);
    expect([member.result.ErrorCode(), member.inviteUrl]).toEqual([40_108, ""]);

    const player = aClient(service);
    const { accessToken } = await player.GetProvisionalToken(applicationId, steam);
    await player.UpdateToken(1, accessToken);
    const { id } = await player.FetchCurrentUser(1, accessToken);
    await service.asBot(`PUT /lobbies/${lobbyId}/members/${id}`, {});
    const stays = () => player.ProvisionalUserMergeCompleted(false);
    const without = await player.JoinLinkedLobbyGuild(lobbyId, stays);
    expect([without.result.Type(), without.inviteUrl]).toEqual([ErrorType.Aborted, ""]);
    const merged = () => player.ProvisionalUserMergeCompleted(true);
    const urls: unknown[] = [];
    const callback = (_: unknown, url: string) => urls.push(url);
    const { result, inviteUrl } = await player.JoinLinkedLobbyGuild(lobbyId, merged, callback);
    expect(result.ToString()).toBe("Success");
    expect(urls).toEqual([inviteUrl]);
    const [, code] = inviteUrl.split(`${service.url}/invite/`);
    const invite = await service.asUser(demo.aliceToken, `GET /invites/${code}`);
    expect(invite.body).toMatchObject({ guild: { id: demo.guildId } });
  });
});

test("a friend receives the creation, edit and deletion of a player's direct message", async () => {
  const { alice, friend, expectNews } = await aSharedLobby();
  const { result, messageId } = await alice.SendUserMessage(bobId, "ready?");
  expect(result.ToString()).toBe("Success");
  await expectNews(["message created", messageId]);
  const message = { recipientId: bobId, messageId };
  expect((await alice.EditUserMessage({ ...message, content: "now?" })).Successful()).toBe(true);
  await expectNews(["message updated", messageId]);
  const edited = friend.GetMessageHandle(messageId);
  expect(edited?.Content()).toBe("now?");
  expect(placeOf(edited)).toEqual([aliceId, undefined, expect.any(BigInt)]);
  expect([edited?.Recipient()?.Username(), edited?.Channel().Type()]).toEqual(["alice", 1]);
  const [listed] = (await alice.GetUserMessagesWithLimit(bobId, 10)).messages;
  expect([listed?.Id(), listed?.RecipientId(), listed?.Recipient()?.Username()]).toEqual([
    messageId,
    bobId,
    "bob",
  ]);
  expect((await alice.DeleteUserMessage(message)).Successful()).toBe(true);
  await expectNews(["message deleted", messageId, edited?.ChannelId()]);
  expect((await friend.GetUserMessagesWithLimit(aliceId, 10)).messages).toEqual([]);
});
