import { expect, test } from "vitest";
import { endpoints } from "../registry.ts";
import { moveClock } from "./state.ts";
import { issueTree } from "../schema/validation-issue.ts";
import { parserOf } from "../schema/form.ts";

test("endpoints of the control plane accept only its credential, and no others accept it", () => {
  for (const { id, plane, auth } of endpoints) {
    const takesKeys = auth.some(({ kind }) => kind === "control");
    const takesMore = auth.some(({ kind }) => kind !== "control");
    const isControl = plane === "control";
    expect({ id, takesKeys, takesMore }).toEqual({
      id,
      takesKeys: isControl,
      takesMore: !isControl,
    });
  }
});

test.each([
  [{}, {}],
  [{ frozen: true }, { frozen: true }],
  [
    { now: "2026-11-21T00:00:00Z", advance: "PT15M" },
    { now: "2026-11-21T00:00:00Z", advance: "PT15M" },
  ],
  [{ frozen: null, now: null, advance: null }, {}],
])("a request to move the clock may be %j", (body, expected) => {
  expect(parserOf(moveClock.body)(body)).toEqual({ ok: true, value: expected });
});

test("every error of a request to move the clock is reported at its field", () => {
  const reading = parserOf(moveClock.body)({
    frozen: "yes",
    now: "2014-01-01",
    advance: "-PT1S",
  });
  expect(reading.ok ? {} : issueTree(reading.issues)).toEqual({
    frozen: {
      _errors: [{ code: "BOOLEAN_TYPE_CONVERT", message: "Must be either true or false." }],
    },
    now: {
      _errors: [{ code: "NUMBER_TYPE_MIN", message: "The clock cannot be set before 2015-02-01." }],
    },
    advance: {
      _errors: [
        {
          code: "DURATION_TYPE_PARSE",
          message: "Could not parse -PT1S. Should be an ISO8601 duration, as PT15M, or next.",
        },
      ],
    },
  });
});
