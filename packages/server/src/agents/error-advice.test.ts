import { errors } from "@antechamber/contract";
import { expect, test } from "vitest";
import { agentTools } from "../testing/clients/agent-tools.ts";
import { adviceOn, needText } from "./error-advice.ts";

// Declarations are available without a service.
const { call, fails } = agentTools({ url: "http://127.0.0.1:1" });

test.each(errors.map(({ name }) => name))(
  "%s is explained with a cause, a source and a fix",
  async (name) => {
    const explanation = await call("explain", { error: name });
    expect(explanation).toMatch(/^cause: \S.*$/m);
    expect(explanation).toMatch(/^source: \S.*$/m);
    expect(explanation).toMatch(/^fix: \S.*$/m);
  },
);

test("an error code finds its errors, and an unknown name suggests the nearest one", async () => {
  expect(await call("explain", { error: "50035" })).toContain("InvalidForm");
  expect(await fails("explain", { error: "InvalidFrom" })).toContain("did you mean InvalidForm");
  // Errors of code 0 have nothing in common.
  expect(await fails("explain", { error: "0" })).toContain('no declared error is "0"');
});

test("an error has its own fix, or that of its status", () => {
  const own = adviceOn({ name: "MissingPermissions", status: 403 });
  const ofStatus = adviceOn({ name: "SomethingElse", status: 403 });
  expect(own).toContain("give a role of the caller the permission");
  expect(ofStatus).toContain("call as someone who is allowed to");
});

test.each([500, 503])(
  "an error with status %i and no fix of its own refers to the service's log",
  (status) => {
    expect(adviceOn({ name: "SomethingElse", status })).toContain("read its log");
    expect(adviceOn({ name: "SomethingElse", status: 499 })).toContain("read the message");
  },
);

test("missing requirements are described in words", () => {
  const needs = { permission: ["BAN_MEMBERS"], range: { min: 1, max: 100 }, seconds: 3 };
  const text = "the permission BAN_MEMBERS; a value from 1 to 100; a wait of 3 s";
  expect(needText(needs)).toBe(text);
  expect(needText({})).toBeUndefined();
});
