// Names and texts from outside in a written test stay string literals, whatever they contain.
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { literals as javascript, quoted, textPiece as inJavascript } from "./javascript-texts.ts";
import { Text } from "./model.ts";
import { textPiece as inPython } from "./python-texts.ts";
import { inputPiece } from "./values.ts";
import { layOut } from "./layout.ts";

const page = { width: 1000, indent: "  " };

const mention = (name: string) => new Text(["<@", { of: "application", name }, "> \\{it}"]);

describe("in Python", () => {
  test("a plain name is written into the text that looks up its id", () => {
    expect(inPython(mention("Concierge"))).toBe(
      String.raw`f"<@{world.application('Concierge')['id']}> \\{{it}}"`,
    );
  });

  test.each([
    [`Bob's`, `"Bob's"`],
    [`a") + exit() + ("`, `'a") + exit() + ("'`],
    [`') + exit() + ('`, `"') + exit() + ('"`],
    [`back\\`, String.raw`"back\\"`],
    [`two\nlines`, String.raw`"two\nlines"`],
  ])("the name %j cannot break out of its string", (name, written) => {
    expect(inPython(mention(name))).toBe(
      `"<@" + world.application(${written})["id"] + ${String.raw`"> \\{it}"`}`,
    );
    const alone = new Text([{ of: "user", name }]);
    expect(inPython(alone)).toBe(`world.user(${written}).id`);
  });

  test("a pattern has no quote and no control character", () => {
    const text = new Text([`"\u0000\u007F`, { pattern: ".+" }]);
    expect(inPython(text)).toBe(String.raw`re.compile(r"^\x22\x00\x7f.+$", re.DOTALL)`);
  });
});

describe("in TypeScript", () => {
  test.each(["`${exit()}", '\\"', "\\`", "\u2028'\"", "</script>", "\\${exit()}"])(
    "the text %j evaluates to itself, alone and beside an id",
    (text) => {
      const world = { application: () => ({ id: "7" }) };
      const beside = new Text([text, { of: "application", name: text }, text]);
      expect(runInNewContext(quoted(text))).toBe(text);
      expect(runInNewContext(inJavascript(beside), { world })).toBe(`${text}7${text}`);
      const varying = new Text([text, { pattern: "x" }]);
      const pattern = runInNewContext(inJavascript(varying)) as RegExp;
      expect(pattern.test(`${text}x`)).toBe(true);
    },
  );

  test("a field named __proto__ is kept", () => {
    const value = JSON.parse('{"__proto__": {"a": 1}, "b": "c"}') as { readonly b: string };
    const written = layOut(["(", inputPiece(value, javascript), ")"], 0, page);
    expect(JSON.stringify(runInNewContext(written))).toBe(JSON.stringify(value));
  });
});
