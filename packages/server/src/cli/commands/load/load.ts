// `antechamber load`: simulates players who carry out a plan over real sockets, and reports how it
// went.
import type { LoadPlan } from "@antechamber/contract/control";
import type { Command } from "commander";
import type { Act } from "../../acting.ts";
import type { ReadPlan } from "../../deps.ts";
import { durationOf } from "../../durations.ts";
import { exitCodes, wrongFile, wrongUsage } from "../../failures.ts";
import type { Session } from "../../session.ts";
import { goalsOf, reportLines } from "./report.ts";
import { PlayerScript, type Action } from "./script.ts";

/** The duration of a plan that sets neither rounds nor a time. */
const USUAL_MS = 30_000;
/** How many rounds `--list` shows of a plan that is limited by time. */
const ROUNDS_LISTED = 1;

interface Loading {
  readonly players?: string;
  readonly for?: string;
  readonly list?: boolean;
}

export function addLoad(program: Command, act: Act): void {
  act<Loading>(
    program
      .command("load")
      .description("Run a load plan with simulated players, and measure the service")
      .argument("<plan>", "file of the plan, JSON or YAML")
      .option("--players <number>", "number of players (default: as in the plan, else 1)")
      .option("--for <duration>", "for how long they play: 30s, 5m")
      .option("--list", "print the calls in their order instead of making them"),
    load,
  );
}

async function load(session: Session, options: Loading, file = ""): Promise<number> {
  const { loadPlans, env, interrupted } = session.deps;
  const read = await loadPlans.read(file).catch(wrongFile);
  const plan = { ...read.plan, for: lengthOf(options.for, read) };
  const players = countOf(options.players, read);
  if (options.list === true) return list(session, plan, players);
  const botToken = env["ANTECHAMBER_BOT_TOKEN"] ?? plan.bot_token;
  if (botToken === undefined && needsBot(plan)) {
    wrongUsage(
      "the plan has create or delete, which need a bot: give it a bot_token, or set ANTECHAMBER_BOT_TOKEN",
    );
  }
  // Loaded on use, since no other command needs it.
  const { runPlan } = await import("./run.ts");
  let clear = () => {};
  const report = await runPlan(session, {
    plan,
    players,
    botToken,
    interrupted: interrupted(),
    progress({ seconds, calls, failed }) {
      clear();
      clear = session.out.progress(`${seconds} s, ${calls} calls, ${failed} failed …`);
    },
  });
  clear();
  const goals = goalsOf(plan, report);
  session.out.show({ ...report, goals }, () => reportLines(report, goals, session.out));
  return goals.every(({ met }) => met) ? exitCodes.done : exitCodes.found;
}

function countOf(text: string | undefined, { plan, playersMax }: ReadPlan): number {
  if (text === undefined) return plan.players ?? 1;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= playersMax) return count;
  return wrongUsage(`--players: "${text}" is not a number from 1 to ${playersMax}`);
}

/**
 * How long players play rounds, in milliseconds; a plan with a number of rounds may take the
 * maximum.
 */
function lengthOf(text: string | undefined, { plan, lengthMax }: ReadPlan): number {
  if (text === undefined) return plan.for ?? (plan.rounds === undefined ? USUAL_MS : lengthMax);
  const length = durationOf(text);
  if (length > 0 && length <= lengthMax) return length;
  return wrongUsage(
    `--for: "${text}" is not a duration above zero and up to ${lengthMax / 60_000}m`,
  );
}

/** Whether some step is carried out by the game's backend. */
function needsBot({ before, steps, after }: LoadPlan): boolean {
  return /"(create|delete)":/.test(JSON.stringify([before, steps, after]));
}

/** Prints the calls that each player would make, one line per step. */
function list(session: Session, plan: LoadPlan, players: number): number {
  const rounds = plan.rounds ?? ROUNDS_LISTED;
  const numbers = Array.from({ length: players }, (_, i) => i + 1);
  for (const player of numbers) {
    const script = new PlayerScript(plan, player);
    const print = (actions: Iterable<Action>) => {
      for (const action of actions) {
        session.out.show({ player, ...action }, () => [lineOf(player, action)]);
      }
    };
    print(script.before());
    for (let round = 1; round <= rounds; round += 1) print(script.round(round));
    print(script.after(rounds));
  }
  return exitCodes.done;
}

function lineOf(player: number, { call, ...fields }: Action): string {
  const values = Object.entries(fields).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return `  ${player}  ${[call, ...values].join("  ")}`;
}
