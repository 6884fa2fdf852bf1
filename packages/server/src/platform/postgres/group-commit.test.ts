// Which transactions are committed together, and when.
import { beforeEach, expect, test } from "vitest";
import { FencedError } from "../processes.ts";
import { UnsentError } from "./batch.ts";
import { GroupCommit } from "./group-commit.ts";
import type { Writes } from "./joined-writes.ts";
import { ContendedError } from "./session.ts";

interface UnderWay {
  readonly records: readonly string[];
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

let underWay: UnderWay[];
let turns: (() => void)[];
let timers: { readonly ms: number; readonly task: () => void }[];
let groups: GroupCommit;

beforeEach(() => {
  [underWay, turns, timers] = [[], [], []];
  groups = new GroupCommit({
    commit: ({ locks: { records } }) =>
      new Promise<void>((resolve, reject) => {
        underWay.push({ records, end: resolve, fail: reject });
      }),
    soon: (task) => turns.push(task),
    setTimer: (ms, task) => {
      const timer = { ms, task };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  });
});

/** Writes that lock the record with this name, with other properties as given. */
function writing(name: string, other: Partial<Writes> = {}): Writes {
  return {
    holder: { id: 1, epoch: "1" },
    changes: [],
    events: [],
    watched: { tables: [], places: [] },
    locks: { records: [name], searches: [], tables: [] },
    ...other,
  };
}

const written = (...names: readonly string[]) =>
  names.map((name) => groups.commit(writing(name)).catch((error: unknown) => error));

/** Ends the turn of the event loop, and lets the following tasks run. */
async function aTurn(): Promise<void> {
  for (const task of turns.splice(0)) task();
  await new Promise(setImmediate);
}

/** Fires the timers of this duration, all or the first of them. */
async function elapse(ms: number, count = Infinity): Promise<void> {
  const due = timers.filter((timer) => timer.ms === ms).slice(0, count);
  timers = timers.filter((timer) => !due.includes(timer));
  for (const { task } of due) task();
  await new Promise(setImmediate);
}

const sent = () => underWay.map(({ records }) => records);
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, nth) => `${from + nth}`);

test("transactions of one turn are one commit, and none settles before it", async () => {
  const outcomes: unknown[] = [];
  for (const each of written("a", "b", "c")) void each.then((outcome) => outcomes.push(outcome));
  expect(sent()).toEqual([]);
  await aTurn();
  expect([sent(), outcomes]).toEqual([[["a", "b", "c"]], []]);
  underWay[0]?.end();
  await aTurn();
  expect(outcomes).toEqual(["committed", "committed", "committed"]);
});

test("a single transaction is sent at the end of its turn, even while another is in progress", async () => {
  void written("a");
  await aTurn();
  void written("b");
  await aTurn();
  expect(sent()).toEqual([["a"], ["b"]]);
});

test("transactions that arrive during two commits are committed together after one of them", async () => {
  for (const name of ["a", "b"]) {
    void written(name);
    await aTurn();
  }
  for (const name of ["c", "d", "e"]) {
    void written(name);
    await aTurn();
  }
  expect(sent()).toEqual([["a"], ["b"]]);
  underWay[1]?.end();
  await aTurn();
  await aTurn();
  expect(sent()).toEqual([["a"], ["b"], ["c", "d", "e"]]);
});

test("transactions that write one record are committed one after the other", async () => {
  const all = written("a", "b", "a");
  await aTurn();
  expect(sent()).toEqual([["a", "b"]]);
  underWay[0]?.end();
  await aTurn();
  await aTurn();
  expect(sent()).toEqual([["a", "b"], ["a"]]);
  underWay[1]?.end();
  expect(await Promise.all(all)).toEqual(["committed", "committed", "committed"]);
});

test("transactions of another lease, or with other statements, are committed separately", async () => {
  void groups.commit(writing("a"));
  void groups.commit(writing("b", { holder: { id: 1, epoch: "2" } }));
  void groups.commit(writing("c"));
  await aTurn();
  expect(sent()).toEqual([["a", "c"], ["b"]]);
});

test("a commit has a maximum number of transactions", async () => {
  void written(...many(100));
  await aTurn();
  expect(sent()).toEqual([many(64), many(36, 64)]);
});

test("transactions far behind those that were taken are not examined", async () => {
  const looked = new Set<string>();
  for (const name of many(1000)) {
    const { locks, ...others } = writing(name);
    const looking = {
      ...others,
      get locks() {
        looked.add(name);
        return locks;
      },
    };
    void groups.commit(looking);
  }
  looked.clear();
  await aTurn();
  expect(sent().flat()).toEqual(many(128));
  expect([...looked]).toEqual(many(128));
});

test("a commit has a maximum size", async () => {
  const large = (name: string) =>
    writing(name, { locks: { records: [name], searches: many(199), tables: [] } });
  for (const name of ["a", "b", "c"]) void groups.commit(large(name));
  await aTurn();
  expect(sent()).toEqual([["a", "b"], ["c"]]);
});

test("no transaction overtakes an earlier one that writes the same record", async () => {
  const searches = many(400);
  const large = (name: string, also: string) =>
    writing(name, { locks: { records: [name, also], searches, tables: [] } });
  void groups.commit(large("a", "b"));
  void groups.commit(large("c", "d"));
  void written("d", "e");
  await aTurn();
  expect(sent()).toEqual([
    ["a", "b", "e"],
    ["c", "d"],
  ]);
});

const alone: Readonly<Record<string, Writes>> = {
  "is larger than that": writing("a", {
    locks: { records: many(513), searches: [], tables: [] },
  }),
  "locks a whole table": writing("a", { locks: { records: [], searches: [], tables: ["t"] } }),
  "changes more places than it names": writing("a", { watched: { tables: ["t"], places: null } }),
};

test.each(Object.entries(alone))(
  "a transaction that %s is committed alone",
  async (_name, writes) => {
    expect(await groups.commit(writes)).toBe("untried");
    expect(turns).toEqual([]);
  },
);

test("when a statement fails, each transaction is committed alone", async () => {
  const all = written("a", "b");
  await aTurn();
  underWay[0]?.fail(new ContendedError("b"));
  expect(await Promise.all(all)).toEqual(["undone", "undone"]);
});

test("when one cannot be sent, each transaction is committed alone", async () => {
  const all = written("a", "b");
  await aTurn();
  underWay[0]?.fail(new UnsentError(new TypeError("no text")));
  expect(await Promise.all(all)).toEqual(["undone", "undone"]);
});

test("a transaction that fails alone has its own error", async () => {
  const all = written("a");
  await aTurn();
  const error = new ContendedError("a");
  underWay[0]?.fail(error);
  expect(await Promise.all(all)).toEqual([error]);
});

test.each([
  new Error("Connection terminated unexpectedly"),
  new FencedError(),
  Object.assign(new ContendedError("as of a server that stops"), { code: "57P01" }),
])("when all may be committed, or all are refused, none is retried: %s", async (fault) => {
  const all = written("a", "b");
  await aTurn();
  underWay[0]?.fail(fault);
  expect(await Promise.all(all)).toEqual([fault, fault]);
});

test("slow commits do not delay others, not even those of the same records", async () => {
  for (const name of ["a", "b"]) {
    void written(name);
    await aTurn();
  }
  void written("a", "c");
  await aTurn();
  expect(sent()).toHaveLength(2);
  await elapse(50, 1);
  await aTurn();
  expect(sent()).toEqual([["a"], ["b"], ["a", "c"]]);
  // That the slow one ends at last makes no further room.
  underWay[0]?.end();
  void written("d");
  await aTurn();
  await aTurn();
  expect(sent()).toHaveLength(3);
});

test("a transaction that waited for long is committed alone, and later ones keep waiting", async () => {
  for (const name of ["a", "b"]) {
    void written(name);
    await aTurn();
  }
  const outcomes: unknown[] = [];
  const wait = (name: string) => {
    for (const each of written(name)) void each.then((outcome) => outcomes.push(name, outcome));
  };
  wait("c");
  await elapse(400);
  wait("d");
  expect(outcomes).toEqual([]);
  await elapse(400);
  expect(outcomes).toEqual(["c", "untried"]);
  underWay[0]?.end();
  await aTurn();
  await aTurn();
  expect(sent()).toEqual([["a"], ["b"], ["d"]]);
  // A transaction in flight only awaits its commit, and nothing is waiting for a group any more.
  await elapse(400);
  expect([outcomes, timers.filter(({ ms }) => ms === 400)]).toEqual([["c", "untried"], []]);
});
