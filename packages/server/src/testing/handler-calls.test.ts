// Tests of a domain meet what a client would meet: the steps of the service decide about their calls.
import {
  createLobby,
  deleteLobby,
  getLobby,
  joinLobby,
  leaveLobby,
} from "@antechamber/contract/lobbies";
import { expect, test } from "vitest";
import { aLobbyService, alice, asGame, game, playerOf } from "./lobby-calls.ts";

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
  "a caller whom the endpoint refuses is refused: %s",
  async (_who, endpoint, as, status) => {
    const { call } = await aLobbyService();
    const asked = { as: as as never, params: { lobby_id: "1" }, body: { secret: "s" } };
    expect((await call(endpoint, asked)).status).toBe(status);
  },
);

test("paths and bodies are read as they are on the wire", async () => {
  const { call } = await aLobbyService();
  const path = await call(getLobby, { as: asGame, params: { lobby_id: "x" } });
  const body = await call(createLobby, { as: asGame, body: { metadata: 1, members: [{}] } });
  expect([path.status, body.status]).toEqual([400, 400]);
  expect(body.body).toMatchObject({ errors: { metadata: {}, members: {} } });
});

test("an answer that is given again is the one of now", async () => {
  const { call } = await aLobbyService();
  const { body } = await call(createLobby, { as: asGame, body: { metadata: { round: "1" } } });
  const asked = { as: asGame, params: { lobby_id: body.id } };
  const first = await call(getLobby, asked);
  expect((await call(getLobby, asked)).body).toEqual(first.body);
  await call(deleteLobby, asked);
  expect((await call(getLobby, asked)).status).toBe(404);
});
