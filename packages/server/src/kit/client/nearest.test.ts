import { expect, test } from "vitest";
import { nearest, suggestion } from "./nearest.ts";

test("the three closest names are meant, the closest first, whatever the case of their letters", () => {
  const names = ["reports", "ban", "Report", "repot", "export"];
  expect(nearest("report", names)).toEqual(["Report", "reports", "repot"]);
  expect(nearest("", ["abc", "a"])).toEqual(["a", "abc"]);
});

test("names are suggested in words, and that there is none", () => {
  expect(suggestion("bna", ["ban", "play"])).toBe("; did you mean ban, play?");
  expect(suggestion("bna", [])).toBe("; there is none");
});
