// The duration of sounds, from the headers of MP3 and Ogg files. The audio itself is not decoded.
// Source: protocol: expressions-and-events 2.1; ISO 11172-3 and 13818-3 for frames of MP3, RFC 3533
// for Ogg, RFC 7845 for Opus in it.

/** The content type and duration of a sound file. */
export interface SoundFile {
  readonly contentType: "audio/mpeg" | "audio/ogg";
  readonly durationMs: number;
}

/** The properties of a sound from its bytes, or undefined for a file that is not a sound. */
export function soundFile(bytes: Buffer): SoundFile | undefined {
  const isOgg = bytes.toString("latin1", 0, 4) === OGG_PAGE;
  const durationMs = isOgg ? oggMs(bytes) : mp3Ms(bytes);
  if (durationMs === undefined) return undefined;
  return { contentType: isOgg ? "audio/ogg" : "audio/mpeg", durationMs };
}

/** Kilobits per second of layer III, by the bitrate index of a frame's header. */
const bitrates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;

/** Samples per second of MPEG 1; MPEG 2 has half of them, and MPEG 2.5 a quarter. */
const sampleRates = [44_100, 48_000, 32_000];

interface Frame {
  readonly bytes: number;
  readonly ms: number;
}

/** The MP3 frame that begins at an offset, or undefined if there is none. */
function frameAt(bytes: Buffer, at: number): Frame | undefined {
  if (at + 4 > bytes.length) return undefined;
  const header = bytes.readUInt32BE(at);
  const [sync, version, layer] = [header >>> 21, (header >>> 19) & 3, (header >>> 17) & 3];
  if (sync !== 0x7ff || version === 1 || layer !== 1) return undefined;
  const isFirst = version === 3;
  const kilobits = bitrates[isFirst ? 1 : 2][(header >>> 12) & 15] ?? 0;
  const fullRate = sampleRates[(header >>> 10) & 3];
  if (kilobits === 0 || fullRate === undefined) return undefined;
  const rate = fullRate / (isFirst ? 1 : version === 2 ? 2 : 4);
  const samples = isFirst ? 1152 : 576;
  const padding = (header >>> 9) & 1;
  return {
    bytes: Math.floor((samples * kilobits * 125) / rate) + padding,
    ms: (1000 * samples) / rate,
  };
}

function mp3Ms(bytes: Buffer): number | undefined {
  let at = afterTags(bytes);
  let ms = 0;
  for (let frame = frameAt(bytes, at); frame !== undefined; frame = frameAt(bytes, at)) {
    ms += frame.ms;
    at += frame.bytes;
  }
  return ms === 0 ? undefined : ms;
}

/** The offset after an ID3 tag; the tag's length has seven bits in each byte. */
function afterTags(bytes: Buffer): number {
  if (bytes.length < 10 || bytes.toString("latin1", 0, 3) !== "ID3") return 0;
  return 10 + bytes.subarray(6, 10).reduce((length, byte) => length * 128 + (byte & 127), 0);
}

const OGG_PAGE = "OggS";
const OGG_HEADER_BYTES = 27;

/** Opus positions always count at this many samples per second. */
const OPUS_RATE = 48_000;

interface OggPage {
  readonly granule: bigint;
  readonly body: Buffer;
}

function* pagesOf(bytes: Buffer): Generator<OggPage> {
  let at = 0;
  while (at + OGG_HEADER_BYTES <= bytes.length) {
    if (bytes.toString("latin1", at, at + 4) !== OGG_PAGE) return;
    const begin = at + OGG_HEADER_BYTES + bytes.readUInt8(at + 26);
    const lengths = bytes.subarray(at + OGG_HEADER_BYTES, begin);
    const end = begin + lengths.reduce((sum, length) => sum + length, 0);
    if (end > bytes.length) return;
    yield { granule: bytes.readBigInt64LE(at + 6), body: bytes.subarray(begin, end) };
    at = end;
  }
}

/** The codec's sample rate, and the samples to skip at the start; undefined for another codec. */
function codecOf(head: Buffer): { readonly rate: number; readonly skipped: number } | undefined {
  if (head.length >= 12 && head.toString("latin1", 0, 8) === "OpusHead") {
    return { rate: OPUS_RATE, skipped: head.readUInt16LE(10) };
  }
  const isVorbis = head.length >= 16 && head.toString("latin1", 0, 7) === "\u0001vorbis";
  return isVorbis ? { rate: head.readUInt32LE(12), skipped: 0 } : undefined;
}

function oggMs(bytes: Buffer): number | undefined {
  const [first, ...others] = [...pagesOf(bytes)];
  const codec = first && codecOf(first.body);
  const last = others.findLast(({ granule }) => granule > 0n);
  if (codec === undefined || last === undefined || codec.rate === 0) return undefined;
  return (1000 * Math.max(0, Number(last.granule) - codec.skipped)) / codec.rate;
}
