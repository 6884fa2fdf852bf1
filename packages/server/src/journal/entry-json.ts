// Whole entries as one process sends them to another, which can then show and replay them. They
// contain credentials, and are only sent over the bus, which is encrypted.
import { Entry, NO_TEXTS, type EntryTexts } from "./entry.ts";

/** An entry as JSON. */
export interface EntryJson extends Partial<Omit<Entry, "texts" | "isCut">> {
  readonly number: number;
  readonly kind: Entry["kind"];
  readonly name: string;
  readonly at: number;
  readonly realAt: number;
  readonly isCut: boolean;
  readonly texts: EntryTexts;
}

/** Packs an entry, with its texts as they are kept now. */
export function pack(entry: Entry): EntryJson {
  const { texts, isCut } = entry;
  // `texts` and `isCut` are accessors of the class, which `assign` does not copy.
  return Object.assign({}, entry, { texts, isCut });
}

export function unpack({ texts, isCut, ...parcel }: EntryJson): Entry {
  const entry = Object.assign(new Entry(parcel), parcel);
  entry.texts = { ...NO_TEXTS, ...texts };
  entry.isCut = isCut;
  return entry;
}
