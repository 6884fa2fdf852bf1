// Lists the gateway sessions of all processes of a service together.
import { limits } from "@antechamber/contract";
import {
  sessionRows,
  type LiveSession,
  type SessionQuery,
  type SessionRow,
} from "../control/lists/session-list.ts";
import type { Bus } from "../platform/bus.ts";
import type { Processes } from "../platform/processes.ts";

const SESSIONS = "sessions-listed";

export interface ClusterSessionListParts {
  readonly bus: Bus;
  readonly store: { readonly processes: Pick<Processes, "own" | "refresh"> };
  /** The sessions of this process, the oldest first. */
  readonly sessions: () => Iterable<LiveSession>;
}

export interface ClusterSessionList {
  /** The first sessions after a cursor; those of a process that does not respond are left out. */
  rows(query: SessionQuery): Promise<readonly SessionRow[]>;
  stop(): void;
}

export function clusterSessionList({
  bus,
  store,
  sessions,
}: ClusterSessionListParts): ClusterSessionList {
  const { processes } = store;
  const own = (query: SessionQuery) => sessionRows(sessions(), processes.own().id, query);
  const stop = bus.answer(SESSIONS, async (query) => own(query as SessionQuery));
  return {
    stop,
    async rows(query) {
      if (!bus.isShared) return own(query);
      const look = () => processes.refresh();
      const { answers } = await bus.ask({
        topic: SESSIONS,
        body: query,
        timeoutMs: limits.sessionsElsewhere.value,
        refreshFirst: look,
        refreshLiving: look,
      });
      // A process of an earlier version responds with null.
      const elsewhere = answers.filter((each) => each !== null) as (readonly SessionRow[])[];
      const all = [...elsewhere, own(query)].flat();
      return all.toSorted(byPlace).slice(0, query.limit);
    },
  };
}

function byPlace({ place: one }: SessionRow, { place: other }: SessionRow): number {
  return Number(BigInt(one) - BigInt(other));
}
