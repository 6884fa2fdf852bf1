// Caches redacted header blocks: most clients send the same headers with every call, and responses
// mostly differ in rate-limit headers only.
import { entryHeader } from "@antechamber/contract/control";
import { dropOldest } from "../../platform/collections/drop-oldest.ts";

/** The most blocks in the cache. */
const BLOCKS_MAX = 200;
/** A header with the id of the call's entry, which makes the block of every refusal different. */
const NAMES_ENTRY = entryHeader.toLowerCase();
/**
 * The most recent blocks are compared part by part, since a cache lookup must join the whole block
 * first.
 */
const RECENT_MAX = 4;

/** A block of headers that many messages share. */
export interface HeaderBlock {
  /** Names and values in turn, redacted. */
  readonly shown: readonly string[];
  /** Names and values in turn, as they were received; absent where nothing original is kept. */
  readonly parts?: readonly string[];
  /** The value of the content-type header. */
  readonly contentType: string;
  readonly bodyKind: BodyKind;
  /** The length of the texts that it does not share with other blocks. */
  readonly letters: number;
  /** How many references rows of the journal have to it. */
  references: number;
}

/** How a body is searched for secrets. */
export type BodyKind = "json" | "multipart" | "other";

/** How blocks are redacted. */
export interface BlockRedaction {
  /** Redacts names and values. */
  readonly all: (parts: readonly string[]) => readonly string[];
  /** Redacts known secrets in a value. */
  readonly text: (value: string) => string;
}

/** A cached block, and the generation of the known secrets that it was redacted with. */
interface CachedBlock {
  readonly block: HeaderBlock;
  readonly known: number;
}

/** A block, and the headers that it was made of, which are compared with those of later messages. */
interface RecentBlock {
  readonly block: HeaderBlock;
  readonly parts: readonly string[];
}

export class HeaderBlocks {
  readonly #redact: BlockRedaction;
  readonly #keepsOriginals: boolean;
  readonly #byText = new Map<string, CachedBlock>();
  #recent: RecentBlock[] = [];
  /** The generation of the known secrets: incremented when secrets are added. */
  #known = 0;

  constructor(redact: BlockRedaction, keepsOriginals: boolean) {
    this.#redact = redact;
    this.#keepsOriginals = keepsOriginals;
  }

  /** @param parts names and values in turn, as they were received */
  of(parts: readonly string[]): HeaderBlock {
    for (const like of this.#recent) {
      const difference = differenceOf(like.parts, parts);
      if (difference === "none") return like.block;
      if (difference === "counts") return this.#withCounts(like, parts);
    }
    const text = parts.join("\n");
    const kept = this.#byText.get(text);
    const block = kept === undefined ? this.#make(parts, text) : this.#asKnownNow(kept, text);
    this.#recent = [{ block, parts }, ...this.#recent.slice(0, RECENT_MAX - 1)];
    return block;
  }

  /** Empties the cache, so that every block is redacted anew with the new secrets. */
  clear(): void {
    this.#byText.clear();
    this.#recent = [];
  }

  /** Marks every cached block as outdated; it is searched for the new secrets on its next use. */
  distrust(): void {
    this.#known += 1;
    this.#recent = [];
  }

  #asKnownNow({ block, known }: CachedBlock, text: string): HeaderBlock {
    if (known === this.#known) return block;
    const shown = block.shown.map((part) => this.#redact.text(part));
    const anew = { ...block, shown, references: 0 };
    this.#byText.set(text, { block: anew, known: this.#known });
    return anew;
  }

  /** Redacts only the values that differ from a recent block. */
  #withCounts(like: RecentBlock, parts: readonly string[]): HeaderBlock {
    const shown = like.block.shown.map((part, at) =>
      parts[at] === like.parts[at] ? part : this.#redact.text(parts[at] ?? ""),
    );
    const { contentType, bodyKind } = like.block;
    const letters = lettersOf(parts, like.parts);
    return { shown, ...this.#kept(parts), contentType, bodyKind, letters, references: 0 };
  }

  #make(parts: readonly string[], text: string): HeaderBlock {
    // Finding a new secret in here clears the cache.
    const shown = this.#redact.all(parts);
    const contentType = headerOf({ shown }, "content-type") ?? "";
    const bodyKind = bodyKindOf(contentType);
    const kept = this.#kept(parts);
    const letters = lettersOf(kept.parts ?? [], []) + lettersOf(shown, kept.parts ?? []);
    const block = { shown, ...kept, contentType, bodyKind, letters, references: 0 };
    this.#byText.set(text, { block, known: this.#known });
    dropOldest(this.#byText, BLOCKS_MAX);
    return block;
  }

  #kept(parts: readonly string[]): Pick<HeaderBlock, "parts"> {
    return this.#keepsOriginals ? { parts } : {};
  }
}

/** The length of the texts that differ from those at the same position of another block. */
function lettersOf(parts: readonly string[], before: readonly string[]): number {
  let letters = 0;
  for (let at = 0; at < parts.length; at += 1) {
    if (parts[at] !== before[at]) letters += parts[at]?.length ?? 0;
  }
  return letters;
}

/**
 * How a block differs from another. Rate-limit headers differ in every response, and the content
 * length may; blocks that differ in their length only recur, so they are cached.
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

/** The value of a header; undefined if it was not sent. */
export function headerOf({ shown }: Pick<HeaderBlock, "shown">, name: string): string | undefined {
  for (let i = 0; i + 1 < shown.length; i += 2) if (shown[i] === name) return shown[i + 1];
  return undefined;
}
