// Changes and reads of a lobby's members at several processes are linearizable. LOBBY_SECONDS sets
// the duration, and LOBBY_SEED repeats the calls.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { testRedisUrl } from "../../packages/server/src/testing/processes/buses.ts";
import {
  aProcess,
  type TestProcess,
} from "../../packages/server/src/testing/processes/processes.ts";
import { seededRandom } from "../../packages/server/src/testing/seeded-random.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { freshDatabase } from "../fresh-database.ts";
import { LobbyClients } from "./lobby-clients.ts";
import {
  historyKeeper,
  isLinearizable,
  keptHistories,
  type Act,
  type Call,
} from "./membership-history.ts";

const SECONDS = Number(process.env["LOBBY_SECONDS"] ?? 3);
const SEED = process.env["LOBBY_SEED"] ?? `${Date.now()}`;
const processes: TestProcess[] = [];

afterEach(async () => {
  await Promise.all(processes.splice(0).map((process) => process.end()));
});

test(
  "changes and reads of lobby members at several processes are linearizable",
  async () => {
    const database = await freshDatabase();
    for (let nth = 0; nth < 2; nth += 1) {
      processes.push(await aProcess(database, { redis: testRedisUrl() }));
    }
    const users = [demo.aliceId, demo.bobId];
    const urls = () => processes.map(({ url }) => url);
    const clients = new LobbyClients({ urls, botToken: demo.botToken, users }, seededRandom(SEED));
    const until = performance.now() + SECONDS * 1_000;
    // On a busy machine, few calls are answered in that time.
    await clients.until(() => performance.now() > until && clients.calls > 20);
    expect(clients.impossible, `LOBBY_SEED=${SEED}`).toEqual([]);
  },
  60_000 + SECONDS * 2_000,
);

test("stored histories are read back unchanged", async () => {
  const directory = await mkdtemp(join(tmpdir(), "histories-"));
  const { keep, path } = historyKeeper(directory, "7");
  const act: Act = { kind: "set", members: { a: 1 } };
  const histories = [Infinity, 2].map((answered) => {
    const calls = [{ act, begun: 1, answered }];
    return { lobby: "1", isPossible: isLinearizable(calls), calls };
  });
  for (const history of histories) keep(history);
  expect(keptHistories(path)).toEqual(histories);
  await rm(directory, { recursive: true });
});

describe("a history", () => {
  const call = (act: Act, begun: number, answered: number): Call => ({ act, begun, answered });
  const set = (user: string, number: number): Act => ({ kind: "set", members: { [user]: number } });
  const read = (members: Record<string, number>): Act => ({ kind: "read", members });
  const remove = (user: string): Act => ({ kind: "remove", user });

  test.each<[string, readonly Call[]]>([
    ["is empty", []],
    ["has one call after the other", [call(set("a", 1), 0, 1), call(read({ a: 1 }), 2, 3)]],
    [
      "reads before or after what happens at the same time",
      [call(set("a", 1), 0, 9), call(read({}), 1, 2), call(read({ a: 1 }), 3, 4)],
    ],
    [
      "sees what was never answered",
      [call(set("a", 1), 0, Infinity), call(read({}), 1, 2), call(read({ a: 1 }), 8, 9)],
    ],
    ["never sees what was never answered", [call(set("a", 1), 0, Infinity), call(read({}), 8, 9)]],
    [
      "changes several at once",
      [
        call(set("a", 1), 0, 1),
        call({ kind: "change", members: { b: 2 }, removed: ["a"] }, 2, 9),
        call(read({ a: 1 }), 3, 4),
        call(read({ b: 2 }), 5, 6),
      ],
    ],
  ])("that %s is linearizable", (_, history) => {
    expect(isLinearizable(history)).toBe(true);
  });

  test.each<[string, readonly Call[]]>([
    ["reads what is out of date", [call(set("a", 1), 0, 1), call(read({}), 2, 3)]],
    [
      "forgets what it has shown",
      [call(set("a", 1), 0, 9), call(read({ a: 1 }), 1, 2), call(read({}), 3, 4)],
    ],
    [
      "loses a change",
      [call(set("a", 1), 0, 1), call(set("b", 2), 0, 1), call(read({ b: 2 }), 2, 3)],
    ],
    [
      "has again what was removed",
      [call(set("a", 1), 0, 1), call(remove("a"), 2, 3), call(read({ a: 1 }), 4, 5)],
    ],
    [
      "shows half a change",
      [
        call(set("a", 1), 0, 1),
        call({ kind: "change", members: { b: 2 }, removed: ["a"] }, 2, 9),
        call(read({ a: 1, b: 2 }), 3, 4),
      ],
    ],
  ])("that %s is not linearizable", (_, history) => {
    expect(isLinearizable(history)).toBe(false);
  });
});
