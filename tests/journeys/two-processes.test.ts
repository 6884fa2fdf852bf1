// Journeys that stand elsewhere, each once more against several processes on one database behind a
// balancer, which sends every call to the next of them.
import { afterAll, beforeAll, describe } from "vitest";

interface Run {
  readonly processes: number;
  readonly journey: string;
  /** What connects the processes; absent: the database alone. */
  readonly bus?: "redis";
}

/**
 * What is missing restarts its service, or asks what one process alone knows (the journal,
 * snapshots, other worlds).
 */
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
  "rate-limits-oceanic",
  "sdk-faults",
];

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

/** They take some ten minutes. */
const all: readonly Run[] = [
  ...overDatabase.map((journey) => ({ processes: 2, journey })),
  ...[...overDatabase, ...overBus].map((journey) => ({
    processes: 3,
    journey,
    bus: "redis" as const,
  })),
  ...some.filter(({ processes, bus }) => processes > 2 && bus === undefined),
];

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
