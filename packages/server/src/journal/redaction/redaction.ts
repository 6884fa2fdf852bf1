// Redacts tokens, secrets and codes from everything that is recorded, both where the contract
// declares a field as secret and where a known one occurs in free text. Source: product.md,
// Journal.
import { Buffer } from "node:buffer";
import {
  limits,
  pathParameters,
  type EndpointDeclaration,
  type EventDeclaration,
} from "@antechamber/contract";
import { fieldNames, isSecret, type FieldNames } from "@antechamber/contract/schema";
import { definedFields } from "../../platform/defined-fields.ts";
import type {
  CrossedMessage,
  CrossedRequest,
  RefusalFacts,
  RefusalRule,
} from "../../platform/journal.ts";
import type { EntryTexts } from "../entry.ts";
import { HeaderBlocks, type BodyKind, type HeaderBlock } from "./header-blocks.ts";
import { redactHeaders } from "./headers.ts";
import { KNOWN_MAX, KnownSecrets, redactSecrets, REDACTED } from "./known-secrets.ts";
import { SecretFilter } from "./secret-filter.ts";
import { withoutFiles } from "./multipart-text.ts";
import {
  decodeFormValue,
  namedSecrets,
  decodePercents,
  type OnSecret,
  type NamedSecrets,
} from "./secret-names.ts";

/**
 * The world's own credentials, others that headers had, and those in what was answered and in what
 * was sent are limited separately: many of one kind, such as wrong tokens that anyone can send, do
 * not evict another.
 */
const OWN_MAX = 10_000;
const LONG_LIVED_MAX = 10_000;
const ISSUED_MAX = 10_000;
const PASSING_MAX = 10_000;
/**
 * Under a name that the endpoint's schema does not declare, only values of at least this length,
 * which look machine-generated, are treated as secrets.
 */
const UNDECLARED_MIN = 20;
/** Shorter texts are searched for secrets faster than they can be compared with the cache. */
const HARMLESS_MIN = 1024;
const HARMLESS_MAX = 16;
const TEXT_MAX = limits.journalBody.value;

export interface RedactionDeps {
  readonly endpoints: readonly EndpointDeclaration[];
  readonly events: readonly EventDeclaration[];
}

/** How the exchanges of one endpoint are redacted. */
interface EndpointRules {
  readonly path: readonly string[];
  /** Whether a parameter of the path is a secret. */
  readonly hasSecretPath: boolean;
  /** The names of all parameters and fields, at any depth. */
  readonly names: ReadonlySet<string>;
  readonly declared: NamedSecrets;
  readonly undeclared: NamedSecrets;
  readonly replies: NamedSecrets;
}

/**
 * A text without what the contract declares to be secret. Known secrets in a short one are only
 * searched for when it is stored: `mayContain` and `redactKnown`.
 */
export interface RedactedText {
  readonly text: string;
  /** Whether the text was longer. */
  readonly isCut: boolean;
}

/** A redacted message. */
export interface Redacted {
  readonly headers: HeaderBlock;
  readonly body: string | undefined;
  readonly isCut: boolean;
}

/** Where the contract declares secrets. */
export class RedactionRules {
  readonly #declared: ReadonlyMap<string, EndpointDeclaration>;
  readonly #endpoints = new Map<string, EndpointRules>();
  readonly #declaredEvents: ReadonlyMap<string, readonly EventDeclaration[]>;
  readonly #events = new Map<string, NamedSecrets>();
  /** The secret names of all endpoints, collected on first use. */
  #any: { readonly names: ReadonlySet<string>; readonly secrets: NamedSecrets } | undefined;

  constructor({ endpoints, events }: RedactionDeps) {
    this.#declared = new Map(endpoints.map((each) => [each.id, each]));
    this.#declaredEvents = Map.groupBy(events, ({ name }) => name);
  }

  /** Finds secrets under a name that any endpoint declares. */
  anywhere(): NamedSecrets {
    return this.#anyName().secrets;
  }

  #anyName() {
    if (this.#any !== undefined) return this.#any;
    const names = fieldNames(...[...this.#declared.values()].flatMap(schemasOf)).secret;
    return (this.#any = { names, secrets: namedSecrets(names) });
  }

  /** How an endpoint's exchanges are redacted, compiled on first use. */
  rulesOf(name: string): EndpointRules | undefined {
    const endpoint = this.#declared.get(name);
    if (endpoint === undefined) return undefined;
    let rules = this.#endpoints.get(name);
    if (rules === undefined) this.#endpoints.set(name, (rules = this.#compile(endpoint)));
    return rules;
  }

  #compile({ path, query, body, replies }: EndpointDeclaration): EndpointRules {
    const requestNames = fieldNames(...[query, body].filter((each) => each !== undefined));
    const answered = fieldNames(...Object.values(replies).filter((each) => each !== null));
    const parts = path.split("/").slice(1);
    return {
      path: parts,
      hasSecretPath: parts.some(isSecretPart),
      names: new Set([...parts.map(nameOfPart), ...requestNames.secret, ...requestNames.plain]),
      declared: namedSecrets(requestNames.secret),
      undeclared: namedSecrets(without(this.#anyName().names, requestNames)),
      replies: namedSecrets(answered.secret),
    };
  }

  /** How an event's payload is redacted, compiled on first use. */
  rulesOfEvent(name: string): NamedSecrets | undefined {
    const declared = this.#declaredEvents.get(name);
    if (declared === undefined) return undefined;
    let rules = this.#events.get(name);
    if (rules === undefined) {
      rules = namedSecrets(fieldNames(...declared.map(({ payload }) => payload)).secret);
      this.#events.set(name, rules);
    }
    return rules;
  }
}

export class Redaction {
  readonly #filter = new SecretFilter();
  readonly #own = new KnownSecrets(OWN_MAX, this.#filter);
  readonly #lasting = new KnownSecrets(LONG_LIVED_MAX, this.#filter);
  readonly #issued = new KnownSecrets(ISSUED_MAX, this.#filter);
  readonly #passing = new KnownSecrets(PASSING_MAX, this.#filter);
  readonly #known = [this.#own, this.#lasting, this.#issued, this.#passing];
  readonly #rules: RedactionRules;
  readonly #blocks: HeaderBlocks;
  /** A cache of long texts without known secrets, by their length: many are sent repeatedly. */
  readonly #harmless: (string | undefined)[] = Array.from({ length: HARMLESS_MAX });
  /** Redacts known secrets in free text, which may be percent-encoded. */
  readonly #encodedText = (text: string): string =>
    this.text(this.#redactEncoded(text, { isForm: false }));
  readonly #foundLasting: OnSecret = (secret) => {
    if (this.#lasting.add(secret)) this.#clearCaches();
  };
  readonly #addIssued: OnSecret = (secret) => this.#addShortLived(secret, this.#issued);
  readonly #addPassing: OnSecret = (secret) => this.#addShortLived(secret, this.#passing);
  readonly #foundIssued: OnSecret = (secret) => this.#addWithQuery(secret, this.#addIssued);
  readonly #foundPassing: OnSecret = (secret) => this.#addWithQuery(secret, this.#addPassing);
  readonly #foundUndeclared: OnSecret = (secret) => {
    if (secret.length >= UNDECLARED_MIN) this.#addPassing(secret);
  };

  /**
   * @param rules shared by all journals of a process
   * @param options.keepsOriginals whether headers are also kept as they were received
   */
  constructor(rules: RedactionRules, { keepsOriginals = true } = {}) {
    this.#rules = rules;
    const redact = {
      all: (parts: readonly string[]) => this.#redactHeaders(parts),
      text: (value: string) => this.#encodedText(value),
    };
    this.#blocks = new HeaderBlocks(redact, keepsOriginals);
  }

  /** Adds a credential of the world, which was issued without crossing an edge. */
  addSecret(secret: string): void {
    if (this.#own.add(secret)) this.#clearCaches();
  }

  #addShortLived(secret: string, list: KnownSecrets): void {
    if (!list.add(secret)) return;
    this.#blocks.invalidate();
    this.#harmless.fill(undefined);
  }

  /** Adds a secret; if it is a URL, the secrets in its query are secrets too. */
  #addWithQuery(secret: string, add: OnSecret): void {
    add(secret);
    if (!secret.includes("?")) return;
    this.#rules.anywhere().pairs(secret.slice(secret.indexOf("?") + 1), add);
  }

  #clearCaches(): void {
    this.#blocks.clear();
    this.#harmless.fill(undefined);
  }

  /** Redacts known secrets in free text. */
  readonly text = (text: string): string => redactSecrets(text, this.#known);

  /** Whether a known secret may be in a range of bytes. */
  mayContain(words: Int32Array, from: number, to: number): boolean {
    return this.#filter.mayContain(words, from, to);
  }

  /** The texts with known secrets redacted. */
  redactKnown(texts: EntryTexts): EntryTexts {
    const { url, requestBody, responseBody, payload } = texts;
    return {
      ...texts,
      url: this.#redactShort(url),
      requestBody: requestBody && this.#redactShort(requestBody),
      responseBody: responseBody && this.#redactShort(responseBody),
      payload: payload && this.#redactShort(payload),
    };
  }

  /** A refusal with known secrets redacted, since its messages quote what was sent. */
  refusal(facts: RefusalFacts): RefusalFacts {
    const { faults, rule } = facts;
    if (faults === undefined && rule === undefined) return facts;
    const { text } = this;
    const redacted = faults?.map(({ at, code, message }) => ({
      at: text(at),
      code,
      message: text(message),
    }));
    return { ...facts, ...definedFields({ faults: redacted, rule: rule && this.#rule(rule) }) };
  }

  #rule({ id, name, keyword }: RefusalRule): RefusalRule {
    const word = keyword === undefined ? undefined : this.text(keyword);
    return { id, name: this.text(name), ...definedFields({ keyword: word }) };
  }

  /**
   * A refusal without any value that was sent to an endpoint, and without names that are not
   * declared.
   */
  refusalWithoutValues(name: string, facts: RefusalFacts): RefusalFacts {
    const { names } = this.#rules.rulesOf(name) ?? {};
    const place = (at: string) =>
      at.replaceAll(/\[\d+\]|[^.[\]]+/g, (step) =>
        step.startsWith("[") || names?.has(step) === true ? step : "…",
      );
    const faults = facts.faults?.map(({ at, code }) => ({ at: place(at), code, message: code }));
    return this.refusal({ ...facts, ...definedFields({ faults }) });
  }

  #redactShort(text: string): string {
    return text.length < HARMLESS_MIN ? this.text(text) : text;
  }

  /** A request to an endpoint, known or unknown. */
  request(name: string, message: CrossedRequest): Redacted & { readonly url: string } {
    const rules = this.#rules.rulesOf(name);
    const { headers, body, isCut } = this.#message(message, rules, "asked");
    return { headers, body, isCut, url: this.#url(message.shownUrl ?? message.url, rules) };
  }

  /** The response of an endpoint. */
  answer(name: string, message: CrossedMessage): Redacted {
    return this.#message(message, this.#rules.rulesOf(name), "answered");
  }

  /** The payload of an event, as JSON. */
  event(name: string, json: string): RedactedText {
    return this.#redactText(this.#rules.rulesOfEvent(name)?.json(json, this.#foundIssued) ?? json);
  }

  /** A frame that a client sent over a connection, as JSON. */
  frame(json: string): RedactedText {
    return this.#redactText(this.#rules.anywhere().sentJson(json, this.#foundPassing));
  }

  /** Any other JSON. */
  json(json: string): RedactedText {
    return this.#redactText(this.#rules.anywhere().json(json, this.#foundPassing));
  }

  /** A text cut to the length that the journal keeps; in a long one, known secrets are redacted. */
  #redactText(text: string): RedactedText {
    if (text.length < HARMLESS_MIN) return { text: this.#redactEncodedWords(text), isCut: false };
    const slot = text.length % HARMLESS_MAX;
    if (this.#harmless[slot] === text) return { text, isCut: false };
    if (text.length <= TEXT_MAX) {
      const redacted = this.text(this.#redactEncodedWords(text));
      if (redacted === text) this.#harmless[slot] = text;
      return { text: redacted, isCut: false };
    }
    // This much of a credential that the limit cuts through is left for it to be recognised.
    const redacted = this.text(this.#redactEncodedWords(text.slice(0, TEXT_MAX + KNOWN_MAX)));
    const isCut = text.length > TEXT_MAX + KNOWN_MAX || redacted.length > TEXT_MAX;
    return { text: copyOf(redacted.slice(0, TEXT_MAX)), isCut };
  }

  /** A URL of another host: any part after the host may hold a secret, so it is redacted whole. */
  foreignUrl(url: string): string {
    if (!URL.canParse(url)) return REDACTED;
    const { origin, pathname, search } = new URL(url);
    return pathname === "/" && search === "" ? origin : `${origin}/${REDACTED}`;
  }

  #message(
    { headers, body, isCut = false }: CrossedMessage,
    rules: EndpointRules | undefined,
    direction: "asked" | "answered",
  ): Redacted {
    const block = this.#blocks.blockOf(headers);
    if (body === undefined) return { headers: block, body, isCut };
    const bare = block.bodyKind === "multipart" ? withoutFiles(block.contentType, body) : body;
    const kind = block.bodyKind;
    const text =
      direction === "asked"
        ? this.#requestText(bare, kind, rules)
        : this.#responseText(bare, rules);
    const redacted = this.#redactText(text);
    return { headers: block, body: redacted.text, isCut: isCut || bare !== body || redacted.isCut };
  }

  #requestText(body: string, kind: BodyKind, rules: EndpointRules | undefined): string {
    const found = this.#foundPassing;
    const text = rules?.declared.sentJson(body, found) ?? this.#rules.anywhere().json(body, found);
    if (kind === "json") return rules?.undeclared.json(text, this.#foundUndeclared) ?? text;
    const bare = kind === "multipart" ? this.#redactParts(text, rules) : text;
    return this.#redactEncoded(this.#redactPairs(bare, rules), { isForm: true });
  }

  /** A multipart form, each part of which may be a secret. */
  #redactParts(body: string, rules: EndpointRules | undefined): string {
    if (rules === undefined) return this.#rules.anywhere().parts(body, this.#foundPassing);
    const text = rules.declared.parts(body, this.#foundPassing);
    return rules.undeclared.parts(text, this.#foundUndeclared);
  }

  /** A urlencoded form, which may contain JSON. */
  #redactPairs(body: string, rules: EndpointRules | undefined): string {
    if (rules === undefined) return this.#rules.anywhere().pairs(body, this.#foundPassing);
    const { declared, undeclared } = rules;
    const text = undeclared.json(declared.pairs(body, this.#foundPassing), this.#foundUndeclared);
    return undeclared.pairs(text, this.#foundUndeclared);
  }

  #responseText(body: string, rules: EndpointRules | undefined): string {
    if (rules !== undefined) return rules.replies.json(body, this.#foundIssued);
    // A response that belongs to no endpoint may hold a secret under any declared name.
    return this.#rules.anywhere().json(body, this.#foundPassing);
  }

  /** Path and query of one of our own URLs. */
  #url(url: string, rules: EndpointRules | undefined): string {
    const queryAt = url.indexOf("?");
    const path = queryAt < 0 ? url : url.slice(0, queryAt);
    const plain = rules?.hasSecretPath === true ? this.#redactPath(path, rules) : path;
    const redacted = plain.includes("%") ? this.#redactEncodedPath(plain) : plain;
    if (queryAt < 0) return redacted.length < HARMLESS_MIN ? redacted : this.text(redacted);
    const query = this.#rules.anywhere().pairs(url.slice(queryAt + 1), this.#foundUndeclared);
    return this.text(`${redacted}?${this.#redactEncoded(query, { isForm: true })}`);
  }

  #redactEncodedPath(path: string): string {
    const segments = path.split("/");
    return segments.map((each) => this.#redactEncoded(each, { isForm: false })).join("/");
  }

  /**
   * Redacts a known credential that is percent-encoded; in forms, and so in queries, `+` is a
   * space.
   */
  #redactEncoded(text: string, { isForm }: { readonly isForm: boolean }): string {
    if (!text.includes("%")) return text;
    const plain = decodePercents(isForm ? text.replaceAll("+", " ") : text);
    const redacted = this.text(plain);
    return redacted === plain ? text : redacted;
  }

  /** Redacts percent-encoded credentials word by word, so that JSON stays valid. */
  #redactEncodedWords(text: string): string {
    if (!text.includes("%")) return text;
    return text.replaceAll(/[^\s"\\]+/g, (word) => {
      const redacted = this.#redactEncoded(word, { isForm: false });
      return redacted === word ? word : JSON.stringify(redacted).slice(1, -1);
    });
  }

  /** The template is matched against the end of the path, after the prefix with the API version. */
  #redactPath(path: string, { path: template }: EndpointRules): string {
    const segments = path.replace(/\/$/, "").split("/");
    const offset = segments.length - template.length;
    template.forEach((part, i) => {
      const segment = segments[offset + i];
      if (segment === undefined || !isSecretPart(part)) return;
      this.#addPassing(decodeFormValue(segment));
      segments[offset + i] = REDACTED;
    });
    return segments.join("/");
  }

  #redactHeaders(parts: readonly string[]): readonly string[] {
    return redactHeaders(parts, {
      address: (url) => {
        const queryAt = url.indexOf("?");
        if (queryAt < 0) return url;
        const query = this.#rules.anywhere().pairs(url.slice(queryAt + 1), this.#foundPassing);
        return url.slice(0, queryAt + 1) + query;
      },
      text: this.#encodedText,
      found: this.#foundLasting,
    });
  }
}

function schemasOf({ query, body, replies }: EndpointDeclaration) {
  const schemas = [query, body, ...Object.values(replies)];
  return schemas.filter((each) => each !== undefined && each !== null);
}

/** Whether a segment of a path template is a parameter that is a secret. */
function isSecretPart(part: string): boolean {
  if (!part.startsWith("{")) return false;
  return isSecret(pathParameters[part.slice(1, -1) as keyof typeof pathParameters]);
}

/** The name of a parameter, or the literal segment. */
function nameOfPart(part: string): string {
  return part.startsWith("{") ? part.slice(1, -1) : part;
}

/** Copies a text, since a slice keeps the whole string that it is cut from alive. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

function without(names: ReadonlySet<string>, { secret, plain }: FieldNames): ReadonlySet<string> {
  return new Set([...names].filter((name) => !secret.has(name) && !plain.has(name)));
}
