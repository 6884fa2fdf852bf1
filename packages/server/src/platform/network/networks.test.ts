import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countedAddress, isNetwork, networks, plainAddress } from "./networks.ts";

test.each([
  ["127.0.0.1", true],
  ["10.0.0.0/8", true],
  ["10.0.0.0/33", false],
  ["::1", true],
  ["2001:db8::/32", true],
  ["2001:db8::/129", false],
  ["fe80::1%eth0", false],
  ["localhost", false],
  ["10.0.0.0/", false],
  ["10.0.0.0/8/8", false],
  ["", false],
])("%s is an address or a network: %s", (text, is) => {
  expect(isNetwork(text)).toBe(is);
});

test.each([
  ["10.1.2.3", true],
  ["11.0.0.1", false],
  ["192.0.2.7", true],
  ["192.0.2.8", false],
  ["2001:db8:1::5", true],
  ["2001:db9::5", false],
  ["no address", false],
])("%s is in the networks: %s", (address, lies) => {
  expect(networks(["10.0.0.0/8", "192.0.2.7", "2001:db8::/32"])(address)).toBe(lies);
});

describe("an address", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:0201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["fe80::1%eth0", "fe80::1"],
    ["2001:DB8::1", "2001:db8::1"],
    ["::", "::"],
    ["unknown", undefined],
    ["192.0.2.1:80", undefined],
    ["", undefined],
  ])("%s is plainly %s", (text, plain) => {
    expect(plainAddress(text)).toBe(plain);
  });

  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
  ])("%s counts as %s", (address, counted) => {
    expect(countedAddress(address)).toBe(counted);
  });

  test("counts as its /64 network, however it is written", () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const eight = fc.array(group, { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(eight, (groups) => {
        const text = groups.map((each) => each.toString(16)).join(":");
        const short = new URL(`http://[${text}]`).hostname.slice(1, -1);
        const network = groups.slice(0, 4).map((each) => each.toString(16));
        expect([countedAddress(text), countedAddress(short)]).toEqual(
          Array.from({ length: 2 }, () => `${network.join(":")}::/64`),
        );
      }),
    );
  });
});
