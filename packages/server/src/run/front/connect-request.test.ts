import { expect, test } from "vitest";
import { readConnectRequest } from "./connect-request.ts";

const read = (text: string) => readConnectRequest(Buffer.from(text));
const requestFor = (target: string) => `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`;

test.each([
  ["example.com:443", { host: "example.com", port: 443 }],
  ["example.com:65535", { host: "example.com", port: 65_535 }],
  ["[::1]:80", { host: "::1", port: 80 }],
])("a CONNECT request for %s is parsed without the bytes after its head", (text, target) => {
  const { length } = requestFor(text);
  expect(read(`${requestFor(text)}rest`)).toEqual({ is: "whole", target, length });
});

test.each(["example.com:65536", "example.com", "example.com:https", "a b:443", ":443"])(
  "the target %j is malformed",
  (target) => {
    expect(read(requestFor(target))).toEqual({ is: "malformed" });
  },
);

test("the start of a CONNECT request is incomplete, another request is recognised as such", () => {
  expect([read(""), read("CONN"), read(requestFor("a:1").slice(0, -1))]).toEqual([
    { is: "incomplete" },
    { is: "incomplete" },
    { is: "incomplete" },
  ]);
  expect(read("GET / HTTP/1.1")).toEqual({ is: "another" });
});

test("a head of sixteen KiB without an end is malformed", () => {
  const head = "CONNECT ".padEnd(16 * 1024 - 1, "x");
  expect([read(head), read(`${head}x`)]).toEqual([{ is: "incomplete" }, { is: "malformed" }]);
});
