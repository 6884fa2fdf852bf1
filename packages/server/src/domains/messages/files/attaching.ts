// Which files a message has after a form: new files are matched by the part that they came in,
// existing ones by their ids.
// Source: protocol: gateway-oauth-limits 1.7, commands-and-interactions 6.4.
import type { UploadedFile } from "@antechamber/contract";
import {
  AttachmentFlag,
  type Attachment,
  type AttachmentDraft,
} from "@antechamber/contract/messages";
import type { ValidationIssue, Static } from "@antechamber/contract/schema";
import type { NewFile } from "./attachment.ts";
import { definedFields } from "../../../platform/defined-fields.ts";

type Draft = Static<typeof AttachmentDraft>;
type StoredAttachment = Static<typeof Attachment>;

/** The files that a message is going to have. */
export interface FilePlan {
  readonly kept: readonly StoredAttachment[];
  readonly added: readonly NewFile[];
}

export interface Attaching {
  readonly plan: FilePlan;
  /** Paths begin inside `attachments`. */
  readonly issues: readonly ValidationIssue[];
}

/** The attachments that a form lists, and the uploaded files. */
export interface FileForm {
  /** Absent: the message keeps every file. */
  readonly drafts: readonly Draft[] | undefined;
  readonly files: readonly UploadedFile[];
}

/** The number of an uploaded file, such as 0 for `files[0]`, which a draft has as its id. */
function partOf({ field }: UploadedFile): string | undefined {
  return /^files\[(0|[1-9][0-9]{0,18})\]$/.exec(field)?.[1];
}

function newFile(file: UploadedFile, draft: Draft | undefined): NewFile {
  return {
    name: draft?.filename ?? file.filename,
    contentType: file.contentType,
    bytes: file.bytes,
    title: draft?.title,
    description: draft?.description,
    duration_secs: draft?.duration_secs,
    waveform: draft?.waveform,
    isSpoiler: draft?.is_spoiler,
  };
}

/** An existing file with the changes of its draft. Its name is part of its address, and stays. */
function changedFile(
  file: StoredAttachment,
  { title, description, is_spoiler: isSpoiler }: Draft,
): StoredAttachment {
  const flags = isSpoiler === undefined ? undefined : spoilerFlags(file.flags, isSpoiler);
  return {
    ...file,
    ...definedFields({ title, description, flags }),
  };
}

function spoilerFlags(flags = 0, isSpoiler: boolean): number {
  return isSpoiler ? flags | AttachmentFlag.IS_SPOILER : flags & ~AttachmentFlag.IS_SPOILER;
}

/**
 * Matches the attachments that a form lists with the uploaded files.
 *
 * @param there the files that the message already has
 */
export function attachFiles(
  { drafts, files }: FileForm,
  there: readonly StoredAttachment[],
): Attaching {
  const byId = new Map((drafts ?? []).map((draft) => [draft.id, draft]));
  const parts = new Set(files.map(partOf));
  const present = new Map(there.map((file) => [file.id, file]));
  const issues: ValidationIssue[] = (drafts ?? []).flatMap(({ id }, i) =>
    parts.has(id) || present.has(id)
      ? []
      : [{ path: [i], code: "ATTACHMENT_NOT_FOUND", message: "Attachment data not found" }],
  );
  const added = files.map((file) => newFile(file, byId.get(partOf(file) ?? "")));
  const kept =
    drafts === undefined
      ? there
      : there.flatMap((file) => {
          const draft = byId.get(file.id);
          return draft === undefined ? [] : [changedFile(file, draft)];
        });
  return { plan: { kept, added }, issues };
}
