import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { types } from "@antechamber/sdk/control";
import { afterEach, expect, test } from "vitest";
import { clientCommand, normalised, replyFaults } from "../../../testing/clients/client-command.ts";
import { filtersOf } from "./journal.ts";
import { signIn } from "../../../testing/clients/gateway-client.ts";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";

let service: TestService;
afterEach(() => service.stop());

const run = (...words: string[]) => clientCommand(service, words);

async function withRefusal(): Promise<void> {
  service = await aService();
  await service.asBot("POST /lobbies", { idle_timeout_seconds: 2 });
  await service.asBot("POST /lobbies", {});
}

test("journal prints the entries that match the filters", async () => {
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

test("journal reports on stderr that no entries were found", async () => {
  await withRefusal();
  const nowhere = ["journal", "--filter", "name:nothing"];
  const nothingFound = { code: 0, err: "antechamber: no entries found\n" };
  expect(await run(...nowhere)).toMatchObject({ ...nothingFound, out: "" });
  expect(await run(...nowhere, "--jsonl")).toMatchObject({ ...nothingFound, out: "" });
  expect(await run(...nowhere, "--quiet")).toMatchObject({ code: 0, out: "", err: "" });
  const page = await run(...nowhere, "--json");
  expect([JSON.parse(page.out), page.err]).toMatchObject([{ items: [] }, ""]);
});

test.each([
  [["--filter", "knd:refusal"], 2, /there is no filter "knd"/],
  [["--filter", "name:lobbies.*", "name:users.*"], 2, /"name:" is given twice/],
  [["--filter", "status:none"], 4, /status/],
  [["--filter", "kind:"], 2, /"kind:" has no value/],
  [["--filter", "name:lobbies.*", 'user:""'], 2, /"user:" has no value/],
  [["--limit", "0"], 2, /--limit/],
  [["--limit", "1001"], 2, /from 1 to 1000$/m],
  [["--har", "x.har", "--limit", "10001"], 2, /from 1 to 10000$/m],
  [["--since", "soon"], 2, /"soon" is not a duration/],
  [["--since", "90"], 2, /"90" is not a duration/],
  [["--har", "x.har", "--follow"], 2, /cannot be combined with --follow/],
  [["--har", "x.har", "--filter", "name:nothing"], 1, /no calls found/],
] as const)("journal %j exits with %i", async (words, code, message) => {
  await withRefusal();
  const failed = await run("journal", ...words);
  expect(failed).toMatchObject({ code, out: "" });
  expect(failed.err).toMatch(message);
});

test("--har applies further filters to the calls of a trace", async () => {
  await withRefusal();
  const listed = await run("journal", "--filter", "kind:refusal", "--jsonl");
  const { trace } = JSON.parse(listed.out) as { readonly trace: string };
  const archive = (...more: string[]) =>
    run("journal", "--har", "-", "--filter", `trace:${trace}`, ...more);
  expect((await archive()).code).toBe(0);
  const nothing = await archive("name:users.*");
  expect(nothing).toMatchObject({ code: 1, out: "" });
  expect(nothing.err).toContain("no calls found");
});

test.each([[["--after", "0", "7"]], [[]]])(
  "journal export requires either a trace or --after: %j",
  async (words) => {
    service = await aService();
    const failed = await run("journal", "export", "--as", "curl", ...words);
    expect(failed).toMatchObject({ code: 2, out: "" });
    expect(failed.err).toContain("pass either the id of a trace, or --after");
  },
);

test("journal -f prints each new entry once until it is interrupted", async () => {
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

test("journal -f reports that the service cannot be reached", async () => {
  service = await aService();
  const end = new AbortController();
  const following = clientCommand(service, ["journal", "-f"], {
    interrupted: end.signal,
    printed: () => void service.stop(),
    noted: () => end.abort(),
  });
  await service.asBot("GET /users/@me");
  expect(await following).toMatchObject({
    code: 0,
    err: "antechamber: the service cannot be reached; the output goes on when it is back\n",
  });
});

test("journal -f prints thousands of rapid entries without losing any", async () => {
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

test("trace accepts the ID of any entry of a trace, and can write a HAR file", async () => {
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

test("trace prints all entries of a trace that spans several pages", async () => {
  const usernames = Array.from({ length: 1001 }, (_, nth) => `person-${nth}`);
  const token = demo.botToken;
  service = await aService({
    world: {
      users: ["owner", ...usernames].map((username) => ({ username })),
      applications: [{ id: demo.applicationId, name: "Warden", owner: "owner", bot: { token } }],
      guilds: [
        {
          id: demo.guildId,
          name: "Hall",
          owner: "owner",
          members: usernames.map((user) => ({ user, joined_at: "2020-01-01T00:00:00Z" })),
          applications: [{ application: "Warden", scopes: ["bot"], permissions: "8" }],
        },
      ],
    },
  });
  const { body } = await service.asBot(`POST /guilds/${demo.guildId}/prune`, { days: 1 });
  expect(body).toEqual({ pruned: usernames.length });
  const [pruning] = (await run("journal", "--filter", "name:*prune*", "--jsonl")).out.split("\n");
  const { trace } = JSON.parse(pruning ?? "") as { readonly trace: string };
  const { out } = await run("trace", trace);
  const removals = out.split("\n").filter((line) => line.includes("GUILD_MEMBER_REMOVE"));
  expect(removals).toHaveLength(usernames.length);
  const page = JSON.parse((await run("trace", trace, "--json")).out) as types.JournalPage;
  expect(page.items.length).toBeGreaterThan(usernames.length);
  expect(page.next).toBeNull();
});

test("--har writes the calls that match the filters, or the newest calls", async () => {
  await withRefusal();
  const file = join(await mkdtemp(join(tmpdir(), "antechamber-")), "calls.har");
  const statusesOf = async (...words: string[]) => {
    expect(await run("journal", "--har", file, ...words)).toMatchObject({ code: 0, err: "" });
    const { log } = JSON.parse(await readFile(file, "utf8")) as {
      readonly log: { readonly entries: { readonly response: { readonly status: number } }[] };
    };
    return log.entries.map(({ response }) => response.status);
  };
  expect(await statusesOf("--filter", "app:Concierge", "status:4xx")).toEqual([400]);
  expect(await statusesOf()).toEqual([400, 201]);
  const cut = await run("journal", "--har", file, "--limit", "1", "--filter", "name:lobbies.*");
  expect(cut.code).toBe(0);
  expect(cut.err).toBe("antechamber: there are more calls; these are the newest 1\n");
});

test("--har with a hyphen as its file prints the archive", async () => {
  await withRefusal();
  const printed = await run("journal", "--har", "-", "--limit", "1");
  expect(printed).toMatchObject({ code: 0 });
  const { log } = JSON.parse(printed.out) as { readonly log: { readonly entries: unknown[] } };
  expect(log.entries).toHaveLength(1);
});

test("--har writes more calls than one page of the journal", async () => {
  service = await aService({ limits: "off" });
  const calls = 1005;
  for (let made = 0; made < calls; made += 67) {
    await Promise.all(Array.from({ length: 67 }, () => service.asBot("GET /gateway")));
  }
  const file = join(await mkdtemp(join(tmpdir(), "antechamber-")), "calls.har");
  const found = ["--har", file, "--filter", "name:gateway.get"];
  for (const [limit, written] of [
    [[], calls],
    [["--limit", "10000"], calls],
    [["--limit", "1001"], 1001],
  ] as const) {
    expect(await run("journal", ...found, ...limit)).toMatchObject({ code: 0 });
    const { log } = JSON.parse(await readFile(file, "utf8")) as {
      readonly log: { readonly entries: readonly unknown[] };
    };
    expect(log.entries).toHaveLength(written);
  }
});

test("several kinds in a filter match entries of any of them", async () => {
  await withRefusal();
  expect(filtersOf(["kind:refusal", "kind:request"])).toEqual({ kind: "refusal,request" });
  const words = ["--filter", "kind:refusal", "kind:request", "name:lobbies.create", "--jsonl"];
  const kinds = (await run("journal", ...words)).out
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { readonly kind: string }).kind);
  expect(new Set(kinds)).toEqual(new Set(["refusal", "request"]));
});

test("the filter has the syntax of the console, including quoted texts", () => {
  expect(
    filtersOf(['app:Concierge text:"not here"', "status:>=400", "no", '"such thing"']),
  ).toEqual({
    application: "Concierge",
    status: ">=400",
    text: "not here no such thing",
  });
});

test("replay repeats a call, with another body or as a script", async () => {
  await withRefusal();
  const listed = await run("journal", "--filter", "kind:request", "status:400", "--jsonl");
  const { id } = JSON.parse(listed.out) as { readonly id: string };
  expect((await run("replay", id)).out).toMatch(/^ {2}400 /);
  const { body } = await service.control("POST /users/alice/message", {
    channel: "general",
    content: "hello",
  });
  expect(body).toMatchObject({ content: "hello" });
  const [entry] = (await run("journal", "--filter", "name:control.message", "--jsonl")).out.split(
    "\n",
  );
  const { trace } = JSON.parse(entry ?? "") as { readonly trace: string };
  expect((await run("replay", trace)).out).toMatch(/^ {2}200 /);
  const better = await run("replay", id, "--body", '{"idle_timeout_seconds":60}', "--json");
  expect(replyFaults("control.journal.replay", better.out)).toEqual([]);
  expect(JSON.parse(better.out)).toMatchObject({ status: 201 });
  expect((await run("replay", id, "--as", "curl")).out).toContain("curl");
  expect(await run("replay", id, "--as", "vitest")).toMatchObject({ code: 4, out: "" });
  expect(await run("replay", id, "--as", "mocha")).toMatchObject({ code: 2, out: "" });
  expect(await run("replay", "999999")).toMatchObject({ code: 4, out: "" });
});

test("replay repeats the given entry, or the first call of a given trace", async () => {
  service = await aService();
  const url = `${service.url.replace("http", "ws")}/gateway/`;
  const { client } = await signIn(url, { token: demo.botToken, intents: 0 });
  const answered = async () => {
    const { d } = await client.nextEvent("INTERACTION_CREATE");
    const { id, token } = d as { readonly id: string; readonly token: string };
    const body = { type: 4, data: { content: "hello" } };
    const callback = await service.call(`POST /interactions/${id}/${token}/callback`, { body });
    expect(callback.status).toBe(204);
    return id;
  };
  const commands = `POST /applications/${demo.applicationId}/commands`;
  await service.asBot(commands, { name: "greet", description: "Greets" });
  const invoke = { application: "Concierge", channel: "general", command: "greet" };
  const invoked = service.control("POST /users/alice/invoke", invoke);
  const trace = await answered();
  await invoked;
  const { out } = await run("journal", "--filter", "name:interactions.callback", "--jsonl");
  const callback = JSON.parse(out.split("\n")[0] ?? "") as Readonly<Record<string, string>>;
  expect(callback).toMatchObject({ kind: "request", trace });
  const again = await run("replay", callback["id"] ?? "", "--json");
  expect(JSON.parse(again.out)).toMatchObject({ status: 400, body: { code: 40_060 } });
  const whole = run("replay", trace, "--json");
  expect(await answered()).not.toBe(trace);
  expect(JSON.parse((await whole).out)).toMatchObject({
    status: 200,
    body: { outcome: "replied" },
  });
  await client.leave(1000);
});

test("replay --fork repeats a trace in a temporary copy of the world", async () => {
  await withRefusal();
  const { out: listed } = await run("journal", "--filter", "kind:request", "status:400", "--jsonl");
  const { id } = JSON.parse(listed) as { readonly id: string };
  const again = await run("replay", id, "--fork", "--json");
  expect(again).toMatchObject({ code: 0, err: "" });
  expect(replyFaults("control.traces.replay", again.out)).toEqual([]);
  expect((await run("replay", id, "--fork")).out).toContain("every call was answered as before");
  expect((await run("world", "list")).out.trimEnd().split("\n")).toHaveLength(1);
});

test("replay exits with 5 if a trace has a different result elsewhere", async () => {
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
  const world = /kept as (\S+):/.exec(other.err)?.[1] ?? "";
  expect((await run("world", "list")).out).toContain(world);
  expect((await run("replay", id, "--in", world)).code).toBe(5);
  const words = ["--fork", "--as", "curl"];
  expect(await run("replay", id, ...words)).toMatchObject({ code: 2, out: "" });
  expect(await run("replay", id, "--keep")).toMatchObject({ code: 2, out: "" });
});
