// Parses the Markdown dialect of messages into blocks. Source: the reference's public
// documentation, Message formatting.
import { DEPTH_MAX, inlines, openSpoilerIn, SPOILER, type Inline } from "./inlines.ts";

/** A paragraph or another block. */
export type Block =
  | { readonly kind: "paragraph"; readonly parts: readonly Inline[] }
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly parts: readonly Inline[] }
  | { readonly kind: "subtext"; readonly parts: readonly Inline[] }
  | { readonly kind: "quote" | "spoiler"; readonly blocks: readonly Block[] }
  | List
  | { readonly kind: "code"; readonly language: string; readonly text: string };

export interface List {
  readonly kind: "list";
  readonly isOrdered: boolean;
  /** The number of its first item. */
  readonly start: number;
  readonly items: readonly ListItem[];
}

export interface ListItem {
  readonly parts: readonly Inline[];
  readonly lists: readonly List[];
}

const FENCE = "```";
/** The language of a code block, if nothing else follows the opening fence. */
const LANGUAGE = /^([\w.#+-]*)\n/;
const HEADING = /^(#{1,3}) +(.+)$/;
const ITEM = /^( *)(?:[-*]|(\d{1,9})\.) +(.+)$/;
/** Matches a line that continues the list item above it. */
const MORE_OF_ITEM = /^ {2,}(?! *(?:```|$))/;

/** Parses a whole text. */
export function parseMarkdown(text: string, depth = 0): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length;) {
    const { block, end, rest } = blockAt(lines, at, depth);
    blocks.push(block);
    at = end;
    if (rest !== undefined) {
      at -= 1;
      lines[at] = rest;
    }
  }
  return blocks;
}

interface FoundBlock {
  readonly block: Block;
  readonly end: number;
  /** The remainder of its last line, which is parsed next. */
  readonly rest?: string;
}

function blockAt(lines: readonly string[], at: number, depth: number): FoundBlock {
  const line = lines[at] ?? "";
  const code = line.trimStart().startsWith(FENCE) ? fencedAt(lines, at) : undefined;
  if (code !== undefined) return code;
  const [, hashes, title = ""] = HEADING.exec(line) ?? [];
  if (hashes !== undefined) {
    const level = hashes.length as 1 | 2 | 3;
    return { block: { kind: "heading", level, parts: inlines(title) }, end: at + 1 };
  }
  if (line.startsWith("-# ")) {
    return { block: { kind: "subtext", parts: inlines(line.slice(3)) }, end: at + 1 };
  }
  const quote = depth < DEPTH_MAX ? quotedAt(lines, at, depth) : undefined;
  if (quote !== undefined) return quote;
  if (ITEM.test(line)) return listAt(lines, at);
  return proseAt(lines, at, depth);
}

/** A paragraph. A code block, or a spoiler that spans blocks, ends it. */
function proseAt(lines: readonly string[], at: number, depth: number): FoundBlock {
  const end = endOf(lines, at, isProse);
  const fence = fenceIn(lines, at, end);
  const prose = proseBefore(lines, at, fence ?? { line: end, column: 0 });
  const spoiler = depth < DEPTH_MAX ? spoilerIn(prose) : undefined;
  const hidden = spoiler && hiddenAt(lines, below(spoiler, at), depth);
  if (spoiler === undefined || hidden === undefined) {
    return fence === undefined
      ? { block: paragraph(prose), end }
      : paragraphBefore(lines, at, fence);
  }
  const isFirst = proseBefore(prose, 0, spoiler).length === 0;
  return isFirst ? hidden : paragraphBefore(lines, at, below(spoiler, at));
}

interface Place {
  readonly line: number;
  readonly column: number;
}

function below({ line, column }: Place, at: number): Place {
  return { line: line + at, column };
}

/** Where a code block starts within a paragraph. */
function fenceIn(lines: readonly string[], at: number, end: number): Place | undefined {
  const fenced = lines.slice(at, end).findIndex((line) => line.includes(FENCE));
  if (fenced < 0 || fencedAt(lines, at + fenced) === undefined) return undefined;
  const line = at + fenced;
  return { line, column: (lines[line] ?? "").indexOf(FENCE) };
}

function paragraphBefore(lines: readonly string[], at: number, place: Place): FoundBlock {
  const rest = (lines[place.line] ?? "").slice(place.column);
  return { block: paragraph(proseBefore(lines, at, place)), end: place.line + 1, rest };
}

function proseBefore(lines: readonly string[], at: number, place: Place): readonly string[] {
  const last = (lines[place.line] ?? "").slice(0, place.column);
  return [...lines.slice(at, place.line), ...(last.trim() === "" ? [] : [last])];
}

/** Where a spoiler starts that does not end in the same paragraph. */
function spoilerIn(prose: readonly string[]): Place | undefined {
  const text = prose.join("\n");
  const from = openSpoilerIn(text);
  if (from === undefined) return undefined;
  const before = text.slice(0, from).split("\n");
  return { line: before.length - 1, column: before.at(-1)?.length ?? 0 };
}

/** The blocks of the spoiler that starts at a position, up to its closing delimiter. */
function hiddenAt(lines: readonly string[], from: Place, depth: number): FoundBlock | undefined {
  const inner = [(lines[from.line] ?? "").slice(from.column + SPOILER.length)];
  let last = inner[0] ?? "";
  // A spoiler cannot be empty.
  let close = last.indexOf(SPOILER, 1);
  while (close < 0 && from.line + inner.length < lines.length) {
    last = lines[from.line + inner.length] ?? "";
    inner.push(last);
    close = last.indexOf(SPOILER);
  }
  if (close < 0) return undefined;
  const end = from.line + inner.length;
  const text = [...inner.slice(0, -1), last.slice(0, close)].join("\n");
  const rest = last.slice(close + SPOILER.length);
  const block = { kind: "spoiler", blocks: parseMarkdown(text, depth + 1) } as const;
  return { block, end, ...(rest === "" ? {} : { rest }) };
}

function paragraph(lines: readonly string[]): Block {
  return { kind: "paragraph", parts: inlines(lines.join("\n")) };
}

function quotedAt(lines: readonly string[], at: number, depth: number): FoundBlock | undefined {
  const line = lines[at] ?? "";
  if (line.startsWith(">>> ")) {
    const text = [line.slice(4), ...lines.slice(at + 1)].join("\n");
    return { block: { kind: "quote", blocks: parseMarkdown(text, depth + 1) }, end: lines.length };
  }
  if (!line.startsWith("> ")) return undefined;
  const end = endOf(lines, at, (each) => each.startsWith("> "));
  const quoted = lines.slice(at, end).map((each) => each.slice(2));
  return { block: { kind: "quote", blocks: parseMarkdown(quoted.join("\n"), depth + 1) }, end };
}

function isProse(line: string): boolean {
  return !/^(```|#{1,3} |-# |>|>>>)/.test(line) && !ITEM.test(line);
}

/** The index of the first line after the given one that does not match. */
function endOf(lines: readonly string[], at: number, holds: (line: string) => boolean): number {
  let end = at + 1;
  while (end < lines.length && holds(lines[end] ?? "")) end += 1;
  return end;
}

/** The code block of the first fence in a line. */
function fencedAt(lines: readonly string[], at: number): FoundBlock | undefined {
  const from = (lines[at] ?? "").indexOf(FENCE) + FENCE.length;
  let last = at;
  let close = (lines[at] ?? "").indexOf(FENCE, from);
  while (close < 0 && last + 1 < lines.length) {
    last += 1;
    close = (lines[last] ?? "").indexOf(FENCE);
  }
  if (close < 0) return undefined;
  const final = lines[last] ?? "";
  const within = [...lines.slice(at, last), final.slice(0, close)].join("\n");
  const [head = "", language = ""] = LANGUAGE.exec(within.slice(from)) ?? [];
  const text = within.slice(from + head.length).replace(/\n$/, "");
  const rest = final.slice(close + FENCE.length);
  const block = { kind: "code", language, text } as const;
  return { block, end: last + 1, ...(rest === "" ? {} : { rest }) };
}

/** The items of a list; more deeply indented ones form nested lists. */
function listAt(lines: readonly string[], at: number): FoundBlock & { readonly block: List } {
  const { indent = 0, number } = itemOf(lines[at]) ?? {};
  const items: ListItem[] = [];
  let end = at;
  for (let item = itemOf(lines[at]); item !== undefined && item.indent >= indent;) {
    const before = items.at(-1);
    if (before !== undefined && item.indent > indent) {
      const { block, end: inner } = listAt(lines, end);
      items[items.length - 1] = { ...before, lists: [...before.lists, block] };
      end = inner;
    } else {
      const next = endOf(lines, end, (line) => MORE_OF_ITEM.test(line) && !ITEM.test(line));
      const more = lines.slice(end + 1, next).map((line) => line.trimStart());
      items.push({ parts: inlines([item.text, ...more].join("\n")), lists: [] });
      end = next;
    }
    item = itemOf(lines[end]);
  }
  const isOrdered = number !== undefined;
  return { block: { kind: "list", isOrdered, start: Number(number ?? 1), items }, end };
}

/** Parses a line as a list item, if it is one. */
function itemOf(line = "") {
  const [, indent = "", number, text] = ITEM.exec(line) ?? [];
  return text === undefined ? undefined : { indent: indent.length, number, text };
}
