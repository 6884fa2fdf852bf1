import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import {
  counters,
  notes,
  testTables,
  type Note,
  type StorePlace,
} from "./conformance/store-model.conformance.ts";
import { filePlace, postgresPlace } from "./conformance/store-places.conformance.ts";
import type { Store } from "../store.ts";

const postgresUrl = process.env["TEST_PG_URL"] ?? "";
if (postgresUrl === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

const SCRIPT = fileURLToPath(new URL("../../../test/crash-writer.ts", import.meta.url));
const KILLS = 3;
const ACKNOWLEDGED_MIN = 300;
const TEST_MS_MAX = 60_000;

/** Starts the writer, kills it in the middle of its load, and returns all it acknowledged. */
async function acknowledgedBeforeKill(args: readonly string[]): Promise<readonly string[]> {
  const child = spawn(process.execPath, [SCRIPT, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let issues = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    if (output.split("\n").length > ACKNOWLEDGED_MIN) child.kill("SIGKILL");
  });
  child.stderr.on("data", (chunk: Buffer) => (issues += chunk.toString()));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  expect({ code, signal, issues }).toEqual({ code: null, signal: "SIGKILL", issues: "" });
  // A line that was cut off by the kill acknowledges nothing.
  return output.split("\n").slice(0, -1);
}

/** Reads one snapshot: on a server, statements that the killed process had sent may still run. */
async function expectWhole(store: Store, acknowledged: readonly string[]): Promise<void> {
  const { tables } = await store.dump();
  const stored = tables["note"] as readonly Note[];
  const ids = new Set(stored.map(({ id }) => id));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  for (const { id, count } of tables["counter"] as readonly Note[]) {
    expect(stored.filter(({ owner }) => owner === id)).toHaveLength(count ?? 0);
  }
  await store.read(async (tx) => {
    for (const { id } of await tx.find(counters)) {
      const found = await tx.find(notes, { index: "owner", value: id });
      expect(found.length).toBe((await tx.get(counters, id))?.count);
    }
    for (const id of acknowledged.slice(-20)) {
      expect(await tx.lookup(notes, "name", `name of ${id}`)).toMatchObject({ id });
    }
  });
}

async function expectNothingLost(place: StorePlace, args: readonly string[]): Promise<void> {
  const acknowledged: string[] = [];
  await (await place.open(testTables)).close();
  for (let kill = 0; kill < KILLS; kill += 1) {
    acknowledged.push(...(await acknowledgedBeforeKill(args)));
    const store = await place.open(testTables);
    await expectWhole(store, acknowledged);
    await store.close();
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS * ACKNOWLEDGED_MIN);
  await place.remove();
}

test(
  "a SQLite file has every acknowledged write after its process was killed",
  { timeout: TEST_MS_MAX },
  async () => {
    const place = await filePlace();
    await expectNothingLost(place, ["sqlite", place.file]);
  },
);

test(
  "PostgreSQL has every acknowledged write after a process that wrote was killed",
  { timeout: TEST_MS_MAX },
  async () => {
    const place = await postgresPlace(postgresUrl);
    await expectNothingLost(place, ["postgres", postgresUrl, place.schema]);
  },
);
