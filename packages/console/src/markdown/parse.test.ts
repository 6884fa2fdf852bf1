import fc from "fast-check";
import { expect, test } from "vitest";
import { inlines, parseMarkdown, type Block, type Inline } from "./parse.ts";

/** What a tree says, without its looks. */
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

test("blocks: headings, quotes, lists, code and subtext", () => {
  const kinds = parseMarkdown("# a\n-# b\n> c\n> d\n- e\n- f\n1. g\n```js\nh\n```\ni\nj").map(
    (block: Block) => block.kind,
  );
  expect(kinds).toEqual(["heading", "subtext", "quote", "list", "code", "paragraph"]);
});

test("a block of code ends at its fence, and what stands behind it is no code", () => {
  expect(parseMarkdown("```js\na\n``` and *b*")).toMatchObject([
    { kind: "code", language: "js", text: "a" },
    { kind: "paragraph", parts: [{ text: " and " }, { kind: "style", style: "em" }] },
  ]);
  expect(parseMarkdown("```a``````b```")).toMatchObject([
    { kind: "code", language: "", text: "a" },
    { kind: "code", language: "", text: "b" },
  ]);
});

/** What a text says once it is drawn. */
function saidBy(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === "code") return block.text;
      if (block.kind === "quote") return saidBy(block.blocks);
      if (block.kind === "list") return block.items.map(textOf).join("");
      return textOf(block.parts);
    })
    .join("");
}

/** Every address that a tree leads to. */
function linksIn(parts: readonly Inline[]): readonly string[] {
  return parts.flatMap((part) => [
    ...(part.kind === "link" ? [part.href] : []),
    ...("parts" in part ? linksIn(part.parts) : []),
  ]);
}

test("whatever is written, nothing of it is lost but signs, and no link leads elsewhere than to a site", () => {
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
      const said = textOf(inlines(text)).replaceAll(/[^a]/g, "");
      expect(said).toBe(text.replaceAll(/[^a]/g, ""));
    }),
  );
});

/** What a reader may take alone is less than beside other tests, with every branch counted. */
const TIME_MAX_MS = process.env["CONSOLE_TIMES"] === undefined ? 20 : 2;

const bytes = fc.uint8Array({ minLength: 6000, maxLength: 6000 });
const [random = new Uint8Array()] = fc.sample(bytes, { seed: 27, numRuns: 1 });

test.each([
  ["nested signs", "**a__b~~||c".repeat(4000 / 8)],
  ["openers that never close", "*_".repeat(4000)],
  ["links that never end", "[a](".repeat(4000)],
  ["links that lead nowhere", "[a](javascript:alert)".repeat(300)],
  ["signs alone", "*".repeat(6000)],
  ["quotes in quotes", "> ".repeat(4000)],
  ["lines of fences", "```\n".repeat(4000)],
  ["random bytes", String.fromCharCode(...random)],
])("%s are read in some milliseconds, and nothing that they say is lost", (_what, text) => {
  const took: number[] = [];
  let blocks: readonly Block[] = [];
  // The best of several: others use this machine too.
  for (let i = 0; i < 40; i += 1) {
    const since = performance.now();
    blocks = parseMarkdown(text);
    took.push(performance.now() - since);
  }
  expect(Math.min(...took)).toBeLessThanOrEqual(TIME_MAX_MS);
  const letters = (said: string) => said.replaceAll(/[^a-z]/g, "");
  expect(letters(saidBy(blocks))).toBe(letters(text));
});

test("no link leads elsewhere than to a site", () => {
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
