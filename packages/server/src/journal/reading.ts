// Reads the journal: of one process what its ring has, and of several connected processes what they
// have together. Source: product.md, Journal.
import { limits } from "@antechamber/contract";
import { JournalForgotten, UnknownJournalEntry, UnknownTrace } from "@antechamber/contract/control";
import { ApiError } from "../platform/api-error.ts";
import { definedFields } from "../platform/defined-fields.ts";
import type { SlicedTask, TimeSlicer } from "../platform/time/time-slicer.ts";
import type { Entry } from "./entry.ts";
import { matcherOf, type EntryFilter, type Matches } from "./filter.ts";
import type { Clock, Millis } from "../platform/clock.ts";
import { readEndedPart, type EndedPart, type EndedEntriesQuery } from "./ended.ts";
import type { WorldJournal } from "./journal.ts";
import type { ConnectedJournals } from "./connected-journals.ts";
import {
  partOfPage,
  pageOf,
  viewOfPart,
  type Page,
  type PagePart,
  type PageSearch,
  type PageRequest,
} from "./pages.ts";
import { pack, unpack, type EntryJson } from "./entry-json.ts";
import { entryOf, rangeOf, traceOf } from "./traces.ts";

/** A selection of whole entries: by id or by filter, within a range of the journal. */
export interface Selection {
  readonly ids?: readonly string[] | undefined;
  readonly filter?: EntryFilter | undefined;
  /** Whether to select only acts of users and operators. */
  readonly isActs?: boolean | undefined;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
}

/** A request from one process to the others. */
type ReadQuestion =
  | { readonly page: PageRequest; readonly filter: EntryFilter }
  | { readonly entries: Selection }
  | { readonly ended: EndedEntriesQuery }
  | { readonly place: number };

/** A process's knowledge of the last entry that a reconnecting reader has. */
interface PlacePart {
  /** When the entry ended; absent if it is an entry of another process, or has been evicted. */
  readonly instant?: number | undefined;
  /** How many entries have been evicted, which may have ended after it. */
  readonly missed: number;
}

interface SelectedPart {
  readonly entries: readonly EntryJson[];
  /** Whether there are further entries after the last one. */
  readonly hasMore: boolean;
  /** The number of the newest entry that was evicted; 0 for none. */
  readonly forgotten: number;
}

/** The entries found, the oldest first. */
interface SelectedEntries {
  readonly entries: readonly Entry[];
  readonly forgotten: number;
}

/** A source of entries in the order in which they began. */
export interface EntrySource {
  between(after: number, before: number): Iterable<Entry>;
}

export interface JournalReadingDeps {
  readonly journal: WorldJournal;
  readonly slicer: TimeSlicer;
  readonly clock: Pick<Clock, "real" | "after">;
  /** Absent in a single process. */
  readonly peers?: ConnectedJournals | undefined;
}

/**
 * How long a process that asked for ended entries is notified of further ones, in real
 * milliseconds.
 */
const FOLLOWED_MS = 15_000;
/** How long before the other processes are notified, in real milliseconds. */
const NOTIFY_DELAY_MS = 20;

export class JournalReading {
  readonly #deps: JournalReadingDeps;
  #followedUntil: Millis = -Infinity;
  #isNotifying = false;

  constructor(deps: JournalReadingDeps) {
    this.#deps = deps;
    const { peers, journal } = deps;
    if (peers === undefined) return;
    peers.begin(journal, (question) => this.#answer(question as ReadQuestion));
    journal.listen({ ended: () => this.#notifyPeers(peers), reset: () => undefined });
  }

  #notifyPeers(peers: ConnectedJournals): void {
    const { clock } = this.#deps;
    if (this.#isNotifying || clock.real() > this.#followedUntil) return;
    this.#isNotifying = true;
    clock.after(NOTIFY_DELAY_MS, () => {
      this.#isNotifying = false;
      peers.publishGrowth();
    });
  }

  /** Whether other processes have a part of the journal. */
  get isJoined(): boolean {
    return this.#deps.peers !== undefined;
  }

  /** Agrees with the other processes on the epoch of their journal. */
  async agreeOnEpoch(): Promise<void> {
    await this.#deps.peers?.ask({ entries: { ids: [] } } satisfies ReadQuestion);
  }

  /** A number for this instant that is smaller than those of all later ends. */
  instant(): number {
    return this.#deps.journal.instant() ?? 0;
  }

  /** Calls back when an entry has ended elsewhere. @returns a function that unsubscribes */
  whenGrown(task: () => void): () => void {
    return this.#deps.peers?.whenGrown(task) ?? (() => undefined);
  }

  /** The entries that have ended at each process that responds. */
  async ended(request: EndedEntriesQuery): Promise<readonly EndedPart[]> {
    const { journal } = this.#deps;
    const own = readEndedPart(journal, request, this.#task());
    const parts = await this.#partsOf<EndedPart>({ ended: request }, own);
    // Entries of processes whose clocks are ahead are picked up by the next request.
    for (const { now } of parts) journal.advancePast(now);
    return parts;
  }

  /**
   * When an entry ended, and how many entries have been evicted since; instant 0 for an unknown
   * entry.
   */
  async positionOf(id: string): Promise<{ readonly instant: number; readonly missed: number }> {
    const number = Number(id);
    const now = this.instant();
    if (!(number <= now)) return { instant: now, missed: 0 };
    const parts = await this.#partsOf<PlacePart>({ place: number }, this.#placeOf(number));
    const endedAt = parts.find(({ instant }) => instant !== undefined)?.instant;
    if (endedAt !== undefined) return { instant: endedAt, missed: 0 };
    return { instant: 0, missed: parts.reduce((sum, { missed }) => sum + missed, 0) };
  }

  async #placeOf(number: number): Promise<PlacePart> {
    const { ring } = this.#deps.journal;
    const completion = ring.get(number)?.completion;
    // Zero stands for the oldest entry that is still there.
    const missed = number > 0 && number < ring.newestEvicted ? ring.evictedCount : 0;
    return { missed, ...definedFields({ instant: completion && ring.instantOf(completion) }) };
  }

  async #partsOf<P>(question: ReadQuestion, own: Promise<P>): Promise<readonly P[]> {
    const [here, elsewhere] = await Promise.all([own, this.#deps.peers?.ask<P>(question)]);
    return [here, ...(elsewhere?.parts ?? [])];
  }

  /** The time budget of one search. */
  #task(): SlicedTask {
    return this.#deps.slicer.begin(limits.journalSearch.value);
  }

  #search(filter: EntryFilter, request: PageRequest): PageSearch {
    const isAlone = this.#deps.peers === undefined;
    return { matches: matcherOf(filter), request, task: this.#task(), isAlone };
  }

  async page(filter: EntryFilter, request: PageRequest): Promise<Page> {
    const { journal, peers } = this.#deps;
    const search = this.#search(filter, request);
    const own = partOfPage(journal.ring, search).then(viewOfPart);
    if (peers === undefined) return pageOf([await own], request);
    const question: ReadQuestion = { page: request, filter };
    const [here, { parts, isComplete }] = await Promise.all([own, peers.ask<PagePart>(question)]);
    const page = pageOf([here, ...parts], request);
    return isComplete ? page : { ...page, partial: true };
  }

  /** @throws UnknownJournalEntry */
  async entry(id: string): Promise<Entry> {
    const [entry] = await this.entries([id]);
    if (entry === undefined) throw new ApiError(UnknownJournalEntry);
    return entry;
  }

  /** The entries with these ids, in the order in which they began. @throws UnknownJournalEntry */
  async entries(ids: readonly string[]): Promise<readonly Entry[]> {
    const { journal, peers } = this.#deps;
    if (peers === undefined) {
      return sortByNumber(ids.map((id) => entryOf(journal.ring, id)));
    }
    const here = ids.flatMap((id) => journal.ring.get(Number(id)) ?? []);
    if (here.length === ids.length) return sortByNumber(here);
    const { entries } = await this.#select({ ids });
    if (entries.length < ids.length) throw new ApiError(UnknownJournalEntry);
    return entries;
  }

  /** The entries of a trace, by its id or that of one of its entries. @throws UnknownTrace */
  async trace(id: string): Promise<readonly Entry[]> {
    const { journal, peers } = this.#deps;
    if (peers === undefined) return traceOf(journal.ring, id);
    const named = await this.#select({ filter: { trace: id } });
    if (named.entries.length > 0) return named.entries;
    const [first] = (await this.#select({ ids: [id] })).entries;
    if (first === undefined) throw new ApiError(UnknownTrace);
    return (await this.#select({ filter: { trace: first.traceId } })).entries;
  }

  /**
   * Entries that began after one entry (0: from the first one on) and before another. @throws
   * JournalForgotten
   */
  async range(after: number, before: number): Promise<readonly Entry[]> {
    const { journal, peers } = this.#deps;
    if (peers === undefined) return rangeOf(journal.ring, after, before);
    const { entries, forgotten } = await this.#select({ after, before });
    if (after < forgotten) throw new ApiError(JournalForgotten);
    return entries;
  }

  /** A source of the selected entries; in a single process, all its entries. */
  async source(selection: Selection): Promise<EntrySource> {
    const { journal, peers } = this.#deps;
    if (peers === undefined) return journal.ring;
    const { entries } = await this.#select(selection);
    return {
      between: (after, before) => entries.filter(({ number }) => number > after && number < before),
    };
  }

  async #select(selection: Selection): Promise<SelectedEntries> {
    const entries: Entry[] = [];
    let forgotten = 0;
    let { after = 0 } = selection;
    for (let isMore = true; isMore;) {
      const question = { ...selection, after };
      const remote = this.#deps.peers?.ask<SelectedPart>({
        entries: question,
      } satisfies ReadQuestion);
      const [own, elsewhere] = await Promise.all([this.#part(question), remote]);
      const parts = [own, ...(elsewhere?.parts ?? [])];
      forgotten = Math.max(forgotten, ...parts.map((part) => part.forgotten));
      // Every process has returned all its entries up to this number.
      const ends = parts
        .filter(({ hasMore }) => hasMore)
        .map((part) => part.entries.at(-1)?.number);
      const end = Math.min(Infinity, ...ends.map((number = after) => number));
      const found = parts.flatMap((part) => part.entries).filter(({ number }) => number <= end);
      entries.push(...sortByNumber(found.map(unpack)));
      isMore = end > after && end < Infinity;
      after = end;
    }
    return { entries, forgotten };
  }

  async #answer(question: ReadQuestion): Promise<unknown> {
    if ("entries" in question) return this.#part(question.entries);
    if ("place" in question) return this.#placeOf(question.place);
    if ("ended" in question) {
      this.#followedUntil = this.#deps.clock.real() + FOLLOWED_MS;
      return readEndedPart(this.#deps.journal, question.ended, this.#task());
    }
    const { page: request, filter } = question;
    return viewOfPart(await partOfPage(this.#deps.journal.ring, this.#search(filter, request)));
  }

  /** This process's part of a selection, as much as fits into one message. */
  async #part(selection: Selection): Promise<SelectedPart> {
    const { ring } = this.#deps.journal;
    const { newestEvicted } = ring;
    const matches = await matcherOfSelection(selection);
    const entries: EntryJson[] = [];
    const task = this.#task();
    let letters = 0;
    for (const entry of this.#candidates(selection)) {
      if (letters > limits.journalParcels.value)
        return { entries, hasMore: true, forgotten: newestEvicted };
      await task.yieldIfDue();
      if (!matches(entry)) continue;
      const parcel = pack(entry);
      letters += lettersOf(parcel);
      entries.push(parcel);
    }
    return { entries, hasMore: false, forgotten: newestEvicted };
  }

  #candidates({ ids, filter, after = 0, before }: Selection): Iterable<Entry> {
    const { ring } = this.#deps.journal;
    if (ids !== undefined) {
      return sortByNumber(ids.flatMap((id) => ring.get(Number(id)) ?? [])).filter(
        ({ number }) => number > after,
      );
    }
    return filter?.trace === undefined
      ? // Infinity becomes null in JSON.
        ring.between(after, before ?? Infinity)
      : ring.ofTrace(filter.trace);
  }
}

async function matcherOfSelection({ filter = {}, isActs, after = 0 }: Selection): Promise<Matches> {
  const matches = matcherOf(filter);
  const isAfter: Matches = (entry) => entry.number > after && matches(entry);
  if (isActs !== true) return isAfter;
  // Loaded on first use: few requests need it, and it brings in code that writes tests.
  const { isAct } = await import("./exports/tests/segments.ts");
  return (entry) => isAfter(entry) && isAct(entry);
}

function sortByNumber<E extends { readonly number: number }>(entries: readonly E[]): readonly E[] {
  return entries.toSorted((a, b) => a.number - b.number);
}

/** The estimated length of a parcel without its texts. */
const ENTRY_LETTERS = 1000;

function lettersOf({ texts: entryTexts }: EntryJson): number {
  const texts = [
    entryTexts.url,
    entryTexts.requestBody,
    entryTexts.responseBody,
    entryTexts.payload,
    entryTexts.rawBody,
  ];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), ENTRY_LETTERS);
}
