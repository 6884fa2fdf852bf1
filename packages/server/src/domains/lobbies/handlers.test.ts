import { limits } from "@antechamber/contract";
import {
  createLobby,
  deleteLobby,
  editLobby,
  getLobby,
  addLobbyMember,
  removeLobbyMember,
} from "@antechamber/contract/lobbies";
import { describe, expect, test } from "vitest";
import type { Caller } from "../../platform/context.ts";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { userDefaults, users } from "../users/user.ts";
import { lobbyHandlers } from "./handlers.ts";
import { blankLobby, lobbies, lobbyMembers, writtenMember } from "./lobby.ts";

const game: Caller = { kind: "bot", application_id: "200000000000000001" };
const otherGame: Caller = { kind: "bot", application_id: "200000000000000002" };
const [alice, bob, carol, dave] = [1, 2, 3, 4].map((n) => `10000000000000000${n}`) as [
  string,
  string,
  string,
  string,
];
const stranger = "100000000000000099";
const nobody = "900000000000000000";

/** A service with the users alice, bob, carol and dave, called by the game's bot. */
async function aGame() {
  const calls = await openHandlerCalls(lobbyHandlers);
  await calls.seed((tx) => {
    for (const id of [alice, bob, carol, dave]) {
      tx.put(users, { ...userDefaults, id, username: `user-${id}` });
    }
  });
  const post = (body: object = {}, as = game) => calls.call(createLobby, { as, body });
  const get = (lobby_id: string, as = game) => calls.call(getLobby, { as, params: { lobby_id } });
  const patch = (lobby_id: string, body: object, as = game) =>
    calls.call(editLobby, { as, params: { lobby_id }, body });
  const close = (lobby_id: string, as = game) =>
    calls.call(deleteLobby, { as, params: { lobby_id } });
  const put = ([lobby_id, user_id]: readonly [string, string], body: object = {}, as = game) =>
    calls.call(addLobbyMember, { as, params: { lobby_id, user_id }, body });
  const remove = ([lobby_id, user_id]: readonly [string, string], as = game) =>
    calls.call(removeLobbyMember, { as, params: { lobby_id, user_id } });
  /** The events since the last call, as lines: `LOBBY_CREATE to 1 2`. */
  async function newEvents() {
    const facts = await calls.news();
    return facts.map(({ name, scope }) =>
      scope.kind === "users" ? `${name} to ${namesOf(scope.user_ids)}` : name,
    );
  }
  return { ...calls, post, get, patch, close, put, remove, newEvents };
}

function namesOf(ids: readonly string[]): string {
  const names = new Map([
    [alice, "alice"],
    [bob, "bob"],
    [carol, "carol"],
    [dave, "dave"],
  ]);
  return ids.map((id) => names.get(id) ?? id).join(" ");
}

async function aLobby(draft: object = { members: [{ id: alice }, { id: bob }] }) {
  const service = await aGame();
  const { body } = await service.post(draft);
  await service.news();
  return { ...service, id: body.id };
}

describe("POST /lobbies", () => {
  // Proves requirement 2.1 "lobby object"
  // Proves requirement 4.1 "status codes"
  test("answers 201 with an empty lobby for an empty form", async () => {
    const { post } = await aGame();
    expect(await post()).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^\d{17,19}$/) as unknown,
        application_id: game.application_id,
        metadata: null,
        flags: 0,
        members: [],
      },
    });
  });

  // Proves requirement 2.1 "members of a new lobby"
  // Proves requirement 4.1 "Create lobby"
  test("stores the given fields and the last entry for each member, and adds nobody else", async () => {
    const { post, get } = await aGame();
    const members = [
      { id: bob, flags: 0 },
      { id: alice, metadata: { team: "red" }, flags: 1 },
      { id: bob, metadata: { team: "blue" }, additional_name: "Bolt" },
    ];
    const fields = { flags: 1, override_event_webhooks_url: "https://example.com/hook" };
    const draft = { metadata: { map: "dust" }, members, idle_timeout_seconds: 5, ...fields };
    const { body } = await post(draft);
    expect(body).toEqual({
      id: body.id,
      application_id: game.application_id,
      metadata: { map: "dust" },
      ...fields,
      members: [
        { id: alice, metadata: { team: "red" }, flags: 1 },
        { id: bob, metadata: { team: "blue" }, flags: 0, additional_name: "Bolt" },
      ],
    });
    expect(await get(body.id)).toEqual({ status: 200, body });
  });

  test("stores the idle timeout and the time of creation", async () => {
    const { store, clock, post } = await aGame();
    await post({ idle_timeout_seconds: 60 });
    const [lobby] = await store.read((tx) => tx.find(lobbies));
    expect(lobby).toMatchObject({ idle_timeout_seconds: 60, createdAt: clock.now() });
  });

  test("refuses an unknown member, and stores nothing", async () => {
    const { store, post, news } = await aGame();
    const refused = await post({ members: [{ id: alice }, { id: stranger }] });
    expect(refused).toEqual({ status: 404, body: { code: 10013, message: "Unknown User" } });
    expect(await store.read((tx) => tx.count(lobbies))).toBe(0);
    expect(await news()).toEqual([]);
  });

  test("refuses an invalid form with the path of each error", async () => {
    const { post } = await aGame();
    const refused = await post({ idle_timeout_seconds: 4, members: [{ id: "x" }] });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 50035,
        errors: {
          idle_timeout_seconds: { _errors: [{ code: "NUMBER_TYPE_MIN" }] },
          members: { 0: { id: { _errors: [{ code: "NUMBER_TYPE_COERCE" }] } } },
        },
      },
    });
  });

  test("sends the whole lobby to its members, and no event about single members", async () => {
    const { post, news } = await aGame();
    const { body } = await post({
      metadata: { a: "1" },
      members: [{ id: alice, flags: 1 }, { id: bob }],
    });
    const member = { metadata: null, connected: false };
    expect(await news()).toMatchObject([
      {
        name: "LOBBY_CREATE",
        scope: { kind: "users", user_ids: [alice, bob], application_id: game.application_id },
        payload: {
          id: body.id,
          application_id: game.application_id,
          metadata: { a: "1" },
          flags: 0,
          members: [
            { user_id: alice, user: { id: alice }, flags: 1, ...member },
            { user_id: bob, user: { id: bob }, flags: 0, ...member },
          ],
          region: null,
          voice_states: [],
        },
      },
    ]);
  });
});

describe("an unknown lobby, or one of another application", () => {
  // Proves requirement 4.1 "Get lobby"
  // Proves requirement 4.1 "Remove user"
  // Proves requirement 7 "member of no lobby"
  test("is refused by every endpoint, except for deleting a lobby that never existed", async () => {
    const { id, get, patch, close, put, remove } = await aLobby();
    const unknown = { status: 404, body: { code: 10031, message: "Unknown Lobby" } };
    expect(await get(nobody)).toEqual(unknown);
    expect(await get(id, otherGame)).toEqual(unknown);
    expect(await patch(nobody, {})).toEqual(unknown);
    expect(await patch(id, {}, otherGame)).toEqual(unknown);
    expect(await put([nobody, alice])).toEqual(unknown);
    expect(await put([id, alice], {}, otherGame)).toEqual(unknown);
    expect(await remove([nobody, alice])).toEqual(unknown);
    expect(await remove([id, alice], otherGame)).toEqual(unknown);
    expect(await close(id, otherGame)).toEqual(unknown);
    expect(await close(nobody)).toMatchObject({ status: 204 });
    expect(await get(id)).toMatchObject({ status: 200 });
  });

  test("is reported before errors of the body, as is an unknown user", async () => {
    const { id, patch, put } = await aLobby();
    expect(await patch(nobody, { flags: 9 })).toMatchObject({ status: 404, body: { code: 10031 } });
    expect(await put([nobody, alice], { flags: 9 })).toMatchObject({ body: { code: 10031 } });
    expect(await put([id, stranger], { flags: 9 })).toMatchObject({ body: { code: 10013 } });
    expect(await put([id, alice], { flags: 9 })).toMatchObject({ body: { code: 50035 } });
  });
});

describe("PATCH /lobbies/{id}", () => {
  // Proves requirement 2.1 "edit: every field optional"
  // Proves requirement 2.1 "edit: metadata"
  // Proves requirement 4.1 "Edit lobby"
  test("keeps omitted fields, replaces given ones, and null resets them", async () => {
    const { id, patch, get } = await aLobby({ metadata: { a: "1" }, flags: 1 });
    const answer = await patch(id, { members: null });
    expect(answer).toMatchObject({ status: 200, body: { metadata: { a: "1" }, flags: 1 } });
    expect((await patch(id, { metadata: { b: "2" } })).body.metadata).toEqual({ b: "2" });
    const cleared = await patch(id, { metadata: null, flags: null });
    expect(cleared.body).toMatchObject({ metadata: null, flags: 0 });
    expect((await get(id)).body).toEqual(cleared.body);
  });

  test("returns the URL for events only if there is one", async () => {
    const { id, patch } = await aLobby();
    const url = "https://example.com";
    expect((await patch(id, { override_event_webhooks_url: url })).body).toMatchObject({
      override_event_webhooks_url: url,
    });
    const without = await patch(id, { override_event_webhooks_url: null });
    expect(without.body).not.toHaveProperty("override_event_webhooks_url");
  });

  // Proves requirement 2.1 "edit: members"
  test("replaces the members by the given list, and keeps them without a list", async () => {
    const { id, patch } = await aLobby();
    const memberIds = async (body: object) =>
      (await patch(id, body)).body.members.map((member) => namesOf([member.id]));
    expect(await memberIds({ members: null })).toEqual(["alice", "bob"]);
    expect(await memberIds({ members: [{ id: carol }, { id: bob }] })).toEqual(["bob", "carol"]);
    expect(await memberIds({})).toEqual(["bob", "carol"]);
    expect(await memberIds({ members: [] })).toEqual([]);
  });

  test("changes nothing if one of the listed users is unknown", async () => {
    const { id, patch, get, news } = await aLobby();
    const before = await get(id);
    const refused = await patch(id, {
      metadata: { a: "1" },
      members: [{ id: carol }, { id: stranger }],
    });
    expect(refused).toMatchObject({ status: 404, body: { code: 10013 } });
    expect(await get(id)).toEqual(before);
    expect(await news()).toEqual([]);
  });

  test("sends member events to the remaining members, and lobby events to those who join or leave", async () => {
    const { id, patch, newEvents } = await aLobby({
      members: [alice, bob, carol].map((each) => ({ id: each })),
    });
    await patch(id, {
      metadata: { a: "1" },
      members: [{ id: bob, flags: 1 }, { id: carol }, { id: dave }],
    });
    expect(await newEvents()).toEqual([
      "LOBBY_DELETE to alice",
      "LOBBY_MEMBER_REMOVE to bob carol",
      "LOBBY_MEMBER_ADD to bob carol",
      "LOBBY_MEMBER_UPDATE to bob carol",
      "LOBBY_CREATE to dave",
      "LOBBY_UPDATE to bob carol",
    ]);
  });

  test("sends no event about unchanged fields, or fields that players cannot see", async () => {
    const { id, patch, newEvents } = await aLobby({
      metadata: { a: "1" },
      members: [{ id: alice }],
    });
    const url = "https://example.com";
    await patch(id, {});
    await patch(id, { metadata: { a: "1" }, members: [{ id: alice }] });
    await patch(id, { idle_timeout_seconds: 9, override_event_webhooks_url: url });
    expect(await newEvents()).toEqual([]);
  });

  test("does not send the URL for events to players", async () => {
    const { id, patch, news } = await aLobby();
    await patch(id, { flags: 1, override_event_webhooks_url: "https://example.com" });
    const [update] = await news();
    expect(update).toMatchObject({ name: "LOBBY_UPDATE", payload: { id, flags: 1 } });
    expect(update?.payload).not.toHaveProperty("override_event_webhooks_url");
    expect(update?.payload).not.toHaveProperty("idle_timeout_seconds");
  });
});

describe("DELETE /lobbies/{id}", () => {
  // Proves requirement 4.1 "Delete lobby"
  test("deletes the members, sends them an event, and succeeds again", async () => {
    const { id, store, close, get, news } = await aLobby();
    expect(await close(id)).toEqual({ status: 204, body: undefined });
    expect(await news()).toMatchObject([
      {
        name: "LOBBY_DELETE",
        scope: { kind: "users", user_ids: [alice, bob] },
        payload: { id, reason: "deleted" },
      },
    ]);
    expect(await store.read((tx) => tx.count(lobbyMembers))).toBe(0);
    expect(await get(id)).toMatchObject({ status: 404 });
    expect(await close(id)).toMatchObject({ status: 204 });
    expect(await news()).toEqual([]);
  });
});

describe("PUT /lobbies/{id}/members/{user_id}", () => {
  const full = { metadata: { team: "red" }, flags: 1, additional_name: "Vex" };

  // Proves requirement 2.1 "member: metadata"
  // Proves requirement 4.1 "Add user"
  test("returns the member with the given fields, or with defaults", async () => {
    const { id, put } = await aLobby();
    expect(await put([id, carol])).toEqual({
      status: 200,
      body: { id: carol, metadata: null, flags: 0 },
    });
    expect(await put([id, dave], full)).toEqual({ status: 200, body: { id: dave, ...full } });
  });

  // Proves requirement 4.1 "Add user"
  test("updates an existing member: omitted fields stay the same, null resets them", async () => {
    const { id, get, put } = await aLobby();
    await put([id, alice], full);
    expect((await put([id, alice])).body).toEqual({ id: alice, ...full });
    const renamed = { ...full, additional_name: "Zed" };
    expect((await put([id, alice], { additional_name: "Zed" })).body).toEqual({
      id: alice,
      ...renamed,
    });
    const nameless = await put([id, alice], { additional_name: null, metadata: null });
    expect(nameless.body).toEqual({ id: alice, metadata: null, flags: 1 });
    expect((await get(id)).body.members).toEqual([
      nameless.body,
      { id: bob, metadata: null, flags: 0 },
    ]);
  });

  test("refuses an unknown user", async () => {
    const { id, put } = await aLobby();
    expect(await put([id, stranger])).toEqual({
      status: 404,
      body: { code: 10013, message: "Unknown User" },
    });
  });

  test("sends the lobby to the added user, and the member to the others", async () => {
    const { id, put, news } = await aLobby();
    await put([id, carol], full);
    const member = { user_id: carol, user: { id: carol }, metadata: full.metadata, flags: 1 };
    const [added, created, ...more] = await news();
    expect(added).toMatchObject({
      name: "LOBBY_MEMBER_ADD",
      scope: { user_ids: [alice, bob] },
      payload: { lobby_id: id, application_id: game.application_id, member },
    });
    expect(created).toMatchObject({ name: "LOBBY_CREATE", scope: { user_ids: [carol] } });
    expect(created?.payload).toMatchObject({ members: [{}, {}, { user_id: carol }] });
    expect(more).toEqual([]);
  });

  test("sends a change to all members, and no event if nothing changed", async () => {
    const { id, put, newEvents } = await aLobby();
    await put([id, alice], full);
    await put([id, alice], full);
    await put([id, alice]);
    expect(await newEvents()).toEqual(["LOBBY_MEMBER_UPDATE to alice bob"]);
  });
});

describe("DELETE /lobbies/{id}/members/{user_id}", () => {
  // Proves requirement 4.1 "Remove user"
  test("sends an event about the lobby to the user and one about the member to others, once", async () => {
    const { id, remove, get, news } = await aLobby();
    expect(await remove([id, alice])).toEqual({ status: 204, body: undefined });
    expect(await remove([id, alice])).toMatchObject({ status: 204 });
    expect(await remove([id, stranger])).toMatchObject({ status: 204 });
    expect(await news()).toMatchObject([
      { name: "LOBBY_DELETE", scope: { user_ids: [alice] }, payload: { id, reason: "removed" } },
      {
        name: "LOBBY_MEMBER_REMOVE",
        scope: { user_ids: [bob] },
        payload: { lobby_id: id, member: { user_id: alice } },
      },
    ]);
    expect((await get(id)).body.members).toEqual([{ id: bob, metadata: null, flags: 0 }]);
  });
});

describe("the limits of lobbies", () => {
  test("refuse a new member in a full lobby, but not a change of a member", async () => {
    const { id, seed, put, store } = await aLobby({ members: [{ id: alice }] });
    const lobby = await store.read((tx) => tx.get(lobbies, id.padStart(20, "0")));
    if (lobby === undefined) throw new Error("the lobby is missing");
    await seed((tx) => {
      for (let n = 1; n < limits.lobbyMembers.value; n++) {
        const member = writtenMember(lobby, undefined, { id: (500_000 + n).toString() });
        tx.put(lobbyMembers, member);
      }
    });
    expect(await put([id, bob])).toMatchObject({ status: 403, body: { code: 50241 } });
    expect(await put([id, alice], { flags: 1 })).toMatchObject({ status: 200, body: { flags: 1 } });
  });

  test("refuse adding a user who is in too many lobbies of the application", async () => {
    const { id, seed, post, put, patch } = await aLobby({ members: [{ id: alice }] });
    await seed((tx) => {
      for (let n = 1; n < limits.lobbiesPerUser.value; n++) {
        const identity = { id: (700_000 + n).toString(), application_id: game.application_id };
        const lobby = blankLobby({ ...identity, createdAt: 0 });
        tx.put(lobbies, lobby);
        tx.put(lobbyMembers, writtenMember(lobby, undefined, { id: bob }));
      }
    });
    expect(await put([id, bob])).toMatchObject({ status: 200 });
    const next = await post();
    const members = [{ id: carol }, { id: bob }];
    const atMember = {
      errors: { members: { 1: { id: { _errors: [{ code: "LOBBY_USER_LIMIT" }] } } } },
    };
    expect(await put([next.body.id, bob])).toMatchObject({ status: 403, body: { code: 50241 } });
    expect(await post({ members })).toMatchObject({
      status: 400,
      body: { code: 50035, ...atMember },
    });
    expect(await patch(next.body.id, { members })).toMatchObject({ status: 400, body: atMember });
    // The limit does not apply to lobbies that they are already in, nor to another application's.
    expect(await put([id, bob], { flags: 1 })).toMatchObject({ status: 200 });
    expect(await patch(id, { members })).toMatchObject({ status: 200 });
    expect(await post({ members }, otherGame)).toMatchObject({ status: 201 });
  });
});
