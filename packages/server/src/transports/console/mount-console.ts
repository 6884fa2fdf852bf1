// Serves the console and its sessions. The console is a client of the control plane like any other:
// nothing here answers it. Source: product.md, One origin.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { builtConsole, builtFile } from "./built-files.ts";
import type { ConsoleSessions } from "./sessions.ts";

export interface ConsoleMount {
  /** Absent: there is no console. */
  readonly sessions: ConsoleSessions | undefined;
  /** Whether a header is that of somebody who has the control key. */
  readonly hasKey: (authorization: string | undefined) => boolean;
  /** The key is the one that everybody knows, and nobody but this machine can call. */
  readonly isOpen: boolean;
  readonly production: boolean;
  /** The folder of the build; absent: the one that comes with the program. */
  readonly folder?: URL | undefined;
}

const PREFIX = "/console/";

/** Looking at the journal writes none. */
const quiet = { config: { isQuiet: true } };

/** Nothing comes from elsewhere, and no text becomes code. Media of embeds are shown when asked for. */
function policy(host: string, showsMedia: boolean): string {
  const images = showsMedia ? "'self' data: blob: https:" : "'self' data: blob:";
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${images}`,
    `connect-src 'self' ws://${host} wss://${host}`,
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "trusted-types antechamber",
    "require-trusted-types-for 'script'",
  ].join("; ");
}

const unbuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Console · Antechamber</title>
<p>The console is being built. This page shows it as soon as it is there.</p>
<p>If it does not come: <code>npm ci && npm run build:console</code>.</p>`;

export function mountConsole(app: FastifyInstance, means: ConsoleMount): void {
  const { sessions } = means;
  if (sessions === undefined) return;
  app.get("/console", quiet, (request, reply) => serve(request, reply, means));
  app.get("/console/*", quiet, (request, reply) => serve(request, reply, means));
  app.get("/console/session", quiet, (request, reply) => {
    const isSignedIn = sessions.admits(request);
    const renewal = isSignedIn ? sessions.renewal(request) : undefined;
    if (renewal !== undefined) reply.header("set-cookie", renewal);
    return answer(reply, 200, stateOf(means, isSignedIn));
  });
  app.post("/console/session", (request, reply) => {
    const mayBegin = means.isOpen || means.hasKey(request.headers.authorization);
    if (!sessions.comesFromOwnPage(request) || !mayBegin) {
      return answer(reply, 401, { message: "The key of the control plane is needed.", code: 0 });
    }
    reply.header("set-cookie", sessions.begin(request));
    return answer(reply, 200, stateOf(means, true));
  });
  app.delete("/console/session", (request, reply) => {
    if (!sessions.comesFromOwnPage(request)) return answer(reply, 401, { message: "401", code: 0 });
    return reply.header("set-cookie", sessions.end(request)).code(204).send();
  });
}

/** How it stands with a browser's session. */
function stateOf({ production, isOpen }: ConsoleMount, isSignedIn: boolean) {
  const mode = production ? "production" : "development";
  return { signed_in: isSignedIn, mode, asks_for_key: !isOpen };
}

function answer(reply: FastifyReply, status: number, body: object): FastifyReply {
  reply.code(status).header("cache-control", "no-store").type("application/json");
  return reply.serializer(String).send(JSON.stringify(body));
}

/** A file of the build; every other address is one of the page's own. */
async function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder = builtConsole }: ConsoleMount,
): Promise<FastifyReply> {
  const [path = "", query = ""] = request.url.slice(PREFIX.length).split("?");
  const accepts = [request.headers["accept-encoding"]].flat().join();
  const isAsset = path.startsWith("assets/");
  const file = await builtFile(folder, isAsset ? path : "index.html", accepts);
  if (file === undefined) return isAsset ? missing(reply) : notYet(reply);
  const { host = "" } = request.headers;
  const showsMedia = new URLSearchParams(query).get("media") === "1";
  reply.headers({
    "content-type": file.mediaType,
    "cache-control": isAsset ? "public, max-age=31536000, immutable" : "no-cache",
    "content-security-policy": policy(host, showsMedia),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    vary: "Accept-Encoding",
    ...(file.encoding === undefined ? {} : { "content-encoding": file.encoding }),
  });
  return reply.serializer((bytes) => bytes as string).send(file.bytes);
}

function missing(reply: FastifyReply): FastifyReply {
  return reply.code(404).type("text/plain").serializer(String).send("Nothing here.\n");
}

function notYet(reply: FastifyReply): FastifyReply {
  reply.code(503).headers({ "retry-after": "1", refresh: "1", "cache-control": "no-store" });
  reply.header("content-security-policy", "default-src 'none'");
  return reply.type("text/html; charset=utf-8").serializer(String).send(unbuilt);
}
