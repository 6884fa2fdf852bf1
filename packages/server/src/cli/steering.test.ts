// The commands for clock, limits, faults, snapshots, worlds, lobbies and deliveries.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { clientCommand, normalised, replyFaults } from "../testing/clients/client-command.ts";
import { signIn } from "../testing/clients/gateway-client.ts";
import {
  aService,
  demo,
  type TestService,
  type TestServiceOptions,
} from "../testing/start-service.ts";

let service: TestService;
afterEach(() => service.stop());

const run = (...words: string[]) => clientCommand(service, words);

async function start(options: TestServiceOptions = {}): Promise<void> {
  service = await aService(options);
}

/** The exit code, and the errors in the object that was printed. */
async function printed(endpoint: string, ...words: string[]) {
  const { code, out, err } = await run(...words, "--json");
  return { code, err, faults: replyFaults(endpoint, out) };
}

const fine = { code: 0, err: "", faults: [] };

describe("clock", () => {
  test("next advances to the next job and lists the jobs that ran", async () => {
    await start({ frozen: true });
    await service.asBot("POST /lobbies", { idle_timeout_seconds: 60 });
    expect(normalised((await run("clock")).out)).toMatchInlineSnapshot(`
      "  <time>  frozen
        due <time>  lobby.idle <id>
        due <time>  oauth.access_token 100000000000000001
      "
    `);
    const { out } = await run("clock", "next");
    expect(out).toContain("lobby.idle");
    expect(out).not.toContain("nothing fell due");
    expect((await run("clock", "advance", "1s")).out).toContain("nothing fell due");
  });

  test("can be frozen, set, advanced and released", async () => {
    await start();
    expect(await printed("control.clock.move", "clock", "freeze")).toEqual(fine);
    const set = await run("clock", "set", "2027-01-01T00:00:00Z");
    expect(set.out).toMatch(/^ {2}2027-01-01T00:00:00\S* {2}frozen\n$/);
    expect((await run("clock", "advance", "1h30m")).out).toContain("2027-01-01T01:30:00");
    expect((await run("clock", "release")).out).toContain("running");
    expect(await printed("control.clock.get", "clock")).toEqual(fine);
    expect(await run("clock", "advance", "soon")).toMatchObject({ code: 2, out: "" });
    for (const slip of ["soon", "5"]) {
      expect(await run("clock", "set", slip)).toMatchObject({ code: 2, out: "" });
    }
  });
});

test("limits lists the buckets, and limits reset succeeds", async () => {
  await start({ limits: "production", frozen: true });
  await service.asBot(`GET /guilds/${demo.guildId}`);
  expect((await run("limits")).out).toMatch(/profile production, \d+ buckets?\n.*1 of \d+/);
  expect(await printed("control.limits.get", "limits", "reset")).toEqual(fine);
});

test("limits profile switches to another profile", async () => {
  await start({ limits: "off", frozen: true });
  expect((await run("limits", "profile", "unapproved")).out).toBe(
    "  profile unapproved, 0 buckets\n",
  );
  await service.asBot("POST /lobbies", {});
  expect((await run("limits")).out).toContain("1 of 100");
  expect(await printed("control.limits.use", "limits", "profile", "off")).toEqual(fine);
  const unknown = await run("limits", "profile", "unaproved");
  expect(unknown).toMatchObject({ code: 2, out: "" });
  expect(unknown.err).toContain("did you mean unapproved");
});

test("a fault of a session that is open is used up when its reply comes", async () => {
  await start();
  const identify = { token: demo.botToken, intents: 0, properties: {} };
  const { client } = await signIn(`${service.url.replace("http", "ws")}/gateway/`, identify);
  expect(await printed("control.faults.create", "faults", "add", "reconnect")).toEqual(fine);
  expect(await client.next()).toMatchObject({ op: 7 });
  expect((await run("faults")).out).toBe("  no faults are active\n");
  await client.leave(1000);
});

test("faults are injected by name or in JSON, listed and stopped", async () => {
  await start();
  expect((await run("faults")).out).toBe("  no faults are active\n");
  expect(
    await printed("control.faults.create", "faults", "add", "bad-gateway", "--count", "2"),
  ).toEqual(fine);
  expect((await service.asBot("GET /users/@me")).status).toBe(502);
  await run("faults", "add", '{"http":{"drop":true}}', "--app", "Concierge", "--method", "post");
  const listed = await run("faults", "list");
  expect(normalised(listed.out)).toMatchInlineSnapshot(`
    "  <id>  {"status":502}  count 1
      <id>  {"drop":true}   application Concierge, method POST, count 1
    "
  `);
  const id = /(\d{17,20})/.exec(listed.out)?.[1] ?? "";
  expect((await run("faults", "rm", id)).out).not.toContain(id);
  expect((await run("faults", "clear")).out).toBe("  no faults are active\n");
  const unknown = await run("faults", "add", "bad-gatway");
  expect(unknown).toMatchObject({ code: 2, out: "" });
  expect(unknown.err).toContain("did you mean bad-gateway");
  const nowhere = await run("faults", "add", "bad-gateway", "--app", "Concirge");
  expect(nowhere).toMatchObject({ code: 2, out: "" });
  expect(nowhere.err).toContain("did you mean Concierge?");
});

test("flags override the matching fields of a fault in JSON, and keep the others", async () => {
  await start();
  const fault = { match: { user: "alice", count: 5, method: "GET" }, http: { drop: true } };
  const words = ["faults", "add", JSON.stringify(fault), "--method", "post", "--json"];
  const { out } = await run(...words);
  expect(JSON.parse(out)).toMatchObject({
    match: { user: "alice", count: 5, method: "POST" },
    http: { drop: true },
  });
});

test("a snapshot is saved, compared, restored and deleted", async () => {
  await start({ frozen: true });
  expect(await printed("control.snapshots.create", "snapshot", "save", "before")).toEqual(fine);
  expect(await run("snapshot", "diff", "before")).toMatchObject({
    code: 0,
    out: "  nothing changed\n",
  });
  await service.control("PATCH /users/bob", { global_name: "Bobby" });
  const changed = await run("snapshot", "diff", "before");
  expect(changed.code).toBe(5);
  expect(normalised(changed.out)).toMatchInlineSnapshot(`
    "  ~ users 100000000000000002 users[100000000000000002].global_name: nothing → "Bobby"
    "
  `);
  const json = await printed("control.snapshots.diff", "snapshot", "diff", "before");
  expect(json).toEqual({ ...fine, code: 5 });
  expect(await run("snapshot", "restore", "before")).toMatchObject({ code: 0 });
  expect((await run("snapshot", "diff", "before")).code).toBe(0);
  expect(await printed("control.snapshots.list", "snapshot")).toEqual(fine);
  expect((await run("snapshot", "rm", "before")).out).toBe("  there are no snapshots\n");
  expect(await run("snapshot", "restore", "before")).toMatchObject({ code: 4, out: "" });
});

describe("world", () => {
  test("check reports the line and column of every error, without a service", async () => {
    await start();
    const file = join(await mkdtemp(join(tmpdir(), "antechamber-")), "world.yaml");
    await writeFile(file, "users:\n  - { username: alice }\n  - { usrname: bob }\n");
    const nobody = { url: "http://127.0.0.1:1" };
    const checked = await clientCommand(nobody, ["world", "check", file]);
    expect(checked).toMatchObject({ code: 5, err: "" });
    expect(checked.out).toMatch(/world\.yaml:3:7 users\[1\]\.usrname/);
    await writeFile(file, "- users\n");
    expect((await clientCommand(nobody, ["world", "check", file])).out).toContain(
      "world.yaml:1:1 the file: must be an object with the keys clock, ",
    );
    await writeFile(file, "users:\n  - { username: alice }\n");
    expect(await clientCommand(nobody, ["world", "check", file])).toMatchObject({ code: 0 });
  });

  test("export writes a file that creates a world with an equal export", async () => {
    await start({ frozen: true });
    const { out } = await run("world", "export");
    const file = join(await mkdtemp(join(tmpdir(), "antechamber-")), "world.yaml");
    await writeFile(file, out);
    expect(await printed("control.worlds.create", "world", "new", "copy", "--from", file)).toEqual(
      fine,
    );
    const again = await run("world", "export", "--world-name", "copy");
    const body = (text: string) => text.slice(text.indexOf("\n"));
    expect(body(again.out)).toBe(body(await readFile(file, "utf8")));
    expect((await run("world", "list")).out).toContain("copy");
    expect(await printed("control.worlds.list", "world", "rm", "copy")).toEqual(fine);
    expect(await run("see", "alice", "--in", "general", "--world-name", "copy")).toMatchObject({
      code: 4,
    });
  });

  test("reset restores the initial state", async () => {
    await start();
    await run("message", "alice", "hi", "--in", "#general");
    expect(await run("world", "reset")).toMatchObject({ code: 0, err: "" });
    expect((await run("see", "alice", "--in", "#general")).out).toBe("");
  });
});

test("lobbies are listed, shown and closed", async () => {
  await start();
  expect((await run("lobbies")).out).toBe("  there are no lobbies\n");
  const players = [{ id: demo.aliceId, flags: 1, metadata: { team: "blue" } }];
  const draft = { metadata: { map: "harbour" }, members: players };
  const { body } = await service.asBot("POST /lobbies", draft);
  const { id } = body as { readonly id: string };
  expect((await run("lobbies", "list")).out).toContain('{"map":"harbour"}');
  const text = (await run("lobbies", "show", id)).out;
  expect(text).toMatch(new RegExp(`^  id +"${id}"$`, "m"));
  expect(text).toMatch(/^ {2}secret_expires_at +null$/m);
  expect(text).toMatch(
    new RegExp(`^  member +${demo.aliceId} +away +flags 1 +\\{"team":"blue"\\}$`, "m"),
  );
  const unknown = await run("lobbies", "show", "1");
  expect(unknown).toMatchObject({ code: 4, out: "" });
  expect(unknown.err).toContain("Unknown Lobby");
  expect(await printed("control.lobbies.list", "lobbies")).toEqual(fine);
  expect((await run("lobbies", "close", id)).out).toBe("  there are no lobbies\n");
  const again = await run("lobbies", "close", id);
  expect(again).toMatchObject({ code: 4, out: "" });
  expect(again.err).toContain("Unknown Lobby");
});

test("lobbies lists at most a thousand lobbies, and reports that there are more", async () => {
  await start({ frozen: true });
  const linesOf = async () => (await run("lobbies")).out.trimEnd().split("\n");
  for (let i = 0; i < 1000; i += 1) await service.asBot("POST /lobbies", {});
  expect(await linesOf()).toHaveLength(1000);
  await service.asBot("POST /lobbies", {});
  expect((await linesOf()).at(-1)).toBe("  … and more: these are the first 1000");
});

test("webhooks lists deliveries, and refuses to redeliver an unknown one", async () => {
  await start();
  expect((await run("webhooks")).out).toBe("  nothing was delivered\n");
  expect(await printed("control.deliveries.list", "webhooks", "list")).toEqual(fine);
  expect(await run("webhooks", "redeliver", "1")).toMatchObject({ code: 4, out: "" });
});

test("connect prints the settings of a library with the URL of the service", async () => {
  await start();
  expect((await run("connect", "discord.js")).out).toContain(`"${service.url}/api"`);
  expect(await run("connect", "discord.jz")).toMatchObject({ code: 2, out: "" });
});

test("open prints the URL of a page", async () => {
  await start();
  expect((await run("open", "--print")).out).toBe(`${service.url}/reference\n`);
  expect(await run("open", "refrence", "--print")).toMatchObject({ code: 2, out: "" });
});

test("commands report that a service at an https URL does not use TLS", async () => {
  await start();
  const url = service.url.replace("http", "https");
  const says = `what answers at ${url} does not use https`;
  expect(await clientCommand({ url }, ["clock"])).toMatchObject({
    code: 3,
    err: `antechamber: ${says}\nantechamber: use ${service.url}\n`,
  });
  expect((await clientCommand({ url }, ["doctor"])).out).toContain(says);
});

test("doctor reports a healthy service, and suggests fixes for an unhealthy one", async () => {
  await start();
  const well = await run("doctor");
  expect(well.out).toContain(`✓ service: ready at ${service.url}`);
  expect(well.out).toContain("✓ control key");
  const lost = await clientCommand({ url: "http://127.0.0.1:1" }, ["doctor"]);
  expect(lost).toMatchObject({ code: 5, err: "" });
  expect(lost.out).toContain("antechamber start");
  const wrong = await run("doctor", "--control-key", "wrong");
  expect(wrong.code).toBe(5);
  expect(wrong.out).toContain("--control-key");
});

test.each([
  [["cl"], ["click", "clock"]],
  [["clock", "f"], ["freeze"]],
  [["see", "al"], ["alice"]],
  [["see", "alice", "--in", "#gen"], ["#general"]],
  [["see", "alice", "--wo"], ["--world-name"]],
  [["invoke", "alice", "/pi"], ["/ping"]],
  [["see", "--limit", "5", "al"], ["alice"]],
  [["see", "--limit=5", "al"], ["alice"]],
  [["--quiet", "see", "al"], ["alice"]],
  [["--world-name", "main", "see", "al"], ["alice"]],
  [["--world-name=ma"], ["--world-name=main"]],
  [["--wo"], ["--world-name"]],
  [["see", "alice", "--in=#gen"], ["--in=#general"]],
  [["see", "alice", "--quiet="], [""]],
  [["invoke", "alice", "--until", ""], ["acknowledged"]],
  [["limits", "profile", "un"], ["unapproved"]],
  [
    ["journal", "--filter", "kind:d"],
    ["kind:dispatch", "kind:delivery", "kind:decision"],
  ],
  [["journal", "--filter", "kind:job", "kind:c"], ["kind:clock"]],
  [["journal", "--filter", "kind:job", "--har"], ["--har"]],
  [
    ["journal", "export", "--as", "j"],
    ["jsonl", "jest"],
  ],
  [["replay", "1", "--as=w"], [""]],
  [["record", "mine", "--as=py"], ["--as=pytest"]],
  [["check", "commands.json", "--fail-on", "loss,lim"], ["loss,limit"]],
  [["world", "export", "--without=f"], ["--without=files"]],
  [
    ["faults", "add", "gateway-d"],
    ["gateway-drop", "gateway-duplicate"],
  ],
  [
    ["faults", "add", "drop", "--method", "P"],
    ["POST", "PUT", "PATCH"],
  ],
  [["connect", "discord.j"], ["discord.js"]],
  [
    ["completion", ""],
    ["bash", "zsh", "fish"],
  ],
] as const)("shell completion completes %j", async (words, suggested) => {
  await start();
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, [
    { name: "ping", description: "Pings" },
  ]);
  const { out } = await run("complete", "--", ...words);
  expect(out.trimEnd().split("\n")).toEqual(suggested);
});

test("shell completion uses the service and the world named by flags", async () => {
  await start();
  await run("world", "new", "other");
  await service.control("POST /users?world=other", { username: "zelda" });
  const typed = ["see", "--url", service.url, "--world-name", "other", "z"];
  const nowhere = { url: "http://127.0.0.1:1" };
  const { out } = await clientCommand(nowhere, ["complete", "--", ...typed]);
  expect(out).toBe("zelda\n");
});

test("shell completion finds names far down a list, and names contained in others", async () => {
  const others = Array.from({ length: 1100 }, (_, i) => `in-zulu-${i}`);
  await start({ world: { users: ["alice", ...others, "zulu"].map((username) => ({ username })) } });
  const suggested = async (...words: string[]) =>
    (await run("complete", "--", ...words)).out.trimEnd().split("\n");
  expect(await suggested("see", "zul")).toEqual(["zulu"]);
  expect(await suggested("see", "in-zulu-1099")).toEqual(["in-zulu-1099"]);
  expect(await suggested("see", "")).toHaveLength(200);
  expect(await suggested("see", "z".repeat(200))).toEqual([""]);
});

test.each([
  [["#g"], ["\\#general"]],
  [["\\#g"], ["\\#general"]],
  [["'#g"], ["#general"]],
] as const)("bash completes %j to a single word", async (typed, put) => {
  await start();
  expect(await completedByBash("see", "alice", "--in", ...typed)).toEqual(put);
});

test("bash escapes or quotes a name with spaces", async () => {
  await start();
  expect(await completedByBash("see", "alice", "--guild", "Te")).toEqual(["Test\\ Guild"]);
  expect(await completedByBash("see", "alice", "--guild", '"Te')).toEqual(["Test Guild"]);
});

test.each([
  [["--in=#g"], ["\\#general"]],
  [["--in="], ["\\#general", "\\#voice"]],
  [["--url=http://127.0.0.1:1", "--in=#g"], [""]],
  [["--guild='Te"], ["Test Guild"]],
] as const)("bash completes only the part after `=` in %j", async (typed, put) => {
  await start();
  expect(await completedByBash("see", "alice", ...typed)).toEqual(put);
});

test("bash completes words after URLs and filters with a colon", async () => {
  await start();
  expect(await completedByBash("see", "--url", service.url, "al")).toEqual(["alice"]);
  expect(await completedByBash("journal", "--filter", "kind:ref")).toEqual(["refusal"]);
});

/** A word of bash, split as its completion gets it. */
function partsOf(word: string): readonly string[] {
  return word === "" ? [""] : (word.match(/["'].*|[=:]+|[^=:"']+/gs) ?? []);
}

/** The replacements that bash offers for the last part of a line. */
async function completedByBash(...words: readonly string[]): Promise<readonly string[]> {
  const { out: script } = await run("completion", "bash");
  // The script runs the program in another process; here, a shell function replaces the program.
  const { out: found } = await run("complete", "--", ...words.map(bare));
  const line = `${script}
antechamber() { [ "$*" = "$ASKED" ] && printf '%s' "$FOUND"; }
COMP_POINT=\${#COMP_LINE}; COMP_WORDS=(antechamber "$@"); COMP_CWORD=$#; _antechamber; printf '%s\n' "\${COMPREPLY[@]}"`;
  const env = {
    ASKED: ["complete", "--", ...words.map(bare)].join(" "),
    FOUND: found,
    COMP_LINE: ["antechamber", ...words].join(" "),
  };
  const parts = words.flatMap(partsOf);
  const { stdout } = await promisify(execFile)("bash", ["-c", line, "bash", ...parts], { env });
  return stdout.trimEnd().split("\n");
}

function bare(word: string): string {
  return word.replaceAll(/[\\"']/g, "");
}
