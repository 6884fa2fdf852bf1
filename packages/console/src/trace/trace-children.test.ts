import { expect, test } from "vitest";
import { withNewer } from "./trace-children.ts";

/** A journal in which this many acts follow a trace, and the requests that it received. */
function aJournal(count: number) {
  const ids = Array.from({ length: count }, (_, i) => ({ id: String(100 + i) }));
  const asked: (readonly [after: string, limit: number])[] = [];
  const ask = ({ after, limit }: { readonly after: string; readonly limit: number }) => {
    asked.push([after, limit]);
    return Promise.resolve(ids.filter(({ id }) => Number(id) > Number(after)).slice(0, limit));
  };
  return { ids, asked, ask };
}

test("only what came after those that are known is asked for", async () => {
  const first = aJournal(2);
  const known = await withNewer([], first.ask);
  const later = aJournal(3);
  expect(await withNewer(known, later.ask)).toEqual(later.ids);
  expect([...first.asked, ...later.asked]).toEqual([
    ["0", 51],
    ["101", 49],
  ]);
});

test("what is known is the same as before where nothing came", async () => {
  const { ids: known, ask } = aJournal(2);
  expect(await withNewer(known, ask)).toBe(known);
});

test("one more than is shown is asked for, and then nothing", async () => {
  const { asked, ask } = aJournal(60);
  const known = await withNewer([], ask);
  expect(known).toHaveLength(51);
  expect(await withNewer(known, ask)).toBe(known);
  expect(asked).toHaveLength(1);
});
