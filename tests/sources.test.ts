// Every reference to the protocol, in code, documents and the OpenAPI documents, leads to an
// existing heading, so that readers can verify the source of a rule.
import { expect, test } from "vitest";
import { filesIn, sourceFiles, textOf } from "./source-tree.ts";

const pages = new Map(
  [
    "auto-moderation",
    "channels-and-threads",
    "commands-and-interactions",
    "expressions-and-events",
    "gateway-oauth-limits",
    "join-requests",
    "lobbies-and-sdk",
    "moderation",
    "webhooks-and-applications",
    "clients",
  ].map((name) => [name, textOf(`docs/protocol/${name}.md`)]),
);
const requirements = textOf("docs/requirements.md");

/** The texts that are checked: all code, the documents, and what is generated from the contract. */
const referring = [
  ...sourceFiles().filter((path) => path !== "tests/sources.test.ts"),
  ...filesIn("docs/{architecture.md,requirements.md,decisions/*.md,guides/*.md,reference/*.md}"),
  ...filesIn("{README,CONTRIBUTING}.md"),
  ...filesIn("openapi*.json"),
];

const row = String.raw`(?:#\d+|choice \d+|\((?:choice )?\d+\))`;
const place = String.raw`(?:[CO]?\d+(?:\.\d+)?|${row})`;
const places = String.raw`(${place}(?:(?:, | and | to | (?=[#(CO]))${place})*)`;
const toPages = new RegExp(`\\b(${[...pages.keys()].join("|")})(?:\\.md)? ${places}`, "g");
const toRequirements = /\brequirements (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)/g;

function hasSection(text: string, number: string): boolean {
  return new RegExp(`^#{2,3} ${number.replace(".", String.raw`\.`)}\\.? `, "m").test(text);
}

/** The text of a section, including its subsections. */
function section(text: string, number: string): string {
  const from = text.search(new RegExp(`^## ${number}\\. `, "m"));
  const rest = from < 0 ? "" : text.slice(from + 3);
  const end = rest.search(/^## /m);
  return end < 0 ? rest : rest.slice(0, end);
}

/** True when a place is a section, or a row or code of the section before it. */
function resolves(text: string, each: string, before: string | undefined): boolean {
  const number = new RegExp(`^${row}$`).test(each) ? /\d+/.exec(each)?.[0] : undefined;
  if (number !== undefined) {
    const within = section(text, before?.split(".")[0] ?? "");
    return new RegExp(`\\b${number}\\b`).test(within);
  }
  if (/^[CO]\d+$/.test(each)) return new RegExp(`^\\| ${each}\\b`, "m").test(text);
  return hasSection(text, each);
}

/** A text as one line, without comment markers, so that references may be wrapped. */
function unwrapped(path: string): string {
  return textOf(path).replaceAll(/\n\s*(?:\/\/|\*)?\s*/g, " ");
}

/** References in a text to sections and rows that do not exist. */
function deadEnds(path: string): readonly string[] {
  const text = unwrapped(path);
  const dead: string[] = [];
  for (const [whole, page = "", list = ""] of text.matchAll(toPages)) {
    let before: string | undefined;
    for (const each of list.split(/, | and | to | (?=[#(CO])/)) {
      if (!resolves(pages.get(page) ?? "", each, before)) dead.push(`${path}: ${whole} (${each})`);
      if (/^\d/.test(each)) before = each;
    }
  }
  for (const [whole, list = ""] of text.matchAll(toRequirements)) {
    for (const each of list.split(/, | and /))
      if (!hasSection(requirements, each)) dead.push(`${path}: ${whole}`);
  }
  return dead;
}

test("references to the protocol are found", () => {
  const count = sourceFiles().flatMap((path) => [...textOf(path).matchAll(toPages)]).length;
  expect(count).toBeGreaterThan(300);
});

test("every reference to the protocol leads to an existing heading or row", () => {
  const dead = referring.flatMap(deadEnds);
  expect(dead, "Name the section of docs/protocol that holds the fact.").toEqual([]);
});

test("every reference to product.md leads to an existing heading", () => {
  const headings = new Set(
    [...textOf("docs/product.md").matchAll(/^## (.+)$/gm)].map(([, h]) => h),
  );
  const dead = referring.flatMap((path) =>
    [...unwrapped(path).matchAll(/\bproduct\.md(?:, ([A-Z][\w ]*\w))?/g)]
      .filter(([, heading = ""]) => ![...headings].some((each) => heading.startsWith(each ?? "?")))
      .map(([whole]) => `${path}: ${whole}`),
  );
  expect(dead, "Name the heading of docs/product.md: `product.md, Control plane`.").toEqual([]);
});

test("every reference names its page and section", () => {
  const vague = referring.flatMap((path) =>
    [
      ...unwrapped(path).matchAll(/\b(?:Source: |source: ")protocol(?!: [a-z-]+ \d)[^;"]{0,60}/g),
    ].map(([found]) => `${path}: ${found}`),
  );
  expect(vague, "Write `protocol: <page> <section>`, as docs/protocol/README.md says.").toEqual([]);
});
