import { expect, test } from "vitest";
import { ApiError } from "../../platform/api-error.ts";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { images, storeImage } from "./image.ts";

const png = "data:image/png;base64,iVBORw0KGgo=";

test("a picture is stored once, under a hash of its bytes", async () => {
  const { work, store } = await openHandlerCalls([]);
  const first = await work.transaction((ctx) => storeImage(ctx, png));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(await work.transaction((ctx) => storeImage(ctx, png))).toBe(first);
  expect(await store.read((tx) => tx.find(images))).toEqual([
    { hash: first, contentType: "image/png", base64: "iVBORw0KGgo=" },
  ]);
});

test("spaces around a picture's data URI do not count", async () => {
  const { work } = await openHandlerCalls([]);
  const stored = await work.transaction((ctx) => storeImage(ctx, png));
  expect(await work.transaction((ctx) => storeImage(ctx, ` ${png}\n`))).toBe(stored);
});

test.each([
  "",
  "https://example.com/a.png",
  "data:text/html;base64,PGI+",
  "data:image/png;base64,",
])("text that is not a picture is refused: %s", async (uri) => {
  const { work } = await openHandlerCalls([]);
  await expect(work.transaction((ctx) => storeImage(ctx, uri))).rejects.toThrow(ApiError);
});
