import { limits } from "@antechamber/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openIds } from "../../platform/ids.ts";
import { aMemoryStore } from "../../testing/memory-store.ts";
import { ConflictError, type Store } from "../../platform/store.ts";
import { steerableClock } from "../../platform/time/system-clock.ts";
import { openTransactions } from "../../platform/transactions/open-transactions.ts";
import { seededRandom } from "../../testing/seeded-random.ts";
import { deleteSteering, SteeringTurns, steerings } from "./steering-turns.ts";
import { storeClock } from "../world-file/stored-world.ts";

const START = Date.UTC(2026, 0, 1);
const standing = { frozen: true, offsetMs: 0, frozenAt: START };
const moved = { ...standing, frozenAt: START + 60_000 };
const OTHER = "8";

let store: Store;
let isTurnTaken: boolean;
let realMs: number;
let failures: unknown[];
/** The limits with which `resetLimits` was called, and the promise that it waits for. */
let resets: unknown[];
let limitsForgotten: Promise<void>;
/** How often `endSessions` was called. */
let endings: number;
/** Callbacks that make the processes of a test believe they missed events. */
let missed: (() => void)[];
/** The clock's instants at which the programs that follow it were answered. */
let answeredAt: number[];
/** Called each time a process has waited. */
let hasWaited: () => Promise<void>;
/** Stops the processes of a test: their timers fire at once, so one left running would never rest. */
let ends: (() => unknown)[];

beforeEach(async () => {
  const sqlite = await aMemoryStore();
  [isTurnTaken, realMs, failures, answeredAt] = [false, 0, [], []];
  hasWaited = async () => undefined;
  [resets, limitsForgotten, ends] = [[], Promise.resolve(), []];
  [endings, missed] = [0, []];
  store = {
    ...sqlite,
    log: {
      ...sqlite.log,
      follow(listener, options = {}) {
        missed.push(() => options.missed?.("trimmed"));
        return sqlite.log.follow(listener, options);
      },
    },
    // Another process is alive beside this one.
    processes: {
      ...sqlite.processes,
      isSole: false,
      own: () => ({ id: 0, epoch: "7" }),
      mayLiveElsewhere: (epoch) => epoch === OTHER,
    },
    dueClaims: {
      take: async (names) => new Set(isTurnTaken ? [] : names),
      release: async () => undefined,
    },
  };
});

afterEach(async () => {
  for (const end of ends) await end();
  await store.close();
});

/**
 * A process whose real time passes while it waits.
 *
 * @param nextAt when the next timer of a program that follows the process's clock falls due
 */
async function aProcess(nextAt?: number) {
  const clock = steerableClock({
    real: () => realMs,
    timer(ms, task) {
      setImmediate(() => {
        realMs += ms;
        void hasWaited().then(task);
      });
      return () => undefined;
    },
  });
  clock.restore(standing);
  await store.transaction(async (tx) => storeClock(tx, standing));
  const ids = await openIds({ clock, store, frozen: true });
  const work = openTransactions({
    store,
    clock,
    ids,
    random: seededRandom("turns"),
    settings: { production: false, publicUrl: "", fileKey: new Uint8Array(32) },
    jobKinds: [],
    jobFailed: (_kind, { error }) => failures.push(error),
  });
  const turns = new SteeringTurns({
    store,
    clock,
    ids,
    work,
    followers: {
      nextAt: () => nextAt,
      haveAsked: async () => undefined,
      answerAll: async () => void answeredAt.push(clock.now()),
    },
    retention: { pause: () => () => undefined },
    endSessions: () => void (endings += 1),
    resetLimits(world) {
      resets.push(world);
      return limitsForgotten;
    },
    failed: (error) => failures.push(error),
  });
  await turns.start();
  ends.push(
    () => turns.stop(),
    () => work.scheduler.stop(),
  );
  const move = () =>
    turns.run(async () => {
      clock.restore(moved);
      await work.transaction(async (ctx) => {
        storeClock(ctx.tx, moved);
        await turns.announce(ctx, { clock: moved });
      });
    });
  return { clock, turns, move };
}

function isAt(number: number): Promise<void> {
  return store.transaction(async (tx) => tx.put(steerings, { name: OTHER, number }));
}

describe("a process that moves the clock", () => {
  test("waits until the other process has moved, too", async () => {
    await isAt(0);
    const { move } = await aProcess();
    let movedAt = Infinity;
    hasWaited = async () => {
      if (realMs < 1_000 || movedAt < Infinity) return;
      movedAt = realMs;
      await isAt(1);
    };
    await move();
    expect(realMs).toBeGreaterThanOrEqual(movedAt);
    expect(failures).toEqual([]);
  });

  test("does not wait for dead or starting processes", async () => {
    await isAt(0);
    const { move } = await aProcess();
    await store.transaction(async (tx) => {
      deleteSteering(tx, OTHER);
      tx.put(steerings, { name: "3", number: 0 });
    });
    await move();
    expect(failures).toEqual([]);
  });

  test("answers after a time-out and names the late processes", async () => {
    await isAt(0);
    const { move } = await aProcess();
    await move();
    expect(realMs).toBeGreaterThanOrEqual(limits.steeringElsewhere.value);
    expect(failures).toHaveLength(1);
  });

  test("waits for its turn until a time-out", async () => {
    const { clock, move } = await aProcess();
    isTurnTaken = true;
    await expect(move()).rejects.toThrow(ConflictError);
    expect(realMs).toBeGreaterThanOrEqual(limits.steeringTurn.value);
    expect(clock.now()).toBe(START);
  });

  test("rolls the move back when it cannot be published", async () => {
    const { clock, turns } = await aProcess();
    const failing = turns.run(async () => {
      clock.restore(moved);
      throw new Error("no commit");
    });
    await expect(failing).rejects.toThrow("no commit");
    expect(clock.state()).toEqual(standing);
  });
});

test("a process that missed a move applies it before it moves the clock itself", async () => {
  const { clock, turns } = await aProcess();
  await store.transaction(async (tx) => {
    storeClock(tx, moved);
    tx.put(steerings, { name: "told", number: 1 });
  });
  await turns.run(async () => undefined);
  expect(clock.state()).toEqual(moved);
  // The programs that follow the clock have run what fell due on the way.
  expect(answeredAt).toEqual([moved.frozenAt]);
});

test("a process that follows a world replacement reports so after its limits are reset", async () => {
  const forgotten = Promise.withResolvers<void>();
  limitsForgotten = forgotten.promise;
  await aProcess();
  const world = { profile: "production", frozen: true };
  await store.transaction(async (tx) => {
    tx.put(steerings, { name: "told", number: 1 });
    const payload = { clock: moved, limits: world, by: OTHER, number: 1 };
    tx.append({ name: "WORLD_REPLACED", payload, scope: { kind: "nobody" }, at: START });
  });
  const reported = () => store.transaction((tx) => tx.get(steerings, "7"));
  await expect.poll(() => resets).toEqual([world]);
  expect(await reported()).toMatchObject({ number: 0 });
  forgotten.resolve();
  await expect.poll(reported).toMatchObject({ number: 1 });
});

test("a process that missed the question reports its next timer when it catches up", async () => {
  const nextAt = START + 5_000;
  const { turns } = await aProcess(nextAt);
  await store.transaction(async (tx) => tx.put(steerings, { name: "told", number: 1 }));
  await turns.start();
  const reported = await store.transaction((tx) => tx.get(steerings, "7"));
  expect(reported).toEqual({ name: "7", number: 1, followedAt: nextAt });
});

describe("a process that missed a replacement of the world", () => {
  const world = { profile: "unapproved", frozen: true } as const;

  /** Replaces the world as the other process, in the step with this number. */
  async function isReplaced(number: number): Promise<void> {
    await store.transaction(async (tx) => {
      storeClock(tx, moved);
      tx.put(steerings, { name: "told", number, replaced: { number, limits: world } });
    });
  }

  const reported = () => store.transaction((tx) => tx.get(steerings, "7"));

  test("applies it, once, when it learns that it may have missed something", async () => {
    const { clock, turns } = await aProcess();
    await isReplaced(1);
    for (const lost of missed) lost();
    await expect.poll(reported).toMatchObject({ number: 1 });
    expect([resets, endings, clock.state(), turns.worldNumber]).toEqual([[world], 1, moved, 1]);
    for (const lost of missed) lost();
    const payload = { clock: moved, limits: world, by: OTHER, number: 1 };
    const event = {
      name: "WORLD_REPLACED",
      payload,
      scope: { kind: "nobody" },
      at: START,
    } as const;
    await store.transaction(async (tx) => tx.append(event));
    await isReplaced(2);
    for (const lost of missed) lost();
    await expect.poll(reported).toMatchObject({ number: 2 });
    expect([resets, endings]).toEqual([[world, world], 2]);
  });

  test("applies it although the clock was moved since", async () => {
    const { move } = await aProcess();
    await isReplaced(1);
    await move();
    expect([resets, endings]).toEqual([[world], 1]);
    expect(await store.transaction((tx) => tx.get(steerings, "told"))).toEqual({
      name: "told",
      number: 2,
      replaced: { number: 1, limits: world },
    });
  });

  test("applies it before a later step", async () => {
    const { clock } = await aProcess();
    await isReplaced(1);
    const later = { ...moved, frozenAt: START + 90_000 };
    await store.transaction(async (tx) => {
      storeClock(tx, later);
      tx.put(steerings, { name: "told", number: 2, replaced: { number: 1, limits: world } });
      const payload = { clock: later, by: OTHER, number: 2 };
      tx.append({ name: "CLOCK_MOVED", payload, scope: { kind: "nobody" }, at: START });
    });
    await expect.poll(reported).toMatchObject({ number: 2 });
    expect([resets, endings, clock.state()]).toEqual([[world], 1, later]);
  });

  test("has nothing to clear when it started later", async () => {
    await isReplaced(1);
    const { turns } = await aProcess();
    expect(await reported()).toMatchObject({ number: 1 });
    expect([resets, endings, turns.worldNumber]).toEqual([[], 0, 1]);
  });

  test("retries when it could not apply it", async () => {
    await aProcess();
    const failing = Promise.reject(new Error("no answer"));
    failing.catch(() => undefined);
    limitsForgotten = failing;
    hasWaited = async () => void (limitsForgotten = Promise.resolve());
    await isReplaced(1);
    for (const lost of missed) lost();
    await expect.poll(reported).toMatchObject({ number: 1 });
    expect([resets, endings, failures]).toEqual([[world, world], 1, [new Error("no answer")]]);
  });

  test("applies it when its own commit was not answered", async () => {
    const { turns } = await aProcess();
    const failing = turns.run(async () => {
      await isReplaced(1);
      throw new Error("the connection is gone");
    });
    await expect(failing).rejects.toThrow("the connection is gone");
    expect([resets, endings]).toEqual([[world], 1]);
  });
});

test("a process that could not apply a step retries", async () => {
  const { clock } = await aProcess();
  const payload = { clock: moved, by: OTHER, number: 1 };
  await store.transaction(async (tx) => {
    storeClock(tx, moved);
    tx.put(steerings, { name: "told", number: 1 });
    tx.append({ name: "CLOCK_MOVED", payload, scope: { kind: "nobody" }, at: START });
    vi.spyOn(store, "transaction").mockRejectedValueOnce(new Error("no answer"));
  });
  const reported = () => store.read((tx) => tx.get(steerings, "7"));
  await expect.poll(reported).toMatchObject({ number: 1 });
  expect([clock.state(), failures]).toEqual([moved, [new Error("no answer")]]);
});
