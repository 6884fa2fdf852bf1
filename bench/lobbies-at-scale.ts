// Ten thousand lobbies of twenty-five members: what each costs in memory and on disk, and whether
// players can join and leave as fast as the documented limits allow. Source: requirements 8.
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "./figures.ts";
import { startProgram, type Program } from "./program.ts";

const LOBBIES = 10_000;
const MEMBERS = 25;
/** Each user is in fifty of the hundred lobbies that they may be in. */
const USERS = 5000;
const MOVES = 5000;
/** All adds and removes take ten seconds at this rate, which is within the limit of 1200 per second. */
const CALLS_PER_SECOND = 1000;
const CONNECTIONS = 64;

const APPLICATION = "200000000000000001";
const TOKEN = "MjAwMDAwMDAwMDAwMDAwMDAx.bench.lobbies";

const userId = (n: number) => (100_000_000_000_000_000n + BigInt(n % USERS)).toString();
const membersOf = (lobby: number) =>
  Array.from({ length: MEMBERS }, (_, i) => ({ id: userId(lobby * MEMBERS + i) }));

const world = {
  users: Array.from({ length: USERS }, (_, n) => ({ id: userId(n), username: `user-${n}` })),
  applications: [
    { id: APPLICATION, name: "Game", bot: { token: TOKEN }, requests_per_second: 1200 },
  ],
};

interface Sent {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** Makes calls over as many connections as the other scenarios. */
class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  send({ method, path, body }: Call): Promise<Sent> {
    const startedAt = performance.now();
    const json = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const call = request(this.#url + path, {
        method,
        agent: this.#agent,
        headers: {
          authorization: `Bot ${TOKEN}`,
          ...(json === undefined
            ? {}
            : { "content-type": "application/json", "content-length": Buffer.byteLength(json) }),
        },
      });
      call.on("error", reject);
      call.on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          const { statusCode: status = 0 } = response;
          resolve({ status, body: text, ms: performance.now() - startedAt });
        });
      });
      call.end(json);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Makes many calls, a number of them at once. @throws Error when one is refused */
async function all(caller: Caller, calls: readonly Call[]): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let i = next++; i < calls.length; i = next++) {
      const call = calls[i];
      if (call !== undefined) sent[i] = accepted(await caller.send(call));
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return sent;
}

function accepted(sent: Sent): Sent {
  if (sent.status >= 300) throw new Error(`a call was refused: ${sent.status} ${sent.body}`);
  return sent;
}

/**
 * Makes calls at a steady rate, whether or not the responses keep up. After a 429 a caller waits
 * and retries, as clients do.
 */
async function paced(caller: Caller, calls: readonly Call[]) {
  const under: Promise<Sent>[] = [];
  let refused = 0;
  let at = performance.now();
  async function insist(call: Call): Promise<Sent> {
    const sent = await caller.send(call);
    if (sent.status !== 429) return accepted(sent);
    refused += 1;
    const { retry_after } = JSON.parse(sent.body) as { readonly retry_after: number };
    await sleep(retry_after * 1000);
    return insist(call);
  }
  for (const call of calls) {
    // After a pause of this process, the missed calls are not made up for by a burst.
    at = Math.max(at + 1000 / CALLS_PER_SECOND, performance.now() - 10);
    const ahead = at - performance.now();
    if (ahead > 0) await sleep(ahead);
    under.push(insist(call));
  }
  return { sent: await Promise.all(under), refused };
}

function bytesIn(directory: string, prefix: string): number {
  return readdirSync(directory)
    .filter((name) => name.startsWith(prefix))
    .reduce((bytes, name) => bytes + statSync(join(directory, name)).size, 0);
}

interface Filled {
  readonly perSecond: number;
  readonly memoryBytesPerLobby: number;
  readonly diskBytesPerLobby: number;
  readonly ids: readonly string[];
}

/** Creates the lobbies, and measures their size. */
async function fill(
  program: Program,
  path: string,
  { directory, file }: { readonly directory: string; readonly file: string },
): Promise<Filled> {
  const caller = new Caller(program.url);
  // Warm-up: the first calls include one-time costs.
  const warmUp = Array.from({ length: 200 }, () => ({ method: "POST", path, body: {} }));
  await all(caller, warmUp);
  const before = { memory: program.residentBytes(), disk: bytesIn(directory, file) };
  const calls = Array.from({ length: LOBBIES }, (_, n) => ({
    method: "POST",
    path,
    body: { metadata: { match: `${n}` }, members: membersOf(n), idle_timeout_seconds: 604_800 },
  }));
  const startedAt = performance.now();
  const sent = await all(caller, calls);
  const seconds = (performance.now() - startedAt) / 1000;
  caller.close();
  return {
    perSecond: LOBBIES / seconds,
    memoryBytesPerLobby: (program.residentBytes() - before.memory) / LOBBIES,
    diskBytesPerLobby: (bytesIn(directory, file) - before.disk) / LOBBIES,
    ids: sent.map(({ body }) => (JSON.parse(body) as { id: string }).id),
  };
}

/** Adds five thousand members, each to a different lobby, and removes them again. */
async function move(program: Program, pathOf: (lobby: number, user: string) => string) {
  const caller = new Caller(program.url);
  const paths = Array.from({ length: MOVES }, (_, n) => pathOf(n, userId(n * MEMBERS + MEMBERS)));
  const startedAt = performance.now();
  const { sent, refused } = await paced(caller, [
    ...paths.map((path) => ({ method: "PUT", path, body: { metadata: { team: "red" } } })),
    ...paths.map((path) => ({ method: "DELETE", path })),
  ]);
  caller.close();
  const times = sent.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    calls: sent.length,
    refused,
    seconds: (performance.now() - startedAt) / 1000,
    p50Ms: times[Math.floor(times.length / 2)] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

/** Fills the service without limits, then moves members under production limits. */
async function ourShare(program: string, directory: string) {
  const store = `sqlite:${join(directory, "lobbies.db")}`;
  const start = (...flags: readonly string[]) =>
    startProgram([program, "start", "--port", "0", "--log", "json", "--store", store, ...flags]);
  const file = join(directory, "lobbies.json");
  writeFileSync(file, JSON.stringify(world));
  const filling = await start("--limits", "off", "--world", file);
  const { ids, ...filled } = await fill(filling, "/api/v10/lobbies", {
    directory,
    file: "lobbies.db",
  });
  await filling.stop();
  const moving = await start("--limits", "production");
  const startMs = moving.startMs;
  const moved = await move(moving, (n, user) => `/api/v10/lobbies/${ids[n]}/members/${user}`);
  await moving.stop();
  return { filled, moved, startMs };
}

/** The same for the bare program, which stores its file in a directory of its own. */
async function bareShare(directory: string) {
  const bare = await startProgram([join(import.meta.dirname, "bare.ts")], { TMPDIR: directory });
  const [own = ""] = readdirSync(directory).filter((name) => name.startsWith("antechamber-bare"));
  const at = { directory: join(directory, own), file: "bare.db" };
  const { ids: _, ...filled } = await fill(bare, "/full-lobby", at);
  const moved = await move(bare, () => "/member");
  await bare.stop();
  return { filled, moved, startMs: bare.startMs };
}

type Share = Awaited<ReturnType<typeof bareShare>>;

function said(who: string, { filled, moved, startMs }: Share): string {
  const kib = (bytes: number) => (bytes / 1024).toFixed(1);
  const { perSecond, memoryBytesPerLobby: memory, diskBytesPerLobby: disk } = filled;
  return [
    `${who} ${Math.round(perSecond)}/s, ${kib(memory)} KiB of memory and ${kib(disk)} KiB of disk each, start ${Math.round(startMs)} ms`,
    `     ${moved.calls} adds and removes in ${moved.seconds.toFixed(1)} s, ${moved.refused} told to wait, p50 ${moved.p50Ms.toFixed(1)} ms, p99 ${moved.p99Ms.toFixed(1)} ms`,
  ].join("\n");
}

/** Fills both programs, and compares their sizes. */
export async function* lobbyFigures(program: string, directory: string): AsyncGenerator<Figure> {
  const bare = await bareShare(directory);
  const ours = await ourShare(program, directory);
  const ratio = (of: "perSecond" | "memoryBytesPerLobby" | "diskBytesPerLobby") =>
    ours.filled[of] / bare.filled[of];
  const name = `${LOBBIES} lobbies of ${MEMBERS}`;
  const weight = { unit: "times bare", better: "lower" } as const;
  yield {
    name: `create ${name}`,
    value: ratio("perSecond"),
    unit: "of bare",
    better: "higher",
    goal: 0.4,
    detail: `${said("bare", bare)}\n${said("ours", ours)}`,
  };
  yield { name: `memory of ${name}`, value: ratio("memoryBytesPerLobby"), ...weight, goal: 1.5 };
  yield { name: `disk of ${name}`, value: ratio("diskBytesPerLobby"), ...weight, goal: 1.3 };
}
