// The requirements and their proofs. docs/requirements.md is written by hand except for its column
// of proofs: a test declares what it proves in a comment above it, or above one case of its table,
//
//     // Proves requirement 2.4 "threads"
//
// and `npm run generate` adds the test's title to the row with that name, so that tests and rows
// can be renamed independently.
import { table } from "./markdown.ts";

/** A row of a table on the page. */
export interface Requirement {
  readonly section: string;
  /** The text of its first cell, which is unique within a section. */
  readonly name: string;
  /** The cells by the heading of their column. */
  readonly cells: Readonly<Record<string, string>>;
}

/** A test that would fail if the requirement were not met. */
export interface Proof {
  readonly section: string;
  readonly name: string;
  /** The path of the test's file, from the root. */
  readonly file: string;
  /** The title as the test runner shows it, as far as that can be determined. */
  readonly title: string;
}

const column = "Proof";

/** The rows of all tables with a column of proofs. */
export function requirementsIn(page: string): readonly Requirement[] {
  const rows: Requirement[] = [];
  let section = "";
  for (const block of page.split("\n\n")) {
    section = /^## ([\d.]+) /.exec(block)?.[1] ?? section;
    const [heads, ...cells] = cellsOf(block);
    if (heads?.includes(column) !== true) continue;
    for (const row of cells) {
      const named = heads.map((head, i): [string, string] => [head, row[i] ?? ""]);
      rows.push({ section, name: row[0] ?? "", cells: Object.fromEntries(named) });
    }
  }
  return rows;
}

/** The proofs that a test file declares. */
export function proofsIn(file: string, text: string): readonly Proof[] {
  const tag = /^ *\/\/ Proves requirement ([\d.]+) "(.+)"$/gm;
  return [...text.matchAll(tag)].map((found) => {
    const [whole, section = "", name = ""] = found;
    const after = text.slice(found.index + whole.length).replace(/^(?:\s*\/\/.*$)+\s*/m, "");
    return { section, name, file, title: titleIn(after.trimStart()) };
  });
}

/** The page with its column of proofs replaced. */
export function withProofs(page: string, proofs: readonly Proof[]): string {
  let section = "";
  const blocks = page.split("\n\n").map((block) => {
    section = /^## ([\d.]+) /.exec(block)?.[1] ?? section;
    const [heads, ...rows] = cellsOf(block);
    const at = heads?.indexOf(column) ?? -1;
    if (heads === undefined || at < 0) return block;
    const proven = rows.map((row) =>
      row.with(at, proofText(proofs.filter((each) => isOf(each, section, row[0])))),
    );
    return table(heads, proven).join("\n") + (block.endsWith("\n") ? "\n" : "");
  });
  return blocks.join("\n\n");
}

/** The cells of a table's heading and rows; nothing for other text. */
function cellsOf(block: string): readonly (readonly string[])[] {
  const lines = block.trimEnd().split("\n");
  if (!lines.every((line) => line.startsWith("|"))) return [];
  return lines
    .filter((_, i) => i !== 1)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll(String.raw`\|`, "|")),
    );
}

function isOf(proof: Proof, section: string, name: string | undefined): boolean {
  return proof.section === section && proof.name === name;
}

const literal = String.raw`\(\s*("(?:[^"\\\n]|\\.)*"|` + "`[^`]*`)";
const titleOfTest = new RegExp(String.raw`(?:\b(?:test|describe)(?:\.\w+)*|\))${literal}\s*,`);
const titleOfTable = new RegExp(String.raw`\)${literal}\s*,`);

/** The title of the test, or of the case in a table of tests, at the start of a text, if any. */
function titleIn(text: string): string {
  if (/^(?:test|describe)\b/.test(text)) return unquoted(titleOfTest.exec(text)?.[1]);
  const isCase = /^(?:[[{"]|\w+: )/.test(text);
  if (!isCase) return "";
  const tests = text.replaceAll(/\bdescribe\.each\b.*?\)\(/gs, "");
  return titleOfCase(unquoted(titleOfTable.exec(tests)?.[1]), text);
}

function unquoted(title = "``"): string {
  return title.startsWith("`") ? title.slice(1, -1) : String(JSON.parse(title));
}

/**
 * A title that only contains a placeholder for the case is shown with it; any other with the case's
 * first line.
 */
function titleOfCase(title: string, text: string): string {
  const [, quoted, key] = /^[\s[{]*(?:"([^"\\]+)"|(\w+): )/.exec(text) ?? [];
  const name = quoted ?? key;
  if (name !== undefined && title.match(/%./g)?.join() === "%s") return title.replace("%s", name);
  const line = text.replace(/\n.*/s, "").replace(/,$/, "");
  return `${title} (\`${line}\`)`;
}

/** Titles grouped by file. */
function proofText(proofs: readonly Proof[]): string {
  return [...Map.groupBy(proofs, ({ file }) => file)]
    .map(([file, each]) => `${linkTo(file)}: ${each.map(({ title }) => title).join("; ")}`)
    .join(". ");
}

function linkTo(file: string): string {
  return `[${file.slice(file.lastIndexOf("/") + 1)}](../${file})`;
}
