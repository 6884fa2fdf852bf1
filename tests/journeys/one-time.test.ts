// Programs on one PostgreSQL, on machines whose clocks differ: deadlines follow one common time.
import { afterEach, expect, test } from "vitest";
import {
  startProgram,
  type RunningProgram,
} from "../../packages/server/src/testing/processes/start-program.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { freshDatabase } from "../fresh-database.ts";

const BEHIND_MS = 5000;

/** Shifts a program's clock, as on another machine. */
const script = `const now=Date.now;Date.now=()=>now()-${BEHIND_MS}`;
const behind = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };

const programs: RunningProgram[] = [];

afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.stop()));
});

async function started(
  store: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningProgram> {
  const flags = ["start", "--port", "0", "--limits", "off", "--log", "json", "--store", store];
  const program = await startProgram(flags, environment);
  programs.push(program);
  return program;
}

async function api(at: RunningProgram, call: string, body?: unknown) {
  const [method = "", path] = call.split(" ");
  const response = await fetch(`${at.url}/api/v10${path}`, {
    method,
    headers: { authorization: `Bot ${demo.botToken}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as { readonly id: string } };
}

test("a program whose clock is behind keeps deadlines and order, and logs a warning", async () => {
  const store = await freshDatabase();
  const right = await started(store);
  const late = await started(store, behind);
  const sent = await api(late, "POST /lobbies", { idle_timeout_seconds: 5 });
  expect(sent.status).toBe(201);
  // By the clock of the machine that created it, the lobby would have expired already.
  const answer = await api(right, `GET /lobbies/${sent.body.id}`);
  expect(answer.status).toBe(200);
  const [first, second] = [
    await api(right, `POST /channels/${demo.generalId}/messages`, { content: "first" }),
    await api(late, `POST /channels/${demo.generalId}/messages`, { content: "second" }),
  ];
  const newest = await api(right, `GET /channels/${demo.generalId}/messages?limit=2`);
  expect(newest.body).toMatchObject([{ id: second.body.id }, { id: first.body.id }]);
  expect(late.errors()).toContain("behind that of PostgreSQL");
  expect(right.errors()).not.toContain("of PostgreSQL, which is followed");
});
