// Runs journeys of other files again, with several processes on one database behind a load
// balancer, which sends every call to the next process. `JOURNEYS=all` runs all that are possible,
// and `JOURNEYS=lobby,match@3,console@2+redis` runs those of one journey, one with a number of
// processes, and one with a bus as well: `JOURNEYS=all npm run test:only --
// tests/journeys/two-processes.test.ts`
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

interface Run {
  readonly processes: number;
  readonly journey: string;
  /** The bus that connects the processes; absent: they only share the database. */
  readonly bus?: "redis";
}

/** Journeys that need nothing but a common database. */
const overDatabase: readonly string[] = [
  "calls-of-bots",
  "command-permissions",
  "consent",
  "discord-js",
  "discord-js-components",
  "discord-js-places",
  "discordjs-core",
  "http-application",
  "lobby",
  "match",
  "messages",
  "openid-client",
  "reference",
  "sales",
  "sdk",
  "sdk-players",
  "origins",
  "snapshots",
  "console-permissions",
  "console-records",
];

/**
 * Journeys that need presences, rate limits, injected faults or the journal to be shared by all
 * processes, or sessions to be resumed at another process than they began at.
 */
const overBus: readonly string[] = [
  "archive",
  "console-conversation",
  "console",
  "console-epoch",
  "console-full",
  "console-keys",
  "console-loading",
  "console-many",
  "console-pages",
  "console-quiet",
  "console-speed",
  "console-stage",
  "console-stage-apps",
  "console-stage-by-hand",
  "console-stage-people",
  "console-tabs",
  "console-timeline",
  "console-trace",
  "console-webhooks",
  "console-world-files",
  "journal",
  "opened-trace",
  "sdk-control",
  "console-stage-fixtures",
  "console-unsent",
  "discord-js-settings",
  "discord-py",
  "discordeno-gateway",
  "oceanic",
  "rate-limits",
  "rate-limits-oceanic",
  "sdk-faults",
  "client-caches",
  "two-services",
];

/**
 * Journeys that only make sense with one process, with the reasons: further worlds, for example,
 * are in the memory of the process that opened them. Single tests that need one process are skipped
 * by `needsOtherWorlds`.
 */
const ofOneProcess: Readonly<Record<string, string>> = {
  "counted-at-once": "it starts two processes by itself",
  "console-frames": "its entries come from the test, and not from a service",
  "how-soon": "its bars are those of one process in memory, and it copies worlds",
  "many-worlds": "worlds beside the first are in the memory of the process that opened them",
  "many-writers": "it starts three processes by itself",
  "postgres-exchanges": "it counts what one process asks of its database",
  "remembered-answers": "it starts two processes by itself",
  "same-answers": "it starts one process on SQLite and one on PostgreSQL by itself",
  "sqlite-statements": "it counts statements of SQLite, which takes one process",
};

/** Calls, sessions, the clock, webhooks and a bot library. */
const some: readonly Run[] = [
  { processes: 2, journey: "lobby" },
  { processes: 2, journey: "http-application" },
  { processes: 2, journey: "sales" },
  { processes: 2, journey: "match" },
  { processes: 3, journey: "match", bus: "redis" },
  { processes: 3, journey: "command-permissions" },
  { processes: 2, journey: "journal", bus: "redis" },
  // A library whose sessions resume at other processes than they began at.
  { processes: 3, journey: "oceanic", bus: "redis" },
];

/** All runs, which take some twenty minutes. */
const all: readonly Run[] = [
  ...overDatabase.map((journey) => ({ processes: 2, journey })),
  ...overBus.map((journey) => ({ processes: 2, journey, bus: "redis" as const })),
  ...[...overDatabase, ...overBus].map((journey) => ({
    processes: 3,
    journey,
    bus: "redis" as const,
  })),
  ...some.filter(({ processes, bus }) => processes > 2 && bus === undefined),
];

/** The runs that an item of `JOURNEYS` means. */
function named(word: string): readonly Run[] {
  const [, journey = "", processes, bus] = /^([\w-]+)(?:@(\d+)(\+redis)?)?$/.exec(word) ?? [];
  const runs = all.filter((run) => run.journey === journey);
  if (processes === undefined && runs.length > 0) return runs;
  if (processes === undefined) throw new Error(`JOURNEYS: there is no run "${word}"`);
  const run = { processes: Number(processes), journey };
  return [bus === undefined ? run : { ...run, bus: "redis" }];
}

function chosen(): readonly Run[] {
  const choice = process.env["JOURNEYS"];
  if (choice === undefined) return some;
  return choice === "all" ? all : choice.split(",").flatMap(named);
}

/**
 * They start a service as the environment says; other modules set the number of processes
 * themselves.
 */
const defining = new Set(["start-service.ts", "processes.ts"]);

/** Whether a module starts services, itself or through other modules of the tests. */
function startsServices(module: string, visited = new Set<string>()): boolean {
  if (visited.has(module) || defining.has(basename(module))) return false;
  visited.add(module);
  const text = readFileSync(module, "utf8");
  if (/\baService\(/.test(text)) return true;
  const imported = [...text.matchAll(/from "(\.[^"]+\.ts)"/g)].map(([, path = ""]) =>
    resolve(dirname(module), path),
  );
  return imported
    .filter((path) => /\/tests\/|\/src\/testing\//.test(path) && existsSync(path))
    .some((path) => startsServices(path, visited));
}

test("each journey that starts a service is listed as multi-process or as single-process", () => {
  const services = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(".test.ts") && file !== basename(import.meta.filename))
    .filter((file) => startsServices(`${import.meta.dirname}/${file}`))
    .map((file) => file.replace(".test.ts", ""));
  const listed = [...overDatabase, ...overBus, ...Object.keys(ofOneProcess)];
  expect(listed.toSorted()).toEqual(services.toSorted());
});

const runs = chosen();

describe.each(runs)("$journey, against $processes processes, bus: $bus", async (run) => {
  const { processes, journey, bus } = run;
  const settings = { PROCESSES: String(processes), BUS: bus };
  const before = new Map(Object.keys(settings).map((name) => [name, process.env[name]]));
  const put = (name: string, value: string | undefined): void => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };

  beforeAll(() => {
    for (const [name, value] of Object.entries(settings)) put(name, value);
  });
  afterAll(() => {
    for (const [name, value] of before) put(name, value);
  });

  // Gives the module a URL of its own: another run may have loaded it, and registered its tests.
  const own = `processes=${processes}&bus=${bus ?? "none"}`;
  await import(new URL(`./${journey}.test.ts?${own}`, import.meta.url).href);
});
