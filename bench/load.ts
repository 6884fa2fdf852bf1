// Sends one kind of request over many keep-alive connections, and measures the answers.
import autocannon from "autocannon";
import type { Program } from "./program.ts";

export const CONNECTIONS = 64;

export interface Call {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How many connections call at once; absent: the usual number. */
  readonly connections?: number;
  /** Every `[<id>]` in the body is another text in every call. */
  readonly isVaried?: true;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuSecondsPerThousand: number;
  readonly residentMiB: number;
}

/** Runs one load. @throws Error when an answer is not a 2xx: a benchmark of refusals says nothing. */
export async function measure(program: Program, call: Call, seconds: number): Promise<Measured> {
  const cpuBefore = program.cpuSeconds();
  const result = await autocannon({
    url: program.url + call.path,
    method: call.method,
    connections: call.connections ?? CONNECTIONS,
    duration: seconds,
    headers: {
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body: call.body }),
    ...(call.isVaried === true ? { idReplacement: true } : {}),
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0)
    throw new Error(`${failed} of ${result.requests.total} calls of ${call.path} failed`);
  return {
    perSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuSecondsPerThousand: ((program.cpuSeconds() - cpuBefore) / result.requests.total) * 1000,
    residentMiB: program.residentBytes() / 1024 / 1024,
  };
}
