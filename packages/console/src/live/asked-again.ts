// Asking again for what the stream says to have changed, and not because time passes.
import { useEffect, useMemo, useRef } from "react";
import { useWorld } from "../api/address.ts";
import type { Condition } from "../search/filter.ts";
import { useJournalRows, useLive } from "./live.ts";

/** What came within this time is asked for at once; while the stream is lost, it passes in between. */
const SETTLE_MS = 500;
const LOST_EVERY_MS = 2000;

/** The stream runs: whatever happens, it tells. */
function isRunning({ hello, lostSince }: Parameters<Parameters<typeof useLive>[0]>[0]): boolean {
  return hello !== undefined && lostSince === undefined;
}

/**
 * Asks again a moment after rows came that a filter selects, and once in a while as long as the
 * stream does not run.
 *
 * @param name of the view, which nobody else on the page has
 */
export function useAskedAgain(
  name: string,
  conditions: readonly Condition[],
  ask: () => Promise<unknown>,
): void {
  const world = useWorld();
  const { total, dropped } = useJournalRows(name, conditions, world);
  const isLive = useLive(isRunning);
  const asking = useMemo(() => new Asking(), []);
  asking.ask = ask;
  useEffect(() => () => asking.stop(), [asking]);
  const isFirst = useRef(true);
  useEffect(() => {
    // What is shown first is asked for anyhow.
    if (!isFirst.current) asking.soon();
    isFirst.current = false;
  }, [asking, total, dropped, isLive]);
  useEffect(() => {
    if (isLive) return undefined;
    const timer = setInterval(() => asking.soon(), LOST_EVERY_MS);
    return () => clearInterval(timer);
  }, [asking, isLive]);
}

/** One asking at a time, however much comes meanwhile. */
class Asking {
  ask: () => Promise<unknown> = () => Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.ask();
    }, SETTLE_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
