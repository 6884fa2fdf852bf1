import { RestError } from "@antechamber/sdk/control";
import { expect, test } from "vitest";
import { faultsIn } from "./faults.ts";

const refused = (errors: unknown) =>
  new RestError(400, JSON.stringify({ message: "Invalid Form Body", code: 50035, errors }));

test("each error is listed with its path", () => {
  const errors = {
    _errors: [{ code: "A", message: "too large" }],
    guilds: { 0: { owner: { _errors: [{ code: "B", message: "no user" }] } } },
    name: { _errors: [{ message: "short" }, { message: "odd" }] },
  };
  expect(faultsIn(refused(errors))).toEqual([
    { at: "", message: "too large" },
    { at: "guilds[0].owner", message: "no user" },
    { at: "name", message: "short" },
    { at: "name", message: "odd" },
  ]);
});

test("errors shown at their field are omitted, others are listed", () => {
  const errors = {
    name: { _errors: [{ message: "short" }] },
    roles: { 0: { _errors: [{ message: "no role" }] } },
    _errors: [{ message: "too large" }],
  };
  expect(faultsIn(refused(errors), ([first]) => first === "name")).toEqual([
    { at: "roles[0]", message: "no role" },
    { at: "", message: "too large" },
  ]);
});

test("only the first of many errors are listed", () => {
  const many = Array.from({ length: 100 }, (_, i) => [`f${i}`, { _errors: [{ message: "bad" }] }]);
  expect(faultsIn(refused(Object.fromEntries(many)))).toHaveLength(20);
});

test.each([[new Error("no")], [refused(undefined)], [undefined]])("%s has no errors", (error) => {
  expect(faultsIn(error)).toEqual([]);
});
