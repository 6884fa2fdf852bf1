// The CONNECT request by which a client asks a proxy for a tunnel. Source: RFC 9110 9.3.6.

/** The destination of a tunnel. */
export interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

export type ConnectRequest =
  | { readonly is: "incomplete" }
  | { readonly is: "malformed" }
  | { readonly is: "another" }
  | { readonly is: "whole"; readonly target: TunnelTarget; readonly length: number };

/** The most bytes of the request's header. */
const HEAD_BYTES_MAX = 16 * 1024;

const METHOD = "CONNECT ";

/** Parses the header of a CONNECT request; any other method is reported as `another`. */
export function readConnectRequest(bytes: Buffer): ConnectRequest {
  const start = bytes.subarray(0, METHOD.length).toString("latin1");
  if (!METHOD.startsWith(start)) return { is: "another" };
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return { is: bytes.length < HEAD_BYTES_MAX ? "incomplete" : "malformed" };
  const line = bytes.subarray(METHOD.length, bytes.indexOf("\r\n")).toString("latin1");
  const [, host = "", port = ""] =
    /^\[?([^\s[\]]+)\]?:([0-9]{1,5}) HTTP\/1\.[01]$/.exec(line) ?? [];
  if (host === "" || Number(port) > 65_535) return { is: "malformed" };
  return { is: "whole", target: { host, port: Number(port) }, length: end + 4 };
}
