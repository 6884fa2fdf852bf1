// Blocks of headers whose redacted form is at hand: most clients send the same ones with every call, and
// answers differ in what limits count.
import { entryHeader } from "@antechamber/contract/control";
import { dropOldest } from "../../platform/collections/drop-oldest.ts";

/** Blocks kept. */
const BLOCKS_MAX = 200;
/** Names the entry of the call, and so is another one in every refusal. */
const NAMES_ENTRY = entryHeader.toLowerCase();
/** Those that are compared part by part: finding one among all takes a text of the whole block. */
const RECENT_MAX = 4;

/** A block of headers that many messages share. */
export interface HeaderBlock {
  /** Names and values in turn, without secrets. */
  readonly shown: readonly string[];
  /** The same as they came. */
  readonly parts: readonly string[];
  /** What the body is said to be. */
  readonly contentType: string;
  readonly bodyKind: BodyKind;
  /** The letters that it does not share with other blocks. */
  readonly letters: number;
  /** How often rows of the journal refer to it. */
  references: number;
}

/** How a body is looked through. */
export type BodyKind = "json" | "multipart" | "other";

/** How blocks are redacted. */
export interface BlockRedaction {
  /** Gives names and values without secrets. */
  readonly all: (parts: readonly string[]) => readonly string[];
  /** Gives a value without what is known. */
  readonly text: (value: string) => string;
}

/** A block, and how much was known to be secret when it was looked through. */
interface KeptBlock {
  readonly block: HeaderBlock;
  readonly known: number;
}

export class HeaderBlocks {
  readonly #redact: BlockRedaction;
  readonly #byText = new Map<string, KeptBlock>();
  #recent: HeaderBlock[] = [];
  /** Counts how often more became known to be secret. */
  #known = 0;

  constructor(redact: BlockRedaction) {
    this.#redact = redact;
  }

  /** @param parts names and values in turn, as they came */
  of(parts: readonly string[]): HeaderBlock {
    for (const like of this.#recent) {
      const difference = differenceOf(like.parts, parts);
      if (difference === "none") return like;
      if (difference === "counts") return this.#withCounts(like, parts);
    }
    const text = parts.join("\n");
    const kept = this.#byText.get(text);
    const block = kept === undefined ? this.#make(parts, text) : this.#asKnownNow(kept, text);
    this.#recent = [block, ...this.#recent.slice(0, RECENT_MAX - 1)];
    return block;
  }

  /** Redacts all of them anew: more is known to be secret. */
  clear(): void {
    this.#byText.clear();
    this.#recent = [];
  }

  /** Looks through each of them once more when it comes again: more is known to be secret. */
  distrust(): void {
    this.#known += 1;
    this.#recent = [];
  }

  #asKnownNow({ block, known }: KeptBlock, text: string): HeaderBlock {
    if (known === this.#known) return block;
    const shown = block.shown.map((part) => this.#redact.text(part));
    const anew = { ...block, shown, references: 0 };
    this.#byText.set(text, { block: anew, known: this.#known });
    return anew;
  }

  /** Looks through nothing but the values that are others than in a recent block. */
  #withCounts(like: HeaderBlock, parts: readonly string[]): HeaderBlock {
    const shown = like.shown.map((part, at) =>
      parts[at] === like.parts[at] ? part : this.#redact.text(parts[at] ?? ""),
    );
    const { contentType, bodyKind } = like;
    const letters = lettersOf(parts, like.parts);
    return { shown, parts, contentType, bodyKind, letters, references: 0 };
  }

  #make(parts: readonly string[], text: string): HeaderBlock {
    // A secret that is found in it clears the others.
    const shown = this.#redact.all(parts);
    const contentType = headerOf({ shown }, "content-type") ?? "";
    const bodyKind = bodyKindOf(contentType);
    const letters = lettersOf(parts, []) + lettersOf(shown, parts);
    const block = { shown, parts, contentType, bodyKind, letters, references: 0 };
    this.#byText.set(text, { block, known: this.#known });
    dropOldest(this.#byText, BLOCKS_MAX);
    return block;
  }
}

/** The letters of the texts that are others than those at the same places of a block before. */
function lettersOf(parts: readonly string[], before: readonly string[]): number {
  let letters = 0;
  for (let at = 0; at < parts.length; at += 1) {
    if (parts[at] !== before[at]) letters += parts[at]?.length ?? 0;
  }
  return letters;
}

/**
 * In what a block differs from one before. What limits count is another one in every answer, as its
 * length may be; blocks that differ in their length alone come again, and are shared.
 */
function differenceOf(
  before: readonly string[],
  parts: readonly string[],
): "none" | "counts" | "other" {
  if (before.length !== parts.length) return "other";
  let hasOtherCounts = false;
  let hasOtherLength = false;
  for (let at = 0; at < parts.length; at += 1) {
    if (before[at] === parts[at]) continue;
    const name = at % 2 === 0 ? "" : (parts[at - 1] ?? "");
    if (name.startsWith("x-ratelimit-") || name === NAMES_ENTRY) hasOtherCounts = true;
    else if (name === "content-length") hasOtherLength = true;
    else return "other";
  }
  if (hasOtherCounts) return "counts";
  return hasOtherLength ? "other" : "none";
}

function bodyKindOf(contentType: string): BodyKind {
  if (/^application\/json/i.test(contentType)) return "json";
  return /^multipart\/form-data/i.test(contentType) ? "multipart" : "other";
}

/** The value of a header, if it was sent. */
export function headerOf({ shown }: Pick<HeaderBlock, "shown">, name: string): string | undefined {
  for (let i = 0; i + 1 < shown.length; i += 2) if (shown[i] === name) return shown[i + 1];
  return undefined;
}
