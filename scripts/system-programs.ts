// Programs that npm does not provide and that tests run: Redis, a browser, a Python with discord.py
// and pytest, Go, Ruby, and the programs around a deployed service. They are searched for on the
// machine; on Debian, as root, they are installed.
import { execFile } from "node:child_process";
import { access, constants, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A program, how to recognise it, and the Debian package that contains it. */
interface SystemProgram {
  /** The environment variable with its path, for tests. */
  readonly variable: string;
  readonly names: readonly string[];
  readonly debianPackage: string;
  /** Arguments with which a suitable program exits successfully. */
  readonly proof: readonly string[];
  /** The notice of a run without the program; the run then continues. */
  readonly otherwise?: string;
  /** The package would start a server when installed, so it is only unpacked. */
  readonly isServer?: true;
}

/** The folder for unpacked packages of servers. */
const unpacked = join(import.meta.dirname, "../node_modules/.cache/antechamber/debian");

const programs: readonly SystemProgram[] = [
  {
    variable: "TEST_REDIS",
    // On Debian this program is the server under another name, in a package that starts no service.
    names: ["redis-server", "valkey-server", "/usr/bin/redis-check-rdb"],
    debianPackage: "redis-tools",
    proof: ["--version"],
  },
  {
    variable: "TEST_CHROMIUM",
    names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    debianPackage: "chromium",
    proof: ["--version"],
  },
  {
    // The same engine without windows, which tests do not need.
    variable: "TEST_CHROMIUM_SHELL",
    names: ["chromium-headless-shell"],
    debianPackage: "chromium-headless-shell",
    proof: ["--version"],
    otherwise: "pages are shown by the whole browser, which takes longer",
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
    otherwise: "it is not tested that a static program is isolated",
  },
  {
    variable: "TEST_RUBY",
    names: ["/usr/bin/ruby", "ruby"],
    debianPackage: "ruby-discordrb-webhooks",
    proof: ["-e", 'require "discordrb/webhooks"'],
    otherwise: "it is not tested that a program in Ruby is led here",
  },
  {
    // Tests of bots need both in one Python; another Python of the machine may have only pytest.
    variable: "TEST_PYTEST",
    names: ["/usr/bin/python3", "python3", "python"],
    debianPackage: "python3-pytest",
    proof: ["-c", "import pytest, discord"],
  },
  {
    variable: "TEST_SYSTEMD_ANALYZE",
    names: ["systemd-analyze"],
    debianPackage: "systemd",
    proof: ["--version"],
    otherwise: "it is not tested that systemd knows every line of its unit",
  },
  {
    variable: "TEST_PG_DUMP",
    names: ["/usr/lib/postgresql/15/bin/pg_dump"],
    debianPackage: "postgresql-15",
    proof: ["--version"],
    otherwise: "it is not tested that a backup of PostgreSQL is restored",
  },
  {
    variable: "TEST_NGINX",
    names: ["nginx", "/usr/sbin/nginx", join(unpacked, "usr/sbin/nginx")],
    debianPackage: "nginx",
    proof: ["-v"],
    otherwise: "it is not tested that nginx passes everything on",
    isServer: true,
  },
  {
    variable: "TEST_CADDY",
    names: ["caddy", join(unpacked, "usr/bin/caddy")],
    debianPackage: "caddy",
    proof: ["version"],
    otherwise: "it is not tested that Caddy passes everything on",
    isServer: true,
  },
  {
    variable: "TEST_PROMTOOL",
    names: ["promtool", join(unpacked, "usr/bin/promtool")],
    debianPackage: "prometheus",
    proof: ["--version"],
    otherwise: "it is not tested that Prometheus raises the alerts",
    isServer: true,
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

/** Unpacks a package of a server, which uses the libraries of the machine. */
async function unpack(debianPackage: string): Promise<void> {
  const cwd = await mkdtemp(join(tmpdir(), "antechamber-debian-"));
  try {
    await run("apt-get", ["update", "-qq"], { timeout: INSTALL_MS_MAX });
    await run("apt-get", ["download", "-qq", debianPackage], { cwd, timeout: INSTALL_MS_MAX });
    await mkdir(unpacked, { recursive: true });
    for (const file of await readdir(cwd)) await run("dpkg", ["-x", join(cwd, file), unpacked]);
  } finally {
    await rm(cwd, { recursive: true });
  }
}

/**
 * The environment variables with the paths of these programs.
 *
 * @throws Error that says what to install, if this is not Debian or the user is not root
 */
export async function systemPrograms(): Promise<Readonly<Record<string, string>>> {
  const before = await Promise.all(programs.map(found));
  const missing = programs.filter((_, i) => before[i] === undefined);
  const needed = missing.filter(({ otherwise }) => otherwise === undefined);
  if (needed.length > 0) await bringOrExplain(needed.map((each) => each.debianPackage));
  for (const each of missing) if (each.otherwise !== undefined) await installOrGoOn(each);
  const paths = await Promise.all(programs.map(async (each, i) => before[i] ?? found(each)));
  return Object.fromEntries(
    programs.flatMap((each, i) => {
      const path = paths[i];
      if (path !== undefined) return [[each.variable, path]];
      if (each.otherwise !== undefined) return [];
      throw new Error(`${each.debianPackage} was installed but is not there`);
    }),
  );
}

async function installOrGoOn({ debianPackage, otherwise, isServer }: SystemProgram): Promise<void> {
  try {
    await bringOrExplain(
      [debianPackage],
      isServer === true ? () => unpack(debianPackage) : undefined,
    );
  } catch (error) {
    console.error(`${(error as Error).message}; ${otherwise}`);
  }
}

async function bringOrExplain(
  packages: readonly string[],
  bring: () => Promise<void> = () => install(packages),
): Promise<void> {
  const wish = `the tests need ${packages.join(" and ")}`;
  if (process.getuid?.() !== 0) {
    throw new Error(`${wish}: install with "apt-get install ${packages.join(" ")}" or the like`);
  }
  console.error(`${wish}: installing`);
  try {
    await bring();
  } catch (error) {
    throw new Error(`${wish}, which could not be installed`, { cause: error });
  }
}
