import { anything, list, object, optional, projection, text } from "@antechamber/contract/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonText } from "../../../platform/formats/json-text.ts";
import { textWriter } from "./reply-text.ts";

const Pages = list(object({ title: text(), lines: optional(anything()) }));
const Book = object({
  id: optional(text()),
  pages: optional(Pages),
  notes: optional(list(text())),
  author: optional(text()),
});

const page = fc.record({ title: fc.string(), lines: fc.jsonValue() });
const book = fc.record(
  {
    author: fc.string(),
    secret: fc.string(),
    pages: fc.array(page, { maxLength: 3 }),
    notes: fc.array(fc.string(), { maxLength: 3 }),
    id: fc.string(),
  },
  { requiredKeys: [] },
);

/** The same object with its pages as JSON text. */
function withText(value: { readonly pages?: unknown }): object {
  if (value.pages === undefined) return value;
  return { ...value, pages: new JsonText(JSON.stringify(value.pages)) };
}

describe("a list that is given as JSON", () => {
  test("is written among the declared fields like a list of objects", () => {
    const write = textWriter(Book);
    const project = projection(Book);
    fc.assert(
      fc.property(book, (value) => {
        expect(write(withText(value))).toBe(JSON.stringify(project(value)));
        expect(write(value)).toBe(JSON.stringify(project(value)));
      }),
    );
  });

  test("may be used in some objects of a list", () => {
    const write = textWriter(list(Book));
    const project = projection(list(Book));
    fc.assert(
      fc.property(fc.array(fc.tuple(book, fc.boolean()), { maxLength: 4 }), (all) => {
        const values = all.map(([each, isText]) => (isText ? withText(each) : each));
        expect(write(values)).toBe(JSON.stringify(project(all.map(([each]) => each))));
      }),
    );
  });

  test("can be read as a value", () => {
    const value = { pages: [{ title: "a" }] };
    expect(JSON.parse(JSON.stringify(withText(value)))).toEqual(value);
  });
});

test("other values are reduced to their declared fields", () => {
  expect(textWriter(list(text()))(["a"])).toBe('["a"]');
  expect(textWriter(text())("a")).toBe('"a"');
  expect(textWriter(list(object({ a: text() })))([{ a: "b", c: "d" }])).toBe('[{"a":"b"}]');
});
