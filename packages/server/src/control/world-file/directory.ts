// Resolves references to entities: an id, or a name that is unique.
import type { Place } from "./json-path.ts";

/** A reference in a world file; numbers are ids without quotes. */
export type EntityReference = string | number | bigint;

export interface Directory {
  add(id: string, name: string | undefined): void;
  has(id: string): boolean;
  /** True for the id of an entity, and for a name that one or several have. */
  knows(reference: string): boolean;
  /** The name that an entity was added with. */
  nameOf(id: string): string | undefined;
  /**
   * Returns the id of the entity; an unknown or ambiguous reference is reported and gives
   * undefined.
   */
  find(reference: EntityReference | undefined, path: Place): string | undefined;
}

/** Receives references that cannot be resolved. */
export type ReportDangling = (path: Place, message: string, reference: string) => void;

/** Opens an empty directory; its messages call an entity `noun`. */
export function directoryOf(noun: string, report: ReportDangling): Directory {
  const names = new Map<string, string | undefined>();
  const byName = new Map<string, string[]>();
  return {
    add(id, name) {
      names.set(id, name);
      if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), id]);
    },
    has: (id) => names.has(id),
    knows: (reference) => names.has(reference) || byName.has(reference),
    nameOf: (id) => names.get(id),
    find(reference, path) {
      if (reference === undefined) return undefined;
      const text = String(reference);
      if (names.has(text)) return text;
      const named = byName.get(text) ?? [];
      if (named.length === 1) return named[0];
      const message =
        named.length === 0
          ? `no ${noun} "${text}"`
          : `"${text}" is the name of ${named.length} ${noun}s; write the id`;
      report(path, message, text);
      return undefined;
    },
  };
}
