// The journal of one world: what crossed its edges, why, and what came of it.
// Source: product.md, Journal.
import { Entry, type Said } from "./entry.ts";
import type { Redaction } from "./redaction/redaction.ts";
import { Ring, type RingBounds } from "./ring.ts";
import type { Clock } from "../platform/clock.ts";
import { dropOldest } from "../platform/drop-oldest.ts";
import type {
  Cause,
  CrossedMessage,
  CrossedRequest,
  EntryDraft,
  EntryOutcome,
  Journal,
  OpenEntry,
  TracedInteraction,
} from "../platform/journal.ts";

export interface JournalDeps {
  readonly clock: Pick<Clock, "now" | "real">;
  /** Unix milliseconds of real time, when the clock's `real` was 0. */
  readonly realOrigin: number;
  readonly redaction: Redaction;
  readonly bounds: RingBounds;
  /** Whether what was said is kept, and with which credential. */
  readonly keepsBodies: boolean;
}

/** Called with entries that ended, in that order. */
export interface JournalListener {
  ended(entry: Entry): void;
  /** The world is another one. */
  begunAnew(): void;
}

/** Numbers of a millisecond, so that those of a later start are larger. */
const NUMBERS_PER_MS = 1000;
/** Jobs that the entry of a move of the clock names. */
const JOBS_MAX = 1000;
/** Interactions whose delivery is known. */
const INTERACTIONS_MAX = 10_000;

/** What is kept of a request. */
type Asked = Pick<Said, "url" | "requestBody" | "cameTo" | "cameWith">;

const nothingAsked: Asked = {
  url: "",
  requestBody: undefined,
  cameTo: undefined,
  cameWith: undefined,
};

/** A move of the clock, with the ids of the jobs that it ran. */
interface Move {
  readonly cause: Cause;
  readonly jobs: string[];
}

export class WorldJournal implements Journal {
  readonly ring: Ring;
  readonly keepsBodies: boolean;
  readonly #means: JournalDeps;
  readonly #listeners = new Set<JournalListener>();
  readonly #start: number;
  #age = 0;
  /** The move of the clock that is under way. */
  #move: Move | undefined;
  /** The entries by which interactions were delivered to their applications. */
  readonly #told = new Map<string, string>();

  constructor(means: JournalDeps) {
    this.#means = means;
    this.keepsBodies = means.keepsBodies;
    this.#start = Math.floor(means.realOrigin + means.clock.real()) * NUMBERS_PER_MS;
    this.ring = new Ring(this.#start + 1, means.bounds, means.redaction);
  }

  /** Another one means that the world was replaced, or the service started anew. */
  get epoch(): string {
    return `${this.#start.toString(36)}-${this.#age}`;
  }

  beginAnew(): void {
    this.#age += 1;
    for (const listener of this.#listeners) listener.begunAnew();
  }

  /** A text without the secrets that are known. */
  withoutSecrets(text: string): string {
    return this.#means.redaction.text(text);
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
    const { kind, name, cause = this.#moveOf(kind), actor, application, interaction } = draft;
    const { clock, realOrigin } = this.#means;
    const realAt = realOrigin + clock.real();
    const entry = new Entry({ number: this.ring.next(), kind, name, at: clock.now(), realAt });
    entry.actor = actor;
    entry.application = application;
    if (cause !== undefined) {
      entry.trace = cause.trace;
      entry.causeId = cause.id;
      // The actor of its cause is its actor too, unless it says otherwise.
      this.ring.inherit(entry, Number(cause.id));
    }
    if (interaction !== undefined) this.#tellsOf(interaction, entry);
    this.ring.add(entry);
    if (kind === "job" && this.#move !== undefined && this.#move.jobs.length < JOBS_MAX) {
      this.#move.jobs.push(entry.id);
    }
    return new JournalEntry(this, entry);
  }

  #moveOf(kind: EntryDraft["kind"]): Cause | undefined {
    return kind === "job" ? this.#move?.cause : undefined;
  }

  /** For entries alone: the answer to an interaction is caused by its delivery. */
  join(entry: Entry, interactionId: string): void {
    if (entry.causeId !== undefined) return;
    entry.trace = interactionId;
    entry.causeId = this.#told.get(interactionId);
  }

  #tellsOf(interactionId: string, { id }: Entry): void {
    this.#told.set(interactionId, id);
    dropOldest(this.#told, INTERACTIONS_MAX);
  }

  /** For entries alone. */
  end(entry: Entry, outcome: EntryOutcome): void {
    if (entry.completion !== undefined) return;
    const { clock, realOrigin } = this.#means;
    entry.ms = realOrigin + clock.real() - entry.realAt;
    entry.status = outcome.status;
    entry.bytes = outcome.bytes;
    entry.sessions = outcome.sessions;
    entry.refusal = outcome.refusal;
    entry.note = outcome.note;
    this.ring.complete(entry, this.#said(entry, outcome));
    for (const listener of this.#listeners) listener.ended(entry);
  }

  /** What is kept of what was said, and in the entry what is known of it. */
  #said(entry: Entry, { request, response, payload }: EntryOutcome): Said {
    const asked = request === undefined ? nothingAsked : this.#asked(entry, request);
    return {
      url: asked.url,
      requestBody: asked.requestBody,
      responseBody: response === undefined ? undefined : this.#answered(entry, response),
      payload: payload === undefined ? undefined : this.#payload(entry, payload),
      cameTo: asked.cameTo,
      cameWith: asked.cameWith,
    };
  }

  #answered(entry: Entry, response: CrossedMessage): string | undefined {
    const kept = this.#means.redaction.answer(entry.name, response);
    entry.responseHeaders = kept.headers;
    return this.#body(entry, kept);
  }

  #payload(entry: Entry, payload: unknown): string | undefined {
    const { redaction, keepsBodies } = this.#means;
    if (!keepsBodies) return undefined;
    const json = JSON.stringify(payload);
    const isEvent = entry.kind === "dispatch";
    const shown = isEvent ? redaction.event(entry.name, json) : redaction.json(json);
    if (shown.isCut) entry.isCut = true;
    return shown.text;
  }

  #asked(entry: Entry, request: CrossedRequest): Asked {
    const { redaction, keepsBodies } = this.#means;
    const isOurs = entry.kind !== "delivery";
    const kept = redaction.request(entry.name, request);
    entry.method = request.method;
    entry.requestHeaders = kept.headers;
    const url = isOurs ? kept.url : redaction.elsewhere(request.url);
    const requestBody = this.#body(entry, kept);
    if (!keepsBodies) return { url, requestBody, cameTo: undefined, cameWith: undefined };
    const isWhole = request.isCut !== true && !kept.isCut;
    if (isOurs) entry.isWhole = isWhole;
    return {
      url,
      requestBody,
      cameTo: isOurs ? request.url : undefined,
      // With it a call is repeated, and the signature of a delivery verified.
      cameWith: isWhole ? request.body : undefined,
    };
  }

  #body(
    entry: Entry,
    { body, isCut }: { readonly body: string | undefined; readonly isCut: boolean },
  ): string | undefined {
    if (body === undefined || !this.#means.keepsBodies) return undefined;
    if (isCut) entry.isCut = true;
    return body;
  }
}

/** An entry under way, as those see it whose doing it tells of. */
class JournalEntry implements OpenEntry {
  readonly #journal: WorldJournal;
  readonly #entry: Entry;
  /** Made once: every event and deadline of a request asks for it. */
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
    this.#journal.join(this.#entry, id);
    this.#cause = undefined;
    this.#entry.application ??= application_id;
    this.#amendIfEnded();
  }

  actFor(actor: string | undefined, application: string | undefined): void {
    if (actor !== undefined) this.#entry.actor = actor;
    if (application !== undefined) this.#entry.application = application;
    this.#amendIfEnded();
  }

  /** Readers of an entry that has ended are given another object. */
  #amendIfEnded(): void {
    if (this.#entry.completion !== undefined) this.#journal.ring.amend(this.#entry);
  }

  note(draft: Omit<EntryDraft, "cause">, outcome: EntryOutcome): void {
    // A transaction that runs again decides again, and only one decision was made.
    const isDecided = draft.kind === "decision" && this.#hasDecided;
    if (isDecided) return;
    this.#hasDecided ||= draft.kind === "decision";
    this.#journal.note({ ...draft, cause: this.cause }, outcome);
  }

  end(outcome: EntryOutcome): void {
    this.#journal.end(this.#entry, outcome);
  }
}
