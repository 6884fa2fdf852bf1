// Programs that npm does not carry and that tests drive as they are: a browser, a Python with discord.py
// and pytest, Go, and Ruby. They are looked for on the machine; on Debian, as root, they are installed.
import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A program, how it is recognised, and the Debian package that brings it. */
interface SystemProgram {
  /** The variable in which tests find its path. */
  readonly variable: string;
  readonly names: readonly string[];
  readonly debianPackage: string;
  /** Arguments with which it ends well if it is what tests need. */
  readonly proof: readonly string[];
  /** What is not tested without it: such a run says so, and goes on. */
  readonly isFor?: string;
}

const programs: readonly SystemProgram[] = [
  {
    variable: "TEST_CHROMIUM",
    names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    debianPackage: "chromium",
    proof: ["--version"],
  },
  {
    variable: "TEST_PYTHON",
    names: ["/usr/bin/python3", "python3", "python"],
    debianPackage: "python3-discord",
    proof: ["-c", "import discord"],
  },
  {
    variable: "TEST_GO",
    names: ["go"],
    debianPackage: "golang-go",
    proof: ["version"],
    isFor: "that a static program is isolated",
  },
  {
    variable: "TEST_RUBY",
    names: ["/usr/bin/ruby", "ruby"],
    debianPackage: "ruby-discordrb-webhooks",
    proof: ["-e", 'require "discordrb/webhooks"'],
    isFor: "that a program in Ruby is led here",
  },
  {
    variable: "TEST_PYTEST",
    names: ["/usr/bin/python3", "python3", "python"],
    debianPackage: "python3-pytest",
    proof: ["-c", "import pytest"],
  },
];

const PROOF_MS_MAX = 30_000;
const INSTALL_MS_MAX = 300_000;

async function isProgram(path: string, proof: readonly string[]): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    await run(path, proof, { timeout: PROOF_MS_MAX });
    return true;
  } catch {
    return false;
  }
}

/** The path of a program that passes its proof, or undefined. */
async function found({ names, proof }: SystemProgram): Promise<string | undefined> {
  const directories = (process.env["PATH"] ?? "").split(delimiter);
  const paths = names.flatMap((name) =>
    name.startsWith("/") ? [name] : directories.map((directory) => join(directory, name)),
  );
  for (const path of paths) if (await isProgram(path, proof)) return path;
  return undefined;
}

async function install(packages: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = { env, timeout: INSTALL_MS_MAX };
  await run("apt-get", ["update", "-qq"], options);
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], options);
}

/**
 * The variables that tell tests where these programs are.
 *
 * @throws Error that says what to install, where this is not Debian or not root
 */
export async function systemPrograms(): Promise<Readonly<Record<string, string>>> {
  const before = await Promise.all(programs.map(found));
  const missing = programs.filter((_, i) => before[i] === undefined);
  const needed = missing.filter(({ isFor }) => isFor === undefined);
  if (needed.length > 0) await installOrExplain(needed.map((each) => each.debianPackage));
  for (const each of missing) if (each.isFor !== undefined) await installOrGoOn(each);
  const paths = await Promise.all(programs.map(async (each, i) => before[i] ?? found(each)));
  return Object.fromEntries(
    programs.flatMap((each, i) => {
      const path = paths[i];
      if (path !== undefined) return [[each.variable, path]];
      if (each.isFor !== undefined) return [];
      throw new Error(`${each.debianPackage} was installed but is not there`);
    }),
  );
}

async function installOrGoOn({ debianPackage, isFor = "" }: SystemProgram): Promise<void> {
  try {
    await installOrExplain([debianPackage]);
  } catch (error) {
    console.error(`${(error as Error).message}; it is not tested ${isFor}`);
  }
}

async function installOrExplain(packages: readonly string[]): Promise<void> {
  const wish = `the tests need ${packages.join(" and ")}`;
  if (process.getuid?.() !== 0) {
    throw new Error(`${wish}: install with "apt-get install ${packages.join(" ")}" or the like`);
  }
  console.error(`${wish}: installing`);
  try {
    await install(packages);
  } catch (error) {
    throw new Error(`${wish}, which could not be installed`, { cause: error });
  }
}
