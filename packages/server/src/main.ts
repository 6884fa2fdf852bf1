// The program: reads the command line, starts, and ends on a signal.
import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { runCommandLine } from "./command-line.ts";
import { ConfigError } from "./config-error.ts";
import { StartError } from "./open-world.ts";
import { StoreOpenError } from "./platform/store.ts";
import { migrate, start, type RunningStart } from "./start.ts";
import { WorldFileError } from "./control/world-file/read.ts";

const { version } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
) as { version: string };

const expected = [ConfigError, StartError, StoreOpenError];

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function oneLine(error: unknown): string {
  return (error as Error).message.replaceAll("\n", " ");
}

/**
 * One line for what an operator can mend, or one for each fault of a world file; a stack trace for
 * what is our fault.
 */
function fail(error: unknown): never {
  process.stderr.write(`${linesOf(error).join("\n")}\n`);
  process.exit(1);
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof WorldFileError) return error.lines.map((line) => `antechamber: ${line}`);
  const isExpected = expected.some((kind) => error instanceof kind);
  return [isExpected ? `antechamber: ${oneLine(error)}` : inspect(error)];
}

/** Installed before the start reports that it is ready: its reader may send a signal at once. */
function stopOnSignals(starting: Promise<RunningStart>): void {
  const stop = () => {
    starting.then((running) => running.stop()).then((code) => process.exit(code), fail);
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

try {
  const code = await runCommandLine(process.argv.slice(2), {
    version,
    start: async (config) => {
      const starting = start(config, print);
      stopOnSignals(starting);
      await starting;
    },
    run: async (config, wishes) => {
      const { runRedirected } = await import("./run/run.ts");
      return await runRedirected(config, wishes, {
        env: process.env,
        hasTerminal: process.stdin.isTTY,
        say: (line) => process.stderr.write(`antechamber: ${line}\n`),
      });
    },
    runInside: async (planPath) => {
      const { runInside } = await import("./run/isolation/inside.ts");
      const say = (line: string) => process.stderr.write(`antechamber: ${line}\n`);
      // Its doors stand open as long as it lives.
      process.exit(await runInside(planPath, say));
    },
    migrate: (store) => migrate(store, print),
    worldSchema: async () => {
      const { worldSchemaText } = await import("./transports/pages/reference/documents.ts");
      return worldSchemaText();
    },
    pythonPlugin: async () => {
      const { pythonPlugin } = await import("./kit/python-plugin.ts");
      return pythonPlugin();
    },
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  });
  if (code !== 0) process.exit(code);
} catch (error) {
  fail(error);
}
