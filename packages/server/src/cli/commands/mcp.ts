// `antechamber mcp`: the server for coding agents.
import type { Command } from "commander";
import type { Act } from "../acting.ts";

export function addMcp(program: Command, act: Act): void {
  act(
    program
      .command("mcp")
      .description(
        "Serve tools to coding agents, over the Model Context Protocol on stdin and stdout",
      ),
    ({ deps }, options) => deps.serveAgents(options),
  );
}
