// The cache of discord.py for a guild, as the program beside this file reports it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { demo } from "../../../packages/server/src/testing/start-service.ts";
import type { Listener, Told } from "./listener.ts";
import type { Picture } from "./picture.ts";
import type { Ears } from "./stage.ts";

const PROGRAM = fileURLToPath(new URL("caches.py", import.meta.url));

interface Saying {
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
  const heard = new Map<string, PromiseWithResolvers<Saying>>();
  const hear = (event: string): PromiseWithResolvers<Saying> => {
    const known = heard.get(event) ?? Promise.withResolvers<Saying>();
    heard.set(event, known);
    return known;
  };
  createInterface({ input: child.stdout }).on("line", (line) => {
    const saying = JSON.parse(line) as Saying;
    if (saying.event === "error" || saying.event === "failed") log += `${line}\n`;
    else hear(saying.event).resolve(saying);
  });
  const failed = ended.then(() => Promise.reject(new Error(`discord.py ended: ${log}`)));
  failed.catch(() => undefined);
  const next = async (event: string): Promise<Saying> => {
    const saying = await Promise.race([hear(event).promise, failed]);
    heard.delete(event);
    return saying;
  };
  const ask = async <T>(event: string): Promise<T> => {
    child.stdin.write(`${event}\n`);
    return (await next(event)) as T & Saying;
  };
  await next("ready");
  return {
    library: "discord.py",
    ears,
    hears: async (content) => void (await next(content)),
    kept: async () => (await ask<{ readonly picture: Picture }>("kept")).picture,
    told: () => ask<Told>("told"),
    async stop() {
      child.kill("SIGKILL");
      await ended;
      if (log !== "") process.stderr.write(log);
    },
  };
}
