import { errors } from "@antechamber/contract";
import { expect, test } from "vitest";
import { agentTools } from "../testing/agent-tools.ts";
import { needText } from "./error-advice.ts";

// What is declared is known without a service.
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
});

test("what would have passed is said in words", () => {
  const needs = { permission: ["BAN_MEMBERS"], range: { min: 1, max: 100 }, seconds: 3 };
  const said = "the permission BAN_MEMBERS; a value from 1 to 100; a wait of 3 s";
  expect(needText(needs)).toBe(said);
  expect(needText({})).toBeUndefined();
});
