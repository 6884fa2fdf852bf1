import { setImmediate as aTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { WriteTurns, type Writable } from "./write-turns.ts";

/** Outboxes that record the content of each write. */
class Outboxes {
  readonly #turns = new WriteTurns();
  readonly writes: string[][] = [];
  readonly #all: (Writable & { writes: string[] })[];

  constructor(count: number) {
    this.#all = Array.from({ length: count }, () => {
      const outbox = {
        writes: [] as string[],
        write: () => {
          if (outbox.writes.length > 0) this.writes.push(outbox.writes);
          outbox.writes = [];
        },
      };
      return outbox;
    });
  }

  sayToAll(what: string): void {
    for (const outbox of this.#all) {
      if (outbox.writes.length === 0) this.#turns.add(outbox);
      outbox.writes.push(what);
    }
  }

  /** Turns of the event loop until everything is written. */
  async turnsTaken(): Promise<number> {
    let turns = 0;
    for (let before = -1; before !== this.writes.length; turns += 1) {
      before = this.writes.length;
      await aTurn();
    }
    return turns;
  }
}

test("frames for few clients are written before the turn ends", async () => {
  const outboxes = new Outboxes(10);
  outboxes.sayToAll("one");
  outboxes.sayToAll("two");
  await Promise.resolve();
  process.nextTick(() => outboxes.writes.push(["end"]));
  await aTurn();
  expect(outboxes.writes).toEqual([...Array.from({ length: 10 }, () => ["one", "two"]), ["end"]]);
});

test("frames for thousands of clients are written in many turns, between which other work runs", async () => {
  const outboxes = new Outboxes(2000);
  outboxes.sayToAll("one");
  expect(await outboxes.turnsTaken()).toBeGreaterThan(20);
  expect(outboxes.writes).toHaveLength(2000);
});

test("later frames are joined to those that wait, after them", async () => {
  const outboxes = new Outboxes(1000);
  outboxes.sayToAll("one");
  await aTurn();
  const writeCount = outboxes.writes.length;
  outboxes.sayToAll("two");
  outboxes.sayToAll("three");
  await outboxes.turnsTaken();
  const joined = outboxes.writes.filter((write) => write.join() === "one,two,three");
  expect(joined).toHaveLength(1000 - writeCount);
  expect(outboxes.writes.filter((write) => write.join() === "one")).toHaveLength(writeCount);
  expect(outboxes.writes.filter((write) => write.join() === "two,three")).toHaveLength(writeCount);
});
