// What an editor shows of the packages: types, classes and functions that users see are explained.
import { expect, test } from "vitest";
import { declarationsOf } from "../../scripts/packing/declarations.ts";
import { publishedFolders, readManifest } from "../../scripts/packing/manifest.ts";

const declared = /^export (?:declare )?(?:abstract )?(?:class|interface|type|function|const) (\w+)/;

/** Names that a module declares without a docstring; a second declaration of a name needs none. */
function unexplained(path: string, text: string): readonly string[] {
  const lines = text.split("\n");
  const seen = new Set<string>();
  return lines.flatMap((line, i) => {
    const name = declared.exec(line)?.[1];
    if (name === undefined || seen.has(name)) return [];
    seen.add(name);
    return lines[i - 1]?.endsWith("*/") === true ? [] : [`${path}: ${name}`];
  });
}

test.each(publishedFolders)(
  "every declaration that users of %s see has a docstring",
  async (folder) => {
    const declarations = await declarationsOf(folder, readManifest(folder));
    // What is generated from the contract carries the summaries of its endpoints.
    const ours = [...declarations].filter(([path]) => !path.startsWith("generated/"));
    expect(ours.length).toBeGreaterThan(10);
    expect(ours.flatMap(([path, text]) => unexplained(path, text))).toEqual([]);
  },
);
