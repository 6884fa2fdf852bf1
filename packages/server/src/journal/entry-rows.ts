// Stores entries as rows of numbers, bytes and references to long-lived values, instead of as an
// object with its own strings for each entry. A row is overwritten when the ring wraps around, so
// the garbage collector has nothing retained to move.
import { Entry, type EntryTexts, type TextsSource } from "./entry.ts";
import type { HeaderBlock } from "./redaction/header-blocks.ts";
import { StoredTexts, type StoredText, type TextBuffer } from "./stored-texts.ts";

/** How many rows a page has; pages are allocated whole. */
const ROWS = 32;

/**
 * Columns of numbers: the entry's number, its instants and its completion number; NaN for what is
 * absent.
 */
const NUMBER = 0;
const AT = 1;
const REAL_AT = 2;
const MS = 3;
/** The entry's completion number; 0 while it is under way. */
const COMPLETION = 4;
const NUMBERS = 5;

/** Columns of counts. */
const STATUS = 0;
const BYTES = 1;
const SESSIONS = 2;
const IS_WHOLE = 3;
const IS_CUT = 4;
/** The total length of all bodies, in UTF-16 code units. */
const BODIES = 5;
/**
 * Offsets of the address, and then of the bodies, in the buffers that hold them, where they are
 * concatenated.
 */
const ADDRESS_FROM = 6;
const ADDRESS_TO = 7;
const FROM = 8;
const TO = 9;
/** The length of each text, in UTF-16 code units. */
const URL = 10;
const RAW_URL = 11;
const REQUEST = 12;
const RESPONSE = 13;
const PAYLOAD = 14;
const RAW_BODY = 15;
const COUNTS = 16;
const BODY_LETTERS = [REQUEST, RESPONSE, PAYLOAD, RAW_BODY] as const;

const ABSENT = -1;
/** Instead of a length: the original text equals the redacted one, as it nearly always does. */
const AS_REDACTED = -2;

/** Columns of references. */
const OPEN_ENTRY = 0;
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
const ADDRESS_BUFFER = 12;
const BODIES_BUFFER = 13;
const REFERENCES = 14;
/**
 * The initial references of a page. `slice` makes an array of exactly this capacity; an array grown
 * by pushing would have spare capacity.
 */
const NO_REFERENCES: readonly unknown[] = Array.from(
  { length: ROWS * REFERENCES },
  () => undefined,
);

interface ReferenceColumns {
  [OPEN_ENTRY]: Entry;
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
  [ADDRESS_BUFFER]: TextBuffer;
  [BODIES_BUFFER]: TextBuffer;
}

/**
 * Texts that are longer than this many bytes together are searched for secrets one by one, since
 * the long ones among them have been redacted already.
 */
const JOINED_BYTES_MAX = 2048;

/** The known secrets, which must not appear in a text that is shown. */
export interface SecretRedactor {
  /** Whether part of a known secret may be in this range of bytes of a memory. */
  mayContain(words: Int32Array, from: number, to: number): boolean;
  /** The same texts with the known secrets redacted. */
  redactKnown(texts: EntryTexts): EntryTexts;
}

/** A page of `ROWS` rows. */
class Page {
  readonly numbers = new Float64Array(ROWS * NUMBERS);
  readonly counts = new Int32Array(ROWS * COUNTS);
  readonly references = NO_REFERENCES.slice();

  number(row: number, which: number): number {
    return this.numbers[row * NUMBERS + which] ?? NaN;
  }

  count(row: number, which: number): number {
    return this.counts[row * COUNTS + which] ?? ABSENT;
  }

  optional(row: number, which: number): number | undefined {
    const count = this.count(row, which);
    return count === ABSENT ? undefined : count;
  }

  /** Returns a function that splits concatenated texts: each call returns the next one. */
  textsIn(row: number, joined: string): (which: number) => string | undefined {
    let from = 0;
    return (which) => {
      const letters = this.count(row, which);
      if (letters < 0) return undefined;
      from += letters;
      return joined.slice(from - letters, from);
    };
  }

  reference<W extends keyof ReferenceColumns>(
    row: number,
    which: W,
  ): ReferenceColumns[W] | undefined {
    return this.references[row * REFERENCES + which] as ReferenceColumns[W] | undefined;
  }

  setReference<W extends keyof ReferenceColumns>(
    row: number,
    which: W,
    to: ReferenceColumns[W] | undefined,
  ): void {
    const at = row * REFERENCES + which;
    // A row is usually overwritten by an entry of the same kind, with many of the same references.
    if (this.references[at] !== to) this.references[at] = to;
  }
}

export class EntryRows {
  readonly #pages: Page[] = [];
  /**
   * Addresses mostly live as long as their entry; stored among the bodies, they would keep those
   * buffers from being reused.
   */
  readonly #addresses = new StoredTexts();
  readonly #bodies = new StoredTexts();
  readonly #secrets: SecretRedactor;
  /** Replaces headers that were dropped. */
  readonly #noHeaders: HeaderBlock = {
    redacted: [],
    parts: [],
    contentType: "",
    bodyKind: "other",
    length: 0,
    references: 0,
  };
  #headers = 0;
  #addressBytes = 0;

  constructor(secrets: SecretRedactor) {
    this.#secrets = secrets;
  }

  #page(row: number): Page {
    return (this.#pages[Math.floor(row / ROWS)] ??= new Page());
  }

  /** The number of the entry in a row; 0 if the row is empty. */
  numberIn(row: number): number {
    return this.#pages[Math.floor(row / ROWS)]?.number(row % ROWS, NUMBER) ?? 0;
  }

  /**
   * The trace of the entry in a row; undefined for the root of a trace, which is named after its
   * own entry.
   */
  traceIn(row: number): string | undefined {
    const page = this.#page(row);
    const openEntry = page.reference(row % ROWS, OPEN_ENTRY);
    return openEntry === undefined ? page.reference(row % ROWS, TRACE) : openEntry.trace;
  }

  /** The total length of the bodies of an ended entry. */
  bodyLengthIn(row: number): number {
    return this.#page(row).count(row % ROWS, BODIES);
  }

  /**
   * The total length of the headers of all entries; a header block that several entries share
   * counts once.
   */
  get headers(): number {
    return this.#headers;
  }

  /** The bytes of the addresses of all entries. */
  get addresses(): number {
    return this.#addressBytes;
  }

  /**
   * Copies the actor and the application of the entry in a row to another entry, where that has
   * none itself.
   */
  inherit(entry: Entry, row: number): void {
    const page = this.#page(row);
    const from = page.reference(row % ROWS, OPEN_ENTRY);
    entry.actor ??= from === undefined ? page.reference(row % ROWS, ACTOR) : from.actor;
    entry.application ??=
      from === undefined ? page.reference(row % ROWS, APPLICATION) : from.application;
  }

  /** Puts an entry that begins into a row, replacing the row's previous entry. */
  begin(row: number, entry: Entry): void {
    const page = this.#page(row);
    this.#setAddress(page, row % ROWS, undefined);
    deleteBodies(page, row % ROWS);
    const first = (row % ROWS) * NUMBERS;
    page.numbers[first + NUMBER] = entry.number;
    page.numbers[first + COMPLETION] = 0;
    page.setReference(row % ROWS, OPEN_ENTRY, entry);
  }

  /**
   * Writes an entry that has ended into its row. @returns the texts as they were stored, without
   * known secrets
   */
  complete(at: number, entry: Entry, texts: EntryTexts): EntryTexts {
    const page = this.#page(at);
    const row = at % ROWS;
    const { numbers, counts } = page;
    const firstNumber = row * NUMBERS;
    numbers[firstNumber + AT] = entry.at;
    numbers[firstNumber + REAL_AT] = entry.realAt;
    numbers[firstNumber + MS] = entry.ms ?? NaN;
    numbers[firstNumber + COMPLETION] = entry.completion ?? 0;
    const firstCount = row * COUNTS;
    counts[firstCount + STATUS] = entry.status ?? ABSENT;
    counts[firstCount + BYTES] = entry.bytes ?? ABSENT;
    counts[firstCount + SESSIONS] = entry.sessions ?? ABSENT;
    counts[firstCount + IS_WHOLE] = entry.isWhole ? 1 : 0;
    counts[firstCount + IS_CUT] = entry.isCut ? 1 : 0;
    page.setReference(row, OPEN_ENTRY, undefined);
    page.setReference(row, KIND, entry.kind);
    page.setReference(row, NAME, entry.name);
    this.amend(at, entry);
    page.setReference(row, REFUSAL, entry.refusal);
    page.setReference(row, NOTE, entry.note);
    page.setReference(row, METHOD, entry.method);
    this.#setHeaders(page, row, REQUEST_HEADERS, entry.requestHeaders);
    this.#setHeaders(page, row, RESPONSE_HEADERS, entry.responseHeaders);
    return this.#storeRedacted(page, row, texts);
  }

  #setHeaders(
    page: Page,
    row: number,
    which: typeof REQUEST_HEADERS | typeof RESPONSE_HEADERS,
    block: HeaderBlock | undefined,
  ): void {
    const before = page.reference(row, which);
    if (before === block) return;
    if (block !== undefined) {
      if (block.references === 0) this.#headers += block.length;
      block.references += 1;
    }
    if (before !== undefined) {
      before.references -= 1;
      if (before.references === 0) this.#headers -= before.length;
    }
    page.setReference(row, which, block);
  }

  /** Updates the trace, cause, actor and application of an entry. */
  amend(at: number, entry: Entry): void {
    const page = this.#page(at);
    const row = at % ROWS;
    page.setReference(row, TRACE, entry.trace);
    page.setReference(row, CAUSE, entry.causeId);
    page.setReference(row, ACTOR, entry.actor);
    page.setReference(row, APPLICATION, entry.application);
  }

  addSessions(at: number, sessions: number): void {
    const page = this.#page(at);
    page.counts[(at % ROWS) * COUNTS + SESSIONS] =
      (page.optional(at % ROWS, SESSIONS) ?? 0) + sessions;
  }

  #storeRedacted(page: Page, row: number, texts: EntryTexts): EntryTexts {
    const address = this.#storeAddress(page, row, texts);
    const bodies = this.#storeBodies(page, row, texts);
    if (!this.#mayContain(address) && !this.#mayContain(bodies)) return texts;
    const redacted = this.#secrets.redactKnown(texts);
    if (isSame(texts, redacted)) return texts;
    if (address !== undefined) this.#addresses.removeLast();
    if (bodies !== undefined) this.#bodies.removeLast();
    this.#storeAddress(page, row, redacted);
    this.#storeBodies(page, row, redacted);
    return redacted;
  }

  /** The bytes are searched in place, in a third of the time that searching strings takes. */
  #mayContain(stored: StoredText | undefined): boolean {
    if (stored === undefined) return false;
    const { buffer, from, redactedTo } = stored;
    const isLong = redactedTo - from > JOINED_BYTES_MAX;
    return isLong || this.#secrets.mayContain(buffer.memory.words, from, redactedTo);
  }

  #storeAddress(page: Page, row: number, { url, rawUrl }: EntryTexts): StoredText | undefined {
    const { counts } = page;
    const first = row * COUNTS;
    counts[first + URL] = url.length;
    counts[first + RAW_URL] = lengthOf(rawUrl, url);
    const stored = this.#addresses.store(url, unlessEqual(rawUrl, url));
    this.#setAddress(page, row, stored);
    return stored;
  }

  #setAddress(page: Page, row: number, stored: StoredText | undefined): void {
    const before = page.reference(row, ADDRESS_BUFFER);
    if (before !== undefined) {
      this.#addressBytes -= page.count(row, ADDRESS_TO) - page.count(row, ADDRESS_FROM);
    }
    page.setReference(row, ADDRESS_BUFFER, stored?.buffer);
    if (stored === undefined) return;
    const { from, to } = stored;
    page.counts[row * COUNTS + ADDRESS_FROM] = from;
    page.counts[row * COUNTS + ADDRESS_TO] = to;
    this.#addressBytes += to - from;
  }

  #storeBodies(page: Page, row: number, texts: EntryTexts): StoredText | undefined {
    const { requestBody, responseBody, payload, rawBody } = texts;
    const { counts } = page;
    const first = row * COUNTS;
    const redacted = (requestBody ?? "") + (responseBody ?? "") + (payload ?? "");
    counts[first + BODIES] = redacted.length;
    counts[first + REQUEST] = lengthOf(requestBody);
    counts[first + RESPONSE] = lengthOf(responseBody);
    counts[first + PAYLOAD] = lengthOf(payload);
    counts[first + RAW_BODY] = lengthOf(rawBody, requestBody);
    const stored = this.#bodies.store(redacted, unlessEqual(rawBody, requestBody));
    page.setReference(row, BODIES_BUFFER, stored?.buffer);
    if (stored === undefined) return undefined;
    counts[first + FROM] = stored.from;
    counts[first + TO] = stored.to;
    return stored;
  }

  /**
   * Drops the bodies and the original address to free space; the redacted address stays, and the
   * entry is marked as cut.
   */
  dropBodies(at: number): void {
    const page = this.#page(at);
    const row = at % ROWS;
    deleteBodies(page, row);
    page.counts[row * COUNTS + RAW_URL] = ABSENT;
    page.counts[row * COUNTS + IS_CUT] = 1;
  }

  /** Drops the headers to free space. */
  dropHeaders(at: number): void {
    const page = this.#page(at);
    const row = at % ROWS;
    for (const which of [REQUEST_HEADERS, RESPONSE_HEADERS] as const) {
      const hasHeaders = page.reference(row, which) !== undefined;
      if (hasHeaders) this.#setHeaders(page, row, which, this.#noHeaders);
    }
  }

  /** Drops the address to free space. */
  dropAddress(at: number): void {
    const page = this.#page(at);
    const row = at % ROWS;
    this.#setAddress(page, row, undefined);
    page.counts[row * COUNTS + URL] = 0;
  }

  /** The texts of the entry in a row. */
  textsAt(at: number): EntryTexts {
    const page = this.#page(at);
    const row = at % ROWS;
    const buffer = page.reference(row, BODIES_BUFFER);
    const addressBuffer = page.reference(row, ADDRESS_BUFFER);
    const [from, to] = [page.count(row, FROM), page.count(row, TO)];
    const [addressFrom, addressTo] = [page.count(row, ADDRESS_FROM), page.count(row, ADDRESS_TO)];
    const nextOfAddress = page.textsIn(
      row,
      this.#addresses.read(addressBuffer, addressFrom, addressTo),
    );
    const url = nextOfAddress(URL) ?? "";
    const rawUrl = page.count(row, RAW_URL) === AS_REDACTED ? url : nextOfAddress(RAW_URL);
    const nextOfBodies = page.textsIn(row, this.#bodies.read(buffer, from, to));
    const requestBody = nextOfBodies(REQUEST);
    const responseBody = nextOfBodies(RESPONSE);
    const payload = nextOfBodies(PAYLOAD);
    const isAsRedacted = page.count(row, RAW_BODY) === AS_REDACTED;
    const rawBody = isAsRedacted ? requestBody : nextOfBodies(RAW_BODY);
    return { url, requestBody, responseBody, payload, rawUrl, rawBody };
  }

  /** Whether some text of an ended entry was cut or dropped. */
  isCutIn(row: number): boolean {
    return this.#page(row).count(row % ROWS, IS_CUT) === 1;
  }

  /** The entry in a row; its texts are read from the source on first access. */
  read(at: number, source: TextsSource): Entry {
    const page = this.#page(at);
    const row = at % ROWS;
    const openEntry = page.reference(row, OPEN_ENTRY);
    if (openEntry !== undefined) return openEntry;
    const draft = {
      number: page.number(row, NUMBER),
      kind: page.reference(row, KIND) ?? "request",
      name: page.reference(row, NAME) ?? "",
      at: page.number(row, AT),
      realAt: page.number(row, REAL_AT),
    };
    const entry = new Entry(draft, source);
    entry.trace = page.reference(row, TRACE);
    entry.causeId = page.reference(row, CAUSE);
    entry.actor = page.reference(row, ACTOR);
    entry.application = page.reference(row, APPLICATION);
    entry.status = page.optional(row, STATUS);
    const ms = page.number(row, MS);
    entry.ms = Number.isNaN(ms) ? undefined : ms;
    entry.bytes = page.optional(row, BYTES);
    entry.sessions = page.optional(row, SESSIONS);
    entry.refusal = page.reference(row, REFUSAL);
    entry.note = page.reference(row, NOTE);
    entry.method = page.reference(row, METHOD);
    entry.requestHeaders = page.reference(row, REQUEST_HEADERS);
    entry.responseHeaders = page.reference(row, RESPONSE_HEADERS);
    entry.isWhole = page.count(row, IS_WHOLE) === 1;
    entry.isCut = page.count(row, IS_CUT) === 1;
    entry.completion = page.number(row, COMPLETION);
    return entry;
  }
}

function deleteBodies(page: Page, row: number): void {
  const first = row * COUNTS;
  page.counts[first + BODIES] = 0;
  for (const which of BODY_LETTERS) page.counts[first + which] = ABSENT;
  page.setReference(row, BODIES_BUFFER, undefined);
}

function isSame(one: EntryTexts, other: EntryTexts): boolean {
  return (
    one.url === other.url &&
    one.requestBody === other.requestBody &&
    one.responseBody === other.responseBody &&
    one.payload === other.payload
  );
}

function lengthOf(text: string | undefined, redacted?: string): number {
  if (text === undefined) return ABSENT;
  return text === redacted ? AS_REDACTED : text.length;
}

/** The original text, or an empty one where it equals the redacted text. */
function unlessEqual(text: string | undefined, redacted: string | undefined): string {
  return text === undefined || text === redacted ? "" : text;
}
