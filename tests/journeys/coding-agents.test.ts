// The server for coding agents as they use it: the real program over stdin and stdout, with the
// official client, against real services.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, expect, test } from "vitest";
import {
  PROGRAM,
  startProgram,
} from "../../packages/server/src/testing/processes/start-program.ts";

/** How soon the program must end after its agent, in milliseconds. */
const END_MS = 1000;

interface Agent {
  readonly client: Client;
  readonly pid: number;
  /** Calls a tool. */
  call(name: string, input?: object): Promise<{ text: string; isError: boolean }>;
}

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const leave of cleanups.splice(0).toReversed()) await leave();
});

/** An agent with its own agent server. */
async function anAgent(url: string, ...flags: readonly string[]): Promise<Agent> {
  const args = [PROGRAM, "mcp", "--url", url, ...flags];
  const transport = new StdioClientTransport({ command: process.execPath, args });
  const client = new Client({ name: "an-agent", version: "1.0.0" });
  await client.connect(transport);
  cleanups.push(() => client.close());
  return {
    client,
    pid: transport.pid ?? 0,
    async call(name, input = {}) {
      const { content, isError } = await client.callTool({ name, arguments: { ...input } });
      const [first] = content;
      return { text: first?.type === "text" ? first.text : "", isError: isError === true };
    },
  };
}

async function aProgram(...flags: readonly string[]) {
  const running = await startProgram([
    "start",
    "--port",
    "0",
    "--store",
    "sqlite::memory:",
    ...flags,
  ]);
  cleanups.push(() => running.stop());
  return running;
}

test("an agent finds sixteen tools with schemas, resources, prompts and instructions", async () => {
  const { url } = await aProgram();
  const { client } = await anAgent(url);
  expect(client.getServerVersion()).toMatchObject({ name: "antechamber" });
  expect(client.getInstructions()).toContain("Begin with status");
  const unchanging = { listChanged: false };
  const capabilities = { tools: unchanging, resources: unchanging, prompts: unchanging };
  expect(client.getServerCapabilities()).toEqual(capabilities);
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(16);
  for (const { description, inputSchema, annotations } of tools) {
    expect(description).toMatch(/\S.{20}/);
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    expect(annotations).toMatchObject({ openWorldHint: false });
  }
  const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
  expect(readOnly.map(({ name }) => name)).toContain("status");
  expect(readOnly.map(({ name }) => name)).not.toContain("act");
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain("antechamber://guide/testing");
  const world = await client.readResource({ uri: "antechamber://world" });
  expect(JSON.stringify(world.contents)).toContain("username: alice");
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual([
    "test-this-command",
    "why-was-it-denied",
    "port-my-bot",
  ]);
  const prompt = await client.getPrompt({
    name: "test-this-command",
    arguments: { command: "/ping" },
  });
  expect(JSON.stringify(prompt.messages)).toContain("/ping");
});

test("unknown resources and incomplete prompts are refused with the protocol's code", async () => {
  const { url } = await aProgram();
  const { client } = await anAgent(url);
  const wrong = { code: -32_602 };
  for (const uri of ["antechamber://guide/none", "antechamber://trace/1", "antechamber://none"]) {
    await expect(client.readResource({ uri })).rejects.toMatchObject(wrong);
  }
  const prompt = client.getPrompt({ name: "port-my-bot", arguments: {} });
  await expect(prompt).rejects.toMatchObject(wrong);
});

test("an agent starts a service if there is none, and the service stops with the agent", async () => {
  const agent = await anAgent("http://127.0.0.1:1");
  const none = await agent.call("status");
  expect(none.text).toMatch(/no service answers[^]*next: world_new/);
  const opened = await agent.call("world_new");
  expect(opened).toMatchObject({ isError: false });
  const url = /^url (\S+)$/m.exec(opened.text)?.[1] ?? "";
  const users = await agent.call("status");
  expect(users.text).toContain("alice");
  await agent.client.close();
  await expect.poll(() => isThere(agent.pid), { timeout: END_MS }).toBe(false);
  await expect.poll(() => answers(url)).toBe(false);
});

test("two agents of one service have their own worlds, which are deleted when they leave", async () => {
  const { url } = await aProgram();
  const [one, other] = [await anAgent(url), await anAgent(url)];
  const refused = await one.call("act", { op: "message", user: "bob", in: "#general", text: "x" });
  expect(refused).toMatchObject({ isError: true });
  expect(refused.text).toMatch(/no world is named[^]*next: open one with world_new/);
  await one.call("world_new", { name: "one" });
  await other.call("world_new", { name: "other" });
  await one.call("act", { op: "message", user: "bob", in: "#general", text: "hello", wait_ms: 1 });
  const view = await other.call("see", { user: "alice", in: "#general" });
  expect(view.text).not.toContain("hello");
  await one.client.close();
  const worlds = async () => (await other.call("status")).text;
  await expect.poll(worlds, { timeout: 5000 }).toContain("worlds: main, other");
});

test("an agent whose world was closed elsewhere is informed once, and can open another", async () => {
  const { url } = await aProgram();
  const [one, other] = [await anAgent(url), await anAgent(url)];
  await one.call("world_new", { name: "one" });
  await other.call("world_edit", { op: "close", world: "one" });
  const gone = await one.call("status");
  expect(gone.isError).toBe(true);
  expect(gone.text).toMatch(/your world one no longer exists[^]*next: world_new opens another/);
  expect((await one.call("status")).text).toContain("your own world: none; shown here: main");
  await one.call("world_new", { name: "two" });
  await other.call("world_edit", { op: "close", world: "two" });
  const read = one.client.readResource({ uri: "antechamber://world" });
  await expect(read).rejects.toThrow("your world two no longer exists");
});

test("an agent acts in the world named on the command line", async () => {
  const { url } = await aProgram();
  const agent = await anAgent(url, "--world-name", "main");
  const act = { op: "message", user: "bob", in: "#general", text: "hello", wait_ms: 1 };
  expect((await agent.call("act", act)).text).toContain("in world main");
});

test("the program writes only the protocol to stdout, and ends with stdin", async () => {
  const { url } = await aProgram();
  const child = spawn(process.execPath, [PROGRAM, "mcp", "--url", url]);
  const texts = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (texts.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (texts.err += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const params = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "x", version: "1" },
  };
  child.stdin.write("this is no message\n");
  send({ id: 1, method: "initialize", params });
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/call", params: { name: "status", arguments: {} } });
  await expect.poll(() => texts.out).toContain('"id":2');
  child.stdin.end();
  expect(await ended).toBe(0);
  const lines = texts.out.trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { jsonrpc: string }).jsonrpc)).toEqual(
    lines.map(() => "2.0"),
  );
});

/** Starts the program with access to its raw input and output. */
async function aRawAgent(url: string) {
  const child = spawn(process.execPath, [PROGRAM, "mcp", "--url", url]);
  const ended = once(child, "exit");
  cleanups.push(async () => child.kill("SIGKILL"));
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "x", version: "1" };
  send({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
  });
  await once(child.stdout, "data");
  send({ method: "notifications/initialized" });
  const call = (name: string, input: object) =>
    send({ id: name, method: "tools/call", params: { name, arguments: input } });
  return { child, ended, call };
}

test("an agent that leaves during a call leaves no world, and its call is abandoned", async () => {
  const { url } = await aProgram();
  const looking = await anAgent(url);
  const opening = await aRawAgent(url);
  opening.call("world_new", { name: "late" });
  opening.child.stdin.end();
  expect(await opening.ended).toEqual([0, null]);
  const waiting = await aRawAgent(url);
  const text = "is anybody there?";
  const act = { op: "message", user: "bob", in: "#general", text, wait_ms: 30_000 };
  waiting.call("act", { ...act, world: "main" });
  const viewOfBob = async () => (await looking.call("see", { user: "bob", in: "#general" })).text;
  await expect.poll(viewOfBob).toContain(text);
  waiting.child.stdin.end();
  await expect.poll(() => isThere(waiting.child.pid ?? 0), { timeout: END_MS }).toBe(false);
  expect(await waiting.ended).toEqual([0, null]);
  expect((await looking.call("status")).text).toContain("worlds: main\n");
});

test("an agent that closes its output is treated as gone, and its world is deleted", async () => {
  const { url } = await aProgram();
  const looking = await anAgent(url);
  const { child, ended, call } = await aRawAgent(url);
  call("world_new", { name: "unread" });
  await once(child.stdout, "data");
  child.stdout.destroy();
  call("status", {});
  expect(await ended).toEqual([0, null]);
  expect((await looking.call("status")).text).toContain("worlds: main\n");
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(`${url}/healthz`);
    return true;
  } catch {
    return false;
  }
}

/** An agent that connects by HTTP with these headers. */
async function byHttp(url: string, headers: Readonly<Record<string, string>>): Promise<Client> {
  const client = new Client({ name: "an-agent", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } }),
  );
  cleanups.push(() => client.close());
  return client;
}

async function textOf(client: Client, name: string, input: object): Promise<string> {
  const { content } = await client.callTool({ name, arguments: { ...input } });
  const [first] = content;
  return first?.type === "text" ? first.text : "";
}

const OWN_KEY = "a-key-of-forty-characters-for-production";
const ownKey = { authorization: `Bearer ${OWN_KEY}` };

test("agents over HTTP name their world in each call, and it stays until it is closed", async () => {
  const { url } = await aProgram("--control-key", OWN_KEY);
  const [one, two] = await Promise.all([byHttp(url, ownKey), byHttp(url, ownKey)]);
  expect((await one.listTools()).tools).toHaveLength(16);
  for (const [client, name] of [
    [one, "first"],
    [two, "second"],
  ] as const) {
    expect(await textOf(client, "world_new", { name })).toContain(`world ${name} is open`);
  }
  const wish = { op: "message", user: "alice", in: "general", text: "only in the first" };
  expect(await textOf(one, "act", wish)).toContain("no world is named");
  await textOf(one, "act", { ...wish, world: "first" });
  const viewOfAlice = (world: string) =>
    textOf(two, "see", { user: "alice", in: "general", world });
  expect(await viewOfAlice("first")).toContain("only in the first");
  expect(await viewOfAlice("second")).not.toContain("only in the first");
  expect(await textOf(two, "world_edit", { op: "close", world: "first" })).toContain("closed");
  expect(await textOf(two, "status", {})).not.toContain("first");
});

test("tools over HTTP read and write no files of the service, and reveal no key", async () => {
  const { url } = await aProgram("--control-key", OWN_KEY);
  const client = await byHttp(url, ownKey);
  for (const [tool, field, input] of [
    ["world_new", "from", { from: "/etc/passwd" }],
    ["commands_check", "path", { path: "/etc/passwd" }],
    ["keep_as_test", "to", { id: "1", as: "vitest", to: "kept.test.ts" }],
  ] as const) {
    const answer = await textOf(client, tool, input);
    expect(answer).toContain(`${field}: files are not read or written here`);
    expect(answer).not.toContain("root");
  }
  expect(await textOf(client, "status", {})).not.toContain(OWN_KEY);
});

test("calls over HTTP without the key or from a foreign origin are refused", async () => {
  const { url } = await aProgram();
  const statusWith = async (headers: Readonly<Record<string, string>>) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const type = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const answer = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: { ...type, ...headers },
      body,
    });
    await answer.text();
    return answer.status;
  };
  const key = { authorization: "Bearer antechamber" };
  expect(await statusWith({})).toBe(401);
  expect(await statusWith({ authorization: "Bearer another" })).toBe(401);
  expect(await statusWith({ authorization: "bearer antechamber" })).toBe(200);
  expect(await statusWith({ ...key, origin: "https://foreign.example" })).toBe(403);
  expect(await statusWith({ ...key, origin: "http://localhost:3000" })).toBe(200);
});

test("HTTP methods other than POST are refused, since there are no streams or sessions", async () => {
  const { url } = await aProgram();
  const answerTo = async (method: string, headers: Readonly<Record<string, string>>) => {
    const { status, headers: answered } = await fetch(`${url}/mcp`, { method, headers });
    const corsHeaders = [...answered.keys()].filter((name) => name.startsWith("access-control-"));
    return [status, answered.get("allow"), corsHeaders];
  };
  const headers = { authorization: "Bearer antechamber", accept: "text/event-stream" };
  for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    expect([method, await answerTo(method, headers)]).toEqual([method, [405, "POST", []]]);
  }
  const preflight = { "access-control-request-method": "POST" };
  const own = { ...preflight, origin: "http://localhost:3000" };
  expect(await answerTo("OPTIONS", own)).toEqual([405, "POST", []]);
  const foreign = { ...preflight, origin: "https://foreign.example" };
  expect(await answerTo("OPTIONS", foreign)).toEqual([403, null, []]);
});

test("in production mode HTTP offers only read-only tools, and refuses pages", async () => {
  const { url } = await aProgram("--mode", "production", "--control-key", OWN_KEY);
  const { tools } = await (await byHttp(url, ownKey)).listTools();
  expect(tools.length).toBeGreaterThan(0);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  const origin = "http://localhost:3000";
  const page = await fetch(`${url}/mcp`, { method: "POST", headers: { ...ownKey, origin } });
  expect(page.status).toBe(403);
});
