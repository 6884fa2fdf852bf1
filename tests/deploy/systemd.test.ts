// Checks the systemd unit with systemd's own verifier if there is one, and executes its parts
// without systemd: credentials and variables, the start command, the readiness check, and the stop.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { STOP_LIMIT_MS } from "../../packages/server/src/start/start.ts";
import { exitCodes } from "../../packages/server/src/cli/failures.ts";
import {
  startProgram,
  type RunningProgram,
} from "../../packages/server/src/testing/processes/start-program.ts";
import { signIn } from "../../packages/server/src/testing/clients/gateway-client.ts";
import { argumentsOf, stagesOf } from "../packages/dockerfile.ts";
import { textOf } from "../source-tree.ts";
import { deployed, worldFileIn } from "./deployed-world.ts";
import { settingsIn } from "./program-settings.ts";
import { assignmentsIn, unitOf } from "./systemd-unit.ts";

const run = promisify(execFile);

const unitText = textOf("deploy/systemd/antechamber.service");
const unit = unitOf(unitText);
const settings = assignmentsIn(textOf("deploy/systemd/settings.env").split("\n"));
const KEY = deployed.controlKey;

/** The highest exposure that systemd-analyze security may report, from 0 (none) to 10. */
const EXPOSURE_MAX = 2;

let machine: string;
let program: RunningProgram | undefined;

beforeEach(async () => {
  machine = await mkdtemp(join(tmpdir(), "antechamber-unit-"));
  await mkdir(join(machine, "var/lib", unit.only("Service", "StateDirectory")), {
    recursive: true,
    mode: 0o700,
  });
});

afterEach(async () => {
  await program?.stop();
  program = undefined;
  await rm(machine, { recursive: true, force: true });
});

/** Replaces systemd's specifiers by folders of this test. */
function placed(text: string): string {
  return text
    .replaceAll("%S", join(machine, "var/lib"))
    .replaceAll("%d", join(machine, "run/credentials"));
}

/** Puts the credentials where the service finds them, as systemd does. */
async function handCredentials(): Promise<void> {
  const folder = placed("%d");
  await mkdir(folder, { recursive: true });
  for (const credential of unit.all("Service", "LoadCredential")) {
    const [name = "", source = ""] = credential.split(":");
    expect(source).toMatch(/^\/etc\/antechamber\//);
    await writeFile(join(folder, name), KEY, { mode: 0o400 });
  }
}

function variables(): Record<string, string> {
  const own = assignmentsIn(unit.all("Service", "Environment"));
  return Object.fromEntries(
    Object.entries({ ...own, ...settings }).map(([name, value]) => [name, placed(value)]),
  );
}

/** The arguments of the unit's start command, whose program is at the same path as in the image. */
function startArguments(): readonly string[] {
  const [node, path, ...args] = unit.only("Service", "ExecStart").split(" ");
  const image = stagesOf(textOf("Dockerfile")).at(-1) ?? [];
  const entrypoint = image.find(({ name }) => name === "ENTRYPOINT");
  if (entrypoint === undefined) throw new Error("the image starts nothing");
  expect([node, path]).toEqual(["/usr/bin/node", argumentsOf(entrypoint)[1]]);
  return args;
}

async function start(env: Readonly<Record<string, string>> = {}): Promise<RunningProgram> {
  await handCredentials();
  program = await startProgram(startArguments(), {
    ...variables(),
    ANTECHAMBER_PORT: "0",
    ...env,
  });
  return program;
}

/** The output of the readiness check for a process. */
async function checked({ url, pid }: RunningProgram): Promise<string> {
  const [, script = ""] = /^\/bin\/sh -c '(.*)'$/.exec(unit.only("Service", "ExecStartPost")) ?? [];
  const { port } = new URL(url);
  const env = { ...process.env, ANTECHAMBER_PORT: port, MAINPID: String(pid) };
  return (await run("sh", ["-c", script], { env })).stdout;
}

test("the unit starts a production service, waits for readiness, and stops on SIGTERM", async () => {
  const service = await start();
  expect(service.output()).toContain("production mode");
  expect(await checked(service)).toBe("");
  const world = await fetch(`${service.url}/control/v1/world`, {
    headers: { authorization: `Control ${KEY}` },
  });
  expect(world.status).toBe(200);
  expect(await readdir(join(machine, "var/lib/antechamber"))).toContain("data.db");
  expect(await service.stop()).toBe(0);
  // The check ends when the process it waits for ends, so that systemd can start another one.
  await expect(checked(service)).rejects.toMatchObject({ code: 1 });
});

test("SIGTERM asks gateway clients to reconnect, and the unit waits long enough for the stop", async () => {
  const service = await start({ ANTECHAMBER_WORLD: await worldFileIn(machine) });
  const url = `${service.url.replace("http", "ws")}/gateway/`;
  const { client } = await signIn(url, { token: deployed.botToken, intents: 0 });
  const code = service.stop();
  await client.nextOp(7);
  expect(await code).toBe(0);
  const patienceMs = Number(unit.only("Service", "TimeoutStopSec")) * 1000;
  expect(patienceMs).toBeGreaterThan(STOP_LIMIT_MS);
});

test("an invalid setting exits with the code after which systemd does not restart", async () => {
  const failed = start({ ANTECHAMBER_LIMITS: "none" });
  await expect(failed).rejects.toMatchObject({ code: exitCodes.usage });
  expect(unit.only("Service", "RestartPreventExitStatus")).toBe(String(exitCodes.usage));
});

test("each variable of the unit is a setting of the program", () => {
  const named = Object.keys({ ...assignmentsIn(unit.all("Service", "Environment")), ...settings });
  expect(settingsIn(named)).toEqual(named.filter((name) => name !== "NODE_ENV"));
  const commented = textOf("deploy/systemd/settings.env").matchAll(/^#(\w+)=/gm);
  for (const [, name = ""] of commented) expect(settingsIn([name])).toEqual([name]);
});

const analyze = process.env["TEST_SYSTEMD_ANALYZE"];

test.runIf(analyze !== undefined)(
  "systemd verifies the unit and rates its exposure as low",
  async () => {
    const file = join(machine, "antechamber.service");
    // The program is not installed here: systemd only checks that a file exists at the path.
    const [node, path] = unit.only("Service", "ExecStart").split(" ");
    await writeFile(file, unitText.replace(`${node} ${path}`, process.execPath));
    const verified = await run(analyze ?? "", ["verify", "--man=no", file]);
    expect(verified.stderr + verified.stdout).toBe("");
    await writeFile(file, unitText.replace("KillMode=", "KillMood="));
    const faulty = await run(analyze ?? "", ["verify", "--man=no", file]).catch(
      (error: unknown) => error as { stderr: string },
    );
    expect(faulty.stderr).toContain("Unknown key 'KillMood'");
    await writeFile(file, unitText);
    const { stdout } = await run(analyze ?? "", ["security", "--offline=true", "--no-pager", file]);
    const [, exposure] = /Overall exposure level for \S+ (\d+\.\d)/.exec(stdout) ?? [];
    expect(Number(exposure)).toBeLessThanOrEqual(EXPOSURE_MAX);
  },
);
