// Serves coding agents at `/mcp`, with the key of the control plane.
// Source: Model Context Protocol, revision 2026-07-28.
import { limits, MethodNotAllowed } from "@antechamber/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** The server for agents, which is loaded at the first call. */
export interface AgentsServer {
  /** Replies to a call whose body was read. */
  answer(request: Request, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

/** Creates a server that calls the service at a URL. @throws Error that says what is missing */
export type OpenAgentsServer = (url: string) => Promise<AgentsServer>;

export interface AgentsMount {
  /** Absent: there is no server for agents. */
  readonly open: OpenAgentsServer | undefined;
  /** Whether a header contains the control key. */
  readonly hasKey: (authorization: string | undefined) => boolean;
  /** Whether pages of an origin may call. */
  readonly isOwnOrigin: (origin: string) => boolean;
}

const PATH = "/mcp";
/** The only method, as the server is stateless: there is no stream to open, no session to end. */
const SERVED = "POST";

export function mountAgents(app: FastifyInstance, mount: AgentsMount): void {
  const { open, hasKey, isOwnOrigin } = mount;
  if (open === undefined) return;
  let opening: Promise<AgentsServer> | undefined;
  app.addHook("onClose", async () => (await opening?.catch(() => undefined))?.close());

  /** Creates the server at the first call; if that fails, the next call tries again. */
  const opened = (url: string): Promise<AgentsServer | Error> => {
    opening ??= open(url);
    return opening.catch((error: unknown) => {
      opening = undefined;
      return error as Error;
    });
  };

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { origin, authorization } = request.headers;
    if (origin !== undefined && !isOwnOrigin(origin)) {
      return refused(reply, 403, "Pages of this origin may not call.");
    }
    // This includes preflight requests: like the control plane, which has the same key, it is
    // closed to pages.
    if (request.method !== SERVED) {
      const { status, message } = MethodNotAllowed;
      return refused(reply.header("allow", SERVED), status, message);
    }
    if (!hasKey(authorization)) {
      const message = "The key of the control plane is needed: Authorization: Bearer KEY.";
      return refused(reply.header("www-authenticate", "Bearer"), 401, message);
    }
    const server = await opened(ownAddress(request));
    if (server instanceof Error) return refused(reply, 501, server.message);
    const bytes = await app.bodies.whole(request, limits.agentBody.value);
    const body = parsed(bytes.toString());
    if (body === malformed) return refused(reply, 400, "The body is no JSON.");
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    const outgoing = new Request(new URL(request.url, ownAddress(request)), {
      method: SERVED,
      headers: new Headers(headerPairs(request)),
      signal: gone.signal,
      body: bytes,
    });
    return send(reply, await server.answer(outgoing, body));
  }

  app.route({
    method: [SERVED, "GET", "PUT", "PATCH", "DELETE", "OPTIONS"],
    url: PATH,
    // Its tools call the control plane, which journals what they change.
    config: { isQuiet: true },
    handler: serve,
  });
}

const malformed = Symbol("malformed");

function parsed(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return malformed;
  }
}

/** The URL of the service from this machine. */
function ownAddress({ socket: { localAddress = "127.0.0.1", localPort } }: FastifyRequest): string {
  const host = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
  return `http://${host}:${localPort}`;
}

function headerPairs({ headers }: FastifyRequest): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" && !name.startsWith(":") ? [[name, value] as [string, string]] : [],
  );
}

function refused(reply: FastifyReply, status: number, message: string): FastifyReply {
  reply.code(status).header("content-type", "application/json");
  return reply.serializer(String).send(JSON.stringify({ message, code: 0 }));
}

function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  reply.code(status);
  for (const [name, value] of headers) reply.header(name, value);
  return reply.send(body ?? undefined);
}
