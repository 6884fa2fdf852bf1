// The dialect of Markdown in which messages are written, as a tree. It reads each text once for every
// level of nesting, whatever stands in it, and keeps what it does not understand as it is.
// Source: the reference's public documentation, Message formatting.

/** A part of a text. */
export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "style"; readonly style: Style; readonly parts: readonly Inline[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "link"; readonly href: string; readonly parts: readonly Inline[] }
  | { readonly kind: "mention"; readonly of: "user" | "role" | "channel"; readonly id: string }
  | { readonly kind: "command"; readonly name: string }
  | { readonly kind: "emoji"; readonly name: string; readonly id: string }
  | { readonly kind: "time"; readonly seconds: number; readonly format: string };

export type Style = "strong" | "em" | "underline" | "strike" | "spoiler";

/** A paragraph or what stands in place of one. */
export type Block =
  | { readonly kind: "paragraph"; readonly parts: readonly Inline[] }
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly parts: readonly Inline[] }
  | { readonly kind: "subtext"; readonly parts: readonly Inline[] }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | {
      readonly kind: "list";
      readonly isOrdered: boolean;
      readonly items: readonly (readonly Inline[])[];
    }
  | { readonly kind: "code"; readonly language: string; readonly text: string };

const DEPTH_MAX = 32;

/** Longer ones first: `**` is not twice `*`. */
const delimiters: readonly (readonly [string, Style])[] = [
  ["**", "strong"],
  ["__", "underline"],
  ["~~", "strike"],
  ["||", "spoiler"],
  ["*", "em"],
  ["_", "em"],
];

const LINK = /\[([^[\]\n]{1,500})\]\(<?(https?:\/\/[^\s()<>]{1,2000})>?\)/y;
const BARE_LINK = /<?(https?:\/\/[^\s<>]{1,2000})>?/y;
const MENTION = /<(@!?|@&|#)(\d{5,20})>/y;
const COMMAND = /<\/([^:<>\n]{1,100}):\d{5,20}>/y;
const EMOJI = /<a?:(\w{2,32}):(\d{5,20})>/y;
const TIME = /<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y;
const CODE = /(`{1,2})([^`\n][^`]*)\1/y;

type Reader = (match: RegExpExecArray, depth: number) => Inline;

/** What begins at a sign, tried in this order. */
const readers: ReadonlyMap<string, readonly (readonly [RegExp, Reader])[]> = new Map<
  string,
  readonly (readonly [RegExp, Reader])[]
>([
  [
    "<",
    [
      [MENTION, ([, sign, id = ""]) => ({ kind: "mention", of: mentioned(sign), id })],
      [COMMAND, ([, name = ""]) => ({ kind: "command", name })],
      [EMOJI, ([, name = "", id = ""]) => ({ kind: "emoji", name, id })],
      [TIME, ([, seconds, format = "f"]) => ({ kind: "time", seconds: Number(seconds), format })],
      [BARE_LINK, bareLink],
    ],
  ],
  [
    "[",
    [
      [
        LINK,
        ([, text = "", href = ""], depth) => ({
          kind: "link",
          href,
          parts: inlines(text, depth + 1),
        }),
      ],
    ],
  ],
  ["h", [[BARE_LINK, bareLink]]],
  ["`", [[CODE, ([, , text = ""]) => ({ kind: "code", text })]]],
]);

function bareLink([, href = ""]: RegExpExecArray): Inline {
  return { kind: "link", href, parts: [{ kind: "text", text: href }] };
}

function mentioned(sign: string | undefined): "user" | "role" | "channel" {
  if (sign === "#") return "channel";
  return sign === "@&" ? "role" : "user";
}

/** Reads one paragraph. */
export function inlines(text: string, depth = 0): readonly Inline[] {
  const parts: Inline[] = [];
  let plain = "";
  const flush = (): void => {
    if (plain !== "") parts.push({ kind: "text", text: plain });
    plain = "";
  };
  for (let at = 0; at < text.length;) {
    const found = depth < DEPTH_MAX ? partAt(text, at, depth) : undefined;
    if (found === undefined) {
      const isEscape = text[at] === "\\" && /[\\*_~|`<>[\]()#-]/.test(text[at + 1] ?? "");
      plain += isEscape ? text[at + 1] : text[at];
      at += isEscape ? 2 : 1;
      continue;
    }
    if (typeof found.part === "string") plain += found.part;
    else {
      flush();
      parts.push(found.part);
    }
    at = found.end;
  }
  flush();
  return parts;
}

interface Found {
  readonly part: Inline | string;
  readonly end: number;
}

function partAt(text: string, at: number, depth: number): Found | undefined {
  for (const [pattern, read] of readers.get(text[at] ?? "") ?? []) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) return { part: read(match, depth), end: pattern.lastIndex };
  }
  const delimiter = delimiters.find(([sign]) => text.startsWith(sign, at));
  return delimiter === undefined ? undefined : styledAt(text, at, { delimiter, depth });
}

function styledAt(
  text: string,
  at: number,
  {
    delimiter: [sign, style],
    depth,
  }: { readonly delimiter: readonly [string, Style]; readonly depth: number },
): Found | undefined {
  const from = at + sign.length;
  const to = text.indexOf(sign, from);
  // Nothing stands in between: both are signs like any other.
  if (to === from) return { part: sign, end: from };
  if (to < 0) return { part: sign, end: from };
  // Within a word, `_` is a letter.
  const isInWord = sign === "_" && (/\w/.test(text[at - 1] ?? "") || /\w/.test(text[to + 1] ?? ""));
  if (isInWord) return { part: sign, end: from };
  const parts = inlines(text.slice(from, to), depth + 1);
  return { part: { kind: "style", style, parts }, end: to + sign.length };
}

const FENCE = "```";
/** A language stands alone behind the fence. */
const LANGUAGE = /^([\w+-]*)\n/;
const HEADING = /^(#{1,3}) +(.+)$/;
const ITEM = /^ *(?:[-*]|(\d{1,9})\.) +(.+)$/;

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
  const code = line.startsWith(FENCE) ? fencedAt(lines, at) : undefined;
  if (code !== undefined) return code;
  const [, signs, title = ""] = HEADING.exec(line) ?? [];
  if (signs !== undefined) {
    const level = signs.length as 1 | 2 | 3;
    return { block: { kind: "heading", level, parts: inlines(title) }, end: at + 1 };
  }
  if (line.startsWith("-# ")) {
    return { block: { kind: "subtext", parts: inlines(line.slice(3)) }, end: at + 1 };
  }
  const quote = depth < DEPTH_MAX ? quotedAt(lines, at, depth) : undefined;
  if (quote !== undefined) return quote;
  if (ITEM.test(line)) return listAt(lines, at);
  const end = endOf(lines, at, isProse);
  return { block: { kind: "paragraph", parts: inlines(lines.slice(at, end).join("\n")) }, end };
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

function fencedAt(lines: readonly string[], at: number): FoundBlock | undefined {
  let last = at;
  let close = (lines[at] ?? "").indexOf(FENCE, FENCE.length);
  while (close < 0 && last + 1 < lines.length) {
    last += 1;
    close = (lines[last] ?? "").indexOf(FENCE);
  }
  if (close < 0) return undefined;
  const final = lines[last] ?? "";
  const within = [...lines.slice(at, last), final.slice(0, close)].join("\n");
  const [head = "", language = ""] = LANGUAGE.exec(within.slice(FENCE.length)) ?? [];
  const text = within.slice(FENCE.length + head.length).replace(/\n$/, "");
  const rest = final.slice(close + FENCE.length);
  const block = { kind: "code", language, text } as const;
  return { block, end: last + 1, ...(rest === "" ? {} : { rest }) };
}

function listAt(lines: readonly string[], at: number): FoundBlock {
  const end = endOf(lines, at, (line) => ITEM.test(line));
  const items = lines.slice(at, end).map((line) => inlines(ITEM.exec(line)?.[2] ?? ""));
  const isOrdered = ITEM.exec(lines[at] ?? "")?.[1] !== undefined;
  return { block: { kind: "list", isOrdered, items }, end };
}
