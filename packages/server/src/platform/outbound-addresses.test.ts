import { describe, expect, test } from "vitest";
import { isCallable } from "./outbound-addresses.ts";

const nowhere = [
  "0.0.0.0",
  "169.254.169.254",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "fe80::1",
  "ff02::1",
];
const inside = [
  "127.0.0.1",
  "127.255.255.254",
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "100.64.0.1",
  "::1",
  "fd00::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
];
const outside = [
  "1.1.1.1",
  "172.32.0.1",
  "172.15.0.1",
  "192.169.0.1",
  "2606:4700::1111",
  "11.0.0.1",
];

describe("an address may be called", () => {
  test.each(outside)("%s always", (address) => {
    expect([isCallable(address, false), isCallable(address, true)]).toEqual([true, true]);
  });
  test.each(inside)("%s in development alone", (address) => {
    expect([isCallable(address, false), isCallable(address, true)]).toEqual([false, true]);
  });
  test.each([...nowhere, "::ffff:169.254.169.254", "localhost", ""])("%s never", (address) => {
    expect([isCallable(address, false), isCallable(address, true)]).toEqual([false, false]);
  });
});
