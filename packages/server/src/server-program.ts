// Runs the commands that need server code, starts the service, and stops it on a signal. The
// service is only loaded by the commands that run one.
import { flushCompileCache } from "node:module";
import { inspect } from "node:util";
import type { ClientDeps } from "./cli/deps.ts";
import { withoutControls } from "./cli/output.ts";
import { runCommandLine } from "./command-line.ts";
import { ConfigError } from "./start/config-error.ts";
import type { RunningStart } from "./start/start.ts";

function print(line: string): void {
  process.stdout.write(`${withoutControls(line)}\n`);
}

/** Error messages quote world files, which may contain control characters. */
function complain(text: string): void {
  process.stderr.write(`${withoutControls(text)}\n`);
}

function oneLine(error: unknown): string {
  return (error as Error).message.replaceAll("\n", " ");
}

/**
 * Prints one line for an error that the operator can fix, or one per error in a world file; a stack
 * trace for a bug.
 */
async function fail(error: unknown): Promise<never> {
  complain((await linesOf(error)).join("\n"));
  process.exit(1);
}

async function linesOf(error: unknown): Promise<readonly string[]> {
  const { StartError } = await import("./start/open-world.ts");
  const { StoreOpenError } = await import("./platform/store.ts");
  const { WorldFileError } = await import("./control/world-file/read.ts");
  const { ClockRangeError } = await import("./platform/time/system-clock.ts");
  const expected = [ConfigError, StartError, StoreOpenError, ClockRangeError];
  if (error instanceof WorldFileError) return error.lines.map((line) => `antechamber: ${line}`);
  const isExpected = expected.some((kind) => error instanceof kind);
  return [isExpected ? `antechamber: ${oneLine(error)}` : inspect(error)];
}

/** Installed before the start reports that it is ready, since a signal may follow at once. */
function stopOn(signal: AbortSignal, starting: Promise<RunningStart>): void {
  signal.addEventListener("abort", () => {
    starting.then((running) => running.stop()).then((code) => process.exit(code), fail);
  });
}

/** Runs a command; the process ends with the command, or with the service that was started. */
export async function runProgram(args: readonly string[], client: ClientDeps): Promise<void> {
  try {
    const code = await runCommandLine(args, {
      client,
      start: async (config) => {
        const { start } = await import("./start/start.ts");
        const starting = start(config, print, {
          openAgentsServer: async (at) => {
            const { agentsByHttp } = await import("./agents/over-http.ts");
            return agentsByHttp(client, at);
          },
        });
        // SIGHUP is left out, so that a service started with `nohup` survives its terminal.
        stopOn(client.interrupted(["SIGINT", "SIGTERM"]), starting);
        await starting;
        // Node writes the compile cache when a process exits, but not when it is killed; without
        // it, the next start would take twice as long.
        flushCompileCache();
      },
      run: async (config, options) => {
        const { runRedirected } = await import("./run/run.ts");
        return await runRedirected(config, options, {
          env: client.env,
          hasTerminal: process.stdin.isTTY,
          print: (line) => complain(`antechamber: ${line}`),
        });
      },
      runInside: async (planPath) => {
        const { runInside } = await import("./run/isolation/inside.ts");
        const note = (line: string) => complain(`antechamber: ${line}`);
        // The relays would otherwise keep the process alive.
        process.exit(await runInside(planPath, note));
      },
      migrate: async (store) => {
        const { migrate } = await import("./start/start.ts");
        await migrate(store, print);
      },
      pythonPlugin: async () => {
        const { pythonPlugin } = await import("./kit/python-plugin.ts");
        return pythonPlugin();
      },
    });
    if (code !== 0) process.exit(code);
  } catch (error) {
    await fail(error);
  }
}
