// Opens a world's journal, with everything that reads it.
import { limits } from "@antechamber/contract";
import type { Bus } from "../platform/bus.ts";
import type { SteerableClock } from "../platform/clock.ts";
import type { TimeSlicer } from "../platform/time/time-slicer.ts";
import { WorldJournal } from "./journal.ts";
import { numbersByInstant } from "./numbering.ts";
import { ConnectedJournals, type ConnectedJournalsDeps } from "./connected-journals.ts";
import { JournalReading } from "./reading.ts";
import { Redaction, type RedactionRules } from "./redaction/redaction.ts";
import { JournalStreams } from "./stream.ts";

export interface OpenJournalDeps {
  readonly clock: SteerableClock;
  readonly production: boolean;
  readonly version: string;
  readonly world: string;
  /** Which fields hold secrets. */
  readonly rules: RedactionRules;
  /** Credentials that the world was loaded with. */
  readonly knownSecrets: readonly string[];
  readonly slicer: TimeSlicer;
  /** How many times the store's world has been replaced. */
  readonly worlds: number;
  /** The store's name, which survives restarts; undefined if the store ends with the process. */
  readonly storeName: string | undefined;
  /** The bus between the processes of the service, and the list of them. */
  readonly bus: Bus;
  readonly processes: ConnectedJournalsDeps["processes"];
}

export interface OpenedJournal {
  readonly journal: WorldJournal;
  readonly reading: JournalReading;
  readonly streams: JournalStreams;
  /** Stops exchanging messages with other processes. */
  stop(): void;
}

/** Opens an empty journal. */
export function openJournal(deps: OpenJournalDeps): OpenedJournal {
  const { clock, production, version, world, knownSecrets, slicer, bus, processes } = deps;
  // In production nothing is replayed, so nothing needs the credentials of past calls.
  const redaction = new Redaction(deps.rules, { keepsOriginals: !production });
  for (const secret of knownSecrets) redaction.addSecret(secret);
  const entries = production ? limits.journalEntriesInProduction : limits.journalEntries;
  const peers = bus.isShared ? new ConnectedJournals({ bus, processes }) : undefined;
  const journal = new WorldJournal({
    clock,
    realOrigin: clock.system() - clock.real(),
    redaction,
    bounds: { entries: entries.value, bodies: limits.journalBodies.value },
    keepsBodies: !production,
    worlds: deps.worlds,
    store: deps.storeName,
    name: processes.own().epoch,
    numbering: peers === undefined ? undefined : numbersByInstant(() => processes.own().id),
    peers,
  });
  const mode = production ? "production" : "development";
  const reading = new JournalReading({ journal, slicer, clock, peers });
  return {
    journal,
    reading,
    streams: new JournalStreams({ journal, reading, clock, hello: { version, world, mode } }),
    stop: () => peers?.stop(),
  };
}
