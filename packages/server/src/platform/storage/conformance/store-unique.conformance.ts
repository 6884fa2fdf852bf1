// What every adapter must guarantee for unique values.
import { expect, test } from "vitest";
import { CROWD, crowd, notes } from "./store-model.conformance.ts";
import { ConflictError, type Store } from "../../store.ts";

export function describeUnique(store: () => Store): void {
  const named = (id: string, name: string) =>
    store().transaction(async (tx) => tx.put(notes, { id, name }));

  test("refuse a second record for good, and that transaction alone", async () => {
    await named("1", "taken");
    const outcomes = await Promise.allSettled([
      named("2", "free"),
      named("3", "taken"),
      named("4", "also free"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ reason: expect.any(ConflictError) as ConflictError });
    const stored = await store().read((tx) => tx.find(notes));
    expect(stored.map(({ id }) => id)).toEqual(["1", "2", "4"]);
  });

  test("refuse two records of one transaction, and one that keeps its own", async () => {
    const both = store().transaction(async (tx) => {
      tx.put(notes, { id: "1", name: "same" });
      tx.put(notes, { id: "2", name: "same" });
    });
    await expect(both).rejects.toThrow(ConflictError);
    await named("1", "same");
    const beside = store().transaction(async (tx) => {
      tx.put(notes, { id: "1", name: "same", count: 2 });
      tx.put(notes, { id: "2", name: "same" });
    });
    await expect(beside).rejects.toThrow(ConflictError);
    expect(await store().read((tx) => tx.find(notes))).toEqual([{ id: "1", name: "same" }]);
  });

  test("change hands within one transaction", async () => {
    await store().transaction(async (tx) => {
      for (const id of ["a", "b", "c", "d"]) tx.put(notes, { id, name: `name of ${id}` });
    });
    await store().transaction(async (tx) => {
      tx.put(notes, { id: "a", name: "name of b" });
      tx.put(notes, { id: "b", name: "name of a" });
      tx.delete(notes, "c");
      tx.put(notes, { id: "e", name: "name of c" });
      tx.put(notes, { id: "d" });
      tx.put(notes, { id: "f", name: "name of d" });
    });
    const holders = await store().read((tx) =>
      Promise.all(["a", "b", "c", "d"].map((id) => tx.lookup(notes, "name", `name of ${id}`))),
    );
    expect(holders.map((holder) => holder?.id)).toEqual(["b", "a", "e", "f"]);
  });

  test("are free once their record was replaced, whether or not anybody looked at it", async () => {
    await store().transaction(async (tx) => {
      tx.put(notes, { id: "1", owner: "ann", name: "mine" });
      tx.put(notes, { id: "2", owner: "ann", name: "yours" });
    });
    await store().transaction(async (tx) => tx.put(notes, { id: "1", owner: "bob" }));
    await store().transaction(async (tx) => {
      tx.put(notes, { id: "2", owner: "bob" });
      tx.put(notes, { id: "3", name: "yours" });
      tx.put(notes, { id: "4", name: "mine" });
    });
    await store().read(async (tx) => {
      expect(await tx.lookup(notes, "name", "mine")).toEqual({ id: "4", name: "mine" });
      expect(await tx.lookup(notes, "name", "yours")).toEqual({ id: "3", name: "yours" });
      expect(await tx.find(notes, { index: "owner", value: "ann" })).toEqual([]);
      expect(await tx.count(notes, { index: "owner", value: "bob" })).toBe(2);
    });
  });

  test("let the loser of two equal creates see the winner's record", async () => {
    const outcomes = await crowd((nth) =>
      store().transaction(async (tx) => {
        const winner = await tx.lookup(notes, "name", "wanted");
        if (winner === undefined) tx.put(notes, { id: `${nth}`, name: "wanted", count: 1 });
        else tx.put(notes, { ...winner, count: (winner.count ?? 0) + 1 });
        return winner === undefined ? "created" : "updated";
      }),
    );
    expect(outcomes.filter((outcome) => outcome === "created")).toHaveLength(1);
    const stored = await store().read((tx) => tx.find(notes));
    expect(stored).toMatchObject([{ name: "wanted", count: CROWD }]);
  });

  test("are free again after a transaction that took them was undone", async () => {
    const undone = store().transaction(async (tx) => {
      tx.put(notes, { id: "1", name: "wanted" });
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    await named("2", "wanted");
    expect(await store().read((tx) => tx.lookup(notes, "name", "wanted"))).toMatchObject({
      id: "2",
    });
  });

  test("let a work that draws another one on its next run succeed", async () => {
    await named("1", "drawn");
    const draws = ["drawn", "drawn another time"];
    await store().transaction(async (tx) => {
      tx.put(notes, { id: "2", name: draws.shift() ?? "" });
    });
    expect(await store().read((tx) => tx.get(notes, "2"))).toMatchObject({
      name: "drawn another time",
    });
  });
}
