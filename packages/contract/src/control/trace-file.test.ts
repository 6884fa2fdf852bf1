import { expect, test } from "vitest";
import { readTraceFile } from "./trace-file.ts";

const entry = {
  id: "1",
  at: "2026-11-22T12:00:00.000Z",
  real_at: "2026-11-22T12:00:00.000Z",
  trace: "1",
  kind: "request",
  name: "lobbies.create",
  summary: "POST /lobbies",
};
const line = JSON.stringify(entry);

test("every line is an entry, and empty lines are ignored", () => {
  const opened = readTraceFile(`${line}\n\n${JSON.stringify({ ...entry, id: "2" })}\n`);
  expect("entries" in opened && opened.entries.map(({ id }) => id)).toEqual(["1", "2"]);
});

test("the first line may contain the name of the test and the names of IDs", () => {
  const names = { 12: "alice", 13: 7 };
  const head = JSON.stringify({ kind: "test", test: "the reward comes", world: "a", names });
  expect(readTraceFile(`${head}\n${line}\n`)).toEqual({
    entries: [entry],
    test: "the reward comes",
    names: { 12: "alice" },
  });
  expect(readTraceFile(`${line}\n${head}`)).toEqual({
    fault: "Line 2 is not an entry of a journal.",
  });
  expect(readTraceFile(head)).toEqual({ fault: "The file has no entries." });
});

test.each([
  ["", "The file has no entries."],
  ["no JSON", "Line 1 is not an entry of a journal."],
  ["null", "Line 1 is not an entry of a journal."],
  ["7", "Line 1 is not an entry of a journal."],
  [`${line}\n{}`, "Line 2 is not an entry of a journal."],
  [JSON.stringify({ ...entry, at: "yesterday" }), "Line 1 is not an entry of a journal."],
  [
    JSON.stringify({ ...entry, real_at: "2026-13-01T12:00:00Z" }),
    "Line 1 is not an entry of a journal.",
  ],
])("%j is refused with a description", (text, fault) => {
  expect(readTraceFile(text)).toEqual({ fault });
});
