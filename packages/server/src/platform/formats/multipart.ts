// Multipart forms: fields and files, each within a named limit, parsed as they arrive.
import type { Readable } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { EntityTooLarge, InvalidForm, limits, type UploadedFile } from "@antechamber/contract";
import { ApiError, invalidForm } from "../api-error.ts";
import { nextTurn } from "../async/event-loop.ts";
import { GatheredBytes } from "./gathered-bytes.ts";

/** The maximum size of a file in any message; most messages allow less. */
export const FILE_MAX_BYTES = limits.attachmentSizeMax.value;

/** The maximum number of files in a message. Source: protocol: commands-and-interactions 6.1. */
export const FILES_MAX = limits.messageAttachments.value;

/** The maximum size of the JSON beside the files. */
const FIELD_MAX_BYTES = limits.jsonBody.value;
const FIELDS_MAX = limits.partFields.value;

/** Room for the fields, and for ten files of the usual size or one of the largest. */
export const MULTIPART_BODY_MAX_BYTES = FILE_MAX_BYTES + FIELD_MAX_BYTES;

export interface MultipartForm {
  /** Repeated names have a list of all their values. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly files: readonly UploadedFile[];
}

const partLimits = {
  fieldNameSize: limits.partFieldName.value,
  fieldSize: FIELD_MAX_BYTES,
  fields: FIELDS_MAX,
  fileSize: FILE_MAX_BYTES,
  files: FILES_MAX,
  // One more, so that too many files or fields have an error of their own.
  parts: FIELDS_MAX + FILES_MAX + 1,
  headerPairs: limits.partHeaders.value,
  headerSize: limits.partHeaderBytes.value,
};

type Part = string | undefined;
type FileArguments = [field: Part, stream: Readable, filename: Part, encoding: Part, type: Part];

/** A form that is being received. */
export interface MultipartReading {
  /** @returns false once the form is refused: the rest is ignored */
  write(chunk: Buffer): boolean;
  /**
   * Returns the form, once all of it was written.
   *
   * @throws InvalidForm for a broken form or too many parts, EntityTooLarge for a part over its
   *   limit
   */
  end(): Promise<MultipartForm>;
}

/** Begins to parse a form; one whose content type has no boundary is refused at once. */
export function multipartReading(contentType: string): MultipartReading {
  const { promise, resolve, reject } = Promise.withResolvers<MultipartForm>();
  let isRefused = false;
  const refuse = (refusal: ApiError) => {
    isRefused = true;
    reject(refusal);
  };
  // The caller of `end` receives the error.
  promise.catch(() => undefined);
  const busboy = parserOf(contentType);
  if (busboy === undefined) refuse(new ApiError(InvalidForm));
  else takeParts(busboy, { resolve, refuse });
  return {
    write(chunk) {
      if (!isRefused) busboy?.write(chunk);
      return !isRefused;
    },
    end() {
      if (!isRefused) busboy?.end();
      return promise;
    },
  };
}

interface Outcome {
  readonly resolve: (form: MultipartForm) => void;
  readonly refuse: (refusal: ApiError) => void;
}

function takeParts(busboy: BusboyInstance, { resolve, refuse }: Outcome): void {
  const fields = new Map<string, string | readonly string[]>();
  const files: UploadedFile[] = [];
  busboy.on("field", (...[name, value, , isCut]) => {
    if (isCut) refuse(new ApiError(EntityTooLarge));
    const others = fields.get(name);
    fields.set(name, others === undefined ? value : [others, value].flat());
  });
  // A part without a name or a filename has undefined there, which the parser's types omit.
  busboy.on("file", (...[field, stream, filename, , type]: FileArguments) => {
    const bytes = new GatheredBytes();
    stream.on("data", (chunk: Buffer) => bytes.add(chunk));
    stream.on("limit", () => refuse(new ApiError(EntityTooLarge)));
    // The form ended inside a file.
    stream.on("error", () => refuse(new ApiError(InvalidForm)));
    stream.on("end", () => {
      const named = { field: field ?? "", filename: filename ?? "", contentType: type ?? "" };
      files.push({ ...named, bytes: bytes.toBuffer() });
    });
  });
  busboy.on("filesLimit", () => refuse(tooMany("files", FILES_MAX)));
  busboy.on("fieldsLimit", () => refuse(tooMany("fields", FIELDS_MAX)));
  busboy.on("partsLimit", () => refuse(new ApiError(InvalidForm)));
  busboy.on("error", () => refuse(new ApiError(InvalidForm)));
  busboy.on("finish", () => resolve({ fields: Object.fromEntries(fields), files }));
}

/** How much of a complete form is written at once. */
const SLICE_BYTES = 16_384;

/**
 * Parses a complete form, and lets other tasks run meanwhile. What is written at once is parsed to
 * its end even after a refusal, and in a time that grows with the square of its length.
 *
 * @throws as `MultipartReading.end` does
 */
export async function readMultipart(contentType: string, bytes: Buffer): Promise<MultipartForm> {
  const reading = multipartReading(contentType);
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (!reading.write(bytes.subarray(at, at + SLICE_BYTES))) break;
    await nextTurn();
  }
  return reading.end();
}

/** Undefined for a content type without a boundary. */
function parserOf(contentType: string): BusboyInstance | undefined {
  try {
    return new Busboy({ headers: { "content-type": contentType }, limits: partLimits });
  } catch {
    return undefined;
  }
}

function tooMany(field: string, max: number): ApiError {
  const message = `Must be ${max} or fewer in length.`;
  return invalidForm({ path: [field], code: "BASE_TYPE_MAX_LENGTH", message });
}
