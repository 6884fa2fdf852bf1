// A discord.py bot as a process of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { World } from "antechamber/testing";
import { expect } from "vitest";
import { python } from "./project.ts";

const signIn = `import importlib, sys, discord, yarl
sys.path.insert(0, sys.argv[4])
discord.http.Route.BASE = sys.argv[1] + "/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sys.argv[2])
importlib.import_module(sys.argv[5]).Bot().run(sys.argv[3], log_handler=None)
`;

/** Starts a module's bot, and waits until it is ready. @returns a function that ends it */
export async function startPythonBot(
  world: World,
  folder: string,
  module: string,
): Promise<() => Promise<void>> {
  const { botToken, id } = world.application("Concierge");
  const args = ["-c", signIn, world.api, world.gateway, botToken, folder, module];
  const child = spawn(python, args, { stdio: "ignore" });
  await expect
    .poll(() => world.control.call(`GET /sessions?q=${id}`), { timeout: 15_000 })
    .toMatchObject({ items: [{ connected: true }] });
  await world.settled();
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
}
