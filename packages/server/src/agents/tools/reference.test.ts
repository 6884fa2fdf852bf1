import { expect, test } from "vitest";
import { agentTools } from "../../testing/clients/agent-tools.ts";
import { journal } from "./explaining.ts";
import { reference } from "./reference.ts";

// Declarations are available without a service.
const { call } = agentTools({ url: "http://127.0.0.1:1" });

const hitsIn = (text: string) =>
  text.split("\n").filter((line) => /^(endpoint|error|limit|event|guide|key) {2}/.test(line));

test("a search returns only the entries that match the most words", async () => {
  const both = await call("reference", { query: "LOBBIES create", kind: "endpoint" });
  expect(both).toMatch(/^\d+ found with 2 of 2 words/);
  expect(hitsIn(both)).not.toEqual([]);
  expect(hitsIn(both).every((line) => /lobbies/i.test(line) && /create/i.test(line))).toBe(true);
  const one = await call("reference", { query: "lobbies no-such-word", kind: "endpoint" });
  expect(one).toMatch(/^\d+ found with 1 of 2 words/);
});

test("a search lists twenty entries and the number of further ones", async () => {
  const answer = await call("reference", { query: "guild", kind: "endpoint" });
  const [, found] = /^(\d+) found/.exec(answer) ?? [];
  expect(hitsIn(answer)).toHaveLength(20);
  expect(answer).toContain(`… ${Number(found) - 20} more: use more words, or kind`);
});

test("a search finds the keys of world files, of their records and of the records in these", async () => {
  const file = await call("reference", { query: "world file" });
  expect(file).toMatch(/^key {2}world file {2}.*users\?, .*guilds\?/m);
  expect(file).toMatch(/^key {2}world file guilds\[\] {2}.*roles\?/m);
  const roles = await call("reference", { query: "world file guilds roles", kind: "key" });
  expect(roles).toMatch(/^key {2}world file guilds\[\]\.roles\[\] {2}.*permissions\?/m);
  expect(await call("reference", { query: "world file clock", kind: "key" })).toContain(
    "key  world file clock  now?, frozen?",
  );
});

test("a search finds a paragraph of a guide by its text, with the line to read on from", async () => {
  // No heading and no endpoint contains the name of a matcher.
  const answer = await call("reference", { query: "toHaveTimedOut" });
  const [, name, line] = /^guide {2}(\S+) {2}line (\d+): .*toHaveTimedOut/m.exec(answer) ?? [];
  const read = await call("reference", { guide: name, from_line: Number(line) });
  expect(read.split("\n")[1]).toContain("toHaveTimedOut");
  expect(await call("reference", { query: "toHaveTimedOut", kind: "error" })).toContain(
    'nothing matches "toHaveTimedOut"',
  );
});

test("paragraphs of guides leave most of the room to declarations", async () => {
  const hits = hitsIn(await call("reference", { query: "snapshot" }));
  expect(hits).toHaveLength(20);
  expect(hits.filter((line) => / line \d+: /.test(line))).toHaveLength(5);
});

test("the examples in the tools' descriptions name endpoints that exist", async () => {
  const [, id = ""] = /such as ([\w.]+\w)/.exec(JSON.stringify(reference.inputSchema)) ?? [];
  expect(await call("reference", { endpoint: id })).toContain(`${id}: `);
  const [, name = ""] = /name:([\w.]+)\*/.exec(journal.description) ?? [];
  const found = hitsIn(await call("reference", { query: name, kind: "endpoint" }));
  expect(found.some((line) => line.startsWith(`endpoint  ${name}`))).toBe(true);
});

test("a guide is read from the given line, counted from 1", async () => {
  const whole = await call("reference", { guide: "testing" });
  const [head, first, second] = whole.split("\n");
  expect(head).toMatch(/^guide testing, \d+ lines, from 1:$/);
  const later = await call("reference", { guide: "testing", from_line: 2 });
  expect([first, later.split("\n")[1]]).toEqual([expect.stringMatching(/^# /), second]);
});
