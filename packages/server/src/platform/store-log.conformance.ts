// What every adapter's log must do.
import { expect, test, vi } from "vitest";
import { aMoment, EVENTUALLY, notes } from "./store-model.conformance.ts";
import type { EventRecord, LoggedEvent, Store } from "./store.ts";

function fact(name: string): EventRecord {
  return { name, scope: { kind: "channel", channel_id: "5" }, payload: { text: "\0 é 😀" }, at: 7 };
}

function names(events: readonly EventRecord[]): readonly string[] {
  return events.map(({ name }) => name);
}

export function describeLog(store: () => Store): void {
  const log = (...facts: readonly string[]) =>
    store().transaction(async (tx) => {
      for (const name of facts) tx.append(fact(name));
    });

  function following() {
    const batches: (readonly LoggedEvent[])[] = [];
    const stop = store().log.follow((events) => batches.push(events));
    return { heard: () => batches.flat(), stop };
  }

  test("gives facts in commit order, after a cursor and up to a limit", async () => {
    expect([await store().log.end(), await store().log.read(undefined, 9)]).toEqual([
      undefined,
      [],
    ]);
    await log("a", "b");
    await log("c");
    const all = await store().log.read(undefined, 9);
    expect(names(all)).toEqual(["a", "b", "c"]);
    expect(all[0]).toEqual({ ...fact("a"), cursor: all[0]?.cursor });
    expect(await store().log.end()).toBe(all[2]?.cursor);
    expect(await store().log.read(all[0]?.cursor, 1)).toEqual([all[1]]);
    expect(await store().log.read(all[2]?.cursor, 9)).toEqual([]);
    expect(await store().log.read(undefined, 0)).toEqual([]);
    await expect(store().log.read("nowhere", 9)).rejects.toThrow(RangeError);
  });

  test("tells followers before a transaction's promise resolves, until they stop", async () => {
    await log("before");
    const [first, second] = [following(), following()];
    await log("a", "b");
    expect(names(first.heard())).toEqual(["a", "b"]);
    first.stop();
    await log("c");
    second.stop();
    await log("d");
    expect(names(first.heard())).toEqual(["a", "b"]);
    expect(names(second.heard())).toEqual(["a", "b", "c"]);
  });

  test("tells every follower every fact once and in the order of the log, under load", async () => {
    const follower = following();
    const from = await store().log.end();
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let nth = 0; nth < 10; nth += 1) {
        const name = `${writer}.${nth}`;
        await store().transaction(async (tx) => {
          const { count = 0 } = (await tx.get(notes, `${writer % 4}`)) ?? {};
          tx.put(notes, { id: `${writer % 4}`, count: count + 1 });
          tx.append(fact(name));
        });
      }
    });
    await Promise.all(writers);
    // A fact may wait for an older transaction that still runs, if only for the moment of its end.
    await vi.waitFor(() => expect(follower.heard()).toHaveLength(160), EVENTUALLY);
    follower.stop();
    const logged = await store().log.read(from, 1000);
    expect(follower.heard()).toEqual(logged);
    expect(new Set(names(logged)).size).toBe(160);
  });

  test("shows the facts of a record's changes in the order of the changes", async () => {
    const writers = Array.from({ length: 12 }, () =>
      store().transaction(async (tx) => {
        const { count = 0 } = (await tx.get(notes, "1")) ?? {};
        tx.put(notes, { id: "1", count: count + 1 });
        tx.append(fact(`${count + 1}`));
      }),
    );
    await Promise.all(writers);
    const logged = names(await store().log.read(undefined, 100));
    expect(logged).toEqual(Array.from({ length: 12 }, (_, nth) => `${nth + 1}`));
  });

  test("misses nothing for a reader that goes from cursor to cursor under load", async () => {
    const writing = { isOver: false };
    const written = Promise.all(Array.from({ length: 100 }, (_, nth) => log(`${nth}`))).then(
      () => (writing.isOver = true),
    );
    const read: string[] = [];
    let cursor: string | undefined;
    for (let isEnd = false; !isEnd;) {
      const { isOver } = writing;
      const page = await store().log.read(cursor, 7);
      read.push(...names(page));
      cursor = page.at(-1)?.cursor ?? cursor;
      isEnd = isOver && page.length === 0;
      await aMoment();
    }
    await written;
    expect(read.toSorted()).toEqual(Array.from({ length: 100 }, (_, nth) => `${nth}`).toSorted());
  });

  test("forgets all but the newest facts, and goes on in order", async () => {
    const follower = following();
    await log("a", "b", "c", "d");
    const [a, b] = await store().log.read(undefined, 2);
    await store().log.trim(2);
    expect(names(await store().log.read(undefined, 9))).toEqual(["c", "d"]);
    expect(names(await store().log.read(a?.cursor, 9))).toEqual(["c", "d"]);
    await store().log.trim(5);
    const end = await store().log.end();
    await store().log.trim(0);
    expect(await store().log.end()).toBeUndefined();
    await log("e");
    expect(names(await store().log.read(end, 9))).toEqual(["e"]);
    expect(names(await store().log.read(b?.cursor, 9))).toEqual(["e"]);
    expect(names(follower.heard())).toEqual(["a", "b", "c", "d", "e"]);
    follower.stop();
  });

  test("is replaced by a dump's, silently, and its cursors stay where they pointed", async () => {
    await log("a", "b", "c");
    const before = await store().log.read(undefined, 9);
    const dump = await store().dump();
    await log("lost");
    const lost = await store().log.end();
    const follower = following();
    for (const round of [1, 2]) {
      await store().load(dump);
      expect(await store().log.read(undefined, 9)).toEqual(before);
      expect(await store().log.end()).toBe(before[2]?.cursor);
      await log(`after ${round}`);
      const later = await store().log.read(before[1]?.cursor, 9);
      expect(names(later)).toEqual(["c", `after ${round}`]);
      expect(names(await store().log.read(lost, 9))).toEqual([`after ${round}`]);
    }
    expect(names(follower.heard())).toEqual(["after 1", "after 2"]);
    follower.stop();
  });

  test("keeps the order of a dump's cursors, whatever numbers they have", async () => {
    const cursors = ["1.0.9", "1.0.10", "1.99.3", "1.100.2", "2.0.1", "10.7.11", "10.7.100"];
    const events = cursors.map((cursor) => ({ ...fact(cursor), cursor }));
    await store().load({ tables: {}, events });
    await log("after");
    expect(names(await store().log.read(undefined, 9))).toEqual([...cursors, "after"]);
    for (const [nth, cursor] of cursors.entries()) {
      const rest = await store().log.read(cursor, 9);
      expect(names(rest)).toEqual([...cursors.slice(nth + 1), "after"]);
    }
  });

  test("takes facts without cursors too", async () => {
    await log("old");
    const end = await store().log.end();
    await store().load({ tables: {}, events: [fact("a"), fact("b")] });
    const loaded = await store().log.read(undefined, 9);
    expect(names(loaded)).toEqual(["a", "b"]);
    await log("c");
    expect(names(await store().log.read(loaded[0]?.cursor, 9))).toEqual(["b", "c"]);
    expect(names(await store().log.read(end, 9))).toEqual(["a", "b", "c"]);
  });
}
