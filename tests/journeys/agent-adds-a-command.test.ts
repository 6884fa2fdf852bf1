// An agent adds a command to a bot that has none, with a test: a script calls the tools as the
// agent would, and edits the bot between the calls. It ends with a passing test, after few calls
// and little text.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, expect, test } from "vitest";
import { tokenCount } from "../../packages/server/src/agents/token-count.ts";
import { PROGRAM } from "../../packages/server/src/testing/processes/start-program.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";

const root = join(import.meta.dirname, "..", "..");
const run = promisify(execFile);

const CALLS_MAX = 8;
const TOKENS_MAX = 12_000;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const leave of cleanups.splice(0).toReversed()) await leave();
});

/** The commands of the bot, as the agent writes them. */
const ping = { name: "ping", description: "Answers pong" };
const report = {
  name: "report",
  description: "Reports something",
  default_member_permissions: "4",
  options: [{ type: 3, name: "about", description: "What", required: true }],
};

/** The bot after the agent's edit. */
const bot = `import { Client, Events, type ClientOptions } from "discord.js";

const commands = ${JSON.stringify([ping, report])};

export function createBot(options: Partial<ClientOptions> = {}): Client {
  const client = new Client({ intents: ["Guilds"], ...options });
  client.once(Events.ClientReady, async (ready) => {
    await ready.application.commands.set(commands);
    console.log("ready");
  });
  client.on(Events.InteractionCreate, async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    if (interaction.commandName === "ping") await interaction.reply("pong");
    else await interaction.reply(\`Reported: \${interaction.options.getString("about", true)}\`);
  });
  return client;
}
`;

/** A project next to the packages, so that it can use their dependencies. */
function aProject(): string {
  const folder = mkdtempSync(join(root, "tests/.agent-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  return folder;
}

/** The tools, which count their calls and the size of their answers. */
async function toolsIn(folder: string) {
  const args = [PROGRAM, "mcp", "--url", "http://127.0.0.1:1"];
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd: folder });
  const client = new Client({ name: "a-scripted-agent", version: "1.0.0" });
  await client.connect(transport);
  cleanups.push(() => client.close());
  const spent = { calls: 0, tokens: 0 };
  return {
    spent,
    async call(name: string, input: object = {}): Promise<string> {
      const { content } = await client.callTool({ name, arguments: { ...input } });
      const [first] = content;
      const text = first?.type === "text" ? first.text : "";
      spent.calls += 1;
      spent.tokens += tokenCount(text);
      return text;
    },
  };
}

/** Runs the bot against a URL, as the agent does in its shell, until it is ready. */
async function startBot(folder: string, api: string): Promise<void> {
  const script = `import { createBot } from "./bot.ts";
    await createBot({ rest: { api: "${api}" } }).login("${demo.botToken}");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { cwd: folder });
  cleanups.push(async () => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  });
  let stdout = "";
  for (const output of [child.stdout, child.stderr]) {
    output.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  }
  await expect.poll(() => stdout).toContain("ready");
}

/** The environment without the variables that mark processes of this test run. */
const cleanEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS|ANTECHAMBER_)/.test(name)),
);

/** Repeated, because one success could be luck. */
test.each([1, 2, 3])(
  "an agent adds a command with a test in eight calls, run %d",
  async () => {
    const folder = aProject();
    const tools = await toolsIn(folder);
    expect(await tools.call("status")).toContain("next: world_new");
    await tools.call("world_new");
    const snippet = await tools.call("connect_snippet", { library: "discord.js" });
    const [, api = ""] = /api: "([^"]+)"/.exec(snippet) ?? [];
    const misspelt = { ...report, name: "Report it" };
    const bad = await tools.call("commands_check", { commands: [ping, misspelt] });
    expect(bad).toContain("would be refused");
    const good = await tools.call("commands_check", { commands: [ping, report] });
    expect(good).toContain("they can be deployed");

    writeFileSync(join(folder, "bot.ts"), bot);
    await startBot(folder, api);
    const text = "/report about:spam";
    const denied = await tools.call("act", { op: "run", user: "bob", in: "#general", text });
    expect(denied).toContain("denied at step 11");
    const done = await tools.call("act", { op: "run", user: "alice", in: "#general", text });
    expect(done).toContain("Reported: spam");
    const [, id = ""] = /trace (\d+)/.exec(done) ?? [];
    const request = { id, as: "vitest", app: ["./bot.ts#createBot"], to: "report.test.ts" };
    expect(await tools.call("keep_as_test", request)).toMatch(/^wrote \d+ lines/);

    const vitest = join(root, "node_modules/.bin/vitest");
    const words = ["run", "--root", folder, "--testTimeout", "30000"];
    const { stdout } = await run(vitest, words, { cwd: folder, env: cleanEnvironment });
    expect(stdout).toMatch(/Tests .*1 passed/);
    expect(tools.spent.calls).toBeLessThanOrEqual(CALLS_MAX);
    expect(tools.spent.tokens).toBeLessThanOrEqual(TOKENS_MAX);
  },
  120_000,
);
