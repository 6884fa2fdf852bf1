// Opens a trace file in a browser with the real program, after its service has stopped.
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PROGRAM } from "../../packages/server/src/testing/processes/start-program.ts";
import { aService } from "../../packages/server/src/testing/start-service.ts";
import { startBrowser } from "./browser.ts";
import { barriers, BUILD_MS, freshConsole } from "./console-page.ts";

let browser: Browser;
let folder: string;
let running: ChildProcessByStdio<null, Readable, null> | undefined;

afterEach(() => {
  running?.kill("SIGKILL");
});

beforeAll(async () => {
  await freshConsole();
  browser = await startBrowser();
  folder = mkdtempSync(join(tmpdir(), "antechamber-opened-"));
}, BUILD_MS);

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A trace file as a failed test leaves it, whose world does not exist any more. */
async function traceFile(): Promise<string> {
  const service = await aService();
  await service.asBot("POST /lobbies", { idle_timeout_seconds: 1 });
  const { body } = await service.control("GET /journal?name=lobbies.create&kind=request&limit=1");
  const [{ trace }] = (body as { readonly items: [{ readonly trace: string }] }).items;
  const { text } = await service.control(`GET /journal/export?trace=${trace}&as=jsonl`);
  await service.stop();
  const head = { kind: "test", test: "a lobby is made", world: "a", names: {} };
  const path = join(folder, "made.trace.jsonl");
  writeFileSync(path, `${JSON.stringify(head)}\n${text}`);
  return path;
}

test("a trace file of a failed test is shown without its world and without a key", async () => {
  const env = { ...process.env, ANTECHAMBER_URL: "http://127.0.0.1:1" };
  const words = [PROGRAM, "open", await traceFile(), "--print"];
  running = spawn(process.execPath, words, { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(running, "exit");
  const [url] = (await once(createInterface(running.stdout), "line")) as [string];
  const page = await browser.newPage({ reducedMotion: "reduce" });
  const lost: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) lost.push(`${response.status()} ${response.url()}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error") lost.push(message.text());
  });
  await page.goto(url);
  await page.getByRole("heading", { name: "Trace of made.trace.jsonl" }).waitFor();
  await page.getByRole("heading", { name: "a lobby is made" }).waitFor();
  const why = page.getByRole("region", { name: "Why it was refused" });
  expect(await why.innerText()).toContain("InvalidForm");
  const bars = page.getByRole("button", { name: /^(request|refusal) / });
  await bars.filter({ hasText: "lobbies.create" }).first().click();
  await page.getByRole("button", { name: "Conversation" }).click();
  await page.getByRole("list", { name: "Conversation" }).getByRole("listitem").first().waitFor();
  expect(await page.getByLabel("Control key").count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  expect(lost).toEqual([]);
  running.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
});
