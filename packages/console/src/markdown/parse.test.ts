import fc from "fast-check";
import { expect, test } from "vitest";
import { inlines, type Inline } from "./inlines.ts";
import { parseMarkdown, type Block, type List } from "./parse.ts";

/** The text of a tree, without formatting. */
function textOf(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (part.kind === "text" || part.kind === "code") return part.text;
      return "parts" in part ? textOf(part.parts) : `{${part.kind}}`;
    })
    .join("");
}

test.each([
  [
    "**a** b",
    [
      { kind: "style", style: "strong", parts: [{ kind: "text", text: "a" }] },
      { kind: "text", text: " b" },
    ],
  ],
  ["a_b_c", [{ kind: "text", text: "a_b_c" }]],
  ["`**a**`", [{ kind: "code", text: "**a**" }]],
  [String.raw`\*a\*`, [{ kind: "text", text: "*a*" }]],
  ["<@12345>", [{ kind: "mention", of: "user", id: "12345" }]],
  ["<@&12345>", [{ kind: "mention", of: "role", id: "12345" }]],
  ["<#12345>", [{ kind: "mention", of: "channel", id: "12345" }]],
  ["@everyone", [{ kind: "broadcast", to: "everyone" }]],
  ["<id:customize>", [{ kind: "navigation", to: "customize" }]],
  ["<id:linked-roles:12345>", [{ kind: "navigation", to: "linked-roles" }]],
  ["</ban now:12345>", [{ kind: "command", name: "ban now" }]],
  ["<:wave:12345>", [{ kind: "emoji", name: "wave", id: "12345" }]],
  ["<t:60:R>", [{ kind: "time", seconds: 60, format: "R" }]],
  ["[x](javascript:alert)", [{ kind: "text", text: "[x](javascript:alert)" }]],
  [
    "[x](https://a.example)",
    [{ kind: "link", href: "https://a.example", parts: [{ kind: "text", text: "x" }] }],
  ],
])("%s", (text, expected) => {
  expect(inlines(text)).toEqual(expected);
});

const marks = { strong: "b", em: "i", underline: "u", strike: "s", spoiler: "x" } as const;

/** A tree in one line: `<b>a</b>`. */
function drawn(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (part.kind === "text") return part.text;
      if (part.kind === "code") return `<code>${part.text}</code>`;
      if (part.kind === "style") return `<${marks[part.style]}>${drawn(part.parts)}</>`;
      return part.kind === "link" ? `<${part.href}>${drawn(part.parts)}</>` : `{${part.kind}}`;
    })
    .join("");
}

test.each([
  ["***a***", "<i><b>a</></>"],
  ["___a___", "<i><u>a</></>"],
  ["**a *b***", "<b>a <i>b</></>"],
  ["*a **b***", "<i>a <b>b</></>"],
  ["**a** *b* **c**", "<b>a</> <i>b</> <b>c</>"],
  ["5 * 3 * 2", "5 * 3 * 2"],
  ["**a*", "*<i>a</>"],
  ["f***", "f***"],
  [String.raw`**a\** b**`, "<b>a** b</>"],
  [String.raw`\@everyone \!`, "@everyone !"],
  [String.raw`¯\_(ツ)_/¯`, String.raw`¯\_(ツ)_/¯`],
  ["__a_b__", "<u>a_b</>"],
  ["||a|b||", "<x>a|b</>"],
  ["``a`b``", "<code>a`b</>"],
  ["`` `a` ``", "<code>`a`</>"],
  ["``a`", "``a`"],
])("nested markup is parsed from the outside in: %s", (text, expected) => {
  expect(drawn(inlines(text)).replaceAll("</code>", "</>")).toBe(expected);
});

const SITE = "https://a.example/b";

test.each([
  [`see ${SITE}. Or`, `see <${SITE}>${SITE}</>. Or`],
  [`(${SITE})`, `(<${SITE}>${SITE}</>)`],
  [`${SITE}_(c), d`, `<${SITE}_(c)>${SITE}_(c)</>, d`],
  [`"${SITE}":`, `"<${SITE}>${SITE}</>":`],
  [`<${SITE}.>`, `<${SITE}.>${SITE}.</>`],
  [`<${SITE}`, `<<${SITE}>${SITE}</>`],
  [`[x](${SITE}_(c))`, `<${SITE}_(c)>x</>`],
  [`[x](<${SITE}>)`, `<${SITE}>x</>`],
  [`[x](${SITE} "A title")`, `<${SITE}>x</>`],
  [`[x](${SITE} 'A title')`, `<${SITE}>x</>`],
  [`[**x**](${SITE})`, `<${SITE}><b>x</></>`],
])("a URL ends where its sentence continues: %s", (text, expected) => {
  expect(drawn(inlines(text))).toBe(expected);
});

test("a timestamp needs a known style, and must be a valid date", () => {
  for (const style of "tTdDfFsSR") {
    expect(inlines(`<t:-1:${style}>`)).toEqual([{ kind: "time", seconds: -1, format: style }]);
  }
  expect(inlines("<t:1>")).toEqual([{ kind: "time", seconds: 1, format: "f" }]);
  for (const none of ["<t:1:x>", "<t:8640000000001>", "<t:-9999999999999>"]) {
    expect(inlines(none)).toEqual([{ kind: "text", text: none }]);
  }
  const latest = inlines("<t:7999999999999>")[0];
  expect(latest?.kind === "time" && new Date(latest.seconds * 1000).getTime()).not.toBeNaN();
});

/** A list in one line: `ul[a ul[b]]`. */
function listed({ isOrdered, start, items }: List): string {
  const inner = items.map(({ parts, lists }) => [drawn(parts), ...lists.map(listed)].join(" "));
  return `${isOrdered ? `ol${start}` : "ul"}[${inner.join(", ")}]`;
}

test.each([
  ["- a\n- b", ["ul[a, b]"]],
  ["- a\n  - b\n    1. c\n  - d\n- e", ["ul[a ul[b ol1[c], d], e]"]],
  ["3. a\n4. b", ["ol3[a, b]"]],
  ["1. a\n\n5. b", ["ol1[a]", "ol5[b]"]],
  ["- a\n  **b**\n- c", ["ul[a\n<b>b</>, c]"]],
  [" - a\n- b", ["ul[a]", "ul[b]"]],
])("list items are nested by their indentation: %j", (text, expected) => {
  const lists = parseMarkdown(text).filter((block) => block.kind === "list");
  expect(lists.map(listed)).toEqual(expected);
});

test("code can start within a line, and the paragraph continues after it", () => {
  expect(parseMarkdown("so: ```c#\n*a*\n``` and\n*b*")).toMatchObject([
    { kind: "paragraph", parts: [{ text: "so: " }] },
    { kind: "code", language: "c#", text: "*a*" },
    { kind: "paragraph", parts: [{ text: " and\n" }, { kind: "style", style: "em" }] },
  ]);
  expect(parseMarkdown("- a\n  ```\nb\n  ```")).toMatchObject([
    { kind: "list" },
    { kind: "code", text: "b\n  " },
  ]);
  expect(parseMarkdown("a ``` b\nc")).toMatchObject([
    { kind: "paragraph", parts: [{ text: "a ``` b\nc" }] },
  ]);
});

test("headings, quotes, lists, code and subtext are separate blocks", () => {
  const kinds = parseMarkdown("# a\n-# b\n> c\n> d\n- e\n- f\n1. g\n```js\nh\n```\ni\nj").map(
    (block: Block) => block.kind,
  );
  expect(kinds).toEqual(["heading", "subtext", "quote", "list", "code", "paragraph"]);
});

test("a code block ends at its fence, and the text after it is not code", () => {
  expect(parseMarkdown("```js\na\n``` and *b*")).toMatchObject([
    { kind: "code", language: "js", text: "a" },
    { kind: "paragraph", parts: [{ text: " and " }, { kind: "style", style: "em" }] },
  ]);
  expect(parseMarkdown("```a``````b```")).toMatchObject([
    { kind: "code", language: "", text: "a" },
    { kind: "code", language: "", text: "b" },
  ]);
});

/** Blocks in one line: `||heading code|| paragraph`. */
function outlined(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (!("blocks" in block)) return block.kind;
      return block.kind === "quote"
        ? `>${outlined(block.blocks)}<`
        : `||${outlined(block.blocks)}||`;
    })
    .join(" ");
}

test.each([
  ["||a\n# b\nc||", "||paragraph heading paragraph||"],
  ["||```js\na\n```||", "||code||"],
  ["so: ||a\n- b\n-# c|| or\nd", "paragraph ||paragraph list subtext|| paragraph"],
  ["a\nb ||c\n> d||\n# e", "paragraph ||paragraph >paragraph<|| heading"],
  ["||a|| ||b\n# c||", "paragraph ||paragraph heading||"],
  ["> ||a\n> # b||\nc", ">||paragraph heading||< paragraph"],
  [">>> ||a\n- b||", ">||paragraph list||<"],
])("a spoiler over several blocks is one spoiler: %j", (text, expected) => {
  expect(outlined(parseMarkdown(text))).toBe(expected);
});

test.each([
  ["||a\n# b", "paragraph heading"],
  ["`||`\n# b||", "paragraph heading"],
  [String.raw`\||a` + "\n# b||", "paragraph heading"],
  ["# ||a\nb||", "heading paragraph"],
  ["- ||a\n# b||", "list heading"],
  ["```\n||\n```\na||", "code paragraph"],
  ["||a\nb||\n# c", "paragraph heading"],
])("unmatched spoiler marks hide nothing: %j", (text, expected) => {
  expect(outlined(parseMarkdown(text))).toBe(expected);
});

/** The text of blocks once they are rendered. */
function saidBy(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === "code") return block.text;
      if ("blocks" in block) return saidBy(block.blocks);
      if (block.kind === "list") {
        return block.items.map(({ parts, lists }) => textOf(parts) + saidBy(lists)).join("");
      }
      return textOf(block.parts);
    })
    .join("");
}

/** All URLs that a tree links to. */
function linksIn(parts: readonly Inline[]): readonly string[] {
  return parts.flatMap((part) => [
    ...(part.kind === "link" ? [part.href] : []),
    ...("parts" in part ? linksIn(part.parts) : []),
  ]);
}

test("inline parsing keeps all letters of any text", () => {
  const letters = fc.string({
    unit: fc.constantFrom(
      "a",
      "*",
      "_",
      "~",
      "|",
      "`",
      "[",
      "]",
      "(",
      ")",
      "<",
      ">",
      "\\",
      " ",
      "#",
    ),
  });
  fc.assert(
    fc.property(letters, (text) => {
      const parsed = textOf(inlines(text)).replaceAll(/[^a]/g, "");
      expect(parsed).toBe(text.replaceAll(/[^a]/g, ""));
    }),
  );
});

/** The time limit is stricter for a run alone than for one beside other tests with coverage. */
const TIME_MAX_MS = process.env["CONSOLE_TIMES"] === undefined ? 20 : 2;

const bytes = fc.uint8Array({ minLength: 6000, maxLength: 6000 });
const [random = new Uint8Array()] = fc.sample(bytes, { seed: 27, numRuns: 1 });

test.each([
  ["nested signs", "**a__b~~||c".repeat(4000 / 8)],
  ["openers that never close", "*_".repeat(4000)],
  ["links that never end", "[a](".repeat(4000)],
  ["links that lead nowhere", "[a](javascript:alert)".repeat(300)],
  ["signs alone", "*".repeat(6000)],
  ["signs of code alone", "`".repeat(6000)],
  [
    "signs of code that never end",
    Array.from({ length: 100 }, (_, i) => `a${"`".repeat(i + 1)}`).join(""),
  ],
  ["signs in threes", "***a".repeat(1500)],
  ["lists in lists", Array.from({ length: 100 }, (_, i) => `${" ".repeat(i)}- a`).join("\n")],
  ["lines with fences", "a```\n# b\n".repeat(600)],
  ["addresses of parentheses", "https://(".repeat(600)],
  ["addresses of dots", `https://${".".repeat(2000)}`.repeat(3)],
  ["quotes in quotes", "> ".repeat(4000)],
  ["lines of fences", "```\n".repeat(4000)],
  ["spoilers of many blocks", "a||b\n# c\n".repeat(600)],
  ["spoilers that never end", "||a\n# b\\||\n`c".repeat(400)],
  ["random bytes", String.fromCharCode(...random)],
])("%s are parsed within milliseconds, without losing text", (_what, text) => {
  const took: number[] = [];
  let blocks: readonly Block[] = [];
  // The best of several runs, because other programs use this machine too.
  for (let i = 0; i < 40; i += 1) {
    const since = performance.now();
    blocks = parseMarkdown(text);
    took.push(performance.now() - since);
  }
  expect(Math.min(...took)).toBeLessThanOrEqual(TIME_MAX_MS);
  const lettersOf = (each: string) => each.replaceAll(/[^a-z]/g, "");
  expect(lettersOf(saidBy(blocks))).toBe(lettersOf(text));
});

test("links only lead to websites", () => {
  const address = fc.constantFrom(
    "javascript:alert(1)",
    "data:,x",
    "JaVaScRiPt:x",
    "/x",
    "//x",
    "",
  );
  const wrapped = fc
    .tuple(fc.constantFrom("[a](", "[a](<", "<", ""), address)
    .map(([start, to]) => {
      const end = start === "" ? "" : start.endsWith("<") ? ">" : ")";
      return start + to + end + (start === "[a](<" ? ")" : "");
    });
  fc.assert(
    fc.property(fc.array(fc.oneof(wrapped, fc.constant("[a](https://a.example)"))), (parts) => {
      const links = parseMarkdown(parts.join(" ")).flatMap((block) =>
        "parts" in block ? linksIn(block.parts) : [],
      );
      expect(links.filter((href) => !/^https?:\/\//.test(href))).toEqual([]);
    }),
  );
});

test("a spoiler over several blocks includes the marks after its first one", () => {
  const [block, ...others] = parseMarkdown("||||\n# title||");
  const hidden = block?.kind === "spoiler" ? block.blocks : [];
  expect(hidden.map((each) => ("parts" in each ? [each.kind, textOf(each.parts)] : []))).toEqual([
    ["paragraph", "||"],
    ["heading", "title"],
  ]);
  expect(others).toEqual([]);
});
