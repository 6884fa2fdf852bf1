import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCallable } from "./outbound-addresses.ts";

/** The first and last addresses of each range, and some addresses in between. */
const nowhere = `
  0.0.0.0 0.255.255.255 169.254.0.0 169.254.169.254 169.254.255.255
  224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255
  :: fe80:: fe80::1 febf:ffff::1 ff00:: ff02::1 ffff::
  ::ffff:0.0.0.0 ::ffff:169.254.169.254 ::ffff:a9fe:a9fe ::ffff:255.255.255.255
  ::169.254.169.254 ::ffff:0:169.254.169.254
  64:ff9b::a9fe:a9fe 64:ff9b::169.254.169.254 2002:a9fe:a9fe::1
  fd00:ec2::254 FD00:0EC2:0::254 fd20:ce::254
`
  .trim()
  .split(/\s+/);
const inside = `
  10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0
  127.0.0.1 127.255.255.254 172.16.0.0 172.31.255.255 192.0.0.0
  192.0.0.255 192.0.2.0 192.0.2.255 192.88.99.0 192.88.99.255
  192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.0
  198.51.100.255 203.0.113.0 203.0.113.255
  ::1 ::2 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:10.0.0.1
  ::ffff:0:127.0.0.1 ::ffff:0:8.8.8.8 64:ff9b::7f00:1 64:ff9b:1::1
  64:ff9b::8.8.8.8 100:: 100::1 100:0:0:1::1 1fff:ffff::1
  2001:: 2001::1 2001:2::1 2001:10::1 2001:20::1 2001:1ff:ffff::1
  2001:db8:: 2001:db8:ffff::1 2002:: 2002:7f00:1:: 2002:808:808::1
  3fff:: 3fff:fff:ffff::1 4000::1 5f00::1 fc00:: fd00::1
  fd00:ec2::253 fd20:ce::255 fdff:ffff::1 fe00::1 fec0::1 feff:ffff::1
`
  .trim()
  .split(/\s+/);
const outside = `
  1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0
  126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0 172.15.255.255
  172.32.0.0 192.0.1.0 192.0.3.0 192.88.98.255 192.88.100.0
  192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255
  2000::1 2001:200::1 2001:4860:4860::8888 2001:db7:ffff::1 2001:db9::1
  2003::1 2606:4700::1111 3ffe:ffff::1 3fff:1000::1 ::ffff:8.8.8.8
`
  .trim()
  .split(/\s+/);

describe("an address may be called", () => {
  test.each(outside)("%s always", (address) => {
    expect([isCallable(address, false), isCallable(address, true)]).toEqual([true, true]);
  });
  test.each(inside)("%s in development only", (address) => {
    expect([isCallable(address, false), isCallable(address, true)]).toEqual([false, true]);
  });
  test.each([...nowhere, "localhost", "", "127.1", "0x7f.1"])("%s never", (address) => {
    expect([isCallable(address, false), isCallable(address, true)]).toEqual([false, false]);
  });
});

test("in production only allocated IPv6 addresses may be called, however they are written", () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const text = fc
    .array(group, { minLength: 8, maxLength: 8 })
    .map((groups) => groups.map((each) => each.toString(16)).join(":"));
  const isGiven = (first: number, second: number) =>
    first >= 0x2000 &&
    first < 0x4000 &&
    !(first === 0x2001 && (second < 0x200 || second === 0xdb8)) &&
    first !== 0x2002 &&
    !(first === 0x3fff && second < 0x1000);
  fc.assert(
    fc.property(text, (address) => {
      const [first = 0, second = 0] = address.split(":").map((each) => Number.parseInt(each, 16));
      const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
      for (const each of [address, short, address.toUpperCase(), `${address}%eth0`]) {
        expect(isCallable(each, false)).toBe(isGiven(first, second));
      }
    }),
  );
});

test("an IPv4 address in an IPv6 one may be called exactly when it may be called itself", () => {
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), fc.boolean(), (bytes, mayBeInside) => {
      const address = bytes.join(".");
      expect(isCallable(`::ffff:${address}`, mayBeInside)).toBe(isCallable(address, mayBeInside));
    }),
  );
});
