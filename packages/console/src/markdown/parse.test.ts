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

test.each([
  ["nested openers", "*_".repeat(3000)],
  ["links that never end", "[a](".repeat(1500)],
  ["signs alone", "*".repeat(6000)],
  ["quotes in quotes", "> ".repeat(3000)],
  ["fences that never close", "```\n".repeat(1500)],
])("%s are read in a moment", (_what, text) => {
  const since = performance.now();
  parseMarkdown(text);
  expect(performance.now() - since).toBeLessThan(200);
});
