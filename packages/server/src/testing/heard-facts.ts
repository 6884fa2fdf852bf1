// Collects the events of a store, for tests that ask later.
import type { EventRecord, Store } from "../platform/store.ts";

export interface HeardFacts {
  /** Everything since collecting began. */
  readonly all: readonly EventRecord[];
  /** What came since this was last asked. */
  take(): readonly EventRecord[];
}

/** Listens from now on. */
export function heardFacts({ log }: Pick<Store, "log">): HeardFacts {
  const all: EventRecord[] = [];
  let taken = 0;
  log.follow((events) => all.push(...events));
  return {
    all,
    take() {
      const news = all.slice(taken);
      taken = all.length;
      return news;
    },
  };
}
