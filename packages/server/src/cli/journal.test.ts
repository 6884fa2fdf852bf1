import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { clientCommand, normalised, replyFaults } from "../testing/client-command.ts";
import { aService, demo, type TestService } from "../testing/start-service.ts";

let service: TestService;
afterEach(() => service.stop());

const run = (...words: string[]) => clientCommand(service, words);

async function withRefusal(): Promise<void> {
  service = await aService();
  await service.asBot("POST /lobbies", { idle_timeout_seconds: 2 });
  await service.asBot("POST /lobbies", {});
}

test("journal prints entries, filtered as they are typed", async () => {
  await withRefusal();
  const { code, out } = await run("journal", "--filter", "kind:refusal", "name:lobbies.*");
  expect(code).toBe(0);
  expect(normalised(out).replaceAll(/#\d+/g, "#<n>")).toMatchInlineSnapshot(`
    "<time> #<n> refusal  400 lobbies.create               InvalidForm at the step "handler", idle_timeout_seconds: int32 value should be greater than or equal to 5.
    "
  `);
  const page = await run("journal", "--since", "5m", "--json");
  expect(replyFaults("control.journal.list", page.out)).toEqual([]);
  const lines = (await run("journal", "--jsonl")).out.trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.map((line) => typeof JSON.parse(line))).not.toContain("string");
});

test.each([
  [["--filter", "knd:refusal"], 2, /there is no filter "knd"/],
  [["--filter", "status:none"], 4, /status/],
  [["--limit", "0"], 2, /--limit/],
  [["--since", "soon"], 2, /"soon" is no duration/],
  [["--har", "x.har"], 2, /--filter trace:ID/],
] as const)("journal %j ends with %i", async (words, code, message) => {
  await withRefusal();
  const failed = await run("journal", ...words);
  expect(failed).toMatchObject({ code, out: "" });
  expect(failed.err).toMatch(message);
});

test("journal -f prints what happens until it is interrupted, each entry once", async () => {
  await withRefusal();
  const end = new AbortController();
  const names: string[] = [];
  const following = clientCommand(
    service,
    ["journal", "-f", "--json", "--filter", "name:users.*"],
    {
      interrupted: end.signal,
      printed(text) {
        names.push((JSON.parse(text) as { readonly name: string }).name);
        if (names.length === 3) end.abort();
      },
    },
  );
  await service.asBot("GET /users/@me");
  await service.asBot("GET /users/@me");
  await service.asBot("GET /users/@me");
  expect(await following).toMatchObject({ code: 0, err: "" });
  expect(new Set(names).size).toBe(1);
});

test("journal -f loses nothing of thousands of entries that come as fast as they can", async () => {
  service = await aService({ limits: "off" });
  const end = new AbortController();
  const ids: number[] = [];
  const following = clientCommand(service, ["journal", "-f", "--json"], {
    interrupted: end.signal,
    printed(text) {
      const { id, name } = JSON.parse(text) as { readonly id: string; readonly name: string };
      ids.push(Number(id));
      if (name === "users.me") end.abort();
    },
  });
  for (let round = 0; round < 60; round += 1) {
    await Promise.all(Array.from({ length: 50 }, () => service.asBot("GET /gateway")));
  }
  await service.asUser(demo.aliceToken, "GET /users/@me");
  expect(await following).toMatchObject({ code: 0, err: "" });
  expect(ids.length).toBeGreaterThan(3000);
  expect(ids).toEqual(ids.map((_, nth) => (ids[0] ?? 0) + nth));
});

test("a trace is printed from the id of any of its entries, and written as an archive", async () => {
  await withRefusal();
  const listed = await run("journal", "--filter", "kind:refusal", "--jsonl");
  const { id, trace } = JSON.parse(listed.out) as { readonly id: string; readonly trace: string };
  const whole = await run("trace", id);
  expect(whole.out).toContain("lobbies.create");
  expect(whole.out).toBe((await run("trace", trace)).out);
  const json = await run("trace", trace, "--json");
  expect(replyFaults("control.traces.get", json.out)).toEqual([]);
  const file = join(await mkdtemp(join(tmpdir(), "antechamber-")), "calls.har");
  expect((await run("journal", "--filter", `trace:${trace}`, "--har", file)).code).toBe(0);
  const archive = JSON.parse(await readFile(file, "utf8")) as { readonly log: { version: string } };
  expect(archive.log.version).toBe("1.2");
});

test("a call is made again, with another body or as a script", async () => {
  await withRefusal();
  const listed = await run("journal", "--filter", "kind:request", "status:400", "--jsonl");
  const { id } = JSON.parse(listed.out) as { readonly id: string };
  expect((await run("replay", id)).out).toMatch(/^ {2}400 /);
  const better = await run("replay", id, "--body", '{"idle_timeout_seconds":60}', "--json");
  expect(replyFaults("control.journal.replay", better.out)).toEqual([]);
  expect(JSON.parse(better.out)).toMatchObject({ status: 201 });
  expect((await run("replay", id, "--as", "curl")).out).toContain("curl");
  expect(await run("replay", id, "--as", "vitest")).toMatchObject({ code: 4, out: "" });
  expect(await run("replay", id, "--as", "mocha")).toMatchObject({ code: 2, out: "" });
  expect(await run("replay", "999999")).toMatchObject({ code: 4, out: "" });
});

test("a whole trace is made again in a copy of the world, which does not stay", async () => {
  await withRefusal();
  const { out: listed } = await run("journal", "--filter", "kind:request", "status:400", "--jsonl");
  const { id } = JSON.parse(listed) as { readonly id: string };
  const again = await run("replay", id, "--fork", "--json");
  expect(again).toMatchObject({ code: 0, err: "" });
  expect(replyFaults("control.traces.replay", again.out)).toEqual([]);
  expect((await run("replay", id, "--fork")).out).toContain("every call was answered as before");
  expect((await run("world", "list")).out.trimEnd().split("\n")).toHaveLength(1);
});

test("a trace that comes to something else in a snapshot or another world ends with 5", async () => {
  service = await aService();
  const { body } = await service.asBot("POST /lobbies", {});
  const { id: lobby } = body as { readonly id: string };
  await run("snapshot", "save", "with-it");
  await service.asBot(`DELETE /lobbies/${lobby}`);
  await service.asBot(`GET /lobbies/${lobby}`);
  const { out } = await run("journal", "--filter", "name:lobbies.get", "--jsonl");
  const { id } = JSON.parse(out.trimEnd().split("\n").at(-1) ?? "") as { readonly id: string };
  const other = await run("replay", id, "--snapshot", "with-it", "--keep");
  expect(other.code).toBe(5);
  expect(other.out).toMatch(/✕ +lobbies\.get +404 +now 200/);
  const kept = /kept as (\S+):/.exec(other.err)?.[1] ?? "";
  expect((await run("world", "list")).out).toContain(kept);
  expect((await run("replay", id, "--in", kept)).code).toBe(5);
  const words = ["--fork", "--as", "curl"];
  expect(await run("replay", id, ...words)).toMatchObject({ code: 2, out: "" });
  expect(await run("replay", id, "--keep")).toMatchObject({ code: 2, out: "" });
});
