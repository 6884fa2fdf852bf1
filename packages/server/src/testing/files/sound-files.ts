// Small files that contain sounds, and some that do not.

/** Milliseconds of each frame of MPEG 1, layer III, at 48 kHz. */
export const MP3_FRAME_MS = 24;

/** A silent MP3 with the given number of frames: 32 kbit/s at 48 kHz. */
export function anMp3(frames = 10): Buffer {
  const frame = Buffer.alloc(96);
  frame.writeUInt32BE(0xff_fb_14_c4);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

function page(granule: number, body: Buffer): Buffer {
  const header = Buffer.alloc(28);
  header.write("OggS");
  header.writeBigInt64LE(BigInt(granule), 6);
  header.writeUInt8(1, 26);
  header.writeUInt8(body.length, 27);
  return Buffer.concat([header, body]);
}

/** An Ogg file with the given duration in milliseconds, which contains Opus or Vorbis. */
export function anOgg(ms = 200, codec: "opus" | "vorbis" = "opus"): Buffer {
  const opus = Buffer.alloc(19);
  opus.write("OpusHead");
  const vorbis = Buffer.alloc(30);
  vorbis.write("\u0001vorbis", "latin1");
  vorbis.writeUInt32LE(44_100, 12);
  const rate = codec === "opus" ? 48_000 : 44_100;
  return Buffer.concat([
    page(0, codec === "opus" ? opus : vorbis),
    page(Math.round((rate * ms) / 1000), Buffer.from("sound")),
  ]);
}

/** A sound as a data URI, which forms accept. */
export function aSound(bytes: Buffer = anMp3(), type = "mpeg"): string {
  return `data:audio/${type};base64,${bytes.toString("base64")}`;
}
