// One entry of the journal, while it is under way and after it has ended.
import type { EntryKind, RefusalFacts } from "../platform/journal.ts";
import type { Millis } from "../platform/clock.ts";
import type { HeaderBlock } from "./redaction/header-blocks.ts";

/** One direction of an exchange, without secrets. */
export interface RecordedMessage {
  readonly headers: HeaderBlock;
  readonly body: string | undefined;
}

export interface RecordedRequest extends RecordedMessage {
  readonly method: string;
  readonly url: string;
}

/** The original call, kept so that it can be replayed; it is never shown. */
export interface ReplayableCall {
  readonly url: string;
  readonly body: string | undefined;
  /** Whether the body is complete and unchanged. */
  readonly isWhole: boolean;
}

/** The texts of an entry. All but `rawUrl` and `rawBody` are redacted. */
export interface EntryTexts {
  readonly url: string;
  readonly requestBody: string | undefined;
  readonly responseBody: string | undefined;
  /** JSON. */
  readonly payload: string | undefined;
  /**
   * The original address of a call, and the original body of a call or a delivery, where they are
   * kept.
   */
  readonly rawUrl: string | undefined;
  readonly rawBody: string | undefined;
}

/** Where an entry reads its texts from on first access. */
export interface TextsSource {
  /** The texts that are still kept; undefined once the entry has been evicted. */
  textsOf(number: number): { readonly texts: EntryTexts; readonly isCut: boolean } | undefined;
}

export const NO_TEXTS: EntryTexts = {
  url: "",
  requestBody: undefined,
  responseBody: undefined,
  payload: undefined,
  rawUrl: undefined,
  rawBody: undefined,
};

/**
 * An entry under way is the object that the journal writes to. An ended entry is stored as numbers
 * and bytes, and each read makes a new object from them.
 */
export class Entry {
  /** Numbers increase from entry to entry, also across restarts. */
  readonly number: number;
  readonly kind: EntryKind;
  readonly name: string;
  /** On the world's clock. */
  readonly at: Millis;
  /** Unix milliseconds of real time, with a fraction. */
  readonly realAt: number;
  /** Undefined for the root of a trace, which the trace is named after. */
  trace: string | undefined;
  causeId: string | undefined;
  actor: string | undefined;
  application: string | undefined;
  status: number | undefined;
  ms: number | undefined;
  bytes: number | undefined;
  sessions: number | undefined;
  refusal: RefusalFacts | undefined;
  note: string | undefined;
  method: string | undefined;
  requestHeaders: HeaderBlock | undefined;
  responseHeaders: HeaderBlock | undefined;
  /** Whether the body of a call is kept complete and unchanged. */
  isWhole = false;
  /** The entry's position in the order of ends; undefined while it is under way. */
  completion: number | undefined;
  #isCut = false;
  #texts: EntryTexts | undefined;
  readonly #source: TextsSource | undefined;

  constructor(
    { number, kind, name, at, realAt }: Pick<Entry, "number" | "kind" | "name" | "at" | "realAt">,
    source?: TextsSource,
  ) {
    this.number = number;
    this.kind = kind;
    this.name = name;
    this.at = at;
    this.realAt = realAt;
    this.#source = source;
  }

  get id(): string {
    return this.number.toString();
  }

  get traceId(): string {
    return this.trace ?? this.id;
  }

  get texts(): EntryTexts {
    if (this.#texts !== undefined) return this.#texts;
    if (this.#source === undefined) return NO_TEXTS;
    // Since this object was made, newer entries may have overwritten its texts or its row.
    const { texts, isCut } = this.#source.textsOf(this.number) ?? {
      texts: NO_TEXTS,
      isCut: true,
    };
    if (isCut) this.#isCut = true;
    return (this.#texts = texts);
  }

  set texts(texts: EntryTexts) {
    this.#texts = texts;
  }

  /**
   * Whether a text was cut or dropped. This reads the texts first, so that both describe the same
   * moment.
   */
  get isCut(): boolean {
    if (this.#texts === undefined && this.#source !== undefined) this.loadTexts();
    return this.#isCut;
  }

  set isCut(isCut: boolean) {
    this.#isCut = isCut;
  }

  /** Reads the texts now; for readers that await something before they use them. */
  loadTexts(): void {
    void this.texts;
  }

  get url(): string {
    return this.texts.url;
  }

  get requestBody(): string | undefined {
    return this.texts.requestBody;
  }

  get responseBody(): string | undefined {
    return this.texts.responseBody;
  }

  get payload(): string | undefined {
    return this.texts.payload;
  }

  /** The original body of a call or a delivery, where it is kept. */
  get rawBody(): string | undefined {
    return this.texts.rawBody;
  }

  get request(): RecordedRequest | undefined {
    const { method, requestHeaders: headers } = this;
    if (method === undefined || headers === undefined) return undefined;
    const { url, requestBody: body } = this.texts;
    return { method, url, headers, body };
  }

  get response(): RecordedMessage | undefined {
    const { responseHeaders: headers } = this;
    return headers === undefined ? undefined : { headers, body: this.responseBody };
  }

  get replayable(): ReplayableCall | undefined {
    const { rawUrl: url, rawBody: body } = this.texts;
    return url === undefined ? undefined : { url, body, isWhole: this.isWhole };
  }
}
