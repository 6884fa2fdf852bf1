import { expect, test } from "vitest";
import { keysOf } from "./removable.ts";

test.each([[["a", "b", "a", "a"]], [["a", "a"]], [["a"]], [[]]])(
  "each of %j has its own key, which it keeps when an earlier one is removed",
  (texts: readonly string[]) => {
    const keys = keysOf(texts);
    expect(new Set(keys).size).toBe(texts.length);
    for (const at of texts.keys()) {
      expect(keysOf(texts.toSpliced(at, 1)).slice(at)).toEqual(keys.slice(at + 1));
    }
  },
);
