import { once } from "node:events";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { clientCommand } from "../../testing/clients/client-command.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;
afterEach(() => service.stop());

const aFolder = () => mkdtemp(join(tmpdir(), "antechamber-record-"));

/** Starts a recording, which lasts until it is ended. */
async function recorded(words: readonly string[], play: () => Promise<unknown>) {
  const end = new AbortController();
  const begun = Promise.withResolvers<void>();
  const recording = clientCommand(service, ["record", ...words], {
    interrupted: end.signal,
    noted: () => begun.resolve(),
  });
  await begun.promise;
  await play();
  end.abort();
  return recording;
}

const say = (content: string) =>
  service.control("POST /users/alice/message", { channel: "general", content });

test("record reports where it starts, and writes a test and its world", async () => {
  service = await aService();
  const dir = await aFolder();
  await say("before");
  const ran = await recorded(["greeting", "--dir", dir], () => say("hello"));
  expect(ran).toMatchObject({ code: 0 });
  expect(ran.err).toMatch(
    /^antechamber: recording main after entry \d+; play now, and end with Ctrl-C\n$/,
  );
  expect(ran.out).toBe(`  wrote ${dir}/greeting.test.ts\n  wrote ${dir}/greeting.world.json\n`);
  const written = await readFile(join(dir, "greeting.test.ts"), "utf8");
  expect(written).toContain('test("greeting", async ({ world }) => {');
  expect(written).toContain('.message("hello")');
  expect(written).not.toContain("before");
  const world = JSON.parse(await readFile(join(dir, "greeting.world.json"), "utf8")) as {
    readonly messages: readonly { readonly content: string }[];
    readonly clock: { readonly frozen: boolean };
  };
  expect(world.messages.map(({ content }) => content)).toEqual(["before"]);
  expect(world.clock.frozen).toBe(true);
  expect(JSON.stringify(world)).not.toMatch(/sha256:|token/);
  expect((await service.control("GET /snapshots")).at("items")).toEqual([]);
});

test("record ends after the given time, and can write the world into the test", async () => {
  service = await aService();
  const dir = await aFolder();
  const words = ["greeting", "--for", "50ms", "--inline", "--as", "pytest", "--dir", dir, "--json"];
  const recording = clientCommand(service, ["record", ...words], {
    noted: () => void say("hello"),
  });
  const ran = await recording;
  expect(ran).toMatchObject({ code: 0 });
  expect(JSON.parse(ran.out)).toEqual({ test: join(dir, "test_greeting.py") });
  expect(await readdir(dir)).toEqual(["test_greeting.py"]);
});

test("record ends with its program, and exits with the program's code", async () => {
  service = await aService();
  const dir = await aFolder();
  const body = JSON.stringify({ channel: "general", content: "hello" });
  const script = `
    const { ANTECHAMBER_URL: url, ANTECHAMBER_CONTROL_KEY: key } = process.env;
    const headers = { authorization: "Control " + key, "content-type": "application/json" };
    const said = await fetch(url + "/control/v1/users/alice/message", { method: "POST", headers, body: ${JSON.stringify(body)} });
    process.exit(said.status === 200 ? 7 : 1);`;
  const words = ["record", "greeting", "--dir", dir, "--for", "30s", "--"];
  const program = [process.execPath, "--input-type=module", "--eval", script];
  const ran = await clientCommand(service, [...words, ...program]);
  expect(ran.code).toBe(7);
  expect(ran.out).toContain("greeting.test.ts");
  expect(await readFile(join(dir, "greeting.test.ts"), "utf8")).toContain('.message("hello")');
  const lost = await clientCommand(service, [
    "record",
    "it",
    "--dir",
    dir,
    "--",
    "no-such-program",
  ]);
  expect(lost).toMatchObject({ code: 127, out: "" });
  expect(lost.err).toContain("cannot start no-such-program");
});

const playing = (dir: string) => [
  "record",
  "greeting",
  "--dir",
  dir,
  "--",
  process.execPath,
  "--eval",
];

test("record exits with 128 plus the signal that killed its program", async () => {
  service = await aService();
  await say("before");
  const words = playing(await aFolder());
  const ran = clientCommand(service, [...words, 'process.kill(process.pid, "SIGKILL")'], {
    noted: () => void say("hello"),
  });
  expect(await ran).toMatchObject({ code: 137 });
});

test("record succeeds when interrupted, whatever exit code its program has", async () => {
  service = await aService();
  const begun = Promise.withResolvers<void>();
  const dir = await aFolder();
  const ready = join(dir, "ready");
  const script = `
    process.on("SIGTERM", () => process.exit(1));
    setInterval(() => undefined, 1000);
    require("node:fs").writeFileSync(${JSON.stringify(ready)}, "");`;
  const end = new AbortController();
  const ran = clientCommand(service, [...playing(dir), script], {
    interrupted: end.signal,
    noted: () => begun.resolve(),
  });
  await begun.promise;
  await say("hello");
  await vi.waitFor(() => readFile(ready));
  end.abort();
  expect(await ran).toMatchObject({ code: 0 });
});

test("record kills a program that ignores SIGTERM on a second Ctrl-C", async () => {
  service = await aService();
  const dir = await aFolder();
  const ready = join(dir, "ready");
  const script = `
    process.on("SIGTERM", () => undefined);
    setInterval(() => undefined, 1000);
    require("node:fs").writeFileSync(${JSON.stringify(ready)}, "");`;
  const [first, second] = [new AbortController(), new AbortController()];
  const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ran = clientCommand(service, [...playing(dir), script], {
    interrupted: first.signal,
    interruptedAgain: second.signal,
    noted: () => begun.resolve(),
    // The time that it has to end by itself never passes.
    clock: {
      after() {
        ending.resolve();
        return () => undefined;
      },
    },
  });
  await begun.promise;
  await say("hello");
  await vi.waitFor(() => readFile(ready));
  first.abort();
  await ending.promise;
  second.abort();
  expect(await ran).toMatchObject({ code: 130 });
  expect(await readFile(join(dir, "greeting.test.ts"), "utf8")).toContain('.message("hello")');
});

test("record kills a program that ignores SIGTERM together with its children", async () => {
  service = await aService();
  const dir = await aFolder();
  const ready = join(dir, "ready");
  const helper = `
    process.on("SIGTERM", () => undefined);
    require("node:net").createServer().listen(0, "127.0.0.1", function () {
      require("node:fs").writeFileSync(${JSON.stringify(ready)}, String(this.address().port));
    });`;
  const script = `
    process.on("SIGTERM", () => undefined);
    setInterval(() => undefined, 1000);
    require("node:child_process").spawn(process.execPath, ["--eval", ${JSON.stringify(helper)}]);`;
  const [begun, end] = [Promise.withResolvers<void>(), new AbortController()];
  const patience = Promise.withResolvers<() => void>();
  const ran = clientCommand(service, [...playing(dir), script], {
    interrupted: end.signal,
    noted: () => begun.resolve(),
    clock: {
      after(_, task) {
        patience.resolve(task);
        return () => undefined;
      },
    },
  });
  await begun.promise;
  await say("hello");
  const port = await vi.waitFor(async () => {
    const written = Number(await readFile(ready, "utf8"));
    expect(written).toBeGreaterThan(0);
    return written;
  });
  const helperSocket = connect(port, "127.0.0.1");
  await once(helperSocket, "connect");
  const helperEnded = new Promise((resolve) => {
    helperSocket.on("error", () => undefined).once("close", resolve);
  });
  end.abort();
  (await patience.promise)();
  expect(await ran).toMatchObject({ code: 0 });
  await helperEnded;
});

test("record writes no files and leaves no snapshot if no user did anything", async () => {
  service = await aService();
  const dir = await aFolder();
  const ran = await recorded(["idle", "--dir", dir], async () => undefined);
  expect(ran).toMatchObject({ code: 4, out: "" });
  expect(ran.err).toContain("no action of a user");
  expect(await readdir(dir)).toEqual([]);
  expect((await service.control("GET /snapshots")).at("items")).toEqual([]);
});

test("record overwrites existing files only with --force", async () => {
  service = await aService();
  const dir = await aFolder();
  await writeFile(join(dir, "greeting.world.json"), "mine");
  const refused = await clientCommand(service, ["record", "greeting", "--dir", dir]);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain("--force overwrites it");
  const forced = await recorded(["greeting", "--dir", dir, "--force"], () => say("hello"));
  expect(forced.code).toBe(0);
});

test.each([
  [["record", "../up"], 2, /not a valid name/],
  [["record", "it", "--as", "mocha"], 2, /not one of vitest, jest, node, pytest/],
  [["record", "it", "--for", "soon"], 2, /not a duration/],
  [["record", "it", "--for", "25d"], 2, /more than a day/],
  [["journal", "export", "--as", "vitest"], 2, /either the id of a trace, or --after/],
  [
    ["journal", "export", "1", "--after", "1", "--as", "vitest"],
    2,
    /either the id of a trace, or --after/,
  ],
  [["journal", "export", "1", "--as", "mocha"], 2, /not one of/],
  [["journal", "export", "--after", "1", "--as", "node"], 4, /no longer has the beginning/],
] as const)("%j exits with %i", async (words, code, message) => {
  service = await aService();
  const failed = await clientCommand(service, words);
  expect(failed).toMatchObject({ code, out: "" });
  expect(failed.err).toMatch(message);
});

test("journal export writes a trace as a test with a separate world file", async () => {
  service = await aService();
  const sent = await say("hello");
  expect(sent.status).toBe(200);
  const [entry] = (await service.control("GET /journal?name=control.message")).at("items") as {
    readonly id: string;
  }[];
  const id = entry?.id ?? "";
  const words = ["--as", "node", "--name", "greeting", "--world-file", "it.json"];
  const exported = await clientCommand(service, ["journal", "export", id, ...words]);
  expect(exported).toMatchObject({ code: 0, err: "" });
  expect(exported.out).toContain('import recorded from "./it.json" with { type: "json" };');
  expect(exported.out).toContain('test("greeting", async (t) => {');
  const world = await clientCommand(service, ["journal", "export", id, "--as", "world"]);
  expect(JSON.parse(world.out)).toMatchObject({ users: [{ id: demo.aliceId }, {}] });
});
