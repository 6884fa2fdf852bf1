// The cost of the journal: the rate at which lobbies are created with and without it, measured in
// turns on two services that are otherwise the same. Source: docs/product.md, Journal.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { median, ofRounds, type Figure } from "./figures.ts";
import { measure, type Call, type Measured } from "./load.ts";
import { startProgram, type Program } from "./program.ts";

/**
 * Each process keeps its speed for life, and the one that starts first is often slower by a tenth
 * or more, with or without the journal. So every pair is a new one, in alternating order.
 */
const PAIRS = 6;
const ROUNDS = 8;
const SECONDS = 2;
/** Enough calls to fill the journal, because it is full for most of a service's life. */
const WARMING = { calls: 120_000 };
/** The goal: the least ratio. */
const GOAL = 0.95;

/** A day, so that no lobby closes during the measurement. */
const IDLE_TIMEOUT_SECONDS = 24 * 60 * 60;

const create: Call = {
  method: "POST",
  path: "/api/v10/lobbies",
  headers: { authorization: "Bot MjAwMDAwMDAwMDAwMDAwMDAx.demo.concierge" },
  body: JSON.stringify({
    metadata: { mode: "ranked", map: "dust" },
    idle_timeout_seconds: IDLE_TIMEOUT_SECONDS,
  }),
};

interface Round {
  readonly on: Measured;
  readonly off: Measured;
}

/** Measures the creation of lobbies with and without the journal. */
export async function* journalFigures(directory: string): AsyncGenerator<Figure> {
  const rounds: Round[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const each = join(directory, `pair-${pair}`);
    mkdirSync(each);
    rounds.push(...(await roundsOfPair(each, pair % 2 === 0 ? "on" : "off")));
  }
  const rates = rounds.map(({ on, off }) => on.perSecond / off.perSecond);
  const cpu = median(
    rounds.map(({ on, off }) => off.cpuSecondsPerThousand / on.cpuSecondsPerThousand),
  );
  yield {
    name: "create lobby with the journal",
    ...ofRounds(rates),
    unit: "of without",
    better: "higher",
    goal: GOAL,
    detail: `half of the rounds: ${middleHalf(rates)}\nby processor time ${cpu.toFixed(3)}`,
  };
}

/** The rounds of two services that are started for them, the given one first. */
async function roundsOfPair(directory: string, first: "on" | "off"): Promise<readonly Round[]> {
  const program = join(import.meta.dirname, "journal-service.ts");
  const start = async (mode: "on" | "off") => {
    const service = await startProgram([program, mode, join(directory, `${mode}.db`)]);
    await measure(service, create, WARMING);
    return service;
  };
  const one = await start(first);
  const other = await start(first === "on" ? "off" : "on");
  const services = first === "on" ? { on: one, off: other } : { on: other, off: one };
  const rounds: Round[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await inTurns(services, round));
  } finally {
    await Promise.all([one.stop(), other.stop()]);
  }
  return rounds;
}

/** The first service of a round may find a cooler or a busier machine, so the order alternates. */
async function inTurns(
  { on, off }: { readonly on: Program; readonly off: Program },
  round: number,
): Promise<Round> {
  const take = (service: Program) => measure(service, create, SECONDS);
  if (round % 2 === 0) return { on: await take(on), off: await take(off) };
  const first = await take(off);
  return { on: await take(on), off: first };
}

function middleHalf(values: readonly number[]): string {
  const inOrder = values.toSorted((one, other) => one - other);
  const at = (share: number) => inOrder[Math.floor(inOrder.length * share)] ?? NaN;
  return `${at(0.25).toFixed(3)} to ${at(0.75).toFixed(3)}`;
}
