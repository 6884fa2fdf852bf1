// Whole entries as one process sends them to another, which can then show and replay them. They
// contain credentials, and are only sent over the bus, which is encrypted.
import { Entry, type EntryTexts } from "./entry.ts";

/** An entry as JSON. */
export interface EntryJson extends Partial<Omit<Entry, "said" | "isCut">> {
  readonly number: number;
  readonly kind: Entry["kind"];
  readonly name: string;
  readonly at: number;
  readonly realAt: number;
  readonly isCut: boolean;
  readonly said: EntryTexts;
}

/** Packs an entry, with its texts as they are kept now. */
export function packed(entry: Entry): EntryJson {
  const { said, isCut } = entry;
  // `said` and `isCut` are accessors of the class, which `assign` does not copy.
  return Object.assign({}, entry, { said, isCut });
}

export function unpacked({ said, isCut, ...parcel }: EntryJson): Entry {
  const entry = Object.assign(new Entry(parcel), parcel);
  entry.said = { ...nothing, ...said };
  entry.isCut = isCut;
  return entry;
}

/** The fields that JSON omits. */
const nothing: EntryTexts = {
  url: "",
  requestBody: undefined,
  responseBody: undefined,
  payload: undefined,
  rawUrl: undefined,
  rawBody: undefined,
};
