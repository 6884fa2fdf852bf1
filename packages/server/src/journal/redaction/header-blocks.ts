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
  readonly redacted: readonly string[];
  /** Names and values in turn, as they were received; absent where nothing original is kept. */
  readonly parts?: readonly string[];
  /** The value of the content-type header. */
  readonly contentType: string;
  readonly bodyKind: BodyKind;
  /** The length of the texts that it does not share with other blocks. */
  readonly length: number;
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
  readonly generation: number;
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
  #generation = 0;

  constructor(redact: BlockRedaction, keepsOriginals: boolean) {
    this.#redact = redact;
    this.#keepsOriginals = keepsOriginals;
  }

  /** @param parts names and values in turn, as they were received */
  blockOf(parts: readonly string[]): HeaderBlock {
    for (const recent of this.#recent) {
      const difference = differenceOf(recent.parts, parts);
      if (difference === "none") return recent.block;
      if (difference === "counts") return this.#withCounts(recent, parts);
    }
    const text = parts.join("\n");
    const cached = this.#byText.get(text);
    const block =
      cached === undefined ? this.#create(parts, text) : this.#redactAgain(cached, text);
    this.#recent = [{ block, parts }, ...this.#recent.slice(0, RECENT_MAX - 1)];
    return block;
  }

  /** Empties the cache, so that every block is redacted anew with the new secrets. */
  clear(): void {
    this.#byText.clear();
    this.#recent = [];
  }

  /** Marks every cached block as outdated; it is searched for the new secrets on its next use. */
  invalidate(): void {
    this.#generation += 1;
    this.#recent = [];
  }

  #redactAgain({ block, generation }: CachedBlock, text: string): HeaderBlock {
    if (generation === this.#generation) return block;
    const redacted = block.redacted.map((part) => this.#redact.text(part));
    const updated = { ...block, redacted, references: 0 };
    this.#byText.set(text, { block: updated, generation: this.#generation });
    return updated;
  }

  /** Redacts only the values that differ from a recent block. */
  #withCounts(recent: RecentBlock, parts: readonly string[]): HeaderBlock {
    const redacted = recent.block.redacted.map((part, at) =>
      parts[at] === recent.parts[at] ? part : this.#redact.text(parts[at] ?? ""),
    );
    const { contentType, bodyKind } = recent.block;
    const length = lengthOf(parts, recent.parts);
    return { redacted, ...this.#original(parts), contentType, bodyKind, length, references: 0 };
  }

  #create(parts: readonly string[], text: string): HeaderBlock {
    // Finding a new secret in here clears the cache.
    const redacted = this.#redact.all(parts);
    const contentType = headerOf({ redacted }, "content-type") ?? "";
    const bodyKind = bodyKindOf(contentType);
    const original = this.#original(parts);
    const length = lengthOf(original.parts ?? [], []) + lengthOf(redacted, original.parts ?? []);
    const block = { redacted, ...original, contentType, bodyKind, length, references: 0 };
    this.#byText.set(text, { block, generation: this.#generation });
    dropOldest(this.#byText, BLOCKS_MAX);
    return block;
  }

  #original(parts: readonly string[]): Pick<HeaderBlock, "parts"> {
    return this.#keepsOriginals ? { parts } : {};
  }
}

/** The length of the texts that differ from those at the same position of another block. */
function lengthOf(parts: readonly string[], before: readonly string[]): number {
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
export function headerOf(
  { redacted }: Pick<HeaderBlock, "redacted">,
  name: string,
): string | undefined {
  for (let i = 0; i + 1 < redacted.length; i += 2) if (redacted[i] === name) return redacted[i + 1];
  return undefined;
}
