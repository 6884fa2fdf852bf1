// What a client asks for in the address that it dials.
// Source: product.md, One origin; protocol: gateway-oauth-limits 3.2, 9 (choices 5, 6).
import { CloseCode } from "@antechamber/contract";
import type { Framing } from "./codec.ts";
import type { Refusal } from "./identify.ts";

/** How a connection speaks. */
export interface Dialled {
  readonly version: number;
  readonly framing: Framing;
}

const paths: ReadonlySet<string> = new Set(["/gateway", "/gateway/", "/"]);
const DEFAULT_VERSION = "10";
const versions: ReadonlySet<string> = new Set(["9", "10"]);

/** Reads a request's target; undefined when it is none of the gateway's addresses. */
export function readDial(target: string): Dialled | Refusal | undefined {
  const [path = "", query] = target.split("?", 2);
  if (!paths.has(path)) return undefined;
  const asked = new URLSearchParams(query);
  const version = asked.get("v") ?? DEFAULT_VERSION;
  if (!versions.has(version)) {
    return { code: CloseCode.InvalidVersion, reason: "Invalid API version: v must be 9 or 10." };
  }
  const encoding = asked.get("encoding") ?? "json";
  if (encoding !== "json") return unsupported("encoding", "json");
  const compress = asked.get("compress") ?? "none";
  if (compress !== "none" && compress !== "zlib-stream") {
    return unsupported("compress", "zlib-stream");
  }
  return { version: Number(version), framing: { compress } };
}

function unsupported(parameter: string, choices: string): Refusal {
  const reason = `Unsupported ${parameter}: this gateway speaks ${choices}.`;
  return { code: CloseCode.DecodeError, reason };
}
