// The cache of discord.py for a guild, as the program beside this file reports it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { demo } from "../../../packages/server/src/testing/start-service.ts";
import type { Listener, FreshPictures } from "./listener.ts";
import type { Picture } from "./picture.ts";
import type { Ears } from "./stage.ts";

const PROGRAM = fileURLToPath(new URL("caches.py", import.meta.url));

interface PythonEvent {
  readonly event: string;
}

export async function listenByDiscordPy(url: string, ears: Ears): Promise<Listener> {
  const python = process.env["TEST_PYTHON"];
  if (python === undefined) throw new Error("TEST_PYTHON is not set: run the tests with npm test");
  const gateway = url.replace("http", "ws");
  const args = [PROGRAM, `${url}/api/v10`, gateway, ears.token, demo.guildId];
  const child = spawn(python, args, { stdio: "pipe" });
  const ended = once(child, "close");
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const waiters = new Map<string, PromiseWithResolvers<PythonEvent>>();
  const waiterOf = (event: string): PromiseWithResolvers<PythonEvent> => {
    const known = waiters.get(event) ?? Promise.withResolvers<PythonEvent>();
    waiters.set(event, known);
    return known;
  };
  createInterface({ input: child.stdout }).on("line", (line) => {
    const received = JSON.parse(line) as PythonEvent;
    if (received.event === "error" || received.event === "failed") log += `${line}\n`;
    else waiterOf(received.event).resolve(received);
  });
  const failed = ended.then(() => Promise.reject(new Error(`discord.py ended: ${log}`)));
  failed.catch(() => undefined);
  const next = async (event: string): Promise<PythonEvent> => {
    const received = await Promise.race([waiterOf(event).promise, failed]);
    waiters.delete(event);
    return received;
  };
  const ask = async <T>(event: string): Promise<T> => {
    child.stdin.write(`${event}\n`);
    return (await next(event)) as T & PythonEvent;
  };
  await next("ready");
  return {
    library: "discord.py",
    ears,
    hears: async (content) => void (await next(content)),
    readCache: async () => (await ask<{ readonly picture: Picture }>("cached")).picture,
    readFresh: () => ask<FreshPictures>("fresh"),
    async stop() {
      child.kill("SIGKILL");
      await ended;
      if (log !== "") process.stderr.write(log);
    },
  };
}
