import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { clientCommand } from "../testing/client-command.ts";
import { aService, demo, type TestService } from "../testing/start-service.ts";

let service: TestService;
afterEach(() => service.stop());

const aFolder = () => mkdtemp(join(tmpdir(), "antechamber-record-"));

/** Records what is played until it is ended. */
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

test("a recording says where it begins, and writes the test and its world", async () => {
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

test("a recording ends by itself, and keeps the world in the test where that is asked for", async () => {
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

test("nothing is written where nothing was played, and no snapshot is left", async () => {
  service = await aService();
  const dir = await aFolder();
  const ran = await recorded(["idle", "--dir", dir], async () => undefined);
  expect(ran).toMatchObject({ code: 4, out: "" });
  expect(ran.err).toContain("No user did anything");
  expect(await readdir(dir)).toEqual([]);
  expect((await service.control("GET /snapshots")).at("items")).toEqual([]);
});

test("files that are there stay, unless somebody says otherwise", async () => {
  service = await aService();
  const dir = await aFolder();
  await writeFile(join(dir, "greeting.world.json"), "mine");
  const refused = await clientCommand(service, ["record", "greeting", "--dir", dir]);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain("--force writes over it");
  const forced = await recorded(["greeting", "--dir", dir, "--force"], () => say("hello"));
  expect(forced.code).toBe(0);
});

test.each([
  [["record", "../up"], 2, /no name for a file/],
  [["record", "it", "--as", "mocha"], 2, /none of vitest, jest, node, pytest/],
  [["record", "it", "--for", "soon"], 2, /no duration/],
  [["journal", "export", "--as", "vitest"], 2, /name a trace/],
  [["journal", "export", "1", "--after", "1", "--as", "vitest"], 2, /name a trace/],
  [["journal", "export", "1", "--as", "mocha"], 2, /none of/],
  [["journal", "export", "--after", "1", "--as", "node"], 4, /forgotten/],
] as const)("%j ends with %i", async (words, code, message) => {
  service = await aService();
  const failed = await clientCommand(service, words);
  expect(failed).toMatchObject({ code, out: "" });
  expect(failed.err).toMatch(message);
});

test("a trace is exported as a test, and its world apart", async () => {
  service = await aService();
  const sent = await say("hello");
  expect(sent.status).toBe(200);
  const [entry] = (await service.control("GET /journal?name=control.message")).at("items") as {
    readonly id: string;
  }[];
  const id = entry?.id ?? "";
  const words = ["--as", "node", "--name", "greeting", "--world-file", "it.json"];
  const shown = await clientCommand(service, ["journal", "export", id, ...words]);
  expect(shown).toMatchObject({ code: 0, err: "" });
  expect(shown.out).toContain('import recorded from "./it.json" with { type: "json" };');
  expect(shown.out).toContain('test("greeting", async (t) => {');
  const world = await clientCommand(service, ["journal", "export", id, "--as", "world"]);
  expect(JSON.parse(world.out)).toMatchObject({ users: [{ id: demo.aliceId }, {}] });
});
