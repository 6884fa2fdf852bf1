// Wake-ups between the processes on one schema by NOTIFY: there are new events in the log, or a
// process has joined. Each process polls as well: a lost wake-up costs a tenth of a second, and a
// lost notice of a new process lasts until the next heartbeat.
import { digestHex } from "../crypto.ts";
import type pg from "pg";

export interface WakeCalls {
  /**
   * Wakes the others. Sent outside of writing transactions, which NOTIFY would make commit one by
   * one.
   */
  wake(): void;
  /** Sets the task to run whenever another process calls. */
  onCall(task: () => void): void;
  /**
   * Notifies the others that this process has joined.
   *
   * @param onArrived runs whenever another process joins
   */
  publishArrival(onArrived: () => void): void;
}

const ARRIVED = "arrived";

/**
 * @param pool whose connections listen; must be passed in before any of them is opened
 * @param id of this process, whose own notifications are ignored
 */
export function wakeCalls(pool: pg.Pool, schema: string, id: string): WakeCalls {
  const channel = `antechamber_${digestHex(schema).slice(0, 16)}`;
  let onCalled = (): void => undefined;
  let onArrived = (): void => undefined;
  pool.on("connect", (client) => {
    client.on("notification", ({ payload = "" }) => {
      const [caller, event] = payload.split(" ");
      if (caller === id) return;
      onCalled();
      if (event === ARRIVED) onArrived();
    });
    // If the connection breaks, its replacement listens as well.
    client.query(`LISTEN ${channel}`).catch(() => undefined);
  });
  function notify(payload: string): void {
    pool.query("SELECT pg_notify($1, $2)", [channel, payload]).catch(() => undefined);
  }
  return {
    wake: () => notify(id),
    onCall(task) {
      onCalled = task;
    },
    publishArrival(task) {
      onArrived = task;
      notify(`${id} ${ARRIVED}`);
    },
  };
}
