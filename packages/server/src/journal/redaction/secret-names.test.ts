import { expect, test } from "vitest";
import { namedSecrets } from "./secret-names.ts";

const named = namedSecrets(new Set(["token"]));

function takenFrom(text: string) {
  const found: string[] = [];
  return { text: named.sentJson(text, (secret) => found.push(secret)), found };
}

test.each([
  ['{"token":"abc","a":1}', '{"token":"[redacted]","a":1}'],
  ['{"token" : ["abc", ["]"]], "a":1}', '{"token" : "[redacted]", "a":1}'],
  ['{"token":{"a":{"token":"}\\"abc"}},"b":[2]}', '{"token":"[redacted]","b":[2]}'],
  ['{"token":-1.5e3,"a":1}', '{"token":"[redacted]","a":1}'],
  ['{"a":[{"token":[1]},{"token":{}}]}', '{"a":[{"token":"[redacted]"},{"token":"[redacted]"}]}'],
  ['{"token":null,"a":{"b":true}}', '{"token":null,"a":{"b":true}}'],
  ['{"token":["abc","de', '{"token":"[redacted]"'],
  ['{"token":{"abc":"de\\', '{"token":"[redacted]"'],
  ['{"content":"\\"token\\":[1]"}', '{"content":"\\"token\\":[1]"}'],
])("whatever is sent under a name is taken out of %s", (sent, expected) => {
  expect(takenFrom(sent).text).toBe(expected);
});

test("its texts are secrets, and so is all of it as messages quote it, in JSON too", () => {
  const { found } = takenFrom(String.raw`{"token": [ "it's", {"key": "a\"b", "token": true} ]}`);
  expect(found).toEqual([
    "it's",
    String.raw`a\"b`,
    `["it's", {'key': 'a"b', 'token': True}]`,
    String.raw`[\"it's\", {'key': 'a\"b', 'token': True}]`,
  ]);
});
