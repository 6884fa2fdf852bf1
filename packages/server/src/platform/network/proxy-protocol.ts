// The header with which a proxy begins a connection to say for whom it opened it, in its binary form.
// Source: the PROXY protocol, version 2 (HAProxy, doc/proxy-protocol.txt, 2.2).

const SIGNATURE = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
/** Signature, command, family, and the length of what follows. */
const FIXED_BYTES = 16;
/** The most bytes of addresses and of further fields. */
export const PROXY_HEADER_MAX_BYTES = 4096;

const LOCAL = 0x20;
const PROXY = 0x21;
/** The upper half of the byte with the address family. */
const INET = 0x1;
const INET6 = 0x2;

export type ProxyHeader =
  /** The bytes so far begin as a header does, and do not end it. */
  | { readonly is: "incomplete" }
  /** Something else begins here. */
  | { readonly is: "absent" }
  | { readonly is: "malformed" }
  | {
      readonly is: "whole";
      /** How many bytes it has. */
      readonly length: number;
      /** Absent where the proxy connects for itself, or for a caller without an address. */
      readonly address: string | undefined;
    };

/** Reads the header at the beginning of a connection. */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  const begun = Math.min(bytes.length, SIGNATURE.length);
  if (bytes.compare(SIGNATURE, 0, begun, 0, begun) !== 0) return { is: "absent" };
  if (bytes.length < FIXED_BYTES) return { is: "incomplete" };
  const length = FIXED_BYTES + bytes.readUInt16BE(14);
  const command = bytes[12];
  if (length > PROXY_HEADER_MAX_BYTES || (command !== LOCAL && command !== PROXY)) {
    return { is: "malformed" };
  }
  if (bytes.length < length) return { is: "incomplete" };
  if (command === LOCAL) return { is: "whole", length, address: undefined };
  return addressed((bytes[13] ?? 0) >> 4, bytes.subarray(FIXED_BYTES, length), length);
}

/** Source, destination, two ports; of other families nothing is known that could be counted. */
function addressed(family: number, body: Buffer, length: number): ProxyHeader {
  if (family !== INET && family !== INET6) return { is: "whole", length, address: undefined };
  const size = family === INET ? 4 : 16;
  if (body.length < 2 * size + 4) return { is: "malformed" };
  const source = body.subarray(0, size);
  return { is: "whole", length, address: family === INET ? source.join(".") : groups(source) };
}

function groups(source: Buffer): string {
  return Array.from({ length: 8 }, (_, i) => source.readUInt16BE(2 * i).toString(16)).join(":");
}
