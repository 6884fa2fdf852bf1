// Sends one kind of request over many keep-alive connections, and measures the answers.
import autocannon from "autocannon";
import type { Program } from "./program.ts";

export const CONNECTIONS = 64;
/** Longer than any load; background calls are stopped with the load. */
const LONGEST_SECONDS = 600;

export interface Call {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The number of connections; absent: the default. */
  readonly connections?: number;
  /** Replaces every `[<id>]` in the body by a different text in each call. */
  readonly isVaried?: true;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuSecondsPerThousand: number;
  readonly residentMiB: number;
}

function optionsOf({ url }: Program, call: Call) {
  return {
    url: url + call.path,
    method: call.method,
    headers: {
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body: call.body }),
    ...(call.isVaried === true ? { idReplacement: true } : {}),
  };
}

/** Makes calls at a steady rate until they are stopped. @throws Error when a response is not a 2xx */
export function steadily(program: Program, call: Call, perSecond: number): () => Promise<void> {
  const options = { ...optionsOf(program, call), connections: 4, overallRate: perSecond };
  let instance: autocannon.Instance | undefined;
  const ended = new Promise<autocannon.Result>((resolve, reject) => {
    instance = autocannon({ ...options, duration: LONGEST_SECONDS }, (error: unknown, result) => {
      if (error instanceof Error) reject(error);
      else resolve(result);
    });
  });
  return async () => {
    instance?.stop();
    const { non2xx, requests } = await ended;
    if (non2xx > 0) throw new Error(`${non2xx} of ${requests.total} calls of ${call.path} failed`);
  };
}

/**
 * Runs one load, for some seconds or for a number of calls.
 *
 * @throws Error when a response is not a 2xx, because measuring errors would be pointless
 */
export async function measure(
  program: Program,
  call: Call,
  seconds: number | { readonly calls: number },
): Promise<Measured> {
  const cpuBefore = program.cpuSeconds();
  const result = await autocannon({
    ...optionsOf(program, call),
    connections: call.connections ?? CONNECTIONS,
    ...(typeof seconds === "number" ? { duration: seconds } : { amount: seconds.calls }),
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
