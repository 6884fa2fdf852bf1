// `reference`: endpoints, errors, limits, events and guides, without a network.
import { described, integer, object, optional, text, word } from "@antechamber/contract/schema";
import type { EndpointDeclaration, NamedLimit } from "@antechamber/contract";
import { nearest } from "../../kit/client/nearest.ts";
import { readGuides } from "../../transports/pages/guides.ts";
import { ToolFailure, type ToolAnswer } from "../answers.ts";
import { tool } from "../tool.ts";

/** The most hits that are listed. */
const HITS_MAX = 20;
/** The most paragraphs of guides among them. */
const PARAGRAPHS_MAX = 5;

const kinds = ["endpoint", "error", "limit", "event", "guide", "key"] as const;
type Kind = (typeof kinds)[number];

export const reference = tool({
  name: "reference",
  title: "Search the reference",
  description:
    "Search the service's endpoints, errors, limits, gateway events, keys of world files and the text of guides by words; or read an endpoint by its id, or a guide by its name. Offline, for this version.",
  input: object({
    query: optional(described("Words to search for.", text({ min: 1, max: 200 }))),
    kind: optional(described("Only this kind.", word(kinds))),
    endpoint: optional(
      described(
        "The id of an endpoint to read, such as channels.createMessage.",
        text({ min: 1, max: 100 }),
      ),
    ),
    guide: optional(
      described("The name of a guide to read, such as testing.", text({ min: 1, max: 100 })),
    ),
    from_line: optional(
      described("Continue from this line of a guide.", integer({ min: 1, max: 100_000 })),
    ),
  }),
  isReadOnly: true,
  async run({ query, kind, endpoint, guide, from_line: from = 1 }) {
    if (endpoint !== undefined) return endpointWhole(endpoint);
    if (guide !== undefined) return guideWhole(guide, from);
    if (query !== undefined) return searched(query, kind);
    throw new ToolFailure(
      "query, endpoint or guide: one of them is required",
      `search with query; the guides are ${readGuides()
        .map(({ name }) => name)
        .join(", ")}`,
    );
  },
});

interface Entry {
  readonly kind: Kind;
  readonly line: string;
}

async function entries(): Promise<readonly Entry[]> {
  const { endpoints, errors, events, limits } = await import("@antechamber/contract");
  const { addressOf } = await import("@antechamber/contract/openapi");
  const { World } = await import("@antechamber/contract/control");
  return [
    ...worldFileLines(World as unknown as Shape).map((line) => ({ kind: "key" as const, line })),
    ...endpoints.map((each) => ({
      kind: "endpoint" as const,
      line: `${each.id}  ${each.method} ${addressOf(each)}  ${each.summary}`,
    })),
    ...errors.map(({ status, code, name, message }) => ({
      kind: "error" as const,
      line: `${status} code ${code} ${name}  ${message}`,
    })),
    ...Object.entries<NamedLimit>(limits).map(([name, { value, unit, windowMs }]) => ({
      kind: "limit" as const,
      line: `${name}  ${value} ${unit}${windowMs === undefined ? "" : ` in ${windowMs / 1000} s`}`,
    })),
    ...events.map(({ name, summary }) => ({ kind: "event" as const, line: `${name}  ${summary}` })),
    ...readGuides().flatMap(({ name, text: whole }) =>
      [...whole.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => ({
        kind: "guide" as const,
        line: `${name}  ${heading}`,
      })),
    ),
  ];
}

/** How deep records in records of a world file are listed. */
const LEVELS_MAX = 3;

/** The keys of a world file, then those of its records, then those of the records in these. */
function worldFileLines(file: Shape): readonly string[] {
  const lines: string[] = [];
  let level: readonly (readonly [at: string, shape: Shape])[] = [["", file]];
  for (let depth = 0; depth < LEVELS_MAX; depth += 1) {
    lines.push(...level.map(([at, shape]) => `world file${at}  ${keysOf(shape).join(", ")}`));
    level = level.flatMap(([at, shape]) => {
      const dot = at === "" ? " " : ".";
      return recordsIn(shape).map(([key, inner]) => [`${at}${dot}${key}`, inner] as const);
    });
  }
  return lines;
}

/** The keys that hold records, such as `roles[]`, with the shape of one. */
function recordsIn({ properties = {} }: Shape): readonly (readonly [key: string, one: Shape])[] {
  return Object.entries(properties).flatMap(([key, shape]) => {
    const one = shape.items ?? shape;
    const name = shape.items === undefined ? key : `${key}[]`;
    return one.properties === undefined ? [] : [[name, one] as const];
  });
}

/** The keys of a record. Those that hold others come first, because long lines are cut. */
function keysOf(record: Shape): readonly string[] {
  const { properties = {}, required = [] } = record;
  const holding = new Set(recordsIn(record).map(([key]) => key.replace("[]", "")));
  const [first, last] = [
    Object.keys(properties).filter((key) => holding.has(key)),
    Object.keys(properties).filter((key) => !holding.has(key)),
  ];
  return [...first, ...last].map((key) => (required.includes(key) ? key : `${key}?`));
}

/** A paragraph of a guide, and the number of its first line. */
interface Paragraph {
  readonly guide: string;
  readonly text: string;
  readonly from: number;
}

function paragraphs(): readonly Paragraph[] {
  return readGuides().flatMap(({ name: guide, text: whole }) => {
    let line = 1;
    // The separators are parts too, so that their lines are counted.
    return whole.split(/(\n{2,})/).flatMap((part) => {
      const from = line;
      line += part.split("\n").length - 1;
      const isText = part.trim() !== "" && !part.startsWith("#");
      return isText ? [{ guide, text: part, from }] : [];
    });
  });
}

interface Best<T> {
  readonly hits: readonly T[];
  /** How many of the words each of the hits contains. */
  readonly found: number;
}

/** Those whose texts contain the most of the words. */
function bestOf<T>(
  all: readonly T[],
  words: readonly string[],
  textOf: (one: T) => string,
): Best<T> {
  const scored = all.map((one) => ({ one, found: foundIn(textOf(one), words) }));
  const best = scored.reduce((most, { found }) => Math.max(most, found), 0);
  const hits = scored.filter(({ found }) => best > 0 && found === best).map(({ one }) => one);
  return { hits, found: best };
}

function foundIn(part: string, words: readonly string[]): number {
  const lower = part.toLowerCase();
  return words.filter((each) => lower.includes(each)).length;
}

/** The line of a paragraph that contains the most of the words. */
function paragraphLine({ guide, text: whole, from }: Paragraph, words: readonly string[]): string {
  const lines = whole.split("\n").map((line, at) => ({ line, at: from + at }));
  const [best] = bestOf(lines, words, ({ line }) => line).hits;
  const { line, at } = best ?? { line: "", at: from };
  // Tables are aligned with spaces.
  return `guide  ${guide}  line ${at}: ${line.trim().replaceAll(/ +/g, " ")}`;
}

async function searched(query: string, kind: Kind | undefined): Promise<ToolAnswer> {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((each) => each !== "");
  const all = (await entries()).filter((each) => kind === undefined || each.kind === kind);
  const named = bestOf(all, words, ({ line }) => line);
  const hasTexts = kind === undefined || kind === "guide";
  const told = bestOf(hasTexts ? paragraphs() : [], words, (each) => `${each.guide} ${each.text}`);
  // Long texts contain many words by chance: they never hide what has the words in its name.
  const texts = told.found < named.found ? [] : told.hits;
  const shownTexts = texts.slice(0, PARAGRAPHS_MAX);
  const shown = named.hits.slice(0, HITS_MAX - shownTexts.length);
  const left = named.hits.length + texts.length - shown.length - shownTexts.length;
  const counts = [
    ...(named.hits.length === 0
      ? []
      : [`${named.hits.length} found with ${named.found} of ${words.length} words`]),
    ...(texts.length === 0
      ? []
      : [`${texts.length} found in guides with ${told.found} of ${words.length} words`]),
  ];
  return {
    head: [counts.length === 0 ? `nothing matches "${query}"` : counts.join(", ")],
    body: [
      ...shown.map((entry) => `${entry.kind}  ${entry.line}`),
      ...shownTexts.map((each) => paragraphLine(each, words)),
    ],
    foot: [
      ...(left > 0 ? [`… ${left} more: use more words, or kind`] : []),
      "next: reference {endpoint: <id>}, reference {guide: <name>, from_line: <line>}, explain {error: <name>}",
    ],
    more: () => "use more words, or kind",
  };
}

function guideWhole(name: string, from: number): ToolAnswer {
  const guides = readGuides();
  const guide = guides.find((each) => each.name === name);
  if (guide === undefined) {
    throw new ToolFailure(
      `guide: there is no guide "${name}"`,
      `there are ${guides.map((each) => each.name).join(", ")}`,
    );
  }
  const lines = guide.text.trimEnd().split("\n");
  return {
    head: [`guide ${name}, ${lines.length} lines, from ${from}:`],
    body: lines.slice(from - 1),
    from,
    more: (next) => `ask with {"guide": "${name}", "from_line": ${next}}`,
  };
}

async function endpointWhole(id: string): Promise<ToolAnswer> {
  const { endpoints, errorsOf } = await import("@antechamber/contract");
  const { addressOf, callerText, errorText } = await import("@antechamber/contract/openapi");
  const found = endpoints.find((each) => each.id === id);
  if (found === undefined) {
    const meant = nearest(
      id,
      endpoints.map((each) => each.id),
    );
    throw new ToolFailure(
      `endpoint: there is no endpoint "${id}"`,
      `did you mean ${meant.join(", ")}? search with query`,
    );
  }
  return {
    head: [`${found.id}: ${found.method} ${addressOf(found)}`, found.summary],
    body: [
      `callers: ${found.auth.map(callerText).join(", ")}`,
      ...fieldLines("query", found.query),
      ...fieldLines("body", found.body),
      `replies: ${Object.keys(found.replies).join(", ")}`,
      `errors: ${errorsOf(found).map(errorText).join(", ")}`,
      `source: ${found.source}`,
    ],
    more: () => "the service's /reference page has the full text",
  };
}

interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly anyOf?: readonly Shape[];
}

function fieldLines(name: string, schema: EndpointDeclaration["body"]): readonly string[] {
  const { properties, required = [] } = (schema ?? {}) as Shape;
  if (properties === undefined) return schema === undefined ? [] : [`${name}: any`];
  return [
    `${name}:`,
    ...Object.entries(properties).map(
      ([field, shape]) => `  ${field}${required.includes(field) ? "" : "?"}: ${shapeText(shape)}`,
    ),
  ];
}

/** A type with its bounds, in short form. */
function shapeText(shape: Shape): string {
  if (shape.anyOf !== undefined) return shape.anyOf.map(shapeText).join(" or ");
  if (shape.enum !== undefined) return shape.enum.map(String).join(" | ");
  const [low, high] = [
    shape.minLength ?? shape.minimum,
    shape.maxLength ?? shape.maximum ?? shape.maxItems,
  ];
  const bounds =
    low === undefined && high === undefined ? "" : ` (${low ?? "…"} to ${high ?? "…"})`;
  return `${shape.format ?? shape.type ?? "any"}${bounds}`;
}
