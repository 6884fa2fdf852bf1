// Blocks of headers whose redacted form is at hand: most clients send the same ones with every call.
import { dropOldest } from "../../platform/drop-oldest.ts";

/** Blocks kept. */
const BLOCKS_MAX = 200;
/** Those that are compared part by part: finding one among all takes a text of the whole block. */
const RECENT_MAX = 4;

/** A block of headers that many messages share. */
export interface HeaderBlock {
  /** Names and values in turn, without secrets. */
  readonly shown: readonly string[];
  /** As it came, a part in each line. */
  readonly raw: string;
}

interface Recent {
  readonly parts: readonly string[];
  readonly block: HeaderBlock;
}

export class HeaderBlocks {
  readonly #redact: (parts: readonly string[]) => readonly string[];
  readonly #byText = new Map<string, HeaderBlock>();
  #recent: Recent[] = [];

  /** @param redact gives names and values without secrets */
  constructor(redact: (parts: readonly string[]) => readonly string[]) {
    this.#redact = redact;
  }

  /** @param parts names and values in turn, as they came */
  of(parts: readonly string[]): HeaderBlock {
    const recent = this.#recent.find((each) => isSame(each.parts, parts));
    if (recent !== undefined) return recent.block;
    const raw = parts.join("\n");
    const block = this.#byText.get(raw) ?? this.#make(parts, raw);
    this.#recent = [{ parts, block }, ...this.#recent.slice(0, RECENT_MAX - 1)];
    return block;
  }

  /** Redacts all of them anew: more is known to be secret. */
  clear(): void {
    this.#byText.clear();
    this.#recent = [];
  }

  #make(parts: readonly string[], raw: string): HeaderBlock {
    // A secret that is found in it clears the others.
    const block = { shown: this.#redact(parts), raw };
    this.#byText.set(raw, block);
    dropOldest(this.#byText, BLOCKS_MAX);
    return block;
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}
