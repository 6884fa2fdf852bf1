// Outbound HTTP calls over keep-alive connections. The address that was checked is the one that is
// connected to: the check is part of the look-up that the connection itself uses.
import type { LookupAddress } from "node:dns";
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import type { Clock } from "../clock.ts";
import { mediaType, MULTIPART_TYPE } from "../formats/media-type.ts";
import { isCallable } from "./outbound-addresses.ts";
import { findByNameServers, findBySystem } from "./outbound-names.ts";
import type { Outbound, OutboundRequest, OutboundResult } from "../outbound.ts";

/** The maximum size of an answer: more than a message or modal can hold. */
export const ANSWER_MAX_BYTES = 1024 * 1024;

/** The maximum total size of the answers in transit that are larger than that. */
const LARGE_ANSWERS_MAX_BYTES = 192 * 1024 * 1024;

/** The maximum number of connections to one endpoint, and of idle ones among them. */
const SOCKETS_MAX = 128;
const FREE_SOCKETS_MAX = 16;

/**
 * How long a connection may be idle: less than servers allow, so that no request is sent on a
 * connection that the other side has just closed.
 */
const UNUSED_MS = 1000;

export interface OutboundDeps {
  readonly clock: Pick<Clock, "after">;
  /** Whether loopback and private addresses may be called, as in development. */
  readonly mayCallInside: boolean;
  /** The limit of all large answers together; absent: 192 MiB. */
  readonly largeAnswersMaxBytes?: number;
}

class Refused extends Error {
  override readonly name = "Refused";
}

/**
 * Resolves a name to addresses that may all be called. If applications belong to strangers, names
 * are resolved so that none of them blocks the others; a developer's machine may have its own ways
 * to resolve names.
 */
function checkedLookup(mayCallInside: boolean): LookupFunction {
  const find = mayCallInside ? findBySystem : findByNameServers();

  async function findCallable(hostname: string): Promise<LookupAddress[]> {
    const addresses = await find(hostname);
    if (addresses.every(({ address }) => isCallable(address, mayCallInside))) return [...addresses];
    throw new Refused(`${hostname} is at an address that may not be called`);
  }

  const findWithCallback = callbackify(findCallable);
  return (hostname, options, callback) => {
    findWithCallback(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (first === undefined) callback(error, "", 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Why a URL cannot be called at all; host names are checked when they are resolved. */
function refusalOf(url: string, mayCallInside: boolean): string | undefined {
  if (!URL.canParse(url)) return "not an address";
  const { protocol, hostname } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") return "neither http nor https";
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const isLiteral = isIP(host) !== 0;
  return isLiteral && !isCallable(host, mayCallInside) ? "may not be called" : undefined;
}

/** A memory budget for large answers: an endpoint may send any amount, at any speed. */
class MemoryBudget {
  #available: number;

  constructor(bytes: number) {
    this.#available = bytes;
  }

  /** @throws Refused when there is not enough */
  reserve(bytes: number): void {
    if (bytes > this.#available) throw new Refused("too much of other answers is under way");
    this.#available -= bytes;
  }

  release(bytes: number): void {
    this.#available += bytes;
  }
}

/** The bytes of an answer. @throws Refused when there are too many */
async function bytesOf(
  answer: IncomingMessage,
  max: number,
  budget: MemoryBudget,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let reserved = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > max) throw new Refused(`the answer is larger than ${max} bytes`);
      if (size > ANSWER_MAX_BYTES) {
        budget.reserve(size - reserved);
        reserved = size;
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    budget.release(reserved);
  }
}

async function resultOf(
  answer: IncomingMessage,
  { filesMaxBytes = ANSWER_MAX_BYTES }: OutboundRequest,
  budget: MemoryBudget,
): Promise<OutboundResult> {
  const contentType = answer.headers["content-type"] ?? "";
  const hasFiles = mediaType(contentType) === MULTIPART_TYPE;
  const body = await bytesOf(answer, hasFiles ? filesMaxBytes : ANSWER_MAX_BYTES, budget);
  return { kind: "answered", status: answer.statusCode ?? 0, contentType, body };
}

interface Agents {
  readonly plain: HttpAgent;
  readonly secure: HttpsAgent;
  readonly budget: MemoryBudget;
}

interface Exchange {
  readonly result: Promise<OutboundResult>;
  readonly abort: () => void;
}

/** Sends a request, without retries: an endpoint that breaks off may have read it. */
function exchange(agents: Agents, request: OutboundRequest): Exchange {
  const { url, headers, body, method = "POST" } = request;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const isSecure = url.toLowerCase().startsWith("https:");
  const options = {
    method,
    headers: method === "GET" ? headers : { ...headers, "content-length": Buffer.byteLength(body) },
    agent: isSecure ? agents.secure : agents.plain,
  };
  const call = (isSecure ? httpsRequest : httpRequest)(url, options, resolve);
  call.on("error", reject);
  // The service requests no other protocol: the answer is its status, and the connection is of no
  // use.
  call.on("upgrade", (answer, socket) => {
    socket.destroy();
    resolve(answer);
  });
  call.end(method === "GET" ? undefined : body);
  return {
    result: promise.then((answer) => resultOf(answer, request, agents.budget)),
    abort: () => call.destroy(),
  };
}

function failed(error: unknown): OutboundResult {
  return { kind: "failed", reason: error instanceof Error ? error.message : "unreachable" };
}

/** Opens the adapter over real sockets. */
export function httpOutbound(deps: OutboundDeps): Outbound {
  const { clock, mayCallInside, largeAnswersMaxBytes = LARGE_ANSWERS_MAX_BYTES } = deps;
  const settings = {
    keepAlive: true,
    maxSockets: SOCKETS_MAX,
    maxFreeSockets: FREE_SOCKETS_MAX,
    timeout: UNUSED_MS,
    lookup: checkedLookup(mayCallInside),
  };
  let agents: Agents | undefined;
  // Created for the first call: most worlds call nothing.
  const getAgents = () =>
    (agents ??= {
      plain: new HttpAgent(settings),
      secure: new HttpsAgent(settings),
      budget: new MemoryBudget(largeAnswersMaxBytes),
    });
  const inFlight = new Set<() => void>();
  const stopped: OutboundResult = { kind: "failed", reason: "the service stops" };
  let isClosed = false;
  return {
    async send(request, timeoutMs) {
      if (isClosed) return stopped;
      const refusal = refusalOf(request.url, mayCallInside);
      if (refusal !== undefined) return { kind: "failed", reason: refusal };
      let started: Exchange;
      try {
        started = exchange(getAgents(), request);
      } catch (error) {
        // A URL that `URL` accepts may still hold a name or password that cannot be decoded.
        return failed(error);
      }
      const { result, abort } = started;
      const { promise: end, resolve } = Promise.withResolvers<OutboundResult>();
      const endWith = (early: OutboundResult) => {
        resolve(early);
        abort();
      };
      const cancel = clock.after(timeoutMs, () => endWith({ kind: "timedOut" }));
      const stop = () => endWith(stopped);
      inFlight.add(stop);
      try {
        return await Promise.race([end, result.catch(failed)]);
      } finally {
        cancel();
        inFlight.delete(stop);
      }
    },
    close() {
      isClosed = true;
      for (const stop of inFlight) stop();
      agents?.plain.destroy();
      agents?.secure.destroy();
    },
  };
}
