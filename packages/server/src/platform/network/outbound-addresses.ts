// Restricts the addresses that the service may call: a name in a body must not make it call its own
// network. Source: product.md, Commands (mode).
import { networks, plainAddress } from "./networks.ts";

/** Unspecified, link-local (where clouds keep credentials), multicast, reserved: no endpoint. */
const never4 = ["0.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4", "240.0.0.0/4"];
/**
 * The same for IPv6, and the networks that map link-local IPv4. The two single addresses are those
 * of the credentials in Amazon's and Google's clouds. Source: the public documentation of both.
 */
const never6 = [
  "::/128",
  "fd00:ec2::254/128",
  "fd20:ce::254/128",
  "fe80::/10",
  "ff00::/8",
  "::169.254.0.0/112",
  "::ffff:0:169.254.0.0/112",
  "64:ff9b::169.254.0.0/112",
  "2002:a9fe::/32",
];

/** Loopback, private, shared, documentation and other special uses. Source: IANA's registries. */
const inside4 = [
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
];

/** Global unicast IPv6; parts of it have special uses or map IPv4. */
const global6 = ["2000::/3"];
const special6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const isNowhere = networks([...never4, ...never6]);
const isInside4 = networks(inside4);
const isGlobal6 = networks(global6);
const isSpecial6 = networks(special6);

/** Whether an address is a public one of the Internet. */
function isOutside(address: string): boolean {
  if (!address.includes(":")) return !isInside4(address);
  return isGlobal6(address) && !isSpecial6(address);
}

/**
 * Whether an address may be called.
 *
 * @param mayBeInside whether loopback and private addresses may be, as in development
 */
export function isCallable(address: string, mayBeInside: boolean): boolean {
  const plain = plainAddress(address);
  if (plain === undefined || isNowhere(plain)) return false;
  return mayBeInside || isOutside(plain);
}
