// The ledger of the requirement sheet is true of the tree: what it names is there, and so are the
// tests that it calls proofs.
import { datedRules, endpoints, errors, events, limits } from "@antechamber/contract";
import { commandRules, optionRules } from "@antechamber/contract/commands";
import { describe, expect, test } from "vitest";
import { ledger, sheetSections } from "../scripts/fidelity/ledger.ts";
import type { Proof } from "../scripts/fidelity/row.ts";
import { filesIn, textOf } from "./source-tree.ts";

const rows = ledger.flatMap((section) =>
  section.rows.map((row) => ({ place: `${section.number} ${row.at}`, row })),
);
const proofs = rows.flatMap(({ place, row }) =>
  (row.proofs ?? []).map((proof) => ({ place, proof })),
);

const files = new Set(
  ["packages", "tests"].flatMap((folder) => filesIn(`${folder}/**/*.{ts,json}`)),
);

/** Everything that a row may name, apart from files. */
const names: ReadonlySet<string> = new Set([
  ...endpoints.map(({ id }) => id),
  ...[...events, ...errors].map(({ name }) => name),
  ...Object.keys(limits),
  ...Object.keys(commandRules).map((name) => `command rule ${name}`),
  ...Object.keys(optionRules).map((name) => `option rule ${name}`),
  ...Object.keys(datedRules).map((name) => `dated rule ${name}`),
]);

/** Fails with the reason and the offenders. */
function expectNone(offenders: readonly string[], why: string): void {
  expect(offenders, `${why}\n${offenders.join("\n")}\n`).toEqual([]);
}

function repeated(all: readonly string[]): readonly string[] {
  return all.filter((each, i) => all.indexOf(each) !== i);
}

test("the ledger has the sheet's sections, in its order", () => {
  expect(ledger.map(({ number }) => number)).toEqual(sheetSections);
  expect(rows.length).toBeGreaterThan(250);
});

describe("in the ledger", () => {
  test("each section has rows", () => {
    const empty = ledger.filter((section) => section.rows.length === 0);
    expectNone(
      empty.map(({ number }) => number),
      "A section without rows promises nothing. Write a row for each of its lines.",
    );
  });

  test("no two rows share a place", () => {
    expectNone(
      repeated(rows.map(({ place }) => place)),
      "Two rows at one place: write one of them into the other, or tell their places apart.",
    );
  });

  test("each row that is built has a proof, and no proof twice", () => {
    const unproven = rows.filter(({ row }) => row.instead === undefined && row.proofs.length === 0);
    const twice = rows.filter(
      ({ row }) => repeated((row.proofs ?? []).map(textOfProof)).length > 0,
    );
    expectNone(
      [...unproven, ...twice].map(({ place }) => place),
      "A row without a test is a rumour. Name the test that would fail if the row were not true, once.",
    );
  });

  test("a row that is not built says at length what stands in its place", () => {
    const short = rows.filter(({ row }) => row.instead !== undefined && row.instead.length < 60);
    expectNone(
      short.map(({ place }) => place),
      "Say what we do instead, or why nothing can be done, so that a reader is convinced.",
    );
  });

  test("everything that a row names is in the contract or in the tree", () => {
    const unknown = rows.flatMap(({ place, row }) =>
      (row.by ?? []).filter((each) => !isThere(each)).map((each) => `${place}: ${each}`),
    );
    expectNone(
      unknown,
      "Nothing is called that any more. Name the endpoint, event, error, limit, rule or file that took its place.",
    );
  });

  test("each proof is a test that is there", () => {
    const missing = proofs.filter(({ proof }) => !isTest(proof));
    expectNone(
      missing.map(({ place, proof }) => `${place}: ${proof.file}: ${textOfProof(proof)}`),
      "No test has that title, or no such case. Name the test that took its place, or write it.",
    );
  });
});

describe("a test", () => {
  const file = "tests/fidelity.test.ts";

  test.each([["a title of a table: %s", "a first case"]])("a title of a table: %s", (title) => {
    expect(isTest({ file, title, case: "a first case" })).toBe(true);
    expect(isTest({ file, title, case: ["a second", "case"].join(" ") })).toBe(false);
  });

  test("is found by its whole title, where it is one", () => {
    expect(isTest({ file, title: "is found by its whole title, where it is one" })).toBe(true);
    expect(isTest({ file, title: "is found by its whole title" })).toBe(false);
    expect(isTest({ file, title: "no file has this one" })).toBe(false);
    expect(isTest({ file: "tests/nowhere.test.ts", title: "is found" })).toBe(false);
  });
});

function isThere(name: string): boolean {
  return name.includes("/") ? files.has(name) : names.has(name);
}

function textOfProof({ title, case: ofCase }: Proof): string {
  return ofCase === undefined ? title : `${title} (${ofCase})`;
}

/** True when the file has a test, or a table of tests, with the title and the case. */
function isTest({ file, title, case: ofCase }: Proof): boolean {
  if (!files.has(file)) return false;
  const text = textOf(file);
  const isCase = ofCase === undefined || text.includes(ofCase);
  return isCase && titlesIn(text).has(title);
}

const titles = new Map<string, ReadonlySet<string>>();

/** The literals that begin what is called: `test("…"`, `test.each(…)("…"`. */
function titlesIn(text: string): ReadonlySet<string> {
  const known = titles.get(text);
  if (known !== undefined) return known;
  const opening = /(?:\btest(?:\.\w+)*|\))\(\s*("(?:[^"\\\n]|\\.)*"|`[^`]*`)\s*,/g;
  const found = new Set([...text.matchAll(opening)].map(([, literal = ""]) => unquoted(literal)));
  titles.set(text, found);
  return found;
}

function unquoted(literal: string): string {
  return literal.startsWith("`") ? literal.slice(1, -1) : String(JSON.parse(literal));
}
