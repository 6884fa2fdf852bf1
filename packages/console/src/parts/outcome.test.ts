import { expect, test } from "vitest";
import type { types } from "@antechamber/sdk/control";
import { untimedSummary } from "./outcome.ts";

const summaryOf = (summary: string, kind = "request") =>
  untimedSummary({ summary, kind } as types.JournalEntry);

test("a row that shows the duration by itself has it only once, whatever follows it", () => {
  expect(summaryOf("GET /a → 200 in 0.1 ms")).toBe("GET /a → 200");
  expect(summaryOf("GET /a → 404 in 12 ms, UnknownUser")).toBe("GET /a → 404, UnknownUser");
});

test("a summary without a duration of its own stays as it is", () => {
  expect(summaryOf("GET /a → under way")).toBe("GET /a → under way");
  expect(summaryOf("The clock was moved in 5 ms", "clock")).toBe("The clock was moved in 5 ms");
});
