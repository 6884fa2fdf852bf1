// From a failed row to its cause, and from a trace to a script, a test, a file and a copy of the
// world.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client, Events } from "discord.js";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Rest } from "@antechamber/sdk";
import { ControlClient } from "@antechamber/sdk/control";
import {
  CONTROL_KEY,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import { createBot } from "./recorded/bot.ts";
import { aProject, onlyPassing, vitestResults } from "./recorded/project.ts";
import { barriers, BUILD_MS, openConsole, type OpenConsole } from "./console-page.ts";
import { loggedIn } from "./logged-in.ts";

let service: TestService;
let context: BrowserContext;
let open: OpenConsole["open"];
let close: OpenConsole["close"];

beforeAll(async () => {
  ({ service, context, open, close } = await openConsole());
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
}, BUILD_MS);

afterAll(async () => {
  await close();
});

/** The newest trace that began with a call of an endpoint. */
async function traceOf(name: string): Promise<string> {
  const { body } = await service.control(`GET /journal?name=${name}&kind=request&limit=1`);
  const [entry] = (body as { readonly items: readonly { readonly trace: string }[] }).items;
  return entry?.trace ?? "";
}

test("a failed refresh is reported, and keeps the trace on the page", async () => {
  await service.asBot("GET /users/@me");
  const page = await open(`/trace/${await traceOf("users.me")}`);
  const answer = page.getByRole("region", { name: "Response" });
  await answer.waitFor();
  await page.route("**/control/v1/traces/*", (route) => route.fulfill({ status: 503, body: "{}" }));
  await page.getByRole("alert").first().waitFor();
  expect(await answer.count()).toBe(1);
  await page.close();
});

test("a notice about one trace is not shown for another", async () => {
  await service.asBot("GET /users/@me");
  const one = await traceOf("users.me");
  await service.asBot("GET /users/@me");
  const other = await traceOf("users.me");
  const page = await open(`/trace/${one}`);
  const answer = page.getByRole("region", { name: "Response" });
  await answer.waitFor();
  await page.evaluate(`history.pushState(null, "", "/console/trace/${other}")`);
  await page.getByRole("heading", { name: `Trace ${other}` }).waitFor();
  await answer.waitFor();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  const notice = page.getByText("Copied as curl script");
  await notice.waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: `Trace ${one}` }).waitFor();
  await answer.waitFor();
  expect(await notice.count()).toBe(0);
  await page.close();
});

test("a trace names its caller, and an unknown trace offers no export", async () => {
  await service.asBot("GET /users/@me");
  const page = await open(`/trace/${await traceOf("users.me")}`);
  const region = page.getByRole("region", { name: "request users.me" });
  await region.getByText(/^Concierge .*for application Concierge/s).waitFor();
  const copy = page.getByRole("button", { name: "Copy", exact: true });
  expect(await copy.count()).toBe(1);
  await page.goto(`${service.url}/console/trace/1`);
  await page
    .getByRole("alert")
    .filter({ hasText: /Unknown/ })
    .waitFor();
  expect(await copy.count()).toBe(0);
  await page.close();
});

test("an error in the console links to the trace of the refused call", async () => {
  const page = await open("/worlds");
  await page.getByLabel("New empty world").fill("main");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const box = page.getByRole("alert").filter({ hasText: "A world of this name exists" });
  await box.waitFor();
  expect(await barriers(page)).toEqual([]);
  await box.getByRole("link", { name: "Open trace" }).click();
  const why = page.getByRole("region", { name: "Why it was refused" });
  await why.getByText("WorldNameInUse").waitFor();
  await page.getByRole("heading", { name: "request control.worlds.create" }).waitFor();
  await page.close();
});

test("without the clipboard API pages copy by the older command, or report a failure", async () => {
  await service.asBot("POST /lobbies", {});
  const page = await context.newPage();
  await page.addInitScript(
    `Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined })`,
  );
  await page.goto(`${service.url}/console/trace/${await traceOf("lobbies.create")}`);
  const copy = page.getByRole("button", { name: "Copy", exact: true });
  await copy.click();
  await page.getByText("Copied as curl script").waitFor();
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Copy");
  const other = await open("/");
  expect(await copied(other)).toContain("/api/v10/lobbies");
  await other.close();
  await page.evaluate("document.execCommand = () => false");
  await copy.click();
  await page.getByText(/blocks copying on pages that another machine serves/).waitFor();
  await page.getByRole("button", { name: "Copy as curl" }).first().click();
  await page
    .getByText(/blocks copying on pages that another machine serves/)
    .nth(1)
    .waitFor();
  await page.close();
});

async function lobbies(): Promise<number> {
  const { body } = await service.control("GET /lobbies");
  return (body as { readonly items: readonly unknown[] }).items.length;
}

function copied(page: Page): Promise<string> {
  return page.evaluate<string>("navigator.clipboard.readText()");
}

/** Runs a script as if pasted into a shell, with the secrets that it asks for. */
async function inShell(
  script: string,
  secrets: Readonly<Record<string, string>> = {
    [`BOT_TOKEN_${demo.applicationId}`]: demo.botToken,
  },
): Promise<string> {
  const env = { PATH: process.env["PATH"], ...secrets };
  const { stdout } = await promisify(execFile)("bash", ["-c", script], { env });
  return stdout;
}

/** The newest calls of an endpoint, as they were received. */
async function callsOf(name: string, count: number): Promise<readonly object[]> {
  const list = await service.control(`GET /journal?name=${name}&kind=request&limit=${count}`);
  const ids = (list.at("items") as { readonly id: string }[]).map(({ id }) => id);
  const whole = await Promise.all(ids.map((id) => service.control(`GET /journal/${id}`)));
  return whole.map(({ body }) => {
    const { actor, application, status, request } = body as {
      readonly actor: string;
      readonly application: string;
      readonly status: number;
      readonly request: { method: string; url: string; body: unknown };
    };
    const { method, url } = request;
    return { actor, application, status, method, url, body: request.body };
  });
}

test("a trace, and one call of it, are copied as curl commands that repeat them", async () => {
  await service.asBot("POST /lobbies", { metadata: { level: "1" } });
  const page = await open(`/trace/${await traceOf("lobbies.create")}`);
  const before = await lobbies();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("Copied as curl script").waitFor();
  const script = await copied(page);
  expect([script.includes(demo.botToken), await inShell(script)]).toEqual([false, "201\n"]);
  await page.evaluate("navigator.clipboard.writeText('')");
  await page.getByRole("button", { name: "Copy as curl" }).click();
  await expect.poll(() => copied(page)).not.toBe("");
  expect([await inShell(await copied(page)), await lobbies()]).toEqual(["201\n", before + 2]);
  // The same call was received three times, from the same caller.
  const [first, ...others] = await callsOf("lobbies.create", 3);
  expect(others).toEqual([first, first]);
  // A missing secret is not prompted for: the script says which one it is.
  await expect(inShell(script, {})).rejects.toThrow(`BOT_TOKEN_${demo.applicationId}: is not set`);
  await page.close();
});

/** Runs lines of SDK code as if pasted into a program. */
async function inProgram(lines: string, env: Readonly<Record<string, string>>): Promise<void> {
  const rest = new Rest({ baseUrl: service.url });
  const control = new ControlClient({ baseUrl: service.url, controlKey: CONTROL_KEY });
  // oxlint-disable-next-line typescript/no-implied-eval -- the lines are a program
  const run = new Function(
    "deps",
    `const { rest, control, process } = deps;
    return (async () => { ${lines} })();`,
  ) as (deps: object) => Promise<void>;
  await run({ rest, control, process: { env } });
}

test("a call is copied as a line of SDK code that repeats it", async () => {
  await service.asBot("POST /lobbies", { metadata: { level: "1" } });
  const page = await open(`/trace/${await traceOf("lobbies.create")}`);
  await page.evaluate("navigator.clipboard.writeText('')");
  await page.getByRole("button", { name: "Copy as SDK call" }).click();
  await expect.poll(() => copied(page)).toContain("await rest.api.lobbies.create(");
  const line = await copied(page);
  expect(line).not.toContain(demo.botToken);
  await inProgram(line, { [`BOT_TOKEN_${demo.applicationId}`]: demo.botToken });
  await page.getByLabel("Export format").selectOption({ label: "SDK calls" });
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("Copied as SDK calls").waitFor();
  await inProgram(await copied(page), { [`BOT_TOKEN_${demo.applicationId}`]: demo.botToken });
  const [first, ...others] = await callsOf("lobbies.create", 3);
  expect(others).toEqual([first, first]);
  await service.control("PATCH /users/bob", { global_name: "B. `${x}`" });
  await page.goto(`${service.url}/console/trace/${await traceOf("control.users.edit")}`);
  await page.getByRole("button", { name: "Copy as SDK call" }).click();
  await expect.poll(() => copied(page)).toContain('await control.call("control.users.edit"');
  await inProgram(await copied(page), {});
  const [edit, again] = await callsOf("control.users.edit", 2);
  expect(again).toEqual(edit);
  await page.close();
});

test("a user's call is copied as a curl command with the user's token", async () => {
  const path = `/channels/${demo.generalId}/messages`;
  await service.asUser(demo.aliceToken, `POST ${path}`, { content: 'it\'s "said" $HOME' });
  const page = await open(`/trace/${await traceOf("channels.createMessage")}`);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("Copied as curl script").waitFor();
  const script = await copied(page);
  expect(script).not.toContain(demo.aliceToken);
  expect(await inShell(script, { USER_TOKEN_alice: demo.aliceToken })).toBe("200\n");
  const [first, second] = await callsOf("channels.createMessage", 2);
  expect(second).toEqual(first);
  await page.close();
});

test("a call is sent again with another body, and appears in the timeline", async () => {
  await service.asBot("POST /lobbies", { metadata: { level: "1" } });
  const page = await open(`/trace/${await traceOf("lobbies.create")}`);
  await page.getByText("Edit and resend").click();
  const body = page.getByLabel("Body (JSON)");
  expect(JSON.parse(await body.inputValue())).toEqual({ metadata: { level: "1" } });
  await body.fill('{"metadata": {"level"');
  await page.getByText("This is not valid JSON.").waitFor();
  expect(
    await page.getByRole("button", { name: "Send", exact: true, disabled: false }).count(),
  ).toBe(0);
  await body.fill('{"metadata": {"level": 2}}');
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("link", { name: "Answered 400" }).waitFor();
  await body.fill('{"metadata": {"level": "9"}}');
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const again = page.getByRole("link", { name: "Answered 201" });
  await again.waitFor();
  const [newest] = await callsOf("lobbies.create", 1);
  expect(newest).toMatchObject({ status: 201, body: { metadata: { level: "9" } } });
  expect(await barriers(page)).toEqual([]);
  await again.click();
  await page.getByRole("link", { name: "Show in timeline" }).click();
  await page.locator("[role=row][data-selected=true]").getByText("/lobbies").waitFor();
  await page.close();
});

test("the choice between world time and real time for the bars is kept in the URL", async () => {
  await service.asBot("POST /lobbies", {});
  const page = await open(`/trace/${await traceOf("lobbies.create")}`);
  await page.getByLabel("Time").selectOption("real time");
  await page.getByRole("button", { name: /request lobbies.create/ }).waitFor();
  expect(new URL(page.url()).searchParams.get("time")).toBe("real");
  await page.getByLabel("Time").selectOption("world time");
  expect(new URL(page.url()).searchParams.get("time")).toBe("world");
  await page.close();
});

test("each error is shown at its place in the request body", async () => {
  await service.asBot("POST /lobbies", { metadata: { a: 1 }, idle_timeout_seconds: 2 });
  const page = await open(`/trace/${await traceOf("lobbies.create")}`);
  const sent = page.getByRole("region", { name: "Request" });
  await sent.getByText(/idle_timeout_seconds: 2 ✕ .*/).waitFor();
  await sent.getByText(/a: 1 ✕ .*/).waitFor();
  expect(await sent.getByText("✕").count()).toBe(2);
  await page.close();
});

describe("a refused call shows the step, the error, its source and what would have passed", () => {
  /** The id of the trace of a call that was answered with this status. */
  async function refused(status: number, name: string): Promise<string> {
    const query = `kind=request&status=${status}&name=${name}&limit=1`;
    const { body } = await service.control(`GET /journal?${query}`);
    const [entry] = (body as { readonly items: readonly { readonly trace: string }[] }).items;
    return entry?.trace ?? "";
  }

  test.each([
    {
      status: 401,
      name: "users.me",
      call: () => service.call("GET /users/@me", { auth: "Bot nobody" }),
      says: [/step\s+authenticate/, /Unauthorized \(0\)/, /would pass\s+a credential: Bot/],
    },
    {
      status: 403,
      name: "channels.deleteMessage",
      call: async () => {
        const path = `/channels/${demo.generalId}/messages`;
        const { id } = await service.asUser(demo.aliceToken, `POST ${path}`, { content: "mine" });
        await service.control("POST /users", { username: "carol" });
        await service.control("POST /members", { guild: demo.guildId, user: "carol" });
        const session = await service.control("POST /users/carol/session");
        return service.asUser(String(session.at("token")), `DELETE ${path}/${id}`);
      },
      says: [/step\s+handler/, /\(50013\)/, /would pass\s+the permission MANAGE_MESSAGES/],
    },
    {
      status: 404,
      name: "lobbies.get",
      call: () => service.asBot("GET /lobbies/1"),
      says: [/UnknownLobby \(\d+\)/, /would pass\s+the id of an object that exists/],
    },
    {
      status: 429,
      name: "users.me",
      call: async () => {
        await service.control("PATCH /limits", { profile: "production" });
        // All within one rate limit window, however slow the machine is.
        await service.control("PATCH /clock", { frozen: true });
        const calls = Array.from({ length: 70 }, () => service.asBot("GET /users/@me"));
        const answers = await Promise.all(calls);
        await service.control("PATCH /clock", { frozen: false });
        await service.control("PATCH /limits", { profile: "off" });
        return answers.find(({ status }) => status === 429) ?? { status: 0 };
      },
      says: [/step\s+\S+/, /would pass\s+waiting [\d.]+ s/],
    },
  ])("$status", async ({ status, name, call, says }) => {
    expect((await call()).status).toBe(status);
    const page = await open(`/trace/${await refused(status, name)}`);
    const why = page.getByRole("region", { name: "Why it was refused" });
    await why.waitFor();
    const text = await why.innerText();
    for (const each of [...says, /source\s+\S+/]) expect(text).toMatch(each);
    await page.close();
  });
});

test("calls that cannot be attributed to an interaction are listed separately", async () => {
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, [
    { name: "ping", description: "Says pong" },
  ]);
  const client = new Client({ intents: [], rest: { api: `${service.url}/api` } });
  client.on(Events.InteractionCreate, (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    void client.rest.get("/users/@me").then(() => interaction.reply("pong"));
  });
  await loggedIn(client, demo.botToken);
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
  await page.getByText(/^The application responded in \d+ ms \(limit 3 s\)\.$/).waitFor();

  await page.getByLabel("Export format").selectOption("vitest test");
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("Copied as vitest test").waitFor();
  const text = await copied(page);
  for (const line of ['.run("/ping")', 'toHaveReplied("pong")']) expect(text).toContain(line);
  await client.destroy();
  await page.close();
});

test("a trace is replayed in a copy of the world, which remains unchanged", async () => {
  await service.control("POST /snapshots", { name: "before" });
  await service.asBot("POST /lobbies", { metadata: { level: "2" } });
  // The world's clock continues.
  const world = async () => ({
    ...((await service.control("GET /world")).body as object),
    clock: 0,
  });
  const page = await open(`/trace/${await traceOf("lobbies.create")}`);
  const then = await world();
  await page.getByLabel("Replay in", { exact: true }).selectOption("fork of snapshot before");
  await page.getByRole("button", { name: "Replay" }).click();
  await page.getByText(/Every call was answered as before/).waitFor();
  await page.getByText("lobbies.create: 201 then, 201 now").waitFor();
  expect(await world()).toEqual(then);
  await page.close();
});

test("a replay that is requested twice runs once", async () => {
  await service.control("POST /snapshots", { name: "before-twice" });
  await service.asBot("POST /lobbies", { metadata: { level: "3" } });
  const page = await open(`/trace/${await traceOf("lobbies.create")}`);
  const place = page.getByLabel("Replay in", { exact: true });
  await place.selectOption("fork of snapshot before-twice");
  let copies = 0;
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "POST" && pathname === "/control/v1/worlds") copies += 1;
  });
  await page.getByRole("button", { name: "Replay" }).dblclick();
  await page.getByText("lobbies.create: 201 then, 201 now").waitFor();
  expect(copies).toBe(1);
  await page.close();
});

describe("a trace file", () => {
  const bars = (page: Page) =>
    page.getByRole("button", { name: /^(request|refusal|dispatch) / }).allInnerTexts();
  const why = (page: Page) => page.getByRole("region", { name: "Why it was refused" });
  /** The saved file, and what the page showed that saved it. */
  let file: Buffer;
  let expected: readonly unknown[];

  const shownIn = async (page: Page) => [await why(page).innerText(), await bars(page)];

  test("is saved from a trace", async () => {
    await service.asBot("POST /lobbies", { idle_timeout_seconds: 1 });
    const page = await open(`/trace/${await traceOf("lobbies.create")}`);
    await why(page).waitFor();
    expected = await shownIn(page);
    await page.getByLabel("Export format").selectOption("trace file");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save", exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^\d+\.trace\.jsonl$/);
    file = readFileSync(await download.path());
    await page.close();
  });

  test("shows the same content without its world", async () => {
    const page = await open("/trace-file");
    const chosen = { name: "run.trace.jsonl", mimeType: "application/jsonl", buffer: file };
    await page.getByLabel("Trace file").setInputFiles(chosen);
    await page.getByRole("heading", { name: "Trace of run.trace.jsonl" }).waitFor();
    expect(await shownIn(page)).toEqual(expected);
    // If the field kept the file, choosing it again would not fire a change event.
    expect(await page.getByLabel("Trace file").inputValue()).toBe("");
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
    expect(await shownIn(page)).toEqual(expected);
    await page.close();
  });
});

test("a trace has no accessibility violations in any theme or width", async () => {
  const page = await open(`/trace/${await traceOf("interactions.callback")}`);
  await page.getByRole("region", { name: "Meanwhile" }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.close();
});

test("a trace saved as a test passes unchanged, and fails when the bot responds differently", async () => {
  const project = aProject("bot.ts");
  await service.control("PATCH /applications/Concierge", { bot: { intents: ["MESSAGE_CONTENT"] } });
  const bot = createBot({ rest: { api: `${service.url}/api` } });
  try {
    await bot.login(demo.botToken);
    const played = {
      application: "Concierge",
      channel: "general",
      command: "play",
      options: { song: "waterloo" },
    };
    const outcome = async () =>
      (await service.control("POST /users/alice/invoke", played)).at("outcome");
    // The bot registers its commands once it is ready.
    await expect.poll(outcome).toBe("replied");
    const page = await open(`/trace/${await traceOf("interactions.callback")}`);
    await page.getByLabel("Export format").selectOption("vitest test");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save", exact: true }).click(),
    ]);
    const text = readFileSync(await download.path(), "utf8");
    await page.close();
    writeFileSync(join(project.folder, "played.test.ts"), text);
    project.change("played.test.ts", "bot.ts", [["`Playing ", "`Now playing "]]);
    const results = await vitestResults(project);
    expect([Object.keys(results).length, results]).toEqual([
      2,
      onlyPassing("played.test.ts", results),
    ]);
  } finally {
    await bot.destroy();
    project.remove();
  }
}, 120_000);
