// What is written down holds no token, secret or code: neither where the contract declares one, nor
// where a known one is part of free text. Source: product.md, Journal.
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
import type { Said } from "../entry.ts";
import { HeaderBlocks, type BodyKind, type HeaderBlock } from "./header-blocks.ts";
import { redactedHeaders } from "./headers.ts";
import { KNOWN_MAX, KnownSecrets, REDACTED } from "./known-secrets.ts";
import { AllMetWords } from "./met-words.ts";
import { withoutFiles } from "./multipart-text.ts";
import {
  decoded,
  namedSecrets,
  partlyDecoded,
  type Found,
  type NamedSecrets,
} from "./secret-names.ts";

/** Credentials that last, and those of a moment: many of these leave the others known. */
const LASTING_MAX = 10_000;
const PASSING_MAX = 10_000;
/** Under a name that its form does not declare, only what looks made by a machine is one. */
const UNDECLARED_MIN = 20;
/** Shorter answers are looked through sooner than they are compared. */
const HARMLESS_MIN = 1024;
const HARMLESS_MAX = 16;
const TEXT_MAX = limits.journalBody.value;

export interface RedactionDeps {
  readonly endpoints: readonly EndpointDeclaration[];
  readonly events: readonly EventDeclaration[];
}

/** How the exchanges of one endpoint are read. */
interface OfEndpoint {
  readonly path: readonly string[];
  /** A parameter of the path is a secret. */
  readonly hasSecretPath: boolean;
  /** Of parameters and fields, at any depth. */
  readonly names: ReadonlySet<string>;
  readonly declared: NamedSecrets;
  readonly undeclared: NamedSecrets;
  readonly replies: NamedSecrets;
}

/**
 * A text without what the contract says to be secret. Whether what is known stands in a short one
 * is seen when it is kept: `mayHold` and `withoutKnown`.
 */
export interface Shown {
  readonly text: string;
  /** There was more of it. */
  readonly isCut: boolean;
}

/** The same of a message. */
export interface Redacted {
  readonly headers: HeaderBlock;
  readonly body: string | undefined;
  readonly isCut: boolean;
}

/** Where the contract says that secrets stand. */
export class RedactionRules {
  readonly #declared: ReadonlyMap<string, EndpointDeclaration>;
  readonly #endpoints = new Map<string, OfEndpoint>();
  readonly #declaredEvents: ReadonlyMap<string, readonly EventDeclaration[]>;
  readonly #events = new Map<string, NamedSecrets>();
  /** Of every endpoint: they are looked through when the first secret is looked for. */
  #any: { readonly names: ReadonlySet<string>; readonly secrets: NamedSecrets } | undefined;

  constructor({ endpoints, events }: RedactionDeps) {
    this.#declared = new Map(endpoints.map((each) => [each.id, each]));
    this.#declaredEvents = Map.groupBy(events, ({ name }) => name);
  }

  /** Under any of the declared names. */
  anywhere(): NamedSecrets {
    return this.#anyName().secrets;
  }

  #anyName() {
    if (this.#any !== undefined) return this.#any;
    const names = fieldNames(...[...this.#declared.values()].flatMap(schemasOf)).secret;
    return (this.#any = { names, secrets: namedSecrets(names) });
  }

  /** How an endpoint's exchanges are read, compiled when the first one crosses. */
  of(name: string): OfEndpoint | undefined {
    const endpoint = this.#declared.get(name);
    if (endpoint === undefined) return undefined;
    let of = this.#endpoints.get(name);
    if (of === undefined) this.#endpoints.set(name, (of = this.#compile(endpoint)));
    return of;
  }

  #compile({ path, query, body, replies }: EndpointDeclaration): OfEndpoint {
    const asked = fieldNames(...[query, body].filter((each) => each !== undefined));
    const answered = fieldNames(...Object.values(replies).filter((each) => each !== null));
    const parts = path.split("/").slice(1);
    return {
      path: parts,
      hasSecretPath: parts.some(isSecretPart),
      names: new Set([...parts.map(nameOfPart), ...asked.secret, ...asked.plain]),
      declared: namedSecrets(asked.secret),
      undeclared: namedSecrets(without(this.#anyName().names, asked)),
      replies: namedSecrets(answered.secret),
    };
  }

  /** The same for an event. */
  ofEvent(name: string): NamedSecrets | undefined {
    const declared = this.#declaredEvents.get(name);
    if (declared === undefined) return undefined;
    let of = this.#events.get(name);
    if (of === undefined) {
      of = namedSecrets(fieldNames(...declared.map(({ payload }) => payload)).secret);
      this.#events.set(name, of);
    }
    return of;
  }
}

export class Redaction {
  readonly #met = new AllMetWords();
  readonly #lasting = new KnownSecrets(LASTING_MAX, this.#met);
  readonly #passing = new KnownSecrets(PASSING_MAX, this.#met);
  readonly #rules: RedactionRules;
  readonly #blocks = new HeaderBlocks({
    all: (parts) => this.#withoutSecrets(parts),
    text: (value) => this.#encodedText(value),
  });
  /** Long answers that hold nothing known, by their length: those that are given again and again. */
  readonly #harmless: (string | undefined)[] = Array.from({ length: HARMLESS_MAX });
  /** Free text, which may be written with percent signs, without what is known. */
  readonly #encodedText = (text: string): string =>
    this.text(this.#decodedWhereKnown(text, { isForm: false }));
  readonly #foundLasting: Found = (secret) => {
    if (!this.#lasting.add(secret)) return;
    this.#blocks.clear();
    this.#harmless.fill(undefined);
  };
  readonly #addPassing: Found = (secret) => {
    if (!this.#passing.add(secret)) return;
    this.#blocks.distrust();
    this.#harmless.fill(undefined);
  };
  readonly #foundPassing: Found = (secret) => {
    this.#addPassing(secret);
    // Of an address, what its query names is one too.
    if (secret.includes("?")) {
      const query = secret.slice(secret.indexOf("?") + 1);
      this.#rules.anywhere().pairs(query, this.#addPassing);
    }
  };
  readonly #foundUndeclared: Found = (secret) => {
    if (secret.length >= UNDECLARED_MIN) this.#addPassing(secret);
  };

  /** @param rules shared by all journals of a process */
  constructor(rules: RedactionRules) {
    this.#rules = rules;
  }

  /** A credential that was given to somebody without passing any edge. */
  learn(secret: string): void {
    this.#foundLasting(secret);
  }

  /** Free text without what is known. */
  readonly text = (text: string): string => this.#passing.redact(this.#lasting.redact(text));

  /** Whether something known may stand in so many bytes of a memory. */
  mayHold(words: Int32Array, from: number, to: number): boolean {
    return this.#met.mayStandIn(words, from, to);
  }

  /** What was said without what is known. */
  withoutKnown(said: Said): Said {
    const { url, requestBody, responseBody, payload } = said;
    return {
      ...said,
      url: this.#short(url),
      requestBody: requestBody && this.#short(requestBody),
      responseBody: responseBody && this.#short(responseBody),
      payload: payload && this.#short(payload),
    };
  }

  /** Why something was refused without what is known: messages quote what was sent. */
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

  /** The same without any value that was sent to an endpoint, and any name but declared ones. */
  refusalOfUnkept(name: string, facts: RefusalFacts): RefusalFacts {
    const { names } = this.#rules.of(name) ?? {};
    const place = (at: string) =>
      at.replaceAll(/\[\d+\]|[^.[\]]+/g, (step) =>
        step.startsWith("[") || names?.has(step) === true ? step : "…",
      );
    const faults = facts.faults?.map(({ at, code }) => ({ at: place(at), code, message: code }));
    return this.refusal({ ...facts, ...definedFields({ faults }) });
  }

  #short(text: string): string {
    return text.length < HARMLESS_MIN ? this.text(text) : text;
  }

  /** A request of an endpoint, or of no known one. */
  request(name: string, message: CrossedRequest): Redacted & { readonly url: string } {
    const of = this.#rules.of(name);
    const { headers, body, isCut } = this.#message(message, of, "asked");
    return { headers, body, isCut, url: this.#url(message.shownUrl ?? message.url, of) };
  }

  /** What a known endpoint answered. */
  answer(name: string, message: CrossedMessage): Redacted {
    return this.#message(message, this.#rules.of(name), "answered");
  }

  /** What an event says, as JSON. */
  event(name: string, json: string): Shown {
    return this.#shown(this.#rules.ofEvent(name)?.json(json, this.#foundPassing) ?? json);
  }

  /** What a client sent over a connection, as JSON. */
  frame(json: string): Shown {
    return this.#shown(this.#rules.anywhere().sentJson(json, this.#foundPassing));
  }

  /** Anything else that is written as JSON. */
  json(json: string): Shown {
    return this.#shown(this.#rules.anywhere().json(json, this.#foundPassing));
  }

  /** A text as long as the journal keeps it; a long one is without what is known. */
  #shown(text: string): Shown {
    if (text.length < HARMLESS_MIN) return { text: this.#withoutEncoded(text), isCut: false };
    const slot = text.length % HARMLESS_MAX;
    if (this.#harmless[slot] === text) return { text, isCut: false };
    if (text.length <= TEXT_MAX) {
      const redacted = this.text(this.#withoutEncoded(text));
      if (redacted === text) this.#harmless[slot] = text;
      return { text: redacted, isCut: false };
    }
    // Of a credential that is cut off at the end, enough is left to know it.
    const redacted = this.text(this.#withoutEncoded(text.slice(0, TEXT_MAX + KNOWN_MAX)));
    const isCut = text.length > TEXT_MAX + KNOWN_MAX || redacted.length > TEXT_MAX;
    return { text: ownCopy(redacted.slice(0, TEXT_MAX)), isCut };
  }

  /** Another's address: what follows its host may hold a secret in any part. */
  elsewhere(url: string): string {
    if (!URL.canParse(url)) return REDACTED;
    const { origin, pathname, search } = new URL(url);
    return pathname === "/" && search === "" ? origin : `${origin}/${REDACTED}`;
  }

  #message(
    { headers, body, isCut = false }: CrossedMessage,
    of: OfEndpoint | undefined,
    direction: "asked" | "answered",
  ): Redacted {
    const kept = this.#blocks.of(headers);
    if (body === undefined) return { headers: kept, body, isCut };
    const bare = kept.bodyKind === "multipart" ? withoutFiles(kept.contentType, body) : body;
    const kind = kept.bodyKind;
    const named = direction === "asked" ? this.#asked(bare, kind, of) : this.#answered(bare, of);
    const shown = this.#shown(named);
    return { headers: kept, body: shown.text, isCut: isCut || bare !== body || shown.isCut };
  }

  #asked(body: string, kind: BodyKind, of: OfEndpoint | undefined): string {
    const found = this.#foundPassing;
    const text = of?.declared.sentJson(body, found) ?? this.#rules.anywhere().json(body, found);
    if (kind === "json") return of?.undeclared.json(text, this.#foundUndeclared) ?? text;
    const bare = kind === "multipart" ? this.#withoutParts(text, of) : text;
    return this.#decodedWhereKnown(this.#withoutPairs(bare, of), { isForm: true });
  }

  /** A form with parts, each of which may be a secret. */
  #withoutParts(body: string, of: OfEndpoint | undefined): string {
    if (of === undefined) return this.#rules.anywhere().parts(body, this.#foundPassing);
    const text = of.declared.parts(body, this.#foundPassing);
    return of.undeclared.parts(text, this.#foundUndeclared);
  }

  /** A form, which may hold JSON. */
  #withoutPairs(body: string, of: OfEndpoint | undefined): string {
    if (of === undefined) return this.#rules.anywhere().pairs(body, this.#foundPassing);
    const { declared, undeclared } = of;
    const text = undeclared.json(declared.pairs(body, this.#foundPassing), this.#foundUndeclared);
    return undeclared.pairs(text, this.#foundUndeclared);
  }

  #answered(body: string, of: OfEndpoint | undefined): string {
    // Of what is no endpoint of ours nothing is known.
    return (of?.replies ?? this.#rules.anywhere()).json(body, this.#foundPassing);
  }

  /** Path and query of one of our own addresses. */
  #url(url: string, of: OfEndpoint | undefined): string {
    const queryAt = url.indexOf("?");
    const path = queryAt < 0 ? url : url.slice(0, queryAt);
    const named = of?.hasSecretPath === true ? this.#path(path, of) : path;
    const shown = named.includes("%") ? this.#encodedPath(named) : named;
    if (queryAt < 0) return shown.length < HARMLESS_MIN ? shown : this.text(shown);
    const query = this.#rules.anywhere().pairs(url.slice(queryAt + 1), this.#foundUndeclared);
    return this.text(`${shown}?${this.#decodedWhereKnown(query, { isForm: true })}`);
  }

  #encodedPath(path: string): string {
    const segments = path.split("/");
    return segments.map((each) => this.#decodedWhereKnown(each, { isForm: false })).join("/");
  }

  /**
   * A known credential may be written with percent signs; in forms, which queries are, `+` is a
   * space.
   */
  #decodedWhereKnown(text: string, { isForm }: { readonly isForm: boolean }): string {
    if (!text.includes("%")) return text;
    const plain = partlyDecoded(isForm ? text.replaceAll("+", " ") : text);
    const redacted = this.text(plain);
    return redacted === plain ? text : redacted;
  }

  /** The same word by word, so that JSON stays JSON. */
  #withoutEncoded(text: string): string {
    if (!text.includes("%")) return text;
    return text.replaceAll(/[^\s"\\]+/g, (word) => {
      const shown = this.#decodedWhereKnown(word, { isForm: false });
      return shown === word ? word : JSON.stringify(shown).slice(1, -1);
    });
  }

  /** The template stands at the end of the path, whatever version comes before it. */
  #path(path: string, { path: template }: OfEndpoint): string {
    const segments = path.replace(/\/$/, "").split("/");
    const offset = segments.length - template.length;
    template.forEach((part, i) => {
      const segment = segments[offset + i];
      if (segment === undefined || !isSecretPart(part)) return;
      this.#addPassing(decoded(segment));
      segments[offset + i] = REDACTED;
    });
    return segments.join("/");
  }

  #withoutSecrets(parts: readonly string[]): readonly string[] {
    return redactedHeaders(parts, {
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

/** A part of a template: a parameter that is a secret. */
function isSecretPart(part: string): boolean {
  if (!part.startsWith("{")) return false;
  return isSecret(pathParameters[part.slice(1, -1) as keyof typeof pathParameters]);
}

/** The name of a parameter, or a word. */
function nameOfPart(part: string): string {
  return part.startsWith("{") ? part.slice(1, -1) : part;
}

/** A piece of a long text holds on to the whole of it; a copy does not. */
function ownCopy(text: string): string {
  return Buffer.from(text).toString();
}

function without(names: ReadonlySet<string>, { secret, plain }: FieldNames): ReadonlySet<string> {
  return new Set([...names].filter((name) => !secret.has(name) && !plain.has(name)));
}
