// The tools of the server for coding agents, called in this process, against a service over the
// wire.
import { AgentWorlds } from "../../agents/agent-worlds.ts";
import { KnownSecrets } from "../../agents/known-secrets.ts";
import { callTool } from "../../agents/tool-calls.ts";
import type { ToolDeps } from "../../agents/tool.ts";
import { pulledWorld, worldYaml } from "../../offline/pulled-world.ts";
import { worldDiff } from "../../offline/world-diff.ts";
import { worldFileFaults, worldFileValue } from "../../offline/world-file-reader.ts";
import { CONTROL_KEY } from "../start-service.ts";

export interface AgentTools {
  readonly deps: ToolDeps;
  /** Calls a tool and returns its text. @throws Error if its result is an error */
  readonly call: (name: string, input?: unknown) => Promise<string>;
  /** Calls a tool that must fail, and returns its error text. */
  readonly fails: (name: string, input?: unknown) => Promise<string>;
}

/** The tools as one agent has them; the agent server's command line may name a world. */
export function agentTools(
  service: { readonly url: string },
  named: { readonly worldName?: string } = {},
): AgentTools {
  const worlds = new AgentWorlds(
    {
      version: "1.2.3",
      env: {},
      out: () => undefined,
      err: () => undefined,
      isTerminal: { out: false, err: false },
      input: async () => "",
      interrupted: () => new AbortController().signal,
      worldFiles: {
        schema: async () => "{}",
        faults: worldFileFaults,
        read: worldFileValue,
        diff: worldDiff,
        pulled: pulledWorld,
        yaml: worldYaml,
      },
      loadPlans: { read: () => Promise.reject(new Error("no plan")) },
      startProgram: () => Promise.reject(new Error("no program")),
      serveTrace: () => Promise.reject(new Error("no page")),
      serveAgents: async () => 0,
    },
    { url: service.url, controlKey: CONTROL_KEY, ...named },
  );
  const deps = { worlds, secrets: new KnownSecrets(CONTROL_KEY) };
  async function answered(name: string, input: unknown, isError: boolean): Promise<string> {
    const result = await callTool(name, input, deps);
    const text = result.content.map((each) => each.text).join("\n");
    if ((result.isError === true) !== isError) throw new Error(`${name} answered: ${text}`);
    return text;
  }
  return {
    deps,
    call: (name, input) => answered(name, input, false),
    fails: (name, input) => answered(name, input, true),
  };
}
