// Runs the guide's commands for backup, restore and upgrade unchanged while clients write: what was
// acknowledged before a backup must be there after it was restored into an empty place.
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import pg from "pg";
import {
  PROGRAM,
  startProgram,
  type RunningProgram,
} from "../../packages/server/src/testing/processes/start-program.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { startEngine, type Engine } from "../../scripts/postgres-engine.ts";
import { faultsOf, write, writeUntil, writtenIn } from "../journeys/acknowledged-writes.ts";
import { textOf } from "../source-tree.ts";
import { deployed, worldFileIn } from "./deployed-world.ts";

const run = promisify(execFile);

const WRITERS = 3;
/** The least number of messages written before a backup begins. */
const BEFORE = 20;
/** Each test starts several programs. */
const LONG = 120_000;
const EVENTUALLY = { timeout: 30_000, interval: 20 };

let machine: string;
let engine: Engine | undefined;
const running: RunningProgram[] = [];

beforeEach(async () => {
  machine = await mkdtemp(join(tmpdir(), "antechamber-drill-"));
  await chmod(machine, 0o755);
  for (const folder of ["backup", "data"]) await mkdir(join(machine, folder));
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((program) => program.stop()));
  await engine?.stop();
  engine = undefined;
  await rm(machine, { recursive: true, force: true });
});

/** The commands under a heading of the guide, one by one, with this test's paths. */
function commandsUnder(heading: string): readonly string[] {
  const guide = textOf("docs/guides/self-hosting.md");
  const [, part = ""] = guide.split(`\n### ${heading}\n`);
  const [, block = ""] = /```sh\n(.*?)```/s.exec(part.split("\n#")[0] ?? "") ?? [];
  const commands = block
    .replaceAll(/ \\\n\s*/g, " ")
    .trim()
    .split("\n");
  expect(commands).not.toEqual([""]);
  return commands.map((command) =>
    command
      .replaceAll("/var/lib/antechamber", join(machine, "data"))
      .replaceAll("/backup", join(machine, "backup")),
  );
}

/** Runs commands of the guide in a shell whose PATH has `antechamber` and this Node. */
async function follow(commands: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const bin = join(machine, "bin");
  await mkdir(bin, { recursive: true });
  const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`;
  await writeFile(join(bin, "npx"), npx, { mode: 0o755 });
  const pgPrograms = dirname(process.env["TEST_PG_DUMP"] ?? bin);
  const path = [bin, dirname(process.execPath), pgPrograms, process.env["PATH"]].join(delimiter);
  for (const command of commands) {
    await run("sh", ["-euc", command], {
      cwd: machine,
      env: { ...process.env, PATH: path, ...env },
    });
  }
}

async function start(store: string, flags: readonly string[] = []): Promise<RunningProgram> {
  const settings = ["--port", "0", "--store", store, "--limits", "off"];
  const program = await startProgram(["start", ...settings, ...flags], {
    ANTECHAMBER_CONTROL_KEY: deployed.controlKey,
  });
  running.push(program);
  return program;
}

const inProduction = ["--mode", "production"];

/** Makes a backup while clients write. @returns what was acknowledged before the backup began */
async function backUpUnder(
  { url }: RunningProgram,
  backUp: () => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  const place = { url, ...deployed };
  let isOver = false;
  const writing = Array.from({ length: WRITERS }, (_, nth) => writeUntil(place, nth, () => isOver));
  const count = async () => (await writtenIn(place)).size;
  await expect.poll(count, EVENTUALLY).toBeGreaterThan(BEFORE);
  // Whatever is found now has been acknowledged, or is about to be.
  const before = await writtenIn(place);
  await backUp();
  isOver = true;
  const acknowledged = new Map((await Promise.all(writing)).flatMap((map) => [...map]));
  expect(acknowledged.size).toBeGreaterThan(before.size);
  return new Map([...acknowledged].filter(([content]) => before.has(content)));
}

async function expectRestored(
  { url }: RunningProgram,
  before: ReadonlyMap<string, string>,
): Promise<void> {
  const place = { url, ...deployed };
  expect(before.size).toBeGreaterThan(BEFORE);
  expect(faultsOf([before], await writtenIn(place))).toEqual({ lost: [], doubled: [] });
  const id = await write(place, "after the restore");
  expect((await writtenIn(place)).get("after the restore")).toEqual([id]);
}

test(
  "a file backup taken during writes restores all acknowledged writes",
  async () => {
    const store = `sqlite:${join(machine, "data/data.db")}`;
    const program = await start(store, [...inProduction, "--world", await worldFileIn(machine)]);
    const before = await backUpUnder(program, () => follow(commandsUnder("Back up a file")));
    await program.kill();
    await rm(join(machine, "data"), { recursive: true });
    await mkdir(join(machine, "data"));
    await follow(commandsUnder("Restore a file"));
    const restored = await start(store, inProduction);
    expect(restored.errors()).toBe("");
    await expectRestored(restored, before);
  },
  LONG,
);

test(
  "a backup of an older version is upgraded without losing its content",
  async () => {
    const stored = join(import.meta.dirname, "../stores/format-1.db.gz");
    const old = join(machine, "data/data.db");
    await writeFile(old, gunzipSync(await readFile(stored)), { mode: 0o600 });
    await follow(commandsUnder("Back up a file"));
    await rm(old);
    await follow([...commandsUnder("Restore a file"), ...commandsUnder("Upgrade a file")]);
    const { url } = await start(`sqlite:${old}`);
    const messages = `${url}/api/v10/channels/300000000000000021/messages`;
    const answer = await fetch(messages, { headers: { authorization: `Bot ${demo.botToken}` } });
    expect(await answer.json()).toContainEqual(
      expect.objectContaining({ id: "1573954990332968966" }),
    );
  },
  LONG,
);

/** pg_dump of the server's version: it refuses to dump a newer server. */
const pgDump = process.env["TEST_PG_DUMP"];

test.runIf(pgDump !== undefined)(
  "a schema dump taken during writes restores all acknowledged writes",
  async () => {
    const programs = dirname(pgDump ?? "");
    engine = await startEngine(
      { origin: programs, initdb: join(programs, "initdb"), postgres: join(programs, "postgres") },
      join(machine, "engine"),
    );
    const addressOf = async (name: string): Promise<string> => {
      const url = new URL(engine?.url ?? "");
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      url.pathname = `/${name}`;
      return url.href;
    };
    const [first, second] = [await addressOf("first"), await addressOf("second")];
    const program = await start(first, [...inProduction, "--world", await worldFileIn(machine)]);
    const before = await backUpUnder(program, () =>
      follow(commandsUnder("Back up a database"), { DATABASE: first }),
    );
    await program.kill();
    const commands = ["Restore a database", "Upgrade a database"].flatMap(commandsUnder);
    await follow(commands, { DATABASE: second });
    await expectRestored(await start(second, inProduction), before);
  },
  LONG,
);
