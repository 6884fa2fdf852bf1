import { expect, test } from "vitest";
import { parserOf } from "../../schema/form.ts";
import { FormResponses } from "./join-requests.ts";

const read = parserOf(FormResponses);

function issuesOf(field: object): string[] {
  const reading = read([field]);
  return reading.ok ? [] : reading.issues.map(({ path, code }) => `${path.join(".")}: ${code}`);
}

test.each([
  [{ field_type: "TERMS", values: 5, response: true }, "0.values: LIST_TYPE_CONVERT"],
  [{ field_type: "MULTIPLE_CHOICE", choices: 5, response: 1 }, "0.choices: LIST_TYPE_CONVERT"],
  [{ field_type: "SONG", values: ["a"], response: true }, "0.field_type: BASE_TYPE_CHOICES"],
  [{ field_type: "TERMS", response: true }, "0.values: BASE_TYPE_REQUIRED"],
  [{ field_type: "TERMS", values: ["a"], response: "yes" }, "0.response: BASE_TYPE_CHOICES"],
])("an answer in a form reports only its own error: %j", (field, issue) => {
  expect(issuesOf(field)).toEqual([issue]);
});

test("a text answer may have a thousand characters, counted in code points", () => {
  const answer = (response: string) => issuesOf({ field_type: "TEXT_INPUT", response });
  for (const each of ["x", "😀"]) {
    expect(answer(each.repeat(1000))).toEqual([]);
    expect(answer(each.repeat(1001))).toEqual(["0.response: BASE_TYPE_CHOICES"]);
  }
});
