// Writes the ledger as a page: what the requirement sheet asks for, where it is, and what proves it.
import type { DatedRule } from "@antechamber/contract";
import { ledger } from "./fidelity/ledger.ts";
import type { BuiltRow, InsteadRow, Proof, Row, Section } from "./fidelity/row.ts";
import { page, table } from "./markdown.ts";

const introduction = [
  "Every row of the requirement sheet: what it asks for in our words, where that is, which tests would fail if it were not so, and how well its source is known. The rows are data in `scripts/fidelity`, and `tests/fidelity.test.ts` holds them to the tree.",
  "",
  "The source of a row is the `sheet` where it says everything. Of what it leaves open the shape is `documented` by the reference, stated in its `machine specification`, `observed` by its users, `inferred` from what is known, or `assumed`, where nothing public says it.",
];

/** The page, with the rules that hold from a day on beneath the rows. */
export function fidelityPage(rules: Readonly<Record<string, DatedRule>>): string {
  const body = [...introduction, "", ...ledger.flatMap(sectionText), ...datedText(rules)];
  return page("Fidelity", body, "scripts/fidelity");
}

function isInstead(row: Row): row is InsteadRow {
  return row.instead !== undefined;
}

function sectionText({ number, title, rows }: Section): readonly string[] {
  const [built, instead] = [rows.filter((row) => !isInstead(row)), rows.filter(isInstead)];
  return [
    `## ${number} ${title}`,
    "",
    ...table(["Row", "Says", "Where", "Proof", "Source"], built.map(builtCells)),
    "",
    ...(instead.length === 0 ? [] : insteadText(instead)),
  ];
}

function builtCells({ at, says, by, proofs, grade }: BuiltRow): readonly string[] {
  return [at, says, codes(by), proofText(proofs), grade];
}

function insteadText(rows: readonly InsteadRow[]): readonly string[] {
  return [
    "What only the vendor's client, calendar or network can show, and what stands here instead:",
    "",
    ...table(
      ["Row", "Says", "Instead", "Where", "Proof"],
      rows.map(({ at, says, instead, by = [], proofs = [] }) => [
        at,
        says,
        instead,
        codes(by),
        proofText(proofs),
      ]),
    ),
    "",
  ];
}

/** Source files by their names alone, as links; the rest as it is. */
function codes(by: readonly string[]): string {
  return by.map((each) => (each.includes("/") ? link(each) : `\`${each}\``)).join(", ");
}

function link(file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1);
  return `[${name}](../../${file})`;
}

/** Titles by their file, each file named once. */
function proofText(proofs: readonly Proof[]): string {
  return [...Map.groupBy(proofs, ({ file }) => file)]
    .map(([file, each]) => `${link(file)}: ${each.map(titleText).join("; ")}`)
    .join(". ");
}

/** Of a table whose titles hold the case alone: the title as it is when it runs. */
function titleText({ title, case: ofCase }: Proof): string {
  if (ofCase === undefined) return title;
  const isWhole = title.match(/%./g)?.join() === "%s" && /^[\w ',-]+$/.test(ofCase);
  return isWhole ? title.replace("%s", ofCase) : `${title} (\`${ofCase}\`)`;
}

function datedText(rules: Readonly<Record<string, DatedRule>>): readonly string[] {
  return [
    "## Rules that hold from a day on",
    "",
    "The day is judged by the service's own clock.",
    "",
    ...table(
      ["Name", "From", "Rule", "Source"],
      Object.entries(rules).map(([name, { from, rule, source }]) => [name, from, rule, source]),
    ),
  ];
}
