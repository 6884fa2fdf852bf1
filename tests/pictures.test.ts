import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hashOf, pictureFolder, pictureNames, recorded } from "./picture-sources.ts";

const KIB = 1024;

test.each(pictureNames)(
  "the picture %s was made from the current sources, else npm run pictures",
  (name) => {
    expect(recorded()[name]).toBe(hashOf(name));
  },
);

test.each(pictureNames)("the picture %s is small and is included in the README", (name) => {
  const readme = readFileSync(join(pictureFolder, "../../README.md"), "utf8");
  const { size } = statSync(join(pictureFolder, `${name}.webp`));
  expect([size > 5 * KIB, size < 150 * KIB, readme.includes(`docs/pictures/${name}.webp`)]).toEqual(
    [true, true, true],
  );
});

test("each picture has a different hash of its sources", () => {
  expect(new Set(pictureNames.map(hashOf)).size).toBe(pictureNames.length);
});
