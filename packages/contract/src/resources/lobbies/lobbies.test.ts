import { describe, expect, test } from "vitest";
import { events } from "../../registry.ts";
import { parserOf } from "../../schema/form.ts";
import {
  addLobbyMember,
  createLobby,
  deleteLobby,
  editLobby,
  getLobby,
  LobbyDraft,
  LobbyMemberDraft,
  removeLobbyMember,
} from "./lobbies.ts";

const readDraft = parserOf(LobbyDraft);
const readMember = parserOf(LobbyMemberDraft);

const dictionaryOf = (keys: number) =>
  Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, ""]));
const people = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `${i + 1}` }));

function issuesOf(form: unknown): string[] {
  const reading = readDraft(form);
  return reading.ok ? [] : reading.issues.map(({ path, code }) => `${path.join(".")}: ${code}`);
}

describe("the form for a lobby", () => {
  test.each([
    ["nothing", {}],
    [
      "every field",
      {
        metadata: { map: "dust" },
        members: [{ id: "1", metadata: { team: "red" }, flags: 1 }],
        idle_timeout_seconds: 60,
        flags: 1,
        override_event_webhooks_url: "https://example.com/hook?x=1",
      },
    ],
    [
      "null in every field",
      {
        metadata: null,
        members: null,
        idle_timeout_seconds: null,
        flags: null,
        override_event_webhooks_url: null,
      },
    ],
    ["members with null in every slot", { members: [{ id: "1", metadata: null, flags: null }] }],
    ["no members", { members: [] }],
    // Proves requirement 2.1 "members of a new lobby"
    ["the most members", { members: people(25) }],
    ["the most keys", { metadata: dictionaryOf(25) }],
    // Proves requirement 2.1 "metadata of a new lobby"
    ["the longest metadata, key included", { metadata: { k: "x".repeat(999) } }],
    [
      "metadata counted in characters, not in halves of them",
      { metadata: { k: "😀".repeat(999) } },
    ],
    // Proves requirement 2.1 "idle_timeout_seconds of a new lobby"
    ["the shortest idle timeout", { idle_timeout_seconds: 5 }],
    // Proves requirement 2.1 "idle_timeout_seconds of a new lobby"
    ["the longest idle timeout", { idle_timeout_seconds: 604_800 }],
    ["no flags", { flags: 0 }],
    ["http on this machine", { override_event_webhooks_url: "http://localhost:9000/hook" }],
    ["http on a loopback address", { override_event_webhooks_url: "http://127.0.0.1" }],
    ["http on the IPv6 loopback address", { override_event_webhooks_url: "http://[::1]:9000" }],
  ])("accepts %s", (_, form) => {
    expect(readDraft(form)).toEqual({ ok: true, value: form });
  });

  test.each([
    ["metadata that is no dictionary", { metadata: [] }, "metadata: DICT_TYPE_CONVERT"],
    // Proves requirement 2.1 "metadata of a new lobby"
    ["metadata of numbers", { metadata: { a: 1 } }, "metadata.a: STRING_TYPE_CONVERT"],
    ["null inside metadata", { metadata: { a: null } }, "metadata.a: STRING_TYPE_CONVERT"],
    ["too many keys", { metadata: dictionaryOf(26) }, "metadata: BASE_TYPE_MAX_LENGTH"],
    // Proves requirement 2.1 "metadata of a new lobby"
    // Proves requirement 8 "lobby: metadata"
    ["too much metadata", { metadata: { k: "x".repeat(1000) } }, "metadata: BASE_TYPE_MAX_LENGTH"],
    // Proves requirement 2.1 "member: metadata"
    [
      "a member with too much metadata",
      { members: [{ id: "1", metadata: { k: "x".repeat(1000) } }] },
      "members.0.metadata: BASE_TYPE_MAX_LENGTH",
    ],
    ["too long keys", { metadata: { ["k".repeat(1001)]: "" } }, "metadata: BASE_TYPE_MAX_LENGTH"],
    // Proves requirement 2.1 "members of a new lobby"
    // Proves requirement 8 "lobby: members"
    ["too many members", { members: people(26) }, "members: BASE_TYPE_MAX_LENGTH"],
    // Proves requirement 2.1 "member: id"
    ["a member without an id", { members: [{}] }, "members.0.id: BASE_TYPE_REQUIRED"],
    // Proves requirement 2.1 "member: id"
    ["a member of no snowflake", { members: [{ id: "x" }] }, "members.0.id: NUMBER_TYPE_COERCE"],
    ["unknown lobby flags", { flags: 2 }, "flags: BASE_TYPE_CHOICES"],
    // Proves requirement 2.1 "idle_timeout_seconds of a new lobby"
    // Proves requirement 8 "lobby: idle timeout"
    ["a short wait", { idle_timeout_seconds: 4 }, "idle_timeout_seconds: NUMBER_TYPE_MIN"],
    // Proves requirement 2.1 "idle_timeout_seconds of a new lobby"
    // Proves requirement 8 "lobby: idle timeout"
    ["a long wait", { idle_timeout_seconds: 604_801 }, "idle_timeout_seconds: NUMBER_TYPE_MAX"],
    ["half a second", { idle_timeout_seconds: 5.5 }, "idle_timeout_seconds: NUMBER_TYPE_COERCE"],
    // Proves requirement 2.1 "member: flags"
    [
      "unknown member flags",
      { members: [{ id: "1", flags: 2 }] },
      "members.0.flags: BASE_TYPE_CHOICES",
    ],
  ])("refuses %s", (_, form, issue) => {
    expect(issuesOf(form)).toEqual([issue]);
  });

  test.each([
    ["http://example.com/hook", "URL_TYPE_INVALID_SCHEME"],
    ["ftp://example.com", "URL_TYPE_INVALID_SCHEME"],
    ["http://localhost.example.com", "URL_TYPE_INVALID_SCHEME"],
    ["http://127.0.0.1@example.com/", "URL_TYPE_INVALID_URL"],
    ["https://", "URL_TYPE_INVALID_URL"],
    ["https://a b", "URL_TYPE_INVALID_URL"],
    ["example.com", "URL_TYPE_INVALID_URL"],
    ["", "URL_TYPE_INVALID_URL"],
    [`https://example.com/${"x".repeat(493)}`, "BASE_TYPE_MAX_LENGTH"],
  ])("refuses the URL %s for events", (url, code) => {
    const issues = issuesOf({ override_event_webhooks_url: url });
    expect(issues).toEqual([`override_event_webhooks_url: ${code}`]);
  });

  test("accepts additional names of members", () => {
    const members = [{ id: "1", additional_name: "Vex" }];
    expect(readDraft({ members })).toEqual({ ok: true, value: { members } });
  });

  test("reports all errors at once", () => {
    expect(issuesOf({ flags: 7, idle_timeout_seconds: 1, members: [{ id: "-1" }] })).toEqual([
      "members.0.id: NUMBER_TYPE_COERCE",
      "idle_timeout_seconds: NUMBER_TYPE_MIN",
      "flags: BASE_TYPE_CHOICES",
    ]);
  });
});

describe("the form for a member", () => {
  test.each([
    [{}],
    [{ metadata: null, flags: null, additional_name: null }],
    // Proves requirement 2.1 "message: who sets the name"
    [{ metadata: { team: "red" }, flags: 1, additional_name: "V" }],
    [{ additional_name: "😀".repeat(80) }],
  ])("accepts %j", (form) => {
    expect(readMember(form)).toEqual({ ok: true, value: form });
  });

  test.each([["" as const], ["x".repeat(81)]])("refuses the name %j", (name) => {
    expect(readMember({ additional_name: name })).toMatchObject({
      ok: false,
      issues: [{ path: ["additional_name"], code: "BASE_TYPE_BAD_LENGTH" }],
    });
  });
});

// Proves requirement 8 "create lobby"
// Proves requirement 8 "delete lobby"
// Proves requirement 8 "get lobby"
// Proves requirement 8 "add lobby member"
// Proves requirement 8 "remove lobby member"
test("each endpoint has its own bucket per application", () => {
  const calls = [createLobby, getLobby, editLobby, deleteLobby, addLobbyMember, removeLobbyMember];
  const limits = calls.map((each) => each.limit);
  expect(new Set(limits.map((limit) => limit.bucket)).size).toBe(6);
  expect(limits.map((limit) => limit.count)).toEqual([500, 500, 500, 500, 5000, 5000]);
  expect(limits.every((limit) => limit.windowMs === 10_000 && limit.per === "application")).toBe(
    true,
  );
});

test("lobby events are sent to the sessions of players", () => {
  const ofLobbies = events.filter(({ name }) => name.startsWith("LOBBY_"));
  expect(ofLobbies.length).toBeGreaterThan(5);
  expect(new Set(ofLobbies.map((each) => each.scope))).toEqual(new Set(["users"]));
});
