// Serves the console and its sessions. The console is a client of the control plane like any other,
// so its API is not here. Source: product.md, One origin.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pageAnswer } from "./page-answer.ts";
import type { ConsoleSessions } from "./sessions.ts";

export interface ConsoleMount {
  /** Absent: the console is not served. */
  readonly sessions: ConsoleSessions | undefined;
  /** Whether a header contains the control key. */
  readonly hasKey: (authorization: string | undefined) => boolean;
  /** The control key is the default one, and only this machine can call. */
  readonly isOpen: boolean;
  readonly production: boolean;
  /** The folder of the build; absent: the one that comes with the program. */
  readonly folder?: URL | undefined;
}

/** Viewing the journal must not add entries to it. */
const quiet = { config: { isQuiet: true } };

export function mountConsole(app: FastifyInstance, mount: ConsoleMount): void {
  const { sessions } = mount;
  if (sessions === undefined) return;
  app.get("/console", quiet, (request, reply) => serve(request, reply, mount));
  app.get("/console/*", quiet, (request, reply) => serve(request, reply, mount));
  app.get("/console/session", quiet, (request, reply) => {
    const isSignedIn = sessions.admits(request);
    const renewal = isSignedIn ? sessions.renewal(request) : undefined;
    if (renewal !== undefined) reply.header("set-cookie", renewal);
    return answer(reply, 200, stateOf(mount, isSignedIn));
  });
  app.post("/console/session", (request, reply) => {
    const mayBegin = mount.isOpen || mount.hasKey(request.headers.authorization);
    if (!sessions.comesFromOwnPage(request) || !mayBegin) {
      return answer(reply, 401, { message: "The key of the control plane is needed.", code: 0 });
    }
    reply.header("set-cookie", sessions.begin(request));
    return answer(reply, 200, stateOf(mount, true));
  });
  app.delete("/console/session", (request, reply) => {
    if (!sessions.comesFromOwnPage(request)) return answer(reply, 401, { message: "401", code: 0 });
    return reply.header("set-cookie", sessions.end(request)).code(204).send();
  });
}

/** The state of a browser's session. */
function stateOf({ production, isOpen }: ConsoleMount, isSignedIn: boolean) {
  const mode = production ? "production" : "development";
  return { signed_in: isSignedIn, mode, asks_for_key: !isOpen };
}

function answer(reply: FastifyReply, status: number, body: object): FastifyReply {
  reply.code(status).header("cache-control", "no-store").type("application/json");
  return reply.serializer(String).send(JSON.stringify(body));
}

/** Serves a file of the build; every other path is a page of the console. */
async function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder }: ConsoleMount,
): Promise<FastifyReply> {
  const { url, headers: requestHeaders } = request;
  const { status, headers, body } = await pageAnswer({ url, headers: requestHeaders, folder });
  return reply
    .code(status)
    .headers(headers)
    .serializer((bytes) => bytes as string)
    .send(body);
}
