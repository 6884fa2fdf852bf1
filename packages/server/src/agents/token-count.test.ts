import { expect, test } from "vitest";
import { tokenCount } from "./token-count.ts";

// The higher of the counts by the encodings cl100k_base and o200k_base.
test.each([
  ["plain words are counted one by one", "Lines that say what users wrote or sent to all", 10],
  ["ids are counted in threes", "1795359868353001", 6],
  ["keys count more than words of their length", "A4QOl5jo4r2CyiBvtBs6Oum8E8hiw3yAbt3oVPZhNLY", 29],
  ["other scripts count more than their letters", "こんにちは世界", 3],
  ["indentations count less than their spaces", "                x", 2],
])("%s, and never fewer than by a model", (_, text, counted) => {
  expect(tokenCount(text)).toBeGreaterThanOrEqual(counted);
  expect(tokenCount(text)).toBeLessThanOrEqual(counted * 5);
});
