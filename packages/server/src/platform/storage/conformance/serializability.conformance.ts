// Random concurrent transactions must have the effect of running one after the other.
import fc from "fast-check";
import { expect } from "vitest";
import { contents, counters, ModelStore, notes, type Note } from "./store-model.conformance.ts";
import { FencedError } from "../../processes.ts";
import { ConflictError, type Reader, type Store, type Writer } from "../../store.ts";

/** One step of a transaction. What it reads decides what it writes. */
type Step =
  | { readonly kind: "increment" | "drop"; readonly id: string }
  | { readonly kind: "join"; readonly id: string; readonly owner: string }
  | { readonly kind: "join unless crowded"; readonly id: string; readonly owner: string }
  | { readonly kind: "sum up"; readonly id: string; readonly owner: string }
  | { readonly kind: "leave unless last"; readonly id: string; readonly owner: string }
  | { readonly kind: "take name"; readonly id: string; readonly name: string }
  | { readonly kind: "copy"; readonly id: string; readonly from: string }
  | { readonly kind: "count those beside" | "count all" | "count owned"; readonly id: string }
  | { readonly kind: "put unread" | "add many"; readonly id: string };

/** A transaction, or a read of everything. */
type Program = readonly Step[] | "look";

/** Some share a prefix in front of a colon, by which they can be searched for. */
const id = fc.constantFrom("a", "b", "r:c", "r:d");
const owner = fc.constantFrom("x", "y");
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("increment", "drop", "put unread"), id }),
  fc.record({
    kind: fc.constantFrom("join", "join unless crowded", "sum up", "leave unless last"),
    id,
    owner,
  }),
  fc.record({ kind: fc.constant("take name"), id, name: fc.constantFrom("m", "n") }),
  fc.record({ kind: fc.constant("copy"), id, from: id }),
  fc.record({ kind: fc.constantFrom("count those beside", "count all", "count owned"), id }),
);

/** More records than a transaction locks one by one. */
const MANY = 520;

const anyStep = fc.oneof(
  { arbitrary: step, weight: 200 },
  { arbitrary: fc.record({ kind: fc.constant("add many"), id }), weight: 1 },
);
const transaction = fc.array(anyStep, { minLength: 1, maxLength: 4 });
const program: fc.Arbitrary<Program> = fc.oneof(
  { arbitrary: transaction, weight: 6 },
  { arbitrary: fc.constant("look"), weight: 1 },
);

/** Few enough that all their orders can be tried. */
const programs = fc.array(program, { minLength: 2, maxLength: 6 });

type OwnerStep = Extract<Step, { readonly owner: string }>;

/** Runs a step and returns what it read. */
async function run(tx: Writer, each: Step): Promise<unknown> {
  if (wideKinds.has(each.kind)) return runWidely(tx, each);
  const note = (await tx.get(notes, each.id)) ?? { id: each.id };
  if ("owner" in each) return runOnOwner(tx, each, note);
  if (each.kind === "take name") {
    const holder = await tx.lookup(notes, "name", each.name);
    if (holder === undefined) tx.put(notes, { ...note, name: each.name });
    return holder;
  }
  if (each.kind === "copy") {
    const from = await tx.get(notes, each.from);
    tx.put(counters, { id: each.id, count: from?.count ?? -1 });
    return from;
  }
  if (each.kind === "drop") tx.delete(notes, each.id);
  else tx.put(notes, { ...note, count: (note.count ?? 0) + 1 });
  return note;
}

/** Searches over more than one record or value, and writes without a read. */
async function runWidely(tx: Writer, { kind, id: key }: Step): Promise<unknown> {
  if (kind === "put unread") {
    tx.put(notes, { id: key, owner: "x", count: 7 });
    return "put";
  }
  if (kind === "add many") {
    for (let nth = 0; nth < MANY; nth += 1) tx.put(notes, { id: `many ${nth}`, owner: "z" });
    return "added";
  }
  const found = await foundWidely(tx, kind, key);
  tx.put(counters, { id: key, count: found.length });
  return found;
}

async function foundWidely(
  tx: Reader,
  kind: Step["kind"],
  key: string,
): Promise<readonly unknown[]> {
  if (kind === "count all") return tx.find(notes);
  if (kind === "count owned") {
    const hits = await tx.findByPrefix(notes, { index: "owner", prefix: "", limit: 5 });
    return hits.map(({ record, value }) => [value, record]);
  }
  const beginning = key.includes(":") ? "r:" : "q:";
  return tx.find(notes, { after: beginning, before: beginning.replace(":", ";") });
}

const wideKinds: ReadonlySet<Step["kind"]> = new Set([
  "count those beside",
  "count all",
  "count owned",
  "put unread",
  "add many",
]);

async function runOnOwner(tx: Writer, each: OwnerStep, note: Note): Promise<unknown> {
  const theirs = { index: "owner", value: each.owner } as const;
  const join = () => tx.put(notes, { ...note, owner: each.owner });
  if (each.kind === "join") {
    join();
    return note;
  }
  if (each.kind === "sum up") {
    const found = await tx.find(notes, theirs);
    tx.put(counters, { id: each.id, count: found.reduce((sum, { count = 0 }) => sum + count, 0) });
    return found;
  }
  const count = await tx.count(notes, theirs);
  const last = await tx.find(notes, { ...theirs, limit: 1, newestFirst: true });
  if (each.kind === "join unless crowded") {
    if (count < 2) join();
  } else if (count > 1 && last[0]?.id !== each.id) tx.put(notes, { id: each.id });
  return [count, last];
}

async function runAll(tx: Writer, ran: Program): Promise<string> {
  if (ran === "look") return JSON.stringify(await contents(tx));
  const outcomes: unknown[] = [];
  for (const each of ran) outcomes.push((await run(tx, each)) ?? null);
  return JSON.stringify(outcomes);
}

function runOn(store: Store, ran: Program): Promise<string> {
  return ran === "look"
    ? store.read(async (tx) => JSON.stringify(await contents(tx)))
    : store.transaction((tx) => runAll(tx, ran));
}

interface Ran {
  readonly ran: Program;
  /** What it read when it was committed. */
  readonly outcome: string;
}

async function runAtOnce(
  stores: readonly [Store, ...Store[]],
  all: readonly Program[],
): Promise<readonly Ran[]> {
  const outcomes = await Promise.all(
    all.map(async (ran, nth) => {
      const store = stores[nth % stores.length] ?? stores[0];
      try {
        return { ran, outcome: await runOn(store, ran) };
      } catch (error) {
        // Given up after too many conflicts, or for the load: then it must have had no effect at
        // all.
        if (error instanceof ConflictError || error instanceof FencedError) return undefined;
        throw error;
      }
    }),
  );
  return outcomes.filter((outcome) => outcome !== undefined);
}

/** Whether an order of the transactions gives each what it read, and ends in the store's state. */
async function hasSerialOrder(
  before: ModelStore,
  all: readonly Ran[],
  end: string,
): Promise<boolean> {
  if (all.length === 0) return JSON.stringify(await contents(before)) === end;
  for (const [nth, { ran, outcome }] of all.entries()) {
    const after = before.copy();
    if ((await runAll(after, ran)) !== outcome) continue;
    if (await hasSerialOrder(after, all.toSpliced(nth, 1), end)) return true;
  }
  return false;
}

async function clear(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    for (const note of await tx.find(notes)) tx.delete(notes, note.id);
    for (const counter of await tx.find(counters)) tx.delete(counters, counter.id);
  });
}

/**
 * Tries random sets of transactions; every round is checked on its own.
 *
 * @param stores on one database, as different processes have opened it
 */
export async function expectSerializable(
  stores: readonly [Store, ...Store[]],
  numRuns: number,
): Promise<void> {
  const [store] = stores;
  await fc.assert(
    fc.asyncProperty(programs, programs, async (setUp, all) => {
      await clear(store);
      const start = new ModelStore();
      for (const ran of setUp) {
        await runAll(start, ran);
        await runOn(store, ran);
      }
      const done = await runAtOnce(stores, all);
      const end = JSON.stringify(await store.read(contents));
      const isExplained = await hasSerialOrder(start, done, end);
      expect(isExplained, `an order that explains ${JSON.stringify(done)}`).toBe(true);
    }),
    // Conflicts depend on timing: the same programs may not conflict again, so nothing is shrunk.
    { numRuns, endOnFailure: true },
  );
}
