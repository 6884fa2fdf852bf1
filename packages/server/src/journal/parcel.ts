// Entries as one process sends them to another, whole: the other shows them, and repeats them. They
// hold credentials, and go only over the bus, which is sealed.
import { Entry, type Said } from "./entry.ts";

/** An entry as JSON. */
export interface EntryParcel extends Partial<Omit<Entry, "said" | "isCut">> {
  readonly number: number;
  readonly kind: Entry["kind"];
  readonly name: string;
  readonly at: number;
  readonly realAt: number;
  readonly isCut: boolean;
  readonly said: Said;
}

/** Packs an entry, with its texts as they are kept now. */
export function packed(entry: Entry): EntryParcel {
  const { said, isCut } = entry;
  // What it reads of itself stands in no field of its own.
  return Object.assign({}, entry, { said, isCut });
}

export function unpacked({ said, isCut, ...parcel }: EntryParcel): Entry {
  const entry = Object.assign(new Entry(parcel), parcel);
  entry.said = { ...nothing, ...said };
  entry.isCut = isCut;
  return entry;
}

/** What JSON leaves out. */
const nothing: Said = {
  url: "",
  requestBody: undefined,
  responseBody: undefined,
  payload: undefined,
  cameTo: undefined,
  cameWith: undefined,
};
