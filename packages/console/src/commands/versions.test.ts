import type { types } from "@antechamber/sdk/control";
import { expect, test } from "vitest";
import { versionsIn } from "./versions.ts";

function answered(id: string, body: unknown): types.WholeEntry {
  return {
    id,
    at: "2026-11-22T12:00:00.000Z",
    real_at: "2026-11-22T12:00:00.000Z",
    trace: id,
    cause: null,
    kind: "request",
    actor: "2",
    application: "2",
    name: "commands.bulkOverwriteGlobal",
    summary: "PUT",
    response: { headers: {}, body },
  };
}

const ping = { id: "7", name: "ping", version: "70", description: "Says pong", options: [] };

test("a version is listed once, with the fields that differ", () => {
  const entries = [
    answered("1", [ping, { ...ping, id: "8", name: "ban", version: "80" }]),
    answered("2", [ping]),
    answered("3", { ...ping, version: "71", description: "Changed", nsfw: true }),
  ];
  const versions = versionsIn(entries);
  expect(
    versions.map(({ name, version, entry, changed }) => [name, version, entry.id, changed]),
  ).toEqual([
    ["ping", "71", "3", ["description", "nsfw"]],
    ["ban", "80", "1", undefined],
    ["ping", "70", "1", undefined],
  ]);
});

test("truncated bodies and responses without commands have no versions", () => {
  expect(versionsIn([answered("1", '[{"id":"7"'), answered("2", undefined)])).toEqual([]);
});
