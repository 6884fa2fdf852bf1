// `npm run bench`: every figure as a ratio to a bare program measured in the same run. Absolute rates
// differ from machine to machine and from hour to hour; the ratios do not.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bareBot, serviceBot } from "./bots.ts";
import { measure, type Call, type Measured } from "./load.ts";
import { startProgram, type Program } from "./program.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 3);

const APPLICATION = "200000000000000001";
const BOT_TOKEN = "MjAwMDAwMDAwMDAwMDAwMDAx.demo.concierge";
const CONTROL_KEY = "antechamber";
const bot = { authorization: `Bot ${BOT_TOKEN}` };
const control = { authorization: `Control ${CONTROL_KEY}` };

const lobby = JSON.stringify({ metadata: { mode: "ranked" } });
const member = JSON.stringify({ metadata: { team: "red" } });
const command = (i: number | string) => ({
  name: `command-${i}`,
  description: "A command of the benchmark",
  options: [{ type: 3, name: "text", description: "Some text", required: true }],
});
const invocation = JSON.stringify({
  application: APPLICATION,
  channel: "300000000000000021",
  command: "command-1",
  options: { text: "hello" },
});

interface Scenario {
  readonly name: string;
  readonly bare: Call;
  readonly ours: Call;
  /** The least ratio of calls per second that is aimed for. */
  readonly goal: number;
  readonly withBot?: true;
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

/** The records that the scenarios work on. */
async function scenariosOn(url: string): Promise<Scenario[]> {
  const lobbies = "/api/v10/lobbies";
  const commands = `/api/v10/applications/${APPLICATION}/commands`;
  const { id } = await api(url, { method: "POST", path: lobbies, headers: bot, body: lobby });
  const twenty = JSON.stringify(Array.from({ length: 20 }, (_, i) => command(i)));
  await api(url, { method: "PUT", path: commands as string, headers: bot, body: twenty });
  const upsert = JSON.stringify(command("upserted"));
  return [
    {
      name: "get lobby",
      goal: 0.5,
      bare: { method: "GET", path: "/lobby" },
      ours: { method: "GET", path: `${lobbies}/${id}`, headers: bot },
    },
    {
      name: "list commands",
      goal: 0.5,
      bare: { method: "GET", path: "/commands" },
      ours: { method: "GET", path: commands, headers: bot },
    },
    {
      name: "create lobby",
      goal: 0.5,
      bare: { method: "POST", path: "/lobby", body: lobby },
      ours: { method: "POST", path: lobbies, headers: bot, body: lobby },
    },
    {
      name: "add member",
      goal: 0.5,
      bare: { method: "PUT", path: "/member", body: member },
      ours: {
        method: "PUT",
        path: `${lobbies}/${id}/members/100000000000000001`,
        headers: bot,
        body: member,
      },
    },
    {
      name: "upsert command",
      goal: 0.4,
      bare: { method: "POST", path: "/command", body: upsert },
      ours: { method: "POST", path: commands, headers: bot, body: upsert },
    },
    {
      name: "invoke to reply",
      goal: 0.3,
      withBot: true,
      bare: { method: "POST", path: "/invoke", body: invocation },
      ours: {
        method: "POST",
        path: "/control/v1/users/alice/invoke",
        headers: control,
        body: invocation,
      },
    },
  ];
}

/** The middle of the rounds, so that one disturbed round does not count. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function compare(scenario: Scenario, bare: Program, ours: Program) {
  const rounds: { bare: Measured; ours: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      bare: await measure(bare, scenario.bare, SECONDS),
      ours: await measure(ours, scenario.ours, SECONDS),
    });
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

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "antechamber-bench-"));
  const bare = await startProgram([join(import.meta.dirname, "bare.ts")]);
  const ours = await startProgram([
    join(import.meta.dirname, "../packages/server/bin/antechamber.js"),
    "start",
    "--port",
    "0",
    "--store",
    `sqlite:${join(directory, "bench.db")}`,
    "--limits",
    "off",
    "--log",
    "json",
    "--control-key",
    CONTROL_KEY,
  ]);
  const rest = {
    bareMiB: bare.residentBytes() / 1024 / 1024,
    oursMiB: ours.residentBytes() / 1024 / 1024,
  };
  try {
    const rows = [];
    for (const scenario of await scenariosOn(ours.url)) {
      const bots =
        scenario.withBot === true
          ? [await bareBot(bare.url), await serviceBot(ours.url, BOT_TOKEN)]
          : [];
      const row = await compare(scenario, bare, ours);
      for (const each of bots) each.close();
      rows.push(row);
      print(row);
    }
    const start = {
      bareMs: bare.startMs,
      oursMs: ours.startMs,
      ratio: ours.startMs / bare.startMs,
      goal: 4,
    };
    const memory = { ...rest, ratio: rest.oursMiB / rest.bareMiB, goal: 2 };
    console.log(
      `start: ${start.ratio.toFixed(1)}x of bare (${Math.round(start.oursMs)} ms against ${Math.round(start.bareMs)} ms, goal at most 4x)`,
    );
    console.log(
      `memory at rest: ${memory.ratio.toFixed(1)}x of bare (${Math.round(rest.oursMiB)} MiB against ${Math.round(rest.bareMiB)} MiB, goal at most 2x)`,
    );
    const results = join(import.meta.dirname, "results");
    mkdirSync(results, { recursive: true });
    const file = join(results, "latest.json");
    writeFileSync(
      file,
      `${JSON.stringify({ node: process.version, rows, start, memory }, undefined, 2)}\n`,
    );
    console.log(`written to bench/results/latest.json`);
  } finally {
    await Promise.all([bare.stop(), ours.stop()]);
    rmSync(directory, { recursive: true, force: true });
  }
}

await main();
