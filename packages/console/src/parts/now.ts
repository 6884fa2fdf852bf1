// The world's current time.
import { useEffect, useState } from "react";
import { useAnswer } from "../api/queries.ts";

/** How often the displayed time is updated, in milliseconds. */
const TICK_MS = 250;

/** The world's current time: the last answer, plus the time since then if the clock runs. */
export function useNow(): { readonly now: number; readonly isFrozen: boolean } | undefined {
  const { data, dataUpdatedAt } = useAnswer("control.clock.get", {}, { every: 5000 });
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (data === undefined) return undefined;
  const passed = data.frozen ? 0 : Date.now() - dataUpdatedAt;
  return { now: Date.parse(data.now) + passed, isFrozen: data.frozen };
}
