import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { KeptServer } from "./keeper.ts";

/** A process that asks for the shared server, prints its address, and stays. */
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

test("processes that ask at once share one server, which ends after the last is killed", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "antechamber-shared-")), "server.json");
  const clients = [aClient(path), aClient(path), aClient(path)];
  const urls = await Promise.all(clients.map(({ url }) => url));
  expect(new Set(urls).size).toBe(1);
  const kept = JSON.parse(readFileSync(path, "utf8")) as KeptServer;
  expect(kept.url).toBe(urls[0]);
  for (const client of clients) await client.killed();
  await expect.poll(() => existsSync(path), { timeout: 10_000 }).toBe(false);
  await expect.poll(() => answers(kept.url), { timeout: 10_000 }).toBe(false);
});
