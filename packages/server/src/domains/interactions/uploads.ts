// Files that a user uploads: for attachment options, and for file uploads of modals.
// Source: protocol: commands-and-interactions 5.4, 5.5.
import type { UploadedFile } from "@antechamber/contract";
import type { EncodedFile } from "@antechamber/contract/control";
import type { Attachment, AttachmentDrafts } from "@antechamber/contract/messages";
import type { ValidationIssue, Static } from "@antechamber/contract/schema";
import { invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { filenameOf, storeFile, type NewFile } from "../messages/files/attachment.ts";
import { attachmentView } from "../messages/files/file-addresses.ts";
import { decodedFiles } from "../messages/files/encoded-files.ts";
import { requireSizes } from "../messages/file-sizes.ts";
import type { InteractionContext } from "./interaction-context.ts";

/** Uploaded files by the ids that the request refers to them by. */
export type Uploads = ReadonlyMap<string, NewFile>;

/** Who uploads files, and where. */
type UploadScene = Pick<InteractionContext, "user" | "channel" | "inGuild">;

/** Stored files, by the ids that the request refers to them by. */
export type StoredUploads = ReadonlyMap<string, Static<typeof Attachment>>;

/**
 * Joins a form's attachments with the uploaded files.
 *
 * @param at the path of the list of attachments in the request
 * @throws InvalidForm for an attachment without its file
 */
export function uploadsIn(
  drafts: Static<typeof AttachmentDrafts> | undefined,
  files: readonly UploadedFile[],
  at: ValidationIssue["path"],
): Uploads {
  const issues: ValidationIssue[] = [];
  const uploads = new Map<string, NewFile>();
  for (const [i, draft] of (drafts ?? []).entries()) {
    const file = files.find(({ field }) => field === `files[${draft.id}]`);
    if (file === undefined) {
      const message = "Attachment data not found";
      issues.push({ path: [...at, i], code: "ATTACHMENT_NOT_FOUND", message });
      continue;
    }
    const { contentType, bytes } = file;
    uploads.set(draft.id, { name: draft.filename ?? file.filename, contentType, bytes });
  }
  if (issues.length > 0) throw invalidForm(...issues);
  return uploads;
}

/** The files in a control plane request's JSON, by number and by name. */
export function encodedUploads(
  encoded: readonly Static<typeof EncodedFile>[] | undefined = [],
): Uploads {
  const uploads = new Map<string, NewFile>();
  for (const [i, { filename, contentType, bytes }] of decodedFiles(encoded).entries()) {
    const { description } = encoded[i] ?? {};
    const file = { name: filename, contentType, bytes, description };
    uploads.set(String(i), file).set(filename, file);
  }
  return uploads;
}

/** The ids of stored files, so that they can be deleted later. */
export function idsOfFiles(stored: StoredUploads): { readonly uploadIds?: readonly string[] } {
  return stored.size === 0 ? {} : { uploadIds: [...stored.values()].map(({ id }) => id) };
}

/** A reference to a file in the form, with its path. */
export interface FileName {
  readonly id: string;
  readonly path: ValidationIssue["path"];
  /** The accepted types: `image`, `video`, `audio`, or a file name suffix; absent for all. */
  readonly types?: readonly string[] | undefined;
}

/** How the names of files of each group end. Source: protocol: commands-and-interactions 3.2 O29. */
const endingsOfGroups = new Map([
  ["image", [".png", ".gif", ".jpg", ".jpeg", ".jfif", ".webp", ".avif"]],
  ["video", [".mp4", ".mov", ".qt", ".webm"]],
  ["audio", [".mp3", ".m4a", ".wav", ".ogg", ".opus", ".flac"]],
]);

/** A file is what its name says, whatever its sender or its bytes say. */
function isOfType(file: NewFile, type: string): boolean {
  const filename = filenameOf(file).toLowerCase();
  const endings = endingsOfGroups.get(type.toLowerCase()) ?? [type.toLowerCase()];
  return endings.some((ending) => filename.endsWith(ending));
}

/** Source: protocol: commands-and-interactions 3.2 O29; the leaf code is not public. */
function fileFault(
  { path, types = [] }: FileName,
  file: NewFile | undefined,
): ValidationIssue | undefined {
  if (file === undefined) {
    return { path, code: "ATTACHMENT_NOT_FOUND", message: "Attachment not found" };
  }
  if (types.length === 0 || types.some((type) => isOfType(file, type))) return undefined;
  const message = `File type must be one of {${types.join(", ")}}.`;
  return { path, code: "ATTACHMENT_INVALID_FILE_TYPE", message };
}

/**
 * Stores the files that a request refers to.
 *
 * @throws InvalidForm for an id without a file and for a file of a type that is not accepted;
 *   EntityTooLarge
 */
export async function storeUploads(
  ctx: Context,
  { uploads, context }: { readonly uploads: Uploads; readonly context: UploadScene },
  names: readonly FileName[],
): Promise<StoredUploads> {
  const { user, inGuild, channel } = context;
  requireSizes(uploads.values(), { guild: inGuild?.guild, user });
  const issues = names.flatMap((name) => fileFault(name, uploads.get(name.id)) ?? []);
  if (issues.length > 0) throw invalidForm(...issues);
  const stored = new Map<string, Static<typeof Attachment>>();
  for (const { id } of names) {
    const file = uploads.get(id);
    if (file === undefined || stored.has(id)) continue;
    stored.set(id, await storeFile(ctx, file, { channelId: channel.id, isEphemeral: true }));
  }
  return stored;
}

/** The `attachments` of `resolved`. */
export function resolvedFiles(ctx: ReadContext, stored: StoredUploads) {
  if (stored.size === 0) return {};
  const views = [...stored.values()].map((file) => [file.id, attachmentView(ctx, file)]);
  return { attachments: Object.fromEntries(views) as Record<string, Static<typeof Attachment>> };
}
