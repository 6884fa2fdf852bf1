import fc from "fast-check";
import { expect, test } from "vitest";
import { Entry, type EntryTexts } from "./entry.ts";
import { matcherOf, type EntryFilter } from "./filter.ts";

const NOON = Date.parse("2026-01-01T12:00:00Z");

const nothing: EntryTexts = {
  url: "",
  requestBody: undefined,
  responseBody: undefined,
  payload: undefined,
  rawUrl: undefined,
  rawBody: undefined,
};

const noHeaders = { redacted: [], parts: [], bodyKind: "json" } as const;

function anEntry(fields: Partial<Entry> = {}, texts: Partial<EntryTexts> = {}): Entry {
  const begun = { number: 7, kind: "request", name: "users.me", at: NOON, realAt: NOON } as const;
  return Object.assign(new Entry({ ...begun, ...fields }), { texts: { ...nothing, ...texts } });
}

const passes = (filter: EntryFilter, entry: Entry) => matcherOf(filter)(entry);

test.each([
  ["404", [404]],
  ["=404", [404]],
  ["4xx", [400, 404, 499]],
  [">=400", [400, 404, 499, 500]],
  [">400", [404, 499, 500]],
  ["<=400", [200, 399, 400]],
  ["<400", [200, 399]],
])("the status %s matches calls with %j", (status, those) => {
  const passing = [200, 399, 400, 404, 499, 500].filter((each) =>
    passes({ status }, Object.assign(anEntry(), { status: each })),
  );
  expect(passing).toEqual(those);
  expect(passes({ status }, anEntry())).toBe(false);
});

test.each([
  ["users.me", true],
  ["USERS.*", true],
  ["*me", true],
  ["*.*", true],
  ["users", false],
  ["sers.me", false],
  ["users?me", false],
])("the name %s matches users.me: %s", (name, expected) => {
  expect(passes({ name }, anEntry())).toBe(expected);
});

test("a name matches a pattern when some text for each star makes them the same", () => {
  const isMatch = (pattern: string, name: string): boolean => {
    const [sign = "", ...rest] = pattern;
    if (sign === "") return name === "";
    const after = rest.join("");
    if (sign !== "*") return name.startsWith(sign) && isMatch(after, name.slice(1));
    return Array.from({ length: name.length + 1 }).some((_, at) => isMatch(after, name.slice(at)));
  };
  const patterns = fc.string({ unit: fc.constantFrom("a", "b", "*"), minLength: 1, maxLength: 8 });
  const names = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 10 });
  fc.assert(
    fc.property(patterns, names, (pattern, name) => {
      expect(passes({ name: pattern }, anEntry({ name }))).toBe(isMatch(pattern, name));
    }),
    { numRuns: 2000 },
  );
});

test("a pattern of many stars is matched at once", () => {
  const entry = anEntry({ name: "a".repeat(1000) });
  expect(passes({ name: `${"*a".repeat(100)}b` }, entry)).toBe(false);
});

test("since includes entries that began at its instant", () => {
  const since = (text: string) => passes({ since: text }, anEntry());
  expect([since("2026-01-01T12:00:00Z"), since("2026-01-01T13:00:00+01:00")]).toEqual([true, true]);
  expect(since("2026-01-01T12:00:00.001Z")).toBe(false);
});

test.each<[string, Entry]>([
  ["its name", anEntry({ name: "harbour.open" })],
  [
    "the query of its address",
    Object.assign(anEntry({}, { url: "/x?map=Harbour" }), {
      method: "GET",
      requestHeaders: noHeaders,
    }),
  ],
  [
    "what was sent",
    Object.assign(anEntry({}, { requestBody: '{"map":"harbour"}' }), {
      method: "POST",
      requestHeaders: noHeaders,
    }),
  ],
  [
    "what was answered",
    Object.assign(anEntry({}, { responseBody: '{"map":"harbour"}' }), {
      responseHeaders: noHeaders,
    }),
  ],
  ["its payload", anEntry({ kind: "dispatch" }, { payload: '{"map":"harbour"}' })],
  ["its summary", Object.assign(anEntry({ kind: "job" }), { note: "opens the harbour" })],
])("a text is found in %s without regard to case", (_place, entry) => {
  expect(passes({ text: "HARBOUR" }, entry)).toBe(true);
  expect(passes({ text: "harb.ur" }, entry)).toBe(false);
});

test("an entry must match all parts of a filter, and any of its kinds", () => {
  const entry = Object.assign(anEntry(), { actor: "1", application: "2", trace: "5" });
  const filter: EntryFilter = {
    kind: ["job", "request"],
    user: "1",
    application: "2",
    trace: "5",
  };
  expect(passes(filter, entry)).toBe(true);
  const others: readonly EntryFilter[] = [
    { kind: ["job"] },
    { user: "2" },
    { application: "1" },
    { trace: "7" },
  ];
  for (const other of others) {
    expect(passes({ ...filter, ...other }, entry)).toBe(false);
  }
});
