// What every adapter's log must do.
import { expect, test, vi } from "vitest";
import { crowd, EVENTUALLY, notes } from "./store-model.conformance.ts";
import type { EventRecord, Store } from "../../store.ts";

function event(name: string, at = 7): EventRecord {
  return { name, scope: { kind: "channel", channel_id: "5" }, payload: { text: "\0 é 😀" }, at };
}

function names(events: readonly EventRecord[]): readonly string[] {
  return events.map(({ name }) => name);
}

export function describeLog(store: () => Store): void {
  const log = (...events: readonly string[]) =>
    store().transaction(async (tx) => {
      for (const name of events) tx.append(event(name));
    });

  function following() {
    const batches: (readonly EventRecord[])[] = [];
    const stop = store().log.follow((events) => batches.push(events));
    return { received: () => batches.flat(), stop };
  }

  /** On a server, another client's older transaction may hold events back while it runs. */
  const eventually = (received: () => readonly string[], expected: readonly string[]) =>
    vi.waitFor(() => expect(received()).toEqual(expected), EVENTUALLY);

  test("tells events as they were recorded, in their order", async () => {
    const follower = following();
    await log("a", "b");
    await log("c");
    await eventually(() => names(follower.received()), ["a", "b", "c"]);
    follower.stop();
    expect(follower.received()).toEqual([event("a"), event("b"), event("c")]);
  });

  test("tells followers what is committed from when they begin until they stop", async () => {
    await log("before");
    const [first, second] = [following(), following()];
    await log("a", "b");
    await eventually(() => names(first.received()).slice(-2), ["a", "b"]);
    first.stop();
    await log("c");
    await eventually(() => names(second.received()).slice(-3), ["a", "b", "c"]);
    second.stop();
    await log("d");
    expect(names(first.received()).slice(-2)).toEqual(["a", "b"]);
    expect(names(second.received()).slice(-3)).toEqual(["a", "b", "c"]);
  });

  test("tells every follower every event once and in one order, under load", async () => {
    const [one, other] = [following(), following()];
    await crowd(async (writer) => {
      for (let nth = 0; nth < 5; nth += 1) {
        await store().transaction(async (tx) => {
          const { count = 0 } = (await tx.get(notes, `${writer % 4}`)) ?? {};
          tx.put(notes, { id: `${writer % 4}`, count: count + 1 });
          tx.append(event(`${writer}.${nth}`));
        });
      }
    });
    // An event may wait for an older running transaction, if only for the moment of its end.
    await vi.waitFor(() => expect(one.received()).toHaveLength(160), EVENTUALLY);
    one.stop();
    other.stop();
    expect(other.received()).toEqual(one.received());
    expect(new Set(names(one.received())).size).toBe(160);
  });

  test("tells the events of a record's changes in the order of the changes", async () => {
    const follower = following();
    await crowd(() =>
      store().transaction(async (tx) => {
        const { count = 0 } = (await tx.get(notes, "1")) ?? {};
        tx.put(notes, { id: "1", count: count + 1 });
        tx.append(event(`${count + 1}`));
      }),
    );
    await vi.waitFor(() => expect(follower.received()).toHaveLength(32), EVENTUALLY);
    follower.stop();
    expect(names(follower.received())).toEqual(
      Array.from({ length: 32 }, (_, nth) => `${nth + 1}`),
    );
  });

  test("tells nothing of a transaction that is undone", async () => {
    const follower = following();
    const undone = store().transaction(async (tx) => {
      tx.append(event("undone"));
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    await log("done");
    await eventually(() => names(follower.received()).slice(-1), ["done"]);
    follower.stop();
    expect(names(follower.received())).not.toContain("undone");
  });

  test("goes on in order after it was trimmed, and says when nothing is left", async () => {
    const follower = following();
    await log("a", "b");
    await vi.waitFor(async () => expect(await store().log.trim(8)).toBe("nothing"), EVENTUALLY);
    await log("c");
    await eventually(() => names(follower.received()).slice(-3), ["a", "b", "c"]);
    follower.stop();
  });

  test("tells nothing of what is loaded, and goes on afterwards", async () => {
    const follower = following();
    await store().load({ tables: { note: [{ id: "1" }] } });
    await log("after");
    await eventually(() => names(follower.received()), ["after"]);
    follower.stop();
    expect(await store().read((tx) => tx.get(notes, "1"))).toEqual({ id: "1" });
  });
}
