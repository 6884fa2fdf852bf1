// An application that takes its interactions by HTTP, served to a world.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { realNow, request } from "./client/environment.ts";
import { CannotDo } from "./client/errors.ts";

/** What workers know of their application, by the names of the reference's tutorials. */
export interface WorkerEnvironment {
  readonly DISCORD_APPLICATION_ID: string;
  readonly DISCORD_PUBLIC_KEY: string;
  readonly DISCORD_TOKEN: string;
  /** Where this world is, in place of `https://discord.com/api`. */
  readonly DISCORD_API: string;
}

/** What answers a request, as workers have it. */
type Fetch = (request: Request, env: WorkerEnvironment) => Response | Promise<Response>;

/**
 * A handler as workers have it, alone or as what their module exports, a server or a listener of
 * node:http, or the address of one that is served already.
 */
export type ServedApp = Fetch | WorkerApp | NodeApp | Server | URL | string;

/** What the module of a worker exports. */
export interface WorkerApp {
  readonly fetch: Fetch;
}

/** What listens to the requests of a server of node:http. */
export interface NodeApp {
  readonly node: RequestListener;
}

/** How an application is served. */
export interface ServeOptions {
  /** Where it takes interactions, `/interactions`; absent: `/`, or what its address says. */
  readonly path?: string;
}

/** What the application answered before it was trusted with interactions. */
export interface Probes {
  /** `refused`: the world does not take its answers, so that it gets no interactions. */
  readonly ping: "pong" | "refused";
  /** The status of its answer to a wrong signature, which must be 401. */
  readonly wrongSignature: number;
}

const NOT_FOUND = 404;
const METHOD_NOT_ALLOWED = 405;

/** Why a world gives an application no interactions; undefined where it does. */
export function reasonForNone({ ping, wrongSignature }: Probes, url: string): string | undefined {
  if (ping === "pong") return undefined;
  if (wrongSignature === 401) return "it did not answer a PING that was signed well";
  if (wrongSignature === NOT_FOUND || wrongSignature === METHOD_NOT_ALLOWED) {
    const { pathname } = new URL(url);
    return `it answers POST ${pathname} with ${wrongSignature}: say where it takes interactions, { path: "/interactions" }`;
  }
  return `it answered a wrong signature with ${wrongSignature} in place of 401, so that anybody could pass for the platform`;
}

/** An answer that waits until it is let go. */
export interface HeldAnswer {
  release(): void;
}

const INTERACTION_PING = 1;

/**
 * An application that takes its interactions by HTTP, on a free port of this machine until the test
 * ends.
 */
export class ServedApplication {
  /** Where it listens. */
  readonly url: string;
  /** What it answered before it got interactions. */
  readonly probes: Probes;
  readonly #holds: Promise<void>[];
  readonly #close: () => Promise<void>;

  constructor(
    url: string,
    probes: Probes,
    deps: { holds: Promise<void>[]; close: () => Promise<void> },
  ) {
    this.url = url;
    this.probes = probes;
    this.#holds = deps.holds;
    this.#close = deps.close;
  }

  /** The next answer waits until it is let go. */
  holdNext(): HeldAnswer {
    let release: () => void = () => undefined;
    this.#holds.push(
      new Promise((resolve) => {
        release = resolve;
      }),
    );
    return { release: () => release() };
  }

  /** Stops it; the end of the test does so too. */
  close(): Promise<void> {
    return this.#close();
  }
}

/**
 * Serves an application on a free port of this machine, and tries whether it checks signatures.
 *
 * @param env what workers know, and the path at which it takes interactions
 * @param connect tells the world the address; gives false when the world does not take it, and
 *   where it throws nothing is served any more
 */
export async function serveApp(
  app: ServedApp,
  { env, path = "/" }: ServeOptions & { readonly env: WorkerEnvironment },
  connect: (url: string) => Promise<boolean>,
): Promise<ServedApplication> {
  const holds: Promise<void>[] = [];
  const { origin, close, failures } = await listening(listenerOf(app, env), holds);
  const url = new URL(path, origin).href;
  const wrongSignature = await statusForWrongSignature(url).catch(async (error: unknown) => {
    await close();
    const named = typeof app === "string" || app instanceof URL ? ` at ${String(app)}` : "";
    const [failure] = failures;
    const what = failure === undefined ? "broke the connection" : `failed: ${reasonOf(failure)}`;
    throw new CannotDo(`the application${named} ${what}`, { cause: failure ?? error });
  });
  const isTaken = await connect(url).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const ping = isTaken ? "pong" : "refused";
  return new ServedApplication(url, { ping, wrongSignature }, { holds, close });
}

/** Where a call failed, the reason stands one step below: `connect ECONNREFUSED 127.0.0.1:8080`. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  return failure.cause instanceof Error ? failure.cause.message : failure.message;
}

async function listening(answer: Answer, holds: Promise<void>[]) {
  // Few tests serve an application, and all import this.
  const { createServer } = await import("node:http");
  /** Why the first request was not answered; none where it was, or where the connection broke. */
  const failures: unknown[] = [];
  const server = createServer((incoming, outgoing) => {
    const held = holds.shift() ?? Promise.resolve();
    // The caller may have gone by then.
    held
      .then(() => answer(incoming, outgoing))
      .catch((error: unknown) => {
        if (failures.length === 0) failures.push(error);
        outgoing.destroy();
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${port}/`, close, failures };
}

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void | Promise<void>;

function listenerOf(app: ServedApp, env: WorkerEnvironment): Answer {
  const listener = nodeListenerOf(app);
  if (listener !== undefined) {
    return (incoming, outgoing) => {
      listener(incoming, outgoing);
    };
  }
  const answerTo = fetchOf(app as Fetch | WorkerApp | URL | string);
  return async (incoming, outgoing) => {
    const response = await answerTo(await requestOf(incoming), env);
    const body = Buffer.from(await response.arrayBuffer());
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body);
  };
}

/** A server need not listen: each request is handed to it. Of functions, express's can listen. */
function nodeListenerOf(app: ServedApp): RequestListener | undefined {
  if (typeof app === "function" && "listen" in app) return app as unknown as RequestListener;
  if (typeof app !== "object") return undefined;
  if ("node" in app) return app.node;
  return "emit" in app ? (...exchange) => void app.emit("request", ...exchange) : undefined;
}

function fetchOf(app: Fetch | WorkerApp | URL | string): Fetch {
  if (app instanceof URL) return fetchOf(app.href);
  if (typeof app === "string") {
    return (asked) => {
      const { pathname } = new URL(asked.url);
      return passedOn(pathname === "/" ? app : new URL(pathname, app).href, asked);
    };
  }
  return typeof app === "function" ? app : (asked, env) => app.fetch(asked, env);
}

async function passedOn(url: string, asked: Request): Promise<Response> {
  return request(url, {
    method: asked.method,
    headers: asked.headers,
    body: await asked.arrayBuffer(),
  });
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const { method = "GET", url = "/", headers } = incoming;
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(url, `http://${headers.host ?? "127.0.0.1"}`), {
    method,
    headers: pairs,
    ...(hasBody ? { body: Buffer.concat(parts) } : {}),
  });
}

/** What it answers to a PING that a stranger signed: nobody but the world may be believed. */
async function statusForWrongSignature(url: string): Promise<number> {
  const timestamp = String(Math.floor(realNow() / 1000));
  const body = JSON.stringify({
    id: "1",
    application_id: "1",
    type: INTERACTION_PING,
    token: "probe",
    version: 1,
  });
  const { generateKeyPairSync, sign } = await import("node:crypto");
  const { privateKey } = generateKeyPairSync("ed25519");
  const signature = sign(null, Buffer.from(timestamp + body), privateKey).toString("hex");
  const response = await request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-signature-ed25519": signature,
      "x-signature-timestamp": timestamp,
    },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}
