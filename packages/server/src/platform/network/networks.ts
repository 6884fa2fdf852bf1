// Addresses and networks of the Internet Protocol, as text.
import { BlockList, isIP, isIPv6 } from "node:net";

type Family = "ipv4" | "ipv6";

function familyOf(address: string): Family | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? "ipv4" : "ipv6";
}

/** Whether a text is an address, or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [, address = "", prefix] = /^([^/%]+)(?:\/([0-9]{1,3}))?$/.exec(text) ?? [];
  const family = familyOf(address);
  if (family === undefined) return false;
  return prefix === undefined || Number(prefix) <= (family === "ipv4" ? 32 : 128);
}

/** Returns a test whether an address is in one of the networks, which is compiled on first use. */
export function networks(all: readonly string[]): (address: string) => boolean {
  let list: BlockList | undefined;
  return (address) => {
    const family = familyOf(address);
    return family !== undefined && (list ??= blockListOf(all)).check(address, family);
  };
}

function blockListOf(all: readonly string[]): BlockList {
  const list = new BlockList();
  for (const each of all) {
    const [address = "", prefix] = each.split("/");
    const family = familyOf(address) ?? "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** The eight groups of an IPv6 address as numbers. */
function groupsOf(address: string): readonly number[] {
  const dotted = /^(.*:)([0-9]+)\.([0-9]+)\.([0-9]+)\.([0-9]+)$/.exec(address);
  const [, start = "", a = 0, b = 0, c = 0, d = 0] = dotted ?? [];
  const pair = (high: unknown, low: unknown) => (Number(high) * 256 + Number(low)).toString(16);
  const text = dotted === null ? address : `${start}${pair(a, b)}:${pair(c, d)}`;
  const halves = text.split("::").map((half) => (half === "" ? [] : half.split(":")));
  const [left = [], right = []] = halves;
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

/**
 * Normalizes an address: IPv4 mapped to IPv6 becomes IPv4 again, and the zone of an IPv6 address is
 * dropped. Undefined for a text that is no address.
 */
export function plainAddress(text: string): string | undefined {
  const address = text.replace(/%.*$/, "").toLowerCase();
  if (!isIPv6(address)) return isIP(address) === 0 ? undefined : address;
  const groups = groupsOf(address);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (!isMapped) return address;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/**
 * The address that limits count: for IPv6 the network of 64 bits, which is the smallest that a
 * subscriber is given.
 *
 * @param address as `plainAddress` returns it
 */
export function countedAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const network = groupsOf(address).slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(":")}::/64`;
}
