// Keeps secrets out of responses: values of fields that hold secrets, the control key, and anything
// in the form of a bot token. The journal redacts the secrets it knows of before this server reads
// it.
import { DEFAULT_KEY } from "../cli/session.ts";

/** Replaces a secret. */
export const REDACTED = "[secret]";

/** Names of fields whose values are credentials, in any object. */
const secretField = /(^|_)(token|secret|password|verifier)$|^(authorization|control_?key)$/i;

/** Shorter values would be found inside too many words. */
const SHORTEST = 6;
/** The most secrets kept; beyond that, the oldest are dropped. */
const KNOWN_SECRETS_MAX = 10_000;

/**
 * A bot token, whose first part is the application's id in base64url. Source: product.md, World
 * file.
 */
const tokenLike = /\b([A-Za-z0-9_-]{16,28})\.[A-Za-z0-9_-]{2,}\.[A-Za-z0-9_-]{4,}/g;
const digest = /\bsha256:[0-9a-f]{16,64}\b/g;
const credential = /\b(Bearer|Bot|Control|Basic) [A-Za-z0-9._~+/=-]{16,}/g;

export class KnownSecrets {
  readonly #known = new Set<string>();

  constructor(controlKey: string) {
    // The default key is public, and also a common word here.
    if (controlKey !== DEFAULT_KEY) this.add(controlKey);
  }

  add(secret: string): void {
    if (secret.length < SHORTEST || secret.startsWith("sha256:")) return;
    this.#known.delete(secret);
    this.#known.add(secret);
    if (this.#known.size <= KNOWN_SECRETS_MAX) return;
    const [oldest] = this.#known;
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  /** Remembers every secret in the fields of a value, at any depth. */
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
   * A text with known secrets and anything that looks like a credential redacted. All are searched
   * for in the original text, so that overlapping ones are covered completely.
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

  /** A value without the fields that hold secrets, at any depth. */
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

/** The occurrences of a secret in a text, also overlapping ones. */
function spansOf(text: string, secret: string): Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf(secret); start >= 0; start = text.indexOf(secret, start + 1)) {
    spans.push({ start, end: start + secret.length });
  }
  return spans;
}

/** A text in which one mark replaces each group of overlapping spans. */
function withoutSpans(text: string, spans: readonly Span[]): string {
  let [shown, shownTo] = ["", 0];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start >= shownTo) shown += text.slice(shownTo, start) + REDACTED;
    shownTo = Math.max(shownTo, end);
  }
  return shown + text.slice(shownTo);
}
