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

/**
 * Flat, since a busy service makes many of them: an entry is one object and the texts of its
 * bodies.
 */
export class Entry {
  /** Later ones have larger numbers, also after a restart. */
  readonly number: number;
  readonly kind: EntryKind;
  name: string;
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
  url = "";
  requestHeaders: HeaderBlock | undefined;
  requestBody: string | undefined;
  responseHeaders: HeaderBlock | undefined;
  responseBody: string | undefined;
  /** JSON. */
  payload: string | undefined;
  /** The address of a call as it came, and the body of a call or a delivery, where they are kept. */
  cameTo: string | undefined;
  cameWith: string | undefined;
  /** The body of a call is kept as it came. */
  isWhole = false;
  isCut = false;
  /** Which one to end it was; undefined while it is under way. */
  completion: number | undefined;

  constructor(
    number: number,
    { kind, name, at, realAt }: Pick<Entry, "kind" | "name" | "at" | "realAt">,
  ) {
    this.number = number;
    this.kind = kind;
    this.name = name;
    this.at = at;
    this.realAt = realAt;
  }

  get id(): string {
    return this.number.toString();
  }

  get traceId(): string {
    return this.trace ?? this.id;
  }

  get request(): KeptRequest | undefined {
    const { method, url, requestHeaders: headers, requestBody: body } = this;
    return method === undefined || headers === undefined
      ? undefined
      : { method, url, headers, body };
  }

  get response(): KeptMessage | undefined {
    const { responseHeaders: headers, responseBody: body } = this;
    return headers === undefined ? undefined : { headers, body };
  }

  get remembered(): Remembered | undefined {
    const { cameTo: url, cameWith: body, isWhole } = this;
    return url === undefined ? undefined : { url, body, isWhole };
  }

  /** What its bodies take, by their letters. */
  get bodySize(): number {
    const { requestBody, responseBody, payload } = this;
    return (requestBody?.length ?? 0) + (responseBody?.length ?? 0) + (payload?.length ?? 0);
  }

  /** Forgets what was said, to make room. */
  dropBodies(): void {
    if (this.bodySize === 0) return;
    this.requestBody = undefined;
    this.responseBody = undefined;
    this.payload = undefined;
    this.cameTo = undefined;
    this.cameWith = undefined;
    this.isCut = true;
  }
}
