// Collects the events of a store, for tests that ask later.
import { GuildAuditLogEntryCreate } from "@antechamber/contract/audit-log";
import type { EventRecord, Store } from "../platform/store.ts";

export interface EmittedFacts {
  /** Everything since collecting began. */
  readonly all: readonly EventRecord[];
  /** What came since this was last asked, but for what the audit log has. */
  take(): readonly EventRecord[];
  /** What was written into audit logs since this was last asked. */
  takeLogged(): readonly EventRecord[];
}

/** Listens from now on. */
export function emittedFacts({ log }: Pick<Store, "log">): EmittedFacts {
  const all: EventRecord[] = [];
  const untaken = { news: [] as EventRecord[], logged: [] as EventRecord[] };
  log.follow((events) => {
    all.push(...events);
    for (const event of events) {
      untaken[event.name === GuildAuditLogEntryCreate.name ? "logged" : "news"].push(event);
    }
  });
  return {
    all,
    take: () => untaken.news.splice(0),
    takeLogged: () => untaken.logged.splice(0),
  };
}
