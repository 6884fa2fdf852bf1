import { describe, expect, test } from "vitest";
import { parserOf } from "../schema/form.ts";
import { FaultForm } from "./faults.ts";

const read = parserOf(FaultForm);

function issuesOf(fault: object): string[] {
  const reading = read({ match: {}, ...fault });
  return reading.ok ? [] : reading.issues.map(({ path, code }) => `${path.join(".")}: ${code}`);
}

describe("a fault of calls", () => {
  test.each([
    [{ status: 99 }, "status: NUMBER_TYPE_MIN"],
    [{ status: "500" }, "status: NUMBER_TYPE_COERCE"],
    [{ delay_ms: -1 }, "delay_ms: NUMBER_TYPE_MIN"],
    [{ drop: false }, "drop: BASE_TYPE_CHOICES"],
    [{ rate_limit: { retry_after: -1 } }, "rate_limit.retry_after: NUMBER_TYPE_MIN"],
    [{ status: 99, body: "x" }, "status: NUMBER_TYPE_MIN"],
  ])("with one faulty value has no other fault: %j", (http, issue) => {
    expect(issuesOf({ http })).toEqual([`http.${issue}`]);
  });

  test.each([[{}], [{ status: 500, drop: true }], [{ body: "x", rate_limit: { retry_after: 1 } }]])(
    "names one way to go wrong: %j",
    (http) => {
      expect(issuesOf({ http })).toEqual(["http: BASE_TYPE_CHOICES"]);
    },
  );

  test("names one way to go wrong, though another's value is faulty", () => {
    const issues = ["http.status: NUMBER_TYPE_MIN", "http: BASE_TYPE_CHOICES"];
    expect(issuesOf({ http: { status: 99, drop: true } })).toEqual(issues);
  });
});

describe("a fault of sessions", () => {
  test.each([
    [{ close_code: 999 }, "close_code: NUMBER_TYPE_MIN"],
    [{ close_code: 1005 }, "close_code: BASE_TYPE_CHOICES"],
    [{ invalid_session: "x" }, "invalid_session: BOOLEAN_TYPE_CONVERT"],
    [{ delay_ms: -1 }, "delay_ms: NUMBER_TYPE_MIN"],
  ])("with one faulty value has no other fault: %j", (gateway, issue) => {
    expect(issuesOf({ gateway })).toEqual([`gateway.${issue}`]);
  });

  test.each([[{}], [{ drop: true, silent: true }]])("names one way to go wrong: %j", (gateway) => {
    expect(issuesOf({ gateway })).toEqual(["gateway: BASE_TYPE_CHOICES"]);
  });
});

test("a fault is of calls or of sessions", () => {
  expect(issuesOf({})).toEqual([": BASE_TYPE_CHOICES"]);
  const both = { http: { status: 500 }, gateway: { drop: true } };
  expect(issuesOf(both)).toEqual([": BASE_TYPE_CHOICES"]);
});
