// The packages as users have them: packed, and installed into an empty project without a build.
import { existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Client, Events } from "discord.js";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SDK_IN_BROWSERS_BYTES } from "../../scripts/packing/budgets.ts";
import { readManifest } from "../../scripts/packing/manifest.ts";
import { overNode } from "../../packages/server/src/testing/processes/processor-time.ts";
import { loggedIn } from "../journeys/logged-in.ts";
import { freshDatabase } from "../fresh-database.ts";
import { filesOfGuide } from "../guide-files.ts";
import { filesIn } from "../source-tree.ts";
import { emptyProject, importableFrom, type EmptyProject } from "./empty-project.ts";
import { oldestNode, outputOf, placeWith, startedProgram } from "./programs.ts";

const root = join(import.meta.dirname, "../..");
const DEMO_BOT = "Bot MjAwMDAwMDAwMDAwMDAwMDAx.demo.concierge";

let project: EmptyProject;

beforeAll(async () => {
  project = await emptyProject();
}, 120_000);

afterAll(() => project.remove());

/** A game's script, which calls the service as the demo bot. */
const caller = `
import { Rest } from "@antechamber/sdk";
const rest = new Rest({ baseUrl: process.argv[2], authorization: () => ${JSON.stringify(DEMO_BOT)} });
const application: { readonly name: string } = await rest.api.applications.me();
console.log(application.name);
`;

/** A program that the kit starts, and modules that only load inside a run of vitest or jest. */
const notForImport = ["keeper", "vitest", "jest"].map((name) => `antechamber/testing/${name}`);

const nodes: readonly { name: string; program: () => Promise<string> }[] = [
  { name: "Node 24", program: oldestNode },
  { name: "this Node", program: async () => process.execPath },
];

describe.each(nodes)("an installation with $name", ({ program }) => {
  test("starts the demo world with npx antechamber start, which the SDK calls", async () => {
    const place = placeWith(await program(), project.folder);
    const flags = ["--port", "0", "--store", "sqlite::memory:"];
    const service = await startedProgram(["npx", "antechamber", "start", ...flags], place);
    try {
      const health = await fetch(`${service.url}/healthz`);
      expect(health.status).toBe(200);
      expect(await health.json()).toEqual({ status: "ok" });
      project.write("caller.ts", caller);
      const script = ["node", "caller.ts", service.url];
      expect(await outputOf(script, place)).toBe("Concierge\n");
    } finally {
      await service.stop();
    }
  }, 120_000);

  test("prints the version of the package with npx antechamber --version", async () => {
    const place = placeWith(await program(), project.folder);
    const { version } = readManifest("packages/server");
    expect(await outputOf(["npx", "antechamber", "--version"], place)).toBe(`${version}\n`);
  }, 120_000);

  test("imports every module that the packages export", async () => {
    const place = placeWith(await program(), project.folder);
    const all = ["antechamber", "@antechamber/sdk"].flatMap((name) =>
      importableFrom(project, name),
    );
    const names = all.filter((name) => !notForImport.includes(name));
    expect(names).toEqual(expect.arrayContaining(["@antechamber/sdk", "antechamber/testing"]));
    for (const name of names) {
      const script = `const { length } = Object.keys(await import("${name}"));
        console.log("${name}", length > 0);`;
      const output = await outputOf(["node", "--input-type=module", "-e", script], place);
      expect(output).toBe(`${name} true\n`);
    }
  }, 120_000);
});

test("source maps name files of this repository, not of the folder where it was packed", () => {
  const maps = ["antechamber", "@antechamber/sdk"].flatMap((name) => {
    const folder = join(project.folder, "node_modules", name, "dist");
    return readdirSync(folder)
      .filter((path) => path.endsWith(".map"))
      .map((path) => join(folder, path));
  });
  const named = maps.flatMap((path) => {
    const { sources } = JSON.parse(readFileSync(path, "utf8")) as { readonly sources: string[] };
    return sources;
  });
  const paths = new Set(named.map((source) => source.replace(/^\.\.\//, "")));
  expect(paths).toContain("packages/server/src/kit/world.ts");
  expect(paths).toContain("packages/sdk/src/client.ts");
  expect([...paths].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("files that are loaded on demand are in the package", async () => {
  const place = placeWith(process.execPath, project.folder);
  const schema = await outputOf(["npx", "antechamber", "world", "schema"], place);
  expect(JSON.parse(schema)).toHaveProperty("$schema");
  const application = "applications:\n  - { name: Game, bot: {} }\n";
  project.write("world.yaml", `users:\n  - { username: carol }\n${application}`);
  const flags = ["--world", "world.yaml", "--port", "0", "--log", "pretty"];
  const onPostgres = ["--store", await freshDatabase()];
  const service = await startedProgram(
    ["npx", "antechamber", "start", ...flags, ...onPostgres],
    place,
  );
  try {
    project.write("plan.yaml", "rounds: 1\nsteps: [connect, { join: { lobby: one } }]\n");
    const load = ["load", "plan.yaml", "--json", "--url", service.url];
    const report = await outputOf(["npx", "antechamber", ...load], place);
    expect(JSON.parse(report)).toMatchObject({ failed: 0, calls: { join: { done: 1 } } });
    const paths = ["/guides/for-others", "/reference", "/openapi.json", "/metrics"];
    const answers = await Promise.all(paths.map((path) => fetch(service.url + path)));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
    const world = await fetch(`${service.url}/control/v1/world?format=yaml`, {
      headers: { authorization: "Control antechamber" },
    });
    expect(await world.text()).toContain("username: carol");
  } finally {
    await service.stop();
  }
}, 120_000);

const usesWorld = `
import { openTestWorld } from "antechamber/testing";
const opened = await openTestWorld("a test");
const alice = opened.world.user("alice").in("#general");
await alice.message("hello");
console.log((await alice.sees()).messages[0].content);
await opened.finish();
`;

test("the kit opens a world on its own server, and the program prints the kit for Python", async () => {
  const place = placeWith(process.execPath, project.folder);
  project.write("world.mjs", usesWorld);
  expect(await outputOf(["node", "world.mjs"], place)).toBe("hello\n");
  const plugin = await outputOf(["npx", "antechamber", "kit", "python"], place);
  expect(plugin).toContain('"username": "alice"');
}, 120_000);

/** The first message of an agent. */
const opening = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "an-agent", version: "1.0.0" },
  },
};

test("the MCP server answers, and names the package to install if its library is missing", async () => {
  const place = placeWith(process.execPath, project.folder);
  project.write("opening.jsonl", `${JSON.stringify(opening)}\n`);
  const command = ["sh", "-c", "npx antechamber mcp < opening.jsonl"];
  expect(await outputOf(command, place)).toContain('"name":"antechamber"');
  const [library, away] = ["@modelcontextprotocol", "left-out"].map((name) =>
    join(project.folder, "node_modules", name),
  ) as [string, string];
  renameSync(library, away);
  try {
    const lacking = ["sh", "-c", "npx antechamber mcp 2>&1 || true"];
    expect(await outputOf(lacking, place)).toContain(
      "antechamber: mcp needs a package that is not installed: npm install @modelcontextprotocol/server@2.4.0\n",
    );
    expect(await outputOf(["npx", "antechamber", "--version"], place)).toMatch(/^\d/);
  } finally {
    renameSync(away, library);
  }
}, 120_000);

/** A bot with a command that it answers at once. */
async function answeringBot(url: string): Promise<Client<true>> {
  const bot = new Client({ intents: [], rest: { api: `${url}/api` } });
  bot.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand()) void interaction.reply("at your service");
  });
  const client = await loggedIn(bot, DEMO_BOT.slice("Bot ".length));
  await client.application.commands.set([{ name: "ring", description: "Calls the concierge" }]);
  return client;
}

describe("the packed program starts quickly", () => {
  const program = () => join(project.folder, "node_modules/.bin/antechamber");
  const inProject = (env: Readonly<Record<string, string>> = {}) => ({ cwd: project.folder, env });

  test("the kit is imported within 15 ms of Node's own start", async () => {
    const script = 'await import("antechamber/testing")';
    const words = ["--input-type=module", "-e", script];
    const bare = ["--input-type=module", "-e", "0"];
    const { code, ms } = await overNode(words, inProject(), { bare });
    expect(code).toBe(0);
    expect(ms).toBeLessThan(15);
  });

  test("a command prints its help within 80 ms of Node's own start", async () => {
    const { code, ms, output } = await overNode([program(), "invoke", "--help"], inProject());
    expect([code, output]).toEqual([0, expect.stringContaining("antechamber invoke")]);
    expect(ms).toBeLessThan(80);
  });

  test("commands report a missing service in 200 ms, complete in 100 ms and act in 150 ms", async () => {
    const nobody = inProject({ ANTECHAMBER_URL: "http://127.0.0.1:1" });
    const lost = await overNode([program(), "see", "alice", "--in", "general"], nobody);
    expect(lost.code).toBe(3);
    expect(lost.ms).toBeLessThan(200);
    const flags = ["--port", "0", "--store", "sqlite::memory:"];
    const place = placeWith(process.execPath, project.folder);
    const service = await startedProgram(["npx", "antechamber", "start", ...flags], place);
    try {
      const there = inProject({ ANTECHAMBER_URL: service.url });
      const complete = [program(), "complete", "--", "see", "al"];
      // On a busy machine, completion offers no names, since it does not wait long for the service.
      const completed = await overNode(complete, there, {
        isWhole: ({ output }) => output === "alice\n",
      });
      expect(completed.ms).toBeLessThan(100);
      const body = "the whole of a command, from its start to what was answered";
      const message = ["message", "alice", body, "--in", "#general"];
      const acted = await overNode([program(), ...message], there);
      expect(acted.output).toContain(body);
      expect(acted.ms).toBeLessThan(150);
      const bot = await answeringBot(service.url);
      try {
        const invocation = [program(), "invoke", "alice", "/ring", "--in", "#general"];
        const invoked = await overNode(invocation, there);
        expect(invoked.output).toContain("at your service");
        expect(invoked.ms).toBeLessThan(150);
      } finally {
        await bot.destroy();
      }
    } finally {
      await service.stop();
    }
  }, 180_000);

  test("an agent receives the list of tools within 300 ms of Node's own start", async () => {
    const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
    const listing = { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} };
    const input = [opening, initialized, listing]
      .map((each) => `${JSON.stringify(each)}\n`)
      .join("");
    const until = /"id":2\b/;
    const listed = await overNode([program(), "mcp"], { ...inProject(), input, until });
    const answers = listed.output.trimEnd().split("\n");
    const { result } = JSON.parse(answers.at(-1) ?? "") as { result: { tools: unknown[] } };
    expect(result.tools).toHaveLength(16);
    expect(listed.ms).toBeLessThan(300);
  }, 180_000);
});

const usesSdk = `
import * as sdk from "@antechamber/sdk";
import { Client, Rest, type types } from "@antechamber/sdk";
export const client = new Client({ baseUrl: "http://127.0.0.1:8010" });
export const found = [
  client.Authorize(new sdk.AuthorizationArgs({ scopes: "identify" })),
  client.GetTokenFromDevice(new sdk.DeviceAuthorizationArgs({ scopes: "identify" })),
  client.FetchCurrentUser(sdk.AuthorizationTokenType.Bearer, "x"),
  client.CreateOrJoinLobbyWithMetadata("x", { map: "dust" }, { team: "red" }),
  client.SendLobbyMessageWithMetadata(1n, "gg", { emote: "wave" }),
  client.GetLobbyMessagesWithLimit(1n, 25),
  client.JoinLinkedLobbyGuild(1n, () => undefined, (result, url) => result.Successful() && url),
  client.GetUserGuilds(),
  client.GetGuildChannels(1n),
] as const;
export const lobby = client.GetLobbyHandle(1n);
export const linked: bigint | undefined = lobby?.LinkedChannel()?.GuildId();
export const name: string | undefined = lobby?.LobbyMembers()[0]?.User().DisplayName();
export const message = client.GetMessageHandle(1n);
export const about = [message?.Channel(), message?.Recipient(), message?.AdditionalContent()] as const;
export const isGone = (result: sdk.ClientResult) => result.Status() === sdk.HttpStatusCode.Gone;
export const other = (channel: sdk.GuildChannel) => channel.LinkedLobby()?.LobbyId();
export const { api } = client;
const rest = new Rest({ baseUrl: "http://127.0.0.1:8010" });
export const sent: Promise<types.Message> = rest.api.channels.createMessage({
  path: { channel_id: "1" },
  body: { content: "hello" },
});
// @ts-expect-error: the path is missing
export const wrong = rest.api.channels.createMessage({ body: { content: "hello" } });
`;

const usesKit = `
import { startAntechamber, type World } from "antechamber/testing";
import { useWorld } from "antechamber/testing/node";
export const server: Promise<{ readonly url: string }> = startAntechamber({ port: 0 });
export const nameOf = (world: World) => [world.url, useWorld];
`;

/** The parts of @types/jest that the kit's types use. */
const jestTypes = `
declare namespace jest {
  interface Matchers<R, T = {}> { toBe(expected: T): R }
  type JestMatchers<T> = Matchers<void, T> & { not: Matchers<void, T> };
  interface Expect { <T>(actual: T): JestMatchers<T> }
}
declare const expect: jest.Expect;
`;

const usesJest = `
import { expect, test } from "antechamber/testing/jest";
test("both kinds of matchers are there", async ({ world }) => {
  const reply = await world.user("alice").in("#general").run("/ping");
  expect(reply).toHaveReplied("pong", { ephemeral: true });
  expect(reply.text).not.toBe("ping");
  await expect(world.webhooks("Arena")).toHaveDelivered("ENTITLEMENT_CREATE");
  // @ts-expect-error: a number is no text
  expect(reply).toHaveReplied(1);
});
`;

const strictly = {
  target: "ES2024",
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: false,
  typeRoots: [join(root, "node_modules/@types")],
};
/** Options of a library: its declarations must be able to name all types that it exports. */
const asLibrary = { declaration: true };
const inNode = { lib: ["ES2024"], types: ["node"] };
const inPages = { lib: ["ES2024", "DOM"], types: [] };
const byNode = { module: "nodenext", moduleResolution: "nodenext" };
const byBundler = { module: "esnext", moduleResolution: "bundler" };

test.each([
  ["the SDK in Node", usesSdk, { ...asLibrary, ...inNode, ...byNode }],
  ["the SDK in a page", usesSdk, { ...asLibrary, ...inPages, ...byBundler }],
  ["the kit in Node", usesKit, { ...inNode, ...byNode }],
  ["the kit in a bundle", usesKit, { ...inNode, ...byBundler }],
])("strict type checking passes: %s", async (_, uses, options) => {
  const compilerOptions = { ...strictly, ...options };
  project.write("uses.ts", uses);
  expect(await typeFaults(compilerOptions, ["uses.ts"])).toBe("");
});

/** The compiler's errors in files of the project. */
async function typeFaults(compilerOptions: object, names: readonly string[]): Promise<string> {
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, files: names }));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  // The compiler prints errors on stdout, and exits with a failure code.
  const line = `"${process.execPath}" "${compiler}" -p . || true`;
  return outputOf(["sh", "-c", line], placeWith(process.execPath, project.folder));
}

test("the examples of the guides pass type checking", async () => {
  const files = filesIn("docs/guides/*.md").flatMap((guide) => [...filesOfGuide(guide)]);
  const examples = files.filter(([name]) => name.endsWith(".ts"));
  expect(examples.length).toBeGreaterThan(15);
  for (const [name, text] of examples) project.write(`examples/${name}`, text);
  // Libraries that the examples use, and vitest, are not installed in the project.
  const paths = { "*": [join(root, "node_modules/*"), join(root, "node_modules/@types/*")] };
  const options = {
    ...strictly,
    ...inNode,
    lib: ["ES2024", "DOM", "DOM.Iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    // Types of other libraries are not checked.
    skipLibCheck: true,
    paths,
  };
  const names = examples.map(([name]) => `examples/${name}`);
  expect(await typeFaults(options, names)).toBe("");
}, 120_000);

test("jest's types and those of the kit are compatible", async () => {
  project.write("jest-types.d.ts", jestTypes);
  project.write("uses-jest.ts", usesJest);
  const options = { ...strictly, ...inNode, ...byNode };
  expect(await typeFaults(options, ["jest-types.d.ts", "uses-jest.ts"])).toBe("");
}, 120_000);

test("the SDK bundled for a page contains nothing of Node, and keeps its size budget", async () => {
  project.write("page.js", `export * from "@antechamber/sdk";`);
  const build = await rolldown({
    input: join(project.folder, "page.js"),
    cwd: project.folder,
    platform: "browser",
  });
  const { output } = await build.generate({ minify: true, codeSplitting: false });
  await build.close();
  const [{ code, imports, dynamicImports }] = output;
  expect([...imports, ...dynamicImports]).toEqual([]);
  expect(code).not.toContain("node:");
  expect(gzipSync(code).byteLength).toBeLessThan(SDK_IN_BROWSERS_BYTES);
});

test.each(["antechamber", "@antechamber/sdk"])(
  "the manifest of %s names no sources and no build steps",
  (name) => {
    const file = join(project.folder, "node_modules", name, "package.json");
    const manifest = readFileSync(file, "utf8");
    expect(JSON.parse(manifest)).not.toHaveProperty("scripts");
    expect(manifest).not.toMatch(/devDependencies|"private"|\.\/(src|bin)\//);
  },
);
