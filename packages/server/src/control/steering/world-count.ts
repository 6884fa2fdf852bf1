// How often another world was put in the place of the one before. A store keeps it, so that the world of
// before is known again after a restart.
import { tableOf, type Store } from "../../platform/store.ts";

interface WorldCountRecord {
  readonly name: "worlds";
  readonly count: number;
}

export const worldCounts = tableOf<WorldCountRecord>()({
  name: "world_count",
  key: ({ name }) => name,
});

/** How often a store was given another world than that which it was loaded with first. */
export async function countOfWorlds(store: Pick<Store, "read">): Promise<number> {
  return (await store.read((tx) => tx.get(worldCounts, "worlds")))?.count ?? 0;
}

/** What a store says that is given another one. */
export function oneMore(count: number): WorldCountRecord {
  return { name: "worlds", count: count + 1 };
}
