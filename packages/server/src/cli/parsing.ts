// Parses the command line, both in the client program and in the whole one.
import type { Command } from "commander";
import { globalFlags } from "./acting.ts";
import type { ClientDeps } from "./deps.ts";
import { exitCodes } from "./failures.ts";

/** Sets a program up to print to the given outputs, and to throw instead of ending the process. */
export function shellOf(program: Command, { version, out, err }: ClientDeps): Command {
  return program
    .description(
      "A self-hosted application integration service, compatible with the Discord v10 API",
    )
    .version(version)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: out,
      writeErr: err,
      outputError: (text, write) => write(`antechamber: ${oneLine(text)}\n`),
    });
}

/** A message on one line with its suggestion, `(Did you mean --port?)`. */
function oneLine(text: string): string {
  return text
    .trim()
    .replace(/^error: /, "")
    .replaceAll("\n", " ");
}

/** The exit code after the parser has stopped: 0 for help and version, else wrong usage. */
export function exitOfParser({ exitCode }: { readonly exitCode: number }): number {
  return exitCode === 0 ? exitCodes.done : exitCodes.usage;
}

/** Moves global flags behind the command: `--url X world reset` -> `world reset --url X`. */
export function withFlagsBehind(args: readonly string[]): readonly string[] {
  let count = 0;
  while (count < args.length) {
    const [flag = "", value] = (args[count] ?? "").split("=", 2);
    const takesValue = globalFlags[flag];
    if (takesValue === undefined) break;
    count += takesValue && value === undefined ? 2 : 1;
  }
  const [flags, words] = [args.slice(0, count), args.slice(count)];
  if (words.length === 0) return args;
  // Everything after `--` belongs to another program.
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  return [...words.slice(0, end), ...flags, ...words.slice(end)];
}
