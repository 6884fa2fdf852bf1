// The dialect of Markdown in which messages are written: the blocks of a text, one below the other.
// Source: the reference's public documentation, Message formatting.
import { DEPTH_MAX, inlines, type Inline } from "./inlines.ts";

/** A paragraph or what stands in place of one. */
export type Block =
  | { readonly kind: "paragraph"; readonly parts: readonly Inline[] }
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly parts: readonly Inline[] }
  | { readonly kind: "subtext"; readonly parts: readonly Inline[] }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
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
/** A language stands alone behind the fence. */
const LANGUAGE = /^([\w.#+-]*)\n/;
const HEADING = /^(#{1,3}) +(.+)$/;
const ITEM = /^( *)(?:[-*]|(\d{1,9})\.) +(.+)$/;
/** Goes on with the item above it. */
const MORE_OF_ITEM = /^ {2,}(?! *(?:```|$))/;

/** Reads a whole text. */
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
  /** What its last line says behind it, which is looked at next. */
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
  return proseAt(lines, at);
}

/** Code may begin within a paragraph, and ends it. */
function proseAt(lines: readonly string[], at: number): FoundBlock {
  const end = endOf(lines, at, isProse);
  const prose = lines.slice(at, end);
  const fenced = prose.findIndex((line) => line.includes(FENCE));
  if (fenced < 0 || fencedAt(lines, at + fenced) === undefined)
    return { block: paragraph(prose), end };
  const last = prose[fenced] ?? "";
  const [before = ""] = last.split(FENCE, 1);
  return {
    block: paragraph([...prose.slice(0, fenced), ...(before.trim() === "" ? [] : [before])]),
    end: at + fenced + 1,
    rest: last.slice(before.length),
  };
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

/** The first line after one for which something does not hold. */
function endOf(lines: readonly string[], at: number, holds: (line: string) => boolean): number {
  let end = at + 1;
  while (end < lines.length && holds(lines[end] ?? "")) end += 1;
  return end;
}

/** The code of the first fence in a line. */
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

/** The items of a list; those that stand further in are lists within the one before them. */
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

/** A line as an item, where it is one. */
function itemOf(line = "") {
  const [, indent = "", number, text] = ITEM.exec(line) ?? [];
  return text === undefined ? undefined : { indent: indent.length, number, text };
}
