// The real program on full disks, and with store files that are broken or belong to somebody else.
import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answerOf, type Answer } from "../../packages/server/src/testing/answer.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import {
  FailedStart,
  startProgram,
  type RunningProgram,
} from "../../packages/server/src/testing/processes/start-program.ts";

let directory: string;
let store: string;
const running: RunningProgram[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "antechamber-"));
  store = join(directory, "data.db");
});

afterEach(async () => {
  for (const program of running.splice(0)) await program.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function start(prelude = ""): Promise<RunningProgram> {
  const flags = ["--store", `sqlite:${store}`, "--limits", "off"];
  const program = await startProgram(["start", "--port", "0", ...flags], {}, { prelude });
  running.push(program);
  return program;
}

/** Expects a start to fail with one line, no stack trace and exit code 1. */
async function failureOf(prelude = ""): Promise<string> {
  const outcome = await start(prelude).catch((error: unknown) => error);
  if (!(outcome instanceof FailedStart)) throw new Error("it started");
  expect([outcome.code, outcome.errors.trim().split("\n")]).toEqual([
    1,
    [expect.stringMatching(/^antechamber: /)],
  ]);
  return outcome.errors;
}

/** More messages than fit on any of the disks. */
const MESSAGES_MAX = 3000;
const messages = `/api/v10/channels/${demo.generalId}/messages`;
const authorization = `Bot ${demo.botToken}`;

async function send(program: RunningProgram, content: string) {
  const body = JSON.stringify({ content, embeds: [{ description: "x".repeat(3000) }] });
  const headers = { authorization, "content-type": "application/json" };
  return answerOf(await fetch(program.url + messages, { method: "POST", headers, body }));
}

/** Sends messages until the given number of them was refused. */
async function sendUntilRefused(program: RunningProgram, times: number) {
  const acknowledged: string[] = [];
  const refusals: Answer[] = [];
  for (let i = 0; refusals.length < times && i < MESSAGES_MAX; i += 1) {
    const answer = await send(program, `message ${i}`);
    if (answer.status === 200) acknowledged.push(`message ${i}`);
    else refusals.push(answer);
  }
  return { acknowledged, refusals };
}

async function contents(program: RunningProgram): Promise<readonly string[]> {
  const all: string[] = [];
  for (let before = ""; ;) {
    const query = `?limit=100${before === "" ? "" : `&before=${before}`}`;
    const answer = await fetch(program.url + messages + query, { headers: { authorization } });
    expect(answer.status).toBe(200);
    const page = (await answer.json()) as readonly { id: string; content: string }[];
    all.push(...page.map(({ content }) => content));
    const last = page.at(-1);
    if (last === undefined) return all;
    before = last.id;
  }
}

const readiness = async (program: RunningProgram) => (await fetch(`${program.url}/readyz`)).status;

/** Limits the size of files that the process writes, in KiB: it gets an error instead of a signal. */
const room = (kib: number) => `trap '' XFSZ; ulimit -f ${kib * 2}`;

describe("a store without free space", () => {
  test("refuses writes with API errors, and keeps all acknowledged ones", async () => {
    await (await start()).stop();
    const program = await start(room(3500));
    const { acknowledged, refusals } = await sendUntilRefused(program, 5);
    expect(acknowledged.length).toBeGreaterThan(20);
    expect(refusals).toHaveLength(5);
    for (const { text } of refusals) {
      expect(text).toMatch(/^\{"message": ?"50[03]: [^"]+", ?"code": ?0\}$/);
    }
    expect(await readiness(program)).toBe(503);
    expect((await fetch(`${program.url}/healthz`)).status).toBe(200);
    expect(new Set(await contents(program))).toEqual(new Set(acknowledged));
    await program.kill();

    const again = await start();
    expect(new Set(await contents(again))).toEqual(new Set(acknowledged));
    expect(await readiness(again)).toBe(200);
    expect((await send(again, "there is room")).status).toBe(200);
  });

  test.each([0, 8, 64, 200])(
    "fails to start with %i KiB, with one line of explanation",
    async (kib) => {
      expect(await failureOf(room(kib))).toMatch(/store/);
    },
  );

  test("fails to start with an existing store, with one line of explanation", async () => {
    await (await start()).stop();
    expect(await failureOf(room(4))).toMatch(/store/);
  });
});

function shell(command: string): void {
  execFileSync("sh", ["-c", command], { stdio: "ignore" });
}

const mayMount = canMount();

function canMount(): boolean {
  const at = mkdtempSync(join(tmpdir(), "antechamber-mount-"));
  try {
    shell(`mount -t tmpfs -o size=64k tmpfs ${at}`);
    shell(`umount ${at}`);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(at, { recursive: true });
  }
}

describe.runIf(mayMount)("a store on its own disk", () => {
  let disk: string;
  beforeAll(() => {
    disk = mkdtempSync(join(tmpdir(), "antechamber-disk-"));
    shell(`mount -t tmpfs -o size=12m tmpfs ${disk}`);
  });
  afterAll(() => {
    shell(`umount ${disk}`);
    rmSync(disk, { recursive: true });
  });
  beforeEach(() => {
    store = join(disk, "data.db");
  });

  test("keeps all acknowledged writes when the disk is full, and continues once there is room", async () => {
    const program = await start();
    const ballast = join(disk, "ballast");
    fill(ballast);
    const { acknowledged, refusals } = await sendUntilRefused(program, 3);
    expect(refusals.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(await readiness(program)).toBe(503);
    rmSync(ballast);
    expect((await send(program, "there is room")).status).toBe(200);
    acknowledged.push("there is room");
    expect(new Set(await contents(program))).toEqual(new Set(acknowledged));
    await program.kill();
    running.length = 0;

    fill(ballast);
    const outcome: unknown = await start().catch((error: unknown) => error);
    // The start may succeed, if everything it needs is stored already.
    const errors = outcome instanceof FailedStart ? outcome.errors : "";
    expect(errors).toMatch(/^(antechamber: [^\n]*store[^\n]*\n)?$/);
  });

  test("fails to start on a full or read-only disk, with one line of explanation", async () => {
    fill(join(disk, "more"));
    store = join(disk, "new", "data.db");
    expect(await failureOf()).toMatch(/full|no space|ENOSPC/i);
    shell(`mount -o remount,ro ${disk}`);
    expect(await failureOf()).toMatch(/store/);
    store = join(disk, "data.db");
    expect(await failureOf()).toMatch(/store/);
    shell(`mount -o remount,rw ${disk}`);
  });
});

/** Writes to a file until the disk is full. */
function fill(file: string): void {
  const handle = openSync(file, "a");
  const block = Buffer.alloc(4096, 1);
  try {
    for (;;) writeSync(handle, block);
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOSPC") throw error;
  } finally {
    closeSync(handle);
  }
}

describe("an invalid store is refused in one line", () => {
  test.each<[string, () => unknown]>([
    ["a text", () => writeFileSync(store, "no database at all\n".repeat(500))],
    ["a directory", () => mkdirSync(store)],
    [
      "another program's",
      () => {
        const other = new DatabaseSync(store);
        other.exec("CREATE TABLE notes (text TEXT)");
        other.close();
      },
    ],
    ["with a destroyed header", () => destroyed(0, 100)],
    ["with destroyed pages", () => destroyed(4096, 400_000)],
  ])("%s", async (_case, make) => {
    await make();
    expect(await failureOf()).toMatch(/store/);
  });

  /** Overwrites part of an intact store. */
  async function destroyed(from: number, to: number): Promise<void> {
    await (await start()).stop();
    const handle = openSync(store, "r+");
    writeSync(handle, Buffer.alloc(to - from, 0xa5), 0, to - from, from);
    closeSync(handle);
  }
});
