import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { callerAddresses } from "./caller-addresses.ts";
import { definedFields } from "../defined-fields.ts";

const proxies = ["127.0.0.1", "10.0.0.0/8", "2001:db8:aaaa::/48"];

function from(remoteAddress: string | undefined, names?: string) {
  const socket = { remoteAddress } as Socket;
  return { socket, headers: definedFields({ "x-forwarded-for": names }) };
}

function addresses(trusted: readonly string[] = proxies) {
  const warnings: string[] = [];
  return { warnings, ...callerAddresses(trusted, (message) => void warnings.push(message)) };
}

test.each<[string, string | undefined, string | undefined, string]>([
  ["no proxy", "192.0.2.1", undefined, "192.0.2.1"],
  ["a stranger who names others", "192.0.2.1", "198.51.100.1", "192.0.2.1"],
  ["a proxy that names nobody", "127.0.0.1", undefined, "127.0.0.1"],
  ["a proxy", "127.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["a proxy over IPv6", "::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["two proxies", "127.0.0.1", "198.51.100.1, 10.2.3.4", "198.51.100.1"],
  ["a caller who names somebody first", "127.0.0.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"],
  ["a caller among the proxies", "127.0.0.1", "10.0.0.1", "10.0.0.1"],
  ["a name that is not an address", "127.0.0.1", "198.51.100.1, unknown", "127.0.0.1"],
  ["no address behind a proxy", "127.0.0.1", "_hidden, 10.0.0.9", "10.0.0.9"],
  ["an empty header", "127.0.0.1", "", "127.0.0.1"],
  ["a port", "127.0.0.1", "198.51.100.1:4711", "198.51.100.1"],
  ["IPv6", "2001:db8:aaaa::1", "2001:db8:1:2:3::4", "2001:db8:1:2::/64"],
  ["IPv6 with a port", "127.0.0.1", "[2001:db8:1:2:3::4]:4711", "2001:db8:1:2::/64"],
  ["IPv6 without a proxy", "2001:db8:1:2:3::4", undefined, "2001:db8:1:2::/64"],
  ["a connection that is gone", undefined, undefined, "unknown"],
])("%s", (_case, remote, names, counted) => {
  expect(addresses().addressOf(from(remote, names))).toBe(counted);
});

test("addresses of one /64 network count as one, others do not", () => {
  const { addressOf } = addresses();
  const counted = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::2", "2001:db8:1:3::1"];
  const [first, second, third] = counted.map((each) => addressOf(from(each)));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test("a connection keeps its address after it was closed", () => {
  const { addressOf } = addresses();
  const socket = { remoteAddress: "192.0.2.1" as string | undefined };
  const request = { socket: socket as Socket, headers: {} };
  expect(addressOf(request)).toBe("192.0.2.1");
  socket.remoteAddress = undefined;
  expect(addressOf(request)).toBe("192.0.2.1");
});

test("the client of a PROXY header is the caller, and cannot name another one", () => {
  const { addressOf, setClient } = addresses();
  const request = from("127.0.0.1", "198.51.100.1");
  setClient(request.socket, "192.0.2.9");
  expect(addressOf(request)).toBe("192.0.2.9");
});

test("a trusted proxy behind a PROXY header may name the caller", () => {
  const { addressOf, setClient } = addresses();
  const request = from("127.0.0.1", "198.51.100.1");
  setClient(request.socket, "10.0.0.9");
  expect(addressOf(request)).toBe("198.51.100.1");
});

test("forwarded addresses are warned of once when no proxy is trusted", () => {
  const { addressOf, warnings } = addresses([]);
  for (const names of ["1.1.1.1", "2.2.2.2"]) {
    expect(addressOf(from("127.0.0.1", names))).toBe("127.0.0.1");
  }
  expect(warnings).toEqual([expect.stringContaining("--trusted-proxies")]);
});

test("a long X-Forwarded-For is read from its end", () => {
  const names = Array.from({ length: 5000 }, () => "10.0.0.1").join(",");
  expect(addresses().addressOf(from("127.0.0.1", `198.51.100.1,${names}`))).toBe("10.0.0.1");
});
