// Collects the events of a store, for tests that inspect them later.
import { GuildAuditLogEntryCreate } from "@antechamber/contract/audit-log";
import type { EventRecord, Store } from "../platform/store.ts";

export interface EmittedFacts {
  /** Everything since collecting began. */
  readonly all: readonly EventRecord[];
  /** Events since the previous call, except those of audit logs. */
  take(): readonly EventRecord[];
  /** Audit log entries since the previous call. */
  takeLogged(): readonly EventRecord[];
}

/** Starts collecting. */
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
