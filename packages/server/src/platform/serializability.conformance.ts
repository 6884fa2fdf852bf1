// Random transactions that run at once must have had the effect of running one after the other.
import fc from "fast-check";
import { expect } from "vitest";
import { contents, counters, ModelStore, notes, type Note } from "./store-model.conformance.ts";
import { ConflictError, type Store, type Writer } from "./store.ts";

/** One step of a transaction. What it reads decides what it writes. */
type Step =
  | { readonly kind: "increment" | "drop"; readonly id: string }
  | { readonly kind: "join"; readonly id: string; readonly owner: string }
  | { readonly kind: "join unless crowded"; readonly id: string; readonly owner: string }
  | { readonly kind: "sum up"; readonly id: string; readonly owner: string }
  | { readonly kind: "leave unless last"; readonly id: string; readonly owner: string }
  | { readonly kind: "take name"; readonly id: string; readonly name: string }
  | { readonly kind: "copy"; readonly id: string; readonly from: string };

type Program = readonly Step[];

const id = fc.constantFrom("a", "b", "c", "d");
const owner = fc.constantFrom("x", "y");
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("increment", "drop"), id }),
  fc.record({
    kind: fc.constantFrom("join", "join unless crowded", "sum up", "leave unless last"),
    id,
    owner,
  }),
  fc.record({ kind: fc.constant("take name"), id, name: fc.constantFrom("m", "n") }),
  fc.record({ kind: fc.constant("copy"), id, from: id }),
);

/** Few enough that all their orders can be tried. */
const programs = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
  minLength: 2,
  maxLength: 6,
});

type OwnerStep = Extract<Step, { readonly owner: string }>;

/** Runs a step and says what it saw. */
async function run(tx: Writer, each: Step): Promise<unknown> {
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

async function runAll(tx: Writer, program: Program): Promise<string> {
  const seen: unknown[] = [];
  for (const each of program) seen.push((await run(tx, each)) ?? null);
  return JSON.stringify(seen);
}

interface Ran {
  readonly program: Program;
  /** What it saw when it was committed. */
  readonly seen: string;
}

async function runAtOnce(store: Store, all: readonly Program[]): Promise<readonly Ran[]> {
  const outcomes = await Promise.all(
    all.map(async (program) => {
      try {
        return { program, seen: await store.transaction((tx) => runAll(tx, program)) };
      } catch (error) {
        // Given up after too many races: then it must have had no effect at all.
        if (error instanceof ConflictError) return undefined;
        throw error;
      }
    }),
  );
  return outcomes.filter((outcome) => outcome !== undefined);
}

/** Whether some order of the transactions shows each what it saw, and ends where the store ended. */
async function hasSerialOrder(
  before: ModelStore,
  ran: readonly Ran[],
  end: string,
): Promise<boolean> {
  if (ran.length === 0) return JSON.stringify(await contents(before)) === end;
  for (const [nth, { program, seen }] of ran.entries()) {
    const after = before.copy();
    if ((await runAll(after, program)) !== seen) continue;
    if (await hasSerialOrder(after, ran.toSpliced(nth, 1), end)) return true;
  }
  return false;
}

async function clear(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    for (const note of await tx.find(notes)) tx.delete(notes, note.id);
    for (const counter of await tx.find(counters)) tx.delete(counters, counter.id);
  });
}

/** Tries random sets of transactions; every round is checked on its own. */
export async function expectSerializable(store: Store, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(programs, programs, async (setUp, all) => {
      await clear(store);
      const start = new ModelStore();
      for (const program of setUp) {
        await runAll(start, program);
        await store.transaction((tx) => runAll(tx, program));
      }
      const ran = await runAtOnce(store, all);
      const end = JSON.stringify(await store.read(contents));
      expect(await hasSerialOrder(start, ran, end), "an order that explains it all").toBe(true);
    }),
    { numRuns },
  );
}
