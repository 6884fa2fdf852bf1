import { expect, test } from "vitest";
import { entriesIn } from "./trace-file.ts";

const entry = {
  id: "1",
  at: "2026-11-22T12:00:00.000Z",
  real_at: "2026-11-22T12:00:00.000Z",
  trace: "1",
  kind: "request",
  name: "lobbies.create",
  summary: "POST /lobbies",
};

test("every line is an entry, and empty ones are none", () => {
  const text = `${JSON.stringify(entry)}\n\n${JSON.stringify({ ...entry, id: "2" })}\n`;
  const opened = entriesIn(text);
  expect("entries" in opened && opened.entries.map(({ id }) => id)).toEqual(["1", "2"]);
});

test.each([
  ["", "The file has no entries."],
  ["no JSON", "Line 1 is no entry of a journal."],
  ["null", "Line 1 is no entry of a journal."],
  [`${JSON.stringify(entry)}\n{}`, "Line 2 is no entry of a journal."],
  [JSON.stringify({ ...entry, at: "yesterday" }), "Line 1 is no entry of a journal."],
])("%j is refused in a sentence", (text, fault) => {
  expect(entriesIn(text)).toEqual({ fault });
});
