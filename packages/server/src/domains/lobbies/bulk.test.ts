import { limits } from "@antechamber/contract";
import { bulkLobbyMembers, createLobby, getLobby } from "@antechamber/contract/lobbies";
import { expect, test } from "vitest";
import {
  alice,
  aLobbyService,
  asGame,
  bob,
  botOf,
  carol,
  game,
  otherGame,
} from "../../testing/calls/lobby-calls.ts";
import { blankLobby, lobbyMembers, writtenMember } from "./lobby.ts";

const stranger = "100000000000000099";

async function aLobby(members: readonly object[] = [{ id: alice }]) {
  const service = await aLobbyService();
  const { body } = await service.call(createLobby, { as: asGame, body: { members } });
  await service.news();
  const lobby_id = body.id;
  const bulk = (list: unknown, as = asGame) =>
    service.call(bulkLobbyMembers, { as, params: { lobby_id }, body: list });
  const membersNow = async () =>
    (await service.call(getLobby, { as: asGame, params: { lobby_id } })).body.members;
  return Object.assign(service, { id: lobby_id, bulk, membersNow });
}

// Proves requirement 4.3 "POST /lobbies/{lobby_id}/members/bulk"
test("a bulk request adds, edits and removes members, and returns all but the removed ones", async () => {
  const { bulk, membersNow, news } = await aLobby([{ id: alice }, { id: bob }]);
  const answer = await bulk([
    { id: carol, metadata: { team: "red" }, additional_name: "Vex" },
    { id: alice, remove_member: true },
    { id: bob, flags: 1, remove_member: false },
  ]);
  const [carols, bobs] = [
    { id: carol, metadata: { team: "red" }, flags: 0, additional_name: "Vex" },
    { id: bob, metadata: null, flags: 1 },
  ];
  expect(answer).toEqual({ status: 200, body: [carols, bobs] });
  expect(await membersNow()).toEqual([bobs, carols]);
  const facts = await news();
  expect(facts.map(({ name, scope }) => [name, "user_ids" in scope && scope.user_ids])).toEqual([
    ["LOBBY_DELETE", [alice]],
    ["LOBBY_MEMBER_REMOVE", [bob]],
    ["LOBBY_MEMBER_ADD", [bob]],
    ["LOBBY_MEMBER_UPDATE", [bob]],
    ["LOBBY_CREATE", [carol]],
  ]);
});

// Proves requirement 2.1 "message: who sets the name"
test("an omitted name stays the same, and null removes it", async () => {
  const { bulk } = await aLobby();
  const named = (fields: object) => bulk([{ id: alice, ...fields }]).then(({ body }) => body[0]);
  expect(await named({ additional_name: "Vex" })).toMatchObject({ additional_name: "Vex" });
  expect(await named({ metadata: {} })).toMatchObject({ additional_name: "Vex", metadata: {} });
  expect(await named({ additional_name: null })).not.toHaveProperty("additional_name");
});

test("the last of several entries for a user counts", async () => {
  const { bulk, membersNow } = await aLobby();
  const { body } = await bulk([
    { id: bob, metadata: { n: "1" } },
    { id: alice, flags: 1 },
    { id: bob, flags: 1 },
    { id: alice, remove_member: true },
    { id: carol, remove_member: true },
    { id: carol },
  ]);
  expect(body).toEqual([
    { id: bob, metadata: null, flags: 1 },
    { id: carol, metadata: null, flags: 0 },
  ]);
  expect((await membersNow()).map(({ id }) => id)).toEqual([bob, carol]);
});

// Proves requirement 4.3 "POST /lobbies/{lobby_id}/members/bulk"
// Proves requirement 8 "lobby: members"
test.each([
  ["none", []],
  ["too many", Array.from({ length: 26 }, () => ({ id: alice }))],
  ["no list", { members: [] }],
  ["an empty name", [{ id: alice, additional_name: "" }]],
  ["no id", [{ metadata: {} }]],
])("%s is refused as an invalid form", async (_, list) => {
  const { bulk } = await aLobby();
  expect(await bulk(list)).toMatchObject({ status: 400, body: { code: 50035 } });
});

test("an unknown user fails the request, and nothing changes", async () => {
  const { bulk, membersNow, news } = await aLobby();
  for (const last of [{ id: stranger }, { id: stranger, remove_member: true }]) {
    const answer = await bulk([{ id: bob }, { id: alice, remove_member: true }, last]);
    expect(answer).toMatchObject({ status: 404, body: { code: 10013 } });
  }
  expect((await membersNow()).map(({ id }) => id)).toEqual([alice]);
  expect(await news()).toEqual([]);
});

test("users in too many lobbies are skipped, unless they are already in this one", async () => {
  const { bulk, seed } = await aLobby();
  await seed((tx) => {
    for (let n = 0; n < limits.lobbiesPerUser.value; n += 1) {
      const identity = { id: (700_000 + n).toString(), application_id: game, createdAt: 0 };
      for (const id of [alice, bob]) {
        tx.put(lobbyMembers, writtenMember(blankLobby(identity), undefined, { id }));
      }
    }
  });
  const { body } = await bulk([{ id: alice, flags: 1 }, { id: bob }, { id: carol }]);
  expect(body.map(({ id }) => id)).toEqual([alice, carol]);
});

test("a full lobby accepts as many users as left it earlier in the list", async () => {
  const { bulk, seed, id } = await aLobby();
  await seed((tx) => {
    const lobby = blankLobby({ id, application_id: game, createdAt: 0 });
    for (let n = 1; n < limits.lobbyMembers.value; n += 1) {
      tx.put(lobbyMembers, writtenMember(lobby, undefined, { id: (500_000 + n).toString() }));
    }
  });
  const { body } = await bulk([{ id: bob }, { id: alice, remove_member: true }, { id: carol }]);
  expect(body.map((member) => member.id)).toEqual([carol]);
});

test("a lobby of another application is unknown", async () => {
  const { bulk } = await aLobby();
  const refused = { status: 404, body: { code: 10031 } };
  expect(await bulk([{ id: bob }], botOf(otherGame))).toMatchObject(refused);
});
