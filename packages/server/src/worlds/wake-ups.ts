// Has the other processes look into the log of events as soon as something was written there, and
// not when they would by themselves.
import type { Bus } from "../platform/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { EventLog } from "../platform/store.ts";

const LOG_MOVED = "log-moved";
/** A process that writes all the time wakes the others so often and no more. */
const BETWEEN_MS = 20;

export interface WakeUps {
  /** Something was written. */
  wake(): void;
  stop(): void;
}

export function openWakeUps(
  bus: Bus,
  log: Pick<EventLog, "look">,
  clock: Pick<Clock, "after">,
): WakeUps {
  if (!bus.isShared) return { wake: () => undefined, stop: () => undefined };
  let isWaiting = false;
  let isDue = false;
  const stopHearing = bus.hear(LOG_MOVED, () => log.look());
  let stopWaiting = (): void => undefined;

  function wake(): void {
    isDue = true;
    if (isWaiting) return;
    isDue = false;
    isWaiting = true;
    bus.tell(LOG_MOVED, null);
    stopWaiting = clock.after(BETWEEN_MS, () => {
      isWaiting = false;
      if (isDue) wake();
    });
  }

  return {
    wake,
    stop() {
      stopHearing();
      stopWaiting();
      isWaiting = true;
    },
  };
}
