// Counts how often the world of a store was replaced. The count is stored, so that it survives a
// restart and identifies the current world.
import { tableOf, type Store } from "../../platform/store.ts";

interface WorldCountRecord {
  readonly name: "worlds";
  readonly count: number;
}

export const worldCounts = tableOf<WorldCountRecord>()({
  name: "world_count",
  key: ({ name }) => name,
});

/** How often the world of a store was replaced since its first load. */
export async function countOfWorlds(store: Pick<Store, "read">): Promise<number> {
  return (await store.read((tx) => tx.get(worldCounts, "worlds")))?.count ?? 0;
}

/** The record of a store whose world is replaced once more. */
export function oneMore(count: number): WorldCountRecord {
  return { name: "worlds", count: count + 1 };
}
