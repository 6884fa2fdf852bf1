import { expect, test } from "vitest";
import { nearest, suggestion } from "./nearest.ts";

test("nearest returns the three closest names in order, ignoring case", () => {
  const names = ["reports", "ban", "Report", "repot", "export"];
  expect(nearest("report", names)).toEqual(["Report", "reports", "repot"]);
  expect(nearest("", ["abc", "a"])).toEqual(["a", "abc"]);
});

test("nearest puts names with the written sign first", () => {
  const names = ["@owner", "@alice", "#general", "#announcements"];
  expect(nearest("#nowhere", names)).toEqual(["#general", "#announcements", "@owner"]);
  expect(nearest("@general", names)).toEqual(["@owner", "@alice", "#general"]);
});

test("suggestion lists the names, or reports that there are none", () => {
  expect(suggestion("bna", ["ban", "play"])).toBe("; did you mean ban, play?");
  expect(suggestion("bna", [])).toBe("; there is none");
});
