// The size and duration of pictures, from the headers of PNG, APNG and GIF files. The pixels are
// not decoded. Source: the PNG specification, third edition; the GIF89a specification.
import { InvalidFile, StickerFormat } from "@antechamber/contract/guilds";
import { ApiError } from "../../../platform/api-error.ts";

/** A picture; a still one has a single frame. */
export interface MovingPicture {
  readonly kind: {
    readonly format_type: 1 | 2 | 4;
    readonly contentType: string;
  };
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly durationMs: number;
}

const PNG_BEGINNING = Buffer.from("89504e470d0a1a0a", "hex");

/**
 * The properties of a picture from its bytes, or undefined for another kind of file.
 *
 * @throws InvalidFile
 */
export function pictureIn(bytes: Buffer): MovingPicture | undefined {
  const isPng = bytes.subarray(0, PNG_BEGINNING.length).equals(PNG_BEGINNING);
  const isGif = /^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6));
  if (!isPng && !isGif) return undefined;
  try {
    return isPng ? pngIn(bytes) : gifIn(bytes);
  } catch (error) {
    // The file is truncated: a read went past its end.
    if (error instanceof RangeError) throw new ApiError(InvalidFile);
    throw error;
  }
}

/** The chunks of a PNG file, with their four-letter types. */
function* chunksOf(bytes: Buffer): Generator<{ readonly type: string; readonly data: Buffer }> {
  let at = PNG_BEGINNING.length;
  while (at < bytes.length) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) throw new ApiError(InvalidFile);
    yield { type: bytes.toString("latin1", at + 4, at + 8), data: bytes.subarray(at + 8, end) };
    at = end + 4;
  }
}

function pngIn(bytes: Buffer): MovingPicture {
  let [width, height, durationMs] = [0, 0, 0];
  let frames: number | undefined;
  let hasPixels = false;
  for (const { type, data } of chunksOf(bytes)) {
    if (type === "IHDR") [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
    if (type === "acTL") frames = data.readUInt32BE(0);
    if (type === "fcTL") durationMs += frameMs(data);
    if (type === "IDAT") hasPixels = true;
  }
  if (!hasPixels) throw new ApiError(InvalidFile);
  const format_type = frames === undefined ? StickerFormat.PNG : StickerFormat.APNG;
  return {
    kind: { format_type, contentType: "image/png" },
    width,
    height,
    frames: frames ?? 1,
    durationMs,
  };
}

/** A frame's delay is a fraction of a second; a denominator of 0 means 100. */
function frameMs(data: Buffer): number {
  const [parts, whole] = [data.readUInt16BE(20), data.readUInt16BE(22)];
  return (1000 * parts) / (whole === 0 ? 100 : whole);
}

/** The first byte of each type of block. */
const GifBlock = { EXTENSION: 0x21, IMAGE: 0x2c, END: 0x3b } as const;
const GRAPHIC_CONTROL = 0xf9;

function gifIn(bytes: Buffer): MovingPicture {
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  let [frames, durationMs] = [0, 0];
  let at = 13 + coloursAfter(bytes.readUInt8(10));
  for (;;) {
    const block = bytes.readUInt8(at);
    if (block === GifBlock.END) break;
    if (block === GifBlock.EXTENSION) {
      const isControl = bytes.readUInt8(at + 1) === GRAPHIC_CONTROL;
      if (isControl) durationMs += 10 * bytes.readUInt16LE(at + 4);
      at = afterSubBlocks(bytes, at + 2);
    } else if (block === GifBlock.IMAGE) {
      frames += 1;
      at = afterSubBlocks(bytes, at + 11 + coloursAfter(bytes.readUInt8(at + 9)));
    } else {
      throw new ApiError(InvalidFile);
    }
  }
  const kind = { format_type: StickerFormat.GIF, contentType: "image/gif" } as const;
  return { kind, width, height, frames, durationMs };
}

/** The size of the colour table that the flags announce, in bytes. */
function coloursAfter(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** The offset after a sequence of sub-blocks, which an empty one ends. */
function afterSubBlocks(bytes: Buffer, start: number): number {
  let at = start;
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += length + 1;
  return at + 1;
}
