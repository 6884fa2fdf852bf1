import { snowflakeTime, timestamp } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import { all, issuesOf, loaded, only } from "../../../testing/worlds/loaded-worlds.ts";
import { channels } from "../../../domains/guilds/guild.ts";
import { voiceChannels, voiceStates } from "../../../domains/guilds/voice/voice-state.ts";
import { messages } from "../../../domains/messages/message.ts";
import { pollVotes } from "../../../domains/messages/polls/poll.ts";
import { reactions } from "../../../domains/messages/reactions/reaction.ts";
import { searchDocuments } from "../../../domains/messages/search-document.ts";

const ids = {
  alice: "100000000000000001",
  bob: "100000000000000002",
  hall: "300000000000000001",
  message: "500000000000000001",
} as const;

const world = {
  users: [
    { id: ids.alice, username: "alice" },
    { id: ids.bob, username: "bob" },
  ],
  guilds: [
    {
      id: ids.hall,
      name: "Hall",
      channels: [
        { name: "general" },
        { name: "rooms", type: 4 },
        { name: "voice", type: 2, status: "Quiz" },
      ],
    },
  ],
};

const hello = { channel_id: "general", author: "alice", content: "hello" };

test("a message requires only its channel and author", () => {
  const file = loaded({ ...world, messages: [{ id: ids.message, ...hello }] });
  expect(only(messages, file)).toMatchObject({
    id: ids.message,
    guild_id: ids.hall,
    author: { id: ids.alice, username: "alice" },
    content: "hello",
    timestamp: timestamp(snowflakeTime(ids.message)),
  });
});

test("a group message may have one user left, a direct message has two", () => {
  const alone = (type: number) => ({ ...world, private_channels: [{ type, recipients: ["bob"] }] });
  const groups = all(channels, loaded(alone(3))).filter(({ type }) => type === 3);
  expect(groups).toMatchObject([{ owner_id: ids.bob, recipientIds: [ids.bob] }]);
  expect(issuesOf(alone(1))).toEqual([
    "private_channels[0].recipients: a direct message is between two users",
  ]);
});

test("a message is found by searches unless it is ephemeral", () => {
  const hidden = { ...hello, visible_to: "bob" };
  const file = loaded({ ...world, messages: [hello, hidden] });
  expect(all(searchDocuments, file)).toHaveLength(1);
});

test("reactions of a message are counted", () => {
  const below = [
    { emoji: "👍", users: ["alice", "bob"], super_users: ["bob"] },
    { emoji: "wave:700000000000000001", users: ["alice"] },
    { emoji: { id: null, name: "🎉" } },
  ];
  const file = loaded({ ...world, messages: [{ ...hello, reactions: below }] });
  expect(only(messages, file).reactionCounts).toEqual([
    { emoji: { id: null, name: "👍" }, normal: 2, burst: 1 },
    { emoji: { id: "700000000000000001", name: "wave" }, normal: 1, burst: 0 },
  ]);
  expect(all(reactions, file)).toHaveLength(4);
});

const poll = {
  question: { text: "Lunch?" },
  answers: [1, 2].map((answer_id) => ({ answer_id, poll_media: { text: `Answer ${answer_id}` } })),
  expiry: "2030-01-01T00:00:00.000000+00:00",
  allow_multiselect: false,
  layout_type: 1,
  results: { answer_counts: [{ id: 1, count: 7, me_voted: false }], is_finalized: false },
};

test("the votes of a poll are counted, or taken from its results", () => {
  const votes = [{ answer_id: 2, users: ["bob", "alice"] }];
  const file = loaded({ ...world, messages: [{ ...hello, poll, poll_votes: votes }] });
  expect(only(messages, file).poll?.results.answer_counts).toEqual([
    { id: 2, count: 2, me_voted: false },
  ]);
  expect(all(pollVotes, file)).toHaveLength(2);
  expect(messages.deadline(only(messages, file))).toBe(Date.parse("2030-01-01T00:00:00Z"));
  const plain = loaded({ ...world, messages: [{ ...hello, poll }] });
  expect(only(messages, plain).poll).toEqual(poll);
});

test("a user is in voice, and the channel has its status", () => {
  const [guild] = world.guilds;
  const requestedAt = "2026-11-21T12:00:00.000000+00:00";
  const inVoice = {
    user_id: "alice",
    channel_id: "voice",
    request_to_speak_timestamp: requestedAt,
  };
  const file = loaded({ ...world, guilds: [{ ...guild, voice_states: [inVoice] }] });
  expect(only(voiceStates, file)).toMatchObject({
    user_id: ids.alice,
    isGiven: true,
    request_to_speak_timestamp: requestedAt,
  });
  expect(only(voiceChannels, file)).toMatchObject({
    status: "Quiz",
    voice_start_time: expect.any(Number) as number,
  });
});

const pair = { recipients: ["alice", "bob"] };
const stored = { id: "600000000000000001", channel_id: "700000000000000001", filename: "a.txt" };

test.each<[string, object, string]>([
  [
    "an unknown channel",
    { messages: [{ ...hello, channel_id: "x" }] },
    'messages[0].channel_id: no channel "x"',
  ],
  [
    "a category",
    { messages: [{ ...hello, channel_id: "rooms" }] },
    "messages[0].channel_id: a category cannot hold messages",
  ],
  [
    "an unknown author",
    { messages: [{ ...hello, author: "x" }] },
    'messages[0].author: no user "x"',
  ],
  [
    "an id twice",
    { messages: [1, 2].map(() => ({ ...hello, id: ids.message })) },
    "messages[1].id: another message has this id",
  ],
  [
    "a reaction with a word",
    { messages: [{ ...hello, reactions: [{ emoji: "hello", users: ["bob"] }] }] },
    "messages[0].reactions[0].emoji: this is neither an emoji nor the name:id of one",
  ],
  [
    "a reaction by nobody who is known",
    { messages: [{ ...hello, reactions: [{ emoji: "👍", users: ["x"] }] }] },
    'messages[0].reactions[0].users[0]: no user "x"',
  ],
  [
    "votes without a poll",
    { messages: [{ ...hello, poll_votes: [] }] },
    "messages[0].poll_votes: the message has no poll",
  ],
  [
    "votes for an answer that does not exist",
    { messages: [{ ...hello, poll, poll_votes: [{ answer_id: 3, users: ["bob"] }] }] },
    "messages[0].poll_votes[0].answer_id: the poll has no such answer",
  ],
  [
    "votes for one answer twice",
    {
      messages: [
        { ...hello, poll, poll_votes: [1, 1].map((id) => ({ answer_id: id, users: [] })) },
      ],
    },
    "messages[0].poll_votes[1].answer_id: the votes for this answer are listed already",
  ],
  [
    "one emoji twice",
    { messages: [{ ...hello, reactions: [{ emoji: "❤" }, { emoji: "❤️" }] }] },
    "messages[0].reactions[1].emoji: this emoji is listed already",
  ],
  [
    "a guild that is not in the file",
    { messages: [{ ...hello, guild_id: ids.message }] },
    `messages[0].guild_id: no guild "${ids.message}"`,
  ],
  [
    "another guild",
    {
      guilds: [...world.guilds, { id: "300000000000000099" }],
      messages: [{ ...hello, guild_id: "300000000000000099" }],
    },
    "messages[0].guild_id: the channel is not in this guild",
  ],
  [
    "a direct message of two once more",
    { private_channels: [pair, { recipients: ["bob", "alice"] }] },
    "private_channels[1].recipients: these two users have a direct message already",
  ],
  [
    "another hash",
    { files: [{ sha256: "0".repeat(64), data: "aGVsbG8=", attachments: [stored] }] },
    "files[0].sha256: this is not the SHA-256 of the data",
  ],
  [
    "another picture",
    { images: [{ hash: "0".repeat(32), content_type: "image/png", data: "aGVsbG8=" }] },
    "images[0].hash: this is not the hash of the data",
  ],
  [
    "a status of a text channel",
    { guilds: [{ channels: [{ name: "x", status: "Quiz" }] }] },
    "guilds[0].channels[0].status: only voice channels have this field",
  ],
  [
    "a voice state in a text channel",
    {
      guilds: [
        { channels: [{ name: "x" }], voice_states: [{ user_id: "alice", channel_id: "x" }] },
      ],
    },
    "guilds[0].voice_states[0].channel_id: this is not a voice channel",
  ],
])("%s is an error at its place", (_, more, line) => {
  expect(issuesOf({ ...world, ...more })).toEqual([line]);
});
