import { useCallback, useRef } from "react";

/**
 * Runs works of which one is done at a time: what is begun meanwhile, as by a double click, is left
 * out.
 */
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
