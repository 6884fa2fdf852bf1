// Serves an application that receives its interactions over HTTP to a world.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { realNow, request } from "./client/environment.ts";
import { CannotDo } from "./client/errors.ts";

/** The environment of a worker, with the names used in the reference's tutorials. */
export interface WorkerEnvironment {
  readonly DISCORD_APPLICATION_ID: string;
  readonly DISCORD_PUBLIC_KEY: string;
  readonly DISCORD_TOKEN: string;
  /** The API of this world, in place of `https://discord.com/api`. */
  readonly DISCORD_API: string;
}

/** What a worker gets beside its environment. Source: developers.cloudflare.com, Context (ctx). */
export interface WorkerContext {
  /** Work that continues after the response; if it fails, the application failed. */
  waitUntil(work: Promise<unknown>): void;
  passThroughOnException(): void;
  readonly props: unknown;
}

/** The request handler of a worker. */
type Fetch = (
  request: Request,
  env: WorkerEnvironment,
  context: WorkerContext,
) => Response | Promise<Response>;

/**
 * A worker's handler or its module's exports, an application of express, a server or request
 * listener of node:http, or the URL of an application that is served already.
 */
export type ServedApp = Fetch | WorkerApp | ExpressApp | NodeApp | Server | URL | string;

/** The exports of a worker's module. */
export interface WorkerApp {
  /** A method, so that its environment may be declared with more bindings. */
  fetch(...args: Parameters<Fetch>): ReturnType<Fetch>;
}

/**
 * A worker whose environment is declared otherwise: without some of these variables, and with
 * bindings of its own. A type of its own, since its handler's parameters tell editors nothing.
 */
export type WorkerOfOwnEnvironment = OwnFetch | { fetch: OwnFetch };

type OwnFetch = (
  request: Request,
  env: never,
  context: WorkerContext,
) => Response | Promise<Response>;

/**
 * An application of express, by methods that it has beside its call signature. With the signature,
 * editors could not tell the parameters of a worker's handler.
 */
export interface ExpressApp {
  readonly engine: (...args: never[]) => unknown;
  readonly listen: (...args: never[]) => unknown;
}

/** A request listener of node:http. */
export interface NodeApp {
  readonly node: RequestListener;
}

/** Options of serving an application. */
export interface ServeOptions {
  /** The path for interactions, `/interactions`; absent: `/`, or that of its URL. */
  readonly path?: string;
}

/** The responses of the application before it gets interactions. */
export interface Probes {
  /** The result of the PING; after `refused`, the world sends it no interactions. */
  readonly ping: "pong" | "refused";
  /** The status for a wrong signature, which must be 401. */
  readonly wrongSignature: number;
}

const NOT_FOUND = 404;
const METHOD_NOT_ALLOWED = 405;

/** Why a world sends an application no interactions; undefined if it does send them. */
export function reasonForNone({ ping, wrongSignature }: Probes, url: string): string | undefined {
  if (ping === "pong") return undefined;
  if (wrongSignature === 401) return "it did not answer a PING with a valid signature";
  if (wrongSignature === NOT_FOUND || wrongSignature === METHOD_NOT_ALLOWED) {
    const { pathname } = new URL(url);
    return `it answers POST ${pathname} with ${wrongSignature}: pass where it takes interactions, { path: "/interactions" }`;
  }
  return `it answered a wrong signature with ${wrongSignature} instead of 401, so anybody could pretend to be the platform`;
}

/** A response that is held until it is released. */
export interface HeldAnswer {
  release(): void;
}

const INTERACTION_PING = 1;

/**
 * An application that receives its interactions over HTTP, on a free port of this machine until the
 * test ends.
 */
export class ServedApplication {
  /** The URL for interactions. */
  readonly url: string;
  /** The responses before it got interactions. */
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

  /** Holds the next response until it is released. */
  holdNext(): HeldAnswer {
    let release: () => void = () => undefined;
    this.#holds.push(
      new Promise((resolve) => {
        release = resolve;
      }),
    );
    return { release: () => release() };
  }

  /** Stops serving; this also happens at the end of the test. */
  close(): Promise<void> {
    return this.#close();
  }
}

/**
 * Serves an application on a free port of this machine, and checks whether it verifies signatures.
 *
 * @param env the environment of workers, and the path for interactions
 * @param connect sets the URL in the world; resolves to false if the world rejects it. If it
 *   throws, the application is not served
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

/** The reason of a failed call is in its cause: `connect ECONNREFUSED 127.0.0.1:8080`. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  return failure.cause instanceof Error ? failure.cause.message : failure.message;
}

async function listening(answer: Answer, holds: Promise<void>[]) {
  // Loaded on use: few tests serve an application, but all import this file.
  const { createServer } = await import("node:http");
  /** The first error of the application; empty if there is none, or if the connection broke. */
  const failures: unknown[] = [];
  const server = createServer((incoming, outgoing) => {
    const held = holds.shift() ?? Promise.resolve();
    // The caller may have disconnected by then.
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

/** Work is left alone: its process lives on, and what it throws is an error that nobody caught. */
const context: WorkerContext = {
  waitUntil: () => undefined,
  passThroughOnException: () => undefined,
  props: {},
};

function listenerOf(app: ServedApp, env: WorkerEnvironment): Answer {
  const listener = nodeListenerOf(app);
  if (listener !== undefined) {
    return (incoming, outgoing) => {
      listener(incoming, outgoing);
    };
  }
  const answerTo = fetchOf(app as WorkerForm);
  return async (incoming, outgoing) => {
    const response = await answerTo(await requestOf(incoming), env, context);
    const body = Buffer.from(await response.arrayBuffer());
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body);
  };
}

/**
 * The listener of an app for node:http; undefined for other apps. A server is handed each request,
 * so it need not listen. An express app is a function with a `listen` method.
 */
function nodeListenerOf(app: ServedApp): RequestListener | undefined {
  if (typeof app === "function" && "listen" in app) return app as unknown as RequestListener;
  if (typeof app !== "object") return undefined;
  if ("node" in app) return app.node;
  return "emit" in app ? (...exchange) => void app.emit("request", ...exchange) : undefined;
}

type WorkerForm = Fetch | WorkerApp | URL | string;

function fetchOf(app: WorkerForm): Fetch {
  if (app instanceof URL) return fetchOf(app.href);
  if (typeof app === "string") {
    return (appRequest) => {
      const { pathname } = new URL(appRequest.url);
      return passedOn(pathname === "/" ? app : new URL(pathname, app).href, appRequest);
    };
  }
  return typeof app === "function" ? app : (...args) => app.fetch(...args);
}

async function passedOn(url: string, appRequest: Request): Promise<Response> {
  return request(url, {
    method: appRequest.method,
    headers: appRequest.headers,
    body: await appRequest.arrayBuffer(),
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

/** The status for a PING with another key's signature, which the application must reject. */
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
