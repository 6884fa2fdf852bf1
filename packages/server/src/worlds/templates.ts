// Caches loaded world files: the first world of a file is loaded into a store, and every later one
// of the same file is a copy of that store's bytes.
import { limits } from "@antechamber/contract";
import type { WorldFile } from "@antechamber/contract/control";
import type { ValidationIssue } from "@antechamber/contract/schema";
import { loadWorld } from "../control/world-file/load.ts";
import { openFileKey } from "../domains/messages/files/file-addresses.ts";
import type { ClockState, Millis } from "../platform/clock.ts";
import { digestHex } from "../platform/crypto.ts";
import type { IdWatermark } from "../platform/ids.ts";
import { seededRandom } from "../platform/random.ts";
import type { KnownInstants } from "../platform/scheduler.ts";
import type { MemoryStores } from "../platform/sqlite/memory-copies.ts";

/** A loaded world file. */
export interface Template {
  readonly bytes: Uint8Array;
  /** The state of its clock if it is opened at an instant of system time. */
  readonly clockAt: (systemNow: Millis) => ClockState;
  /** The id watermarks of the file. */
  readonly watermarks: readonly IdWatermark[];
  /** Filled in by the first world of the file, for later copies. */
  readonly opened: { copied?: PreparedCopy };
  /** Credentials in the file. */
  readonly secrets: readonly string[];
}

/** A world's state after its preparation. */
export interface PreparedCopy {
  readonly bytes: Uint8Array;
  readonly known: KnownInstants;
}

export type Templating =
  | { readonly ok: true; readonly template: Template }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

export class Templates {
  readonly #stores: MemoryStores;
  readonly #byContent = new Map<string, Promise<Templating>>();
  readonly #sizes = new Map<string, number>();

  constructor(stores: MemoryStores) {
    this.#stores = stores;
  }

  /**
   * The template of a world file.
   *
   * @returns it, or every validation issue of the file with its path
   */
  async of(file: unknown, systemNow: Millis): Promise<Templating> {
    const content = digestOf(file);
    const cached = this.#byContent.get(content);
    const templating = cached ?? this.#made(file, content, systemNow);
    // Moved to the end of the eviction order (LRU).
    this.#byContent.delete(content);
    this.#byContent.set(content, templating);
    try {
      const made = await templating;
      if (made.ok) this.#keep(content, made.template.bytes.length);
      else this.#forget(content);
      return made;
    } catch (error) {
      this.#forget(content);
      throw error;
    }
  }

  #keep(content: string, size: number): void {
    if (!this.#byContent.has(content)) return;
    this.#sizes.set(content, size);
    for (const oldest of this.#byContent.keys()) {
      const all = [...this.#sizes.values()].reduce((sum, each) => sum + each, 0);
      if (this.#isRoomy(all)) return;
      this.#forget(oldest);
    }
  }

  #isRoomy(bytes: number): boolean {
    const isFew = this.#sizes.size <= limits.worldTemplates.value;
    return isFew && bytes <= limits.worldTemplateBytes.value;
  }

  #forget(content: string): void {
    this.#byContent.delete(content);
    this.#sizes.delete(content);
  }

  async #made(file: unknown, content: string, systemNow: Millis): Promise<Templating> {
    // The seed makes random values the same each time the same file is loaded.
    const random = seededRandom(content);
    const loading = loadWorld(file, { systemNow, production: false, random });
    if (!loading.ok) return loading;
    const { dump, clock, issued, watermark } = loading.world;
    const bytes = await this.#stores.bytesOf(dump, (store) => openFileKey(store, random));
    const { clock: fileClock } = file as WorldFile;
    const hasStart = fileClock?.now !== undefined;
    const template: Template = {
      bytes,
      opened: {},
      watermarks: watermark === undefined ? [] : [watermark],
      secrets: issued.map(({ secret }) => secret),
      clockAt: (now) => clockAt(clock, { hasStart, passedMs: now - systemNow }),
    };
    return { ok: true, template };
  }
}

/**
 * The clock of a copy: one that the file sets starts there whenever the world is opened; any other
 * follows system time.
 */
function clockAt(
  loaded: ClockState,
  { hasStart, passedMs }: { readonly hasStart: boolean; readonly passedMs: Millis },
): ClockState {
  const { frozen, offsetMs, frozenAt } = loaded;
  if (frozen) return { frozen, offsetMs, frozenAt: (frozenAt ?? 0) + (hasStart ? 0 : passedMs) };
  return { frozen, offsetMs: hasStart ? offsetMs - passedMs : offsetMs };
}

/** Ids may be bigints, which JSON cannot represent. */
function digestOf(file: unknown): string {
  const text = JSON.stringify(file, (_key, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
  return digestHex(text);
}
