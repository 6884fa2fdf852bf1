// A Redis of its own for a test run: nothing of it is kept, and it is gone when the run has ended.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

export interface RedisEngine {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Has it stand still, with its connections open, until it goes on. */
  readonly pause: () => void;
  readonly goOn: () => void;
}

const START_MS_MAX = 30_000;

/**
 * Starts one on a free port.
 *
 * @param program a server, or the Debian program that becomes one by its name
 * @param directory where it runs
 * @param more settings, by the names of its configuration file
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
    // A group of its own: Ctrl-C reaches the command first.
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
