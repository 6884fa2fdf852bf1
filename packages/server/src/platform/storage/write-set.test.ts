import { expect, test } from "vitest";
import { tableOf } from "../store.ts";
import { WriteSet, type Source } from "./write-set.ts";

interface Note {
  readonly id: string;
}

const notes = tableOf<Note>()({ name: "note", key: ({ id }) => id });

/** The source of an empty database, which answers asynchronously. */
const late: Source = {
  get: () => Promise.resolve(undefined),
  lookup: () => Promise.resolve(undefined),
  find: () => Promise.resolve([]),
  getMany: () => Promise.resolve([]),
  count: () => Promise.resolve(0),
  findByPrefix: () => Promise.resolve([]),
};

/** The same, with synchronous searches. */
const atOnce: Source = { ...late, find: () => [] };

test.each([
  ["late", late],
  ["at once", atOnce],
])("a search finds what was written after it, with the answer %s", async (_when, source) => {
  const writes = new WriteSet(source);
  const found = writes.find(notes);
  writes.put(notes, { id: "1" });
  expect(await found).toEqual([{ id: "1" }]);
});
