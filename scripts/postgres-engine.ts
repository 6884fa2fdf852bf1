// A temporary PostgreSQL for tests, in a folder of its own, on a free port.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The folder of one build's programs. */
export interface Programs {
  readonly origin: string;
  readonly initdb: string;
  readonly postgres: string;
}

export interface Engine {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** @param how SIGINT aborts running transactions; SIGQUIT stops at once, as a crash does */
  readonly restart: (how: "SIGINT" | "SIGQUIT") => Promise<void>;
  /** Restarts with a copy of its files beside them, as a standby has that follows no further. */
  readonly copy: () => Promise<void>;
  /** Replaces it by that standby, as a failover does. */
  readonly failOver: () => Promise<void>;
}

const START_MS_MAX = 60_000;
const STOP_MS_MAX = 5000;
/** How much of a server's output is kept, in characters, to show it if the server does not start. */
const OUTPUT_MAX = 4000;
const PASSWORD = "antechamber-test";
/** PostgreSQL refuses to run as root. Every system has this user, so none has to be created. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const runAs = process.getuid?.() === 0 ? NOBODY : undefined;

/** A port of this machine that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function start(program: string, args: readonly string[]): ChildProcess {
  // In a process group of its own, so that Ctrl-C reaches the command first, and the server is
  // stopped after it.
  return spawn(program, args, {
    ...runAs,
    detached: true,
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
  });
}

/**
 * Resolves when the output contains the words, or, without words, when the program exits
 * successfully. Rejects with its output if it exits otherwise.
 */
function untilPrinted(child: ChildProcess, words?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => settle(`not ready after ${START_MS_MAX} ms`), START_MS_MAX);
    const settle = (issue?: string) => {
      clearTimeout(timer);
      if (issue === undefined) resolve();
      else reject(new Error(`${issue}\n${output}`));
    };
    const hear = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-OUTPUT_MAX);
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
  // PostgreSQL's "immediate" shutdown: nothing needs to be saved, because the files are removed
  // too.
  child.kill("SIGQUIT");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS_MAX);
  await exited;
  clearTimeout(timer);
}

async function ended(server: ChildProcess, how: NodeJS.Signals): Promise<void> {
  const exited = once(server, "exit");
  server.kill(how);
  await exited;
}

/** Starts a server, which the caller stops. Every user may read its folder. */
export async function startEngine(programs: Programs, directory: string): Promise<Engine> {
  const [files, standby] = [join(directory, "files"), join(directory, "standby")];
  const passwordFile = join(directory, "password");
  await mkdir(files, { recursive: true });
  await writeFile(passwordFile, PASSWORD);
  if (runAs !== undefined) await chown(files, runAs.uid, runAs.gid);
  const initdb = ["-D", files, "-U", "postgres", "-A", "scram-sha-256", "--pwfile", passwordFile];
  const inUtf8 = ["--encoding=UTF8", "--locale=C", "--no-sync"];
  await untilPrinted(start(programs.initdb, [...initdb, ...inUtf8]));
  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=300",
  ];
  const volatile = ["fsync=off", "full_page_writes=off"];
  const options = [...settings, ...volatile].flatMap((setting) => ["-c", setting]);
  const serve = async (prepare?: (child: ChildProcess) => Promise<void>): Promise<ChildProcess> => {
    const child = start(programs.postgres, ["-D", files, "-p", String(port), ...options]);
    try {
      await prepare?.(child);
      await untilPrinted(child, "ready to accept connections");
      return child;
    } catch (error) {
      await stopped(child);
      throw error;
    }
  };
  let server = await serve();
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  return {
    url,
    stop: () => stopped(server),
    async restart(how) {
      await ended(server, how);
      server = await serve();
    },
    async copy() {
      await ended(server, "SIGINT");
      await run("cp", ["-a", files, standby]);
      server = await serve();
    },
    async failOver() {
      await ended(server, "SIGQUIT");
      await rm(files, { recursive: true });
      await rename(standby, files);
      await writeFile(join(files, "standby.signal"), "");
      server = await serve(async (child) => {
        await untilPrinted(child, "ready to accept read-only connections");
        await writeFile(join(files, "promote"), "");
        child.kill("SIGUSR1");
      });
    },
  };
}
