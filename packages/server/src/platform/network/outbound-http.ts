// Calls over HTTP, with connections kept open between them. The address that was checked is the one that
// is dialled: the check stands in the look-up that the connection itself uses.
import type { LookupAddress } from "node:dns";
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import type { Clock } from "../clock.ts";
import { mediaType } from "../formats/media-type.ts";
import { isCallable } from "./outbound-addresses.ts";
import { findByNameServers, findBySystem } from "./outbound-names.ts";
import type { Outbound, OutboundRequest, OutboundResult } from "../outbound.ts";

/** More than a message or modal can hold. */
export const ANSWER_MAX_BYTES = 1024 * 1024;

/** What all answers that are larger than that may hold together while they come. */
const LARGE_ANSWERS_MAX_BYTES = 192 * 1024 * 1024;

/** Connections to one endpoint, and those that wait unused. */
const SOCKETS_MAX = 128;
const FREE_SOCKETS_MAX = 16;

/**
 * How long a connection waits unused: less than servers wait, so that none is written to which the
 * other side has just closed.
 */
const UNUSED_MS = 1000;

export interface OutboundDeps {
  readonly clock: Pick<Clock, "after">;
  /** True: loopback and private addresses may be called, as in development. */
  readonly mayCallInside: boolean;
  /** Of all large answers together; absent: 192 MiB. */
  readonly largeAnswersMaxBytes?: number;
}

class Refused extends Error {
  override readonly name = "Refused";
}

/**
 * Resolves a name to addresses that all may be called. Where applications belong to strangers, none
 * of them can hold up the others by its name; a developer's machine has ways of its own to find
 * names.
 */
function checkedLookup(mayCallInside: boolean): LookupFunction {
  const find = mayCallInside ? findBySystem : findByNameServers();

  async function callable(hostname: string): Promise<LookupAddress[]> {
    const addresses = await find(hostname);
    if (addresses.every(({ address }) => isCallable(address, mayCallInside))) return [...addresses];
    throw new Refused(`${hostname} is at an address that may not be called`);
  }

  const findCallable = callbackify(callable);
  return (hostname, options, callback) => {
    findCallable(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (first === undefined) callback(error, "", 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Why an address cannot be called at all; names are checked when they are looked up. */
function refusalOf(url: string, mayCallInside: boolean): string | undefined {
  if (!URL.canParse(url)) return "not an address";
  const { protocol, hostname } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") return "neither http nor https";
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const isLiteral = isIP(host) !== 0;
  return isLiteral && !isCallable(host, mayCallInside) ? "may not be called" : undefined;
}

/** Room for what large answers hold: an endpoint sends as much as it likes, and takes its time. */
class Room {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /**
   * Makes room for an answer that grew; where there is none, what it holds is free again.
   *
   * @throws Refused
   */
  grow(from: number, to: number): void {
    const hasRoom = to - from <= this.#left;
    this.#left += hasRoom ? from - to : from;
    if (!hasRoom) throw new Refused("too much of other answers is under way");
  }
}

/** The answer's bytes. @throws Refused when there are too many */
async function bytesOf(answer: IncomingMessage, max: number, room: Room): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let held = 0;
  const hold = (bytes: number) => {
    const before = held;
    held = 0;
    room.grow(before, bytes);
    held = bytes;
  };
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > max) throw new Refused(`the answer is larger than ${max} bytes`);
      if (size > ANSWER_MAX_BYTES) hold(size);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    hold(0);
  }
}

async function resultOf(
  answer: IncomingMessage,
  { filesMaxBytes = ANSWER_MAX_BYTES }: OutboundRequest,
  room: Room,
): Promise<OutboundResult> {
  const contentType = answer.headers["content-type"] ?? "";
  const hasFiles = mediaType(contentType) === "multipart/form-data";
  const body = await bytesOf(answer, hasFiles ? filesMaxBytes : ANSWER_MAX_BYTES, room);
  return { kind: "answered", status: answer.statusCode ?? 0, contentType, body };
}

interface Agents {
  readonly plain: HttpAgent;
  readonly secure: HttpsAgent;
  readonly room: Room;
}

interface Exchange {
  readonly result: Promise<OutboundResult>;
  readonly abort: () => void;
}

/** Sends a request, once: who breaks off may have read it. */
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
  // Nobody asked for another protocol: the answer is its status, and there is nothing to go on with.
  call.on("upgrade", (answer, socket) => {
    socket.destroy();
    resolve(answer);
  });
  call.end(method === "GET" ? undefined : body);
  return {
    result: promise.then((answer) => resultOf(answer, request, agents.room)),
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
  let opened: Agents | undefined;
  // Made for the first call: most worlds call nobody.
  const agentsOf = () =>
    (opened ??= {
      plain: new HttpAgent(settings),
      secure: new HttpsAgent(settings),
      room: new Room(largeAnswersMaxBytes),
    });
  const underWay = new Set<() => void>();
  const stopped: OutboundResult = { kind: "failed", reason: "the service stops" };
  let isClosed = false;
  return {
    async send(request, timeoutMs) {
      if (isClosed) return stopped;
      const refusal = refusalOf(request.url, mayCallInside);
      if (refusal !== undefined) return { kind: "failed", reason: refusal };
      let begun: Exchange;
      try {
        begun = exchange(agentsOf(), request);
      } catch (error) {
        // An address that `URL` takes may still hold a name or password that cannot be decoded.
        return failed(error);
      }
      const { result, abort } = begun;
      const { promise: end, resolve } = Promise.withResolvers<OutboundResult>();
      const endWith = (early: OutboundResult) => {
        resolve(early);
        abort();
      };
      const cancel = clock.after(timeoutMs, () => endWith({ kind: "timedOut" }));
      const stop = () => endWith(stopped);
      underWay.add(stop);
      try {
        return await Promise.race([end, result.catch(failed)]);
      } finally {
        cancel();
        underWay.delete(stop);
      }
    },
    close() {
      isClosed = true;
      for (const stop of underWay) stop();
      opened?.plain.destroy();
      opened?.secure.destroy();
    },
  };
}
