import { expect, test } from "vitest";
import { steerableClock } from "../platform/time/system-clock.ts";
import { TimeSlicer } from "../platform/time/time-slicer.ts";
import { Entry } from "./entry.ts";
import { pageOf, partOfPage, viewOfPart, type PagePart, type PageRequest } from "./pages.ts";
import { Ring } from "./ring.ts";

/** The part of one of several processes, which has these entries. */
function partOf(numbers: readonly number[], wish: PageRequest, isAlone = false) {
  const secrets = { mayContain: () => false, redactKnown: <S>(texts: S) => texts };
  const ring = new Ring(1, { entries: 100, bodies: 100 }, secrets);
  for (const number of numbers) {
    const entry = new Entry({ number, kind: "frame", name: "X", at: 0, realAt: 0 });
    ring.add(entry);
    ring.complete(entry, entry.texts);
  }
  const task = new TimeSlicer(steerableClock()).begin(1000);
  return partOfPage(ring, { matches: () => true, request: wish, task, isAlone }).then(viewOfPart);
}

async function pageFrom(all: readonly (readonly number[])[], wish: PageRequest) {
  const parts: readonly PagePart[] = await Promise.all(
    all.map((numbers) => partOf(numbers, wish, all.length === 1)),
  );
  const { items, next, previous } = pageOf(parts, wish);
  return { ids: items.map(({ id }) => Number(id)), next, previous };
}

test("a page links to earlier and later entries of another process", async () => {
  const [one, other] = [
    [1, 3],
    [5, 6],
  ];
  expect(await pageFrom([one, other], { after: "3" })).toEqual({
    ids: [5, 6],
    next: null,
    previous: "5",
  });
  expect(await pageFrom([one, other], { before: "5" })).toEqual({
    ids: [1, 3],
    next: "3",
    previous: null,
  });
});

test("a page has at most the requested number of entries, and reports that there are more", async () => {
  const all = [
    [1, 3, 5],
    [2, 4, 6],
  ];
  expect(await pageFrom(all, { after: "0", limit: 4 })).toEqual({
    ids: [1, 2, 3, 4],
    next: "4",
    previous: null,
  });
  expect(await pageFrom(all, { limit: 4 })).toEqual({
    ids: [3, 4, 5, 6],
    next: null,
    previous: "3",
  });
  expect(await pageFrom(all, { after: "0", limit: 6 })).toMatchObject({ next: null });
});

test("an empty page of one process has no links", async () => {
  expect(await pageFrom([[1, 2]], { after: "2" })).toEqual({ ids: [], next: null, previous: null });
  expect(await pageFrom([[1, 2]], { before: "1" })).toEqual({
    ids: [],
    next: null,
    previous: null,
  });
});
