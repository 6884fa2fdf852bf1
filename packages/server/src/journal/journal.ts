// The journal of one world: the exchanges that crossed its edges, with their causes and outcomes.
// Source: product.md, Journal.
import { Entry, type EntryTexts } from "./entry.ts";
import { consecutiveNumbers, type Numbering } from "./numbering.ts";
import type { Redaction, RedactedText } from "./redaction/redaction.ts";
import { Ring, type RingBounds } from "./ring.ts";
import type { Clock } from "../platform/clock.ts";
import { dropOldest } from "../platform/collections/drop-oldest.ts";
import type {
  Cause,
  CrossedMessage,
  CrossedRequest,
  EntryDraft,
  EntryOutcome,
  Journal,
  OpenEntry,
  RefusalFacts,
  TracedInteraction,
} from "../platform/journal.ts";
import type { LogPlace } from "../platform/store.ts";

export interface JournalDeps {
  readonly clock: Pick<Clock, "now" | "real">;
  /** The Unix milliseconds of real time at which the clock's `real` was 0. */
  readonly realOrigin: number;
  readonly redaction: Redaction;
  readonly bounds: RingBounds;
  /** Whether bodies and payloads are kept, and what a replay needs. */
  readonly keepsBodies: boolean;
  /** How many times the store's world has been replaced; absent: never. */
  readonly worlds?: number | undefined;
  /** The name of the store, which survives restarts; absent if the store ends with the process. */
  readonly store?: string | undefined;
  /** The name of this journal among those of the other processes that are shown with it. */
  readonly name?: string | undefined;
  /** Absent: consecutive numbers. */
  readonly numbering?: Numbering | undefined;
  /** The journals of other processes that are shown with this one; absent if there are none. */
  readonly peers?: PeerJournals | undefined;
}

/** What a process's journal tells those of the other processes as entries are written. */
export interface PeerJournals {
  /** Whether another live process records the effects of this cause. */
  isRecordedByPeer(cause: Cause): boolean;
  /** Reports that sessions of this process have received an event that another process records. */
  reportReceived(event: ReceivedBySessions): void;
  /** Reports that an interaction was delivered to its application. */
  reportDelivered(interaction: string, by: Delivery): void;
}

/** An event's place in the log, the entry that caused it, and how many sessions received it. */
export interface ReceivedBySessions {
  readonly place: LogPlace;
  readonly cause: string;
  readonly sessions: number;
}

/** The entry by which an interaction was delivered. */
export interface Delivery {
  readonly id: string;
  /** The id of the entry's own cause. */
  readonly cause: string | undefined;
}

/** Called with each entry that ends, in the order of ends. */
export interface JournalListener {
  ended(entry: Entry): void;
  /** The world was replaced. */
  reset(): void;
}

/** The most jobs listed in the entry for a move of the clock. */
const JOBS_MAX = 1000;
/** The most interactions for which the delivery is remembered. */
const INTERACTIONS_MAX = 10_000;
/** The most entries of interactions that wait for their delivery to become known. */
const UNDELIVERED_MAX = 1000;
/** The most events whose entry is remembered, since other processes may deliver them too. */
const EVENTS_MAX = 10_000;

/** The texts of a request. */
type RequestTexts = Pick<EntryTexts, "url" | "requestBody" | "rawUrl" | "rawBody">;

const noRequestTexts: RequestTexts = {
  url: "",
  requestBody: undefined,
  rawUrl: undefined,
  rawBody: undefined,
};

/** An event that several processes deliver to their sessions. */
interface SharedEvent {
  /** The number of its entry; absent until that entry begins. */
  number?: number;
  hasEnded: boolean;
  /** How many sessions of other processes have received it. */
  elsewhere: number;
}

/**
 * When the oldest process of a joint journal started, and how many times the world has been
 * replaced.
 */
export interface Age {
  readonly start: number;
  readonly age: number;
}

/** A move of the clock, with the ids of the jobs that it ran. */
interface Move {
  readonly cause: Cause;
  readonly jobs: string[];
}

export class WorldJournal implements Journal {
  readonly ring: Ring;
  readonly recordsBodies: boolean;
  readonly name: string;
  readonly #deps: JournalDeps;
  readonly #listeners = new Set<JournalListener>();
  readonly #numbering: Numbering;
  #age: Age;
  /** The move of the clock that is under way. */
  #move: Move | undefined;
  /** The ids of the entries by which interactions were delivered, by interaction id. */
  readonly #deliveredBy = new Map<string, string>();
  /** Entries of interactions whose delivery is not known yet, by interaction id. */
  readonly #undelivered = new Map<string, Entry>();
  readonly #shared = new Map<LogPlace, SharedEvent>();

  constructor(deps: JournalDeps) {
    this.#deps = deps;
    this.recordsBodies = deps.keepsBodies;
    const start = deps.realOrigin + deps.clock.real();
    this.#numbering = deps.numbering ?? consecutiveNumbers(start);
    this.#age = { start: Math.floor(start * 1000), age: deps.worlds ?? 0 };
    this.name = deps.name ?? "own";
    this.ring = new Ring(this.#numbering.first, deps.bounds, deps.redaction);
  }

  /** Unix milliseconds of real time, with a fraction. */
  get realNow(): number {
    return this.#deps.realOrigin + this.#deps.clock.real();
  }

  /** Changes when the world is replaced or the service restarts. */
  get epoch(): string {
    return `${this.#age.start.toString(36)}-${this.#age.age}`;
  }

  /**
   * Changes when the world is replaced, also before a restart; stays the same across restarts of a
   * stored world.
   */
  get records(): string {
    const { store } = this.#deps;
    return store === undefined ? this.epoch : `${store}-${this.#age.age}`;
  }

  get age(): Age {
    return this.#age;
  }

  /** Processes that share a journal use one epoch: that of the oldest process. */
  adoptOlder(age: Age): void {
    if (age.start < this.#age.start) this.#age = age;
  }

  reset(): void {
    this.#age = { ...this.#age, age: this.#age.age + 1 };
    for (const listener of this.#listeners) listener.reset();
  }

  /**
   * A number for this instant that is smaller than those of all later ends; undefined in a single
   * process.
   */
  instant(): number | undefined {
    return this.#numbering.instant?.(this.realNow);
  }

  /** Makes the numbers of what ends from now on larger than an instant of another process. */
  advancePast(instant: number): void {
    this.#numbering.advancePast(instant);
  }

  /** The text with known secrets redacted. */
  withoutSecrets(text: string): string {
    return this.#deps.redaction.text(text);
  }

  listen(listener: JournalListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async moveClock<T>(
    draft: Omit<EntryDraft, "kind">,
    work: () => Promise<T>,
    outcome: () => EntryOutcome,
  ): Promise<T> {
    const entry = this.#open({ ...draft, kind: "clock" });
    const { cause } = entry;
    const jobs: string[] = [];
    this.#move = { cause, jobs };
    try {
      return await work();
    } finally {
      this.#move = undefined;
      const { payload, ...rest } = outcome();
      entry.end({ ...rest, payload: { ...(payload as object), jobs } });
    }
  }

  begin(draft: EntryDraft): OpenEntry {
    return this.#open(draft);
  }

  note(draft: EntryDraft, outcome: EntryOutcome): OpenEntry {
    const open = this.#open(draft);
    open.end(outcome);
    return open;
  }

  #open(draft: EntryDraft): JournalEntry {
    const { kind, cause = this.#moveOf(kind), actor, application, interaction } = draft;
    // A decision is named after a command, whose name its developers chose, so it may hold a
    // secret.
    const name = kind === "decision" ? this.withoutSecrets(draft.name) : draft.name;
    const realAt = this.realNow;
    const from = cause === undefined ? NaN : Number(cause.id);
    const number = this.#numbering.next(this.ring.newest, realAt, from);
    const entry = new Entry({ number, kind, name, at: this.#deps.clock.now(), realAt });
    entry.actor = actor;
    entry.application = application;
    if (cause !== undefined) {
      entry.trace = cause.trace;
      entry.causeId = cause.id;
      // Without an actor or an application of its own, an entry has those of its cause.
      this.ring.inherit(entry, from);
    }
    if (interaction !== undefined) this.#noteDelivery(interaction, entry);
    this.ring.add(entry);
    if (kind === "job" && this.#move !== undefined && this.#move.jobs.length < JOBS_MAX) {
      this.#move.jobs.push(entry.id);
    }
    return new JournalEntry(this, entry);
  }

  #moveOf(kind: EntryDraft["kind"]): Cause | undefined {
    return kind === "job" ? this.#move?.cause : undefined;
  }

  /**
   * Used by JournalEntry only: the response to an interaction is caused by the interaction's
   * delivery.
   */
  join(entry: Entry, interactionId: string): void {
    if (entry.causeId !== undefined) return;
    entry.trace = interactionId;
    entry.causeId = this.#deliveredBy.get(interactionId);
    if (entry.application === undefined && entry.causeId !== undefined) {
      this.ring.inherit(entry, Number(entry.causeId));
      // An application answers, and not the user of the interaction.
      entry.actor = entry.application;
    }
    if (entry.causeId !== undefined || this.#deps.peers === undefined) return;
    this.#undelivered.set(interactionId, entry);
    dropOldest(this.#undelivered, UNDELIVERED_MAX);
  }

  #noteDelivery(interactionId: string, { id, causeId: cause }: Entry): void {
    this.#deliveredBy.set(interactionId, id);
    dropOldest(this.#deliveredBy, INTERACTIONS_MAX);
    this.#deps.peers?.reportDelivered(interactionId, { id, cause });
  }

  /** Records that another process has delivered an interaction. */
  deliveredElsewhere(interactionId: string, { id, cause }: Delivery): void {
    this.#numbering.advancePast(Number(id));
    this.#deliveredBy.set(interactionId, id);
    dropOldest(this.#deliveredBy, INTERACTIONS_MAX);
    const entry = this.#undelivered.get(interactionId);
    this.#undelivered.delete(interactionId);
    if (entry === undefined || entry.id === cause) return;
    entry.causeId = id;
    this.ring.amend(entry);
  }

  beginEvent(draft: EntryDraft, place: LogPlace | undefined): Pick<OpenEntry, "end"> {
    const { peers } = this.#deps;
    if (peers === undefined || place === undefined) return this.#open(draft);
    const { cause } = draft;
    if (cause !== undefined && peers.isRecordedByPeer(cause)) {
      return {
        end({ sessions = 0 }) {
          if (sessions > 0) peers.reportReceived({ place, cause: cause.id, sessions });
        },
      };
    }
    const entry = this.#open(draft);
    const shared = this.#sharedAt(place);
    shared.number = Number(entry.cause.id);
    return {
      end: ({ sessions = 0, ...outcome }) => {
        shared.hasEnded = true;
        entry.end({ ...outcome, sessions: sessions + shared.elsewhere });
      },
    };
  }

  #sharedAt(place: LogPlace): SharedEvent {
    const existing = this.#shared.get(place);
    if (existing !== undefined) return existing;
    const shared: SharedEvent = { hasEnded: false, elsewhere: 0 };
    this.#shared.set(place, shared);
    dropOldest(this.#shared, EVENTS_MAX);
    return shared;
  }

  /** Records that sessions of another process have received an event. */
  receivedElsewhere(place: LogPlace, sessions: number): void {
    const shared = this.#sharedAt(place);
    shared.elsewhere += sessions;
    const { number, hasEnded } = shared;
    if (hasEnded && number !== undefined) this.ring.addSessions(number, sessions);
  }

  /** Used by JournalEntry only. */
  end(entry: Entry, outcome: EntryOutcome): void {
    if (entry.completion !== undefined) return;
    entry.ms = this.realNow - entry.realAt;
    entry.status = outcome.status;
    entry.bytes = outcome.bytes;
    entry.sessions = outcome.sessions;
    entry.note = outcome.note;
    const texts = this.#textsOf(entry, outcome);
    // This comes after the texts, whose redaction may find secrets that the refusal quotes.
    entry.refusal = outcome.refusal && this.#refusal(entry, outcome.refusal);
    this.ring.complete(entry, texts, this.instant());
    for (const listener of this.#listeners) listener.ended(entry);
  }

  #refusal({ name }: Entry, facts: RefusalFacts): RefusalFacts {
    const { redaction, keepsBodies } = this.#deps;
    return keepsBodies ? redaction.refusal(facts) : redaction.refusalWithoutValues(name, facts);
  }

  /** The texts to keep; other facts about the messages are set on the entry. */
  #textsOf(entry: Entry, { request, response, payload }: EntryOutcome): EntryTexts {
    const requestTexts =
      request === undefined ? noRequestTexts : this.#requestTexts(entry, request);
    return {
      url: requestTexts.url,
      requestBody: requestTexts.requestBody,
      responseBody: response === undefined ? undefined : this.#responseText(entry, response),
      payload: payload === undefined ? undefined : this.#payloadText(entry, payload),
      rawUrl: requestTexts.rawUrl,
      rawBody: requestTexts.rawBody,
    };
  }

  #responseText(entry: Entry, response: CrossedMessage): string | undefined {
    const redacted = this.#deps.redaction.answer(entry.name, response);
    entry.responseHeaders = redacted.headers;
    return this.#body(entry, redacted);
  }

  #payloadText(entry: Entry, payload: unknown): string | undefined {
    if (!this.#deps.keepsBodies) return undefined;
    const json = JSON.stringify(payload);
    const redacted = this.#redact(entry, json);
    if (redacted.isCut) entry.isCut = true;
    return redacted.text;
  }

  #redact({ kind, name }: Entry, json: string): RedactedText {
    const { redaction } = this.#deps;
    if (kind === "dispatch") return redaction.event(name, json);
    return kind === "frame" ? redaction.frame(json) : redaction.json(json);
  }

  #requestTexts(entry: Entry, request: CrossedRequest): RequestTexts {
    const { redaction, keepsBodies } = this.#deps;
    const isOurs = entry.kind !== "delivery";
    const redacted = redaction.request(entry.name, request);
    entry.method = request.method;
    entry.requestHeaders = redacted.headers;
    const url = isOurs ? redacted.url : redaction.foreignUrl(request.url);
    const requestBody = this.#body(entry, redacted);
    if (!keepsBodies) return { url, requestBody, rawUrl: undefined, rawBody: undefined };
    const isWhole = request.isCut !== true && !redacted.isCut;
    if (isOurs) entry.isWhole = isWhole;
    return {
      url,
      requestBody,
      rawUrl: isOurs ? request.url : undefined,
      // Needed to replay a call, and to verify the signature of a delivery.
      rawBody: isWhole ? request.body : undefined,
    };
  }

  #body(
    entry: Entry,
    { body, isCut }: { readonly body: string | undefined; readonly isCut: boolean },
  ): string | undefined {
    if (body === undefined || !this.#deps.keepsBodies) return undefined;
    if (isCut) entry.isCut = true;
    return body;
  }
}

/** An entry under way, as seen by the code whose work it records. */
class JournalEntry implements OpenEntry {
  readonly #journal: WorldJournal;
  readonly #entry: Entry;
  /** Cached, since every event and deadline of a request asks for it. */
  #cause: Cause | undefined;
  #hasDecided = false;

  constructor(journal: WorldJournal, entry: Entry) {
    this.#journal = journal;
    this.#entry = entry;
  }

  get cause(): Cause {
    if (this.#cause === undefined) {
      const { id, trace = id } = this.#entry;
      this.#cause = { id, trace };
    }
    return this.#cause;
  }

  join({ id, application_id }: TracedInteraction): void {
    this.#entry.application ??= application_id;
    this.#journal.join(this.#entry, id);
    this.#cause = undefined;
    this.#amendIfEnded();
  }

  actFor(actor: string | undefined, application: string | undefined): void {
    if (actor !== undefined) this.#entry.actor = actor;
    if (application !== undefined) this.#entry.application = application;
    this.#amendIfEnded();
  }

  /** The row must be updated too, since readers of an ended entry get a new object made from it. */
  #amendIfEnded(): void {
    if (this.#entry.completion !== undefined) this.#journal.ring.amend(this.#entry);
  }

  note(draft: Omit<EntryDraft, "cause">, outcome: EntryOutcome): void {
    // A transaction that is retried decides again, but only one decision is recorded.
    const isDecided = draft.kind === "decision" && this.#hasDecided;
    if (isDecided) return;
    this.#hasDecided ||= draft.kind === "decision";
    this.#journal.note({ ...draft, cause: this.cause }, outcome);
  }

  end(outcome: EntryOutcome): void {
    this.#journal.end(this.#entry, outcome);
  }
}
