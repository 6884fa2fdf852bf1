// What every adapter must return for records that fall due: the next ones, in order.
import fc from "fast-check";
import { expect, test } from "vitest";
import { dueRecords } from "../../schedule/deadlines.ts";
import { alarms, LONG_TEST, type Alarm, type Effort } from "./store-model.conformance.ts";
import { compareText } from "../../records/storage-keys.ts";
import type { Reader, Store } from "../../store.ts";

const id = fc.constantFrom("a", "b", "c", "d", "e", "f", "😀", "\uFFFD");
/** Instants of different lengths, so that their order is not that of their digits. */
const at = fc.constantFrom(0, 9, 10, 99, 1000, 1_800_000_000_000);
const alarm: fc.Arbitrary<Alarm> = fc.record({ id, at }, { requiredKeys: ["id"] });
const changes = fc.array(fc.oneof(alarm, fc.record({ drop: id })), { maxLength: 10 });

type Model = Map<string, Alarm>;

function change(
  tx: { put: (alarm: Alarm) => void; delete: (key: string) => void },
  list: readonly (Alarm | { readonly drop: string })[],
): void {
  for (const each of list) {
    if ("drop" in each) tx.delete(each.drop);
    else tx.put(each);
  }
}

function inOrder(model: Model): readonly (readonly [number, string])[] {
  return [...model.values()]
    .flatMap((each) => (each.at === undefined ? [] : [[each.at, each.id] as const]))
    .toSorted((a, b) => a[0] - b[0] || compareText(a[1], b[1]));
}

/** Compares every page of due records, by every bound. */
async function compare(tx: Reader, model: Model): Promise<void> {
  const all = inOrder(model);
  const due = async (search: Parameters<typeof dueRecords>[2]) =>
    (await dueRecords(tx, alarms, search)).map((hit) => [hit.at, hit.record.id]);
  expect(await due({ limit: 100 })).toEqual(all);
  for (const until of [0, 10, 999, 1000]) {
    const those = all.filter(([instant]) => instant <= until);
    expect(await due({ until, limit: 100 })).toEqual(those);
    expect(await due({ until, limit: 2 })).toEqual(those.slice(0, 2));
    const later = all.filter(([instant]) => instant > until);
    expect(await due({ after: { at: until }, limit: 3 })).toEqual(later.slice(0, 3));
  }
  for (const [nth, [instant, key]] of all.entries()) {
    const page = await due({ after: { at: instant, key }, limit: 1 });
    expect(page).toEqual(all.slice(nth + 1, nth + 2));
  }
}

export function describeDeadlines(store: () => Store, { cases }: Effort): void {
  test(
    "give the next due records in order, before, within and after a transaction that moves them",
    LONG_TEST,
    async () => {
      await fc.assert(
        fc.asyncProperty(changes, changes, async (first, second) => {
          const model: Model = new Map();
          await store().load({ tables: {} });
          for (const list of [first, second]) {
            await store().transaction(async (tx) => {
              change(
                { put: (each) => tx.put(alarms, each), delete: (key) => tx.delete(alarms, key) },
                list,
              );
              change(
                { put: (each) => model.set(each.id, each), delete: (key) => model.delete(key) },
                list,
              );
              await compare(tx, model);
            });
            await store().read((tx) => compare(tx, model));
          }
        }),
        { numRuns: cases },
      );
    },
  );

  test("are those of a dump that was loaded", async () => {
    const records = [{ id: "a", at: 20 }, { id: "b" }, { id: "c", at: 3 }];
    await store().load({ tables: { alarm: records } });
    const [first] = await store().read((tx) => dueRecords(tx, alarms, { limit: 1 }));
    expect(first).toEqual({ record: { id: "c", at: 3 }, at: 3 });
  });
}
