// The requirements page is consistent with the tree: what a row names exists, and each row has a
// proof.
import { datedRules, endpoints, errors, events, limits } from "@antechamber/contract";
import { commandRules, optionRules } from "@antechamber/contract/commands";
import { describe, expect, test } from "vitest";
import { proofsIn, requirementsIn, withProofs } from "../scripts/requirements.ts";
import { sourceFiles, textOf } from "./source-tree.ts";

const page = textOf("docs/requirements.md");
const rows = requirementsIn(page);
const proofs = sourceFiles()
  .filter((path) => path !== "tests/requirements.test.ts")
  .flatMap((path) => proofsIn(path, textOf(path)));

/** Everything that a row may name, except files. */
const names: ReadonlySet<string> = new Set([
  ...endpoints.map(({ id }) => id),
  ...[...events, ...errors].map(({ name }) => name),
  ...Object.keys(limits),
  ...Object.keys(commandRules).map((name) => `command rule ${name}`),
  ...Object.keys(optionRules).map((name) => `option rule ${name}`),
  ...Object.keys(datedRules).map((name) => `dated rule ${name}`),
]);

const sources = ["sheet", "documented", "machine specification", "observed", "inferred", "assumed"];

interface Place {
  readonly section: string;
  readonly name: string;
}

const placeOf = ({ section, name }: Place): string => `${section} "${name}"`;

/** Fails with the reason and the offenders. */
function expectNone(offenders: readonly string[], why: string): void {
  expect(offenders, `${why}\n${offenders.join("\n")}\n`).toEqual([]);
}

function repeated(all: readonly string[]): readonly string[] {
  return all.filter((each, i) => all.indexOf(each) !== i);
}

test("the requirements have the expected sections in order, and rows and proofs are found", () => {
  const sections = [...new Set(rows.map(({ section }) => section))];
  expect(sections).toEqual("1 2 2.1 2.2 2.3 2.4 2.5 3 4 4.1 4.2 4.3 5 6 7 8 9".split(" "));
  expect(rows.length).toBeGreaterThan(250);
  expect(proofs.length).toBeGreaterThan(400);
});

describe("in docs/requirements.md", () => {
  test("no two rows of a section share a name", () => {
    expectNone(
      repeated(rows.map(placeOf)),
      "Write one of the rows into the other, or tell their names apart.",
    );
  });

  test("each implemented row has a proof", () => {
    const proven = new Set(proofs.map(placeOf));
    const built = rows.filter(({ cells }) => cells["Instead"] === undefined);
    expectNone(
      built.map(placeOf).filter((place) => !proven.has(place)),
      'A row without a test is a rumour. Write `// Proves requirement <section> "<row>"` above the test, or above the case of a table, that would fail if the row were not true.',
    );
  });

  test("a row that is not implemented explains at length what exists instead", () => {
    const short = rows.filter(({ cells: { Instead: instead } }) => (instead?.length ?? 60) < 60);
    expectNone(
      short.map(placeOf),
      "Say what we do instead, or why nothing can be done, so that a reader is convinced.",
    );
  });

  test("a row names only what the contract declares", () => {
    const unknown = rows.flatMap((row) =>
      [...(row.cells["Where"] ?? "").matchAll(/`([^`]+)`/g)]
        .filter(([, name = ""]) => !names.has(name))
        .map(([name]) => `${placeOf(row)}: ${name}`),
    );
    expectNone(
      unknown,
      "Nothing is called that any more. Name the endpoint, event, error, limit or rule that took its place, or link the file.",
    );
  });

  test("an implemented row names its place and the quality of its source", () => {
    const silent = rows.filter(
      ({ cells }) =>
        cells["Instead"] === undefined &&
        (cells["Where"] === "" || !sources.includes(cells["Source"] ?? "")),
    );
    expectNone(silent.map(placeOf), `Fill in Where, and as Source one of ${sources.join(", ")}.`);
  });
});

describe("a proof", () => {
  test("refers to an existing row", () => {
    const places = new Set(rows.map(placeOf));
    expectNone(
      proofs.filter((proof) => !places.has(placeOf(proof))).map((p) => `${p.file}: ${placeOf(p)}`),
      "docs/requirements.md has no such row: take the name that it has now.",
    );
  });

  test("is in a test file above a test or a case, once per row", () => {
    const astray = proofs.filter(({ file, title }) => !file.endsWith(".test.ts") || title === "");
    const twice = repeated(proofs.map((p) => `${p.file}: ${placeOf(p)}: ${p.title}`));
    expectNone([...astray.map((p) => `${p.file}: ${placeOf(p)}`), ...twice], "Move or delete it.");
  });

  const tag = (name: string) => `// Proves requirement 1 "${name}"`;

  test.each([
    ["a test", [tag("a"), 'test("is kept", () => {'], "is kept"],
    ["a test of several rows", [tag("a"), tag("b"), 'test("is kept", () => {'], "is kept"],
    ["a test with options", [tag("a"), "test.runIf(here)(", '  "is kept",'], "is kept"],
    ["a group", [tag("a"), 'describe.each(two)("of a %s", () => {'], "of a %s"],
    ["a table", [tag("a"), "test.each([", '  ["x", 1],', '])("%s is kept", () => {'], "%s is kept"],
    ["a case", [tag("a"), '["x", 1],', '])("%s is kept", () => {'], "x is kept"],
    ["a case of an object", [tag("a"), "x: {},", "};", 'test.each(all)("is %s", ('], "is x"],
    ["a case of many values", [tag("a"), "[1, 2],", '])("%i is %i", ('], "%i is %i (`[1, 2]`)"],
  ])("has the title of %s below it", (_, lines, title) => {
    const found = proofsIn("some.test.ts", lines.map((line) => `  ${line}`).join("\n"));
    expect(new Set(found.map((each) => each.title))).toEqual(new Set([title]));
  });

  test("is written into its row, and outdated proofs are removed", () => {
    const text = "## 1 First\n\n| Row | Proof |\n| --- | --- |\n| a | old |\n| b \\| c |  |\n";
    const proof = { section: "1", name: "b | c", file: "tests/some.test.ts", title: "is kept" };
    expect(withProofs(text, [proof, { ...proof, section: "2" }])).toBe(
      "## 1 First\n\n| Row | Proof |\n| --- | --- |\n| a |  |\n| b \\| c | [some.test.ts](../tests/some.test.ts): is kept |\n",
    );
  });
});
