/** Counts operations in progress, and lets callers wait until there are none. */
export interface InFlight {
  enter(): void;
  leave(): void;
  isBusy(): boolean;
  /** Resolves when no operation is in progress. */
  wait(): Promise<void>;
}

export function inFlight(): InFlight {
  let busy = 0;
  let waiters: (() => void)[] = [];
  return {
    enter() {
      busy += 1;
    },
    leave() {
      busy -= 1;
      if (busy > 0) return;
      const ended = waiters;
      waiters = [];
      for (const wake of ended) wake();
    },
    isBusy: () => busy > 0,
    async wait() {
      if (busy === 0) return;
      await new Promise<void>((resolve) => {
        waiters.push(resolve);
      });
    },
  };
}
