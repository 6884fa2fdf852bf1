// Files of messages: what is known of each, and their bytes, which equal files share.
// Source: protocol: gateway-oauth-limits 1.7, 1.8.
import { ageKey, AttachmentFlag, type Attachment, type Static } from "@antechamber/contract";
import type { Context } from "../../../platform/context.ts";
import { digestHex } from "../../../platform/crypto.ts";
import { tableOf } from "../../../platform/store.ts";
import { contentTypeOf, safeName, titleOf } from "./file-names.ts";
import { pictureSize } from "./picture-size.ts";

/** A file as its address leads to it. */
export interface AttachmentRecord {
  readonly id: string;
  readonly channel_id: string;
  readonly filename: string;
  readonly content_type?: string;
  /** SHA-256 of its bytes. */
  readonly digest: string;
}

export const attachments = tableOf<AttachmentRecord>()({
  name: "attachment",
  key: (attachment) => ageKey(attachment.id),
  indexes: { digest: (attachment) => attachment.digest },
});

/** Bytes, once for all files that are equal. */
export interface FileBytes {
  readonly digest: string;
  readonly base64: string;
}

export const fileBytes = tableOf<FileBytes>()({
  name: "file_bytes",
  key: (file) => file.digest,
});

/** A file before it is kept. */
export interface NewFile {
  /** As the sender calls it. */
  readonly name: string;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly duration_secs?: number | undefined;
  readonly waveform?: string | undefined;
  readonly isSpoiler?: boolean | undefined;
}

/** The name under which clients find a file, in its address and behind `attachment://`. */
export function filenameOf({ name, isSpoiler }: NewFile): string {
  const safe = safeName(name);
  return isSpoiler === true && !safe.startsWith("SPOILER_") ? `SPOILER_${safe}` : safe;
}

/** How long an address says that it is good for. It is good for as long as the file is there. */
const ADDRESS_LIFE_MS = 365 * 24 * 3_600_000;

function hexSeconds(instant: number): string {
  return Math.floor(instant / 1000).toString(16);
}

/** Source: protocol: gateway-oauth-limits 1.7, 1.8. */
function addressOf(ctx: Context, { id, channel_id, filename, digest }: AttachmentRecord): string {
  const path = `/cdn/attachments/${channel_id}/${id}/${filename}`;
  const signature = digestHex(`${id}:${digest}`);
  const until = hexSeconds(ctx.now + ADDRESS_LIFE_MS);
  return `${ctx.settings.publicUrl}${path}?ex=${until}&is=${hexSeconds(ctx.now)}&hm=${signature}`;
}

/**
 * Keeps a file of a channel.
 *
 * @param place `isEphemeral` for one that only its receiver sees, or that belongs to no message
 * @returns the attachment as the API shows it
 */
export async function keepFile(
  ctx: Context,
  file: NewFile,
  place: { readonly channelId: string; readonly isEphemeral: boolean },
): Promise<Static<typeof Attachment>> {
  const digest = digestHex(file.bytes);
  const filename = filenameOf(file);
  const content_type = contentTypeOf(filename, file.contentType);
  const typed = content_type === undefined ? {} : { content_type };
  const id = ctx.id();
  const record: AttachmentRecord = {
    id,
    channel_id: place.channelId,
    filename,
    ...typed,
    digest,
  };
  ctx.tx.put(attachments, record);
  if ((await ctx.tx.get(fileBytes, digest)) === undefined) {
    ctx.tx.put(fileBytes, { digest, base64: Buffer.from(file.bytes).toString("base64") });
  }
  const url = addressOf(ctx, record);
  return {
    id,
    filename,
    size: file.bytes.byteLength,
    url,
    proxy_url: url,
    ...typed,
    ...pictureSize(file.bytes),
    ...described(file),
    ...(place.isEphemeral ? { ephemeral: true } : {}),
  };
}

/** A file of another channel once more, with an id and an address of its own; bytes are shared. */
export async function copyFile(
  ctx: Context,
  file: Static<typeof Attachment>,
  channelId: string,
): Promise<Static<typeof Attachment>> {
  const original = await ctx.tx.get(attachments, ageKey(file.id));
  if (original === undefined) return file;
  const record = { ...original, id: ctx.id(), channel_id: channelId };
  ctx.tx.put(attachments, record);
  const url = addressOf(ctx, record);
  return { ...file, id: record.id, url, proxy_url: url };
}

function described(file: NewFile): Partial<Static<typeof Attachment>> {
  const { description, duration_secs, waveform } = file;
  const title = file.title ?? titleOf(file.name);
  const isSpoiler = filenameOf(file).startsWith("SPOILER_");
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(duration_secs === undefined ? {} : { duration_secs }),
    ...(waveform === undefined ? {} : { waveform }),
    ...(isSpoiler ? { flags: AttachmentFlag.IS_SPOILER } : {}),
  };
}
