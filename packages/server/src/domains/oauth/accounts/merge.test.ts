import { World } from "@antechamber/contract/control";
import { referencesIn, snowflakeKey } from "@antechamber/contract/schema";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dial, signIn } from "../../../testing/clients/gateway-client.ts";
import { game, partnerCalls, type PartnerCalls } from "../../../testing/calls/partner-calls.ts";
import { issuesOf } from "../../../testing/worlds/loaded-worlds.ts";
import { partner } from "../../../testing/worlds/partner-world.ts";
import { applicationOf } from "../../applications/operations.ts";
import { bans } from "../../guilds/members/bans.ts";
import { channels } from "../../guilds/guild.ts";
import { accountMerges } from "./account-merge.ts";
import { externalIdentities, type ExternalIdentity } from "./external-identity.ts";
import { beginMerge, mergeAccounts } from "./merge.ts";

let calls: PartnerCalls;
beforeEach(async () => {
  calls = await partnerCalls();
});
afterEach(() => calls.service.stop());

const proof = () => ({ external_auth_type: "OIDC", external_auth_token: calls.idToken() });
const guildId = "300000000000000001";
/** Advances the clock, so that scheduled jobs run. */
const settle = () => calls.service.control("PATCH /clock", { advance: "PT1S" });

async function lobbyWith(userId: string): Promise<string> {
  const member = { id: userId, metadata: { level: "9" }, flags: 1 };
  const lobby = await calls.asGame("POST /lobbies", { members: [member] });
  expect(lobby.status).toBe(201);
  return lobby.id;
}

const membersOf = async (lobbyId: string) =>
  (await calls.asGame(`GET /lobbies/${lobbyId}`)).at("members");

describe("signing in with an external credential", () => {
  test("merges the provisional account shortly after issuing the tokens", async () => {
    const { token, userId } = await calls.signIn();
    const lobbyId = await lobbyWith(userId);
    await calls.asPlayer(token, `POST /lobbies/${lobbyId}/messages`, { content: "gg" });
    expect((await calls.signInAs(partner.aliceToken, proof())).status).toBe(200);
    await settle();
    const said = await calls.service.control(`GET /lobbies/${lobbyId}/messages`);
    expect(said.body).toMatchObject([{ content: "gg", author: { id: partner.aliceId } }]);
    expect(await membersOf(lobbyId)).toEqual([
      { id: partner.aliceId, metadata: { level: "9" }, flags: 1 },
    ]);
    expect((await calls.asPlayer(token, "GET /users/@me")).status).toBe(401);
    expect((await calls.asGame(`GET /users/${userId}`)).status).toBe(404);
    const identities = await calls.service.store.read((tx) => tx.find(externalIdentities));
    expect(identities).toMatchObject([{ user_id: partner.aliceId, external_id: "player-1" }]);
  });

  test("sends an event to the user's sessions when the merge is complete", async () => {
    const { userId } = await calls.signIn();
    const first = await calls.signInAs(partner.aliceToken);
    const gateway = `${calls.service.url.replace("http", "ws")}/gateway/`;
    const identify = { token: `Bearer ${String(first.at("access_token"))}` };
    const { client } = await signIn(gateway, identify, "?v=9&encoding=json");
    await calls.signInAs(partner.aliceToken, proof());
    await settle();
    const { d } = await client.nextEvent("USER_MERGE_OPERATION_COMPLETED");
    expect(d).toMatchObject({ source_user_id: userId });
    expect(d).toHaveProperty("merge_operation_id");
    await client.leave(1000);
  });

  test("moves direct messages with their reactions to the user", async () => {
    const { userId } = await calls.signIn();
    await calls.service.control(`PATCH /users/${userId}`, { token: "as-player" });
    const asBob = await calls.service.asUser(partner.bobToken, "POST /users/@me/channels", {
      recipients: [userId],
    });
    if (asBob.status !== 200) throw new Error(JSON.stringify(asBob.body));
    const answer = await calls.service.asUser("as-player", `POST /channels/${asBob.id}/messages`, {
      content: "Hi Bob",
    });
    expect(answer.status).toBe(200);
    const reactions = `messages/${answer.id}/reactions/%F0%9F%91%8D`;
    for (const token of ["as-player", partner.bobToken]) {
      const route = `PUT /channels/${asBob.id}/${reactions}/@me`;
      expect((await calls.service.asUser(token, route)).status).toBe(204);
    }
    await calls.signInAs(partner.aliceToken, proof());
    await settle();
    const now = await calls.service.asUser(partner.bobToken, "POST /users/@me/channels", {
      recipients: [partner.aliceId],
    });
    expect(now.at("last_message_id")).toBe(answer.id);
    const history = await calls.service.asUser(
      partner.bobToken,
      `GET /channels/${now.id}/messages`,
    );
    expect(history.body).toMatchObject([{ content: "Hi Bob", author: { id: partner.aliceId } }]);
    const reacted = await calls.service.asUser(
      partner.bobToken,
      `GET /channels/${now.id}/${reactions}`,
    );
    expect(reacted.body).toMatchObject([{ id: partner.aliceId }, { id: partner.bobId }]);
    const gone = await calls.service.asUser(partner.bobToken, `GET /channels/${asBob.id}`);
    expect(gone.status).toBe(404);
  });

  test("moves membership of groups with the messages to the user", async () => {
    const { userId } = await calls.signIn();
    const { userId: other } = await calls.signIn({ claims: { sub: "player-2" } });
    await calls.service.control(`PATCH /users/${userId}`, { token: "as-player" });
    const group = await calls.service.asUser("as-player", "POST /users/@me/channels", {
      recipients: [partner.bobId, other],
    });
    const route = `/channels/${group.id}`;
    await calls.service.asUser("as-player", `POST ${route}/messages`, { content: "Hi all" });
    await calls.signInAs(partner.aliceToken, proof());
    await settle();
    const channel = await calls.service.asUser(partner.bobToken, `GET ${route}`);
    const ids = (channel.at("recipients") as { id: string }[]).map(({ id }) => id);
    expect([channel.at("owner_id"), ids.toSorted()]).toEqual([
      partner.aliceId,
      [partner.aliceId, other].toSorted(),
    ]);
    const history = await calls.service.asUser(partner.aliceToken, `GET ${route}/messages`);
    expect(history.body).toMatchObject([{ content: "Hi all", author: { id: partner.aliceId } }]);
  });

  test("sends the new recipients to the others in direct messages and groups", async () => {
    const { userId } = await calls.signIn();
    await calls.service.control(`PATCH /users/${userId}`, { token: "as-player" });
    const { userId: other } = await calls.signIn({ claims: { sub: "player-2" } });
    const open = async (...recipients: string[]) =>
      (await calls.service.asUser("as-player", "POST /users/@me/channels", { recipients })).id;
    const [group, pair] = [await open(partner.bobId, other), await open(partner.bobId)];
    await calls.service.work.transaction(async ({ tx }) => {
      const found = await tx.get(channels, snowflakeKey(group));
      if (found !== undefined) tx.put(channels, { ...found, groupNicks: { [userId]: "Nick" } });
    });
    const gateway = `${calls.service.url.replace("http", "ws")}/gateway/`;
    const [alice, bob] = await Promise.all(
      [partner.aliceToken, partner.bobToken].map((token) => signIn(gateway, { token, intents: 1 })),
    );
    await calls.signInAs(partner.aliceToken, proof());
    await settle();
    const removed = await bob?.client.nextEvent("CHANNEL_RECIPIENT_REMOVE");
    expect(removed?.d).toMatchObject({ channel_id: group, user: { id: userId } });
    const added = await bob?.client.nextEvent("CHANNEL_RECIPIENT_ADD");
    const ofAlice = { user: { id: partner.aliceId }, nick: "Nick" };
    expect(added?.d).toMatchObject({ channel_id: group, ...ofAlice });
    const owned = await bob?.client.nextEvent("CHANNEL_UPDATE");
    expect(owned?.d).toMatchObject({ id: group, owner_id: partner.aliceId });
    expect((await bob?.client.nextEvent("CHANNEL_DELETE"))?.d).toMatchObject({ id: pair });
    expect((await alice?.client.nextEvent("CHANNEL_CREATE"))?.d).toMatchObject({ id: group });
    expect(issuesOf((await calls.service.control("GET /world")).body)).toEqual([]);
  });

  test("moves what the account owns to the user", async () => {
    const { userId } = await calls.signIn();
    const invites = [{ code: "hall", channel: "general", temporary: true }];
    const hall = { name: "Hall", channels: [{ name: "general" }], invites };
    await calls.service.control("POST /guilds", { ...hall, owner: userId, id: guildId });
    await calls.service.control("POST /applications", { name: "Own", owner: userId });
    await calls.service.control("POST /teams", { name: "Crew", owner: userId });
    const ban = { user: partner.aliceId, guild: guildId };
    await calls.service.work.transaction(async ({ tx }) => {
      tx.put(bans, { guild_id: ban.guild, user_id: ban.user, reason: null });
    });
    await calls.signInAs(partner.aliceToken, proof());
    await settle();
    const { body } = await calls.service.control("GET /world");
    expect(body).toMatchObject({
      guilds: [{ name: "Hall", owner: "alice", members: [{ user: "alice" }] }],
      teams: [{ name: "Crew" }],
    });
    expect(issuesOf(body)).toEqual([]);
    const own = await calls.service.control("GET /applications/Own");
    expect(own.body).toMatchObject({ owner: partner.aliceId });
  });

  test("keeps the membership of a guild temporary", async () => {
    const { userId } = await calls.signIn();
    const visitor = { user: userId, temporary: true, source_invite_code: "hall" };
    const members = [{ user: "bob" }, visitor];
    await calls.service.control("POST /guilds", { name: "Hall", owner: "bob", members });
    await calls.signInAs(partner.aliceToken, proof());
    await settle();
    const { body } = await calls.service.control("GET /guilds/Hall");
    expect(body).toMatchObject({
      members: [{ ...visitor, user: partner.aliceId }, { user: partner.bobId }],
    });
  });

  test("moves nicknames, time-outs and interest in events to the user", async () => {
    const { userId } = await calls.signIn();
    const communication_disabled_until = "2030-01-01T00:00:00.000000+00:00";
    const standing = { nick: "Player", mute: true, communication_disabled_until };
    const plan = { name: "Ball", location: "Here", scheduled_end_time: "2030-01-02T00:00:00Z" };
    const begin = { scheduled_start_time: "2030-01-01T00:00:00Z" };
    const interested = (...users: string[]) => users.map((user) => ({ user }));
    const subscribers = interested(userId, "bob");
    const hall = {
      name: "Hall",
      owner: "bob",
      members: [{ user: userId, ...standing }, { user: "bob" }],
      scheduled_events: [{ ...plan, ...begin, subscribers }],
    };
    expect(await calls.service.control("POST /guilds", hall)).toMatchObject({ status: 201 });
    await calls.signInAs(partner.aliceToken, proof());
    await settle();
    const { body } = await calls.service.control("GET /world");
    expect(body).toMatchObject({
      guilds: [
        {
          members: [{ user: "alice", ...standing }, { user: "bob" }],
          scheduled_events: [{ subscribers: interested("alice", "bob") }],
        },
      ],
    });
    expect(issuesOf(body)).toEqual([]);
  });

  test("moves purchases and guild memberships to the user", async () => {
    const { userId } = await calls.signIn();
    await calls.service.control("POST /guilds", { name: "Hall", owner: "bob", id: guildId });
    await calls.service.control("POST /members", { guild: guildId, user: userId });
    const sku = await calls.service.control("POST /skus", { application: "Game", name: "Gold" });
    const gold = { application: "Game", sku: sku.id, user: userId };
    const bought = await calls.service.control("POST /entitlements", gold);
    expect(bought.status).toBe(201);
    await calls.service.control("POST /skus", { application: "Game", name: "Pass", type: 5 });
    const pass = { application: "Game", user: userId, skus: ["Pass"] };
    const bound = await calls.service.control("POST /subscriptions", pass);
    expect(bound.status).toBe(201);
    const elsewhere = { application: "Public Game", name: "Silver" };
    const silver = await calls.service.control("POST /skus", elsewhere);
    const other = { application: "Public Game", sku: silver.id, user: userId };
    const ofOther = await calls.service.control("POST /entitlements", other);
    expect(ofOther.status).toBe(201);
    await calls.signInAs(partner.aliceToken, proof());
    await settle();
    const owned = await calls.asGame(`GET /applications/${partner.gameId}/entitlements`);
    const ofAlice = { user_id: partner.aliceId };
    expect(owned.body).toMatchObject([ofAlice, { id: bought.id, ...ofAlice }]);
    const renewed = await calls.service.control(`GET /subscriptions/${bound.id}`);
    expect(renewed.body).toMatchObject({ user: partner.aliceId });
    const kept = await calls.service.control(`GET /entitlements/${ofOther.id}`);
    expect(kept.body).toMatchObject({ user: partner.aliceId });
    const { body } = await calls.service.control(`GET /guilds/${guildId}`);
    expect(body).toMatchObject({ members: [{ user: partner.aliceId }, { user: partner.bobId }] });
  });

  test("moves invites for the player to the user", async () => {
    const { userId } = await calls.signIn();
    const place = { guild: guildId, code: "hall", channel: "general", target_users: [userId] };
    const room = { channels: [{ name: "general" }], invites: [place] };
    const hall = { name: "Hall", owner: "bob", id: guildId, ...room };
    expect((await calls.service.control("POST /guilds", hall)).text).toContain(guildId);
    await calls.signInAs(partner.aliceToken, proof());
    await settle();
    const { aliceToken } = partner;
    const joined = await calls.service.asUser(aliceToken, "POST /invites/hall", {});
    expect([joined.status, joined.at("new_member")]).toEqual([200, true]);
  });

  test("moves no membership of a guild that banned the user", async () => {
    const { userId } = await calls.signIn();
    await calls.service.control("POST /guilds", { name: "Hall", owner: "bob", id: guildId });
    await calls.service.control("POST /members", { guild: guildId, user: userId });
    const ban = `PUT /guilds/${guildId}/bans/${partner.aliceId}`;
    expect((await calls.service.asUser(partner.bobToken, ban, {})).status).toBe(204);
    await calls.signInAs(partner.aliceToken, proof());
    await settle();
    const { body } = await calls.service.control(`GET /guilds/${guildId}`);
    expect(body).toMatchObject({ members: [{ user: partner.bobId }] });
    expect(issuesOf((await calls.service.control("GET /world")).body)).toEqual([]);
  });

  test("moves the messages between players to the user", async () => {
    const [one, other] = [
      await calls.signIn(),
      await calls.signIn({ claims: { sub: "player-2" } }),
    ].map(({ userId }) => userId);
    const { body } = await calls.service.control("GET /world");
    const message = {
      application: partner.gameId,
      author: one,
      recipient_id: other,
      content: "Hi",
    };
    const answered = { ...message, author: other, recipient_id: one };
    const world = { ...(body as object), game_messages: [message, answered] };
    expect((await calls.service.control("PUT /world", world)).status).toBe(204);
    await calls.signInAs(partner.aliceToken, proof());
    await settle();
    const file = (await calls.service.control("GET /world")).body as typeof world;
    expect(file.game_messages).toMatchObject([
      { author: { id: partner.aliceId } },
      { recipient_id: "alice" },
    ]);
    expect(issuesOf(file)).toEqual([]);
  });

  test("moves replies together with the messages that they refer to", async () => {
    const { userId } = await calls.signIn();
    await calls.service.control(`PATCH /users/${userId}`, { token: "as-player" });
    const direct = await calls.service.asUser(partner.bobToken, "POST /users/@me/channels", {
      recipients: [userId],
    });
    const send = (token: string, form: object) =>
      calls.service.asUser(token, `POST /channels/${direct.id}/messages`, form);
    const { id: message_id } = await send("as-player", { content: "Hi Bob" });
    await send(partner.bobToken, { content: "Hi", message_reference: { message_id } });
    await calls.signInAs(partner.aliceToken, proof());
    await settle();
    const { id: channel_id } = await calls.service.asUser(
      partner.bobToken,
      "POST /users/@me/channels",
      { recipients: [partner.aliceId] },
    );
    const history = `GET /channels/${channel_id}/messages`;
    expect((await calls.service.asUser(partner.bobToken, history)).body).toMatchObject([
      {
        content: "Hi",
        mentions: [{ id: partner.aliceId }],
        message_reference: { channel_id, message_id },
        referenced_message: { id: message_id, channel_id, author: { id: partner.aliceId } },
      },
      { content: "Hi Bob" },
    ]);
  });

  test("moves reactions and votes, which count once if the user had the same", async () => {
    const { userId } = await calls.signIn();
    await calls.service.control(`PATCH /users/${userId}`, { token: "as-player" });
    await calls.service.control("POST /guilds", { name: "Hall", owner: "bob", id: guildId });
    for (const user of ["alice", userId]) {
      await calls.service.control("POST /members", { guild: guildId, user });
    }
    const room = await calls.service.control("POST /channels", { guild: guildId, name: "room" });
    const direct = await calls.service.asUser(partner.bobToken, "POST /users/@me/channels", {
      recipients: [userId],
    });
    const poll = {
      question: { text: "?" },
      answers: ["yes", "no"].map((text) => ({ poll_media: { text } })),
      allow_multiselect: true,
    };
    const ask = (channel: string) =>
      calls.service.asUser(partner.bobToken, `POST /channels/${channel}/messages`, { poll });
    const [shared, lone, whispered] = [
      await ask(room.id),
      await ask(room.id),
      await ask(direct.id),
    ].map(({ id }) => id);
    const act = async (token: string, channel: string, message: string | undefined) => {
      const [route, votes] = [`/channels/${channel}`, { answer_ids: [1, 2] }];
      const reaction = `PUT ${route}/messages/${message}/reactions/%F0%9F%91%8D/@me`;
      expect((await calls.service.asUser(token, reaction)).status).toBe(204);
      const vote = `PUT ${route}/polls/${message}/answers/@me`;
      expect((await calls.service.asUser(token, vote, votes)).status).toBe(204);
    };
    await act(partner.aliceToken, room.id, shared);
    for (const message of [shared, lone]) await act("as-player", room.id, message);
    await act("as-player", direct.id, whispered);
    await calls.signInAs(partner.aliceToken, proof());
    await settle();
    const now = await calls.service.asUser(partner.aliceToken, "POST /users/@me/channels", {
      recipients: [partner.bobId],
    });
    for (const [channel, message] of [
      [room.id, shared],
      [room.id, lone],
      [now.id, whispered],
    ] as const) {
      const route = `GET /channels/${channel}/messages/${message}`;
      expect((await calls.service.asUser(partner.aliceToken, route)).body).toMatchObject({
        reactions: [{ count: 1, me: true }],
        poll: {
          results: { answer_counts: [1, 2].map((id) => ({ id, count: 1, me_voted: true })) },
        },
      });
    }
  });

  test("leaves no references to the deleted account", async () => {
    const { userId } = await calls.signIn();
    await calls.service.control(`PATCH /users/${userId}`, { token: "as-player" });
    await calls.service.control("POST /guilds", { name: "Hall", owner: "bob", id: guildId });
    await calls.service.control("POST /members", { guild: guildId, user: userId });
    await calls.service.control(`PATCH /roles/${guildId}`, { permissions: ["ADMINISTRATOR"] });
    const room = await calls.service.control("POST /channels", { guild: guildId, name: "room" });
    const event = {
      name: "Quiz",
      entity_type: 3,
      privacy_level: 2,
      entity_metadata: { location: "here" },
      scheduled_start_time: "2030-01-01T00:00:00Z",
      scheduled_end_time: "2030-01-02T00:00:00Z",
    };
    for (const [route, body] of [
      [`/channels/${room.id}/invites`, {}],
      [`/channels/${room.id}/threads`, { name: "talk", type: 11 }],
      [`/guilds/${guildId}/scheduled-events`, event],
    ] as const) {
      expect((await calls.service.asUser("as-player", `POST ${route}`, body)).status).toBeLessThan(
        300,
      );
    }
    await calls.signInAs(partner.aliceToken, proof());
    await settle();
    const file = (await calls.service.control("GET /world")).body;
    const needed = referencesIn(World, file).filter(
      ({ reference, mayBePast }) => reference === userId && !mayBePast,
    );
    expect([needed, issuesOf(file)]).toEqual([[], []]);
  });

  test("links an identity without an account, or one that is already linked, at once", async () => {
    for (let i = 0; i < 2; i++) {
      expect((await calls.signInAs(partner.aliceToken, proof())).status).toBe(200);
    }
    expect(await calls.service.store.read((tx) => tx.count(accountMerges))).toBe(0);
    const answer = await calls.exchange();
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        message: "User account is non-provisional and should be authed through OAuth2",
        code: 530_010,
        user_id: partner.aliceId,
        provider_type: "OIDC",
        provider_id: partner.issuer,
        provider_issued_user_id: "player-1",
      },
    ]);
  });

  test("works for a device, too", async () => {
    const { userId } = await calls.signIn();
    const scope = "openid sdk.social_layer";
    const begun = await calls.form("POST /oauth2/device/authorize", { ...game, scope });
    const decision = { user_code: begun.at("user_code"), result: "granted" };
    await calls.service.asUser(partner.aliceToken, "POST /oauth2/device/finish", decision);
    const answer = await calls.form("POST /oauth2/token", {
      ...game,
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: String(begun.at("device_code")),
      ...proof(),
    });
    expect(answer.status).toBe(200);
    await settle();
    expect((await calls.asGame(`GET /users/${userId}`)).status).toBe(404);
  });
});

describe("a merge is refused", () => {
  const refused = async (more: Readonly<Record<string, string>>, userToken?: string) => {
    const answer = await calls.signInAs(userToken ?? partner.aliceToken, { ...proof(), ...more });
    return [answer.status, answer.at("code") ?? answer.at("error")];
  };

  test("for an invalid token", async () => {
    const external_auth_type = "STEAM_SESSION_TICKET";
    expect(await refused({ external_auth_type, external_auth_token: "FFFF" })).toEqual([
      403, 50_025,
    ]);
  });

  test("for an unknown type, or an empty token", async () => {
    expect(await refused({ external_auth_type: "MYSPACE" })).toEqual([400, "invalid_request"]);
    expect(await refused({ external_auth_token: "" })).toEqual([400, "invalid_request"]);
  });

  test("if the identity belongs to another full account", async () => {
    await calls.signInAs(partner.bobToken, proof());
    expect(await refused({})).toEqual([400, 530_014]);
  });

  test("if the access token that is to identify the player is a full account's", async () => {
    const external_auth_type = "DISCORD_BOT_ISSUED_ACCESS_TOKEN";
    const external_auth_token = String((await calls.signInAs(partner.bobToken)).at("access_token"));
    expect(await refused({ external_auth_type, external_auth_token })).toEqual([400, 530_014]);
  });

  // Proves requirement 7 "530017"
  test("if the provisional account is banned", async () => {
    const { userId } = await calls.signIn();
    await calls.service.control(`PATCH /users/${userId}`, { banned: true });
    expect(await refused({})).toEqual([400, 530_017]);
  });

  // Proves requirement 7 "530017"
  test("if the account was created by a ban, until the ban is lifted", async () => {
    await calls.signInAs(partner.aliceToken, proof());
    await calls.service.control("PATCH /users/alice", { banned: true });
    const { userId } = await calls.signIn();
    expect(userId).not.toBe(partner.aliceId);
    const { body: world } = await calls.service.control("GET /world");
    expect((await calls.service.control("PUT /world", world)).status).toBe(204);
    expect(await refused({}, partner.bobToken)).toEqual([400, 530_017]);
    await calls.service.control("PATCH /users/alice", { banned: false });
    expect((await calls.signInAs(partner.bobToken, proof())).status).toBe(200);
    await settle();
    expect((await calls.asGame(`GET /users/${userId}`)).status).toBe(404);
  });

  // Proves requirement 7 "530017"
  test("if the account was created by a ban, but not for a later ban of the former account", async () => {
    await calls.signInAs(partner.aliceToken, proof());
    for (const banned of [true, false, true]) {
      await calls.service.control("PATCH /users/alice", { banned });
    }
    expect((await calls.signInAs(partner.bobToken, proof())).status).toBe(200);
  });

  test("if the user who signs in was banned in the meantime", async () => {
    const code = await calls.codeFor(partner.aliceToken);
    await calls.service.control(`PATCH /users/${partner.aliceId}`, { banned: true });
    const merge = await calls.exchangeCode(code, proof());
    expect([merge.status, merge.at("code")]).toEqual([400, 530_017]);
    const plain = await calls.exchangeCode(code);
    expect([plain.status, plain.at("error")]).toEqual([400, "invalid_grant"]);
  });

  test("for a target that is a provisional account", async () => {
    const { userId } = await calls.signIn();
    const identity = { provider_type: "STEAM", provider_id: "x", external_id: "1" } as const;
    const begun = calls.service.work.transaction(async (ctx) => {
      const application = await applicationOf(ctx, partner.gameId);
      await beginMerge(ctx, { application, user_id: userId, identity });
    });
    await expect(begun).rejects.toMatchObject({ declaration: { status: 400, code: 530_016 } });
  });

  test("while the account is being merged", async () => {
    const { userId } = await calls.signIn();
    await calls.service.work.transaction(async ({ tx }) =>
      tx.put(accountMerges, {
        id: "900000000000000001",
        application_id: partner.gameId,
        source_user_id: userId,
        user_id: partner.bobId,
      }),
    );
    expect(await refused({})).toEqual([423, 0]);
    expect((await calls.exchange()).status).toBe(423);
  });

  test("while another account is being merged into the same target", async () => {
    const { userId } = await calls.signIn();
    const { userId: other } = await calls.signIn({ claims: { sub: "other" } });
    const own = await calls.service.store.read((tx) => tx.find(externalIdentities));
    const begin = (identity: ExternalIdentity) =>
      calls.service.work.transaction(async (ctx) => {
        const application = await applicationOf(ctx, partner.gameId);
        await beginMerge(ctx, { application, user_id: partner.aliceId, identity });
      });
    const unknown = { provider_type: "STEAM", provider_id: "x", external_id: "1" } as const;
    const ends = await Promise.allSettled([...own, unknown].map(begin));
    expect(ends).toMatchObject([
      { status: "fulfilled" },
      { reason: { declaration: { code: 530_023 } } },
      { reason: { declaration: { code: 530_023 } } },
    ]);
    await settle();
    const linked = await calls.service.store.read((tx) => tx.find(externalIdentities));
    expect(linked.map(({ user_id }) => user_id).toSorted()).toEqual(
      [partner.aliceId, own[0]?.user_id === userId ? other : userId].toSorted(),
    );
  });

  test("if the user has another identity with the game, until that is removed", async () => {
    const external_auth_token = calls.idToken({ claims: { sub: "other" } });
    expect(await refused({ external_auth_token })).toEqual([200, undefined]);
    expect(await refused({ external_auth_token })).toEqual([200, undefined]);
    expect(await refused({})).toEqual([400, 530_023]);
    await calls.service.control("POST /users/alice/deauthorize", { application: "Game" });
    expect(await refused({})).toEqual([200, undefined]);
  });
});

describe("an unmerge", () => {
  const unmerge = (body: object = {}) =>
    calls.service.call("POST /partner-sdk/provisional-accounts/unmerge", {
      body: { ...game, ...proof(), ...body },
    });

  test("gives the player a new account with their name and lobbies, and revokes old tokens", async () => {
    const { userId } = await calls.signIn();
    const signed = await calls.signInAs(partner.aliceToken, proof());
    await settle();
    const lobbyId = await lobbyWith(partner.aliceId);
    expect((await unmerge()).status).toBe(204);
    const { token, userId: after } = await calls.signIn();
    expect([userId, partner.aliceId]).not.toContain(after);
    const me = await calls.asPlayer(token, "GET /users/@me");
    expect(me.body).toMatchObject({ global_name: "Alice", flags: 1 << 23 });
    expect(await membersOf(lobbyId)).toMatchObject([{ id: after, metadata: { level: "9" } }]);
    const old = await calls.asPlayer(String(signed.at("access_token")), "GET /users/@me");
    expect(old.status).toBe(401);
    const refresh_token = String(signed.at("refresh_token"));
    const again = await calls.form("POST /oauth2/token", {
      ...game,
      grant_type: "refresh_token",
      refresh_token,
    });
    expect([again.status, again.at("error")]).toEqual([400, "invalid_grant"]);
  });

  test("of a player with a bot-issued identity requires the bot", async () => {
    const body = { external_user_id: "x" };
    const vouched = await calls.asGame("POST /partner-sdk/token/bot", body);
    await calls.signInAs(partner.aliceToken, {
      external_auth_type: "DISCORD_BOT_ISSUED_ACCESS_TOKEN",
      external_auth_token: String(vouched.at("access_token")),
    });
    await settle();
    const merged = await calls.asGame("POST /partner-sdk/token/bot", body);
    expect(merged.body).toMatchObject({
      code: 530_010,
      provider_type: "DISCORD_BOT",
      provider_id: null,
    });
    const route = "POST /partner-sdk/provisional-accounts/unmerge/bot";
    expect((await calls.asGame(route, body)).status).toBe(204);
    expect((await calls.asGame("POST /partner-sdk/token/bot", body)).status).toBe(200);
  });

  test("requires a known identity that is merged", async () => {
    const unknown = await unmerge();
    expect([unknown.status, unknown.at("code")]).toEqual([404, 10_013]);
    await calls.signIn();
    const provisional = await unmerge();
    expect([provisional.status, provisional.at("code")]).toEqual([400, 50_229]);
    const unproven = await unmerge({ client_secret: "wrong" });
    expect([unproven.status, unproven.at("code")]).toEqual([401, 530_007]);
  });
});

describe("during a merge", () => {
  /** A player, and a merge of their account into Alice's that ends in a second. */
  async function mergingPlayer(): Promise<string> {
    const { userId } = await calls.signIn();
    await calls.signInAs(partner.aliceToken);
    await calls.service.work.transaction(async (ctx) => {
      const merge = { id: ctx.id(), application_id: partner.gameId, user_id: partner.aliceId };
      ctx.tx.put(accountMerges, { ...merge, source_user_id: userId });
      ctx.schedule(mergeAccounts, ctx.now + 1000, { id: merge.id });
    });
    return userId;
  }

  test("deleted accounts are not merged", async () => {
    const { service } = calls;
    const userId = await mergingPlayer();
    expect((await service.control(`DELETE /users/${userId}`)).status).toBe(204);
    await settle();
    expect(await service.store.read((tx) => tx.count(accountMerges))).toBe(0);
    const jobs = (await service.control("GET /jobs")).at("items") as { kind: string }[];
    expect(jobs.map(({ kind }) => kind)).not.toContain(mergeAccounts.name);
    expect((await calls.signIn()).userId).not.toBe(partner.aliceId);
  });

  test("a user who revokes the application gets no identity, and the player gets a new account", async () => {
    const userId = await mergingPlayer();
    const lobbyId = await lobbyWith(userId);
    const ended = await calls.service.control("POST /users/alice/deauthorize", {
      application: "Game",
    });
    expect(ended.status).toBeLessThan(300);
    await settle();
    const { userId: after } = await calls.signIn();
    expect([userId, partner.aliceId]).not.toContain(after);
    expect(await membersOf(lobbyId)).toMatchObject([{ id: after, metadata: { level: "9" } }]);
  });

  // Proves requirement 7 "530017"
  test("a ban of the user applies to the player, too", async () => {
    await mergingPlayer();
    await calls.service.control("PATCH /users/alice", { banned: true });
    await settle();
    const merge = await calls.signInAs(partner.bobToken, proof());
    expect([merge.status, merge.at("code")]).toEqual([400, 530_017]);
  });

  test("a banned player keeps the account and the ban", async () => {
    const userId = await mergingPlayer();
    await calls.service.control(`PATCH /users/${userId}`, { banned: true });
    await settle();
    expect((await calls.exchange()).at("code")).toBe(530_017);
    const identities = await calls.service.store.read((tx) => tx.find(externalIdentities));
    expect(identities).toMatchObject([{ user_id: userId }]);
  });
});

test("the token of a merged account cannot identify at the gateway", async () => {
  const { token } = await calls.signIn();
  await calls.signInAs(partner.aliceToken, proof());
  await settle();
  const gateway = `${calls.service.url.replace("http", "ws")}/gateway/`;
  const client = await dial(gateway, "?v=9&encoding=json");
  client.send(2, { token: `Bearer ${token}`, properties: {} });
  expect((await client.closed).code).toBe(4004);
});
