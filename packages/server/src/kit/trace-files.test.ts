import { afterEach, expect, test, vi } from "vitest";
import { traceFileOf, traceMode } from "./trace-files.ts";

afterEach(() => vi.unstubAllEnvs());

test.for([
  [undefined, undefined, "off"],
  [undefined, "true", "retain-on-failure"],
  [undefined, "false", "off"],
  [undefined, "0", "off"],
  ["off", "true", "off"],
  ["on", undefined, "on"],
  ["retain-on-failure", undefined, "retain-on-failure"],
] as const)("ANTECHAMBER_TRACE=%s with CI=%s selects %s", ([setting, ci, mode]) => {
  vi.stubEnv("ANTECHAMBER_TRACE", setting);
  vi.stubEnv("CI", ci);
  expect(traceMode()).toBe(mode);
});

test("ANTECHAMBER_TRACE refuses an unknown mode and lists the known ones", () => {
  vi.stubEnv("ANTECHAMBER_TRACE", "always");
  expect(traceMode).toThrow('one of off, on, retain-on-failure, not "always"');
});

test("a trace file is named after its test, differently for similar names", () => {
  const [one, other] = [
    traceFileOf("a.test.ts > says: “hi” / bye"),
    traceFileOf("a.test.ts says hi bye"),
  ];
  expect(one).toMatch(/^antechamber-traces\/a-test-ts-says-hi-bye-[0-9a-f]{8}\.trace\.jsonl$/);
  expect(other).not.toBe(one);
  expect(traceFileOf("x".repeat(500)).length).toBeLessThan(140);
});
