// The state of a session after each event.
import { describe, expect, test } from "vitest";
import { rightsOn } from "../message-facts.ts";
import { mayText, permissionsOf } from "./permissions.ts";
import { after, nothingSeen, type Seen } from "./seen.ts";
import { withEarlier, withMessage, type Message, type Messages } from "./seen-messages.ts";
import { nameKnown, placeOf } from "./use-session.ts";

const alice = { id: "1", username: "alice", global_name: null };
const bob = { id: "2", username: "bob", global_name: "Bob" };

const text = (id: string, content: string, more: object = {}) =>
  ({
    id,
    channel_id: "20",
    content,
    author: bob,
    flags: 0,
    type: 0,
    ...more,
  }) as unknown as Message;

const role = (id: string, permissions: string) => ({ id, name: `role ${id}`, permissions });
const guild = {
  id: "10",
  name: "Hall",
  owner_id: "9",
  emojis: [],
  // May view, send and use commands.
  roles: [
    role("10", String((1n << 10n) | (1n << 11n) | (1n << 31n))),
    role("11", String(1n << 13n)),
  ],
  channels: [{ id: "20", type: 0, name: "general", position: 0, flags: 0 }],
  threads: [],
  members: [{ user: alice, roles: ["11"], nick: "Al" }],
  voice_states: [],
};

function afterAll(...events: readonly (readonly [string, object])[]): Seen {
  return events.reduce((state, [name, d]) => after(state, name, d), nothingSeen);
}

const ready = [
  "READY",
  { user: alice, private_channels: [{ id: "30", type: 1, recipients: [bob] }] },
] as const;

/** A session that has opened the channel, which contains one message. */
function opened(...events: readonly (readonly [string, object])[]): Seen {
  const begun = afterAll(ready, ["GUILD_CREATE", guild]);
  const messages = new Map([["20", [text("100", "first")]]]);
  const start: Seen = { ...begun, messages };
  return events.reduce((state, [name, d]) => after(state, name, d), start);
}

const inGeneral = (state: Seen) => (state.messages.get("20") ?? []).map(({ content }) => content);
const first = (state: Seen) => state.messages.get("20")?.[0];

describe("messages", () => {
  test("fetched earlier come before known ones, without duplicates, and are kept", () => {
    const ids = (messages: Messages) => messages.map(({ id }) => id);
    const known = [text("3", "c"), text("4", "d")];
    const earlier = [text("3", "c"), text("2", "b"), text("1", "a")];
    expect(ids(withEarlier(known, earlier))).toEqual(["1", "2", "3", "4"]);
    const many = Array.from({ length: 600 }, (_, i) => text(String(1000 + i), ""));
    expect(withMessage(many, text("2000", ""))).toHaveLength(600);
    expect(withMessage(many.slice(0, 500), text("2000", ""))).toHaveLength(500);
    expect(withMessage(many.slice(0, 3), text("2000", ""))).toHaveLength(4);
  });

  test("that were deleted leave their author, except ephemeral ones", () => {
    const ephemeral = text("101", "only you", { flags: 64 });
    const state = opened(
      ["MESSAGE_CREATE", ephemeral],
      ["MESSAGE_CREATE", text("102", "third")],
      ["MESSAGE_DELETE", { id: "101", channel_id: "20" }],
      ["MESSAGE_DELETE_BULK", { ids: ["100", "102", "999"], channel_id: "20" }],
    );
    expect(inGeneral(state)).toEqual([]);
    expect(state.gone.get("20")).toEqual([
      { id: "100", author: bob },
      { id: "102", author: bob },
    ]);
  });

  test("are sorted by ID, without duplicates", () => {
    const state = opened(
      ["MESSAGE_CREATE", text("1001", "third")],
      ["MESSAGE_CREATE", text("200", "second")],
      ["MESSAGE_CREATE", text("1001", "third again")],
    );
    expect(inGeneral(state)).toEqual(["first", "second", "third again"]);
  });

  test("of a channel that is not open are not stored", () => {
    const state = opened(["MESSAGE_CREATE", text("101", "elsewhere", { channel_id: "21" })]);
    expect([...state.messages.keys()]).toEqual(["20"]);
  });

  test("are deleted one at a time or in bulk", () => {
    const place = { channel_id: "20" };
    const state = opened(
      ["MESSAGE_CREATE", text("101", "second")],
      ["MESSAGE_CREATE", text("102", "third")],
      ["MESSAGE_DELETE", { ...place, id: "100" }],
      ["MESSAGE_DELETE_BULK", { ...place, ids: ["102"] }],
    );
    expect(inGeneral(state)).toEqual(["second"]);
  });

  test("keep the user's own reactions and votes when updated", () => {
    const where = { channel_id: "20", message_id: "100", emoji: { id: null, name: "👍" } };
    const poll = { question: {}, answers: [], results: { answer_counts: [], is_finalized: false } };
    const changed = { ...poll, results: { answer_counts: [{ id: 1, count: 1, me_voted: false }] } };
    const state = opened(
      ["MESSAGE_UPDATE", text("100", "with a poll", { poll })],
      ["MESSAGE_REACTION_ADD", { ...where, user_id: "1" }],
      ["MESSAGE_POLL_VOTE_ADD", { ...where, user_id: "1", answer_id: 1 }],
      ["MESSAGE_UPDATE", text("100", "edited", { poll: changed, reactions: [] })],
    );
    expect(first(state)).toMatchObject({
      content: "edited",
      reactions: [{ count: 1, me: true }],
      poll: { results: { answer_counts: [{ id: 1, count: 1, me_voted: true }] } },
    });
  });
});

describe("reactions and votes", () => {
  const where = { channel_id: "20", message_id: "100", emoji: { id: null, name: "👍" } };

  test("with a guild's emoji are grouped by its ID, even if its name changes", () => {
    const react = (id: string | null, name: string) =>
      ["MESSAGE_REACTION_ADD", { ...where, emoji: { id, name }, user_id: "2" }] as const;
    const state = opened(react("7", "wave"), react("7", "waves"), react("8", "wave"));
    expect(first(state)?.reactions?.map(({ emoji, count }) => [emoji.id, count])).toEqual([
      ["7", 2],
      ["8", 1],
    ]);
  });

  test("are counted, and marked as one's own", () => {
    const state = opened(
      ["MESSAGE_REACTION_ADD", { ...where, user_id: "2" }],
      ["MESSAGE_REACTION_ADD", { ...where, user_id: "1" }],
      ["MESSAGE_REACTION_REMOVE", { ...where, user_id: "2" }],
    );
    expect(first(state)?.reactions).toMatchObject([
      { count: 1, me: true, count_details: { normal: 1, burst: 0 } },
    ]);
  });

  test("disappear with the last user", () => {
    const one = ["MESSAGE_REACTION_ADD", { ...where, user_id: "2" }] as const;
    const other = { ...where, emoji: { id: "7", name: "wave" }, user_id: "2" };
    const gone = opened(one, ["MESSAGE_REACTION_REMOVE", { ...where, user_id: "2" }]);
    const kinds = opened(
      one,
      ["MESSAGE_REACTION_ADD", other],
      ["MESSAGE_REACTION_REMOVE_EMOJI", where],
    );
    const none = opened(one, ["MESSAGE_REACTION_REMOVE_ALL", where]);
    expect([first(gone)?.reactions, first(none)?.reactions]).toEqual([[], undefined]);
    expect(first(kinds)?.reactions).toMatchObject([{ emoji: { id: "7" } }]);
  });
});

describe("guilds", () => {
  test("give a user's permissions from roles and channel overwrites", () => {
    const state = opened();
    const closed = {
      id: "20",
      type: 0,
      permission_overwrites: [{ id: "10", type: 0, allow: "0", deny: String(1n << 11n) }],
    };
    const later = after(state, "CHANNEL_UPDATE", { ...closed, guild_id: "10" });
    const permissionText = (each: Seen) => {
      const { guild: known, channel } = placeOf(each, "20");
      return known && mayText(permissionsOf(known, "1", channel));
    };
    expect(permissionText(state)).toBe("send, use commands, manage messages");
    expect(permissionText(later)).toBe("use commands, manage messages");
  });

  test("give the permission to write in threads from its own flag", () => {
    const overwrites = [{ id: "10", type: 0, allow: String(1n << 38n), deny: String(1n << 11n) }];
    const parent = { id: "20", type: 0, permission_overwrites: overwrites };
    const thread = { id: "40", type: 11, parent_id: "20", thread_metadata: {} };
    const state = opened(
      ["CHANNEL_UPDATE", { ...parent, guild_id: "10" }],
      ["THREAD_CREATE", { ...thread, guild_id: "10" }],
    );
    const permissionText = (id: string) => {
      const { guild: known, channel } = placeOf(state, id);
      return known && mayText(permissionsOf(known, "1", channel), channel);
    };
    const mayAnswer = (id: string) => rightsOn(text("100", "hi"), placeOf(state, id), "1").mayWrite;
    expect([permissionText("20"), mayAnswer("20")]).toEqual([
      "use commands, manage messages",
      false,
    ]);
    expect([permissionText("40"), mayAnswer("40")]).toEqual([
      "send, use commands, manage messages",
      true,
    ]);
  });

  test("give the user's membership of a new thread, and keep it when the thread is updated", () => {
    const of = { guild_id: "10" };
    const thread = (id: string, name = "talk") => ({ id, name, type: 11, thread_metadata: {} });
    const state = opened(
      ["THREAD_CREATE", { ...of, ...thread("40") }],
      ["THREAD_MEMBERS_UPDATE", { ...of, id: "40", added_members: [{ user_id: "1" }] }],
      ["THREAD_UPDATE", { ...of, ...thread("40", "renamed") }],
      [
        "THREAD_LIST_SYNC",
        {
          ...of,
          channel_ids: ["20"],
          threads: [thread("41"), thread("42")],
          members: [{ id: "41", user_id: "1" }],
        },
      ],
    );
    const known = state.guilds.get("10")?.channels;
    expect(known?.get("40")).toMatchObject({ name: "renamed", member: { user_id: "1" } });
    expect([known?.get("41")?.member, known?.get("42")?.member]).toEqual([
      { id: "41", user_id: "1" },
      undefined,
    ]);
  });

  test("are updated by events about roles, members, channels, threads and voice", () => {
    const of = { guild_id: "10" };
    const thread = { id: "40", type: 11, name: "talk", parent_id: "20", thread_metadata: {} };
    const state = opened(
      ["GUILD_ROLE_CREATE", { ...of, role: role("12", "0") }],
      ["GUILD_ROLE_DELETE", { ...of, role_id: "11" }],
      ["GUILD_MEMBER_ADD", { ...of, user: bob, roles: [], nick: null }],
      ["THREAD_CREATE", { ...of, ...thread }],
      ["THREAD_MEMBERS_UPDATE", { ...of, id: "40", added_members: [{ user_id: "1" }] }],
      ["VOICE_STATE_UPDATE", { ...of, user_id: "2", channel_id: "22" }],
      ["GUILD_MEMBER_REMOVE", { ...of, user: alice }],
    );
    const known = state.guilds.get("10");
    expect([...(known?.roles.keys() ?? [])]).toEqual(["10", "12"]);
    expect([...(known?.members.keys() ?? [])]).toEqual(["2"]);
    expect(known?.channels.get("40")?.member).toMatchObject({ user_id: "1" });
    expect(known?.voice.get("2")?.channel_id).toBe("22");
    const afterLeaving = after(state, "VOICE_STATE_UPDATE", {
      ...of,
      user_id: "2",
      channel_id: null,
    });
    expect(afterLeaving.guilds.get("10")?.voice.size).toBe(0);
  });

  test("give the presence of members from a chunk", () => {
    const chunk = {
      guild_id: "10",
      members: [],
      presences: [{ user: { id: "2" }, status: "idle" }],
    };
    const state = opened(["GUILD_MEMBERS_CHUNK", chunk]);
    expect(state.presences.get("2")).toBe("idle");
  });
});

test("direct messages come from READY and from their events", () => {
  const group = { id: "31", type: 3, name: "us", recipients: [] };
  const state = afterAll(
    ready,
    ["CHANNEL_CREATE", group],
    ["CHANNEL_DELETE", { id: "30", type: 1 }],
  );
  expect([...state.directs.keys()]).toEqual(["31"]);
  expect(placeOf(state, "31")).toMatchObject({ channel: { name: "us" }, guild: undefined });
});

test("names are those known to the user's session", () => {
  const state = opened();
  const names = [
    nameKnown(state, "user", "1"),
    nameKnown(state, "user", "2"),
    nameKnown(state, "role", "11"),
    nameKnown(state, "channel", "20"),
    nameKnown(state, "user", "5"),
  ];
  expect(names).toEqual(["Al", "Bob", "role 11", "general", undefined]);
});

test("a new READY discards everything except the messages on the page", () => {
  const state = opened(["READY", { user: alice, private_channels: [] }]);
  expect([state.guilds.size, state.directs.size, inGeneral(state)]).toEqual([0, 0, ["first"]]);
});
