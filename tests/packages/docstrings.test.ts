// Every type, class and function that users of the packages see has a docstring, which editors
// show.
import { expect, test } from "vitest";
import { declarationsOf } from "../../scripts/packing/declarations.ts";
import { publishedFolders, readManifest } from "../../scripts/packing/manifest.ts";

/** The timeout for compiling the types of a whole package. */
const COMPILING = { timeout: 120_000 };

const declared = /^export (?:declare )?(?:abstract )?(?:class|interface|type|function|const) (\w+)/;

/** Names that a module declares without a docstring; further declarations of a name need none. */
function unexplained(path: string, text: string): readonly string[] {
  const lines = text.split("\n");
  const names = new Set<string>();
  return lines.flatMap((line, i) => {
    const name = declared.exec(line)?.[1];
    if (name === undefined || names.has(name)) return [];
    names.add(name);
    return lines[i - 1]?.endsWith("*/") === true ? [] : [`${path}: ${name}`];
  });
}

test.each(publishedFolders)(
  "every public declaration of %s has a docstring",
  COMPILING,
  async (folder) => {
    const declarations = await declarationsOf(folder, readManifest(folder));
    // Generated declarations take their summaries from the contract's endpoints.
    const ours = [...declarations].filter(([path]) => !/(^|\/)generated\//.test(path));
    expect(ours.length).toBeGreaterThan(10);
    expect(ours.flatMap(([path, text]) => unexplained(path, text))).toEqual([]);
  },
);

test("every generated method of the SDK has a docstring", COMPILING, async () => {
  const declarations = await declarationsOf("packages/sdk", readManifest("packages/sdk"));
  const lines = declarations.get("generated/calls.d.ts")?.split("\n") ?? [];
  const methods = lines.flatMap((line, i) => (/^ +"\w+": "\w+\.\w+";$/.test(line) ? [i] : []));
  expect(methods.length).toBeGreaterThan(200);
  const silent = methods.filter((i) => lines[i - 1]?.endsWith(" */") !== true);
  expect(silent.map((i) => lines[i])).toEqual([]);
});
