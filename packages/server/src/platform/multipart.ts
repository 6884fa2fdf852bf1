// Multipart forms: fields and files, each within a named limit.
import type { Readable } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { EntityTooLarge, InvalidForm, limits, type UploadedFile } from "@antechamber/contract";
import { ApiError, invalidForm } from "./api-error.ts";

const MIB = 1024 * 1024;

/** The largest file that any message may have; most may have less. */
export const FILE_MAX_BYTES = limits.attachmentSizeMax.value;

/** Files of one message. Source: protocol: commands-and-interactions 6.1. */
export const FILES_MAX = 10;

/** The JSON that comes beside the files. */
const FIELD_MAX_BYTES = 8 * MIB;
const FIELD_NAME_MAX_BYTES = 256;
const FIELDS_MAX = 100;

/** Room beside the form for ten files of the usual size, or for one of the largest. */
export const MULTIPART_BODY_MAX_BYTES = FILE_MAX_BYTES + FIELD_MAX_BYTES;

export interface MultipartForm {
  /** Of repeated names, all. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly files: readonly UploadedFile[];
}

const partLimits = {
  fieldNameSize: FIELD_NAME_MAX_BYTES,
  fieldSize: FIELD_MAX_BYTES,
  fields: FIELDS_MAX,
  fileSize: FILE_MAX_BYTES,
  files: FILES_MAX,
};

type Part = string | undefined;
type FileArguments = [field: Part, stream: Readable, filename: Part, encoding: Part, type: Part];

/**
 * Reads a multipart form from its bytes.
 *
 * @throws InvalidForm for a broken form or too many parts, EntityTooLarge for a part over its limit
 */
export async function readMultipart(contentType: string, bytes: Buffer): Promise<MultipartForm> {
  const { promise, resolve, reject } = Promise.withResolvers<MultipartForm>();
  const fields = new Map<string, string | readonly string[]>();
  const files: UploadedFile[] = [];
  const busboy = openParser(contentType);
  busboy.on("field", (...[name, value, , isCut]) => {
    if (isCut) reject(new ApiError(EntityTooLarge));
    const others = fields.get(name);
    fields.set(name, others === undefined ? value : [others, value].flat());
  });
  // A part without a name or a filename comes with undefined, which the parser's types leave out.
  busboy.on("file", (...[field, stream, filename, , type]: FileArguments) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("limit", () => reject(new ApiError(EntityTooLarge)));
    stream.on("end", () => {
      const named = { field: field ?? "", filename: filename ?? "", contentType: type ?? "" };
      files.push({ ...named, bytes: Buffer.concat(chunks) });
    });
  });
  busboy.on("filesLimit", () => reject(tooMany("files", FILES_MAX)));
  busboy.on("fieldsLimit", () => reject(tooMany("fields", FIELDS_MAX)));
  busboy.on("error", () => reject(new ApiError(InvalidForm)));
  busboy.on("finish", () => resolve({ fields: Object.fromEntries(fields), files }));
  busboy.end(bytes);
  return promise;
}

/** A content type without a boundary is refused before anything is read. */
function openParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({ headers: { "content-type": contentType }, limits: partLimits });
  } catch {
    throw new ApiError(InvalidForm);
  }
}

function tooMany(field: string, max: number): ApiError {
  const message = `Must be ${max} or fewer in length.`;
  return invalidForm({ path: [field], code: "BASE_TYPE_MAX_LENGTH", message });
}
