import { describe, expect, test } from "vitest";
import { LobbyCache, type LobbyListeners } from "./lobby-cache.ts";
import type { LobbyPayload, MemberPayload } from "./payloads.ts";

const member = (user_id: string, more: Partial<MemberPayload> = {}): MemberPayload => ({
  user_id,
  metadata: null,
  flags: 0,
  connected: true,
  ...more,
});

const lobby = (id: string, ...members: readonly MemberPayload[]): LobbyPayload => ({
  id,
  metadata: null,
  members,
});

const message = (id: string, more: object = {}) => ({
  id,
  content: `text ${id}`,
  channel_id: "1",
  lobby_id: "1",
  author: { id: "5" },
  ...more,
});

/** A cache, and the calls of its listeners. */
function aCache(...lobbies: readonly LobbyPayload[]) {
  const cache = new LobbyCache();
  cache.dispatch("READY", { lobbies });
  const calls: string[] = [];
  const names: readonly (keyof LobbyListeners)[] = [
    "lobbyCreated",
    "lobbyDeleted",
    "lobbyUpdated",
    "memberAdded",
    "memberRemoved",
    "memberUpdated",
    "messageCreated",
    "messageUpdated",
    "messageDeleted",
  ];
  for (const name of names) {
    cache.listeners[name] = (...ids: readonly bigint[]) =>
      void calls.push([name, ...ids].join(" "));
  }
  return { cache, calls };
}

describe("lobbies", () => {
  test("are deleted or created when a new READY omits or adds them", () => {
    const { cache, calls } = aCache(lobby("1"), lobby("2"));
    cache.dispatch("READY", { lobbies: [lobby("2", member("5")), lobby("3")] });
    expect(calls).toEqual(["lobbyDeleted 1", "lobbyCreated 3"]);
    expect(cache.lobbyIds()).toEqual([2n, 3n]);
    expect(cache.lobby(2n)?.members).toEqual([member("5")]);
  });

  test("are created once, even if the event is repeated", () => {
    const { cache, calls } = aCache();
    cache.dispatch("LOBBY_CREATE", lobby("1"));
    cache.dispatch("LOBBY_CREATE", lobby("1", member("5")));
    expect(calls).toEqual(["lobbyCreated 1"]);
    expect(cache.lobby(1n)?.members).toHaveLength(1);
  });

  test("are deleted together with their messages", () => {
    const { cache, calls } = aCache(lobby("1"));
    cache.dispatch("LOBBY_MESSAGE_CREATE", message("7"));
    cache.dispatch("LOBBY_DELETE", { id: "1" });
    expect([cache.lobby(1n), cache.message(7n)]).toEqual([undefined, undefined]);
    expect(calls).toEqual(["messageCreated 7", "lobbyDeleted 1"]);
  });
});

describe("members", () => {
  const change = (cache: LobbyCache, name: string, of: MemberPayload) =>
    cache.dispatch(name, { lobby_id: "1", member: of });

  test("are in their lobby once, with their latest data", () => {
    const { cache, calls } = aCache(lobby("1", member("5"), member("6")));
    change(cache, "LOBBY_MEMBER_UPDATE", member("5", { metadata: { team: "red" } }));
    change(cache, "LOBBY_MEMBER_DISCONNECT", member("6", { connected: false }));
    change(cache, "LOBBY_MEMBER_ADD", member("7"));
    change(cache, "LOBBY_MEMBER_ADD", member("7", { flags: 1 }));
    expect(cache.lobby(1n)?.members).toEqual([
      member("5", { metadata: { team: "red" } }),
      member("6", { connected: false }),
      member("7", { flags: 1 }),
    ]);
    expect(calls).toEqual([
      "memberUpdated 1 5",
      "memberUpdated 1 6",
      "memberAdded 1 7",
      "memberAdded 1 7",
    ]);
  });

  test("are removed from their lobby when they leave", () => {
    const { cache, calls } = aCache(lobby("1", member("5"), member("6")));
    change(cache, "LOBBY_MEMBER_REMOVE", member("5"));
    expect(cache.lobby(1n)?.members).toEqual([member("6")]);
    expect(calls).toEqual(["memberRemoved 1 5"]);
  });
});

describe("messages", () => {
  test("are limited to the newest 25 of each channel", () => {
    const { cache } = aCache(lobby("1"), lobby("2"));
    cache.dispatch("LOBBY_MESSAGE_CREATE", message("900", { lobby_id: "2" }));
    for (let id = 100; id < 126; id += 1) {
      cache.dispatch("LOBBY_MESSAGE_CREATE", message(String(id)));
    }
    expect([cache.message(100n), cache.message(101n)?.content]).toEqual([undefined, "text 101"]);
    expect(cache.message(900n)?.content).toBe("text 900");
  });

  test("keep fields that an update omits, except moderation metadata", () => {
    const { cache, calls } = aCache(lobby("1"));
    const before = { metadata: { kind: "trade" }, moderation_metadata: { ok: "no" } };
    cache.dispatch("LOBBY_MESSAGE_CREATE", message("7", before));
    cache.dispatch("LOBBY_MESSAGE_UPDATE", message("7", { content: "new" }));
    expect(cache.message(7n)).toEqual(
      message("7", { content: "new", metadata: { kind: "trade" } }),
    );
    expect(calls).toEqual(["messageCreated 7", "messageUpdated 7"]);
  });

  test("are removed when deleted, in a lobby and in a direct message", () => {
    const { cache, calls } = aCache(lobby("1"));
    cache.dispatch("LOBBY_MESSAGE_CREATE", message("7"));
    cache.dispatch("MESSAGE_CREATE", message("8", { channel_id: "30", lobby_id: undefined }));
    cache.dispatch("LOBBY_MESSAGE_DELETE", { id: "7", lobby_id: "1" });
    cache.dispatch("MESSAGE_DELETE", { id: "8", channel_id: "30" });
    expect([cache.message(7n), cache.message(8n)]).toEqual([undefined, undefined]);
    expect(calls.slice(2)).toEqual(["messageDeleted 7 1", "messageDeleted 8 30"]);
  });
});

test("unknown events have no effect", () => {
  const { cache, calls } = aCache(lobby("1"));
  cache.dispatch("TYPING_START", {});
  expect([cache.lobbyIds(), calls]).toEqual([[1n], []]);
});
