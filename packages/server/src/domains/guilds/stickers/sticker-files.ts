// Checks of sticker files: PNG, APNG, GIF or Lottie, within the limits of size and duration.
// Source: protocol: expressions-and-events 1.2.
import { limits } from "@antechamber/contract";
import {
  FileTooLarge,
  InvalidFile,
  StickerFormat,
  StickerTooLong,
  TooManyStickerFrames,
} from "@antechamber/contract/guilds";
import { ApiError } from "../../../platform/api-error.ts";
import { pictureIn, type MovingPicture } from "./animations.ts";
import { lottieIn } from "./lottie.ts";

/** A file that can be a sticker. */
export interface StickerFile {
  readonly format_type: (typeof StickerFormat)[keyof typeof StickerFormat];
  readonly contentType: string;
}

/**
 * The sticker format of a file.
 *
 * @throws FileTooLarge, InvalidFile, StickerTooLong, TooManyStickerFrames, and what `lottieIn`
 *   throws
 */
export function stickerFile(bytes: Uint8Array): StickerFile {
  if (bytes.byteLength > limits.stickerSize.value) throw new ApiError(FileTooLarge);
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const picture = pictureIn(view);
  if (picture !== undefined) return still(picture);
  lottieIn(view.toString("utf8"));
  return { format_type: StickerFormat.LOTTIE, contentType: "application/json" };
}

function still({ kind, width, height, frames, durationMs }: MovingPicture): StickerFile {
  const side = Math.max(width, height);
  const isEmpty = Math.min(width, height, frames) < 1;
  if (isEmpty || side > limits.stickerSide.value) throw new ApiError(InvalidFile);
  if (frames > limits.stickerFrames.value) throw new ApiError(TooManyStickerFrames);
  if (durationMs > limits.stickerDuration.value) throw new ApiError(StickerTooLong);
  return kind;
}
