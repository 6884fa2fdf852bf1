// One entry of the journal, from the beginning of what it tells of to its end.
import type { EntryKind, RefusalFacts } from "../platform/journal.ts";
import type { Millis } from "../platform/clock.ts";
import type { HeaderBlock } from "./redaction/header-blocks.ts";

/** One direction of an exchange, without secrets. */
export interface KeptMessage {
  readonly headers: HeaderBlock;
  readonly body: string | undefined;
}

export interface KeptRequest extends KeptMessage {
  readonly method: string;
  readonly url: string;
}

/** What the same call is made with once more; it is never shown. */
export interface Remembered {
  readonly url: string;
  readonly body: string | undefined;
  /** The body is as it came. */
  readonly isWhole: boolean;
}

/** The texts of an entry. */
export interface Said {
  readonly url: string;
  readonly requestBody: string | undefined;
  readonly responseBody: string | undefined;
  /** JSON. */
  readonly payload: string | undefined;
  /** The address of a call as it came, and the body of a call or a delivery, where they are kept. */
  readonly cameTo: string | undefined;
  readonly cameWith: string | undefined;
}

/** Where the texts of an entry are read when somebody asks. */
export interface SaidSource {
  /** The texts as far as they are kept now; undefined when the entry is kept no longer. */
  saidBy(number: number): { readonly said: Said; readonly isCut: boolean } | undefined;
}

const nothing: Said = {
  url: "",
  requestBody: undefined,
  responseBody: undefined,
  payload: undefined,
  cameTo: undefined,
  cameWith: undefined,
};

/**
 * While it is under way, what the journal writes to; later, what a reader gets: ended entries are
 * kept as numbers and bytes, and each reading makes another object of them.
 */
export class Entry {
  /** Later ones have larger numbers, also after a restart. */
  readonly number: number;
  readonly kind: EntryKind;
  readonly name: string;
  /** On the world's clock. */
  readonly at: Millis;
  /** Unix milliseconds of real time, with a fraction. */
  readonly realAt: number;
  /** Undefined while it is named after this entry, being its root. */
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
  /** The body of a call is kept as it came. */
  isWhole = false;
  /** Which one to end it was; undefined while it is under way. */
  completion: number | undefined;
  #isCut = false;
  #said: Said | undefined;
  readonly #source: SaidSource | undefined;

  constructor(
    { number, kind, name, at, realAt }: Pick<Entry, "number" | "kind" | "name" | "at" | "realAt">,
    source?: SaidSource,
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

  get said(): Said {
    if (this.#said !== undefined) return this.#said;
    if (this.#source === undefined) return nothing;
    // Newer entries may have taken the place of its texts, or its own, since it was read.
    const { said, isCut } = this.#source.saidBy(this.number) ?? { said: nothing, isCut: true };
    if (isCut) this.#isCut = true;
    return (this.#said = said);
  }

  set said(said: Said) {
    this.#said = said;
  }

  /** Whether its texts are whole: asked before them, it takes them now, so that both agree. */
  get isCut(): boolean {
    if (this.#said === undefined && this.#source !== undefined) this.takeTexts();
    return this.#isCut;
  }

  set isCut(isCut: boolean) {
    this.#isCut = isCut;
  }

  /** To be called by readers that wait for something else before they show it. */
  takeTexts(): void {
    void this.said;
  }

  get url(): string {
    return this.said.url;
  }

  get requestBody(): string | undefined {
    return this.said.requestBody;
  }

  get responseBody(): string | undefined {
    return this.said.responseBody;
  }

  get payload(): string | undefined {
    return this.said.payload;
  }

  /** The body of a call or a delivery as it came, where it is kept. */
  get cameWith(): string | undefined {
    return this.said.cameWith;
  }

  get request(): KeptRequest | undefined {
    const { method, requestHeaders: headers } = this;
    if (method === undefined || headers === undefined) return undefined;
    const { url, requestBody: body } = this.said;
    return { method, url, headers, body };
  }

  get response(): KeptMessage | undefined {
    const { responseHeaders: headers } = this;
    return headers === undefined ? undefined : { headers, body: this.responseBody };
  }

  get remembered(): Remembered | undefined {
    const { cameTo: url, cameWith: body } = this.said;
    return url === undefined ? undefined : { url, body, isWhole: this.isWhole };
  }
}
