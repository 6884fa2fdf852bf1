// The errors of stickers. Source: protocol: expressions-and-events 1.
import { limits } from "../../limits/limits.ts";
import { error } from "../../transport-errors.ts";

const codes = "the reference's documented code; the HTTP status is assumed";

export const UnknownSticker = error({
  name: "UnknownSticker",
  status: 404,
  code: 10060,
  message: "Unknown sticker",
  source: "assumed: the reference's documented code",
});
export const UnknownStickerPack = error({
  name: "UnknownStickerPack",
  status: 404,
  code: 10061,
  message: "Unknown sticker pack",
  source: "assumed: the reference's documented code",
});
export const TooManyStickers = error({
  name: "TooManyStickers",
  status: 400,
  code: 30039,
  message: `Maximum number of stickers reached (${limits.stickersFree.value})`,
  source: codes,
});
export const FileTooLarge = error({
  name: "FileTooLarge",
  status: 400,
  code: 50045,
  message: "File uploaded exceeds the maximum size",
  source: codes,
});
export const InvalidFile = error({
  name: "InvalidFile",
  status: 400,
  code: 50046,
  message: "Invalid file uploaded",
  source: codes,
});
export const InvalidLottie = error({
  name: "InvalidLottie",
  status: 400,
  code: 170_001,
  message: "Invalid JSON for uploaded Lottie file",
  source: codes,
});
export const RasterizedLottie = error({
  name: "RasterizedLottie",
  status: 400,
  code: 170_002,
  message: "Uploaded Lotties cannot contain rasterized images such as PNG or JPEG",
  source: codes,
});
export const StickerFrameRateTooHigh = error({
  name: "StickerFrameRateTooHigh",
  status: 400,
  code: 170_003,
  message: "Sticker maximum framerate exceeded",
  source: codes,
});
export const TooManyStickerFrames = error({
  name: "TooManyStickerFrames",
  status: 400,
  code: 170_004,
  message: `Sticker frame count exceeds maximum of ${limits.stickerFrames.value} frames`,
  source: codes,
});
export const LottieTooWide = error({
  name: "LottieTooWide",
  status: 400,
  code: 170_005,
  message: "Lottie animation maximum dimensions exceeded",
  source: codes,
});
export const StickerFrameRateInvalid = error({
  name: "StickerFrameRateInvalid",
  status: 400,
  code: 170_006,
  message: "Sticker frame rate is either too small or too large",
  source: codes,
});
export const StickerTooLong = error({
  name: "StickerTooLong",
  status: 400,
  code: 170_007,
  message: "Sticker animation duration exceeds maximum of 5 seconds",
  source: codes,
});

/** The errors of a sticker's file. */
export const stickerFileErrors = [
  FileTooLarge,
  InvalidFile,
  InvalidLottie,
  LottieTooWide,
  RasterizedLottie,
  StickerFrameRateInvalid,
  StickerFrameRateTooHigh,
  StickerTooLong,
  TooManyStickerFrames,
] as const;
