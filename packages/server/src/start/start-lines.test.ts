import { describe, expect, test } from "vitest";
import { startLines } from "./start-lines.ts";

function printedLines(format: "pretty" | "json"): readonly string[] {
  const printed: string[] = [];
  const show = startLines(format, { print: (line) => printed.push(line), now: () => 7 });
  show("The world", { bot_token: "x", users: "alice" });
  show("A client", {}, ["first();", "second();"]);
  show("development mode");
  return printed;
}

describe("what a start says", () => {
  test("is lines for people", () => {
    expect(printedLines("pretty")).toEqual([
      "The world:",
      "  bot token    x",
      "  users        alice",
      "A client:",
      "  first();",
      "  second();",
      "development mode",
    ]);
  });

  test("is one JSON object a line for machines", () => {
    expect(printedLines("json").map((line) => JSON.parse(line) as unknown)).toEqual([
      { level: 30, time: 7, bot_token: "x", users: "alice", msg: "The world" },
      { level: 30, time: 7, code: "first();\nsecond();", msg: "A client" },
      { level: 30, time: 7, msg: "development mode" },
    ]);
  });
});
