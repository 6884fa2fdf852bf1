// Notifies the other processes of new events in the log, so that they read them without waiting for
// their next poll.
import type { Bus } from "../platform/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { EventLog } from "../platform/store.ts";

const LOG_MOVED = "log-moved";
/** The least milliseconds between two notifications, however often this process writes. */
const BETWEEN_MS = 20;
/** The same for notifications through the database, which are more expensive. */
const BETWEEN_BY_STORE_MS = 30;

export interface WakeUps {
  /** Notifies the other processes that events were written. */
  wake(): void;
  stop(): void;
}

/** Notifies through the bus while it is connected, else through the store. */
export function openWakeUps(
  bus: Bus,
  log: Pick<EventLog, "pollNow" | "wakeOthers">,
  clock: Pick<Clock, "after">,
): WakeUps {
  if (log.wakeOthers === undefined) return { wake: () => undefined, stop: () => undefined };
  let isWaiting = false;
  let isDue = false;
  const unsubscribe = bus.subscribe(LOG_MOVED, () => void log.pollNow());
  let stopWaiting = (): void => undefined;

  function wake(): void {
    isDue = true;
    if (isWaiting) return;
    isDue = false;
    isWaiting = true;
    const isByBus = bus.isUp();
    if (isByBus) bus.publish(LOG_MOVED, null);
    else log.wakeOthers?.();
    stopWaiting = clock.after(isByBus ? BETWEEN_MS : BETWEEN_BY_STORE_MS, () => {
      isWaiting = false;
      if (isDue) wake();
    });
  }

  return {
    wake,
    stop() {
      unsubscribe();
      stopWaiting();
      isWaiting = true;
    },
  };
}
