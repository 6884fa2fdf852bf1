// The state of a lobby in a player's session after each event.
import { expect, test } from "vitest";
import {
  lobbyAfter,
  noLobbySeen,
  READ_MAX,
  withRead,
  type LobbyMessage,
  type LobbySeen,
} from "./lobby-seen.ts";

const member = (user_id: string, connected: boolean) => ({
  user_id,
  metadata: null,
  flags: 0,
  connected,
});
const lobby = {
  id: "1",
  application_id: "9",
  metadata: null,
  flags: 0,
  members: [member("5", true)],
};

function lobbyAfterAll(...events: readonly (readonly [string, object])[]): LobbySeen {
  return events.reduce((state, event) => lobbyAfter(state, "1", event), noLobbySeen);
}

const ready = ["READY", { lobbies: [{ ...lobby, id: "2" }, lobby] }] as const;

test("READY contains the lobby, or LOBBY_CREATE for a user who is added", () => {
  expect(lobbyAfterAll(ready).lobby).toEqual(lobby);
  expect(lobbyAfterAll(["READY", { lobbies: [] }]).lobby).toBeUndefined();
  expect(lobbyAfterAll(["READY", {}], ["LOBBY_CREATE", lobby]).lobby).toEqual(lobby);
});

test("members are added, updated and removed", () => {
  const of = { lobby_id: "1" };
  const state = lobbyAfterAll(
    ready,
    ["LOBBY_MEMBER_ADD", { ...of, member: member("6", false) }],
    ["LOBBY_MEMBER_CONNECT", { ...of, member: member("6", true) }],
    ["LOBBY_MEMBER_REMOVE", { ...of, member: member("5", true) }],
  );
  expect(state.lobby?.members).toEqual([member("6", true)]);
});

test("messages of other lobbies are ignored", () => {
  const text = (id: string, lobby_id: string, content: string) => ({ id, lobby_id, content });
  const state = lobbyAfterAll(
    ready,
    ["LOBBY_MESSAGE_CREATE", text("11", "1", "here")],
    ["LOBBY_MESSAGE_CREATE", text("12", "2", "there")],
    ["LOBBY_MESSAGE_CREATE", text("13", "1", "gone")],
    ["LOBBY_MESSAGE_UPDATE", text("11", "1", "changed")],
    ["LOBBY_MESSAGE_DELETE", { id: "13", lobby_id: "1" }],
  );
  expect(state.messages.map(({ content }) => content)).toEqual(["changed"]);
  expect(state.gone.map(({ id }) => id)).toEqual(["13"]);
});

test("a deleted lobby gives the reason", () => {
  const state = lobbyAfterAll(ready, ["LOBBY_DELETE", { id: "1", reason: "deleted" }]);
  expect([state.lobby, state.left]).toEqual([undefined, "deleted"]);
  expect(lobbyAfter(state, "1", ["LOBBY_CREATE", lobby]).left).toBeUndefined();
});

test("fetched messages replace known ones of the same period, and follow older ones", () => {
  const message = (id: number) => ({ id: String(id), lobby_id: "1" }) as unknown as LobbyMessage;
  const idsOf = ({ messages }: LobbySeen) => messages.map(({ id }) => id);
  const state = lobbyAfterAll(ready, ["LOBBY_MESSAGE_CREATE", message(11)]);
  expect(idsOf(withRead(state, [13, 12, 11].map(message)))).toEqual(["11", "12", "13"]);
  // The message was deleted in the meantime.
  expect(idsOf(withRead(state, [message(12)]))).toEqual(["12"]);
  const full = Array.from({ length: READ_MAX }, (_, i) => message(100 + READ_MAX - i));
  expect(idsOf(withRead(state, full)).slice(0, 2)).toEqual(["11", "101"]);
});

test("a message deleted repeatedly is noted only once", () => {
  const gone = ["LOBBY_MESSAGE_DELETE", { id: "11", lobby_id: "1" }] as const;
  const create = ["LOBBY_MESSAGE_CREATE", { id: "11", lobby_id: "1" }] as const;
  expect(lobbyAfterAll(ready, create, gone, create, gone).gone).toHaveLength(1);
});
