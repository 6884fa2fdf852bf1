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
])("a value under a secret's name is redacted in %s", (sent, expected) => {
  expect(takenFrom(sent).text).toBe(expected);
});

test("its texts are secrets, and so is the whole value as error messages quote it", () => {
  const { found } = takenFrom(String.raw`{"token": [ "it's", {"key": "a\"b", "token": true} ]}`);
  expect(found).toEqual([
    "it's",
    String.raw`a\"b`,
    `["it's", {'key': 'a"b', 'token': True}]`,
    String.raw`[\"it's\", {'key': 'a\"b', 'token': True}]`,
  ]);
});

test.each([
  ['name="token"\r\n\r\nabc', 'name="token"\r\n\r\n[redacted]'],
  ["name=token\r\nContent-Type: text/plain\r\n\r\na\r\nb", undefined],
  [
    'name="token"; filename="a.txt"\r\n\r\n(a file)',
    'name="token"; filename="a.txt"\r\n\r\n(a file)',
  ],
  ['name="tokens"\r\n\r\nabc', 'name="tokens"\r\n\r\nabc'],
])("a secret is redacted in a form's part %j", (part, expected) => {
  const around = (each: string) =>
    `--b\r\nContent-Disposition: form-data; ${each}\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n`;
  const redacted = named.parts(around(part), () => undefined);
  const wanted = expected ?? "name=token\r\nContent-Type: text/plain\r\n\r\n[redacted]";
  expect(redacted).toBe(around(wanted));
});

test("a truncated part is redacted, too", () => {
  const head = 'Content-Disposition: form-data; name="token"\r\n\r\n';
  const found: string[] = [];
  expect(named.parts(`${head}ab`, (secret) => found.push(secret))).toBe(`${head}[redacted]`);
  expect(found).toEqual(["ab"]);
});
