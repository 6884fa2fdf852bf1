// World files that are ready to be copied: the first world of a file is loaded into a store, and every
// later one of the same file is a copy of that store's bytes.
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

/** A world file as a store has it. */
export interface Template {
  readonly bytes: Uint8Array;
  /** How its clock stands when it is opened at an instant of the system's time. */
  readonly clockAt: (systemNow: Millis) => ClockState;
  /** How far ids have come in the file. */
  readonly watermarks: readonly IdWatermark[];
  /** What the first world of it found out, and left to the others. */
  readonly opened: { copied?: PreparedCopy };
  /** Credentials that stand in the file. */
  readonly secrets: readonly string[];
}

/** A world as it stands once it was prepared. */
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
   * @returns it, or every fault of the file at its place
   */
  async of(file: unknown, systemNow: Millis): Promise<Templating> {
    const content = digestOf(file);
    const kept = this.#byContent.get(content);
    const templating = kept ?? this.#made(file, content, systemNow);
    // The one that was used last goes last.
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
    // What is drawn while it is loaded is the same for the same file.
    const random = seededRandom(content);
    const loading = loadWorld(file, { systemNow, production: false, random });
    if (!loading.ok) return loading;
    const { dump, clock, issued, watermark } = loading.world;
    const bytes = await this.#stores.bytesOf(dump, (store) => openFileKey(store, random));
    const { clock: given } = file as WorldFile;
    const hasStart = given?.now !== undefined;
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

/** A clock that the file sets begins there, whenever it is opened; another one follows the system's. */
function clockAt(
  loaded: ClockState,
  { hasStart, passedMs }: { readonly hasStart: boolean; readonly passedMs: Millis },
): ClockState {
  const { frozen, offsetMs, frozenAt } = loaded;
  if (frozen) return { frozen, offsetMs, frozenAt: (frozenAt ?? 0) + (hasStart ? 0 : passedMs) };
  return { frozen, offsetMs: hasStart ? offsetMs - passedMs : offsetMs };
}

/** Ids may stand there as integers that are too large for a number. */
function digestOf(file: unknown): string {
  const text = JSON.stringify(file, (_key, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
  return digestHex(text);
}
