// Has the other processes look into the log of events as soon as something was written there, and
// not when they would by themselves.
import type { Bus } from "../platform/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { EventLog } from "../platform/store.ts";

const LOG_MOVED = "log-moved";
/** A process that writes all the time wakes the others so often and no more. */
const BETWEEN_MS = 20;
/** The same by way of the database, which has other things to do. */
const BETWEEN_BY_STORE_MS = 30;

export interface WakeUps {
  /** Something was written. */
  wake(): void;
  stop(): void;
}

/** By the bus where it answers, else by the store. */
export function openWakeUps(
  bus: Bus,
  log: Pick<EventLog, "look" | "wakeOthers">,
  clock: Pick<Clock, "after">,
): WakeUps {
  if (log.wakeOthers === undefined) return { wake: () => undefined, stop: () => undefined };
  let isWaiting = false;
  let isDue = false;
  const unsubscribe = bus.subscribe(LOG_MOVED, () => void log.look());
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
