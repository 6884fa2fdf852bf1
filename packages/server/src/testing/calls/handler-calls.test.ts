// Handler calls of domain tests pass the steps of the service's pipeline, as a client's calls do.
import {
  createLobby,
  deleteLobby,
  getLobby,
  joinLobby,
  leaveLobby,
} from "@antechamber/contract/lobbies";
import { expect, test } from "vitest";
import { linkView } from "../../domains/lobbies/link.ts";
import { blankLobby, lobbies } from "../../domains/lobbies/lobby.ts";
import { channels } from "../../domains/guilds/guild.ts";
import { aLobbyService, alice, asGame, game, playerOf } from "./lobby-calls.ts";
import { aMessageScene, asAlice, ids } from "./message-calls.ts";
import { aChannel } from "../records.ts";

const control = { kind: "control" } as const;
const nobody = { kind: "nobody" } as const;
const user = { kind: "user", user_id: alice } as const;

test.each([
  ["nobody", createLobby, nobody, 401],
  ["the operator", createLobby, control, 401],
  ["a player for a bot", createLobby, playerOf(game, alice), 403],
  ["a bot for a player", leaveLobby, asGame, 403],
  ["a token without the scope", joinLobby, { ...playerOf(game, alice), scopes: new Set() }, 403],
  ["a signed-in user for a bot", deleteLobby, user, 403],
] as const)(
  "callers without access to an endpoint are refused: %s",
  async (_who, endpoint, as, status) => {
    const { call } = await aLobbyService();
    const options = { as: as as never, params: { lobby_id: "1" }, body: { secret: "s" } };
    expect((await call(endpoint, options)).status).toBe(status);
  },
);

test("paths and bodies are validated like those of real calls", async () => {
  const { call } = await aLobbyService();
  const path = await call(getLobby, { as: asGame, params: { lobby_id: "x" } });
  const body = await call(createLobby, { as: asGame, body: { metadata: 1, members: [{}] } });
  expect([path.status, body.status]).toEqual([400, 400]);
  expect(body.body).toMatchObject({ errors: { metadata: {}, members: {} } });
});

test("a repeated call receives the current answer", async () => {
  const { call } = await aLobbyService();
  const { body } = await call(createLobby, { as: asGame, body: { metadata: { round: "1" } } });
  const options = { as: asGame, params: { lobby_id: body.id } };
  const first = await call(getLobby, options);
  expect((await call(getLobby, options)).body).toEqual(first.body);
  await call(deleteLobby, options);
  expect((await call(getLobby, options)).status).toBe(404);
});

test("a later domain handles an event in the same transaction", async () => {
  const { seed, send, remove, news } = await aMessageScene();
  const lobby = {
    ...blankLobby({ id: "900000000000000001", application_id: ids.bot, createdAt: 0 }),
    linked_channel_id: ids.general,
    linked_by: ids.alice,
    linked_at: 0,
  };
  await seed((tx) => {
    tx.put(lobbies, lobby);
    const linked = { guild_id: ids.guild, linked_lobby: linkView(lobby) };
    tx.put(channels, aChannel(ids.general, linked));
  });
  await news();
  const names = async () => (await news()).map(({ name }) => name);

  const { body } = await send({ content: "gg" }, { as: asAlice });
  expect(await names()).toEqual(["MESSAGE_CREATE", "LOBBY_MESSAGE_CREATE"]);
  await send({ content: "elsewhere" }, { as: asAlice, channel: ids.thread });
  // A user who writes in a thread joins it.
  const joined = ["THREAD_CREATE", "THREAD_MEMBERS_UPDATE", "THREAD_MEMBER_UPDATE"];
  expect(await names()).toEqual([...joined, "MESSAGE_CREATE"]);
  await remove(body.id, { as: asAlice });
  expect(await names()).toEqual(["MESSAGE_DELETE", "LOBBY_MESSAGE_DELETE"]);
});
