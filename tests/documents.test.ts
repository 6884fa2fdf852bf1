// Checks that the documents' links lead to existing files and headings, and that paths in code
// spans exist in the tree.
import { matchesGlob, posix } from "node:path";
import { expect, test } from "vitest";
import { filesIn, textOf } from "./source-tree.ts";

const documents = [
  ...filesIn("{README,CONTRIBUTING,CHANGELOG}.md"),
  ...filesIn("packages/*/README.md"),
  ...filesIn("docs/**/*.md"),
];
const files = [
  ...filesIn("*.*"),
  ...filesIn(".*.*"),
  ...filesIn("{bench,docs,packages,scripts,tests}/**/*.*"),
  ...filesIn("deploy/**/*"),
];
const folders = new Set(files.flatMap(foldersOf));
const folderNames = new Set([...folders].map((folder) => posix.basename(folder)));

/** Documents about our own files; those on the protocol name files of other projects. */
const ofOurFiles = documents.filter((path) => !path.startsWith("docs/protocol/"));

/** The folders that contain a file, outermost first. */
function foldersOf(file: string): readonly string[] {
  const names = file.split("/").slice(0, -1);
  return names.map((_, i) => names.slice(0, i + 1).join("/"));
}

/** A document without its code blocks, whose paths may be those of a reader's own project. */
function prose(path: string): string {
  return textOf(path).replaceAll(/^```.*?^```/gms, "");
}

/** The anchor of a heading on GitHub: lower case, hyphens for spaces, no punctuation. */
function anchorOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function hasHeading(path: string, anchor: string): boolean {
  const headings = [...prose(path).matchAll(/^#+ (.+)$/gm)];
  return headings.some(([, heading = ""]) => anchorOf(heading) === anchor);
}

function leads(from: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? from : posix.join(posix.dirname(from), path).replace(/\/$/, "");
  if (!files.includes(target)) return folders.has(target);
  return anchor === undefined || hasHeading(target, anchor);
}

/** True for the name or path of a source file, and for a path that begins at a top-level folder. */
function isPath(code: string): boolean {
  if (!/^[\w.*<>{},/-]+$/.test(code)) return false;
  if (/^[\w*<].*\.(ts|md|json)$/.test(code)) return true;
  const [first = "", second = ""] = code.split("/");
  return folderNames.has(first) && second !== "";
}

/** True if a path, or one that ends with it, is in the tree; `<noun>` matches any name. */
function isThere(code: string): boolean {
  const pattern = code.replaceAll(/<\w+>/g, "*").replace(/\/$/, "");
  const isFound = (path: string) =>
    matchesGlob(path, pattern) || matchesGlob(path, `**/${pattern}`);
  return files.some(isFound) || [...folders].some(isFound);
}

test.each(documents)("the links in %s lead to existing files and headings", (path) => {
  const links = [...prose(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  const dead = links.filter((link) => !/^[a-z]+:/.test(link) && !leads(path, link));
  expect(dead, "Link the file or the heading that is there now.").toEqual([]);
});

test.each(ofOurFiles)("the paths in %s exist in the tree", (path) => {
  const codes = [...prose(path).matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  const gone = codes.filter((code) => isPath(code) && !isThere(code));
  expect(gone, "Name the file that is there now.").toEqual([]);
});

/** The packages that the code samples of a document import. */
function importedIn(path: string): ReadonlySet<string> {
  const samples = textOf(path).matchAll(/^```(?:js|ts)\n(.*?)^```$/gms);
  const sources = [...samples].flatMap(([, sample = ""]) =>
    [...sample.matchAll(/^(?:import|\}) .*?from "([^".][^"]*)"/gm)].map(([, from = ""]) => from),
  );
  const packages = sources.map((from) => /^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? "");
  return new Set(packages.filter((name) => !name.startsWith("node:")));
}

/** The packages that a document tells its reader to install. */
function installedIn(path: string): ReadonlySet<string> {
  const commands = textOf(path).matchAll(/npm install ([^`\n]+)/g);
  return new Set([...commands].flatMap(([, words = ""]) => words.split(" ")));
}

const forUsers = documents.filter((path) => /^(README|docs\/guides|packages)/.test(path));

test.each(forUsers)("%s installs every package that its samples import", (path) => {
  const installed = installedIn(path);
  const missing = [...importedIn(path)].filter((name) => !installed.has(name));
  expect(missing, "Say `npm install <package>` beside the first sample that needs it.").toEqual([]);
});

/** Variables of programs and servers for tests, and those that tests give to their own processes. */
const givenByPrograms = /^(TEST_\w+|PATH|NODE_\w+|ANTECHAMBER_\w+)$/;

test("CONTRIBUTING documents the variables that tests read", () => {
  const tests = [...filesIn("tests/**/*.ts"), ...filesIn("packages/server/src/**/*.test.ts")];
  const read = [...tests, "packages/server/src/testing/start-service.ts"].flatMap((path) =>
    [...textOf(path).matchAll(/process\.env\["(\w+)"\]/g)].map(([, name = ""]) => name),
  );
  const variables = [...new Set(read)].filter((name) => !givenByPrograms.test(name));
  expect(variables).toEqual(expect.arrayContaining(["LOAD_PLAYERS", "WORLDS", "KILLS"]));
  const named = textOf("CONTRIBUTING.md");
  expect(variables.filter((name) => !named.includes(`\`${name}\``))).toEqual([]);
});

test("the checks find documents, imports, links and paths", () => {
  expect(documents.length).toBeGreaterThan(15);
  expect(importedIn("docs/guides/testing.md")).toContain("discord-interactions");
  expect(leads("README.md", "docs/architecture.md#domains")).toBe(true);
  expect(leads("README.md", "docs/architecture.md#no-such-heading")).toBe(false);
  expect(leads("docs/architecture.md", "docs/architecture.md")).toBe(false);
  expect(isPath("packages/server/src/main.ts") && isThere("packages/server/src/main.ts")).toBe(
    true,
  );
  expect(isPath("identify-*.ts") && isThere("identify-*.ts")).toBe(true);
  expect(isPath("no-such-file.ts") && isThere("no-such-file.ts")).toBe(false);
});
