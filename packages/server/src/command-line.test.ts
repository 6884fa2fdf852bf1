import { Command } from "commander";
import { expect, test } from "vitest";
import { addClientCommands, clientWords } from "./cli/client-commands.ts";
import type { ClientDeps } from "./cli/deps.ts";
import { runCommandLine } from "./command-line.ts";
import type { Config, StoreChoice } from "./start/config.ts";
import type { ProgramRunOptions } from "./run/run.ts";
import { settings, variableOf, type Setting, type SettingName } from "./start/settings.ts";

/** The dependencies of the client commands. */
function aClient(deps: Partial<ClientDeps>): ClientDeps {
  return {
    version: "1.2.3",
    env: {},
    out: () => undefined,
    err: () => undefined,
    isTerminal: { out: false, err: false },
    input: async () => "",
    interrupted: () => new AbortController().signal,
    startProgram: () => Promise.reject(new Error("no program")),
    serveTrace: () => Promise.reject(new Error("no page")),
    serveAgents: async () => 0,
    worldFiles: {
      schema: async () => '{"title":"World"}',
      faults: async () => [],
      read: async () => ({}),
      pulled: async () => ({ world: {}, leftOut: [] }),
      yaml: async () => "",
      diff: async () => ({ added: [], removed: [], changed: [] }),
    },
    loadPlans: { read: () => Promise.reject(new Error("no plan")) },
    ...deps,
  };
}

async function run(args: readonly string[], env: Record<string, string> = {}) {
  let out = "";
  let err = "";
  const started: Config[] = [];
  const migrated: StoreChoice[] = [];
  const ran: { config: Config; wishes: ProgramRunOptions }[] = [];
  const code = await runCommandLine(args, {
    client: aClient({ out: (text) => (out += text), err: (text) => (err += text) }),
    start: async (config) => void started.push(config),
    run: async (config, wishes) => {
      ran.push({ config, wishes });
      return 7;
    },
    runInside: async () => 8,
    migrate: async (store) => void migrated.push(store),
    pythonPlugin: async () => "import pytest\n",
    surroundings: { env, isTty: false, textOf: String },
  });
  return { code, out, err, started, migrated, ran };
}

test("start hands the configuration over", async () => {
  const { code, err, started } = await run(
    ["start", "--port", "0", "--control-key=mine", "--reset", "--store", "sqlite::memory:"],
    { ANTECHAMBER_LIMITS: "off" },
  );
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(started).toMatchObject([
    { port: 0, controlKey: "mine", reset: true, limits: "off", store: { file: ":memory:" } },
  ]);
});

test("flags that may be repeated are lists", async () => {
  const { started } = await run([
    "start",
    "--allow-origin=https://a.example",
    "--allow-origin=https://b.example",
  ]);
  expect(started).toMatchObject([{ allowedOrigins: ["https://a.example", "https://b.example"] }]);
});

test("migrate hands over the store alone", async () => {
  const result = await run(["migrate", "--store", "sqlite:old.db"]);
  expect(result).toMatchObject({
    code: 0,
    err: "",
    migrated: [{ kind: "sqlite", file: "old.db" }],
  });
  const variable = { ANTECHAMBER_STORE: "postgres://host/name" };
  expect((await run(["migrate"], variable)).migrated).toMatchObject([{ kind: "postgres" }]);
  expect((await run(["migrate", "--port", "1"])).err).toMatch(/unknown option '--port'/);
});

test("world schema prints the JSON Schema of world files", async () => {
  expect(await run(["world", "schema"])).toMatchObject({
    code: 0,
    err: "",
    out: '{"title":"World"}\n',
  });
  expect((await run(["world", "schema", "now"])).code).toBe(2);
});

test("run hands over the program, its wishes and a service in memory, and ends with its code", async () => {
  const bare = await run(["run", "--", "node", "bot.js", "--leak", "x"]);
  expect(bare).toMatchObject({ code: 7, err: "", out: "" });
  expect(bare.ran).toMatchObject([
    {
      config: { port: 0, store: { file: ":memory:" }, worldFile: undefined },
      wishes: {
        command: ["node", "bot.js", "--leak", "x"],
        isolate: "auto",
        leak: "fail",
        tlsPort: 0,
        keepToken: false,
        time: false,
      },
    },
  ]);
  const flags = [
    "--world",
    "w.json",
    "--leak",
    "warn",
    "--tls-port",
    "8443",
    "--keep-token",
    "--time",
  ];
  const full = await run(["run", "--isolate", "on", ...flags, "npm", "start", "--", "-x"], {
    ANTECHAMBER_STORE: "sqlite:my.db",
    ANTECHAMBER_PORT: "8010",
  });
  expect(full.ran).toMatchObject([
    {
      config: { port: 8010, store: { file: "my.db" }, worldFile: "w.json" },
      wishes: {
        command: ["npm", "start", "--", "-x"],
        isolate: "on",
        leak: "warn",
        tlsPort: 8443,
        keepToken: true,
        time: true,
      },
    },
  ]);
});

test("start without flags starts with the defaults", async () => {
  const { started } = await run(["start"]);
  expect(started).toMatchObject([{ port: 8010, reset: false, mode: "development" }]);
});

test.each([
  [["start", "--port", "abc"], /^antechamber: --port: "abc" is not a port from 0 to 65535\n$/],
  [["start", "--prot", "1"], /^antechamber: unknown option '--prot' \(Did you mean --port\?\)\n$/],
  [["start", "--port"], /^antechamber: option '--port <number>' argument missing\n$/],
  [["start", "now"], /^antechamber: too many arguments .*\n$/],
  [["run"], /^antechamber: missing required argument 'command'\n$/],
  [["run", "--tls-port", "x", "--", "node"], /^antechamber: --tls-port: "x" is not a port .*\n$/],
  [["run", "--leak", "maybe", "--", "node"], /^antechamber: option '--leak <what>' argument .*\n$/],
  [["stop"], /^antechamber: unknown command 'stop'.*\n$/],
  [["start", "--host", "0.0.0.0"], /^antechamber: --control-key is required .*\n$/],
] as const)("%j ends with code 2 and one line", async (args, message) => {
  const { code, out, err, started } = await run(args);
  expect({ code, out, started }).toEqual({ code: 2, out: "", started: [] });
  expect(err).toMatch(message);
  expect(err.trimEnd()).not.toContain("\n");
});

test("kit python prints the plug-in of pytest", async () => {
  expect(await run(["kit", "python"])).toMatchObject({ code: 0, out: "import pytest\n", err: "" });
});

test("the help of start names every flag with its variable", async () => {
  const { code, out } = await run(["start", "--help"]);
  expect(code).toBe(0);
  for (const name of Object.keys(settings) as SettingName[]) {
    expect(out).toContain(`--${name}`);
    expect(out.replace(/\s+/g, " ")).toContain(variableOf(name));
  }
});

test("the program's help and version", async () => {
  const help = await run(["--help"]);
  expect(help).toMatchObject({ code: 0, err: "" });
  expect(help.out).toContain("start");
  expect(await run(["--version"])).toMatchObject({ code: 0, out: "1.2.3\n" });
});

test("a shell completes the commands that run a service, and their flags", async () => {
  expect(await run(["complete", "--", "sta"])).toMatchObject({ code: 0, out: "start\n" });
  const { out } = await run(["complete", "--", "start", "--pub"]);
  expect(out).toBe("--public-url\n");
  expect((await run(["complete", "--", "run"])).out).toBe("run\n");
  expect((await run(["complete", "--", "run", "--isolate=o"])).out).toBe(
    "--isolate=on\n--isolate=off\n",
  );
  expect((await run(["complete", "--", "start", "--mode", "d"])).out).toBe("development\n");
  expect((await run(["complete", "--", "start", "--roles", "api,w"])).out).toBe("api,worker\n");
  for (const words of [
    ["run", ""],
    ["run", "--", "start", "--mode", ""],
  ]) {
    expect((await run(["complete", "--", ...words])).out).toBe("");
  }
});

const words = Object.entries<Setting>(settings).flatMap(([name, { words: few = [] }]) =>
  ("parts" in few ? few.parts : few).map((word) => [name, word] as const),
);
test.each(words)("start takes what a shell offers: --%s %s", async (name, word) => {
  const flags = ["--store", "postgres://127.0.0.1/a", "--control-key", "k".repeat(32)];
  const { code, err } = await run(["start", ...flags, `--${name}`, word]);
  expect([code, err]).toEqual([0, ""]);
});

test("what the start throws is passed on", async () => {
  const failing = runCommandLine(["start"], {
    client: aClient({}),
    start: () => Promise.reject(new Error("port in use")),
    run: async () => 0,
    runInside: async () => 0,
    migrate: async () => undefined,
    pythonPlugin: async () => "",
    surroundings: { env: {}, isTty: false, textOf: String },
  });
  await expect(failing).rejects.toThrow("port in use");
});

test("the words of client commands are those that the program declares", async () => {
  const program = new Command();
  addClientCommands(program, aClient({}), () => undefined);
  const declared = program.commands.map((each) => each.name());
  expect([...clientWords], "name the words in `groups` of client-commands.ts").toEqual(declared);
});
