// The real program: its exit codes, and how fast it ends.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { overNode } from "../testing/processes/processor-time.ts";
import { PROGRAM } from "../testing/processes/start-program.ts";
import { CONTROL_KEY, aService, demo, type TestService } from "../testing/start-service.ts";

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function run(words: readonly string[], url: string): Promise<Ended> {
  const env = { ...process.env, ANTECHAMBER_URL: url, ANTECHAMBER_CONTROL_KEY: CONTROL_KEY };
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...words], { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

let service: TestService | undefined;
afterEach(() => service?.stop());

test("a command with --json prints only one JSON object on stdout", async () => {
  service = await aService();
  const { code, out, err } = await run(["--json", "see", "alice", "--in", "#general"], service.url);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(JSON.parse(out)).toEqual({ messages: [], text: "" });
});

test("see reports on stderr that a channel has no messages", async () => {
  service = await aService();
  const { code, out, err } = await run(["see", "alice", "--in", "#general"], service.url);
  const message = "antechamber: alice sees no messages there\n";
  expect({ code, out, err }).toEqual({ code: 0, out: "", err: message });
});

test("errors in a world file cannot control the terminal", async () => {
  const folder = await mkdtemp(join(tmpdir(), "antechamber-"));
  const file = join(folder, "w.yaml");
  await writeFile(file, String.raw`users: [{ "\e]0;title\a": 1 }]`);
  const start = ["start", "--port", "0", "--store", "sqlite::memory:", "--world", file];
  const { code, err } = await run(start, "");
  expect({ code, err: err.split("\n")[0] }).toEqual({
    code: 1,
    err: "antechamber: w.yaml:1:11 users[0].]0;title: unknown key",
  });
});

test("usage errors, refusals and an unreachable service have distinct exit codes", async () => {
  service = await aService();
  const wrong = await run(["see", "alice"], service.url);
  expect(wrong).toMatchObject({ code: 2, out: "" });
  const refused = await run(["see", "alcie", "--in", "general"], service.url);
  expect(refused).toMatchObject({ code: 4, out: "" });
  const address = await freeAddress();
  const lost = await run(["see", "alice", "--in", "general"], address);
  expect(lost).toMatchObject({ code: 3, out: "" });
  expect(lost.err).toContain(`no service answers at ${address}`);
});

test("an unknown command suggests the nearest one", async () => {
  const { code, err } = await run(["invok"], "http://127.0.0.1:1");
  expect(code).toBe(2);
  expect(err).toContain("Did you mean invoke?");
});

test("a command whose reader closes the pipe ends silently", async () => {
  const line = `"${process.execPath}" "${PROGRAM}" start --help | true`;
  const err = await new Promise((resolve) => {
    execFile("sh", ["-c", line], (_, __, text) => resolve(text));
  });
  expect(err).toBe("");
});

test.skipIf(!existsSync("/dev/full"))(
  "a command that cannot write its output fails with an error",
  async () => {
    const line = `"${process.execPath}" "${PROGRAM}" completion bash > /dev/full`;
    const { code, err } = await new Promise<Pick<Ended, "code" | "err">>((resolve) => {
      execFile("sh", ["-c", line], (error, _, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), err: stderr });
      });
    });
    expect(code).toBe(1);
    expect(err).toMatch(/^antechamber: cannot write what is printed: ENOSPC.*\n$/);
  },
);

test("a command works although nobody reads its stderr", async () => {
  const words = ["see", "alice", "--in", "general", "--url", await freeAddress()];
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.destroy();
  expect(await once(child, "exit")).toEqual([3, null]);
});

test("a following command cleans up when its reader closes the pipe", async () => {
  service = await aService();
  const env = {
    ...process.env,
    ANTECHAMBER_URL: service.url,
    ANTECHAMBER_CONTROL_KEY: CONTROL_KEY,
  };
  const words = ["webhooks", "listen", "--events", "APPLICATION_DEAUTHORIZED"];
  const child = spawn(process.execPath, [PROGRAM, ...words], { env, stdio: "pipe" });
  const ended = once(child, "exit");
  await once(child.stderr, "data");
  const path = `GET /applications/${demo.applicationId}`;
  expect((await service.control(path)).body).toHaveProperty("event_webhooks.url");
  child.stdout.destroy();
  await service.control("POST /users/alice/deauthorize", { application: "Concierge" });
  expect(await ended).toEqual([0, null]);
  expect((await service.control(path)).body).not.toHaveProperty("event_webhooks.url");
});

test("record runs until it is interrupted, and then writes its files", async () => {
  service = await aService();
  const folder = await mkdtemp(join(tmpdir(), "antechamber-record-"));
  const env = {
    ...process.env,
    ANTECHAMBER_URL: service.url,
    ANTECHAMBER_CONTROL_KEY: CONTROL_KEY,
  };
  const words = ["record", "greeting", "--dir", folder];
  const child = spawn(process.execPath, [PROGRAM, ...words], { env, stdio: "pipe" });
  const ended = once(child, "exit");
  const [message] = (await once(child.stderr, "data")) as [Buffer];
  expect(message.toString()).toContain("play now");
  const hello = { channel: "general", content: "hello" };
  expect((await service.control("POST /users/alice/message", hello)).status).toBe(200);
  child.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
  const written = await readFile(join(folder, "greeting.test.ts"), "utf8");
  expect(written).toContain('.message("hello")');
});

/** A URL that refuses connections. */
function freeAddress(): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { readonly port: number };
      server.close(() => resolve(`http://127.0.0.1:${port}`));
    });
  });
}

test.each([["see --help"], ["start --help"], ["--version"]])(
  "%s starts within 80 ms of Node's own start",
  async (words) => {
    const started = await overNode([PROGRAM, ...words.split(" ")]);
    expect(started.code).toBe(0);
    expect(started.ms).toBeGreaterThan(0);
    expect(started.ms).toBeLessThan(80);
  },
);
