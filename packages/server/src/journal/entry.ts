// One entry of the journal, from the beginning of what it tells of to its end.
import type { EntryKind, RefusalFacts } from "../platform/journal.ts";
import type { Millis } from "../platform/clock.ts";
import type { HeaderBlock } from "./redaction/redaction.ts";

/** One direction of an exchange, without secrets. */
export interface KeptMessage {
  readonly headers: HeaderBlock;
  body: string | undefined;
}

export interface KeptRequest extends KeptMessage {
  readonly method: string;
  readonly url: string;
  readonly shownPath: string | undefined;
}

/** What the same call is made with once more; it is never shown. */
export interface Remembered {
  readonly url: string;
  readonly body: string | undefined;
  /** The body is as it came. */
  readonly isWhole: boolean;
}

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
  request: KeptRequest | undefined;
  response: KeptMessage | undefined;
  /** JSON. */
  payload: string | undefined;
  remembered: Remembered | undefined;
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

  /** What its bodies take, by their letters. */
  get bodySize(): number {
    const { request, response, payload } = this;
    return (request?.body?.length ?? 0) + (response?.body?.length ?? 0) + (payload?.length ?? 0);
  }

  /** Forgets what was said, to make room. */
  dropBodies(): void {
    if (this.bodySize === 0) return;
    if (this.request !== undefined) this.request.body = undefined;
    if (this.response !== undefined) this.response.body = undefined;
    this.payload = undefined;
    this.remembered = undefined;
    this.isCut = true;
  }
}
