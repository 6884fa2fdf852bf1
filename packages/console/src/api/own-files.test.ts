import { expect, test } from "vitest";
import { ownFileOf } from "./own-files.ts";

const origin = "http://127.0.0.1:8010";
const served = "http://127.0.0.1:41234";

test.each([
  [
    `${served}/cdn/attachments/1/2/a.png?ex=1`,
    "beside",
    "/cdn/attachments/1/2/a.png?ex=1&world=beside",
  ],
  [`${served}/cdn/icons/1/2.png`, "beside", "/cdn/icons/1/2.png?world=beside"],
  [`${served}/console/`, "beside", undefined],
  ["https://example.com/cdn/a.png", "beside", undefined],
  [`${origin}/cdn/icons/1/2.png`, "beside", `${origin}/cdn/icons/1/2.png`],
])("%s is resolved in a world with its own URL", (url, world, found) => {
  expect(ownFileOf(url, { world, served, origin })).toBe(found);
});

test("files of the main world are found by the URL of the service", () => {
  const url = `${served}/cdn/icons/1/2.png?size=32`;
  expect(ownFileOf(url, { world: "main", served, origin })).toBe("/cdn/icons/1/2.png?size=32");
  expect(ownFileOf(url, { world: "main", served: undefined, origin })).toBe(undefined);
});
