// The kit under vitest, jest and node:test, each run as a user runs it: the same matchers, the same
// fixtures, and failures that show how to run the test again.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { readTraceFile } from "@antechamber/contract/trace-file";
import { matchers } from "../../packages/server/src/kit/kit.ts";
import { kitProject, type KitProject } from "./kit-runners/project.ts";

const MODULES = { NODE_OPTIONS: "--experimental-vm-modules" };

interface Runner {
  readonly name: string;
  /** The command that runs the test file. */
  readonly line: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The imports above tests that are written as for vitest. */
  readonly head: string;
  /** How the battery's test is written for the runner. */
  readonly battery: string;
}

const fixtures = `
test.use({ world: batteryWorld });
test("battery", async ({ world }) => {
  await keep(await battery(world, (received, isSo) => isSo ? expect(received) : expect(received).not));
}, 60_000);
`;

const runners: readonly Runner[] = [
  {
    name: "vitest",
    line: "vitest run a.test.ts",
    head: 'import { expect, test } from "antechamber/testing/vitest";',
    battery: fixtures,
  },
  {
    name: "jest",
    line: "jest a.test.ts",
    env: MODULES,
    head: 'import { expect, test } from "antechamber/testing/jest";',
    battery: fixtures,
  },
  {
    name: "node:test",
    line: "node --test a.test.ts",
    head: 'import test from "node:test"; import { assert, shareWorld, useWorld } from "antechamber/testing/node";',
    battery: `
test("battery", async (t) => {
  const { world } = await useWorld(t, { world: batteryWorld });
  const bound = (all, received) => Object.fromEntries(
    Object.entries(all).map(([name, check]) => [name, (...args) => check(received, ...args)]));
  await keep(await battery(world, (received, isSo) => bound(isSo ? assert : assert.not, received)));
});
`,
  },
];

const jestConfig = `export default {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts"],
  testMatch: ["**/*.test.ts"],
  transform: { "\\\\.ts$": "<rootDir>/strip.mjs" },
  watchman: false,
  testTimeout: 20_000,
};`;

const strip = `import { stripTypeScriptTypes } from "node:module";
export default { process: (text) => ({ code: stripTypeScriptTypes(text) }) };`;

const projects: KitProject[] = [];
afterEach(() => projects.splice(0).forEach((each) => each.remove()));

function aProject(tests: string): KitProject {
  const project = kitProject();
  projects.push(project);
  project.write("jest.config.mjs", jestConfig);
  project.write("strip.mjs", strip);
  const battery = join(import.meta.dirname, "kit-runners/battery.ts");
  project.write("battery.ts", readFileSync(battery, "utf8"));
  project.write("a.test.ts", tests);
  return project;
}

const keep = `
import { writeFile } from "node:fs/promises";
import { battery, batteryWorld } from "./battery.ts";
const keep = (said) => writeFile("said/said.json", JSON.stringify(said));
`;

test("every matcher passes, fails and reports the same in every runner", async () => {
  const failures: Record<string, string>[] = [];
  for (const { line, env, head, battery } of runners) {
    const project = aProject([head, keep, battery].join("\n"));
    project.write("said/.keep", "");
    const { failed, output } = await project.run(line, env);
    expect([line, failed, failed ? output : ""]).toEqual([line, false, ""]);
    failures.push(JSON.parse(project.read("said", ".json")) as Record<string, string>);
  }
  const [first] = failures;
  expect(Object.keys(first ?? {}).toSorted()).toEqual(Object.keys(matchers).toSorted());
  for (const each of failures) expect(each).toEqual(first);
}, 180_000);

const failures: Readonly<Record<string, string>> = {
  fixtures: `
describe("pings (all)", () => {
  test("says it's ping", async ({ world }) => {
    await world.user("alice").in("#general").message("hello");
    throw new Error("1 is not 2");
  }, 60_000);
  test("says it's ping twice", async ({ guild }) => {
    throw new Error("1 is not 2");
  }, 60_000);
});
`,
  "node:test": `
const guilds = shareWorld();
after(() => guilds.close());
describe("pings (all)", () => {
  test("says it's ping", async (t) => {
    const { world } = await useWorld(t);
    await world.user("alice").in("#general").message("hello");
    throw new Error("1 is not 2");
  });
  test("says it's ping twice", async (t) => {
    await guilds.use(t);
    throw new Error("1 is not 2");
  });
});
`,
};

const opened: Readonly<Record<string, string>> = {
  fixtures: 'test("asks", async ({ world }) => await asks(world, expect), 60_000);',
  "node:test": `test("asks", async (t) => {
  const { world } = await useWorld(t, { world: batteryWorld });
  await asks(world, (reply) => ({ toHaveReplied: (text) => assert.toHaveReplied(reply, text) }));
});`,
};

const thrower = `
import "antechamber/testing/guard";
import { EventEmitter } from "node:events";
import { batteryWorld } from "./battery.ts";
if ("use" in test) test.use({ world: batteryWorld });
const asks = async (world, expect) => {
  const client = new EventEmitter();
  const means = { login: async () => undefined, isReady: () => true, destroy: () => undefined };
  await world.login(Object.assign(client, means));
  await Promise.allSettled([fetch("https://discord.com/api/v10/gateway")]);
  client.emit("error", new Error("boom in the bot"));
  expect(await world.user("alice").in("#general").run("/ping")).toHaveReplied("pong");
};
`;

test.for(runners)(
  "an unanswered test of $name reports the application's error and blocked calls",
  { timeout: 120_000 },
  async ({ name, line, env, head }) => {
    const project = aProject([head, thrower, opened[name] ?? opened["fixtures"]].join("\n"));
    const { failed, output } = await project.run(line, env);
    expect([failed, output]).toEqual([true, expect.stringContaining("nobody answered in 3 s")]);
    expect(output).toContain("the application failed: Error: boom in the bot\n");
    expect(output).toMatch(/at asks \(.*a\.test\.ts:12/);
    expect(output).toMatch(/the real platform was called: discord\.com, .* \S+a\.test\.ts:11\n/);
    expect(output.match(/rerun: /g)).toHaveLength(1);
  },
);

const describes: Readonly<Record<string, string>> = {
  vitest: 'import { describe } from "vitest";',
  "node:test": 'import { after, describe } from "node:test";',
};

test.for(runners)(
  "a failing test of $name saves its trace, and prints a command that reruns only it",
  { timeout: 120_000 },
  async ({ name, line, env, head }) => {
    const body = failures[name] ?? failures["fixtures"];
    const project = aProject([head, describes[name], body].join("\n"));
    const first = await project.run(line, { ...env, ANTECHAMBER_TRACE: "retain-on-failure" });
    expect(first.failed).toBe(true);
    const reruns = [...first.output.matchAll(/rerun: (.*)$/gm)].map(([, each = ""]) => each);
    expect([reruns.length, first.output]).toEqual([2, expect.anything()]);
    const trace = project.read("antechamber-traces", ".trace.jsonl");
    const [opening, ...entries] = trace.trimEnd().split("\n");
    expect(JSON.parse(opening ?? "")).toMatchObject({ kind: "test" });
    const read = readTraceFile(trace);
    expect(read).toHaveProperty("test", expect.stringContaining("says it's ping"));
    expect(entries.length).toBeGreaterThan(0);
    for (const each of entries) expect(JSON.parse(each)).toHaveProperty("real_at");
    expect(trace).not.toContain("concierge-secret");
    const again = await project.run((reruns[0] ?? "").replace("npx ", ""));
    expect(again.failed).toBe(true);
    expect(again.output).toContain("says it's ping");
    expect(again.output.match(/rerun: /g)).toHaveLength(1);
  },
);

/** Tests that end by other things than errors whose message can be changed. */
const oddEnds = `
const ends = {
  text: () => { throw "no error"; },
  object: () => { throw { code: 7 }; },
  nothing: () => { throw undefined; },
  aborted: () => AbortSignal.abort().throwIfAborted(),
  frozen: () => { throw Object.freeze(new Error("is frozen")); },
  late: () => new Promise(() => setTimeout(() => {}, 60_000).unref()),
};
const patience = (name) => name === "late" ? 5000 : 60_000;
for (const [name, end] of Object.entries(ends)) {
`;

const definedOddly: Readonly<Record<string, string>> = {
  fixtures: `
  test(name, async ({ world }) => {
    await world.user("alice").in("#general").message("hello");
    await end();
  }, patience(name));
}`,
  "node:test": `
  test(name, { timeout: patience(name) }, async (t) => {
    await useWorld(t);
    await end();
  });
}`,
};

test.for(runners)(
  "a test of $name that throws no error, or has timed out, prints its own rerun command",
  { timeout: 120_000 },
  async ({ name, line, env, head }) => {
    const body = definedOddly[name] ?? definedOddly["fixtures"];
    const { output } = await aProject([head, oddEnds, body].join("\n")).run(line, env);
    const reruns = [...output.matchAll(/rerun: .*\^(\w+)\$/g)].map(([, each]) => each);
    const ends = ["text", "object", "nothing", "aborted", "frozen", "late"];
    expect([reruns, output]).toEqual([ends, expect.stringMatching(/no error[^]*is frozen/)]);
    expect(output).toMatch(/code"?: 7/);
    expect(output).toContain("This operation was aborted");
    expect(output).not.toContain("TypeError");
  },
);

test("the rerun command of a subtest of node:test runs only its parent test", async () => {
  const body = `
import { describe, test } from "node:test";
import { useWorld } from "antechamber/testing/node";
describe("pings", () => {
  test("of everybody", async (t) => {
    await t.test("of alice", async (each) => {
      const { world } = await useWorld(each);
      throw new Error("no pong for " + world.user("alice").name);
    });
  });
  test("of nobody", () => { throw new Error("not asked for"); });
});
`;
  const project = aProject(body);
  const { output } = await project.run("node --test a.test.ts");
  const [, rerun = ""] = /rerun: (.*)$/m.exec(output) ?? [];
  const again = await project.run(rerun);
  expect([again.failed, again.output]).toEqual([
    true,
    expect.stringContaining("no pong for alice"),
  ]);
  expect(again.output).not.toContain("not asked for");
}, 120_000);

test.for(runners.slice(0, 2))(
  "a guild of $name is deleted with its test even if that test fails",
  { timeout: 120_000 },
  async ({ line, env, head }) => {
    const body = `
test("has a fault", async ({ world, guild }) => {
  world.errors.push(new Error("broken in " + guild.name));
}, 60_000);
test("comes after", async ({ guild }) => {
  const { items } = await guild.world.control.call("GET /guilds");
  expect(items.map(({ name }) => name)).toEqual(["Test Guild", guild.name]);
}, 60_000);
`;
    const { output } = await aProject([head, body].join("\n")).run(line, env);
    expect(output).toContain("the application failed: Error: broken in Test Guild 2");
    expect(output).toMatch(/1 failed\W+1 passed/);
  },
);

test.for(runners.slice(0, 2))(
  "concurrent tests of $name have their own worlds, guilds and names",
  { timeout: 120_000 },
  async ({ name, line, env, head }) => {
    const body = `
const guilds = [];
let meet;
const all = new Promise((resolve) => { meet = resolve; });
const meeting = async (guild) => {
  if (guilds.push(guild.id) === 3) meet();
  await all;
};
describe("at once", () => {
  test.use({ helloDelay: 1 });
  test.concurrent("one", async ({ world, guild }) => {
    await meeting(guild);
    await world.user("alice").in("#general").message("hello");
    throw new Error("apart");
  }, 60_000);
  test.concurrent.for(["two", "three"])("%s", async (row, { guild }) => {
    await meeting(guild);
    expect(new Set(guilds).size).toBe(3);
    expect(await guild.user("alice").in("#general").sees()).toHaveProperty("messages", []);
  }, 60_000);
  test.concurrent.skip("four", async () => {});
});
`;
    const project = aProject([head, describes[name], body].join("\n"));
    const { output } = await project.run(line, env);
    expect(output).toMatch(/1 failed\W+(1 skipped\W+)?2 passed/);
    expect([...new Set(output.match(/rerun: .*/g))]).toHaveLength(1);
    expect(output).toMatch(/rerun: .*at once.* one\$/);
  },
);

test("a test of node:test that is cancelled during its bot's login ends with the run", async () => {
  const body = `
import { Client } from "discord.js";
import test from "node:test";
import { useWorld } from "antechamber/testing/node";
// As a time limit does.
const limit = new AbortController();
test("is slow", { signal: limit.signal }, async (t) => {
  const { world } = await useWorld(t);
  const client = new Client({ intents: ["Guilds"], ...world.options("discord.js") });
  client.on("debug", (line) => {
    if (line.startsWith("Preparing to connect")) setImmediate(() => limit.abort());
  });
  await world.login(client);
});
`;
  const { failed, output } = await aProject(body).run("timeout 60 node --test a.test.ts");
  expect([failed, output]).toEqual([true, expect.stringContaining("This operation was aborted")]);
  // The file itself would be cancelled if the run had not ended normally.
  expect(output).toContain("cancelled 0\n");
}, 120_000);
