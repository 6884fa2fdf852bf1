// `antechamber run`: starts a service, and a program that is redirected to it. Everything that the
// program needs for this is in its environment and in a temporary folder.
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../start/config.ts";
import { ConfigError } from "../start/config-error.ts";
import { secureRandom } from "../platform/random.ts";
import { steerableClock } from "../platform/time/system-clock.ts";
import { start, type RunningStart } from "../start/start.ts";
import { applicationVariables } from "./application-variables.ts";
import { defaultTokens, replacedTokens, unknownTokenLine, type Variables } from "./bot-tokens.ts";
import { openAuthority } from "./certificates/authority.ts";
import { GUARDED_ADDRESS, outerProxyOf, redirectingVariables } from "./child-environment.ts";
import { ChildError, startChild, type Child } from "./child.ts";
import { openFront } from "./front/front.ts";
import { deferSignals } from "./deferred-signals.ts";
import { isRedirected } from "./isolation/choice.ts";
import { isolate, whyNotIsolated } from "./isolation/isolation.ts";
import { followReports, preventedLine, type Prevented } from "./prevented.ts";
import { writeTrustBundles } from "./trust-bundles.ts";

export interface ProgramRunOptions {
  readonly command: readonly string[];
  /**
   * Whether the program is cut off from every other network; `auto`: if nothing else can redirect
   * it.
   */
  readonly isolate: "auto" | "on" | "off";
  /** Whether a call that would reach the platform fails the run. */
  readonly leak: "fail" | "warn";
  /** The port of the front; 0 picks a free one. */
  readonly tlsPort: number;
  /** Leave tokens in the environment that look real. */
  readonly keepToken: boolean;
  /** Whether dates and timers of Node and Python programs follow the service's clock. */
  readonly time: boolean;
}

export interface RunDeps {
  readonly env: Variables;
  readonly hasTerminal: boolean;
  /** Writes a line to the user, apart from the program's own output. */
  readonly print: (line: string) => void;
}

/** The exit code after a prevented leak. */
const LEAK_EXIT_CODE = 6;

// In the packed program, which is JavaScript, this folder is next to the program's.
const preloads = import.meta.url.endsWith(".ts") ? "../../preload/" : "../preload/";
const preloadOf = (name: string): string =>
  fileURLToPath(new URL(preloads + name, import.meta.url));

/** The Python modules that come first in every process's module path. */
const pythonModules = ["sitecustomize.py", "antechamber_time.py"];

/** Runs a program against a service of its own. @returns the exit code */
export async function runRedirected(
  config: Config,
  options: ProgramRunOptions,
  deps: RunDeps,
): Promise<number> {
  if (config.mode === "production") {
    throw new ConfigError(`run is for development mode, and ${config.modeReason}`);
  }
  const { time, command } = options;
  if (time && !isRedirected(command, deps.env)) {
    const issue = "works for programs of Node and Python, into which it can be loaded";
    throw new ConfigError(`--time ${issue}; ${command[0] ?? ""} is neither`);
  }
  const folder = await mkdtemp(join(tmpdir(), "antechamber-run-"));
  const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    return await runIn(folder, { config, options, deps, ends });
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

interface Run {
  readonly config: Config;
  readonly options: ProgramRunOptions;
  readonly deps: RunDeps;
  /** Cleanups, which run at the end in reverse order. */
  readonly ends: (() => unknown)[];
}

async function runIn(folder: string, run: Run): Promise<number> {
  const { options, deps, ends } = run;
  const clock = steerableClock();
  const signals = deferSignals(process, { hasTerminal: deps.hasTerminal, clock });
  ends.push(() => signals.release());
  const leaks = leakWatch(options.leak, deps.print);
  const isIsolated = await shouldIsolate(options, deps);
  const prepared = await prepare(folder, { ...run, clock, received: leaks.received });
  const { service, env } = prepared;
  const command = isIsolated ? await isolateProgram(folder, prepared, run) : options.command;
  try {
    const child = await startChild(command, { ...deps, clock, env });
    signals.attach(child);
    leaks.attach(child);
    deps.print(`${isIsolated ? "isolated, and " : ""}redirected to ${service.url}`);
    const code = await child.ended;
    await service.readLeaks();
    return leaks.hasFailed() ? LEAK_EXIT_CODE : code;
  } catch (error) {
    if (!(error instanceof ChildError)) throw error;
    deps.print(error.message);
    return error.exitCode;
  }
}

/** @throws ConfigError where the program must be isolated and cannot be */
async function shouldIsolate(
  { isolate: isolation, command }: ProgramRunOptions,
  { env, print }: RunDeps,
): Promise<boolean> {
  if (isolation === "off" || (isolation === "auto" && isRedirected(command, env))) return false;
  const issue = await whyNotIsolated();
  if (issue === undefined) return true;
  if (isolation === "on") throw new ConfigError(`--isolate on: ${issue}`);
  print(`${issue}; the program is redirected by its environment alone`);
  return false;
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Puts the program behind a wall. @returns the command that runs it there */
async function isolateProgram(
  folder: string,
  { clock, env, front, bundles, service }: Prepared,
  { options, deps, ends }: Run,
): Promise<readonly string[]> {
  const [, program = ""] = process.argv;
  const isolated = await isolate(
    { command: options.command, env },
    {
      clock,
      folder,
      bundles,
      front,
      servicePort: Number(new URL(service.url).port),
      soundPort: await service.soundPort(),
      guardedAddress: GUARDED_ADDRESS,
      inside: [process.execPath, program, "run-inside"],
      hasTerminal: deps.hasTerminal,
    },
  );
  ends.push(isolated.stop);
  return isolated.command;
}

interface Preparation extends Run {
  readonly clock: ReturnType<typeof steerableClock>;
  readonly received: (prevented: Prevented) => void;
}

/** Starts the service and the front, and builds the environment of the program. */
async function prepare(
  folder: string,
  { config, options, deps, ends, clock, received }: Preparation,
) {
  const { env } = deps;
  let isReported = false;
  const service = await start(config, () => undefined, {
    servesGuardedNames: true,
    isQuiet: true,
    allowsIntents: true,
    foundUnknownToken: () => {
      if (!isReported) deps.print(unknownTokenLine(service.bots.map(({ token }) => token)));
      isReported = true;
    },
  });
  ends.push(() => service.stop());
  const random = secureRandom;
  const authority = await openAuthority(dataFolderOf(config), { random, now: () => clock.now() });
  const bundles = await writeTrustBundles(folder, authority.certificate, env);
  const { hostname, port } = new URL(service.url);
  const front = await openFront(options.tlsPort, {
    authority,
    clock,
    service: { host: hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(port) },
    outerProxy: outerProxyOf(env),
    prevented: (address) => received({ url: address, frames: [] }),
  });
  ends.push(() => front.stop());
  const reports = join(folder, "prevented.jsonl");
  const following = await followReports(reports, received);
  ends.push(() => following.stop());
  const pythonFolder = await mkdtemp(join(folder, "python-"));
  for (const name of pythonModules) {
    await copyFile(preloadOf(`python/${name}`), join(pythonFolder, name));
  }
  const redirecting = redirectingVariables(env, {
    serviceUrl: service.url,
    frontPort: front.port,
    bundles,
    nodePreload: preloadOf("node.cjs"),
    pythonFolder,
    reports,
    timeKey: options.time ? config.controlKey : undefined,
  });
  const identity = options.keepToken ? {} : identityFor(deps, service.bots);
  return {
    clock,
    front,
    bundles,
    service: {
      url: service.url,
      soundPort: () => service.soundPort(),
      readLeaks: () => following.readNew(),
    },
    env: { ...env, ...identity, ...redirecting },
  };
}

/** The folder in which the service keeps its data, or would if it stored any. */
function dataFolderOf({ store }: Config): string {
  const isFile = store.kind === "sqlite" && store.file !== ":memory:";
  return isFile ? dirname(store.file) : ".antechamber";
}

/** The token variables, and those of the token's application, as the program should have them. */
function identityFor({ env, print }: RunDeps, bots: RunningStart["bots"]): Variables {
  const worldTokens = bots.map(({ token }) => token);
  const replaced = replacedTokens(env, worldTokens);
  for (const { name, token } of replaced) {
    const replacement = token === undefined ? "is kept back" : "is replaced by one of the world's";
    print(`${name} looks like a real token and ${replacement} (--keep-token leaves it)`);
  }
  const masked = Object.fromEntries(replaced.map(({ name, token }) => [name, token]));
  const own = { ...env, ...masked };
  return { ...defaultTokens(env, worldTokens), ...masked, ...applicationVariables(own, bots) };
}

/** Prints prevented calls, and ends the program if they are to fail the run. */
function leakWatch(leak: ProgramRunOptions["leak"], print: RunDeps["print"]) {
  let child: Child | undefined;
  let count = 0;
  return {
    received: (prevented: Prevented) => {
      count += 1;
      print(preventedLine(prevented));
      if (leak === "fail") child?.end();
    },
    attach: (started: Child) => {
      child = started;
      if (leak === "fail" && count > 0) started.end();
    },
    hasFailed: () => leak === "fail" && count > 0,
  };
}
