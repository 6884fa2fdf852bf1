// Which addresses the service may call: a name in a form must not make it knock at what stands beside
// it. Source: product.md, Commands (mode).
import { BlockList, isIP } from "node:net";

function blockList(nets4: readonly string[], nets6: readonly string[]): BlockList {
  const list = new BlockList();
  const add = (net: string, family: "ipv4" | "ipv6") => {
    const [address = "", prefix = "0"] = net.split("/");
    list.addSubnet(address, Number(prefix), family);
  };
  for (const net of nets4) add(net, "ipv4");
  for (const net of nets6) add(net, "ipv6");
  return list;
}

/** Nowhere, link-local (where clouds keep credentials), multicast, reserved: never an endpoint. */
const never = blockList(
  ["0.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4", "240.0.0.0/4"],
  ["::/128", "fe80::/10", "ff00::/8"],
);

/** Loopback, private, shared, for documentation, and IPv6 that stands for IPv4 of any kind. */
const inside = blockList(
  [
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
  ],
  [
    "::1/128",
    "64:ff9b::/96",
    "64:ff9b:1::/48",
    "100::/64",
    "2001::/32",
    "2001:db8::/32",
    "2002::/16",
    "fc00::/7",
  ],
);

/**
 * True for an address that may be called.
 *
 * @param mayBeInside whether loopback and private addresses may be, as in development
 */
export function isCallable(address: string, mayBeInside: boolean): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  return !never.check(address, family) && (mayBeInside || !inside.check(address, family));
}
