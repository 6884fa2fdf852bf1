import { expect, test } from "vitest";
import { callsOf, countOf, none, overlayOf } from "./changes.ts";

const changes = { commands: { "5": "4", "6": null }, roles: { "3": "2048" } };

test("changes are asked about as an overlay, and counted", () => {
  expect(overlayOf(changes)).toEqual({
    commands: {
      "5": { default_member_permissions: "4" },
      "6": { default_member_permissions: null },
    },
    roles: { "3": { permissions: "2048" } },
  });
  expect([countOf(changes), countOf(none)]).toEqual([3, 0]);
});

test("what applying calls is told before: commands at their place, then roles", () => {
  const guildOf = (command: string) => (command === "6" ? "1" : undefined);
  expect(callsOf(changes, { application: "2", guildOf })).toEqual([
    'PATCH /applications/2/commands/5 {"default_member_permissions": "4"}',
    'PATCH /applications/2/guilds/1/commands/6 {"default_member_permissions": null}',
    'PATCH /control/v1/roles/3 {"permissions": "2048"}',
  ]);
});
