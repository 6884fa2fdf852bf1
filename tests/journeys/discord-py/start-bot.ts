// A bot on an unmodified discord.py, as a process of its own, and the events that it reports.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { demo, type TestService } from "../../../packages/server/src/testing/start-service.ts";

const PROGRAM = fileURLToPath(new URL("bot.py", import.meta.url));

export type Happening = Readonly<Record<string, unknown>> & { readonly event: string };

export interface PythonBot {
  /**
   * The next reported event with that name, including one that arrived before and was not taken
   * yet.
   */
  next(event: string): Promise<Happening>;
  /** The reported events that were not taken yet. */
  unheard(): readonly Happening[];
  stop(): Promise<void>;
}

/** Starts the demo world's bot. */
export function startPythonBot(service: TestService): PythonBot {
  const python = process.env["TEST_PYTHON"];
  if (python === undefined) throw new Error("TEST_PYTHON is not set: run the tests with npm test");
  const gateway = service.url.replace("http", "ws");
  const args = [PROGRAM, `${service.url}/api/v10`, gateway, demo.botToken, demo.guildId];
  const child = spawn(python, args, { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const buffered: Happening[] = [];
  const awaited = new Map<string, PromiseWithResolvers<Happening>>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const happening = JSON.parse(line) as Happening;
    const waiter = awaited.get(happening.event);
    awaited.delete(happening.event);
    if (waiter === undefined) buffered.push(happening);
    else waiter.resolve(happening);
  });
  child.once("exit", () => {
    for (const waiter of awaited.values()) waiter.reject(new Error(`the bot ended: ${log}`));
  });
  return {
    next(event) {
      const at = buffered.findIndex((each) => each.event === event);
      const [found] = at < 0 ? [] : buffered.splice(at, 1);
      if (found !== undefined) return Promise.resolve(found);
      const waiter = Promise.withResolvers<Happening>();
      awaited.set(event, waiter);
      return waiter.promise;
    },
    unheard: () => [...buffered],
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
