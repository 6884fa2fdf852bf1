// The calls that bots and games make most often, each compared with the same call of a bare
// program.
import { bareBot, bareEndpoint, serviceBot, serviceEndpoint, type Bot } from "./bots.ts";
import { median, ofPairs, type Figure } from "./figures.ts";
import { measure, steadily, type Call, type Measured } from "./load.ts";
import type { Program } from "./program.ts";
import { asBot, control, send } from "./send.ts";

/** Rounds of each scenario that are not counted, while the engine compiles. */
const WARM_UP_ROUNDS = 2;
/** The rate of background calls, per second. */
const BESIDE_PER_SECOND = 200;

export interface Programs {
  readonly bare: Program;
  readonly ours: Program;
}

export interface Rounds {
  readonly rounds: number;
  /** The duration of each load, in seconds. */
  readonly seconds: number;
}

const APPLICATION = "200000000000000001";
export const CHANNEL = "300000000000000021";
export const BOT_TOKEN = "MjAwMDAwMDAwMDAwMDAwMDAx.demo.concierge";
const bot = asBot(BOT_TOKEN);

const lobby = JSON.stringify({ metadata: { mode: "ranked" } });
/** A different record in every call, and so an event: an unchanged record would not be stored. */
const member = JSON.stringify({ metadata: { team: "[<id>]" } });
const command = (i: number | string) => ({
  name: `command-${i}`,
  description: "A command of the benchmark",
  options: [{ type: 3, name: "text", description: "Some text", required: true }],
});
/**
 * A command whose texts nearly reach the limit of 8000 characters. Its description differs in every
 * call, because an unchanged command would not be stored.
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

/** The call of each of the two programs. */
interface Calls {
  readonly bare: Call;
  readonly ours: Call;
}

interface Scenario extends Calls {
  readonly name: string;
  /** Background calls at a steady rate. */
  readonly beside?: Calls;
  /** The goal: the least ratio of calls per second. */
  readonly goal: number;
  /** Starts the applications that answer the invocations of both programs. */
  readonly answeredBy?: (programs: Programs) => Promise<Bot[]>;
}

const lobbies = "/api/v10/lobbies";
const commands = `/api/v10/applications/${APPLICATION}/commands`;
const guildCommands = `/api/v10/applications/${APPLICATION}/guilds/300000000000000001/commands`;
const upsert = JSON.stringify(command("upserted"));

/** Each call has a megabyte, and more connections would measure the client. */
const few = { connections: 4, isVaried: true } as const;

const get = (path: string): Call => ({ method: "GET", path });
const post = (path: string, body: string): Call => ({ method: "POST", path, body });
const put = (path: string, body: string): Call => ({ method: "PUT", path, body });
const varied = (call: Call): Call => ({ ...call, isVaried: true });

/** Creates the records that the scenarios use, and returns the lobby's path. */
async function prepare(url: string): Promise<string> {
  const created = await send(url + lobbies, { method: "POST", headers: bot, body: lobby });
  const { id } = JSON.parse(created) as { id: string };
  const twenty = Array.from({ length: 20 }, (_, i) => command(i));
  await send(url + commands, { method: "PUT", headers: bot, body: twenty });
  return `${lobbies}/${id}`;
}

function scenariosOn(path: string): Scenario[] {
  const own = (call: Call): Call => ({ ...call, headers: bot });
  const aMember = varied(put(`${path}/members/100000000000000001`, member));
  return [
    { name: "get lobby", goal: 0.85, bare: get("/lobby"), ours: own(get(path)) },
    { name: "list commands", goal: 0.85, bare: get("/commands"), ours: own(get(commands)) },
    {
      name: "get lobby while others are written 200 times a second",
      goal: 0.75,
      bare: get("/lobby"),
      ours: own(get(path)),
      beside: { bare: post("/lobby", lobby), ours: own(post(lobbies, lobby)) },
    },
    {
      name: "small answer that nobody remembers",
      goal: 0.75,
      bare: get("/gateway"),
      ours: get("/api/v10/gateway"),
    },
    {
      name: "create lobby",
      goal: 0.8,
      bare: post("/lobby", lobby),
      ours: own(post(lobbies, lobby)),
    },
    { name: "add member", goal: 0.7, bare: varied(put("/member", member)), ours: own(aMember) },
    {
      name: "upsert command",
      goal: 0.7,
      bare: post("/command", upsert),
      ours: own(post(commands, upsert)),
    },
    {
      name: "overwrite 100 full commands",
      goal: 0.5,
      bare: { ...put("/commands", overwrite), ...few },
      ours: own({ ...put(guildCommands, overwrite), ...few }),
    },
    ...invocations(),
  ];
}

/** From a user's command to the user's message, by each of the two ways to the application. */
function invocations(): Scenario[] {
  const invoke = post("/control/v1/users/alice/invoke", invocation);
  return [
    {
      name: "invoke to reply",
      goal: 0.45,
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

interface Round {
  readonly bare: Measured;
  readonly ours: Measured;
}

async function measured(program: Program, who: keyof Calls, scenario: Scenario, seconds: number) {
  const beside = scenario.beside?.[who];
  const stop = beside && steadily(program, beside, BESIDE_PER_SECOND);
  try {
    return await measure(program, scenario[who], seconds);
  } finally {
    await stop?.();
  }
}

async function roundsOf(
  scenario: Scenario,
  { bare, ours }: Programs,
  { rounds, seconds }: Rounds,
): Promise<readonly Round[]> {
  const take = {
    bare: () => measured(bare, "bare", scenario, seconds),
    ours: () => measured(ours, "ours", scenario, seconds),
  };
  const all: Round[] = [];
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    const each =
      round % 2 === 0
        ? { bare: await take.bare(), ours: await take.ours() }
        : { ours: await take.ours(), bare: await take.bare() };
    if (round >= 0) all.push(each);
  }
  return all;
}

function figureOf({ name, goal }: Scenario, pairs: readonly (readonly Round[])[]): Figure {
  const rounds = pairs.flat();
  const last = rounds.at(-1);
  const say = (who: string, m: Measured | undefined) =>
    m === undefined
      ? ""
      : `${who} ${Math.round(m.perSecond)}/s p50 ${m.p50Ms} ms p99 ${m.p99Ms} ms ${(m.cpuSecondsPerThousand * 1000).toFixed(1)} µs CPU ${Math.round(m.residentMiB)} MiB`;
  const p99 = median(rounds.map(({ bare, ours }) => ours.p99Ms / Math.max(bare.p99Ms, 1)));
  const rates = pairs.map((own) => own.map(({ bare, ours }) => ours.perSecond / bare.perSecond));
  const byTime = pairs.map((own) =>
    own.map(({ bare, ours }) => bare.cpuSecondsPerThousand / ours.cpuSecondsPerThousand),
  );
  return {
    name,
    ...ofPairs(rates),
    unit: "of bare",
    better: "higher",
    goal,
    detail: `${say("bare", last?.bare)}\n${say("ours", last?.ours)}\np99 ${p99.toFixed(1)} times that of bare, by processor time ${ofPairs(byTime).value.toFixed(2)}, of each pair ${rates.map((own) => median(own).toFixed(2)).join(", ")}`,
  };
}

/** The calls that other figures use. */
export const createLobby: Call = { ...post(lobbies, lobby), headers: bot };
export const listCommands: Call = { ...get(commands), headers: bot };

/** The goals of calls that wait for a database, by name. */
const goalsOnPostgres = { "get lobby": 0.5, "list commands": 0.5, "create lobby": 0.5 };

/** Measures some calls of programs that store their records in PostgreSQL. */
export async function* postgresFigures(programs: Programs, rounds: Rounds): AsyncGenerator<Figure> {
  const all = scenariosOn(await prepare(programs.ours.url));
  for (const [name, goal] of Object.entries(goalsOnPostgres)) {
    const found = all.find((each) => each.name === name);
    if (found === undefined) throw new Error(`no call is named ${name}`);
    const scenario = { ...found, name: `${name} on PostgreSQL`, goal };
    yield figureOf(scenario, [await roundsOf(scenario, programs, rounds)]);
  }
}

/** The calls for several processes on one database. */
export async function callsOnPostgres(url: string): Promise<readonly (readonly [string, Call])[]> {
  const path = await prepare(url);
  const message = post(`/api/v10/channels/${CHANNEL}/messages`, JSON.stringify({ content: "hi" }));
  const calls = {
    "get lobby": get(path),
    "create lobby": post(lobbies, lobby),
    // More connections to one channel would measure how calls wait for each other's locks.
    "create message": { ...message, connections: 4 },
  };
  return Object.entries(calls).map(([name, call]) => [name, { ...call, headers: bot }]);
}

/** Measures the calls whose names contain a word, with each pair of programs. */
export async function* callFigures(
  pairs: readonly Programs[],
  rounds: Rounds,
  only: string,
): AsyncGenerator<Figure> {
  const ofPair = await Promise.all(
    pairs.map(async (programs) => ({
      programs,
      scenarios: scenariosOn(await prepare(programs.ours.url)),
    })),
  );
  for (const [nth, scenario] of (ofPair[0]?.scenarios ?? []).entries()) {
    if (!scenario.name.includes(only)) continue;
    const all: (readonly Round[])[] = [];
    for (const { programs, scenarios } of ofPair) {
      const own = scenarios[nth] ?? scenario;
      const bots = (await own.answeredBy?.(programs)) ?? [];
      all.push(await roundsOf(own, programs, rounds));
      for (const each of bots) await each.close();
    }
    yield figureOf(scenario, all);
  }
}
