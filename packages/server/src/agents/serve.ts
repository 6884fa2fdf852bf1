// `antechamber mcp`: the server for coding agents, over stdin and stdout.
import type { ClientDeps, GlobalOptions } from "../cli/deps.ts";
import { exitCodes } from "../cli/failures.ts";
import { AgentWorlds } from "./agent-worlds.ts";
import { KnownSecrets } from "./known-secrets.ts";
import { loaded, serverOf } from "./mcp-server.ts";
import type { ToolDeps } from "./tool.ts";

/** Serves tools until the agent closes stdin, or a signal ends the program. */
export async function serveAgents(deps: ClientDeps, options: GlobalOptions): Promise<number> {
  const [{ McpServer }, { serveStdio }] = await loaded(() =>
    Promise.all([
      import("@modelcontextprotocol/server"),
      import("@modelcontextprotocol/server/stdio"),
    ]),
  );
  const worlds = new AgentWorlds(deps, options);
  const tools: ToolDeps = { worlds, secrets: new KnownSecrets(worlds.controlKey) };
  const handle = serveStdio(() => serverOf(McpServer, deps.version, tools));
  await ended(deps.interrupted());
  await Promise.all([worlds.leave(), handle.close()]);
  return exitCodes.done;
}

/** Resolves when stdin has ended or a signal arrives. */
function ended(interrupted: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ["end", "close"]) process.stdin.once(event, () => resolve());
    interrupted.addEventListener("abort", () => resolve());
  });
}
