import { expect, test } from "vitest";
import { withFlagsBehind } from "./parsing.ts";

test.each([
  ["--url X world reset", "world reset --url X"],
  ["--url=X world reset", "world reset --url=X"],
  ["--json --url X --quiet see alice", "see alice --json --url X --quiet"],
  ["world reset --url X", "world reset --url X"],
  ["--json run -- node bot.js --json", "run --json -- node bot.js --json"],
  ["--help", "--help"],
  ["--url X", "--url X"],
  ["--port 1 start", "--port 1 start"],
  ["", ""],
])("the arguments %j are reordered to %j", (given, read) => {
  const words = (text: string) => text.split(" ").filter((word) => word !== "");
  expect(withFlagsBehind(words(given))).toEqual(words(read));
});
