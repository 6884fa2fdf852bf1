// The journal of a service, with all that shows it.
import { limits } from "@antechamber/contract";
import type { SteerableClock } from "../platform/clock.ts";
import { WorldJournal } from "./journal.ts";
import { Redaction, type RedactionRules } from "./redaction/redaction.ts";
import { JournalStreams } from "./stream.ts";

export interface OpenJournalDeps {
  readonly clock: SteerableClock;
  readonly production: boolean;
  readonly version: string;
  readonly world: string;
  /** Where secrets stand. */
  readonly rules: RedactionRules;
  /** Credentials that the world was loaded with. */
  readonly knownSecrets: readonly string[];
}

export interface OpenedJournal {
  readonly journal: WorldJournal;
  readonly streams: JournalStreams;
}

/** Opens an empty journal. */
export function openJournal(means: OpenJournalDeps): OpenedJournal {
  const { clock, production, version, world, knownSecrets } = means;
  const redaction = new Redaction(means.rules);
  for (const secret of knownSecrets) redaction.learn(secret);
  const entries = production ? limits.journalEntriesInProduction : limits.journalEntries;
  const journal = new WorldJournal({
    clock,
    realOrigin: clock.system() - clock.real(),
    redaction,
    bounds: { entries: entries.value, bodies: limits.journalBodies.value },
    keepsBodies: !production,
  });
  const mode = production ? "production" : "development";
  return { journal, streams: new JournalStreams(journal, { version, world, mode }) };
}
