import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { proxyHeader } from "../../testing/clients/proxy-header.ts";
import { PROXY_HEADER_MAX_BYTES, readProxyHeader } from "./proxy-protocol.ts";

const inet = proxyHeader({ source: [192, 0, 2, 1] });
const inet6 = proxyHeader({ source: [0x20, 1, 13, 0xb8, ...Array<number>(11).fill(0), 1] });

test("names the client of the connection, over IPv4 and IPv6", () => {
  expect(readProxyHeader(inet)).toEqual({ is: "whole", length: 28, address: "192.0.2.1" });
  expect(readProxyHeader(inet6)).toEqual({
    is: "whole",
    length: 52,
    address: "2001:db8:0:0:0:0:0:1",
  });
});

test("the header's extra fields are skipped, and the bytes after it are kept", () => {
  const more = proxyHeader({ source: [192, 0, 2, 1], beside: Buffer.alloc(100, 4) });
  const bytes = Buffer.concat([more, Buffer.from("GET / HTTP/1.1\r\n")]);
  expect(readProxyHeader(bytes)).toEqual({ is: "whole", length: 128, address: "192.0.2.1" });
});

describe("names no client", () => {
  test.each([
    ["for a proxy's own check", proxyHeader({ command: 0x20, source: [1, 2, 3, 4] })],
    ["for an unknown family", proxyHeader({ family: 0x00, source: [] })],
    [
      "for a socket of the machine",
      proxyHeader({ family: 0x31, source: Array<number>(108).fill(1) }),
    ],
  ])("%s", (_case, bytes) => {
    expect(readProxyHeader(bytes)).toMatchObject({ is: "whole", address: undefined });
  });
});

test.each([
  ["an unknown command", proxyHeader({ command: 0x22, source: [1, 2, 3, 4] })],
  ["another version", proxyHeader({ command: 0x11, source: [1, 2, 3, 4] })],
  ["too short for its family", proxyHeader({ family: 0x21, source: [1, 2, 3, 4] })],
  ["too long", proxyHeader({ source: [1, 2, 3, 4], beside: Buffer.alloc(PROXY_HEADER_MAX_BYTES) })],
])("%s is malformed", (_case, bytes) => {
  expect(readProxyHeader(bytes)).toEqual({ is: "malformed" });
});

test.each([
  "GET / HTTP/1.1\r\n",
  "\r\nGET / HTTP/1.1\r\n",
  "\r\n\r\n\0\r\nQUIX",
  "PROXY TCP4 1.1.1.1",
])("%j is not a PROXY header", (text) => {
  expect(readProxyHeader(Buffer.from(text, "latin1"))).toEqual({ is: "absent" });
});

test("the rest of an incomplete header is awaited, wherever it is split", () => {
  for (let length = 0; length < inet6.length; length += 1) {
    expect(readProxyHeader(inet6.subarray(0, length))).toEqual({ is: "incomplete" });
  }
});

test("no bytes make the parser throw", () => {
  const bytes = fc.uint8Array({ maxLength: 200 });
  const start = fc.constantFrom(Buffer.alloc(0), inet.subarray(0, 12), inet.subarray(0, 13));
  fc.assert(
    fc.property(start, bytes, (head, tail) => {
      expect(readProxyHeader(Buffer.concat([head, tail])).is).toMatch(
        /^(incomplete|absent|malformed|whole)$/,
      );
    }),
  );
});
