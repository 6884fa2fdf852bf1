import { limits } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../../platform/api-error.ts";
import { aGif, aLottie, aPng } from "../../../testing/files/sticker-files.ts";
import { standardStickerFile, stickerPacks } from "./packs.ts";
import { stickerFile } from "./sticker-files.ts";

function codeOf(bytes: Uint8Array): number {
  try {
    stickerFile(bytes);
  } catch (error) {
    if (error instanceof ApiError) return error.declaration.code;
    throw error;
  }
  return 0;
}

test.each([
  ["a PNG", aPng(), 1, "image/png"],
  ["an APNG of five seconds", aPng({ frames: 50 }), 2, "image/png"],
  ["a GIF of five seconds", aGif({ frames: 50 }), 4, "image/gif"],
  ["a Lottie", aLottie(), 3, "application/json"],
  ["a small picture", aPng({ side: 16 }), 1, "image/png"],
])("%s is accepted as a sticker", (_what, bytes, format_type, contentType) => {
  expect(stickerFile(bytes)).toEqual({ format_type, contentType });
});

test.each([
  ["text", Buffer.from("no picture"), 50046],
  ["nothing", Buffer.alloc(0), 50046],
  ["a JPEG", Buffer.from("ffd8ffe0", "hex"), 50046],
  ["a PNG without pixels", aPng().subarray(0, 33), 50046],
  ["a PNG of no size", aPng({ side: 0 }), 50046],
  ["a wide PNG", aPng({ side: 321 }), 50046],
  ["a wide GIF", aGif({ side: 321 }), 50046],
  ["a GIF without frames", aGif({ frames: 0 }), 50046],
  ["a GIF with an unknown block", Buffer.concat([aGif().subarray(0, 19), Buffer.from([7])]), 50046],
  ["a long APNG", aPng({ frames: 51 }), 170_007],
  ["a long GIF", aGif({ frames: 51 }), 170_007],
  ["an APNG of many frames", aPng({ frames: 1001, frameMs: 1 }), 170_004],
  ["a Lottie that is not JSON", Buffer.from("{"), 170_001],
  ["a Lottie without layers", aLottie({ layers: null }), 170_001],
  ["a Lottie that ends before it begins", aLottie({ op: -1 }), 170_001],
  ["a Lottie of no frame", aLottie({ op: 0 }), 170_001],
  ["a Lottie of no width", aLottie({ w: 0 }), 170_001],
  ["a Lottie of no height", aLottie({ h: 0 }), 170_001],
  ["a Lottie with a picture", aLottie({ assets: [{ id: "a", p: "a.png" }] }), 170_002],
  ["a fast Lottie", aLottie({ fr: 61 }), 170_003],
  ["a Lottie of many frames", aLottie({ op: 1001 }), 170_004],
  ["a wide Lottie", aLottie({ w: 321 }), 170_005],
  ["a Lottie that stands still", aLottie({ fr: 0 }), 170_006],
  ["a long Lottie", aLottie({ op: 151 }), 170_007],
  ["a large file", Buffer.alloc(limits.stickerSize.value + 1), 50045],
])("%s is refused", (_what, bytes, code) => {
  expect(codeOf(bytes)).toBe(code);
});

describe("a truncated file", () => {
  test.each([
    ["a PNG", aPng({ frames: 2 })],
    ["a GIF", aGif({ frames: 2 })],
  ])("is refused wherever %s ends", (_what, whole) => {
    const codes = Array.from({ length: whole.length - 1 }, (_, end) =>
      codeOf(whole.subarray(0, end)),
    );
    // A PNG with all its pixels may end between two chunks.
    expect(new Set(codes.slice(0, -12))).toEqual(new Set([50046]));
  });
});

test("every sticker of a pack has a valid file", () => {
  const stickers = stickerPacks.flatMap((pack) => pack.stickers);
  expect(stickers.length).toBeGreaterThan(0);
  for (const { id, format_type } of stickers) {
    expect(stickerFile(Buffer.from(standardStickerFile(id) ?? "")).format_type).toBe(format_type);
  }
});
