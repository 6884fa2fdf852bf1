// `npm run bench`: every figure as a ratio to a bare program measured in the same run. Absolute rates
// differ from machine to machine and from hour to hour; the ratios do not.
//
//   npm run bench -- --only lobby --rounds 2   only figures with a word in their group or name
//   npm run bench -- --against FILE            compares with an earlier run; exits 1 if worse
//   npm run bench -- --peers                   also measures other programs from the registry
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  BOT_TOKEN,
  callFigures,
  postgresFigures,
  CHANNEL,
  createLobby,
  listCommands,
  type Programs,
  type Rounds,
} from "./calls.ts";
import { gatewayFigures } from "./fan-out.ts";
import { compared, print, read, write, type Figure } from "./figures.ts";
import { growthFigures } from "./growth.ts";
import { journalFigures } from "./journal-cost.ts";
import { lobbyFigures } from "./lobbies-at-scale.ts";
import { packedProgram } from "./packed-program.ts";
import { peerFigures } from "./peers.ts";
import { aDatabase } from "./databases.ts";
import { processFigures } from "./processes.ts";
import { startProgram, type Program } from "./program.ts";
import { snapshotFigures } from "./snapshots.ts";
import { memoryFigures, startFigures } from "./start-and-memory.ts";
import { worldFigures } from "./worlds.ts";

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "3" },
    against: { type: "string" },
    peers: { type: "boolean", default: false },
    out: { type: "string", default: join(import.meta.dirname, "results", "latest.json") },
  },
});

const scratch = mkdtempSync(join(tmpdir(), "antechamber-bench-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
const program = await packedProgram(scratch);
const startBare = () => startProgram([join(import.meta.dirname, "bare.ts")]);

/** The server for the programs' databases, as in `node scripts/engines.ts npm run bench`. */
const postgres = process.env["TEST_PG_URL"];

interface Ours {
  readonly directory: string;
  /** Absent: a file in the directory. */
  readonly store?: string;
  readonly world?: string;
}

function startOurs({ directory, world, store }: Ours): Promise<Program> {
  const flags = {
    port: "0",
    store: store ?? `sqlite:${join(directory, "bench.db")}`,
    limits: "off",
    log: "json",
    ...(world === undefined ? {} : { world }),
  };
  const pairs = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  return startProgram([program, "start", ...pairs]);
}

type Figures = AsyncIterable<Figure> | Iterable<Figure>;

/** Figures that are measured together, on programs of their own. */
interface Group {
  readonly name: string;
  readonly take: (directory: string) => Figures;
  /** True if a word of `--only` may also select single figures of the group. */
  readonly hasCalls?: true;
  readonly isLeftOut?: boolean;
}

async function* withBoth(
  directory: string,
  take: (programs: Programs) => Figures,
): AsyncGenerator<Figure> {
  const programs = await startPair(directory, "bare");
  try {
    yield* take(programs);
  } finally {
    await stopAll([programs]);
  }
}

/** The program that starts first is often slower for life, so there is a pair for each order. */
async function* withPairs(
  directory: string,
  take: (pairs: readonly Programs[]) => Figures,
): AsyncGenerator<Figure> {
  const pairs: Programs[] = [];
  try {
    for (const first of ["bare", "ours"] as const) {
      const own = join(directory, first);
      mkdirSync(own);
      pairs.push(await startPair(own, first));
    }
    yield* take(pairs);
  } finally {
    await stopAll(pairs);
  }
}

async function startPair(directory: string, first: keyof Programs): Promise<Programs> {
  // The first start includes one-time costs of an installation, so it is not measured.
  await (await startOurs({ directory })).stop();
  if (first === "bare") return { bare: await startBare(), ours: await startOurs({ directory }) };
  return { ours: await startOurs({ directory }), bare: await startBare() };
}

async function stopAll(pairs: readonly Programs[]): Promise<void> {
  await Promise.all(pairs.flatMap(({ bare, ours }) => [bare.stop(), ours.stop()]));
}

/** The service and a bare program, each with a database of its own on one server. */
async function* onPostgres(directory: string, server: string): AsyncGenerator<Figure> {
  const [forBare, forOurs] = [
    await aDatabase(server, "bench_bare"),
    await aDatabase(server, "bench_ours"),
  ];
  const barePostgres = join(import.meta.dirname, "bare-postgres.ts");
  const bare = await startProgram([barePostgres], { BENCH_DATABASE: forBare.url });
  const ours = await startOurs({ directory, store: forOurs.url });
  try {
    yield* postgresFigures({ bare, ours }, rounds);
  } finally {
    await Promise.all([bare.stop(), ours.stop()]);
    for (const database of [forBare, forOurs]) await database.drop();
  }
}

async function* withOurs(directory: string, take: (ours: Program) => Figures) {
  const ours = await startOurs({ directory });
  try {
    yield* take(ours);
  } finally {
    await ours.stop();
  }
}

const rounds: Rounds = { rounds: Number(options.rounds), seconds: Number(options.seconds) };

const groups: readonly Group[] = [
  {
    name: "start and memory at rest",
    take: (directory) => startFigures(startBare, () => startOurs({ directory })),
  },
  {
    name: "calls",
    hasCalls: true,
    take: (at) => withPairs(at, (pairs) => callFigures(pairs, rounds, only)),
  },
  {
    name: "on PostgreSQL",
    isLeftOut: postgres === undefined,
    take: (at) => onPostgres(at, postgres ?? ""),
  },
  {
    name: "several processes",
    isLeftOut: postgres === undefined,
    take: (directory) =>
      processFigures({
        server: postgres ?? "",
        start: (store) => startOurs({ directory, store }),
      }),
  },
  { name: "memory after a million requests", take: (at) => withBoth(at, memoryFigures) },
  { name: "lobbies at scale", take: (at) => lobbyFigures(program, at) },
  { name: "growth", take: (directory) => growthFigures({ directory, start: startGrown }) },
  { name: "journal", take: journalFigures },
  { name: "gateway fan-out", take: (at) => gatewayFigures(() => sessionsOn(at)) },
  { name: "many worlds", take: (at) => withOurs(at, worldFigures) },
  { name: "snapshots", take: (at) => snapshotFigures(program, at) },
  {
    name: "peers",
    isLeftOut: !options.peers,
    take: (at) =>
      withOurs(at, (ours) =>
        peerFigures({ ours }, { create: createLobby, list: listCommands }, at),
      ),
  },
];

async function sessionsOn(directory: string) {
  return { program: await startOurs({ directory }), token: BOT_TOKEN, channelId: CHANNEL };
}

function startGrown(directory: string, world: string): Promise<Program> {
  return startOurs({ directory, world });
}

const isNamed = groups.some(({ name }) => options.only !== "" && name.includes(options.only));
/**
 * A word that names groups selects all of their figures; any other selects the calls with that word
 * in their names.
 */
const only = isNamed ? "" : options.only;

function chosen({ name, hasCalls, isLeftOut }: Group): boolean {
  if (isLeftOut === true) return false;
  if (options.only === "" || name.includes(options.only)) return true;
  return hasCalls === true && !isNamed;
}

const figures: Figure[] = [];
for (const group of groups.filter(chosen)) {
  const directory = mkdtempSync(join(scratch, "figures-"));
  try {
    for await (const figure of group.take(directory)) {
      figures.push(figure);
      print(figure);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
if (figures.length === 0) {
  const names = groups.map(({ name }) => name).join(", ");
  console.error(
    `no group, and no call, has "${options.only}" in its name; the groups are: ${names}`,
  );
  process.exit(2);
}
const before = options.against === undefined ? undefined : read(options.against);
write(options.out, figures);
if (before !== undefined) {
  const { worse, better } = compared(before.figures, figures);
  console.log(`against ${before.commit.slice(0, 8)}:`);
  for (const line of better) console.log(`  better  ${line}`);
  for (const line of worse) console.log(`  worse   ${line}`);
  if (worse.length + better.length === 0) console.log("  nothing differs beyond the noise");
  if (worse.length > 0) process.exitCode = 1;
}
