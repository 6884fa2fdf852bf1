// The header with which a proxy names the client at the start of a connection, in its binary form.
// Source: the PROXY protocol, version 2 (HAProxy, doc/proxy-protocol.txt, 2.2).

const SIGNATURE = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
/** The size of the signature, command, family, and length of the rest. */
const FIXED_BYTES = 16;
/** The maximum size of a header, with its addresses and further fields. */
export const PROXY_HEADER_MAX_BYTES = 4096;

const LOCAL = 0x20;
const PROXY = 0x21;
/** Address families, in the upper half of their byte. */
const INET = 0x1;
const INET6 = 0x2;

export type ProxyHeader =
  /** The bytes so far are the beginning of a header. */
  | { readonly is: "incomplete" }
  /** The connection does not begin with a header. */
  | { readonly is: "absent" }
  | { readonly is: "malformed" }
  | {
      readonly is: "whole";
      /** Its size in bytes. */
      readonly length: number;
      /** Absent if the proxy connects for itself, or for a client without an address. */
      readonly address: string | undefined;
    };

/** Reads the header at the beginning of a connection. */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  const compared = Math.min(bytes.length, SIGNATURE.length);
  if (bytes.compare(SIGNATURE, 0, compared, 0, compared) !== 0) return { is: "absent" };
  if (bytes.length < FIXED_BYTES) return { is: "incomplete" };
  const length = FIXED_BYTES + bytes.readUInt16BE(14);
  const command = bytes[12];
  if (length > PROXY_HEADER_MAX_BYTES || (command !== LOCAL && command !== PROXY)) {
    return { is: "malformed" };
  }
  if (bytes.length < length) return { is: "incomplete" };
  if (command === LOCAL) return { is: "whole", length, address: undefined };
  return readAddress((bytes[13] ?? 0) >> 4, bytes.subarray(FIXED_BYTES, length), length);
}

/** Source, destination, two ports; other families have nothing that limits could count. */
function readAddress(family: number, body: Buffer, length: number): ProxyHeader {
  if (family !== INET && family !== INET6) return { is: "whole", length, address: undefined };
  const size = family === INET ? 4 : 16;
  if (body.length < 2 * size + 4) return { is: "malformed" };
  const source = body.subarray(0, size);
  return { is: "whole", length, address: family === INET ? source.join(".") : groupsText(source) };
}

function groupsText(source: Buffer): string {
  return Array.from({ length: 8 }, (_, i) => source.readUInt16BE(2 * i).toString(16)).join(":");
}
