// Restores a snapshot of the world. Source: product.md, Control plane.
import {
  connectedSessions,
  type ConnectedSession,
} from "../../domains/applications/live-sessions.ts";
import { deleteSessionVoiceStates } from "../../domains/guilds/voice/operations.ts";
import { removeConnections } from "../../domains/lobbies/connected-players.ts";
import type { ClockState, SteerableClock } from "../../platform/clock.ts";
import type { Transactions } from "../../platform/transactions.ts";
import type { SteeringDeps } from "../steering/steering.ts";
import { replaceState, retainedTables } from "../steering/world-replacement.ts";
import { storeClock, settingsOfWorld } from "../world-file/stored-world.ts";
import type { WorldSnapshot } from "./world-snapshots.ts";

/**
 * Restores a snapshot. A running clock continues from the snapshot's instant; ids continue above
 * the newest, so that no client mistakes a new object for one that it received before.
 */
export async function restoreWorld(
  deps: SteeringDeps,
  work: Transactions,
  snapshot: WorldSnapshot,
): Promise<void> {
  const clock = clockAfterRestore(snapshot, deps.clock);
  let connected: readonly ConnectedSession[] = [];
  await replaceState(deps, work, {
    clock,
    async limits(ctx) {
      const { limits: profile, gateway } = await settingsOfWorld(ctx);
      return { profile, gateway, frozen: clock.frozen };
    },
    async replace(retained, further) {
      await deps.store.restore(snapshot.stored, async (tx) => {
        for (const table of retainedTables) {
          for (const record of retained[table.name] ?? []) tx.put(table, record);
        }
        storeClock(tx, clock);
        // The sessions in the snapshot have either ended meanwhile or end with this restore.
        await deleteSessionVoiceStates({ tx });
        connected = await tx.find(connectedSessions);
        await further(tx);
      });
      deps.clock.restore(clock);
      // Sessions that began since the snapshot, at other processes, are not in `connected` and
      // stay.
      await work.transaction((ctx) => removeConnections(ctx, connected));
    },
  });
}

/** The clock's state when a world continues from a snapshot. */
export function clockAfterRestore(
  { at, isFrozen }: WorldSnapshot,
  clock: SteerableClock,
): ClockState {
  const offsetMs = at - clock.system();
  return isFrozen ? { frozen: true, offsetMs, frozenAt: at } : { frozen: false, offsetMs };
}
