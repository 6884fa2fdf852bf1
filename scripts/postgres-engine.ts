// A real PostgreSQL for tests, in a folder of its own, on a port that is free.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";

/** Where one build of PostgreSQL keeps its programs. */
export interface Programs {
  readonly origin: string;
  readonly initdb: string;
  readonly postgres: string;
}

export interface Engine {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** @param how SIGINT ends what is under way; SIGQUIT ends all at once, as a crash does */
  readonly restart: (how: "SIGINT" | "SIGQUIT") => Promise<void>;
}

const START_MS_MAX = 60_000;
const STOP_MS_MAX = 5000;
/** What is kept of an engine's output, to be shown when it does not start. */
const OUTPUT_KEPT = 4000;
const PASSWORD = "antechamber-test";
/** PostgreSQL refuses to run as root. Every system has this user, so none has to be made. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const runAs = process.getuid?.() === 0 ? NOBODY : undefined;

/** A port of this machine that nothing listens on, a moment ago. */
export async function freePort(): Promise<number> {
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

/** Starts one, which its caller stops. The folder can be read by all. */
export async function startEngine(programs: Programs, directory: string): Promise<Engine> {
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
  const serve = async (): Promise<ChildProcess> => {
    const child = start(programs.postgres, ["-D", files, "-p", String(port), ...options]);
    try {
      await untilSaid(child, "ready to accept connections");
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
      const exited = once(server, "exit");
      server.kill(how);
      await exited;
      server = await serve();
    },
  };
}
