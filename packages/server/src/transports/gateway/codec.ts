// Frames as bytes. The payload of an event is encoded once for all its receivers; each adds only its
// own number. Source: protocol: gateway-oauth-limits 1.2, 3.3, 4.1; performance.md, Gateway.
import { isUtf8 } from "node:buffer";
import { constants, deflateRawSync } from "node:zlib";

/** A frame that lacks its number: bytes that all its receivers share. */
export interface Encoded {
  /** `{"t":"NAME","s":`, in ASCII. */
  readonly opening: string;
  /** `,"op":0,"d":{…}}` */
  readonly body: Buffer;
  /** The body as deflate blocks that end in a flush; made when first asked for. */
  deflated: Buffer | undefined;
}

/** Encodes an event for everyone who hears the same variant of it. */
export function encodeDispatch(name: string, payload: unknown): Encoded {
  return encode(JSON.stringify(name), `,"op":0,"d":${JSON.stringify(payload)}}`);
}

/** Encodes a frame that is no event: its `s` and `t` are null, never absent. */
export function encodeControl(op: number, d: unknown): Encoded {
  return encode("null", `,"op":${op},"d":${JSON.stringify(d)}}`);
}

function encode(name: string, body: string): Encoded {
  return {
    opening: `{"t":${name},"s":`,
    body: Buffer.from(body),
    deflated: undefined,
  };
}

const BIG_NUMBER = /\d{16}/;

/**
 * Reads a client's frame. Whole numbers above 2^53 become strings, since they are ids that some
 * libraries write without quotes.
 *
 * @returns undefined when it is no JSON or no UTF-8
 */
export function decode(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined;
  try {
    const text = bytes.toString("utf8");
    return BIG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }) {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? "";
  return /^-?\d+$/.test(source) ? source : value;
}

/** How a connection's frames travel. */
export interface Framing {
  /** `zlib-stream`: one deflate stream for the life of the connection, in binary frames. */
  readonly compress: "none" | "zlib-stream";
}

/** The first two bytes of a zlib stream with a 32 KiB window. */
const ZLIB_HEADER = Buffer.from([0x78, 0x9c]);

/**
 * Builds the WebSocket messages of one connection. For zlib-stream each body is compressed by
 * itself and only once for all receivers: blocks that end in a flush and never look back can be
 * strung together, so the stream needs no context of its own and still reads as one.
 */
export class FrameWriter {
  readonly #compressed: boolean;
  #begun = false;

  constructor(framing: Framing) {
    this.#compressed = framing.compress === "zlib-stream";
  }

  /** One WebSocket message, in parts. `sequence` is undefined for what is no event. */
  message(frame: Encoded, sequence: number | undefined): readonly Buffer[] {
    const opening = frame.opening + (sequence === undefined ? "null" : String(sequence));
    return this.#compressed ? this.#deflated(frame, opening) : plain(frame, opening);
  }

  #deflated(frame: Encoded, opening: string): readonly Buffer[] {
    frame.deflated ??= deflateRawSync(frame.body, { finishFlush: constants.Z_SYNC_FLUSH });
    const start = this.#begun ? NOTHING : ZLIB_HEADER;
    this.#begun = true;
    const block = start.length + STORED_HEADER_BYTES + opening.length;
    const { bytes, offset } = messageStart(BINARY, block, frame.deflated.length);
    start.copy(bytes, offset);
    writeStoredBlock(bytes, offset + start.length, opening);
    return [bytes, frame.deflated];
  }
}

function plain(frame: Encoded, opening: string): readonly Buffer[] {
  const { bytes, offset } = messageStart(TEXT, opening.length, frame.body.length);
  bytes.write(opening, offset, "latin1");
  return [bytes, frame.body];
}

const NOTHING = Buffer.alloc(0);
const STORED_HEADER_BYTES = 5;

/**
 * Writes a deflate block that holds text as it is, from one byte border to another. Source: RFC
 * 1951 3.2.4.
 */
function writeStoredBlock(into: Buffer, offset: number, text: string): void {
  into.writeUInt8(0, offset);
  into.writeUInt16LE(text.length, offset + 1);
  into.writeUInt16LE(~text.length & 0xffff, offset + 3);
  into.write(text, offset + STORED_HEADER_BYTES, "latin1");
}

const FINAL = 0x80;
const TEXT = 1;
const BINARY = 2;

/**
 * The header of a whole, unmasked WebSocket message, with room for the first bytes of its payload.
 *
 * @param inside bytes of the payload for which room is left at `offset`
 * @param after bytes of the payload that follow from elsewhere
 * @source RFC 6455 5.2
 */
function messageStart(opcode: number, inside: number, after: number) {
  const length = inside + after;
  const offset = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(offset + inside);
  bytes.writeUInt8(FINAL | opcode, 0);
  if (offset === 2) {
    bytes.writeUInt8(length, 1);
  } else if (offset === 4) {
    bytes.writeUInt8(126, 1);
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes.writeUInt8(127, 1);
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  return { bytes, offset };
}
