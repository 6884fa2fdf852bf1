// Whether the service can do its work. A store that cannot be written, as on a full disk, still
// answers reads: the probe is a write.
import type { Clock, Millis } from "../clock.ts";
import { tableOf, type Store } from "../store.ts";

interface ProbeRecord {
  readonly name: "probe";
  /** Differs from one probe to the next, so that something is written. */
  readonly at: Millis;
  readonly ballast: string;
}

/** A disk without room for this refuses ordinary calls already. */
const BALLAST = "x".repeat(65_536);

export const probes = tableOf<ProbeRecord>()({ name: "probe", key: (probe) => probe.name });

/** How long an answer is reused for all probes, since each one costs a flush of the disk. */
export const READINESS_CACHED_MS = 1000;
/** A store that takes longer to answer is not ready. */
export const READINESS_PATIENCE_MS = 2000;

/** Returns a probe, which resolves to true when the store has just accepted a write. */
export function readiness(
  store: Pick<Store, "transaction">,
  clock: Pick<Clock, "real" | "after">,
): () => Promise<boolean> {
  let lastProbe: { readonly at: Millis; readonly answer: Promise<boolean> } | undefined;

  function probe(at: Millis): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const cancel = clock.after(READINESS_PATIENCE_MS, () => resolve(false));
    const write = store.transaction(async (tx) =>
      tx.put(probes, { name: "probe", at, ballast: BALLAST }),
    );
    write
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(cancel);
    return promise;
  }

  return () => {
    const at = clock.real();
    if (lastProbe === undefined || at - lastProbe.at >= READINESS_CACHED_MS)
      lastProbe = { at, answer: probe(at) };
    return lastProbe.answer;
  };
}
