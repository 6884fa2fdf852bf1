import { describe, expect, test } from "vitest";
import {
  readChannelInfoRequest,
  readGuildIds,
  readMembersRequest,
  readVoiceRequest,
} from "./requests.ts";
import { readPresence } from "../presence/own-presence.ts";

const guild_id = "300000000000000001";
const user = "100000000000000001";

describe("Request Guild Members", () => {
  test.each([
    [{ query: "", limit: 0 }, { by: "all" }],
    [{ query: "" }, { by: "all" }],
    [{ query: "", limit: -1 }, { by: "all" }],
    [
      { query: "", limit: 5 },
      { by: "prefix", prefix: "", limit: 5 },
    ],
    [
      { query: "", limit: 1000 },
      { by: "prefix", prefix: "", limit: 100 },
    ],
    [
      { query: "al", limit: 0 },
      { by: "prefix", prefix: "al", limit: 100 },
    ],
    [
      { query: "al", limit: 10 },
      { by: "prefix", prefix: "al", limit: 10 },
    ],
    [{ user_ids: user }, { by: "ids", userIds: [user] }],
    [{ user_ids: [user, user, 7] }, { by: "ids", userIds: [user, "7"] }],
    [
      { user_ids: [user], query: "" },
      { by: "ids", userIds: [user] },
    ],
    [{ user_ids: null, query: "" }, { by: "all" }],
    [{ user_ids: ["x", -1, {}] }, { by: "ids", userIds: [] }],
  ])("with %j requests %j", (d, wanted) => {
    expect(readMembersRequest({ guild_id, ...d })?.requested).toEqual(wanted);
  });

  test("takes at most a hundred users", () => {
    const user_ids = Array.from({ length: 150 }, (_, i) => `${BigInt(user) + BigInt(i)}`);
    expect(readMembersRequest({ guild_id, user_ids })?.requested).toEqual({
      by: "ids",
      userIds: user_ids.slice(0, 100),
    });
  });

  test.each([{}, { guild_id }, { query: "" }, { guild_id: {}, query: "" }, { guild_id, limit: 0 }])(
    "is refused as %j",
    (d) => {
      expect(readMembersRequest(d)).toBeUndefined();
    },
  );

  test.each([
    [guild_id, guild_id],
    [[guild_id], guild_id],
    [42, "42"],
  ])("accepts the guild %j", (value, guildId) => {
    expect(readMembersRequest({ guild_id: value, query: "" })?.guildId).toBe(guildId);
  });

  test.each([
    ["abc", "abc"],
    ["x".repeat(32), "x".repeat(32)],
    ["x".repeat(33), undefined],
    ["é".repeat(17), undefined],
    [5, undefined],
  ])("returns the nonce %j as %j", (nonce, expected) => {
    expect(readMembersRequest({ guild_id, query: "", nonce })?.nonce).toBe(expected);
  });
});

describe("a presence", () => {
  test.each([
    [undefined, "online"],
    [null, "online"],
    [{ status: null, activities: null, game: null }, "online"],
    [{ status: "idle" }, "idle"],
    [{ status: "dnd", since: null, afk: false }, "dnd"],
    [{ status: "invisible" }, "offline"],
    [{ status: "offline" }, "offline"],
    [{ status: "purple" }, "online"],
  ])("with the status %j is shown as %s", (form, status) => {
    expect(readPresence(form)).toEqual({ status, activities: [] });
  });

  test("is one object for all sessions that set a status without activities", () => {
    expect(readPresence({ status: "idle" })).toBe(readPresence({ status: "idle", activities: [] }));
    expect(readPresence(undefined)).toBe(readPresence({ status: "online", since: null }));
  });

  test("keeps activities that are objects, without their created_at", () => {
    const activity = { name: "a game", type: 0 };
    const dated = { ...activity, created_at: 5 };
    expect(readPresence({ activities: [dated] }).activities).toEqual([activity]);
    expect(readPresence({ activities: [activity, null, 5] }).activities).toEqual([activity]);
    const many = Array.from({ length: 50 }, () => activity);
    expect(readPresence({ activities: many }).activities).toHaveLength(20);
  });
});

test("a voice state names its guild, and leaves with null or no channel", () => {
  const quiet = { self_mute: false, self_deaf: false, self_video: false };
  expect(readVoiceRequest({ guild_id, channel_id: null })).toEqual({
    guildId: guild_id,
    channelId: undefined,
    ...quiet,
  });
  expect(readVoiceRequest({ guild_id, channel_id: "5", self_mute: true, self_deaf: 1 })).toEqual({
    guildId: guild_id,
    channelId: "5",
    ...quiet,
    self_mute: true,
  });
  expect(readVoiceRequest({ guild_id })).toMatchObject({ channelId: undefined });
  expect(readVoiceRequest({ channel_id: "5" })).toBeUndefined();
});

test.each(["", "x", "-1", "1.5", 1.5, -1, true, false, [], ["5"], {}].map((each) => [each]))(
  "a voice state whose channel is %j has no effect",
  (channel_id) => {
    expect(readVoiceRequest({ guild_id, channel_id })).toBeUndefined();
  },
);

test("soundboards are requested with a list of guilds", () => {
  expect(readGuildIds({ guild_ids: [guild_id, 5, guild_id, "x"] })).toEqual([guild_id, "5"]);
  expect(readGuildIds({})).toEqual([]);
});

// Proves requirement 6 "Channel Info"
test("channel info is requested with a list of fields", () => {
  const of = (fields: unknown) => readChannelInfoRequest({ guild_id, fields });
  expect(of(["status"])).toEqual({ guildId: guild_id, status: true, voiceStartTime: false });
  expect(of(["voice_start_time", "x"])).toEqual({
    guildId: guild_id,
    status: false,
    voiceStartTime: true,
  });
  expect([of([]), of(["x"]), of(null), readChannelInfoRequest({ fields: ["status"] })]).toEqual(
    Array.from({ length: 4 }),
  );
});
