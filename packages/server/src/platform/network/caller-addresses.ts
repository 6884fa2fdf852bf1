// Determines where a call comes from: the peer of its connection, or the client that a trusted
// proxy names. Every limit that counts by address uses this. Source: product.md, Commands
// (--trusted-proxies).
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Socket } from "node:net";
import { countedAddress, networks, plainAddress } from "./networks.ts";

/** The maximum number of names in `X-Forwarded-For` that are considered, the nearest first. */
const HOPS_MAX = 32;

/** The address of a connection that closed before its address was read. */
const UNKNOWN = "unknown";

export interface CallerAddresses {
  /** The caller's address as limits count it: an IPv6 network of 64 bits is one address. */
  readonly addressOf: (request: Pick<IncomingMessage, "headers" | "socket">) => string;
  /** Whether a connection comes from a proxy that may name its client. */
  readonly isProxy: (socket: Socket) => boolean;
  /** Sets the client that a proxy named for its connection. */
  readonly setClient: (socket: Socket, address: string) => void;
}

interface Peer {
  readonly counted: string;
  readonly isTrusted: boolean;
}

/**
 * @param trusted addresses and networks of proxies
 * @param warn called once, when a forwarding header arrives though no proxy is trusted
 */
export function callerAddresses(
  trusted: readonly string[],
  warn: (message: string) => void,
): CallerAddresses {
  const isTrusted = trusted.length === 0 ? () => false : networks(trusted);
  // Kept, since a closed connection has no address any more, but its last call is still counted.
  const peers = new WeakMap<Duplex, Peer>();
  let mayWarn = trusted.length === 0;

  function add(socket: Duplex, address: string): Peer {
    const peer = { counted: countedAddress(address), isTrusted: isTrusted(address) };
    peers.set(socket, peer);
    return peer;
  }

  function peerOf(socket: Socket): Peer {
    return peers.get(socket) ?? add(socket, plainAddress(socket.remoteAddress ?? "") ?? UNKNOWN);
  }

  /** The nearest address that is no trusted proxy; if a name is malformed, the one before it. */
  function clientOf(names: string, peer: Peer): string {
    let nearest = peer.counted;
    for (const name of names.split(",").slice(-HOPS_MAX).toReversed()) {
      const address = plainAddress(withoutPort(name.trim()));
      if (address === undefined) return nearest;
      nearest = countedAddress(address);
      if (!isTrusted(address)) return nearest;
    }
    return nearest;
  }

  return {
    addressOf({ headers, socket }) {
      const peer = peerOf(socket);
      const names = headers["x-forwarded-for"];
      if (names === undefined) return peer.counted;
      if (peer.isTrusted) return clientOf(String(names), peer);
      if (mayWarn) {
        mayWarn = false;
        warn(
          "a call carries X-Forwarded-For, but no proxy is trusted: all callers behind it count as one; name it with --trusted-proxies",
        );
      }
      return peer.counted;
    },
    isProxy: (socket) => peerOf(socket).isTrusted,
    setClient(socket, address) {
      const plain = plainAddress(address);
      if (plain !== undefined) add(socket, plain);
    },
  };
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(name: string): string {
  const [, bracketed, dotted] = /^\[([^\]]*)\](?::[0-9]+)?$|^([0-9.]+):[0-9]+$/.exec(name) ?? [];
  return bracketed ?? dotted ?? name;
}
