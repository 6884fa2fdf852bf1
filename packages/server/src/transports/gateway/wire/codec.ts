// Encodes and decodes frames. The payload of an event is encoded once for all its receivers; each
// adds only its own sequence number. Source: protocol: gateway-oauth-limits 1.2, 3.3, 4.1.
import { isUtf8 } from "node:buffer";
import { constants, deflateRawSync, deflateSync } from "node:zlib";
import { limits } from "@antechamber/contract";
import { encodePart, encodeTerm, mapHead } from "./etf.ts";

/** A frame in two parts, with the sequence number between them. */
interface Halves {
  readonly opening: Buffer;
  readonly body: Buffer;
  /** The body as deflate blocks that end in a flush; compressed on first use. */
  deflated: Buffer | undefined;
}

/** A frame without its sequence number, whose bytes all its receivers share. */
export interface Encoded extends Halves {
  /** `{"t":"NAME","s":`, in ASCII. */
  readonly opening: Buffer;
  /** `,"op":0,"d":{…}}` */
  readonly body: Buffer;
  /** The same in the Erlang term format; encoded on first use. */
  terms: Halves | undefined;
  /** The same with the platform's addresses of files; encoded on first use. */
  atPlatform?: Encoded;
}

/** Encodes an event once for all sessions that receive the same variant of it. */
export function encodeDispatch(name: string, payload: unknown): Encoded {
  return encode(JSON.stringify(name), `,"op":0,"d":${JSON.stringify(payload)}}`);
}

/** An encoded event as two texts, from which another process builds the same bytes. */
export type PackedEvent = readonly [opening: string, body: string];

export function packed({ opening, body }: Encoded): PackedEvent {
  return [opening.toString("latin1"), body.toString("utf8")];
}

export function unpacked([opening, body]: PackedEvent): Encoded {
  // Sessions keep these bytes for a resume; bytes of Node's pool would keep their whole slab alive.
  const bytes = Buffer.allocUnsafeSlow(opening.length + Buffer.byteLength(body));
  bytes.write(opening, "latin1");
  bytes.write(body, opening.length);
  return {
    opening: bytes.subarray(0, opening.length),
    body: bytes.subarray(opening.length),
    deflated: undefined,
    terms: undefined,
  };
}

/** The frame with another text as its body; the same frame if the text stays the same. */
export function withBody(frame: Encoded, rewrite: (body: string) => string): Encoded {
  const [opening, body] = packed(frame);
  const rewritten = rewrite(body);
  return rewritten === body ? frame : unpacked([opening, rewritten]);
}

/** Encodes a frame that is no event: its `s` and `t` are null, never absent. */
export function encodeControl(op: number, d: unknown): Encoded {
  return encode("null", `,"op":${op},"d":${JSON.stringify(d)}}`);
}

function encode(name: string, body: string): Encoded {
  return unpacked([`{"t":${name},"s":`, body]);
}

/** Built from the text, which is kept for all receivers, so that the payload need not be. */
function termsOf(frame: Encoded): Halves {
  const text = Buffer.concat([frame.opening, Buffer.from("null"), frame.body]).toString();
  const { t, op, d } = JSON.parse(text) as { t: string | null; op: number; d: unknown };
  const opening = [encodeTerm(undefined).subarray(0, 1), mapHead(4)];
  return {
    opening: Buffer.concat([...opening, ...["t", t, "s"].map(encodePart)]),
    body: Buffer.concat(["op", op, "d", d].map(encodePart)),
    deflated: undefined,
  };
}

const BIG_NUMBER = /\d{16}/;

/**
 * Reads a client's frame. Integers above 2^53 become strings, since they are ids that some
 * libraries write without quotes.
 *
 * @returns undefined when it is not valid JSON or UTF-8, or is nested too deeply
 */
export function decode(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined;
  try {
    const text = bytes.toString("utf8");
    const value: unknown = BIG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
    return isNestedWithin(value, limits.jsonDepth.value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Parts of some frames are sent to other clients in every encoding, so it must be possible to
 * encode them.
 */
function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isNestedWithin(each, levels - 1));
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }) {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? "";
  return /^-?\d+$/.test(source) ? source : value;
}

/** How a connection's frames are encoded and compressed. */
export interface Framing {
  readonly encoding: "json" | "etf";
  /**
   * `zlib-stream`, `zstd-stream`: one stream for the life of the connection, flushed after each
   * message, in binary frames.
   */
  readonly compress: "none" | "zlib-stream" | "zstd-stream";
}

/** The first two bytes of a zlib stream with a 32 KiB window. */
const ZLIB_HEADER = Buffer.from([0x78, 0x9c]);

/** The smallest body, in bytes, that is compressed for clients that want compressed payloads. */
const PAYLOAD_COMPRESSED_FROM_BYTES = 1024;

/**
 * A WebSocket message to be written. All parts but the number are shared with other receivers, and
 * are copied only once, into the bytes of the write.
 */
export interface Message {
  readonly opcode: number;
  /** Bytes of a zlib stream before the stored block of opening and number; absent: no stream. */
  readonly stream: Buffer | undefined;
  readonly opening: Buffer;
  /** One byte per character. */
  readonly number: string;
  readonly body: Buffer;
  /** Length of the payload in bytes. */
  readonly length: number;
}

/**
 * Builds the WebSocket messages of one connection. For zlib-stream, each body is compressed by
 * itself and only once for all receivers: blocks that end in a flush and never refer back can be
 * concatenated, so the connection needs no compression context, and the result is still one valid
 * stream.
 */
export class FrameWriter {
  readonly #encoding: Framing["encoding"];
  readonly #isDeflated: boolean;
  /** Whether large messages are compressed, each as a zlib stream of its own. */
  compressesPayloads = false;
  #begun = false;

  constructor(framing: Framing) {
    this.#encoding = framing.encoding;
    this.#isDeflated = framing.compress === "zlib-stream";
  }

  /**
   * Builds one WebSocket message; messages must be written in order. `sequence` is undefined for a
   * frame that is not an event.
   */
  message(frame: Encoded, sequence: number | undefined): Message {
    const halves = this.#halves(frame);
    const { opening, body } = halves;
    const number = this.#number(sequence);
    if (this.#isDeflated) return this.#deflated(halves, number);
    if (this.compressesPayloads && body.length >= PAYLOAD_COMPRESSED_FROM_BYTES) {
      return binaryMessage(deflateSync(this.payload(frame, sequence)));
    }
    const opcode = this.#encoding === "etf" ? BINARY : TEXT;
    const length = opening.length + number.length + body.length;
    return { opcode, stream: undefined, opening, number, body, length };
  }

  /** The bytes of a message before any compression. */
  payload(frame: Encoded, sequence: number | undefined): Buffer {
    const { opening, body } = this.#halves(frame);
    return Buffer.concat([opening, Buffer.from(this.#number(sequence), "latin1"), body]);
  }

  #halves(frame: Encoded): Halves {
    return this.#encoding === "json" ? frame : (frame.terms ??= termsOf(frame));
  }

  #number(sequence: number | undefined): string {
    if (this.#encoding === "etf") return encodePart(sequence).toString("latin1");
    return sequence === undefined ? "null" : String(sequence);
  }

  #deflated(halves: Halves, number: string): Message {
    halves.deflated ??= deflateRawSync(halves.body, { finishFlush: constants.Z_SYNC_FLUSH });
    const { opening, deflated: body } = halves;
    const stream = this.#begun ? NOTHING : ZLIB_HEADER;
    this.#begun = true;
    const block = stream.length + STORED_HEADER_BYTES + opening.length + number.length;
    return { opcode: BINARY, stream, opening, number, body, length: block + body.length };
  }
}

/** A binary message with the given bytes as its payload. */
export function binaryMessage(body: Buffer): Message {
  const { length } = body;
  return { opcode: BINARY, stream: undefined, opening: NOTHING, number: "", body, length };
}

/** How many bytes the messages take, headers included. */
export function bytesOf(messages: readonly Message[]): number {
  let bytes = 0;
  for (const { length } of messages) bytes += headerBytes(length) + length;
  return bytes;
}

/** Writes messages one after another to the beginning of a buffer. */
export function writeMessages(messages: readonly Message[], into: Buffer): void {
  let at = 0;
  for (const message of messages) at = writeMessage(message, into, at);
}

/** @returns the offset of its end */
function writeMessage(message: Message, into: Buffer, from: number): number {
  const { stream, opening, number, body } = message;
  let at = writeHeader(message, into, from);
  if (stream !== undefined) {
    into.set(stream, at);
    at = writeStoredHeader(opening.length + number.length, into, at + stream.length);
  }
  into.set(opening, at);
  at += opening.length;
  for (let i = 0; i < number.length; i += 1, at += 1) into[at] = number.charCodeAt(i);
  into.set(body, at);
  return at + body.length;
}

const NOTHING = Buffer.alloc(0);
const STORED_HEADER_BYTES = 5;

/**
 * The header of a stored (uncompressed) deflate block that starts and ends at byte boundaries.
 * Source: RFC 1951 3.2.4.
 */
function writeStoredHeader(length: number, into: Buffer, at: number): number {
  into.writeUInt8(0, at);
  into.writeUInt16LE(length, at + 1);
  into.writeUInt16LE(~length & 0xffff, at + 3);
  return at + STORED_HEADER_BYTES;
}

const FINAL = 0x80;
const TEXT = 1;
const BINARY = 2;

function headerBytes(length: number): number {
  return length < 126 ? 2 : length < 65_536 ? 4 : 10;
}

/** The header of a whole, unmasked WebSocket message. Source: RFC 6455 5.2. */
function writeHeader({ opcode, length }: Message, into: Buffer, at: number): number {
  const bytes = headerBytes(length);
  into[at] = FINAL | opcode;
  if (bytes === 2) {
    into[at + 1] = length;
  } else if (bytes === 4) {
    into[at + 1] = 126;
    into.writeUInt16BE(length, at + 2);
  } else {
    into[at + 1] = 127;
    into.writeBigUInt64BE(BigInt(length), at + 2);
  }
  return at + bytes;
}
