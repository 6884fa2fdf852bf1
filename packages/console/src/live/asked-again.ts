// Refetches data when the stream reports changes, instead of polling.
import { useEffect, useMemo, useRef } from "react";
import { useWorld } from "../api/address.ts";
import type { Condition } from "../search/filter.ts";
import { useJournalRows, useLive } from "./live.ts";

/** Changes within this time cause a single refetch, in milliseconds. */
const SETTLE_MS = 500;
const LOST_EVERY_MS = 2000;

/** True while the stream is connected, so that it reports every change. */
function isRunning({ hello, lostSince }: Parameters<Parameters<typeof useLive>[0]>[0]): boolean {
  return hello !== undefined && lostSince === undefined;
}

/**
 * Refetches shortly after new rows match a filter, and polls while the stream is not connected.
 *
 * @param name a name for the view that nothing else on the page uses
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
    // The first value was fetched by other means.
    if (!isFirst.current) asking.soon();
    isFirst.current = false;
  }, [asking, total, dropped, isLive]);
  useEffect(() => {
    if (isLive) return undefined;
    const timer = setInterval(() => asking.soon(), LOST_EVERY_MS);
    return () => clearInterval(timer);
  }, [asking, isLive]);
}

/** Runs one request at a time, however many changes arrive in the meantime. */
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
