// Plans of simulated players, against a service in memory over real sockets.
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { anAnsweringApplication } from "../../../testing/network/answering-application.ts";
import { clientCommand } from "../../../testing/clients/client-command.ts";
import { startProgram, type RunningProgram } from "../../../testing/processes/start-program.ts";
import { aService, CONTROL_KEY, demo, type TestService } from "../../../testing/start-service.ts";
import type { LoadReport } from "./run.ts";
import type { Goal } from "./report.ts";

let service: TestService | undefined;
/** A service in its own process. */
let apart: RunningProgram | undefined;
afterEach(async () => {
  await service?.stop();
  await apart?.stop();
  service = apart = undefined;
});

async function planFile(text: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "antechamber-load-")), "plan.yaml");
  await writeFile(file, text);
  return file;
}

async function load(plan: string, ...words: string[]) {
  const nobody = { url: "http://127.0.0.1:1" };
  return clientCommand(service ?? apart ?? nobody, ["load", await planFile(plan), ...words]);
}

async function reportOf(plan: string, ...words: string[]) {
  const { code, out, err } = await load(plan, ...words, "--json");
  expect(err).toBe("");
  return { code, report: JSON.parse(out) as LoadReport & { readonly goals: readonly Goal[] } };
}

const match = `
seed: evening
group_size: 3
rounds: 2
before: [connect]
steps:
  - join: { lobby: "match-{group}" }
  - repeat:
      times: 2
      steps:
        - message: { lobby: "match-{group}", content: "round {round} of {player}" }
        - pause: 1ms..5ms
  - messages: { lobby: "match-{group}", limit: 5 }
  - leave: { lobby: "match-{group}" }
after: [disconnect]
`;

test("players connect, join, send messages and leave, and every event arrives", async () => {
  service = await aService();
  const { code, report } = await reportOf(match, "--players", "6");
  expect(report).toMatchObject({ seed: "evening", players: 6, rounds: 12, failed: 0 });
  expect(code).toBe(0);
  const done = Object.entries(report.calls).map(([call, each]) => [call, each.done]);
  expect(Object.fromEntries(done)).toEqual({
    connect: 6,
    join: 12,
    message: 24,
    messages: 12,
    leave: 12,
  });
  expect(report.calls["message"]?.ms.p50).toBeGreaterThan(0);
  // The sender receives it too, and others if they were in the lobby at that moment.
  expect(report.events.expected).toBeGreaterThanOrEqual(24);
  expect(report.events).toMatchObject({ lost: 0 });
});

/**
 * The size of a realistic crowd: `LOAD_PLAYERS=1000 LOAD_SECONDS=60`, on a machine of its own. The
 * service runs in another process, since otherwise the players' own work would be measured too.
 */
const PLAYERS = Number(process.env["LOAD_PLAYERS"] ?? 20);
/** Absent: one round, since a busy machine may complete none in a fixed time. */
const SECONDS = process.env["LOAD_SECONDS"];

const crowd = `
seed: crowd
group_size: 10
${SECONDS === undefined ? "rounds: 1" : `for: ${SECONDS}s`}
before:
  - connect
  - join: { lobby: "crowd-{group}" }
steps:
  - message: { lobby: "crowd-{group}", content: "round {round} of {player}" }
  - pause: 200ms..1s
  - messages: { lobby: "crowd-{group}", limit: 5 }
after: [disconnect]
`;

/** A service in another process, started as users do. */
function aServiceApart(): Promise<RunningProgram> {
  const flags = ["--port", "0", "--store", "sqlite::memory:", "--limits", "off"];
  return startProgram(["start", ...flags], { ANTECHAMBER_CONTROL_KEY: CONTROL_KEY });
}

function risesByPercentile({ ms: { p50, p95, p99 } }: LoadReport["calls"][string]): boolean {
  return p50 !== null && p95 !== null && p99 !== null && p50 <= p95 && p95 <= p99;
}

/** Prints the report before the assertions, so that a failing run shows its measurements. */
function print(report: LoadReport): void {
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
}

/** Why calls failed, and how often, by call: `{ connect: { "no READY": 3 } }`. */
function failuresOf({ calls }: LoadReport) {
  const failed = Object.entries(calls).filter(([, each]) => each.failed > 0);
  return Object.fromEntries(failed.map(([call, { failures }]) => [call, failures]));
}

test(
  "a crowd loses no events, and each call is reported with percentiles",
  async () => {
    const isMeasured = process.env["LOAD_PLAYERS"] !== undefined;
    if (isMeasured) apart = await aServiceApart();
    else service = await aService();
    const { code, report } = await reportOf(crowd, "--players", `${PLAYERS}`);
    if (isMeasured) print(report);
    expect(failuresOf(report)).toEqual({});
    expect(report).toMatchObject({ players: PLAYERS, failed: 0, events: { lost: 0 } });
    expect(code).toBe(0);
    // Calls that had not started when the time ended are not made.
    const least = SECONDS === undefined ? PLAYERS : 1;
    for (const call of ["connect", "join", "message", "messages"]) {
      const measured = report.calls[call];
      expect(measured?.done).toBeGreaterThanOrEqual(least);
      expect(measured?.ms.p50).toBeGreaterThan(0);
      expect(measured).toSatisfy(risesByPercentile);
    }
  },
  60_000 + Number(SECONDS ?? 0) * 5000,
);

test("a run deletes its users, and repeating the plan makes the same calls in order", async () => {
  const running = await aService();
  service = running;
  /** The messages of each player, in order. */
  const written = async () => {
    await load(match, "--players", "4");
    const sent = await running.control("GET /journal?name=lobbies.createMessage&limit=1000");
    const ids = (sent.body as { items: { id: string }[] }).items.map(({ id }) => id);
    const entries = await Promise.all(ids.map((id) => running.control(`GET /journal/${id}`)));
    return entries.map(({ body }) => /round \d+ of \d+/.exec(JSON.stringify(body))?.[0] ?? "");
  };
  const byPlayer = (texts: readonly string[]) =>
    [1, 2, 3, 4].map((player) => texts.filter((text) => text.endsWith(` of ${player}`)));
  const first = await written();
  expect(byPlayer(first)[0]).toEqual(
    ["round 1", "round 1", "round 2", "round 2"].map((text) => `${text} of 1`),
  );
  const both = await written();
  expect(byPlayer(both.slice(first.length))).toEqual(byPlayer(first));
  const { body } = await running.control("GET /users?q=load-");
  expect((body as { items: unknown[] }).items).toEqual([]);
});

test("--list prints the calls without a service, reproducibly for each seed", async () => {
  const drawn = `
seed: SEED
rounds: 20
steps:
  - any:
      - { weight: 3, steps: [{ join: { lobby: a } }] }
      - { steps: [{ leave: { lobby: a } }, { pause: 1s..2s }] }
`;
  const list = (seed: string) => load(drawn.replace("SEED", seed), "--players", "2", "--list");
  const listed = await list("one");
  expect(listed).toMatchObject({ code: 0, err: "" });
  expect(listed.out).toMatch(/^ {2}1 {2}join {2}lobby "a"$/m);
  expect(listed.out).toMatch(/^ {2}2 {2}pause {2}ms 1\d{3}$/m);
  expect(await list("one")).toEqual(listed);
  expect((await list("two")).out).not.toBe(listed.out);
});

test("a plan creates and deletes lobbies with the bot token", async () => {
  service = await aService();
  const plan = `
rounds: 1
steps:
  - create: { lobby: mine, metadata: { map: harbour } }
  - connect
  - message: { lobby: mine, content: hi }
  - delete: { lobby: mine }
`;
  expect(await load(plan)).toMatchObject({ code: 2, out: "" });
  const { code, report } = await reportOf(`bot_token: ${demo.botToken}\n${plan}`);
  expect(code).toBe(0);
  expect(report.calls).toMatchObject({ create: { done: 1 }, delete: { done: 1 } });
  expect(report.events).toMatchObject({ expected: 1, lost: 0 });
  const { body } = await service.control("GET /lobbies");
  expect((body as { items: unknown[] }).items).toEqual([]);
});

test("players use commands, and an invalid answer from the application fails the run", async () => {
  let isWell = true;
  service = await anAnsweringApplication(() =>
    isWell ? { type: 4, data: { content: "pong" } } : {},
  );
  const commands = [{ name: "ping", description: "Pings" }];
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, commands);
  const plan = `
guild: Test Guild
rounds: 2
steps: [{ invoke: { command: /ping, channel: "#general" } }]
`;
  const { code, report } = await reportOf(plan, "--players", "2");
  expect([code, report.calls["invoke"]?.done]).toEqual([0, 4]);
  isWell = false;
  const failing = await reportOf(plan);
  expect(failing.code).toBe(5);
  expect(failing.report.calls["invoke"]).toMatchObject({ done: 0, failures: { failed: 2 } });
  const allowed = await reportOf(`goals: { failed: 2 }\n${plan}`);
  expect(allowed.code).toBe(0);
  const slow = await load(`goals: { failed: 2, p99: 0ms }\n${plan}`);
  expect(slow.code).toBe(5);
  expect(slow.out).toMatch(/✕ p99: [\d.]+, at most 0/);
  expect(slow.out).toContain("invoke failed 2 times: failed");
});

test("failed calls are counted by status and code, or by the connection error", async () => {
  service = await aService();
  const refusal = { status: 403, body: { code: 50001, message: "No" } };
  const cut = { drop: true };
  await service.control("POST /faults", { match: { route: "lobbies.join" }, http: refusal });
  await service.control("POST /faults", { match: { route: "lobbies.leave" }, http: cut });
  const enter = "{ join: { lobby: a } }";
  const { code, report } = await reportOf(
    `rounds: 1\nsteps: [${enter}, ${enter}, { leave: { lobby: a } }]`,
  );
  expect(code).toBe(5);
  expect(report.calls).toMatchObject({ join: { done: 1 }, leave: { done: 0 } });
  expect(report.calls["join"]?.failures).toEqual({ "403 50001": 1 });
  const [why, ...others] = Object.entries(report.calls["leave"]?.failures ?? {});
  expect(why).toEqual([expect.stringMatching(/^no answer: (ECONNRESET|UND_ERR_SOCKET)$/), 1]);
  expect(others).toEqual([]);
});

test("rate limits are counted, and waited for until the time ends", async () => {
  service = await aService({ limits: "production" });
  const plan = "steps: [{ join: { lobby: a } }, { leave: { lobby: a } }]";
  const { code, report } = await reportOf(plan, "--for", "2s");
  expect(code).toBe(0);
  expect(report.calls["join"]).toMatchObject({ done: 10, failed: 0 });
  expect(report.calls["join"]?.limited).toBeGreaterThan(0);
});

test("players abort their round when the time ends, and run the final steps", async () => {
  service = await aService();
  const plan = "steps: [{ pause: 1h }, { join: { lobby: a } }]\nafter: [connect]";
  const { code, report } = await reportOf(plan, "--for", "500ms");
  expect(code).toBe(0);
  expect(report).toMatchObject({ rounds: 1, interrupted: false });
  expect(Object.keys(report.calls)).toEqual(["connect"]);
});

test("an interrupted run reports its results and deletes its users", async () => {
  service = await aService();
  const stop = new AbortController();
  const file = await planFile("before: [connect]\nsteps: [{ join: { lobby: a } }, { pause: 1h }]");
  const running = clientCommand(service, ["load", file, "--json"], { interrupted: stop.signal });
  for (;;) {
    const { body } = await service.control("GET /lobbies");
    if ((body as { items: unknown[] }).items.length > 0) break;
  }
  stop.abort();
  const { code, out } = await running;
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ interrupted: true, calls: { join: { done: 1 } } });
  const { body } = await service.control("GET /users?q=load-");
  expect((body as { items: unknown[] }).items).toEqual([]);
});

test("a user left by a killed run does not fail the next run", async () => {
  service = await aService();
  await service.control("POST /users", { username: "load-1" });
  expect((await reportOf("rounds: 1\nsteps: [connect]")).code).toBe(0);
});

test("the plan in the guide is valid", async () => {
  const guide = await readFile(
    new URL("../../../../../../docs/guides/load.md", import.meta.url),
    "utf8",
  );
  const [, plan = ""] = /```yaml\n(.*?)```/s.exec(guide) ?? [];
  const listed = await load(plan, "--list");
  expect(listed).toMatchObject({ code: 0, err: "" });
  expect(listed.out).toContain('message  lobby "match-5"  content "round 1, and I am 50"');
});

test("all errors of a plan are reported at once with line and column", async () => {
  const { code, out, err } = await load(`
players: many
for: soon
steps:
  - jion: { lobby: a }
  - join: {}
  - pause: 2s..1s
  - { join: { lobby: a }, leave: { lobby: a } }
  - repeat: { times: 0, steps: [] }
`);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatchInlineSnapshot(`
    "antechamber: plan.yaml:5:5 steps[0].jion: unknown key
    antechamber: plan.yaml:2:10 players: Value "many" is not int.
    antechamber: plan.yaml:3:6 for: must be a duration such as 30s, 5m or PT5M, at most an hour
    antechamber: plan.yaml:5:5 steps[0]: must be exactly one of connect, disconnect, join, leave, message, messages, create, delete, invoke, pause, repeat, any
    antechamber: plan.yaml:6:11 steps[1].join.lobby: This field is required
    antechamber: plan.yaml:7:12 steps[2].pause: must be a duration such as 500ms, or two: "200ms..1s"
    antechamber: plan.yaml:8:5 steps[3]: must be exactly one of connect, disconnect, join, leave, message, messages, create, delete, invoke, pause, repeat, any
    antechamber: plan.yaml:9:22 steps[4].repeat.times: int32 value should be greater than or equal to 1.
    antechamber: plan.yaml:9:32 steps[4].repeat.steps: Must be between 1 and 200 in length.
    "
  `);
});

test.each([
  ["steps: []", [], /steps: /],
  ["rounds: 1", [], /steps: /],
  ["steps: [connect", [], /plan\.yaml:1/],
  ["steps: [connect]", ["--players", "0"], /--players: "0"/],
  ["steps: [connect]", ["--players", "10001"], /from 1 to 10000/],
  ["steps: [connect]", ["--for", "2h"], /up to 60m/],
  ["steps: [connect]", ["--url", "http://192.0.2.1:8010"], /only calls services on this machine/],
] as const)("the plan %j with the arguments %j is a usage error", async (plan, words, message) => {
  const failed = await load(plan, ...words);
  expect(failed).toMatchObject({ code: 2, out: "" });
  expect(failed.err).toMatch(message);
});
