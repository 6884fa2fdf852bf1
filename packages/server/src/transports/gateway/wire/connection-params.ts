// Reads the parameters in the URL that a client connects to.
// Source: product.md, One origin; protocol: gateway-oauth-limits 3.2, 9 (choices 5, 6).
import { CloseCode } from "@antechamber/contract/gateway";
import type { Refusal } from "./refusal.ts";
import type { Framing } from "./codec.ts";

/** The version, encoding and compression of a connection. */
export interface ConnectionParams {
  readonly version: number;
  readonly framing: Framing;
}

/** Some clients put a slash between the URL that they were given and their query. */
const paths: ReadonlySet<string> = new Set(["/gateway", "/gateway/", "/gateway//", "/", "//"]);
const DEFAULT_VERSION = "10";
const versions = ["9", "10"] as const;
const encodings = ["json", "etf"] as const;
const compressions = ["none", "zlib-stream", "zstd-stream"] as const;

/** All combinations, so that the many long-lived connections share their parameters. */
const everyParams: readonly ConnectionParams[] = versions.flatMap((version) =>
  encodings.flatMap((encoding) =>
    compressions.map((compress) => ({
      version: Number(version),
      framing: { encoding, compress },
    })),
  ),
);

/** Reads a request's target; undefined when its path is not one of the gateway's. */
export function readConnectionParams(target: string): ConnectionParams | Refusal | undefined {
  const [path = "", query] = target.split("?", 2);
  if (!paths.has(path)) return undefined;
  const params = new URLSearchParams(query);
  const version = choiceOf(versions, params.get("v") ?? DEFAULT_VERSION);
  if (version === undefined) {
    return { code: CloseCode.InvalidVersion, reason: "Invalid API version: v must be 9 or 10." };
  }
  const encoding = choiceOf(encodings, params.get("encoding") ?? "json");
  if (encoding === undefined) return unsupported("encoding", encodings);
  const compress = choiceOf(compressions, params.get("compress") ?? "none");
  if (compress === undefined) return unsupported("compress", compressions.slice(1));
  return everyParams.find(
    ({ version: each, framing }) =>
      each === Number(version) && framing.encoding === encoding && framing.compress === compress,
  );
}

function choiceOf<C extends string>(choices: readonly C[], value: string): C | undefined {
  return choices.find((choice) => choice === value);
}

function unsupported(parameter: string, choices: readonly string[]): Refusal {
  const reason = `Unsupported ${parameter}: this gateway speaks ${choices.join(", ")}.`;
  return { code: CloseCode.DecodeError, reason };
}
