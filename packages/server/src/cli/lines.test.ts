// Entries and outcomes formatted as lines.
import type { types } from "@antechamber/sdk/control";
import { describe, expect, test } from "vitest";
import type { ClientDeps } from "./deps.ts";
import { entryLine, traceLines } from "./journal-lines.ts";
import { decidingLine, exitOf, messageLines, type Outcome } from "./outcome-lines.ts";
import { Output } from "./output.ts";

const deps = { env: { FORCE_COLOR: "1" }, isTerminal: { out: true, err: true } };
const inColour = new Output(deps as unknown as ClientDeps, {
  json: false,
  quiet: false,
  color: true,
});
const plain = new Output(deps as unknown as ClientDeps, {
  json: false,
  quiet: false,
  color: false,
});

const anEntry = (more: Partial<types.JournalEntry> = {}): types.JournalEntry => ({
  id: "7",
  at: "2026-01-01T12:04:05.123000+00:00",
  real_at: "2026-01-01T12:04:05.123000+00:00",
  trace: "7",
  cause: null,
  kind: "request",
  actor: null,
  application: null,
  name: "users.me",
  summary: "GET /users/@me",
  ...more,
});

describe("an entry", () => {
  test("is printed as a line with its time and the number of sessions that received it", () => {
    expect(entryLine(anEntry({ status: 200, sessions: 3 }), plain)).toBe(
      "12:04:05.123     #7 request  200 users.me                     GET /users/@me → 3",
    );
  });

  test.each<[Partial<types.JournalEntry>, boolean]>([
    [{ status: 399 }, false],
    [{ status: 400 }, true],
    [{ kind: "refusal" }, true],
    [{ kind: "fault" }, true],
    [{ kind: "dispatch" }, false],
  ])("is red with the fields %j: %s", (more, isRed) => {
    expect(entryLine(anEntry(more), inColour).includes("\u001B[31m")).toBe(isRed);
  });

  test("of a trace is indented below its cause, at any depth", () => {
    const entries = [
      anEntry({ id: "1" }),
      anEntry({ id: "2", cause: "1" }),
      anEntry({ id: "3", cause: "2" }),
      anEntry({ id: "4", cause: "1" }),
      anEntry({ id: "5", cause: "99" }),
    ];
    const indents = traceLines(entries, plain).map((line) => line.search(/\S/));
    expect(indents).toEqual([0, 2, 4, 2, 0]);
  });
});

test.each([
  ["replied", 0],
  ["deferred", 0],
  ["modal", 0],
  ["autocomplete", 0],
  ["launched", 0],
  ["denied", 1],
  ["timed_out", 1],
  ["failed", 1],
  ["pending", 124],
] as const)("an act with the outcome %s exits with %i", (outcome, code) => {
  expect(exitOf({ outcome } as Outcome)).toBe(code);
});

test.each([
  [0, false],
  [64, true],
  [64 | 4, true],
  [4, false],
])("a message with the flags %i is marked as visible to one user: %s", (flags, isAlone) => {
  const message = { author: { username: "Concierge" }, content: "hi", embeds: [], components: [] };
  const [line] = messageLines(
    { ...message, flags } as unknown as Outcome["messages"][number],
    plain,
  );
  expect(line).toBe(`Concierge: hi${isAlone ? " (only you see it)" : ""}`);
});

test("a decision is summarised by the deciding step, or by the last step without one", () => {
  const step = (number: number, decided: "allows" | "denies" | null) =>
    ({
      step: number,
      rule: "a rule",
      subject: "user 7",
      outcome: "not met",
      decided,
      source: "s",
    }) as Parameters<typeof decidingLine>[0][number];
  expect(decidingLine([step(1, null), step(2, "denies"), step(3, null)], plain)).toBe(
    "denied at step 2, not met: a rule (user 7)",
  );
  expect(decidingLine([step(1, null), step(2, null)], plain)).toBe(
    "allowed at step 2, a rule (user 7)",
  );
  expect(decidingLine([], plain)).toBe("it was decided without a step");
});

describe("text of users and applications", () => {
  const title = "\u001B]0;pwned\u0007";
  const steering = `a${title}\u001B[2J\u001B[31mb\u009B5m\u0000c\td`;

  function printed(show: (out: Output) => void, options: { color: boolean; terminal: boolean }) {
    const texts: string[] = [];
    const isTerminal = { out: options.terminal, err: options.terminal };
    const write = (text: string) => texts.push(text);
    const to = { env: {}, isTerminal, out: write, err: write } as unknown as ClientDeps;
    show(new Output(to, { json: false, quiet: false, color: options.color }));
    return texts.join("");
  }

  test.each([
    ["a line", (out: Output) => out.show({}, () => [steering])],
    ["a note", (out: Output) => out.note(steering)],
  ])("cannot control the terminal from %s", (_, show) => {
    const plainly = printed(show, { color: false, terminal: false });
    expect(plainly).toBe("a]0;pwned[2J[31mb5mc\td\n");
    const colourful = printed(show, { color: true, terminal: true });
    expect(colourful).toBe("a]0;pwned[2J\u001B[31mb5mc\td\n");
  });

  test("does not remove the colour of the line", () => {
    const show = (out: Output) => out.line(out.paint("red", `no${title}`));
    const printedRed = printed(show, { color: true, terminal: true });
    expect(printedRed).toBe("\u001B[31mno]0;pwned\u001B[39m\n");
  });

  test("is unchanged in a document for a file, and escaped in one for a terminal", () => {
    const show = (out: Output) => out.document(steering);
    expect(printed(show, { color: true, terminal: false })).toBe(`${steering}\n`);
    expect(printed(show, { color: false, terminal: true })).toBe("a]0;pwned[2J[31mb5mc\td\n");
  });
});
