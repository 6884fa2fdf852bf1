// Small files that are valid stickers, and some that are not.
import { crc32 } from "node:zlib";

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

interface Moving {
  readonly side?: number;
  /** Absent: a still image. */
  readonly frames?: number;
  readonly frameMs?: number;
}

/** A PNG, or with frames an APNG. It contains no real pixels. */
export function aPng({ side = 320, frames, frameMs = 100 }: Moving = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8);
  const count = Buffer.alloc(8);
  count.writeUInt32BE(frames ?? 0);
  const control = Buffer.alloc(26);
  control.writeUInt16BE(frameMs, 20);
  control.writeUInt16BE(1000, 22);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    ...(frames === undefined ? [] : [chunk("acTL", count)]),
    ...Array.from({ length: frames ?? 0 }, () => chunk("fcTL", control)),
    chunk("IDAT", Buffer.from("pixels")),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A GIF, whose durations are in hundredths of a second. */
export function aGif({ side = 320, frames = 1, frameMs = 100 }: Moving = {}): Buffer {
  const screen = Buffer.alloc(7);
  screen.writeUInt16LE(side, 0);
  screen.writeUInt16LE(side, 2);
  // The flag that a global colour table of two colours follows.
  screen[4] = 0x80;
  const control = Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]);
  control.writeUInt16LE(frameMs / 10, 4);
  const image = Buffer.concat([Buffer.from([0x2c]), Buffer.alloc(9), Buffer.from([2, 1, 0x44, 0])]);
  return Buffer.concat([
    Buffer.from("GIF89a"),
    screen,
    Buffer.alloc(6),
    ...Array.from({ length: frames }, () => [control, image]).flat(),
    Buffer.from([0x3b]),
  ]);
}

/** A Lottie animation of one second. */
export function aLottie(fields: object = {}): Buffer {
  const still = { v: "5.7.0", fr: 30, ip: 0, op: 30, w: 320, h: 320, layers: [], assets: [] };
  return Buffer.from(JSON.stringify({ ...still, ...fields }));
}
