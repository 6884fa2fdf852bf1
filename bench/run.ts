// `npm run bench`: every figure as a ratio to a bare program measured in the same run. Absolute rates
// differ from machine to machine and from hour to hour; the ratios do not.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bareBot, bareEndpoint, serviceBot, serviceEndpoint, type Bot } from "./bots.ts";
import { gatewayRows } from "./fan-out.ts";
import { lobbiesAtScale } from "./lobbies-at-scale.ts";
import { journalCost } from "./journal-cost.ts";
import { measure, type Call, type Measured } from "./load.ts";
import { packedStart } from "./packed-start.ts";
import { snapshotRows } from "./snapshots.ts";
import { startProgram, type Program } from "./program.ts";
import { worldRows } from "./worlds.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
/** Scenarios whose name has this word; empty: all. */
const ONLY = process.env["BENCH_ONLY"] ?? "";
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 3);
/** Rounds of each scenario before the first that counts: until then, engines compile. */
const WARM_UP_ROUNDS = 2;

const APPLICATION = "200000000000000001";
const CHANNEL = "300000000000000021";
const BOT_TOKEN = "MjAwMDAwMDAwMDAwMDAwMDAx.demo.concierge";
const bot = { authorization: `Bot ${BOT_TOKEN}` };
const control = { authorization: "Control antechamber" };

const lobby = JSON.stringify({ metadata: { mode: "ranked" } });
/** Another record in every call, and so an event: what stays as it is would not be stored again. */
const member = JSON.stringify({ metadata: { team: "[<id>]" } });
const command = (i: number | string) => ({
  name: `command-${i}`,
  description: "A command of the benchmark",
  options: [{ type: 3, name: "text", description: "Some text", required: true }],
});
/**
 * A command whose texts come close to the limit of 8000 characters. Its description is another one
 * in every call, since what stays as it is would not be stored again.
 */
const fullCommand = (i: number) => ({
  name: `full-${i}`,
  description: `[<id>]${"x".repeat(60)}`,
  options: Array.from({ length: 25 }, (_, option) => ({
    type: 3,
    name: `option-${option}`,
    description: "x".repeat(100),
    choices: Array.from({ length: 2 }, (__, choice) => ({
      name: `${choice}`.padEnd(50, "n"),
      value: `${choice}`.padEnd(50, "v"),
    })),
  })),
});
const oneHundred = Array.from({ length: 100 }, (_, i) => fullCommand(i));
const overwrite = JSON.stringify(oneHundred);
const invocation = JSON.stringify({
  application: APPLICATION,
  channel: CHANNEL,
  command: "command-1",
  options: { text: "hello" },
});

interface Scenario {
  readonly name: string;
  readonly bare: Call;
  readonly ours: Call;
  /** The least ratio of calls per second that is aimed for. */
  readonly goal: number;
  /** Starts what answers the invocations of both programs. */
  readonly answeredBy?: (programs: Programs) => Promise<Bot[]>;
}

async function api(url: string, call: Call): Promise<{ id: string }> {
  const response = await fetch(url + call.path, {
    method: call.method,
    headers: { ...call.headers, "content-type": "application/json" },
    ...(call.body === undefined ? {} : { body: call.body }),
  });
  if (!response.ok) throw new Error(`${call.path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { id: string };
}

const lobbies = "/api/v10/lobbies";
const commands = `/api/v10/applications/${APPLICATION}/commands`;
const guildCommands = `/api/v10/applications/${APPLICATION}/guilds/300000000000000001/commands`;
const upsert = JSON.stringify(command("upserted"));

/** A megabyte for each call: more of them at once would measure the caller. */
const few = { connections: 4, isVaried: true } as const;

const get = (path: string): Call => ({ method: "GET", path });
const post = (path: string, body: string): Call => ({ method: "POST", path, body });
const put = (path: string, body: string): Call => ({ method: "PUT", path, body });
const varied = (call: Call): Call => ({ ...call, isVaried: true });

/** Makes the records that the scenarios work on, and gives the lobby's path. */
async function prepare(url: string): Promise<string> {
  const { id } = await api(url, { ...post(lobbies, lobby), headers: bot });
  const twenty = JSON.stringify(Array.from({ length: 20 }, (_, i) => command(i)));
  await api(url, { ...put(commands, twenty), headers: bot });
  return `${lobbies}/${id}`;
}

function scenariosOn(path: string): Scenario[] {
  const own = (call: Call): Call => ({ ...call, headers: bot });
  const aMember = varied(put(`${path}/members/100000000000000001`, member));
  return [
    { name: "get lobby", goal: 0.5, bare: get("/lobby"), ours: own(get(path)) },
    { name: "list commands", goal: 0.5, bare: get("/commands"), ours: own(get(commands)) },
    {
      name: "create lobby",
      goal: 0.5,
      bare: post("/lobby", lobby),
      ours: own(post(lobbies, lobby)),
    },
    { name: "add member", goal: 0.5, bare: varied(put("/member", member)), ours: own(aMember) },
    {
      name: "upsert command",
      goal: 0.4,
      bare: post("/command", upsert),
      ours: own(post(commands, upsert)),
    },
    {
      name: "overwrite 100 full commands",
      goal: 0.4,
      bare: { ...put("/commands", overwrite), ...few },
      ours: own({ ...put(guildCommands, overwrite), ...few }),
    },
    ...invocations(),
  ];
}

/** From a user's command to what the user sees, by either way to the application. */
function invocations(): Scenario[] {
  const invoke = post("/control/v1/users/alice/invoke", invocation);
  return [
    {
      name: "invoke to reply",
      goal: 0.3,
      bare: post("/invoke", invocation),
      ours: { ...invoke, headers: control },
      answeredBy: async ({ bare, ours }) => [
        await bareBot(bare.url),
        await serviceBot(ours.url, BOT_TOKEN),
      ],
    },
    {
      name: "invoke to reply by signed HTTP",
      goal: 0.5,
      bare: post("/invoke-by-http", invocation),
      ours: { ...invoke, headers: control },
      answeredBy: async ({ bare, ours }) => [
        await bareEndpoint(bare.url),
        await serviceEndpoint(ours.url, BOT_TOKEN),
      ],
    },
  ];
}

/** The middle of the rounds, so that one disturbed round does not count. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function compare(scenario: Scenario, bare: Program, ours: Program) {
  const rounds: { bare: Measured; ours: Measured }[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const measured = {
      bare: await measure(bare, scenario.bare, SECONDS),
      ours: await measure(ours, scenario.ours, SECONDS),
    };
    if (round >= 0) rounds.push(measured);
  }
  const ratio = median(rounds.map((each) => each.ours.perSecond / each.bare.perSecond));
  const p99Ratio = median(rounds.map((each) => each.ours.p99Ms / Math.max(each.bare.p99Ms, 1)));
  return { name: scenario.name, ratio, goal: scenario.goal, p99Ratio, rounds };
}

function print(row: Awaited<ReturnType<typeof compare>>): void {
  const last = row.rounds.at(-1);
  if (last === undefined) return;
  const say = (m: Measured) =>
    `${Math.round(m.perSecond)}/s p50 ${m.p50Ms} ms p99 ${m.p99Ms} ms ${m.cpuSecondsPerThousand.toFixed(3)} s CPU/1000 ${Math.round(m.residentMiB)} MiB`;
  const verdict = row.ratio >= row.goal ? "reached" : "missed";
  console.log(
    `${row.name}: ${row.ratio.toFixed(2)} of bare (goal ${row.goal}, ${verdict}), p99 ${row.p99Ratio.toFixed(1)}x`,
  );
  console.log(`  bare ${say(last.bare)}\n  ours ${say(last.ours)}`);
}

interface Programs {
  readonly bare: Program;
  readonly ours: Program;
}

async function measureAll(programs: Programs) {
  const rows = [];
  const all = scenariosOn(await prepare(programs.ours.url));
  for (const scenario of all.filter(({ name }) => name.includes(ONLY))) {
    const bots = (await scenario.answeredBy?.(programs)) ?? [];
    const row = await compare(scenario, programs.bare, programs.ours);
    for (const each of bots) await each.close();
    rows.push(row);
    print(row);
  }
  return rows;
}

const MIB = 1024 * 1024;

/** What the programs use before anybody calls. */
function atRest({ bare, ours }: Programs) {
  const bareMiB = bare.residentBytes() / MIB;
  const oursMiB = ours.residentBytes() / MIB;
  const startRatio = ours.startMs / bare.startMs;
  return {
    start: { bareMs: bare.startMs, oursMs: ours.startMs, ratio: startRatio, goal: 4 },
    memory: { bareMiB, oursMiB, ratio: oursMiB / bareMiB, goal: 2 },
  };
}

const fromSource = join(import.meta.dirname, "../packages/server/bin/antechamber.js");

function startOurs(directory: string, program = fromSource): Promise<Program> {
  const flags = {
    port: "0",
    store: `sqlite:${join(directory, "bench.db")}`,
    limits: "off",
    log: "json",
  };
  return startProgram([
    program,
    "start",
    ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]),
  ]);
}

function write(results: object): void {
  const directory = join(import.meta.dirname, "results");
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "latest.json"), `${JSON.stringify(results, undefined, 2)}\n`);
  console.log("written to bench/results/latest.json");
}

async function measureWorlds(directory: string) {
  const program = await startOurs(join(directory, "worlds"));
  try {
    return await worldRows(program);
  } finally {
    await program.stop();
  }
}

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "antechamber-bench-"));
  const startBare = () => startProgram([join(import.meta.dirname, "bare.ts")]);
  const bare = await startBare();
  // What an installation pays once, at its first start, is not what every start costs.
  await (await startOurs(directory)).stop();
  const ours = await startOurs(directory);
  const rest = atRest({ bare, ours });
  try {
    const rows = await measureAll({ bare, ours });
    const scale = "lobbies at scale".includes(ONLY) ? await lobbiesAtScale(directory) : undefined;
    const journal = "journal".includes(ONLY) ? await journalCost(directory) : undefined;
    const gateway = "gateway fan-out".includes(ONLY)
      ? await gatewayRows(async () => ({
          program: await startOurs(join(directory, "gateway")),
          token: BOT_TOKEN,
          channelId: CHANNEL,
        }))
      : undefined;
    const worlds = "many worlds".includes(ONLY) ? await measureWorlds(directory) : undefined;
    const fromPackage = "start, packed".includes(ONLY)
      ? await packedStart({
          directory,
          startBare,
          startOurs: (program) => startOurs(directory, program),
        })
      : undefined;
    if (fromPackage !== undefined) {
      const { ratio, oursMs } = fromPackage;
      console.log(
        `start, packed: ${ratio.toFixed(1)}x of bare, ${Math.round(oursMs)} ms (goal at most 2x)`,
      );
    }
    const snapshots = "snapshots".includes(ONLY) ? await snapshotRows(directory) : undefined;
    const { start, memory } = rest;
    console.log(
      `start: ${start.ratio.toFixed(1)}x of bare, ${Math.round(start.oursMs)} ms (goal at most 4x)`,
    );
    console.log(
      `memory at rest: ${memory.ratio.toFixed(1)}x of bare, ${Math.round(memory.oursMiB)} MiB (goal at most 2x)`,
    );
    write({
      node: process.version,
      rows,
      scale,
      journal,
      gateway,
      worlds,
      fromPackage,
      snapshots,
      ...rest,
    });
  } finally {
    await Promise.all([bare.stop(), ours.stop()]);
    rmSync(directory, { recursive: true, force: true });
  }
}

await main();
