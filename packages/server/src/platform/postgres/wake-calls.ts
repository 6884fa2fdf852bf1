// By which processes on one schema tell one another, with NOTIFY, that there is something to read in the
// log, or that one more is there. Each of them looks by itself too: a call that is lost costs a tenth of
// a second, and that of a new process as long as it takes until the next sign of life.
import { createHash } from "node:crypto";
import type pg from "pg";

export interface WakeCalls {
  /** Calls the others, outside of any transaction that writes: those would commit one by one. */
  call(): void;
  /** Is done whenever another process calls. */
  onCall(task: () => void): void;
  /**
   * Says to the others that this process is there from now on.
   *
   * @param onArrived is done whenever another process says so
   */
  arrive(onArrived: () => void): void;
}

const ARRIVED = "arrived";

/**
 * @param pool whose connections listen: to be given before any is opened
 * @param id of this process, whose own calls it does not heed
 */
export function wakeCalls(pool: pg.Pool, schema: string, id: string): WakeCalls {
  const digest = createHash("sha256").update(schema).digest("hex");
  const channel = `antechamber_${digest.slice(0, 16)}`;
  let onCalled = (): void => undefined;
  let onArrived = (): void => undefined;
  pool.on("connect", (client) => {
    client.on("notification", ({ payload = "" }) => {
      const [caller, news] = payload.split(" ");
      if (caller === id) return;
      onCalled();
      if (news === ARRIVED) onArrived();
    });
    // A connection that breaks is replaced by one that listens.
    client.query(`LISTEN ${channel}`).catch(() => undefined);
  });
  function notify(payload: string): void {
    pool.query("SELECT pg_notify($1, $2)", [channel, payload]).catch(() => undefined);
  }
  return {
    call: () => notify(id),
    onCall(task) {
      onCalled = task;
    },
    arrive(task) {
      onArrived = task;
      notify(`${id} ${ARRIVED}`);
    },
  };
}
