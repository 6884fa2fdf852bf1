// The whole command line: the commands that run a service or change its store, and the client
// commands. Code that reads settings is loaded when one of these commands runs, so that help is
// printed fast.
import { Command, CommanderError, Option } from "commander";
import type { ClientDeps } from "./cli/deps.ts";
import { exitCodes } from "./cli/failures.ts";
import { withOffers, type Offers } from "./cli/offers.ts";
import { exitOfParser, shellOf } from "./cli/parsing.ts";
import { ConfigError } from "./start/config-error.ts";
import type { Config, StoreChoice } from "./start/config.ts";
import type { ProgramRunOptions } from "./run/run.ts";
import {
  settings,
  variableOf,
  type GivenFlags,
  type Setting,
  type SettingName,
  type ProcessEnvironment,
} from "./start/settings.ts";

/** The dependencies of the command line on the surrounding program. */
export interface CommandLineDeps {
  /** The dependencies of the client commands; the other commands print to the same outputs. */
  readonly client: ClientDeps;
  /** Starts the service; errors are passed on. */
  readonly start: (config: Config) => Promise<void>;
  /**
   * Runs a program against a service of its own. @returns the program's exit code; errors are
   * passed on
   */
  readonly run: (config: Config, runOptions: ProgramRunOptions) => Promise<number>;
  /** Runs the inner half of an isolated run. @returns the exit code of its program */
  readonly runInside: (planPath: string) => Promise<number>;
  /** Migrates a store to this version; errors are passed on. */
  readonly migrate: (store: StoreChoice) => Promise<void>;
  /** Returns the source of the pytest plugin. */
  readonly pythonPlugin: () => Promise<string>;
  readonly surroundings?: ProcessEnvironment;
}

/**
 * Runs a command.
 *
 * @param args the words after the program's name
 * @returns the exit code: 0, or 2 after one line on `err`; for `run`, that of the program
 */
export async function runCommandLine(
  args: readonly string[],
  deps: CommandLineDeps,
): Promise<number> {
  try {
    let code = 0;
    const ended = (exitCode: number) => void (code = exitCode);
    const program = args[0] === "start" ? startProgram(deps) : await commands(deps, ended);
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return exitOfParser(error);
    if (!(error instanceof ConfigError)) throw error;
    deps.client.err(`antechamber: ${error.message}\n`);
    return exitCodes.usage;
  }
}

/** A program with `start` alone, which need not load the other commands. */
function startProgram(deps: CommandLineDeps): Command {
  const program = shellOf(new Command("antechamber"), deps.client);
  addStart(program, deps);
  return program;
}

async function commands(
  deps: CommandLineDeps,
  ended: (exitCode: number) => void,
): Promise<Command> {
  const { addClientCommands } = await import("./cli/client-commands.ts");
  const program = shellOf(new Command("antechamber"), deps.client);
  addStart(program, deps);
  addRun(program, deps, ended);
  addRunInside(program, deps, ended);
  addMigrate(program, deps);
  addKit(program, deps);
  addClientCommands(program, deps.client, ended);
  return program;
}

function addStart(program: Command, deps: CommandLineDeps): void {
  const start = withOffers(program.command("start"), settingWords())
    .description("Start the server")
    .allowExcessArguments(false)
    .addHelpText("after", "\nEach flag is also an environment variable; the flag wins.");
  for (const name of Object.keys(settings) as SettingName[]) start.addOption(optionOf(name));
  start.action(async (options: Record<string, string | boolean>) => {
    const { processSurroundings, readConfig } = await import("./start/config.ts");
    await deps.start(readConfig(flagsOf(options), deps.surroundings ?? processSurroundings()));
  });
}

interface RunOptions {
  readonly world?: string;
  readonly time?: boolean;
  readonly isolate: ProgramRunOptions["isolate"];
  readonly leak: ProgramRunOptions["leak"];
  readonly tlsPort: string;
  readonly keepToken?: boolean;
}

function addRun(program: Command, deps: CommandLineDeps, ended: (exitCode: number) => void): void {
  program
    .command("run")
    .description("Run a program against a service of its own in place of the platform")
    .usage("[options] -- <command...>")
    .argument("<command...>", "the program and its arguments")
    .passThroughOptions()
    .addOption(optionOf("world"))
    .option(
      "--time",
      "run Node and Python programs in the service's time: their dates and timers follow its clock",
    )
    .addOption(
      new Option(
        "--isolate <when>",
        "cut the program off from all networks but this machine's own, on Linux; auto: if nothing else redirects it",
      )
        .choices(["auto", "on", "off"])
        .default("auto"),
    )
    .addOption(
      new Option("--leak <what>", "what happens to a call that would have reached the platform")
        .choices(["fail", "warn"])
        .default("fail"),
    )
    .option("--tls-port <number>", "port for TLS and tunnels; 0 picks a free one", "0")
    .option("--keep-token", "keep tokens in the environment that look real")
    .addHelpText("after", "\nThe service takes its other settings from the variables of start.")
    .action(async (command: string[], options: RunOptions) => {
      const { processSurroundings, readPort } = await import("./start/config.ts");
      const { surroundings = processSurroundings() } = deps;
      const config = await readRunConfig(options, surroundings);
      const { isolate, leak, keepToken = false, time = false } = options;
      const tlsPort = readPort("--tls-port", options.tlsPort);
      ended(await deps.run(config, { command, isolate, leak, tlsPort, keepToken, time }));
    });
}

/** An internal command, since an isolated run consists of two processes. */
function addRunInside(
  program: Command,
  deps: CommandLineDeps,
  ended: (exitCode: number) => void,
): void {
  program
    .command("run-inside", { hidden: true })
    .argument("<plan>")
    .action(async (planPath: string) => ended(await deps.runInside(planPath)));
}

/** The settings of a start, but by default with a free port and a store in memory. */
async function readRunConfig(
  { world }: RunOptions,
  surroundings: ProcessEnvironment,
): Promise<Config> {
  const { readConfig } = await import("./start/config.ts");
  const usual = { port: "0", store: "sqlite::memory:" };
  const unsaid = Object.entries(usual).filter(
    ([name]) => (surroundings.env[variableOf(name as SettingName)] ?? "") === "",
  );
  const flags = world === undefined ? {} : { world };
  return readConfig({ ...Object.fromEntries(unsaid), ...flags }, surroundings);
}

function addMigrate(program: Command, deps: CommandLineDeps): void {
  program
    .command("migrate")
    .description("Migrate a store to this version, as a start would")
    .allowExcessArguments(false)
    .addOption(optionOf("store"))
    .action(async (options: Record<string, string | boolean>) => {
      const { processSurroundings, readStoreChoice } = await import("./start/config.ts");
      await deps.migrate(
        readStoreChoice(flagsOf(options), deps.surroundings ?? processSurroundings()),
      );
    });
}

function addKit(program: Command, { pythonPlugin, client }: CommandLineDeps): void {
  program
    .command("kit")
    .description("Test kits for other languages")
    .command("python")
    .description("Print the pytest plug-in, one file without dependencies")
    .allowExcessArguments(false)
    .action(async () => client.out(await pythonPlugin()));
}

/** The completion words for settings with few possible values. */
function settingWords(): Offers {
  const named = Object.entries<Setting>(settings);
  return Object.fromEntries(
    named.flatMap(([name, { words }]) => (words === undefined ? [] : [[`--${name}`, words]])),
  );
}

function optionOf(name: SettingName): Option {
  const setting = settings[name];
  const { value, says, otherwise } = setting;
  const flag = value === undefined ? `--${name}` : `--${name} <${value}>`;
  const option = new Option(flag, `${says} [${variableOf(name)}] (default: ${otherwise})`);
  return "repeats" in setting ? option.argParser(joined) : option;
}

/** Joins the values of a repeated flag into a list, as its variable has it. */
function joined(value: string, before: string | undefined): string {
  return before === undefined ? value : `${before},${value}`;
}

/**
 * The settings by flag name, where the command-line parser uses camel case: `controlKey` for
 * `--control-key`.
 */
function flagsOf(options: Readonly<Record<string, string | boolean>>): GivenFlags {
  const given = Object.keys(settings).map((name) => {
    const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    return [name, options[camel]] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
