import { describe, expect, test } from "vitest";
import { callsOf, countOf, none, overlayOf, withChange, type Changes } from "./changes.ts";

const overwrite = { id: "3", type: 0, allow: "0", deny: "2147483648" } as const;
const entry = { id: "3", type: 1, permission: true } as const;
const changes: Changes = {
  commands: { "5": { default_member_permissions: "4" }, "6": { nsfw: true, contexts: [0] } },
  roles: { "3": { permissions: "2048" } },
  channels: { "4": { permission_overwrites: [overwrite] } },
  entries: { "5": { permissions: [entry] } },
};

test("changes are sent as an overlay, with entries next to other settings of a command", () => {
  expect(overlayOf(changes)).toEqual({
    commands: {
      "5": { default_member_permissions: "4", permissions: [entry] },
      "6": { nsfw: true, contexts: [0] },
    },
    roles: { "3": { permissions: "2048" } },
    channels: { "4": { permission_overwrites: [overwrite] } },
  });
  expect([countOf(changes), countOf(none), overlayOf(none)]).toEqual([6, 0, undefined]);
  expect(overlayOf({ ...none, entries: changes.entries })?.commands).toEqual({
    "5": { permissions: [entry] },
  });
});

test("the calls to apply changes are listed in advance, with the owner who sets entries", () => {
  const guildOf = (command: string) => (command === "6" ? "1" : undefined);
  const place = { application: "2", guild: "1", owner: { id: "9", name: "alice" }, guildOf };
  expect(callsOf(changes, place).map(({ text }) => text)).toEqual([
    'PATCH /control/v1/roles/3 {"permissions":"2048"}',
    'PATCH /control/v1/channels/4 {"permission_overwrites":[{"id":"3","type":0,"allow":"0","deny":"2147483648"}]}',
    'PATCH /applications/2/commands/5 {"default_member_permissions":"4"}',
    'PATCH /applications/2/guilds/1/commands/6 {"nsfw":true,"contexts":[0]}',
    'PUT /applications/2/guilds/1/commands/5/permissions {"permissions":[{"id":"3","type":1,"permission":true}]} as alice',
  ]);
});

describe("a changed setting", () => {
  const role = { kind: "roles", id: "3", now: { permissions: "8" } } as const;

  test("counts once however often it changes, and not if it is back to its value", () => {
    const once = withChange(none, role, { permissions: "16" });
    const twice = withChange(once, role, { permissions: "32" });
    expect([countOf(twice), twice.roles["3"]]).toEqual([1, { permissions: "32" }]);
    expect(withChange(twice, role, { permissions: "8" })).toEqual(none);
  });

  test("keeps the other changed settings of its subject", () => {
    const command = { kind: "commands", id: "5", now: { nsfw: false } } as const;
    const both = withChange(withChange(none, command, { nsfw: true }), command, { contexts: [0] });
    expect(both.commands).toEqual({ "5": { nsfw: true, contexts: [0] } });
  });
});
