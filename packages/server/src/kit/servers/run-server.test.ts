import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { aService, CONTROL_KEY } from "../../testing/start-service.ts";
import type { SharedServer } from "./keeper.ts";

const run = promisify(execFile);

/** Starts a process that connects to the shared server, prints its URL, and does not end. */
function aClient(path: string) {
  const module = join(import.meta.dirname, "run-server.ts");
  const program = `const { joinServer } = await import(${JSON.stringify(module)});
    console.log((await joinServer(${JSON.stringify(path)})).url); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  const killed = () =>
    new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGKILL");
    });
  return { url, killed };
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

test("concurrent processes share one server, which stops after the last was killed", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "antechamber-shared-")), "server.json");
  const clients = Array.from({ length: 8 }, () => aClient(path));
  const urls = await Promise.all(clients.map(({ url }) => url));
  expect(new Set(urls).size).toBe(1);
  const stored = JSON.parse(readFileSync(path, "utf8")) as SharedServer;
  expect(stored.url).toBe(urls[0]);
  for (const client of clients) await client.killed();
  await expect.poll(() => existsSync(path)).toBe(false);
  await expect.poll(() => answers(stored.url)).toBe(false);
});

test("a client that finds a stopping server starts another one", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "antechamber-ending-")), "server.json");
  const ending = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(ending, "listening");
  const { port } = ending.address() as AddressInfo;
  const url = "http://127.0.0.1:1";
  writeFileSync(path, JSON.stringify({ url, controlKey: "k", port }));
  const client = aClient(path);
  try {
    const joined = await client.url;
    expect(joined).not.toBe(url);
    expect(await answers(joined)).toBe(true);
  } finally {
    await client.killed();
    ending.close();
  }
});

test("a server named by the environment is used instead of a local one", async () => {
  const service = await aService();
  const folder = mkdtempSync(join(tmpdir(), "antechamber-elsewhere-"));
  try {
    const module = JSON.stringify(join(import.meta.dirname, "../test-world.ts"));
    const program = `const { openTestWorld } = await import(${module});
      const { world, finish } = await openTestWorld("elsewhere");
      await world.user("alice").in("#general").message("hello");
      const worlds = await world.control.call("GET /worlds");
      console.log(JSON.stringify(worlds.items.map(({ name }) => name)), world.name);
      await finish();`;
    const words = ["--input-type=module", "--eval", program];
    const named = { ANTECHAMBER_URL: service.url, ANTECHAMBER_CONTROL_KEY: CONTROL_KEY };
    const env = { ...process.env, ...named, TMPDIR: folder };
    const { stdout } = await run(process.execPath, words, { env });
    const [worlds = "", own] = stdout.trim().split(" ");
    expect(JSON.parse(worlds)).toEqual(["main", own]);
    expect(readdirSync(folder)).toEqual([]);
    expect((await service.control("GET /worlds")).at("items", "length")).toBe(1);
  } finally {
    await service.stop();
  }
});
