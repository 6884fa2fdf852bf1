import fc from "fast-check";
import { expect, test } from "vitest";
import { ReadRecords } from "./read-records.ts";
import { compareText } from "../records/storage-keys.ts";
import { tableOf } from "../store.ts";

interface Note {
  readonly id: string;
}

const notes = tableOf<Note>()({ name: "note", key: ({ id }) => id });
const ids = Array.from({ length: 30 }, (_, nth) => `${nth}`);

test("read records are known by their keys, whatever lists they were found in", () => {
  const list = fc
    .uniqueArray(fc.constantFrom(...ids), { maxLength: 20 })
    .map((found) => found.toSorted(compareText));
  fc.assert(
    fc.property(fc.array(list, { maxLength: 8 }), fc.constantFrom(...ids), (lists, absent) => {
      const readRecords = new ReadRecords(notes);
      const model = new Map<string, Note | undefined>([[absent, undefined]]);
      readRecords.add(absent, undefined);
      for (const each of lists) {
        const found = each.filter((id) => id !== absent).map((id): Note => ({ id }));
        readRecords.addSorted(found);
        for (const note of found) model.set(note.id, note);
      }
      for (const id of ids) {
        expect([readRecords.has(id), readRecords.get(id)]).toEqual([model.has(id), model.get(id)]);
      }
    }),
  );
});
