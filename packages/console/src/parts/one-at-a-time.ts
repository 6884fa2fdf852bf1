import { useCallback, useRef } from "react";

/** Runs one task at a time: tasks that start in the meantime, as by a double click, are dropped. */
export function useOneAtATime(): (work: () => Promise<unknown>) => Promise<void> {
  const isBusy = useRef(false);
  return useCallback(async (work) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await work();
    } finally {
      isBusy.current = false;
    }
  }, []);
}
