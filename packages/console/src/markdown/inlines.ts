// Parses the inline markup of a paragraph into a tree. It reads each text once per level of
// nesting, whatever the text contains, and keeps unknown markup as text. Source: the reference's
// public documentation, Message formatting.

/** A part of a text. */
export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "style"; readonly style: Style; readonly parts: readonly Inline[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "link"; readonly href: string; readonly parts: readonly Inline[] }
  | { readonly kind: "mention"; readonly of: "user" | "role" | "channel"; readonly id: string }
  | { readonly kind: "broadcast"; readonly to: string }
  | { readonly kind: "navigation"; readonly to: string }
  | { readonly kind: "command"; readonly name: string }
  | { readonly kind: "emoji"; readonly name: string; readonly id: string }
  | { readonly kind: "time"; readonly seconds: number; readonly format: string };

export type Style = "strong" | "em" | "underline" | "strike" | "spoiler";

export const DEPTH_MAX = 32;
export const SPOILER = "||";

/** A URL, with balanced parentheses, so that a parenthesis around it is not included. */
const ADDRESS = String.raw`https?:\/\/(?:\([^\s()<>]{0,500}\)|[^\s()<>]){1,2000}`;
const TITLE = String.raw`(?:\s+(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?`;
const LINK = new RegExp(String.raw`\[([^[\]\n]{1,500})\]\(<?(${ADDRESS})>?${TITLE}\)`, "y");
/** A URL in running text, without the punctuation that follows it. */
const BARE_LINK = new RegExp(String.raw`${ADDRESS}(?<![.,:;"'\]])`, "y");
const ENCLOSED_LINK = /<(https?:\/\/[^\s<>]{1,2000})>/y;
const MENTION = /<(@!?|@&|#)(\d{5,20})>/y;
const BROADCAST = /@(everyone|here)/y;
const NAVIGATION = /<id:(customize|browse|guide|linked-roles)(?::\d{5,20})?>/y;
const COMMAND = /<\/([^:<>\n]{1,100}):\d{5,20}>/y;
const EMOJI = /<a?:(\w{2,32}):(\d{5,20})>/y;
/** A timestamp in seconds; values outside the range of dates are not matched. */
const TIME = /<t:(-?\d{1,12}|-?[1-7]\d{12})(?::([tTdDfFsSR]))?>/y;
/** A common emoticon, whose arm would otherwise be an escape. */
const SHRUG = /¯\\_\(ツ\)_\/¯/y;

type Reader = (match: RegExpExecArray, depth: number) => Inline;

/** Readers by the character that the markup starts with, in the order in which they are tried. */
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
      [NAVIGATION, ([, to = ""]) => ({ kind: "navigation", to })],
      [ENCLOSED_LINK, ([, href = ""]) => plainLink(href)],
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
  ["h", [[BARE_LINK, ([href]) => plainLink(href)]]],
  ["@", [[BROADCAST, ([, to = ""]) => ({ kind: "broadcast", to })]]],
  ["¯", [[SHRUG, ([text]) => ({ kind: "text", text })]]],
]);

function plainLink(href: string): Inline {
  return { kind: "link", href, parts: [{ kind: "text", text: href }] };
}

function mentioned(sign: string | undefined): "user" | "role" | "channel" {
  if (sign === "#") return "channel";
  return sign === "@&" ? "role" : "user";
}

/** Parses one paragraph. */
export function inlines(text: string, depth = 0): readonly Inline[] {
  const parts: Inline[] = [];
  let plain = "";
  const flush = (): void => {
    if (plain !== "") parts.push({ kind: "text", text: plain });
    plain = "";
  };
  for (let at = 0; at < text.length;) {
    const { part, end } = foundAt(text, at, depth);
    if (typeof part === "string") plain += part;
    else {
      flush();
      parts.push(part);
    }
    at = end;
  }
  flush();
  return parts;
}

/** The position at which a spoiler starts that does not end in the same paragraph. */
export function openSpoilerIn(text: string): number | undefined {
  for (let at = 0; at < text.length;) {
    const { part, end } = foundAt(text, at, DEPTH_MAX - 1);
    if (typeof part === "string" && text.startsWith(SPOILER, at)) return at;
    at = end;
  }
  return undefined;
}

interface Found {
  readonly part: Inline | string;
  readonly end: number;
}

function foundAt(text: string, at: number, depth: number): Found {
  const found = depth < DEPTH_MAX ? partAt(text, at, depth) : undefined;
  if (found !== undefined) return found;
  const isEscape = text[at] === "\\" && /^[^\da-z\s]/i.test(text[at + 1] ?? "");
  const end = at + (isEscape ? 2 : 1);
  return { part: text.slice(end - 1, end), end };
}

function partAt(text: string, at: number, depth: number): Found | undefined {
  for (const [pattern, read] of readers.get(text[at] ?? "") ?? []) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) return { part: read(match, depth), end: pattern.lastIndex };
  }
  return text[at] === "`" ? codeAt(text, at) : styledAt(text, at, depth);
}

/** The length of the run of a character at a position. */
function runAt(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === text[at]) end += 1;
  return end - at;
}

/** Code ends at a run of as many backticks as it starts with; otherwise the backticks are text. */
function codeAt(text: string, at: number): Found {
  const length = runAt(text, at);
  const from = at + length;
  for (let to = text.indexOf("`", from); to >= 0;) {
    const run = runAt(text, to);
    if (run === length) {
      // A space separates backticks inside the code from the delimiters.
      const code = text.slice(from, to).replaceAll(/^ (?=`)|(?<=`) $/g, "");
      return { part: { kind: "code", text: code }, end: to + run };
    }
    to = text.indexOf("`", to + run);
  }
  return { part: text.slice(at, from), end: from };
}

interface Sign {
  readonly sign: string;
  readonly style: Style;
  /** Finds the closing delimiter after a position. */
  readonly closes: (text: string, from: number) => number | undefined;
}

type Edge = (before: string, after: string) => boolean;

/** Characters beside which a delimiter does not count. */
interface Edges {
  readonly isNoStart: Edge;
  readonly isNoEnd: Edge;
}

/** An asterisk with a space on its inner side is text. */
const touching: Edges = {
  isNoStart: (_before, after) => /^\s?$/.test(after),
  isNoEnd: (before) => /\s/.test(before),
};
/** Inside a word, `_` is text. */
const aroundWords: Edges = {
  isNoStart: (before) => /[^\W_]/.test(before),
  isNoEnd: (_before, after) => /\w/.test(after),
};

/** The delimiters by their character. Among equally long ones the first wins. */
const signs: ReadonlyMap<string, readonly Sign[]> = new Map<string, readonly Sign[]>([
  [
    "*",
    [
      { sign: "*", style: "em", closes: singleAfter("*", touching) },
      { sign: "**", style: "strong", closes: twiceAfter("*") },
    ],
  ],
  [
    "_",
    [
      { sign: "_", style: "em", closes: singleAfter("_", aroundWords) },
      { sign: "__", style: "underline", closes: twiceAfter("_") },
    ],
  ],
  ["~", [{ sign: "~~", style: "strike", closes: nextAfter("~~") }]],
  ["|", [{ sign: SPOILER, style: "spoiler", closes: nextAfter(SPOILER) }]],
]);

function nextAfter(sign: string): Sign["closes"] {
  return (text, from) => {
    const to = text.indexOf(sign, from + 1);
    return to < 0 ? undefined : to;
  };
}

/** The positions of all runs of a character after a position, each with its length. */
function* runsAfter(text: string, from: number, sign: string): Iterable<readonly [number, number]> {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === sign) {
      const run = runAt(text, at);
      yield [at, run];
      at += run - 1;
    }
  }
}

/** Finds a closing double delimiter: the last two characters of a run. */
function twiceAfter(sign: string): Sign["closes"] {
  return (text, from) => {
    for (const [at, run] of runsAfter(text, from, sign)) {
      const to = at + run - 2;
      if (run > 1 && to > from) return to;
    }
    return undefined;
  };
}

/** Finds a closing single delimiter: the one that pairs leave over. */
function singleAfter(sign: string, { isNoStart, isNoEnd }: Edges): Sign["closes"] {
  return (text, from) => {
    if (isNoStart(text[from - 2] ?? "", text[from] ?? "")) return undefined;
    for (const [at, run] of runsAfter(text, from, sign)) {
      if (run % 2 === 0) continue;
      const to = at + run - 1;
      return to === from || isNoEnd(text[to - 1] ?? "", text[to + 1] ?? "") ? undefined : to;
    }
    return undefined;
  };
}

function styledAt(text: string, at: number, depth: number): Found | undefined {
  let longest: (Pick<Sign, "style"> & { from: number; to: number; end: number }) | undefined;
  for (const { sign, style, closes } of signs.get(text[at] ?? "") ?? []) {
    const from = at + sign.length;
    const to = text.startsWith(sign, at) ? closes(text, from) : undefined;
    const end = (to ?? 0) + sign.length;
    if (to !== undefined && end > (longest?.end ?? 0)) longest = { style, from, to, end };
  }
  if (longest === undefined) return undefined;
  const { style, from, to, end } = longest;
  return { part: { kind: "style", style, parts: inlines(text.slice(from, to), depth + 1) }, end };
}
