// Journeys that stand elsewhere, each once more against several processes on one database behind a
// balancer, which sends every call to the next of them. `JOURNEYS=all` runs all that can be true there:
// `JOURNEYS=all npm run test:only -- tests/journeys/two-processes.test.ts`
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

interface Run {
  readonly processes: number;
  readonly journey: string;
  /** What connects the processes; absent: the database alone. */
  readonly bus?: "redis";
}

/** Those that need nothing but the database. */
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
];

/**
 * Those that need all processes to know who is online, how often was called, and what is to fail,
 * or have sessions resumed at another process than they began at.
 */
const overBus: readonly string[] = [
  "discord-js-settings",
  "discord-py",
  "discordeno-gateway",
  "oceanic",
  "rate-limits",
  "rate-limits-oceanic",
  "sdk-faults",
];

/** What a process alone has, so that a balancer must lead those who ask to the same one. */
const ofOneProcess: Readonly<Record<string, RegExp>> = {
  "its journal, and the console that shows it":
    /^(console.*|journal|opened-trace|origins|sdk-control)$/,
  "its other worlds and snapshots": /^(many-worlds|snapshots|how-soon)$/,
  "processes or stores that the journey starts by itself":
    /^(many-writers|postgres-exchanges|remembered-answers|two-services)$/,
};

/** Calls, sessions, the clock, webhooks and a library of bots. */
const some: readonly Run[] = [
  { processes: 2, journey: "lobby" },
  { processes: 2, journey: "http-application" },
  { processes: 2, journey: "sales" },
  { processes: 2, journey: "match" },
  { processes: 3, journey: "match", bus: "redis" },
  { processes: 3, journey: "command-permissions" },
  // A library whose sessions are resumed at other processes than they began at.
  { processes: 3, journey: "oceanic", bus: "redis" },
];

/** They take some twenty minutes. */
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

test("each journey of a service runs against several processes, or says why it cannot", () => {
  const services = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(".test.ts"))
    .filter((file) => /\baService\(/.test(readFileSync(`${import.meta.dirname}/${file}`, "utf8")))
    .map((file) => file.replace(".test.ts", ""));
  const listed = new Set([...overDatabase, ...overBus]);
  const isExcused = (name: string) => Object.values(ofOneProcess).some((own) => own.test(name));
  expect(services.filter((name) => listed.has(name) === isExcused(name))).toEqual([]);
  expect([...listed].filter((name) => !services.includes(name))).toEqual([]);
});

const runs = process.env["JOURNEYS"] === "all" ? all : some;

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

  // Another file of the same run may have loaded it, and has its tests.
  const own = `processes=${processes}&bus=${bus ?? "none"}`;
  await import(new URL(`./${journey}.test.ts?${own}`, import.meta.url).href);
});
