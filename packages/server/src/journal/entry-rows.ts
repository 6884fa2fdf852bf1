// Entries as rows of numbers, of bytes, and of references to what lives long anyway, in place of an
// object and texts for each: a row is written over when the ring comes round, and nothing that is
// kept has to be moved when memory is tidied.
import { Entry, type Said, type SaidSource } from "./entry.ts";
import { KeptTexts, type Room } from "./kept-texts.ts";

/** Rows that are made at once. */
const ROWS = 32;

/** The numbers of a row; NaN for what is not there. */
const NUMBER = 0;
const AT = 1;
const REAL_AT = 2;
const MS = 3;
const STATUS = 4;
const BYTES = 5;
const SESSIONS = 6;
/** Which one to end it was; 0 while it is under way. */
const COMPLETION = 7;
const IS_WHOLE = 8;
const IS_CUT = 9;
/** The letters of all bodies. */
const BODIES = 10;
/** Where the texts stand in their room, one behind the other. */
const FROM = 11;
const TO = 12;
/** How many letters each of them has. */
const URL = 13;
const REQUEST = 14;
const RESPONSE = 15;
const PAYLOAD = 16;
const CAME_TO = 17;
const CAME_WITH = 18;
const NUMBERS = 19;

/** In place of letters: what came is what is shown, as nearly always. */
const AS_SHOWN = -1;

/** What else a row refers to. */
const UNDER_WAY = 0;
const KIND = 1;
const NAME = 2;
const TRACE = 3;
const CAUSE = 4;
const ACTOR = 5;
const APPLICATION = 6;
const REFUSAL = 7;
const NOTE = 8;
const METHOD = 9;
const REQUEST_HEADERS = 10;
const RESPONSE_HEADERS = 11;
const ROOM = 12;
const REFERENCES = 13;

interface Referred {
  [UNDER_WAY]: Entry;
  [KIND]: Entry["kind"];
  [NAME]: string;
  [TRACE]: string;
  [CAUSE]: string;
  [ACTOR]: string;
  [APPLICATION]: string;
  [REFUSAL]: Entry["refusal"];
  [NOTE]: string;
  [METHOD]: string;
  [REQUEST_HEADERS]: Entry["requestHeaders"];
  [RESPONSE_HEADERS]: Entry["responseHeaders"];
  [ROOM]: Room;
}

/** Longer texts are looked through one by one: of what is long in them, much was looked through. */
const TOGETHER_MAX = 2048;

/** What no text may hold that is shown. */
export interface KnownSecretsIn {
  /** Whether something of it may stand in so many bytes of a memory. */
  mayHold(words: Int32Array, from: number, to: number): boolean;
  /** The same texts without it. */
  withoutKnown(said: Said): Said;
}

/** Some rows. */
class Page {
  readonly numbers = new Float64Array(ROWS * NUMBERS);
  readonly references: unknown[] = [];

  constructor() {
    for (let at = 0; at < ROWS * REFERENCES; at += 1) this.references.push(undefined);
  }

  number(row: number, which: number): number {
    return this.numbers[row * NUMBERS + which] ?? NaN;
  }

  optional(row: number, which: number): number | undefined {
    const number = this.number(row, which);
    return Number.isNaN(number) ? undefined : number;
  }

  reference<W extends keyof Referred>(row: number, which: W): Referred[W] | undefined {
    return this.references[row * REFERENCES + which] as Referred[W] | undefined;
  }

  refer<W extends keyof Referred>(row: number, which: W, to: Referred[W] | undefined): void {
    const at = row * REFERENCES + which;
    // A row is as a rule written over by one of the same kind.
    if (this.references[at] !== to) this.references[at] = to;
  }
}

export class EntryRows {
  readonly #pages: Page[] = [];
  /** Of entries with bodies, whose room is free again once these are dropped. */
  readonly #withBodies = new KeptTexts();
  /** Of all others, which stay for as long as the entry: among bodies they would keep their room. */
  readonly #addresses = new KeptTexts();
  readonly #secrets: KnownSecretsIn;

  constructor(secrets: KnownSecretsIn) {
    this.#secrets = secrets;
  }

  #page(row: number): Page {
    return (this.#pages[Math.floor(row / ROWS)] ??= new Page());
  }

  /** The number of the entry in a row; 0 for none. */
  numberIn(row: number): number {
    return this.#pages[Math.floor(row / ROWS)]?.number(row % ROWS, NUMBER) ?? 0;
  }

  /** Undefined for one that names its trace itself. */
  traceIn(row: number): string | undefined {
    const page = this.#page(row);
    const underWay = page.reference(row % ROWS, UNDER_WAY);
    return underWay === undefined ? page.reference(row % ROWS, TRACE) : underWay.trace;
  }

  /** The letters of the bodies of an entry that has ended. */
  bodiesIn(row: number): number {
    return this.#page(row).number(row % ROWS, BODIES);
  }

  /** Gives an entry the actor and the application of the one in a row, where it has none itself. */
  inherit(entry: Entry, row: number): void {
    const page = this.#page(row);
    const from = page.reference(row % ROWS, UNDER_WAY);
    entry.actor ??= from === undefined ? page.reference(row % ROWS, ACTOR) : from.actor;
    entry.application ??=
      from === undefined ? page.reference(row % ROWS, APPLICATION) : from.application;
  }

  /** Puts an entry that begins in the place of the one that was there. */
  begin(row: number, entry: Entry): void {
    const page = this.#page(row);
    this.#forgetTexts(page, row % ROWS);
    const first = (row % ROWS) * NUMBERS;
    page.numbers[first + NUMBER] = entry.number;
    page.numbers[first + COMPLETION] = 0;
    page.numbers[first + BODIES] = 0;
    page.refer(row % ROWS, UNDER_WAY, entry);
  }

  #forgetTexts(page: Page, row: number): void {
    const room = page.reference(row, ROOM);
    if (room === undefined) return;
    this.#textsIn(page, row).forget(room);
    page.refer(row, ROOM, undefined);
  }

  #textsIn(page: Page, row: number): KeptTexts {
    return page.number(row, BODIES) > 0 ? this.#withBodies : this.#addresses;
  }

  /** Writes down an entry that has ended, and gives what is kept of what was said. */
  complete(at: number, entry: Entry, said: Said): Said {
    const page = this.#page(at);
    const row = at % ROWS;
    const { numbers } = page;
    const first = row * NUMBERS;
    numbers[first + AT] = entry.at;
    numbers[first + REAL_AT] = entry.realAt;
    numbers[first + MS] = entry.ms ?? NaN;
    numbers[first + STATUS] = entry.status ?? NaN;
    numbers[first + BYTES] = entry.bytes ?? NaN;
    numbers[first + SESSIONS] = entry.sessions ?? NaN;
    numbers[first + COMPLETION] = entry.completion ?? 0;
    numbers[first + IS_WHOLE] = entry.isWhole ? 1 : 0;
    numbers[first + IS_CUT] = entry.isCut ? 1 : 0;
    page.refer(row, UNDER_WAY, undefined);
    page.refer(row, KIND, entry.kind);
    page.refer(row, NAME, entry.name);
    this.amend(at, entry);
    page.refer(row, REFUSAL, entry.refusal);
    page.refer(row, NOTE, entry.note);
    page.refer(row, METHOD, entry.method);
    page.refer(row, REQUEST_HEADERS, entry.requestHeaders);
    page.refer(row, RESPONSE_HEADERS, entry.responseHeaders);
    return this.#keepClean(page, row, said);
  }

  /** Writes down whom an entry belongs to, and its cause. */
  amend(at: number, entry: Entry): void {
    const page = this.#page(at);
    const row = at % ROWS;
    page.refer(row, TRACE, entry.trace);
    page.refer(row, CAUSE, entry.causeId);
    page.refer(row, ACTOR, entry.actor);
    page.refer(row, APPLICATION, entry.application);
  }

  addSessions(at: number, sessions: number): void {
    const page = this.#page(at);
    page.numbers[(at % ROWS) * NUMBERS + SESSIONS] =
      (page.optional(at % ROWS, SESSIONS) ?? 0) + sessions;
  }

  /** The bytes are looked through where they stand, which takes a third of the time that texts take. */
  #keepClean(page: Page, row: number, said: Said): Said {
    const room = this.#keep(page, row, said);
    if (room === undefined) return said;
    const { words, last, shownTo } = room;
    const isShort = shownTo - last <= TOGETHER_MAX;
    if (isShort && !this.#secrets.mayHold(words, last, shownTo)) return said;
    const clean = this.#secrets.withoutKnown(said);
    if (isSame(said, clean)) return said;
    this.#textsIn(page, row).takeBack(room);
    page.refer(row, ROOM, undefined);
    this.#keep(page, row, clean);
    return clean;
  }

  #keep(page: Page, row: number, said: Said): Room | undefined {
    const { url, requestBody, responseBody, payload, cameTo, cameWith } = said;
    const { numbers } = page;
    const first = row * NUMBERS;
    const shown = url + (requestBody ?? "") + (responseBody ?? "") + (payload ?? "");
    const hidden = unless(cameTo, url) + unless(cameWith, requestBody);
    numbers[first + BODIES] = shown.length - url.length;
    numbers[first + URL] = url.length;
    numbers[first + REQUEST] = lettersOf(requestBody);
    numbers[first + RESPONSE] = lettersOf(responseBody);
    numbers[first + PAYLOAD] = lettersOf(payload);
    numbers[first + CAME_TO] = lettersOf(cameTo, url);
    numbers[first + CAME_WITH] = lettersOf(cameWith, requestBody);
    if (shown === "" && hidden === "") return undefined;
    const room = this.#textsIn(page, row).keep(shown, hidden);
    page.refer(row, ROOM, room);
    numbers[first + FROM] = room.last;
    numbers[first + TO] = room.used;
    return room;
  }

  /** Forgets what was said, to make room; its address stays, and that it is cut. */
  dropBodies(at: number): void {
    const page = this.#page(at);
    const row = at % ROWS;
    const { url } = this.said(at);
    this.#forgetTexts(page, row);
    this.#keep(page, row, { ...nothingMore, url });
    page.numbers[row * NUMBERS + IS_CUT] = 1;
  }

  /** What the entry in a row said. */
  said(at: number): Said {
    const page = this.#page(at);
    const row = at % ROWS;
    const room = page.reference(row, ROOM);
    const text = room?.bytes.toString("utf8", page.number(row, FROM), page.number(row, TO)) ?? "";
    let from = 0;
    const next = (which: number): string | undefined => {
      const letters = page.optional(row, which);
      if (letters === undefined || letters === AS_SHOWN) return undefined;
      from += letters;
      return text.slice(from - letters, from);
    };
    const url = next(URL) ?? "";
    const requestBody = next(REQUEST);
    const responseBody = next(RESPONSE);
    const payload = next(PAYLOAD);
    const cameTo = page.number(row, CAME_TO) === AS_SHOWN ? url : next(CAME_TO);
    const cameWith = page.number(row, CAME_WITH) === AS_SHOWN ? requestBody : next(CAME_WITH);
    return { url, requestBody, responseBody, payload, cameTo, cameWith };
  }

  /** Whether a text of an entry that has ended is not whole, or dropped. */
  isCutIn(row: number): boolean {
    return this.#page(row).number(row % ROWS, IS_CUT) === 1;
  }

  /** The entry in a row; its texts are read from the source when somebody asks for them. */
  read(at: number, source: SaidSource): Entry {
    const page = this.#page(at);
    const row = at % ROWS;
    const underWay = page.reference(row, UNDER_WAY);
    if (underWay !== undefined) return underWay;
    const begun = {
      number: page.number(row, NUMBER),
      kind: page.reference(row, KIND) ?? "request",
      name: page.reference(row, NAME) ?? "",
      at: page.number(row, AT),
      realAt: page.number(row, REAL_AT),
    };
    const entry = new Entry(begun, source);
    entry.trace = page.reference(row, TRACE);
    entry.causeId = page.reference(row, CAUSE);
    entry.actor = page.reference(row, ACTOR);
    entry.application = page.reference(row, APPLICATION);
    entry.status = page.optional(row, STATUS);
    entry.ms = page.optional(row, MS);
    entry.bytes = page.optional(row, BYTES);
    entry.sessions = page.optional(row, SESSIONS);
    entry.refusal = page.reference(row, REFUSAL);
    entry.note = page.reference(row, NOTE);
    entry.method = page.reference(row, METHOD);
    entry.requestHeaders = page.reference(row, REQUEST_HEADERS);
    entry.responseHeaders = page.reference(row, RESPONSE_HEADERS);
    entry.isWhole = page.number(row, IS_WHOLE) === 1;
    entry.isCut = page.number(row, IS_CUT) === 1;
    entry.completion = page.optional(row, COMPLETION);
    return entry;
  }
}

const nothingMore = {
  requestBody: undefined,
  responseBody: undefined,
  payload: undefined,
  cameTo: undefined,
  cameWith: undefined,
};

function isSame(one: Said, other: Said): boolean {
  return (
    one.url === other.url &&
    one.requestBody === other.requestBody &&
    one.responseBody === other.responseBody &&
    one.payload === other.payload
  );
}

function lettersOf(text: string | undefined, shown?: string): number {
  if (text === undefined) return NaN;
  return text === shown ? AS_SHOWN : text.length;
}

/** A text that came, unless it is the one that is shown. */
function unless(text: string | undefined, shown: string | undefined): string {
  return text === undefined || text === shown ? "" : text;
}
