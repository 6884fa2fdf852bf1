import { describe, expect, test } from "vitest";
import { parserOf } from "../schema/form.ts";
import { FaultForm } from "./faults.ts";

const read = parserOf(FaultForm);

function issuesOf(fault: object): string[] {
  const reading = read({ match: {}, ...fault });
  return reading.ok ? [] : reading.issues.map(({ path, code }) => `${path.join(".")}: ${code}`);
}

describe("an injected fault for calls", () => {
  test.each([
    [{ status: 99 }, "status: NUMBER_TYPE_MIN"],
    [{ status: "500" }, "status: NUMBER_TYPE_COERCE"],
    [{ delay_ms: -1 }, "delay_ms: NUMBER_TYPE_MIN"],
    [{ drop: false }, "drop: BASE_TYPE_CHOICES"],
    [{ rate_limit: { retry_after: -1 } }, "rate_limit.retry_after: NUMBER_TYPE_MIN"],
    [{ status: 99, body: "x" }, "status: NUMBER_TYPE_MIN"],
  ])("reports only the invalid value: %j", (http, issue) => {
    expect(issuesOf({ http })).toEqual([`http.${issue}`]);
  });

  test.each([[{}], [{ status: 500, drop: true }], [{ body: "x", rate_limit: { retry_after: 1 } }]])(
    "must have exactly one effect: %j",
    (http) => {
      expect(issuesOf({ http })).toEqual(["http: BASE_TYPE_CHOICES"]);
    },
  );

  test("must have exactly one effect, even if the value of another is invalid", () => {
    const issues = ["http.status: NUMBER_TYPE_MIN", "http: BASE_TYPE_CHOICES"];
    expect(issuesOf({ http: { status: 99, drop: true } })).toEqual(issues);
  });
});

describe("an injected fault for gateway sessions", () => {
  test.each([
    [{ close_code: 999 }, "close_code: NUMBER_TYPE_MIN"],
    [{ close_code: 1005 }, "close_code: BASE_TYPE_CHOICES"],
    [{ invalid_session: "x" }, "invalid_session: BOOLEAN_TYPE_CONVERT"],
    [{ delay_ms: -1 }, "delay_ms: NUMBER_TYPE_MIN"],
  ])("reports only the invalid value: %j", (gateway, issue) => {
    expect(issuesOf({ gateway })).toEqual([`gateway.${issue}`]);
  });

  test.each([[{}], [{ drop: true, silent: true }]])(
    "must have exactly one effect: %j",
    (gateway) => {
      expect(issuesOf({ gateway })).toEqual(["gateway: BASE_TYPE_CHOICES"]);
    },
  );
});

test("a fault must be either for calls or for sessions", () => {
  expect(issuesOf({})).toEqual([": BASE_TYPE_CHOICES"]);
  const both = { http: { status: 500 }, gateway: { drop: true } };
  expect(issuesOf(both)).toEqual([": BASE_TYPE_CHOICES"]);
});
