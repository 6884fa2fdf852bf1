// Keeps secrets out of answers: whatever was seen in a field that holds one, the control key, and what
// has the form of a bot's token. The journal leaves out what it knows before this server reads it.

/** In place of a secret. */
export const REDACTED = "[secret]";

/** Fields whose values are credentials, whatever object they stand in. */
const secretField = /(^|_)(token|secret|password|verifier)$|^(authorization|control_?key)$/i;

/** Shorter values are found in too many words. */
const SHORTEST = 6;
/** More are not kept: the oldest are forgotten. */
const KEPT_MAX = 10_000;

/** The key that stands in the README, and in every second sentence. */
const PUBLISHED_KEY = "antechamber";

/** Its first part is the application's id in base64url. Source: product.md, World file. */
const tokenLike = /\b([A-Za-z0-9_-]{16,28})\.[A-Za-z0-9_-]{2,}\.[A-Za-z0-9_-]{4,}/g;
const digest = /\bsha256:[0-9a-f]{16,64}\b/g;
const credential = /\b(Bearer|Bot|Control|Basic) [A-Za-z0-9._~+/=-]{16,}/g;

export class KnownSecrets {
  readonly #known = new Set<string>();

  constructor(controlKey: string) {
    if (controlKey !== PUBLISHED_KEY) this.add(controlKey);
  }

  add(secret: string): void {
    if (secret.length < SHORTEST || secret.startsWith("sha256:")) return;
    this.#known.delete(secret);
    this.#known.add(secret);
    if (this.#known.size <= KEPT_MAX) return;
    const [oldest] = this.#known;
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  /** Remembers every secret that stands in a value's fields. */
  addFrom(value: unknown, field = ""): void {
    if (typeof value === "string") {
      if (secretField.test(field)) this.add(value);
    } else if (Array.isArray(value)) {
      for (const each of value) this.addFrom(each, field);
    } else if (typeof value === "object" && value !== null) {
      for (const [name, each] of Object.entries(value)) this.addFrom(each, name);
    }
  }

  /**
   * A text without what is known, or looks like a credential. All are found in the text as it was:
   * one that stands in another, or begins within it, leaves nothing of that in sight.
   */
  hide(text: string): string {
    const spans = [...this.#known].flatMap((secret) => spansOf(text, secret));
    for (const { 0: found, 1: id = "", index } of text.matchAll(tokenLike)) {
      if (isId(id)) spans.push({ start: index, end: index + found.length });
    }
    for (const { 0: found, 1: scheme = "", index } of text.matchAll(credential)) {
      spans.push({ start: index + scheme.length + 1, end: index + found.length });
    }
    for (const { 0: found, index } of text.matchAll(digest)) {
      spans.push({ start: index, end: index + found.length });
    }
    return withoutSpans(text, spans);
  }

  /** A value without the fields that hold secrets. */
  without(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.without(each));
    if (typeof value !== "object" || value === null) return value;
    const kept = Object.entries(value).filter(([name]) => !secretField.test(name));
    return Object.fromEntries(kept.map(([name, each]) => [name, this.without(each)]));
  }
}

function isId(part: string): boolean {
  return /^\d{15,20}$/.test(Buffer.from(part, "base64url").toString("latin1"));
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a secret stands in a text. */
function spansOf(text: string, secret: string): Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf(secret); start >= 0; start = text.indexOf(secret, start + 1)) {
    spans.push({ start, end: start + secret.length });
  }
  return spans;
}

/** A text in which one mark stands for all spans that overlap. */
function withoutSpans(text: string, spans: readonly Span[]): string {
  let [shown, shownTo] = ["", 0];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start >= shownTo) shown += text.slice(shownTo, start) + REDACTED;
    shownTo = Math.max(shownTo, end);
  }
  return shown + text.slice(shownTo);
}
