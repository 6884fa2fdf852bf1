// The pictures of people who have none: a person's outline on one of six colours.
import { crc32, deflateSync } from "node:zlib";

export const DEFAULT_AVATAR_PATH = "/cdn/embed/avatars/:picture";

/** Red, green and blue of each picture's ground. */
const COLOURS = ["5661d8", "6f7786", "3a9d6e", "d9912b", "d04a4f", "c2558f"] as const;

const SIDE = 128;

/** The six pictures, by the names under which clients ask for them. */
export function defaultAvatars(): ReadonlyMap<string, Buffer> {
  const pixels = outline();
  return new Map(COLOURS.map((colour, i) => [`${i}.png`, png(pixels, colour)]));
}

/** Rows of the picture, each after the number of its filter: 0 is ground, 1 the person. */
function outline(): Buffer {
  const rows = Buffer.alloc(SIDE * (SIDE + 1));
  const within = (x: number, y: number, radius: number) => x * x + y * y <= radius * radius;
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const across = x - SIDE / 2;
      const isPerson = within(across, y - 50, 24) || within(across, y - 124, 44);
      rows[y * (SIDE + 1) + 1 + x] = isPerson ? 1 : 0;
    }
  }
  return rows;
}

/** Source: PNG specification, 5 and 11: a palette of two colours. */
function png(rows: Buffer, colour: string): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // Eight bits for each pixel, which names a colour of the palette.
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(`${colour}ffffff`, "hex")),
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
