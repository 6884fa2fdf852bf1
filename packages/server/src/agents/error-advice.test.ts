import { errors } from "@antechamber/contract";
import { expect, test } from "vitest";
import { agentTools } from "../testing/agent-tools.ts";
import { adviceOn, needText } from "./error-advice.ts";

// Declarations are available without a service.
const { call, fails } = agentTools({ url: "http://127.0.0.1:1" });

test.each(errors.map(({ name }) => name))("%s is explained with cause and fix", async (name) => {
  const said = await call("explain", { error: name });
  expect(said).toMatch(/^cause: \S.*$/m);
  expect(said).toMatch(/^source: \S.*$/m);
  expect(said).toMatch(/^fix: \S.*$/m);
});

test("a code explains every error that has it", async () => {
  expect(await call("explain", { error: "50035" })).toContain("InvalidForm");
  expect(await fails("explain", { error: "InvalidFrom" })).toContain("did you mean InvalidForm");
  // Errors of code 0 have nothing in common.
  expect(await fails("explain", { error: "0" })).toContain('no declared error is "0"');
});

test("the fix of an error is its own where it has one, else that of its status", () => {
  const own = adviceOn({ name: "MissingPermissions", status: 403 });
  const ofStatus = adviceOn({ name: "SomethingElse", status: 403 });
  expect(own).toContain("give a role of the caller the permission");
  expect(ofStatus).toContain("call as someone who is allowed to");
});

test.each([500, 503])(
  "a status of %i without its own fix says to read the service's log",
  (status) => {
    expect(adviceOn({ name: "SomethingElse", status })).toContain("read its log");
    expect(adviceOn({ name: "SomethingElse", status: 499 })).toContain("read the message");
  },
);

test("what would have passed is said in words", () => {
  const needs = { permission: ["BAN_MEMBERS"], range: { min: 1, max: 100 }, seconds: 3 };
  const said = "the permission BAN_MEMBERS; a value from 1 to 100; a wait of 3 s";
  expect(needText(needs)).toBe(said);
  expect(needText({})).toBeUndefined();
});
