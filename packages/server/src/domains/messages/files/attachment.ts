// Files of messages: one record for each file, and its bytes, which identical files share.
// Source: protocol: gateway-oauth-limits 1.7, 1.8.
import { AttachmentFlag, type Attachment } from "@antechamber/contract/messages";
import { snowflakeKey, SNOWFLAKE_EPOCH_MS, type Static } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { digestHex } from "../../../platform/crypto.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { tableOf } from "../../../platform/store.ts";
import { filePath } from "./file-addresses.ts";
import { contentTypeOf, safeName, titleOf } from "./file-names.ts";

/** A file, as its address resolves to it. */
export interface AttachmentRecord {
  readonly id: string;
  readonly channel_id: string;
  readonly filename: string;
  readonly content_type?: string;
  readonly size: number;
  /** SHA-256 of its bytes. */
  readonly digest: string;
}

export const attachments = tableOf<AttachmentRecord>()({
  name: "attachment",
  key: (attachment) => snowflakeKey(attachment.id),
  indexes: { digest: (attachment) => attachment.digest },
});

/** A chunk of a file's bytes, stored once for all identical files. */
export interface FileChunk {
  readonly digest: string;
  /** The index of the chunk in the file, from 0. */
  readonly n: number;
  readonly base64: string;
}

/** Bytes of every chunk but the last, which limits what a reader of a file holds in memory. */
export const FILE_CHUNK_BYTES = 65_536;

/** The key of a chunk. */
export function chunkKey(digest: string, n: number): string {
  return `${digest}:${n.toString().padStart(6, "0")}`;
}

export const fileChunks = tableOf<FileChunk>()({
  name: "file_chunk",
  key: ({ digest, n }) => chunkKey(digest, n),
});

/** The number of chunks of a file of the given size. */
export function chunkCount(size: number): number {
  return Math.ceil(size / FILE_CHUNK_BYTES);
}

/** A file before it is stored. */
export interface NewFile {
  /** The name that the sender gave. */
  readonly name: string;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly duration_secs?: number | undefined;
  readonly waveform?: string | undefined;
  readonly isSpoiler?: boolean | undefined;
}

/** The name by which clients refer to a file, in its address and after `attachment://`. */
export function filenameOf({ name, isSpoiler }: NewFile): string {
  const safe = safeName(name);
  return isSpoiler === true && !safe.startsWith("SPOILER_") ? `SPOILER_${safe}` : safe;
}

/** The bits of a snowflake below its timestamp. */
const LOW_BITS = 22n;

/** An id with the current time whose other bits are random, so that it cannot be guessed. */
async function newFileId(ctx: Context): Promise<string> {
  const time = BigInt(ctx.now - SNOWFLAKE_EPOCH_MS) << LOW_BITS;
  for (;;) {
    const low = BigInt(Buffer.from(ctx.random.bytes(4)).readUInt32BE()) & ((1n << LOW_BITS) - 1n);
    const id = (time | low).toString();
    if ((await ctx.tx.get(attachments, snowflakeKey(id))) === undefined) return id;
  }
}

/** The chunks of a file's bytes. */
export function* fileSlices(bytes: Uint8Array, digest: string): Generator<FileChunk> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let n = 0; n < chunkCount(all.byteLength); n += 1) {
    const part = all.subarray(n * FILE_CHUNK_BYTES, (n + 1) * FILE_CHUNK_BYTES);
    yield { digest, n, base64: part.toString("base64") };
  }
}

/** The bytes of a file in base64; undefined for a file that is larger than allowed, or is gone. */
export async function encodedFile(
  ctx: ReadContext,
  id: string,
  maxBytes: number,
): Promise<string | undefined> {
  const file = await ctx.tx.get(attachments, snowflakeKey(id));
  return file === undefined || file.size > maxBytes ? undefined : encodedBytes(ctx, file);
}

/** The bytes with a digest, in base64. */
export async function encodedBytes(
  ctx: ReadContext,
  { digest, size }: Pick<AttachmentRecord, "digest" | "size">,
): Promise<string> {
  const parts: Buffer[] = [];
  for (let n = 0; n < chunkCount(size); n += 1) {
    const slice = await ctx.tx.get(fileChunks, chunkKey(digest, n));
    parts.push(Buffer.from(slice?.base64 ?? "", "base64"));
  }
  return Buffer.concat(parts).toString("base64");
}

/** Deletes a file; its bytes are deleted when no other file shares them. */
export async function dropFile(ctx: Context, id: string): Promise<void> {
  const file = await ctx.tx.get(attachments, snowflakeKey(id));
  if (file === undefined) return;
  const { digest, size } = file;
  ctx.tx.delete(attachments, snowflakeKey(id));
  if ((await ctx.tx.count(attachments, { index: "digest", value: digest })) > 0) return;
  for (let n = 0; n < chunkCount(size); n += 1) ctx.tx.delete(fileChunks, chunkKey(digest, n));
}

/**
 * Stores a file of a channel. Its addresses are paths, which are signed for each viewer.
 *
 * @param place `isEphemeral` for a file that only one user sees, or that belongs to no message
 * @returns the attachment as records store it
 */
export async function storeFile(
  ctx: Context,
  file: NewFile,
  target: { readonly channelId: string; readonly isEphemeral: boolean },
): Promise<Static<typeof Attachment>> {
  const digest = digestHex(file.bytes);
  const filename = filenameOf(file);
  const content_type = contentTypeOf(filename, file.contentType);
  const typed = definedFields({ content_type });
  const id = await newFileId(ctx);
  const size = file.bytes.byteLength;
  const channel_id = target.channelId;
  ctx.tx.put(attachments, { id, channel_id, filename, ...typed, size, digest });
  if ((await ctx.tx.get(fileChunks, chunkKey(digest, 0))) === undefined)
    for (const slice of fileSlices(file.bytes, digest)) ctx.tx.put(fileChunks, slice);
  const url = filePath({ id, channel_id, filename });
  return {
    id,
    filename,
    size,
    url,
    proxy_url: url,
    ...typed,
    ...pictureSize(file.bytes),
    ...described(file),
    ...(target.isEphemeral ? { ephemeral: true } : {}),
  };
}

/** Copies a file to another channel, with an id and an address of its own; the bytes are shared. */
export async function copyFile(
  ctx: Context,
  file: Static<typeof Attachment>,
  channelId: string,
): Promise<Static<typeof Attachment>> {
  const original = await ctx.tx.get(attachments, snowflakeKey(file.id));
  if (original === undefined) return file;
  const record = { ...original, id: await newFileId(ctx), channel_id: channelId };
  ctx.tx.put(attachments, record);
  const url = filePath(record);
  return { ...file, id: record.id, url, proxy_url: url };
}

function described(file: NewFile): Partial<Static<typeof Attachment>> {
  const { description, duration_secs, waveform } = file;
  const title = file.title ?? titleOf(file.name);
  const isSpoiler = filenameOf(file).startsWith("SPOILER_");
  return {
    ...definedFields({ title, description, duration_secs, waveform }),
    ...(isSpoiler ? { flags: AttachmentFlag.IS_SPOILER } : {}),
  };
}

/** The size of a picture, in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

type Measure = (view: DataView) => PictureSize | undefined;

function startsWith(view: DataView, text: string, at = 0): boolean {
  if (view.byteLength < at + text.length) return false;
  for (let i = 0; i < text.length; i++) {
    if (view.getUint8(at + i) !== text.charCodeAt(i)) return false;
  }
  return true;
}

const png: Measure = (view) =>
  startsWith(view, "\u0089PNG\r\n\u001A\n") && view.byteLength >= 24
    ? { width: view.getUint32(16), height: view.getUint32(20) }
    : undefined;

const gif: Measure = (view) =>
  startsWith(view, "GIF8") && view.byteLength >= 10
    ? { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    : undefined;

/** A WebP file begins with one of three kinds of chunk. */
const webp: Measure = (view) => {
  if (!startsWith(view, "RIFF") || !startsWith(view, "WEBP", 8) || view.byteLength < 30) {
    return undefined;
  }
  if (startsWith(view, "VP8X", 12)) {
    const side = (at: number) => (view.getUint16(at, true) | (view.getUint8(at + 2) << 16)) + 1;
    return { width: side(24), height: side(27) };
  }
  if (startsWith(view, "VP8L", 12)) {
    const packed = view.getUint32(21, true);
    return { width: (packed & 0x3f_ff) + 1, height: ((packed >>> 14) & 0x3f_ff) + 1 };
  }
  if (!startsWith(view, "VP8 ", 12)) return undefined;
  return { width: view.getUint16(26, true) & 0x3f_ff, height: view.getUint16(28, true) & 0x3f_ff };
};

/** True for frame headers: the markers C0 to CF, except the three that define tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

const jpeg: Measure = (view) => {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xff_d8) return undefined;
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    if (isFrame(view.getUint8(at + 1))) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
};

/** The size of a PNG, GIF, WebP or JPEG picture; undefined for anything else. */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return png(view) ?? gif(view) ?? webp(view) ?? jpeg(view);
}
