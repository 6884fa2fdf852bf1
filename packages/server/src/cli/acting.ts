// Binds commands to their actions.
import type { Command } from "commander";
import type { GlobalOptions } from "./deps.ts";
import type { Session } from "./session.ts";

/** The action of a command, which returns its exit code, or nothing for 0. */
export type Action<O extends object> = (
  session: Session,
  options: O & GlobalOptions,
  ...args: readonly string[]
) => Promise<number | void>;

/** Binds a command to its action, and adds the global options. */
export interface Act {
  <O extends object>(command: Command, action: Action<O>): Command;
}

/** Adds an option that takes one of several words. */
export function withChoice(
  command: Command,
  flags: string,
  says: string,
  words: readonly string[],
): Command {
  return command.addOption(command.createOption(flags, says).choices(words));
}

/** The command itself, with the global options added. */
export function withGlobalOptions(command: Command): Command {
  return command
    .option(
      "--url <address>",
      "address of the service [ANTECHAMBER_URL] (default: http://127.0.0.1:8010)",
    )
    .option(
      "--control-key <key>",
      "control key of the service [ANTECHAMBER_CONTROL_KEY] (default: antechamber)",
    )
    .option("--world-name <world>", "world of the service [ANTECHAMBER_WORLD_NAME] (default: main)")
    .option("--json", "print JSON: one object, or one line for each entry of a stream")
    .option("--quiet", "print only the result")
    .option("--no-color", "print without colours [NO_COLOR]");
}

/** Flags that may also precede the command; true for those that take a value. */
export const globalFlags: Readonly<Record<string, boolean>> = {
  "--url": true,
  "--control-key": true,
  "--world-name": true,
  "--json": false,
  "--quiet": false,
  "--no-color": false,
};
