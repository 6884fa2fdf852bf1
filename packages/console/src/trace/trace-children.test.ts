import { expect, test } from "vitest";
import { withNewer } from "./trace-children.ts";

/** A journal in which this many acts follow a trace, and the requests that it received. */
function aJournal(count: number) {
  const ids = Array.from({ length: count }, (_, i) => ({ id: String(100 + i) }));
  const pages: (readonly [after: string, limit: number])[] = [];
  const ask = ({ after, limit }: { readonly after: string; readonly limit: number }) => {
    pages.push([after, limit]);
    return Promise.resolve(ids.filter(({ id }) => Number(id) > Number(after)).slice(0, limit));
  };
  return { ids, pages, ask };
}

test("only entries after the known ones are requested", async () => {
  const first = aJournal(2);
  const known = await withNewer([], first.ask);
  const later = aJournal(3);
  expect(await withNewer(known, later.ask)).toEqual(later.ids);
  expect([...first.pages, ...later.pages]).toEqual([
    ["0", 51],
    ["101", 49],
  ]);
});

test("the known entries are returned unchanged if there are no new ones", async () => {
  const { ids: known, ask } = aJournal(2);
  expect(await withNewer(known, ask)).toBe(known);
});

test("one entry more than shown is requested, and nothing after that", async () => {
  const { pages, ask } = aJournal(60);
  const known = await withNewer([], ask);
  expect(known).toHaveLength(51);
  expect(await withNewer(known, ask)).toBe(known);
  expect(pages).toHaveLength(1);
});
