import { describe, expect, test } from "vitest";
import { startLines } from "./start-lines.ts";

function said(format: "pretty" | "json"): readonly string[] {
  const printed: string[] = [];
  const say = startLines(format, { print: (line) => printed.push(line), now: () => 7 });
  say("The world", { bot_token: "x", users: "alice" });
  say("A client", {}, ["first();", "second();"]);
  say("development mode");
  return printed;
}

describe("what a start says", () => {
  test("is lines for people", () => {
    expect(said("pretty")).toEqual([
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
    expect(said("json").map((line) => JSON.parse(line) as unknown)).toEqual([
      { level: 30, time: 7, bot_token: "x", users: "alice", msg: "The world" },
      { level: 30, time: 7, code: "first();\nsecond();", msg: "A client" },
      { level: 30, time: 7, msg: "development mode" },
    ]);
  });
});
