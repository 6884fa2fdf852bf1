// Runs programs for tests of packages as users would: with a given Node, until they end or are
// ready.
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The timeout of a start on a busy machine. */
const START_PATIENCE_MS = 30_000;

/** The oldest Node that the packages support. */
const OLDEST_NODE = "24.21.0";

const cache = join(import.meta.dirname, "../../node_modules/.cache/antechamber");

export interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A place where `node`, and with it npm and npx, is the given program. */
export function placeWith(node: string, cwd: string, env: NodeJS.ProcessEnv = {}): Place {
  const path = [dirname(node), process.env["PATH"]].join(delimiter);
  // npm's variables for the test run must not affect another project.
  const outer = Object.entries(process.env).filter(([name]) => !/^(npm_|ANTECHAMBER_)/i.test(name));
  return { cwd, env: { ...Object.fromEntries(outer), ...env, PATH: path } };
}

/** The output of a program that has succeeded. Rejects with all of its output otherwise. */
export async function outputOf(command: readonly string[], place: Place): Promise<string> {
  const [program = "", ...args] = command;
  try {
    return (await run(program, args, place)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command.join(" ")}\n${stdout}${stderr}`, { cause: error });
  }
}

export interface StartedProgram {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a program and waits for its ready line; ends it with all of its children. */
export function startedProgram(
  command: readonly string[],
  { cwd, env }: Place,
): Promise<StartedProgram> {
  const [program = "", ...args] = command;
  // npx has child processes: the whole process group is ended.
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, signal);
    await ended;
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => void end("SIGKILL"), START_PATIENCE_MS);
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`it ended with ${code}:\n${output}`)));
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /^antechamber ready (\S+)$/m.exec(output)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve({ url, stop: () => end("SIGTERM") });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
  });
}

/** The oldest Node, downloaded at the first call in a checkout: it has 190 MB. */
export async function oldestNode(): Promise<string> {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = join(cache, `node-${OLDEST_NODE}`);
  const node = join(folder, "node_modules", name, "bin", "node");
  if (!existsSync(node)) {
    const flags = ["--prefix", folder, "--ignore-scripts", "--prefer-offline", "--no-audit"];
    const place = placeWith(process.execPath, import.meta.dirname);
    await outputOf(["npm", "install", ...flags, `${name}@${OLDEST_NODE}`], place);
  }
  return node;
}
