import { expect, test } from "vitest";
import { keyOf, UnsentStore, type Unsent } from "./unsent.ts";

const writer = { world: "main", user: "alice" };
const placed = (id: string, by = writer) => ({
  writer: by,
  place: { id, title: `#${id}`, path: `/stage/1/${id}` },
});
const unsent = (nonce: string, parts: Partial<Unsent<unknown>> = {}): Unsent<unknown> => ({
  nonce,
  draft: nonce,
  error: undefined,
  isSending: false,
  ...parts,
});

function noncesAt(store: UnsentStore, at: ReturnType<typeof placed>): readonly string[] {
  return (store.places().get(keyOf(at))?.unsent ?? []).map(({ nonce }) => nonce);
}

test("unsent messages are separate for each user, world and channel", () => {
  const store = new UnsentStore();
  const places = [
    placed("a"),
    placed("b"),
    placed("a", { world: "main", user: "bob" }),
    placed("a", { world: "trial", user: "alice" }),
  ];
  for (const [i, at] of places.entries()) store.keep(at, unsent(String(i)));
  expect(places.map((at) => noncesAt(store, at))).toEqual([["0"], ["1"], ["2"], ["3"]]);
});

test("a message that is retried keeps its position, and is removed after it was sent", () => {
  const store = new UnsentStore();
  const at = placed("a");
  for (const nonce of ["1", "2", "3"]) store.keep(at, unsent(nonce));
  store.keep(at, unsent("2", { isSending: true }));
  expect(noncesAt(store, at)).toEqual(["1", "2", "3"]);
  store.drop(at, "2");
  expect(noncesAt(store, at)).toEqual(["1", "3"]);
});

test("listeners are called only on changes", () => {
  const store = new UnsentStore();
  const sizes: number[] = [];
  const stop = store.listen(() => sizes.push(store.places().size));
  store.keep(placed("a"), unsent("1"));
  store.drop(placed("a"), "2");
  store.drop(placed("a"), "1");
  stop();
  store.keep(placed("a"), unsent("1"));
  expect(sizes).toEqual([1, 0]);
});

test("the oldest are dropped beyond the limits per channel and in total", () => {
  const store = new UnsentStore();
  for (let i = 0; i < 60; i += 1) store.keep(placed("a"), unsent(String(i)));
  expect([noncesAt(store, placed("a")).length, noncesAt(store, placed("a"))[0]]).toEqual([
    50,
    "10",
  ]);
  for (let i = 0; i < 200; i += 1) store.keep(placed(`place ${i}`), unsent("x"));
  expect([store.places().size, noncesAt(store, placed("a"))]).toEqual([200, []]);
});

test("all unsent messages of a channel can be discarded at once", () => {
  const store = new UnsentStore();
  for (const nonce of ["1", "2"]) store.keep(placed("a"), unsent(nonce));
  store.keep(placed("b"), unsent("3"));
  store.clear(placed("a"));
  expect([noncesAt(store, placed("a")), noncesAt(store, placed("b"))]).toEqual([[], ["3"]]);
});

test("resetting a world discards its unsent messages, but not those of others", () => {
  const store = new UnsentStore();
  const other = placed("a", { world: "trial", user: "alice" });
  for (const at of [placed("a"), placed("b"), other]) store.keep(at, unsent("1"));
  const sizes: number[] = [];
  store.listen(() => sizes.push(store.places().size));
  const ages = [store.ageOf("main"), store.ageOf("trial")];
  store.forget("main");
  store.forget("main");
  expect([noncesAt(store, placed("a")), noncesAt(store, other)]).toEqual([[], ["1"]]);
  expect(sizes).toEqual([1]);
  expect([store.ageOf("main") === ages[0], store.ageOf("trial") === ages[1]]).toEqual([
    false,
    true,
  ]);
});

test("the draft of a line is kept per user, world and channel until it is empty", () => {
  const store = new UnsentStore();
  const places = [placed("a"), placed("b"), placed("a", { world: "trial", user: "alice" })];
  for (const [i, at] of places.entries()) store.write(at, `line ${i}`);
  expect(places.map((at) => store.lineAt(at))).toEqual(["line 0", "line 1", "line 2"]);
  store.write(placed("a"), "");
  expect(places.map((at) => store.lineAt(at))).toEqual(["", "line 1", "line 2"]);
  for (let i = 0; i < 300; i += 1) store.write(placed(String(i)), "more");
  expect([store.lineAt(placed("b")), store.lineAt(placed("299"))]).toEqual(["", "more"]);
});
