import { snowflakeKey } from "@antechamber/contract/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  blankLobby,
  lobbyMembers,
  lobbyMemberView,
  lobbyView,
  looksSame,
  memberChanges,
  replacedMembers,
  writtenLobby,
  writtenMember,
  type LobbyFields,
  type LobbyMemberRecord,
  type MemberEntry,
  type MemberFields,
} from "./lobby.ts";

const lobby = blankLobby({ id: "900", application_id: "800", createdAt: 0 });
const aMember = (entry: MemberEntry) => writtenMember(lobby, undefined, entry);
const idsOf = (members: readonly LobbyMemberRecord[]) => members.map((member) => member.user_id);

describe("a lobby", () => {
  const full = {
    metadata: { map: "dust" },
    flags: 1,
    idle_timeout_seconds: 60,
    override_event_webhooks_url: "https://example.com/hook",
  } as const;
  const written = { ...lobby, ...full };

  test.each<readonly [string, LobbyFields, object]>([
    ["stands as by default when nothing is said", {}, lobby],
    ["takes every field that is given", full, written],
    [
      "reads null as what holds by default",
      {
        metadata: null,
        flags: null,
        idle_timeout_seconds: null,
        override_event_webhooks_url: null,
      },
      lobby,
    ],
  ])("%s when created", (_, fields, expected) => {
    expect(writtenLobby(lobby, fields)).toEqual(expected);
  });

  test.each<readonly [string, LobbyFields, object]>([
    ["keeps what is omitted", {}, written],
    // Proves requirement 2.1 "edit: metadata"
    [
      "replaces metadata as a whole",
      { metadata: { mode: "duel" } },
      { metadata: { mode: "duel" } },
    ],
    ["clears metadata by null", { metadata: null }, { metadata: null }],
    ["empties metadata by an empty one", { metadata: {} }, { metadata: {} }],
    [
      "goes back to the default wait by null",
      { idle_timeout_seconds: null },
      { idle_timeout_seconds: 300 },
    ],
    ["drops its flags by null", { flags: null }, { flags: 0 }],
    [
      "drops its address by null",
      { override_event_webhooks_url: null },
      { override_event_webhooks_url: null },
    ],
  ])("%s when edited", (_, fields, expected) => {
    expect(writtenLobby(written, fields)).toEqual({ ...written, ...expected });
  });

  // Proves requirement 2.1 "lobby object"
  test("is shown without private fields, and without a URL if it has none", () => {
    expect(lobbyView({ lobby, members: [aMember({ id: "7" })] })).toEqual({
      id: "900",
      application_id: "800",
      metadata: null,
      flags: 0,
      members: [{ id: "7", metadata: null, flags: 0 }],
    });
    expect(lobbyView({ lobby: written, members: [] })).toEqual({
      id: "900",
      application_id: "800",
      metadata: { map: "dust" },
      flags: 1,
      members: [],
      override_event_webhooks_url: "https://example.com/hook",
    });
  });

  test.each([
    ["the same metadata in another order", { metadata: { b: "2", a: "1" } }, true],
    ["another value", { metadata: { a: "1", b: "3" } }, false],
    ["another name", { metadata: { a: "1", c: "2" } }, false],
    ["a name less", { metadata: { a: "1" } }, false],
    ["no metadata", { metadata: null }, false],
    ["other flags", { flags: 1 }, false],
    ["another wait, which players never see", { idle_timeout_seconds: 9 }, true],
    ["another address", { override_event_webhooks_url: "https://example.com" }, true],
  ])("with %s looks the same to players: %s", (_, change, expected) => {
    const before = { ...lobby, metadata: { a: "1", b: "2" } };
    expect(looksSame(before, { ...before, ...change })).toBe(expected);
  });
});

describe("a member", () => {
  const full = { metadata: { team: "red" }, flags: 1, additional_name: "Vex" } as const;
  const nothing: MemberFields = { metadata: null, flags: null, additional_name: null };
  const current = aMember({ id: "7", ...full });

  test.each<readonly [string, MemberFields, object]>([
    ["gets defaults without fields", {}, { metadata: null, flags: 0 }],
    ["gets defaults with null", nothing, { metadata: null, flags: 0 }],
    ["gets what is given", full, full],
  ])("%s when added", (_, fields, expected) => {
    const member = writtenMember(lobby, undefined, { id: "7", ...fields });
    expect(lobbyMemberView(member)).toEqual({ id: "7", ...expected });
  });

  test.each<readonly [string, MemberFields, object]>([
    ["keeps what an update omits", {}, full],
    ["loses what an update sets to null", nothing, { metadata: null, flags: 0 }],
    [
      "keeps the rest beside a new name",

      { additional_name: "Zed" },
      { ...full, additional_name: "Zed" },
    ],
    ["keeps the rest without metadata", { metadata: null }, { ...full, metadata: null }],
    ["keeps the rest without flags", { flags: 0 }, { ...full, flags: 0 }],
  ])("%s", (_, fields, expected) => {
    const member = writtenMember(lobby, current, { id: "7", ...fields });
    expect(lobbyMemberView(member)).toEqual({ id: "7", ...expected });
  });
});

describe("replacing the members by a list", () => {
  const red = { team: "red" };
  const members = ["1", "2", "3"].map((id) => aMember({ id, metadata: red, additional_name: id }));

  test.each<readonly [string, readonly MemberEntry[], object]>([
    [
      "adds, keeps and removes",
      [{ id: "2", metadata: red }, { id: "4" }],
      { after: ["2", "4"], added: ["4"], updated: [], removed: ["1", "3"], stayed: ["2"] },
    ],
    [
      "removes all when it is empty",
      [],
      { after: [], added: [], updated: [], removed: ["1", "2", "3"], stayed: [] },
    ],
    [
      "changes who is listed with other fields",
      [{ id: "1", metadata: red, flags: 1 }, { id: "2", metadata: red }, { id: "3" }],
      {
        after: ["1", "2", "3"],
        added: [],
        updated: ["1", "3"],
        removed: [],
        stayed: ["1", "2", "3"],
      },
    ],
    [
      "takes the last of several entries",
      [
        { id: "1", flags: 1 },
        { id: "1", metadata: red },
      ],
      { after: ["1"], added: [], updated: [], removed: ["2", "3"], stayed: ["1"] },
    ],
    [
      "orders by age, not by text",
      [{ id: "10" }, { id: "9" }],
      { after: ["9", "10"], added: ["9", "10"], updated: [], removed: ["1", "2", "3"], stayed: [] },
    ],
  ])("%s", (_, entries, expected) => {
    const { after, added, updated, removed, stayed } = replacedMembers({ lobby, members }, entries);
    const ids = { after, added, updated, removed, stayed };
    expect(
      Object.fromEntries(Object.entries(ids).map(([name, each]) => [name, idsOf(each)])),
    ).toEqual(expected);
  });

  test("resets metadata and flags that the list omits", () => {
    const { after } = replacedMembers({ lobby, members }, [{ id: "1" }, { id: "2", flags: 1 }]);
    expect(after.map(lobbyMemberView)).toEqual([
      { id: "1", metadata: null, flags: 0, additional_name: "1" },
      { id: "2", metadata: null, flags: 1, additional_name: "2" },
    ]);
  });

  test("keeps a name that the list omits, and removes it with null", () => {
    const { after } = replacedMembers({ lobby, members }, [
      { id: "1", metadata: { team: "blue" } },
      { id: "2", additional_name: "Vex" },
      { id: "3", additional_name: null },
    ]);
    expect(after.map(lobbyMemberView)).toEqual([
      { id: "1", metadata: { team: "blue" }, flags: 0, additional_name: "1" },
      { id: "2", metadata: null, flags: 0, additional_name: "Vex" },
      { id: "3", metadata: null, flags: 0 },
    ]);
  });
});

const entry = fc.record(
  {
    id: fc.integer({ min: 1, max: 12 }).map(String),
    metadata: fc.option(
      fc.dictionary(fc.string({ maxLength: 2 }), fc.string({ maxLength: 2 }), { maxKeys: 2 }),
    ),
    flags: fc.option(fc.constantFrom<0 | 1>(0, 1)),
    additional_name: fc.option(fc.string({ minLength: 1, maxLength: 2 })),
  },
  { requiredKeys: ["id"] },
);

test("changes of members contain each member once, in order, for any request", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(entry, { selector: (each) => each.id }),
      fc.array(entry),
      fc.array(fc.integer({ min: 1, max: 12 }).map(String)),
      (first, write, remove) => {
        const { after: members } = memberChanges(
          { lobby, members: [] },
          { write: first, remove: [] },
        );
        const changes = memberChanges({ lobby, members }, { write, remove });
        const expected = new Set([...first, ...write].map((each) => each.id));
        for (const id of remove) expected.delete(id);

        const after = idsOf(changes.after);
        expect(after).toEqual([...expected].toSorted((a, b) => Number(a) - Number(b)));
        expect(changes.after.map(lobbyMembers.key)).toEqual(
          changes.after.map(lobbyMembers.key).toSorted(),
        );
        expect(new Set([...idsOf(changes.added), ...idsOf(changes.stayed)])).toEqual(
          new Set(after),
        );
        expect(new Set([...idsOf(changes.removed), ...idsOf(changes.stayed)])).toEqual(
          new Set(idsOf(members)),
        );
        for (const id of idsOf(changes.updated)) expect(idsOf(changes.stayed)).toContain(id);
        for (const member of changes.after) expect(snowflakeKey(member.user_id)).toHaveLength(20);
      },
    ),
  );
});
