// The lines and the result of a check's report, without a service.
import { expect, test } from "vitest";
import { isFailing, reportLines, type Report } from "./check.ts";
import type { ClientDeps } from "../../deps.ts";
import { Output } from "../../output.ts";

const deps = { env: {}, isTerminal: { out: false, err: false } } as unknown as ClientDeps;
const plain = new Output(deps, { json: false, quiet: false, color: false });

const aReport = (more: Partial<Report> = {}): Report => ({
  create: [],
  update: [],
  rename: [],
  delete: [],
  unchanged: [],
  loses_permissions: [],
  creates_left_today: 200,
  lint: [],
  ...more,
});

test.each([
  [2, false],
  [1, true],
])("creating two commands while %i can be created exceeds the limit: %s", (remaining, isOver) => {
  const report = aReport({ create: ["a", "b"], creates_left_today: remaining });
  expect([isFailing(report, ["limit"]), isFailing(report, [])]).toEqual([isOver, false]);
  const over = `  ✕ ${200 - remaining} commands were created today: ${remaining} more can be`;
  expect(reportLines(report, plain).filter((line) => line.includes("✕"))).toEqual(
    isOver ? [over] : [],
  );
  expect(reportLines(report, plain).at(-1)).toBe("  2 of 200 creates today, 0 left");
});

test("errors always fail a check, losses and lint warnings only if requested", () => {
  expect(isFailing(aReport({ errors: {} }), [])).toBe(true);
  const lint = [{ path: "[0].name", message: "is long" }];
  const warned = aReport({ loses_permissions: ["ban"], lint });
  expect(isFailing(warned, ["limit"])).toBe(false);
  expect([isFailing(warned, ["loss"]), isFailing(warned, ["lint"])]).toEqual([true, true]);
  expect([isFailing(aReport(), ["loss", "lint", "limit"])]).toEqual([false]);
});
