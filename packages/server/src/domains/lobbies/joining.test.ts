import { limits } from "@antechamber/contract";
import {
  addLobbyMember,
  createLobby,
  getLobby,
  joinLobby,
  leaveLobby,
} from "@antechamber/contract/lobbies";
import { describe, expect, test } from "vitest";
import {
  alice,
  aLobbyService,
  asGame,
  asOther,
  bob,
  carol,
  game,
} from "../../testing/calls/lobby-calls.ts";
import { connectToLobbies } from "./connected-players.ts";
import { blankLobby, lobbies, lobbyMembers, writtenMember } from "./lobby.ts";

const notAllowed = { status: 403, body: { code: 50241 } };

describe("joining with a secret", () => {
  // Proves requirement 4.3 "PUT /lobbies"
  test("creates the lobby for the first user, and adds the next user to it", async () => {
    const { join, news } = await aLobbyService();
    const first = await join(alice, { secret: "sesame", flags: 1, idle_timeout_seconds: 5 });
    expect(first).toEqual({
      status: 200,
      body: {
        id: first.body.id,
        application_id: game,
        metadata: null,
        flags: 1,
        members: [{ id: alice, metadata: null, flags: 0 }],
      },
    });
    const second = await join(bob, { secret: "sesame", flags: 0 });
    expect(second.body).toMatchObject({ id: first.body.id, flags: 1 });
    expect(second.body.members.map(({ id }) => id)).toEqual([alice, bob]);
    const facts = await news();
    expect(facts.map(({ name, scope }) => [name, "user_ids" in scope && scope.user_ids])).toEqual([
      ["LOBBY_CREATE", [alice]],
      ["LOBBY_MEMBER_ADD", [alice]],
      ["LOBBY_CREATE", [bob]],
    ]);
  });

  // Proves requirement 4.3 "PUT /lobbies"
  test("separates the secrets of applications, and does not store them in plain text", async () => {
    const { join, store } = await aLobbyService();
    const own = await join(alice, { secret: "sesame" });
    const other = await join(alice, { secret: "sesame" }, asOther(alice));
    expect(other.body.id).not.toBe(own.body.id);
    expect(JSON.stringify([own, await store.dump()])).not.toContain("sesame");
  });

  test("changes metadata only if given; null and omission keep it", async () => {
    const { join } = await aLobbyService();
    const secret = "sesame";
    const metadata = { lobby_metadata: { map: "dust" }, member_metadata: { team: "red" } };
    await join(alice, { secret, ...metadata });
    for (const more of [{}, { lobby_metadata: null, member_metadata: null }]) {
      expect((await join(alice, { secret, ...more })).body).toMatchObject({
        metadata: { map: "dust" },
        members: [{ id: alice, metadata: { team: "red" } }],
      });
    }
    const emptied = await join(alice, { secret, lobby_metadata: {}, member_metadata: {} });
    expect(emptied.body).toMatchObject({ metadata: {}, members: [{ metadata: {} }] });
  });

  test("sends metadata changed by a new member to the other members", async () => {
    const { join, news } = await aLobbyService();
    await join(alice, { secret: "sesame" });
    await news();
    await join(bob, { secret: "sesame", lobby_metadata: { map: "dust" } });
    const facts = await news();
    const names = facts.map(({ name }) => name);
    expect(names).toEqual(["LOBBY_MEMBER_ADD", "LOBBY_CREATE", "LOBBY_UPDATE"]);
    expect(facts.at(-1)).toMatchObject({ scope: { user_ids: [alice] } });
  });

  // Proves requirement 2.1 "message: who sets the name"
  test("keeps the flags and name set by the back end", async () => {
    const { join, call } = await aLobbyService();
    const { body } = await join(alice, { secret: "sesame" });
    const params = { lobby_id: body.id, user_id: alice };
    await call(addLobbyMember, { as: asGame, params, body: { flags: 1, additional_name: "Vex" } });
    const again = await join(alice, { secret: "sesame", member_metadata: { team: "red" } });
    expect(again.body.members).toEqual([
      { id: alice, metadata: { team: "red" }, flags: 1, additional_name: "Vex" },
    ]);
  });

  test("adds the bot's own user if requested by the bot", async () => {
    const { call } = await aLobbyService();
    const { body } = await call(joinLobby, { as: asGame, body: { secret: "sesame" } });
    expect(body.members.map(({ id }) => id)).toEqual([game]);
  });

  test.each([
    ["missing", {}],
    ["null", { secret: null }],
    ["empty", { secret: "" }],
    ["too long", { secret: "x".repeat(limits.lobbySecret.value + 1) }],
  ])("is refused when the secret is %s", async (_, body) => {
    const { join, store } = await aLobbyService();
    expect(await join(alice, body)).toMatchObject({ status: 400, body: { code: 50035 } });
    expect(await store.read((tx) => tx.count(lobbies))).toBe(0);
  });

  test("refuses a token of the application without a user", async () => {
    const { call } = await aLobbyService();
    const as = { ...asOther(alice), user_id: undefined };
    expect(await call(joinLobby, { as, body: { secret: "x" } })).toMatchObject({ status: 401 });
  });

  test("finds the lobby for thirty days, then creates a new one and keeps the old one", async () => {
    const { join, call, clock, work } = await aLobbyService();
    const { body: old } = await join(alice, { secret: "sesame" });
    // A connected member keeps the lobby open.
    const session = { application_id: game, user_id: alice, session_id: "s" };
    await work.transaction((ctx) => connectToLobbies(ctx, session));
    const expiry = clock.now() + limits.lobbySecretLife.value;
    await clock.moveTo(expiry - 1);
    expect((await join(bob, { secret: "sesame" })).body.id).toBe(old.id);
    await clock.moveTo(expiry);
    expect((await join(carol, { secret: "sesame" })).body.id).not.toBe(old.id);
    const { body } = await call(getLobby, { as: asGame, params: { lobby_id: old.id } });
    expect(body.members.map(({ id }) => id)).toEqual([alice, bob]);
  });
});

describe("the limits when joining", () => {
  test("refuse a new member in a full lobby, but an existing one may rejoin", async () => {
    const { join, seed } = await aLobbyService();
    const { body } = await join(alice, { secret: "sesame" });
    await seed((tx) => {
      const lobby = blankLobby({ id: body.id, application_id: game, createdAt: 0 });
      for (let n = 1; n < limits.lobbyMembers.value; n += 1) {
        tx.put(lobbyMembers, writtenMember(lobby, undefined, { id: (500_000 + n).toString() }));
      }
    });
    expect(await join(bob, { secret: "sesame" })).toMatchObject(notAllowed);
    expect(await join(alice, { secret: "sesame" })).toMatchObject({ status: 200 });
  });

  test("refuse a user who is in 100 lobbies of the application", async () => {
    const { join, call } = await aLobbyService();
    for (let n = 0; n < limits.lobbiesPerUser.value; n += 1) await join(alice, { secret: `s${n}` });
    expect(await join(alice, { secret: "one more" })).toMatchObject(notAllowed);
    expect(await join(alice, { secret: "s7" })).toMatchObject({ status: 200 });
    expect(await join(bob, { secret: "one more" })).toMatchObject({ status: 200 });
    expect(await join(alice, { secret: "x" }, asOther(alice))).toMatchObject({ status: 200 });
    const members = [{ id: alice }];
    const created = await call(createLobby, { as: asGame, body: { members } });
    expect(created).toMatchObject({ status: 400, body: { code: 50035 } });
  });
});

describe("leaving a lobby", () => {
  test("removes the player, who may join again with the secret", async () => {
    const { join, leave, news } = await aLobbyService();
    const { body } = await join(alice, { secret: "sesame" });
    await join(bob, { secret: "sesame" });
    await news();
    expect(await leave(alice, body.id)).toMatchObject({ status: 204 });
    expect(await leave(alice, body.id)).toMatchObject({ status: 204 });
    const facts = await news();
    expect(facts).toMatchObject([
      { name: "LOBBY_DELETE", scope: { user_ids: [alice] }, payload: { reason: "removed" } },
      { name: "LOBBY_MEMBER_REMOVE", scope: { user_ids: [bob] } },
    ]);
    expect((await join(alice, { secret: "sesame" })).body.id).toBe(body.id);
  });

  // Proves requirement 1 "lobbies of a backend are not for joining"
  // Proves requirement 4.1 "Create lobby"
  test("is refused in a lobby of the back end, for members and other users", async () => {
    const { call, leave } = await aLobbyService();
    const { body } = await call(createLobby, { as: asGame, body: { members: [{ id: alice }] } });
    expect(await leave(alice, body.id)).toMatchObject(notAllowed);
    expect(await leave(bob, body.id)).toMatchObject(notAllowed);
    const after = await call(getLobby, { as: asGame, params: { lobby_id: body.id } });
    expect(after.body.members).toHaveLength(1);
  });

  test("is refused for an unknown lobby, or one of another application", async () => {
    const { join, call, leave } = await aLobbyService();
    const { body } = await join(alice, { secret: "sesame" });
    const unknown = { status: 404, body: { code: 10031 } };
    expect(await leave(alice, "900000000000000000")).toMatchObject(unknown);
    const params = { lobby_id: body.id };
    expect(await call(leaveLobby, { as: asOther(alice), params })).toMatchObject(unknown);
  });
});
