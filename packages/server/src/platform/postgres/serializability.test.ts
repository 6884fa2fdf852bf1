// Random transactions of several processes on one schema. `SERIALIZABLE_ROUNDS=20000` tries as many
// sets of them; a thousand take about a minute.
import { afterEach, beforeEach, expect, test } from "vitest";
import { expectSerializable } from "../storage/conformance/serializability.conformance.ts";
import { testTables } from "../storage/conformance/store-model.conformance.ts";
import { postgresPlace } from "../storage/conformance/store-places.conformance.ts";
import type { Store } from "../store.ts";

const url = process.env["TEST_PG_URL"] ?? "";
if (url === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

const ROUNDS = Number(process.env["SERIALIZABLE_ROUNDS"] ?? 60);
/** The time limit of a round, on a busy machine. */
const ROUND_MS_MAX = 1_500;
const PROCESSES = 3;

let place: Awaited<ReturnType<typeof postgresPlace>>;
const stores: Store[] = [];

beforeEach(async () => {
  place = await postgresPlace(url);
  for (let nth = 0; nth < PROCESSES; nth += 1) stores.push(await place.open(testTables));
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  await place.remove();
});

test(
  "transactions of several processes have the effect of running one after another",
  async () => {
    const [first, ...others] = stores;
    if (first === undefined) throw new Error("no store was opened");
    await expectSerializable([first, ...others], ROUNDS);
    const sum = (of: "attempts" | "transactions") =>
      stores.reduce((total, { effort }) => total + (effort?.[of] ?? 0), 0);
    // Otherwise they never conflicted, and nothing was tested.
    expect(sum("attempts")).toBeGreaterThan(sum("transactions"));
  },
  60_000 + ROUNDS * ROUND_MS_MAX,
);
