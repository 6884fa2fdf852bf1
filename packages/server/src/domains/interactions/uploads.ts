// Files that a user sends along: for options that take one, and for file uploads of modals.
// Source: protocol: commands-and-interactions 5.4, 5.5.
import type {
  Attachment,
  AttachmentDrafts,
  Fault,
  Static,
  UploadedFile,
} from "@antechamber/contract";
import { invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { keepFile, type NewFile } from "../messages/attachment.ts";

/** Files by the ids under which the form speaks of them. */
export type Uploads = ReadonlyMap<string, NewFile>;

/** Files that are kept, by the same ids. */
export type KeptUploads = ReadonlyMap<string, Static<typeof Attachment>>;

export const noUploads: Uploads = new Map();

/**
 * Joins what a form says of files with the files.
 *
 * @param at where the list of attachments stands in the request
 * @throws InvalidForm for an attachment without its part
 */
export function uploadsIn(
  drafts: Static<typeof AttachmentDrafts> | undefined,
  files: readonly UploadedFile[],
  at: Fault["path"],
): Uploads {
  const faults: Fault[] = [];
  const uploads = new Map<string, NewFile>();
  for (const [i, draft] of (drafts ?? []).entries()) {
    const file = files.find(({ field }) => field === `files[${draft.id}]`);
    if (file === undefined) {
      const message = "Attachment data not found";
      faults.push({ path: [...at, i], code: "ATTACHMENT_NOT_FOUND", message });
      continue;
    }
    const { contentType, bytes } = file;
    uploads.set(draft.id, { name: draft.filename ?? file.filename, contentType, bytes });
  }
  if (faults.length > 0) throw invalidForm(...faults);
  return uploads;
}

/** An id of a file in the form, and where it stands. */
export interface FileName {
  readonly id: string;
  readonly path: Fault["path"];
}

/** Keeps the files that are named. @throws InvalidForm for an id that names none */
export async function keepUploads(
  ctx: Context,
  { uploads, channelId }: { readonly uploads: Uploads; readonly channelId: string },
  names: readonly FileName[],
): Promise<KeptUploads> {
  const faults = names
    .filter(({ id }) => !uploads.has(id))
    .map(({ path }) => ({ path, code: "ATTACHMENT_NOT_FOUND", message: "Attachment not found" }));
  if (faults.length > 0) throw invalidForm(...faults);
  const kept = new Map<string, Static<typeof Attachment>>();
  for (const { id } of names) {
    const file = uploads.get(id);
    if (file === undefined || kept.has(id)) continue;
    kept.set(id, await keepFile(ctx, file, { channelId, isEphemeral: true }));
  }
  return kept;
}

/** The part of `resolved` that files make up. */
export function resolvedFiles(kept: KeptUploads) {
  if (kept.size === 0) return {};
  return { attachments: Object.fromEntries([...kept.values()].map((file) => [file.id, file])) };
}
