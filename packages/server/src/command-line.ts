// The command line: which commands there are, and what their flags say.
import { Command, CommanderError, Option } from "commander";
import { ConfigError } from "./config-error.ts";
import {
  processSurroundings,
  readConfig,
  readPort,
  readStoreChoice,
  settings,
  variableOf,
  type Config,
  type GivenFlags,
  type SettingName,
  type StoreChoice,
  type Surroundings,
} from "./config.ts";
import type { RunWishes } from "./run/run.ts";

/** What the command line is given by the program around it. */
export interface CommandLineDeps {
  readonly version: string;
  /** Starts the service; what it throws is passed on. */
  readonly start: (config: Config) => Promise<void>;
  /**
   * Runs a program against a service of its own; gives its exit code, and what it throws is passed
   * on.
   */
  readonly run: (config: Config, wishes: RunWishes) => Promise<number>;
  /** The half of an isolated run that is inside; gives the exit code of its program. */
  readonly runInside: (planPath: string) => Promise<number>;
  /** Brings a store up to date; what it throws is passed on. */
  readonly migrate: (store: StoreChoice) => Promise<void>;
  /** The JSON Schema of world files. */
  readonly worldSchema: () => Promise<string>;
  /** The plug-in of pytest. */
  readonly pythonPlugin: () => Promise<string>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly surroundings?: Surroundings;
}

/**
 * Runs a command.
 *
 * @param args the words after the program's name
 * @returns the exit code: 0, or 1 after one line on `err`; of `run`, that of the program
 */
export async function runCommandLine(
  args: readonly string[],
  means: CommandLineDeps,
): Promise<number> {
  try {
    let code = 0;
    const ended = (exitCode: number) => void (code = exitCode);
    await commands(means, ended).parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof ConfigError)) throw error;
    means.err(`antechamber: ${error.message}\n`);
    return 1;
  }
}

function commands(means: CommandLineDeps, ended: (exitCode: number) => void): Command {
  const program = new Command("antechamber")
    .description(
      "A self-hosted application integration service, compatible with the Discord v10 API",
    )
    .version(means.version)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: means.out,
      writeErr: means.err,
      outputError: (text, write) => write(`antechamber: ${oneLine(text)}\n`),
    });
  addStart(program, means);
  addRun(program, means, ended);
  addRunInside(program, means, ended);
  addMigrate(program, means);
  addWorld(program, means);
  addKit(program, means);
  return program;
}

/** A message with its suggestion, `(Did you mean --port?)`, on the same line. */
function oneLine(text: string): string {
  return text
    .trim()
    .replace(/^error: /, "")
    .replaceAll("\n", " ");
}

function addStart(program: Command, means: CommandLineDeps): void {
  const start = program
    .command("start")
    .description("Start the server")
    .allowExcessArguments(false)
    .addHelpText("after", "\nEach flag is also an environment variable; the flag wins.");
  for (const name of Object.keys(settings) as SettingName[]) start.addOption(optionOf(name));
  start.action(async (options: Record<string, string | boolean>) => {
    await means.start(readConfig(flagsOf(options), means.surroundings ?? processSurroundings()));
  });
}

interface RunOptions {
  readonly world?: string;
  readonly time?: boolean;
  readonly isolate: RunWishes["isolate"];
  readonly leak: RunWishes["leak"];
  readonly tlsPort: string;
  readonly keepToken?: boolean;
}

function addRun(program: Command, means: CommandLineDeps, ended: (exitCode: number) => void): void {
  program
    .command("run")
    .description("Run a program that finds a service of its own in place of the platform")
    .usage("[options] -- <command...>")
    .argument("<command...>", "the program and its arguments")
    .passThroughOptions()
    .addOption(optionOf("world"))
    .option("--time", "let the program live in the service's time (not supported yet)")
    .addOption(
      new Option(
        "--isolate <when>",
        "cut the program off from all networks but this machine's own, on Linux; auto: if nothing else leads it here",
      )
        .choices(["auto", "on", "off"])
        .default("auto"),
    )
    .addOption(
      new Option("--leak <what>", "what a call does that would have reached the platform")
        .choices(["fail", "warn"])
        .default("fail"),
    )
    .option("--tls-port <number>", "port for TLS and tunnels; 0 picks a free one", "0")
    .option("--keep-token", "leave tokens in the environment that look real")
    .addHelpText("after", "\nThe service takes its other settings from the variables of start.")
    .action(async (command: string[], options: RunOptions) => {
      const { surroundings = processSurroundings() } = means;
      const config = readRunConfig(options, surroundings);
      const { isolate, leak, keepToken = false } = options;
      const tlsPort = readPort("--tls-port", options.tlsPort);
      ended(await means.run(config, { command, isolate, leak, tlsPort, keepToken }));
    });
}

/** Nobody calls it by hand: an isolated run is two processes. */
function addRunInside(
  program: Command,
  means: CommandLineDeps,
  ended: (exitCode: number) => void,
): void {
  program
    .command("run-inside", { hidden: true })
    .argument("<plan>")
    .action(async (planPath: string) => ended(await means.runInside(planPath)));
}

/** As for a start, but with a free port and a store in memory where nothing else is said. */
function readRunConfig({ world, time }: RunOptions, surroundings: Surroundings): Config {
  if (time === true) throw new ConfigError("--time is not supported yet");
  const usual = { port: "0", store: "sqlite::memory:" };
  const unsaid = Object.entries(usual).filter(
    ([name]) => (surroundings.env[variableOf(name as SettingName)] ?? "") === "",
  );
  const flags = world === undefined ? {} : { world };
  return readConfig({ ...Object.fromEntries(unsaid), ...flags }, surroundings);
}

function addMigrate(program: Command, means: CommandLineDeps): void {
  program
    .command("migrate")
    .description("Bring a store up to date with this version, as a start would")
    .allowExcessArguments(false)
    .addOption(optionOf("store"))
    .action(async (options: Record<string, string | boolean>) => {
      await means.migrate(
        readStoreChoice(flagsOf(options), means.surroundings ?? processSurroundings()),
      );
    });
}

function addWorld(program: Command, { worldSchema, out }: CommandLineDeps): void {
  program
    .command("world")
    .description("What world files may say")
    .command("schema")
    .description("Print the JSON Schema of world files, for editors and validators")
    .allowExcessArguments(false)
    .action(async () => out(await worldSchema()));
}

function addKit(program: Command, { pythonPlugin, out }: CommandLineDeps): void {
  program
    .command("kit")
    .description("Test kits for other languages")
    .command("python")
    .description("Print the plug-in of pytest, one file without dependencies")
    .allowExcessArguments(false)
    .action(async () => out(await pythonPlugin()));
}

function optionOf(name: SettingName): Option {
  const setting = settings[name];
  const { value, says, otherwise } = setting;
  const flag = value === undefined ? `--${name}` : `--${name} <${value}>`;
  const option = new Option(flag, `${says} [${variableOf(name)}] (default: ${otherwise})`);
  return "repeats" in setting ? option.argParser(joined) : option;
}

/** A flag that comes several times is a list, as its variable is. */
function joined(value: string, before: string | undefined): string {
  return before === undefined ? value : `${before},${value}`;
}

/** The library names `--control-key` `controlKey`. */
function flagsOf(options: Readonly<Record<string, string | boolean>>): GivenFlags {
  const given = Object.keys(settings).map((name) => {
    const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    return [name, options[camel]] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
