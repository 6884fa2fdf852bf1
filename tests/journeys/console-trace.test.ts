// From a red row to its cause, and from a trace to a script, a test, a file and a copy of the world.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { Client, Events } from "discord.js";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import { startBrowser } from "./browser.ts";
import { barriers, BUILD_MS, freshConsole, signedInConsole } from "./console-page.ts";

let service: TestService;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  await freshConsole();
  [service, browser] = await Promise.all([aService(), startBrowser()]);
  context = await signedInConsole(browser, service.url);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
}, BUILD_MS);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${service.url}/console${path}`);
  return page;
}

/** The newest trace that an endpoint's call began. */
async function traceOf(name: string): Promise<string> {
  const { body } = await service.control(`GET /journal?name=${name}&kind=request&limit=1`);
  const [entry] = (body as { readonly items: readonly { readonly trace: string }[] }).items;
  return entry?.trace ?? "";
}

async function lobbies(): Promise<number> {
  const { body } = await service.control("GET /lobbies");
  return (body as { readonly items: readonly unknown[] }).items.length;
}

function copied(page: Page): Promise<string> {
  return page.evaluate<string>("navigator.clipboard.readText()");
}

/** Runs a script as people do who pasted it, with the secret that it asks for. */
async function inShell(script: string): Promise<string> {
  const name = `BOT_TOKEN_${demo.applicationId}`;
  const env = { PATH: process.env["PATH"], [name]: demo.botToken };
  const { stdout } = await promisify(execFile)("bash", ["-c", script], { env });
  return stdout;
}

test("a trace, and one call of it, are copied as curl and do the same in a shell", async () => {
  await service.asBot("POST /lobbies", { metadata: { level: "1" } });
  const page = await open(`/trace/${await traceOf("lobbies.create")}`);
  const before = await lobbies();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("Copied as a script of curl").waitFor();
  const script = await copied(page);
  expect([script.includes(demo.botToken), await inShell(script)]).toEqual([false, "201\n"]);
  await page.getByRole("button", { name: "Copy this call as curl" }).click();
  await expect.poll(() => copied(page)).not.toBe("");
  expect([await inShell(await copied(page)), await lobbies()]).toEqual(["201\n", before + 2]);
  await page.close();
});

test("each fault stands at its place in what was sent", async () => {
  await service.asBot("POST /lobbies", { metadata: { a: 1 }, idle_timeout_seconds: 2 });
  const page = await open(`/trace/${await traceOf("lobbies.create")}`);
  const sent = page.getByRole("region", { name: "Request" });
  await sent.getByText(/idle_timeout_seconds: 2 ✕ .*/).waitFor();
  await sent.getByText(/a: 1 ✕ .*/).waitFor();
  expect(await sent.getByText("✕").count()).toBe(2);
  await page.close();
});

test("calls that nobody can tell to belong to an interaction stand apart", async () => {
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, [
    { name: "ping", description: "Says pong" },
  ]);
  const client = new Client({ intents: [], rest: { api: `${service.url}/api` } });
  const ready = new Promise((resolve) => {
    client.once(Events.ClientReady, resolve);
  });
  client.on(Events.InteractionCreate, (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    void client.rest.get("/users/@me").then(() => interaction.reply("pong"));
  });
  await client.login(demo.botToken);
  await ready;
  const invoked = await service.control("POST /users/alice/invoke", {
    application: "Concierge",
    channel: "general",
    command: "ping",
  });
  expect(invoked.status).toBe(200);
  const page = await open(`/trace/${await traceOf("interactions.callback")}`);
  const meanwhile = page.getByRole("region", { name: "Meanwhile" });
  await meanwhile.getByText("GET /api/v10/users/@me").waitFor();
  expect(await meanwhile.getByText("callback").count()).toBe(0);
  await page.getByRole("button", { name: /request interactions.callback/ }).waitFor();
  expect(await page.getByRole("button", { name: /users\.me/ }).count()).toBe(0);

  await page.getByLabel("Take along as").selectOption("a test for vitest");
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("Copied as a test for vitest").waitFor();
  const text = await copied(page);
  for (const line of ['.run("/ping")', 'toHaveReplied("pong")']) expect(text).toContain(line);
  await client.destroy();
  await page.close();
});

test("a trace is made again in a copy of the world, which itself stays as it is", async () => {
  await service.control("POST /snapshots", { name: "before" });
  await service.asBot("POST /lobbies", { metadata: { level: "2" } });
  const world = async () => JSON.stringify((await service.control("GET /world")).body);
  const page = await open(`/trace/${await traceOf("lobbies.create")}`);
  const then = await world();
  await page.getByLabel("Replay in", { exact: true }).selectOption("a copy of snapshot before");
  await page.getByRole("button", { name: "Replay" }).click();
  await page.getByText(/Every call was answered as before/).waitFor();
  await page.getByText("lobbies.create: 201 then, 201 now").waitFor();
  expect(await world()).toBe(then);
  await page.close();
});

describe("a trace file", () => {
  const bars = (shown: Page) =>
    shown.getByRole("button", { name: /^(request|refusal|dispatch) / }).allInnerTexts();
  const why = (shown: Page) => shown.getByRole("region", { name: "Why it was refused" });
  /** The file, and what the page showed that saved it. */
  let file: Buffer;
  let seen: readonly unknown[];

  const shownIn = async (page: Page) => [await why(page).innerText(), await bars(page)];

  test("is saved from a trace", async () => {
    await service.asBot("POST /lobbies", { idle_timeout_seconds: 1 });
    const page = await open(`/trace/${await traceOf("lobbies.create")}`);
    await why(page).waitFor();
    seen = await shownIn(page);
    await page.getByLabel("Take along as").selectOption("a trace file");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save", exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^\d+\.trace\.jsonl$/);
    file = readFileSync(await download.path());
    await page.close();
  });

  test("shows the same without its world", async () => {
    const page = await open("/trace-file");
    const chosen = { name: "run.trace.jsonl", mimeType: "application/jsonl", buffer: file };
    await page.getByLabel("Trace file").setInputFiles(chosen);
    await page.getByRole("heading", { name: "Trace of run.trace.jsonl" }).waitFor();
    expect(await shownIn(page)).toEqual(seen);
    expect(await barriers(page)).toEqual([]);
    await page.close();
  });

  test("opens wherever it is dropped", async () => {
    const page = await open("/clock");
    await page.getByRole("heading", { name: "Clock" }).waitFor();
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      const text = ${JSON.stringify(file.toString())};
      dataTransfer.items.add(new File([text], "dropped.trace.jsonl"));
      const how = { bubbles: true, cancelable: true, dataTransfer };
      document.querySelector("main").dispatchEvent(new DragEvent("drop", how));
    }`);
    await page.getByRole("heading", { name: "Trace of dropped.trace.jsonl" }).waitFor();
    expect(await shownIn(page)).toEqual(seen);
    await page.close();
  });
});

test("a trace is open to everybody, in every theme and width", async () => {
  const page = await open(`/trace/${await traceOf("interactions.callback")}`);
  await page.getByRole("region", { name: "Meanwhile" }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.close();
});
