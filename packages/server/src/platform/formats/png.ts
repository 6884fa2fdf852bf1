// PNG files of pictures with few colours. Source: PNG specification, 5 and 11.
import { crc32, deflateSync } from "node:zlib";

/** Pixels as indexes into a palette of `rrggbb`. */
export interface IndexedPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly palette: readonly string[];
}

const SIGNATURE = "89504e470d0a1a0a";
const BITS_PER_PIXEL = 8;
const INDEXED = 3;

export function pngOf({ width, height, pixels, palette }: IndexedPicture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BITS_PER_PIXEL, INDEXED], 8);
  // Each row begins with the number of its filter: 0, none.
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1) {
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return Buffer.concat([
    Buffer.from(SIGNATURE, "hex"),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.join(""), "hex")),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(named.byteLength + 8);
  whole.writeUInt32BE(data.byteLength, 0);
  whole.set(named, 4);
  whole.writeUInt32BE(crc32(named), named.byteLength + 4);
  return whole;
}
