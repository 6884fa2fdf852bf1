// Due work is run by any living process, once.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { seededRandom } from "../../testing/seeded-random.ts";
import { idWatermarks, openIds } from "../ids.ts";
import { jobs } from "../schedule/jobs.ts";
import type { AnyJob, JobDeclaration } from "../context.ts";
import { leaseTimes, type LeaseTimes } from "../processes.ts";
import { aMoment, EVENTUALLY } from "../storage/conformance/store-model.conformance.ts";
import { onPostgres, postgresPlace } from "../storage/conformance/store-places.conformance.ts";
import { tableOf, type Store } from "../store.ts";
import { steerableClock } from "../time/system-clock.ts";
import { openTransactions } from "../transactions/open-transactions.ts";
import type { Transactions } from "../transactions.ts";
import { openPostgresStore } from "./store.ts";

const url = process.env["TEST_PG_URL"] ?? "";
if (url === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

interface Mark {
  readonly id: string;
  readonly count: number;
}
const marks = tableOf<Mark>()({ name: "mark", key: ({ id }) => id });

const mark: JobDeclaration<string> = {
  name: "mark",
  async run({ tx }, id) {
    const before = await tx.get(marks, id);
    tx.put(marks, { id, count: (before?.count ?? 0) + 1 });
  },
};

const NEVER = 1_000_000;
/** A process that sends no heartbeat after its start. */
const silent: LeaseTimes = { lifeMs: NEVER, fenceMs: NEVER, renewMs: NEVER };
/** A process for which the leases of others expire soon. */
const strict: LeaseTimes = { lifeMs: 700, fenceMs: NEVER, renewMs: 40 };

let place: Awaited<ReturnType<typeof postgresPlace>>;
const stores: Store[] = [];
const running: Transactions[] = [];

beforeEach(async () => {
  place = await postgresPlace(url);
});
afterEach(async () => {
  for (const { scheduler } of running.splice(0)) await scheduler.stop();
  for (const store of stores.splice(0)) await store.close();
  await place.remove();
});

async function aProcess(
  kinds: readonly AnyJob[] = [mark],
  lease: LeaseTimes = leaseTimes,
  runsElsewhere = false,
): Promise<{ store: Store; work: Transactions }> {
  const store = await openPostgresStore({
    url,
    schema: place.schema,
    tables: [idWatermarks, jobs, marks],
    secret: "jobs",
    lease,
  });
  stores.push(store);
  const clock = steerableClock();
  const work = openTransactions({
    store,
    clock,
    random: seededRandom(`jobs ${stores.length}`),
    ids: await openIds({ clock, store, frozen: false }),
    settings: { production: false, publicUrl: "", fileKey: new Uint8Array(32) },
    jobKinds: kinds,
    runsElsewhere,
    jobFailed: (_job, { error }) => {
      throw error;
    },
  });
  running.push(work);
  return { store, work };
}

function planned({ work }: { readonly work: Transactions }, ids: readonly string[]): Promise<void> {
  return work.transaction(async (ctx) => {
    for (const id of ids) ctx.schedule(mark, ctx.now, id);
  });
}

function marksIn(store: Store): Promise<readonly Mark[]> {
  return store.read((tx) => tx.find(marks));
}

const ids = (count: number) => Array.from({ length: count }, (_, n) => String(n).padStart(4, "0"));

test("a process without the worker role plans and lists jobs, and never runs one", async () => {
  const doneHere: string[] = [];
  const own: JobDeclaration<string> = {
    name: "mark",
    run: async (_, id) => void doneHere.push(id),
  };
  const planning = await aProcess([own], leaseTimes, true);
  await planning.work.scheduler.start();
  await planned(planning, ids(50));
  expect(await planning.work.scheduler.upcoming({ limit: 1 })).toMatchObject([{ kind: "mark" }]);
  const worker = await aProcess();
  await worker.work.scheduler.start();
  await vi.waitFor(async () => expect(await marksIn(worker.store)).toHaveLength(50), EVENTUALLY);
  expect(doneHere).toEqual([]);
});

test("a job that a killed process planned is run by another", async () => {
  const killed = await aProcess();
  const living = await aProcess();
  await living.work.scheduler.start();
  await planned(killed, ["0001"]);
  await vi.waitFor(
    async () => expect(await marksIn(living.store)).toEqual([{ id: "0001", count: 1 }]),
    EVENTUALLY,
  );
});

test("jobs that a killed process claimed are claimed by another soon after its lease ended", async () => {
  // It has no such kind of job, so that it does not run the job before it is killed.
  const killed = await aProcess([], silent);
  const living = await aProcess([mark], { ...strict, lifeMs: 60_000 });
  await planned(killed, ["0001"]);
  const [job] = await killed.store.read((tx) => tx.find(jobs));
  if (job === undefined) throw new Error("no job was planned");
  const name = `${jobs.name} ${jobs.key(job)}`;
  expect(await killed.store.dueClaims?.take([name])).toEqual(new Set([name]));
  expect(await living.store.dueClaims?.take([name])).toEqual(new Set());
  const done: string[] = [];
  living.store.processes.onDeath(async () => void done.push("the process was given up"));
  await living.work.scheduler.start();
  const { epoch } = killed.store.processes.own();
  await onPostgres(
    url,
    `UPDATE "${place.schema}".process SET renewed = now() - interval '61 s' WHERE epoch = ${epoch}`,
  );
  await vi.waitFor(
    async () => expect(await marksIn(living.store)).toEqual([{ id: "0001", count: 1 }]),
    EVENTUALLY,
  );
  done.push("the job was done");
  await vi.waitFor(() => expect(done).toHaveLength(2), EVENTUALLY);
});

/**
 * How long after the lease of a killed process has expired a job is run that the process had
 * claimed.
 */
async function lateness(living: Awaited<ReturnType<typeof aProcess>>, id: string): Promise<number> {
  const LEFT_MS = 2_100;
  const killed = await aProcess([], silent);
  await planned(killed, [id]);
  const found = await killed.store.read((tx) => tx.find(jobs));
  await killed.store.dueClaims?.take(found.map((job) => `${jobs.name} ${jobs.key(job)}`));
  const { epoch } = killed.store.processes.own();
  const leaseEnds = performance.now() + LEFT_MS;
  await onPostgres(
    url,
    `UPDATE "${place.schema}".process
     SET renewed = clock_timestamp() - interval '${leaseTimes.lifeMs - LEFT_MS} ms'
     WHERE epoch = ${epoch}`,
  );
  await living.store.processes.refresh();
  await living.work.scheduler.start();
  const isDone = async () => (await marksIn(living.store)).some((each) => each.id === id);
  await vi.waitFor(async () => expect(await isDone()).toBe(true), EVENTUALLY);
  await living.work.scheduler.stop();
  return performance.now() - leaseEnds;
}

test("jobs that a killed process claimed are run within 1.5 s of the end of its lease", async () => {
  const living = await aProcess();
  let late = await lateness(living, "0001");
  // Other programs use the machine as well, so one good round of several is enough.
  for (let nth = 2; nth < 6 && late >= 1_500; nth += 1) late = await lateness(living, `000${nth}`);
  expect(late).toBeGreaterThan(0);
  expect(late).toBeLessThan(1_500);
}, 60_000);

test("many jobs are run once each by all processes together", async () => {
  const all = await Promise.all([aProcess(), aProcess(), aProcess()]);
  const [first] = all;
  if (first === undefined) throw new Error("no process");
  await planned(first, ids(200));
  await Promise.all(all.map(({ work }) => work.scheduler.start()));
  await vi.waitFor(
    async () => expect(await first.store.read((tx) => tx.count(jobs))).toBe(0),
    EVENTUALLY,
  );
  expect(await marksIn(first.store)).toEqual(ids(200).map((id) => ({ id, count: 1 })));
});

test("a job of an unknown kind is left for a process that knows it", async () => {
  const older = await aProcess([]);
  await older.work.scheduler.start();
  await planned(older, ids(150));
  await aMoment();
  expect(await older.store.read((tx) => tx.count(jobs))).toBe(150);
  const newer = await aProcess();
  await newer.work.scheduler.start();
  await vi.waitFor(
    async () => expect(await older.store.read((tx) => tx.count(jobs))).toBe(0),
    EVENTUALLY,
  );
});
