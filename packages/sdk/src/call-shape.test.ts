import { expect, test } from "vitest";
import { callAddress, replyValue } from "./call-shape.ts";

const answered = (type: string, text: string) =>
  replyValue(new Response(text, { headers: { "content-type": type } }), text);

test.each([
  ["application/json", '{"a":1}', { a: 1 }],
  ["application/json; charset=utf-8", "[1]", [1]],
  ["application/jsonl", '{"a":1}\n{"a":2}\n', '{"a":1}\n{"a":2}\n'],
  ["text/x-shellscript", "#!/bin/sh", "#!/bin/sh"],
  ["application/json", "", undefined],
])("a response of type %s is read by its type: %j", (type, text, expected) => {
  expect(answered(type, text)).toEqual(expected);
});

test("a URL has an encoded path, repeated list values and no undefined parameters", () => {
  const path = { user: "a/b ü" };
  const query = { kind: ["one", "two"], limit: 0, world: undefined };
  expect(callAddress("http://here/users/{user}", { path, query }).href).toBe(
    "http://here/users/a%2Fb%20%C3%BC?kind=one&kind=two&limit=0",
  );
});
