// Waits until the activity in a world has ended. They poll in real time, since what an application
// does is only visible in the journal.
import { isOver } from "./actors/traces.ts";
import { WAIT_MAX_MS, type Acts } from "./actors/acts.ts";
import type { ControlClient } from "./client/control-client.ts";
import { pause, realNow } from "./client/environment.ts";
import { wholeList } from "./client/whole-list.ts";
import type { JournalEntry } from "./client/wire-types.ts";

/** After this many milliseconds without a new entry, nothing more is expected. */
const SILENCE_MS = 20;

/** What an application does next usually follows within this many milliseconds. */
const GRACE_MS = 8;

/** Milliseconds of real time between two polls. */
const LOOK_MS = 2;

/**
 * Resolves once no act and no delivery is under way, and there was no new entry for 20 ms.
 *
 * @throws Error when that takes longer than the longest wait
 */
export async function untilSettled(
  control: ControlClient,
  acts: Pick<Acts, "open">,
): Promise<void> {
  const end = realNow() + WAIT_MAX_MS;
  let newest: string | undefined = "";
  let [changedAt, isFirst] = [0, true];
  for (;;) {
    const { items } = await control.call<{ items: JournalEntry[] }>("GET /journal", {
      query: { limit: 20 },
    });
    const now = realNow();
    const last = items.at(-1)?.id;
    if (last !== newest) [newest, changedAt] = [last, now];
    const restMs = SILENCE_MS - (now - changedAt);
    if (restMs <= 0 && items.every(isOver) && acts.open === 0) return;
    if (now >= end) throw new Error(`the world did not settle within ${WAIT_MAX_MS} ms`);
    // The next entry usually follows soon, and the silence is measured from there.
    await pause(Math.max(LOOK_MS, isFirst ? GRACE_MS : restMs));
    isFirst = false;
  }
}

/**
 * Resolves once a gateway session is disconnected.
 *
 * @throws Error when that takes longer than the longest wait
 */
export async function untilDisconnected(control: ControlClient, session: string): Promise<void> {
  const end = realNow() + WAIT_MAX_MS;
  for (;;) {
    const items = await wholeList<{ id: string; connected: boolean }>(control, "GET /sessions");
    if (!items.some(({ id, connected }) => id === session && connected)) return;
    if (realNow() >= end) throw new Error(`session ${session} did not end`);
    await pause(LOOK_MS);
  }
}
