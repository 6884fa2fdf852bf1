// The client commands, which call a running service. They load no server code, so that they start
// fast.
import type { Command } from "commander";
import { withGlobalOptions, type Act, type Action } from "./acting.ts";
import type { ClientDeps, GlobalOptions } from "./deps.ts";
import { addCheck } from "./commands/check/check.ts";
import { addClock } from "./commands/clock.ts";
import { addCompletion } from "./commands/completion.ts";
import { addConnect } from "./commands/connect.ts";
import { addDoctor } from "./commands/doctor/doctor.ts";
import { addFaults } from "./commands/faults.ts";
import { addJournal } from "./commands/journal/journal.ts";
import { addLimits } from "./commands/limits.ts";
import { addLists } from "./commands/lists.ts";
import { addLoad } from "./commands/load/load.ts";
import { addMcp } from "./commands/mcp.ts";
import { addOpen } from "./commands/open.ts";
import { addRecord } from "./commands/record.ts";
import { addReplay } from "./commands/replay.ts";
import { addSnapshot } from "./commands/snapshot.ts";
import { exitCodes, reportOf } from "./failures.ts";
import { nearest } from "../kit/client/nearest.ts";
import { withoutControls } from "./output.ts";
import { exitOfParser, shellOf } from "./parsing.ts";
import { Session } from "./session.ts";
import { addTrace } from "./commands/trace.ts";
import { addUserActs } from "./commands/user-acts.ts";
import { addWhy } from "./commands/why.ts";
import { addWorld } from "./commands/world.ts";

/** Adds a group of commands to a program. */
type Add = (program: Command, act: Act) => void;

/** Groups of commands, each with the first words of its commands, in the order of the help. */
const groups: readonly (readonly [words: readonly string[], add: Add])[] = [
  [["invoke", "autocomplete", "click", "select", "submit", "message", "see"], addUserActs],
  [["why"], addWhy],
  [["journal"], addJournal],
  [["trace"], addTrace],
  [["record"], addRecord],
  [["replay"], addReplay],
  [["clock"], addClock],
  [["limits"], addLimits],
  [["faults"], addFaults],
  [["check"], addCheck],
  [["world"], addWorld],
  [["snapshot"], addSnapshot],
  [["lobbies", "webhooks"], addLists],
  [["load"], addLoad],
  [["connect"], addConnect],
  [["doctor"], addDoctor],
  [["mcp"], addMcp],
  [["open"], addOpen],
  [["completion", "complete"], addCompletion],
];

/**
 * Adds the client commands to a program.
 *
 * @param ended is called with the exit code of the command that ran
 */
export function addClientCommands(
  program: Command,
  deps: ClientDeps,
  ended: (code: number) => void,
): void {
  const act: Act = <O extends object>(command: Command, action: Action<O>) =>
    withGlobalOptions(command)
      .allowExcessArguments(true)
      .action(async () => {
        refuseExcess(command);
        const options = optionsOf(command) as O & GlobalOptions;
        const args = (command.processedArgs as readonly (string | readonly string[])[]).flat();
        ended(await runAction(deps, options, (session) => action(session, options, ...args)));
      });
  for (const [, add] of groups) add(program, act);
}

/** Rejects a word that is neither an argument of the command nor a subcommand. */
function refuseExcess(command: Command): void {
  const { args, registeredArguments: declared } = command;
  const word = args[declared.length];
  if (word === undefined || declared.at(-1)?.variadic === true) return;
  const names = command.commands.map((each) => each.name());
  const suggestions =
    names.length === 0 ? "" : `; did you mean ${nearest(word, names).join(", ")}?`;
  const what = names.length === 0 ? `takes no "${word}"` : `has no command "${word}"`;
  command.error(`${command.name()} ${what}${suggestions}`);
}

/**
 * The options of a command and of its parent commands; an explicit value takes precedence over a
 * default.
 */
function optionsOf(command: Command): object {
  const options: Record<string, unknown> = { ...command.opts() };
  for (let group = command.parent; group !== null; group = group.parent) {
    for (const [name, value] of Object.entries(group.opts())) {
      if (group.getOptionValueSource(name) !== "default" || !(name in options))
        options[name] = value;
    }
  }
  return options;
}

/** Runs the action of a command; errors are printed to stderr. */
async function runAction(
  deps: ClientDeps,
  options: GlobalOptions,
  action: (session: Session) => Promise<number | void>,
): Promise<number> {
  let url = options.url ?? "";
  try {
    const session = new Session(deps, options);
    ({ url } = session);
    return (await action(session)) ?? 0;
  } catch (error) {
    const report = reportOf(error, url);
    if (report === undefined) throw error;
    for (const line of report.lines) deps.err(`antechamber: ${withoutControls(line)}\n`);
    return report.code;
  }
}

/** The first words of client commands, by which `main.ts` recognises them. */
export const clientWords: ReadonlySet<string> = new Set(groups.flatMap(([words]) => words));

/** Runs a client command. @returns the exit code */
export async function runClientCommand(args: readonly string[], deps: ClientDeps): Promise<number> {
  const { Command: Program, CommanderError } = await import("commander");
  const program = shellOf(new Program("antechamber"), deps);
  let code: number = exitCodes.done;
  addClientCommands(program, deps, (exitCode) => void (code = exitCode));
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return exitOfParser(error);
    throw error;
  }
}
