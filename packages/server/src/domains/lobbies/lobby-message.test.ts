// The history of a lobby with any number of messages.
import { expect, test } from "vitest";
import { oldestOf } from "./lobby-message.ts";

test("the oldest of more messages than a call can have arguments is found", () => {
  const messages = Array.from({ length: 300_000 }, (_, i) => ({ sentAt: Math.abs(i - 7000) }));
  expect(oldestOf(messages)).toBe(0);
  expect(oldestOf([])).toBe(Infinity);
});
