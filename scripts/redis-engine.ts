// A temporary Redis for a test run, which stores nothing and is stopped at the end of the run.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

export interface RedisEngine {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Suspends the process, with its connections open, until `goOn` is called. */
  readonly pause: () => void;
  readonly goOn: () => void;
}

const START_MS_MAX = 30_000;

/**
 * Starts a Redis on a free port.
 *
 * @param program a server, or the Debian program that becomes one when called by its name
 * @param directory its working directory
 * @param more further settings, named as in the configuration file
 */
export async function startRedis(
  program: string,
  port: number,
  directory: string,
  more: Readonly<Record<string, string>> = {},
): Promise<RedisEngine> {
  const flags = { port: String(port), bind: "127.0.0.1", save: "", appendonly: "no", ...more };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawn(program, args, {
    // In a process group of its own, so that Ctrl-C reaches the command first.
    detached: true,
    argv0: "redis-server",
    cwd: directory,
    stdio: ["ignore", "pipe", "pipe"],
  });
  await untilReady(server);
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill("SIGKILL");
      await once(server, "exit");
    },
    pause: () => void server.kill("SIGSTOP"),
    goOn: () => void server.kill("SIGCONT"),
  };
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => settle("not ready in time"), START_MS_MAX);
    const settle = (issue?: string) => {
      clearTimeout(timer);
      if (issue === undefined) resolve();
      else reject(new Error(`Redis: ${issue}\n${output}`));
    };
    server.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Ready to accept connections")) settle();
    });
    server.stderr?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    server.once("error", (error) => settle(error.message));
    server.once("exit", (code) => settle(`ended with ${code}`));
  });
}
