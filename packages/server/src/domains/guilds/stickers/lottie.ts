// Checks of Lottie animations, which are JSON.
// Source: protocol: expressions-and-events 1.2; the public schema of Lottie for its fields.
import { limits } from "@antechamber/contract";
import {
  InvalidFile,
  InvalidLottie,
  LottieTooWide,
  RasterizedLottie,
  StickerFrameRateInvalid,
  StickerFrameRateTooHigh,
  StickerTooLong,
  TooManyStickerFrames,
} from "@antechamber/contract/guilds";
import { ApiError } from "../../../platform/api-error.ts";

/** The checked fields: frames per second, first and last frame, size, layers and assets. */
interface Lottie {
  readonly fr: number;
  readonly ip: number;
  readonly op: number;
  readonly w: number;
  readonly h: number;
  readonly layers: readonly unknown[];
  readonly assets?: unknown;
}

/**
 * Refuses a text that is not an animation that can be a sticker.
 *
 * @throws InvalidFile for a text that is not JSON, InvalidLottie, LottieTooWide, RasterizedLottie,
 *   StickerFrameRateInvalid, StickerFrameRateTooHigh, TooManyStickerFrames, StickerTooLong
 */
export function lottieIn(text: string): void {
  const { fr, ip, op, w, h, assets } = read(text);
  if (Math.max(w, h) > limits.stickerSide.value) throw new ApiError(LottieTooWide);
  if (isRasterized(assets)) throw new ApiError(RasterizedLottie);
  if (fr <= 0) throw new ApiError(StickerFrameRateInvalid);
  if (fr > limits.lottieFrameRate.value) throw new ApiError(StickerFrameRateTooHigh);
  const frames = op - ip;
  if (frames <= 0 || w <= 0 || h <= 0) throw new ApiError(InvalidLottie);
  if (frames > limits.stickerFrames.value) throw new ApiError(TooManyStickerFrames);
  if ((1000 * frames) / fr > limits.stickerDuration.value) throw new ApiError(StickerTooLong);
}

function read(text: string): Lottie {
  if (!text.trimStart().startsWith("{")) throw new ApiError(InvalidFile);
  let value: Partial<Lottie>;
  try {
    value = JSON.parse(text) as Partial<Lottie>;
  } catch {
    throw new ApiError(InvalidLottie);
  }
  const numbers = [value.fr, value.ip, value.op, value.w, value.h];
  if (!numbers.every(Number.isFinite) || !Array.isArray(value.layers)) {
    throw new ApiError(InvalidLottie);
  }
  return value as Lottie;
}

/** An image asset has its file's name or its bytes in `p`; a drawn asset has layers instead. */
function isRasterized(assets: unknown): boolean {
  if (!Array.isArray(assets)) return false;
  return assets.some(
    (asset: unknown) => typeof asset === "object" && asset !== null && "p" in asset,
  );
}
