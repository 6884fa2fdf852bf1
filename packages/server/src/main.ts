// The entry point. Client commands start without the rest of the command line, and `start` without
// client commands; none loads server code before it is needed.
import { readFileSync } from "node:fs";
import type { ClientDeps } from "./cli/deps.ts";
import { ticks } from "./cli/environment.ts";
import { withFlagsBehind } from "./cli/parsing.ts";
import { PrintedOutput } from "./platform/processes/printed-output.ts";
import { StopSignals } from "./platform/processes/stop-signals.ts";

const { version } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
) as { version: string };

const stops = new StopSignals(process, {
  clock: { real: ticks },
  exit: (code) => process.exit(code),
});

const deps: ClientDeps = {
  version,
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: { out: process.stdout.isTTY, err: process.stderr.isTTY },
  async input() {
    const chunks: Uint8Array[] = [];
    for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  },
  interrupted: (signals) => stops.next(signals),
  async startProgram(command, env) {
    const { startPlayer } = await import("./run/player.ts");
    return startPlayer(command, env);
  },
  async serveTrace(trace) {
    const { serveTrace } = await import("./offline/trace-page.ts");
    return serveTrace(trace);
  },
  async serveAgents(options) {
    const { serveAgents } = await import("./agents/serve.ts");
    return serveAgents(deps, options);
  },
  worldFiles: {
    async schema() {
      const { worldSchemaText } = await import("./transports/pages/reference/documents.ts");
      return worldSchemaText();
    },
    async faults(path) {
      const { worldFileFaults } = await import("./offline/world-file-reader.ts");
      return worldFileFaults(path);
    },
    async read(path) {
      const { worldFileValue } = await import("./offline/world-file-reader.ts");
      return worldFileValue(path);
    },
    async diff(before, after) {
      const { worldDiff } = await import("./offline/world-diff.ts");
      return worldDiff(before, after);
    },
    async pulled(answers) {
      const { pulledWorld } = await import("./offline/pulled-world.ts");
      return pulledWorld(answers);
    },
    async yaml(world, service) {
      const { worldYaml } = await import("./offline/pulled-world.ts");
      return worldYaml(world, service);
    },
  },
  loadPlans: {
    async read(path) {
      const { loadPlanValue } = await import("./offline/load-plan-reader.ts");
      return loadPlanValue(path);
    },
  },
};

const args = withFlagsBehind(process.argv.slice(2));
const output = new PrintedOutput({
  stops,
  complain: (line) => deps.err(`${line}\n`),
  exit: (code) => process.exit(code),
});
// A service keeps running when nothing reads its output.
process.stdout.on("error", (error) => {
  if (args[0] !== "start" && args[0] !== "run") output.failed(error);
});
// Notes and progress may be lost without harm.
process.stderr.on("error", () => undefined);
if (!(await hasRunClientCommand(args[0]))) {
  const { runProgram } = await import("./server-program.ts");
  await runProgram(args, deps);
}

async function hasRunClientCommand(word = ""): Promise<boolean> {
  if (word === "start") return false;
  const { clientWords, runClientCommand } = await import("./cli/client-commands.ts");
  // `complete` is handled by the whole command line, since it completes server commands too.
  if (!clientWords.has(word) || word === "complete") return false;
  process.exitCode = output.codeOf(await runClientCommand(args, deps));
  return true;
}
