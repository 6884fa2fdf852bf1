// What readers are shown of the journal: of one process what it has, and of several that are
// connected what they have together. Source: product.md, Journal.
import { limits } from "@antechamber/contract";
import { JournalForgotten, UnknownJournalEntry, UnknownTrace } from "@antechamber/contract/control";
import { ApiError } from "../platform/api-error.ts";
import { definedFields } from "../platform/defined-fields.ts";
import type { SlicedTask, TimeSlicer } from "../platform/time/time-slicer.ts";
import type { Entry } from "./entry.ts";
import { matcherOf, type EntryFilter, type Matches } from "./filter.ts";
import type { Clock, Millis } from "../platform/clock.ts";
import { endedPart, type EndedPart, type EndedWish } from "./ended.ts";
import type { WorldJournal } from "./journal.ts";
import type { ConnectedJournals } from "./others.ts";
import {
  partOfPage,
  pageOf,
  viewed,
  type Page,
  type PagePart,
  type PageSearch,
  type PageWish,
} from "./pages.ts";
import { packed, unpacked, type EntryParcel } from "./parcel.ts";
import { entryOf, stretchOf, traceOf } from "./traces.ts";

/** Which entries are wanted whole: those that are named, or that match, in a part of the journal. */
export interface Selection {
  readonly ids?: readonly string[] | undefined;
  readonly filter?: EntryFilter | undefined;
  /** Only what users and operators did. */
  readonly isActs?: boolean | undefined;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
}

/** What one process asks the others for. */
type Asked =
  | { readonly page: PageWish; readonly filter: EntryFilter }
  | { readonly entries: Selection }
  | { readonly ended: EndedWish }
  | { readonly place: number };

/** Where a process has an entry of a reader that comes back. */
interface PlacePart {
  /** When it ended; absent for an entry of another process, or one that is forgotten. */
  readonly instant?: number | undefined;
  /** Entries that were forgotten, and may have come after it. */
  readonly missed: number;
}

interface SelectedPart {
  readonly entries: readonly EntryParcel[];
  /** There are more behind the last one. */
  readonly hasMore: boolean;
  /** The newest entry that was forgotten; 0 for none. */
  readonly forgotten: number;
}

/** Entries that were found, the oldest first. */
interface Selected {
  readonly entries: readonly Entry[];
  readonly forgotten: number;
}

/** Where entries are read one after the other. */
export interface EntrySource {
  between(after: number, before: number): Iterable<Entry>;
}

export interface JournalReadingDeps {
  readonly journal: WorldJournal;
  readonly slicer: TimeSlicer;
  readonly clock: Pick<Clock, "real" | "after">;
  /** Absent: this process is by itself. */
  readonly others?: ConnectedJournals | undefined;
}

/** Those who ask for what ends learn of more for so long. Real milliseconds. */
const FOLLOWED_MS = 15_000;
/** Real milliseconds after which they learn of it. */
const TELL_MS = 20;

export class JournalReading {
  readonly #deps: JournalReadingDeps;
  #followedUntil: Millis = -Infinity;
  #isTelling = false;

  constructor(deps: JournalReadingDeps) {
    this.#deps = deps;
    const { others, journal } = deps;
    if (others === undefined) return;
    others.begin(journal, (asked) => this.#answer(asked as Asked));
    journal.listen({ ended: () => this.#grew(others), begunAnew: () => undefined });
  }

  #grew(others: ConnectedJournals): void {
    const { clock } = this.#deps;
    if (this.#isTelling || clock.real() > this.#followedUntil) return;
    this.#isTelling = true;
    clock.after(TELL_MS, () => {
      this.#isTelling = false;
      others.grew();
    });
  }

  /** Other processes have a part of the journal. */
  get isJoined(): boolean {
    return this.#deps.others !== undefined;
  }

  /** Agrees with other processes on what their journal is called. */
  async meet(): Promise<void> {
    await this.#deps.others?.ask({ entries: { ids: [] } } satisfies Asked);
  }

  /** A number for this instant, which those of later ends exceed. */
  instant(): number {
    return this.#deps.journal.instant() ?? 0;
  }

  /** Calls back when something has ended at another process. */
  whenGrown(task: () => void): () => void {
    return this.#deps.others?.whenGrown(task) ?? (() => undefined);
  }

  /** What has ended at each process that answers. */
  async ended(wish: EndedWish): Promise<readonly EndedPart[]> {
    const { journal } = this.#deps;
    const own = endedPart(journal, wish, this.#task());
    const parts = await this.#partsOf<EndedPart>({ ended: wish }, own);
    // What those have whose clocks are ahead is asked for the next time.
    for (const { now } of parts) journal.seen(now);
    return parts;
  }

  /** When an entry ended, and how many were forgotten since; 0 for one that nobody knows. */
  async positionOf(id: string): Promise<{ readonly instant: number; readonly missed: number }> {
    const number = Number(id);
    const now = this.instant();
    if (!(number <= now)) return { instant: now, missed: 0 };
    const parts = await this.#partsOf<PlacePart>({ place: number }, this.#placeOf(number));
    const known = parts.find(({ instant }) => instant !== undefined)?.instant;
    if (known !== undefined) return { instant: known, missed: 0 };
    return { instant: 0, missed: parts.reduce((sum, { missed }) => sum + missed, 0) };
  }

  async #placeOf(number: number): Promise<PlacePart> {
    const { ring } = this.#deps.journal;
    const completion = ring.get(number)?.completion;
    // Zero asks for the oldest.
    const missed = number > 0 && number < ring.forgotten ? ring.gone : 0;
    return { missed, ...definedFields({ instant: completion && ring.instantOf(completion) }) };
  }

  async #partsOf<P>(asked: Asked, own: Promise<P>): Promise<readonly P[]> {
    const [here, elsewhere] = await Promise.all([own, this.#deps.others?.ask<P>(asked)]);
    return [here, ...(elsewhere?.parts ?? [])];
  }

  /** A search of the journal, which ends in time. */
  #task(): SlicedTask {
    return this.#deps.slicer.begin(limits.journalSearch.value);
  }

  #search(filter: EntryFilter, wish: PageWish): PageSearch {
    const isAlone = this.#deps.others === undefined;
    return { matches: matcherOf(filter), wish, task: this.#task(), isAlone };
  }

  async page(filter: EntryFilter, wish: PageWish): Promise<Page> {
    const { journal, others } = this.#deps;
    const search = this.#search(filter, wish);
    const own = partOfPage(journal.ring, search).then(viewed);
    if (others === undefined) return pageOf([await own], wish);
    const asked: Asked = { page: wish, filter };
    const [here, { parts, isComplete }] = await Promise.all([own, others.ask<PagePart>(asked)]);
    const page = pageOf([here, ...parts], wish);
    return isComplete ? page : { ...page, partial: true };
  }

  /** @throws UnknownJournalEntry */
  async entry(id: string): Promise<Entry> {
    const [entry] = await this.entries([id]);
    if (entry === undefined) throw new ApiError(UnknownJournalEntry);
    return entry;
  }

  /** Those with these ids, in the order in which they began. @throws UnknownJournalEntry */
  async entries(ids: readonly string[]): Promise<readonly Entry[]> {
    const { journal, others } = this.#deps;
    if (others === undefined) {
      return inOrder(ids.map((id) => entryOf(journal.ring, id)));
    }
    const here = ids.flatMap((id) => journal.ring.get(Number(id)) ?? []);
    if (here.length === ids.length) return inOrder(here);
    const { entries } = await this.#selected({ ids });
    if (entries.length < ids.length) throw new ApiError(UnknownJournalEntry);
    return entries;
  }

  /** The entries of a trace, by its name or the id of one of them. @throws UnknownTrace */
  async trace(id: string): Promise<readonly Entry[]> {
    const { journal, others } = this.#deps;
    if (others === undefined) return traceOf(journal.ring, id);
    const named = await this.#selected({ filter: { trace: id } });
    if (named.entries.length > 0) return named.entries;
    const [first] = (await this.#selected({ ids: [id] })).entries;
    if (first === undefined) throw new ApiError(UnknownTrace);
    return (await this.#selected({ filter: { trace: first.traceId } })).entries;
  }

  /**
   * Entries that began after one, or from the first on for 0, and before another. @throws
   * JournalForgotten
   */
  async stretch(after: number, before: number): Promise<readonly Entry[]> {
    const { journal, others } = this.#deps;
    if (others === undefined) return stretchOf(journal.ring, after, before);
    const { entries, forgotten } = await this.#selected({ after, before });
    if (after < forgotten) throw new ApiError(JournalForgotten);
    return entries;
  }

  /** Where those entries are read that are selected; of one process, all of its own. */
  async source(selection: Selection): Promise<EntrySource> {
    const { journal, others } = this.#deps;
    if (others === undefined) return journal.ring;
    const { entries } = await this.#selected(selection);
    return {
      between: (after, before) => entries.filter(({ number }) => number > after && number < before),
    };
  }

  async #selected(selection: Selection): Promise<Selected> {
    const entries: Entry[] = [];
    let forgotten = 0;
    let { after = 0 } = selection;
    for (let isMore = true; isMore;) {
      const asked = { ...selection, after };
      const answered = this.#deps.others?.ask<SelectedPart>({ entries: asked } satisfies Asked);
      const [own, elsewhere] = await Promise.all([this.#part(asked), answered]);
      const parts = [own, ...(elsewhere?.parts ?? [])];
      forgotten = Math.max(forgotten, ...parts.map((part) => part.forgotten));
      // Up to there everybody has said everything.
      const ends = parts
        .filter(({ hasMore }) => hasMore)
        .map((part) => part.entries.at(-1)?.number);
      const end = Math.min(Infinity, ...ends.map((number = after) => number));
      const found = parts.flatMap((part) => part.entries).filter(({ number }) => number <= end);
      entries.push(...inOrder(found.map(unpacked)));
      isMore = end > after && end < Infinity;
      after = end;
    }
    return { entries, forgotten };
  }

  async #answer(asked: Asked): Promise<unknown> {
    if ("entries" in asked) return this.#part(asked.entries);
    if ("place" in asked) return this.#placeOf(asked.place);
    if ("ended" in asked) {
      this.#followedUntil = this.#deps.clock.real() + FOLLOWED_MS;
      return endedPart(this.#deps.journal, asked.ended, this.#task());
    }
    const { page: wish, filter } = asked;
    return viewed(await partOfPage(this.#deps.journal.ring, this.#search(filter, wish)));
  }

  /** What this process has of a selection, as much as fits into a message. */
  async #part(selection: Selection): Promise<SelectedPart> {
    const { ring } = this.#deps.journal;
    const { forgotten } = ring;
    const matches = await matcherOfSelection(selection);
    const entries: EntryParcel[] = [];
    const task = this.#task();
    let letters = 0;
    for (const entry of this.#among(selection)) {
      if (letters > limits.journalParcels.value) return { entries, hasMore: true, forgotten };
      await task.yieldIfDue();
      if (!matches(entry)) continue;
      const parcel = packed(entry);
      letters += lettersOf(parcel);
      entries.push(parcel);
    }
    return { entries, hasMore: false, forgotten };
  }

  #among({ ids, filter, after = 0, before }: Selection): Iterable<Entry> {
    const { ring } = this.#deps.journal;
    if (ids !== undefined) {
      return inOrder(ids.flatMap((id) => ring.get(Number(id)) ?? [])).filter(
        ({ number }) => number > after,
      );
    }
    return filter?.trace === undefined
      ? // What JSON makes of Infinity.
        ring.between(after, before ?? Infinity)
      : ring.ofTrace(filter.trace);
  }
}

async function matcherOfSelection({ filter = {}, isActs, after = 0 }: Selection): Promise<Matches> {
  const matches = matcherOf(filter);
  const isBehind: Matches = (entry) => entry.number > after && matches(entry);
  if (isActs !== true) return isBehind;
  // Few ask for it, and a start does without what writes tests.
  const { isAct } = await import("./exports/tests/stretch.ts");
  return (entry) => isBehind(entry) && isAct(entry);
}

function inOrder<E extends { readonly number: number }>(entries: readonly E[]): readonly E[] {
  return entries.toSorted((a, b) => a.number - b.number);
}

/** What an entry takes beside its texts. */
const ENTRY_LETTERS = 1000;

function lettersOf({ said }: EntryParcel): number {
  const texts = [said.url, said.requestBody, said.responseBody, said.payload, said.cameWith];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), ENTRY_LETTERS);
}
