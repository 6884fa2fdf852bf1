// Waits for what is under way in a world to be over. They look again and again, in real time, since
// what an application does shows in the journal alone.
import { isOver } from "./actors/traces.ts";
import { WAIT_MAX_MS, type Acts } from "./actors/acts.ts";
import type { ControlClient } from "./client/control-client.ts";
import { pause, realNow } from "./client/environment.ts";
import type { JournalEntry } from "./client/wire-types.ts";

/** Without anything new for so long, nothing more comes of what was done. */
const SILENCE_MS = 20;

/** What an application does next usually comes within this time. */
const SOON_MS = 8;

/** Between two looks at what is going on, in real milliseconds. */
const LOOK_MS = 2;

/**
 * Resolves once nothing is under way: no act, no delivery, and nothing new for 20 ms.
 *
 * @throws Error when it goes on for longer than a wait may
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
    // What comes next usually comes soon, and the silence is counted from there.
    await pause(Math.max(LOOK_MS, isFirst ? SOON_MS : restMs));
    isFirst = false;
  }
}

/**
 * Resolves once a session of the gateway has no connection any more.
 *
 * @throws Error when it stays for longer than a wait may
 */
export async function untilDisconnected(control: ControlClient, session: string): Promise<void> {
  const end = realNow() + WAIT_MAX_MS;
  for (;;) {
    const { items } = await control.call<{ items: { id: string; connected: boolean }[] }>(
      "GET /sessions",
      { query: { limit: 1000 } },
    );
    if (!items.some(({ id, connected }) => id === session && connected)) return;
    if (realNow() >= end) throw new Error(`session ${session} did not end`);
    await pause(LOOK_MS);
  }
}
