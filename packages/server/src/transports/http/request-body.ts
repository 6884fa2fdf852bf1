// From the bytes of a request to the form that its endpoint declares.
import {
  EntityTooLarge,
  formReader,
  InvalidForm,
  InvalidJson,
  type EndpointDeclaration,
  type Reading,
  type TSchema,
  type UploadedFile,
} from "@antechamber/contract";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import { parseJson } from "./json-body.ts";
import { queryReader } from "./query.ts";

const MIB = 1024 * 1024;

/** Room for a bulk overwrite of full-size commands in every language. */
export const JSON_BODY_MAX_BYTES = 32 * MIB;

/** A file of a message. Source: protocol: commands-and-interactions 5.1, attachment_size_limit. */
export const FILE_MAX_BYTES = 10 * MIB;

/** Files of one message. Source: protocol: commands-and-interactions 6.1. */
export const FILES_MAX = 10;

/** Room for ten full-size files beside the form. */
export const MULTIPART_BODY_MAX_BYTES = FILES_MAX * FILE_MAX_BYTES + 8 * MIB;

/** What came with a request. */
export interface RawBody {
  readonly contentType: string | undefined;
  readonly bytes: Buffer | undefined;
}

export interface ReadBody {
  readonly value: unknown;
  readonly files: readonly UploadedFile[];
}

/** How many bytes an endpoint takes. */
export function bodyLimit(endpoint: EndpointDeclaration): number {
  return endpoint.multipart === true ? MULTIPART_BODY_MAX_BYTES : JSON_BODY_MAX_BYTES;
}

function mediaType(contentType: string | undefined): string {
  return (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function settle<T>(reading: Reading<T>): T {
  if (!reading.ok) throw invalidForm(...reading.faults);
  return reading.value;
}

/** The refusal of a body of the wrong kind. Source: protocol: gateway-oauth-limits 1.2. */
function wrongContentType(accepted: readonly string[]): ApiError {
  const names = accepted.map((each) => `'${each}'`).join(", ");
  const message = `Expected "Content-Type" header to be one of {${names}}.`;
  return new ApiError(InvalidForm, { message });
}

function jsonValue(bytes: Buffer): unknown {
  try {
    return parseJson(bytes);
  } catch {
    throw new ApiError(InvalidJson);
  }
}

async function multipartForm(raw: { contentType: string; bytes: Buffer }): Promise<FormData> {
  try {
    const headers = { "content-type": raw.contentType };
    return await new Response(new Uint8Array(raw.bytes), { headers }).formData();
  } catch {
    throw new ApiError(InvalidForm);
  }
}

async function uploadedFile(field: string, file: File): Promise<UploadedFile> {
  if (file.size > FILE_MAX_BYTES) throw new ApiError(EntityTooLarge);
  return {
    field,
    filename: file.name,
    contentType: file.type,
    bytes: new Uint8Array(await file.arrayBuffer()),
  };
}

/** Compiles the reader of an endpoint's body. It throws InvalidForm, InvalidJson or EntityTooLarge. */
export function bodyReader(endpoint: EndpointDeclaration): (raw: RawBody) => Promise<ReadBody> {
  const { body: schema } = endpoint;
  if (schema === undefined) return async () => ({ value: undefined, files: [] });
  const readJson = formReader(schema);
  if (endpoint.multipart !== true) {
    return async (raw) => ({ value: settle(readJson(jsonForm(raw))), files: [] });
  }
  const readMultipart = multipartReader(schema);
  return (raw) => readMultipart(raw);
}

/** An empty body is an empty form: clients leave the body out where every field is optional. */
function jsonForm(raw: RawBody): unknown {
  if (raw.bytes === undefined || raw.bytes.length === 0) return {};
  if (mediaType(raw.contentType) !== "application/json") {
    throw wrongContentType(["application/json"]);
  }
  return jsonValue(raw.bytes);
}

const formTypes = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"];

function multipartReader(schema: TSchema): (raw: RawBody) => Promise<ReadBody> {
  const readJson = formReader(schema);
  const readFields = queryReader(schema);

  async function readParts(raw: { contentType: string; bytes: Buffer }): Promise<ReadBody> {
    const form = await multipartForm(raw);
    const fields: Record<string, unknown> = {};
    const files: UploadedFile[] = [];
    for (const [name, part] of form) {
      if (typeof part === "string") fields[name] = part;
      else files.push(await uploadedFile(name, part));
    }
    if (files.length > FILES_MAX) throw tooManyFiles();
    const json = fields["payload_json"];
    const reading =
      typeof json === "string" ? readJson(jsonValue(Buffer.from(json))) : readFields(fields);
    return { value: settle(reading), files };
  }

  return async (raw) => {
    if (raw.bytes === undefined || raw.bytes.length === 0)
      return { value: settle(readJson({})), files: [] };
    switch (mediaType(raw.contentType)) {
      case "application/json":
        return { value: settle(readJson(jsonValue(raw.bytes))), files: [] };
      case "application/x-www-form-urlencoded": {
        const fields = Object.fromEntries(new URLSearchParams(raw.bytes.toString("utf8")));
        return { value: settle(readFields(fields)), files: [] };
      }
      case "multipart/form-data":
        return readParts({ contentType: raw.contentType ?? "", bytes: raw.bytes });
      default:
        throw wrongContentType(formTypes);
    }
  };
}

function tooManyFiles(): ApiError {
  const message = `Must be ${FILES_MAX} or fewer in length.`;
  return invalidForm({ path: ["files"], code: "BASE_TYPE_MAX_LENGTH", message });
}
