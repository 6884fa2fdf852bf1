// The MCP server over HTTP, next to the API of a running service. Calls share no state, so each
// names its world, and worlds stay open until they are closed.
import type { ClientDeps, GlobalOptions } from "../cli/deps.ts";
import { AgentWorlds } from "./agent-worlds.ts";
import { KnownSecrets } from "./known-secrets.ts";
import { loaded, serverOf } from "./mcp-server.ts";

/** The most streams that agents may hold open; they wait for changes, which never occur. */
const STREAMS_MAX = 16;

export interface AgentsByHttp {
  /** Handles a call whose body has been read. */
  answer(request: Request, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

/** @throws CommandFailure that says how to install the library, where it is absent */
export async function agentsByHttp(
  given: ClientDeps,
  options: Required<Pick<GlobalOptions, "url" | "controlKey">>,
): Promise<AgentsByHttp> {
  const { McpServer, createMcpHandler } = await loaded(
    () => import("@modelcontextprotocol/server"),
  );
  // The environment of the service is not the agent's.
  const deps: ClientDeps = { ...given, env: {} };
  const secrets = new KnownSecrets(options.controlKey);
  const handler = createMcpHandler(
    () => {
      const worlds = new AgentWorlds(deps, options, { remembers: false, reachesFiles: false });
      return serverOf(McpServer, deps.version, { worlds, secrets });
    },
    { maxSubscriptions: STREAMS_MAX },
  );
  return {
    answer: (request, parsedBody) => handler.fetch(request, { parsedBody }),
    close: () => handler.close(),
  };
}
