// From the bytes of a request to the form that its endpoint declares.
import {
  formReader,
  InvalidForm,
  InvalidJson,
  type EndpointDeclaration,
  type Reading,
  type TSchema,
  type UploadedFile,
} from "@antechamber/contract";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import { parseJson } from "../../platform/json.ts";
import {
  MULTIPART_BODY_MAX_BYTES,
  readMultipart,
  type MultipartForm,
} from "../../platform/multipart.ts";
import { CREDENTIAL_BODY_MAX_BYTES, oauthFormReader } from "./oauth-form.ts";
import { queryReader } from "./query.ts";

/** Room for a bulk overwrite of full-size commands in every language. */
export const JSON_BODY_MAX_BYTES = 32 * 1024 * 1024;

/** What came with a request. */
export interface RawBody {
  readonly contentType: string | undefined;
  readonly bytes: Buffer | undefined;
}

interface ReadBody {
  readonly value: unknown;
  readonly files: readonly UploadedFile[];
}

/** How many bytes an endpoint takes. */
export function bodyLimit(endpoint: EndpointDeclaration): number {
  // Whoever calls is known from it, so anybody may send one.
  if (endpoint.bodyCredential !== undefined) return CREDENTIAL_BODY_MAX_BYTES;
  return endpoint.multipart === true ? MULTIPART_BODY_MAX_BYTES : JSON_BODY_MAX_BYTES;
}

function mediaType(contentType: string | undefined): string {
  if (contentType === "application/json") return contentType;
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

/** A form as a handler is given it. */
export interface Form {
  /** The value, or InvalidForm, InvalidJson or EntityTooLarge. */
  readonly body: () => unknown;
  readonly files: readonly UploadedFile[];
}

const noFiles: readonly UploadedFile[] = [];

/**
 * Compiles the reader of an endpoint's body. Only forms with files are read before they are asked
 * for.
 */
export function bodyReader(endpoint: EndpointDeclaration): (raw: RawBody) => Form | Promise<Form> {
  const { body: schema } = endpoint;
  if (schema === undefined) return () => ({ body: () => undefined, files: noFiles });
  if (endpoint.oauthForm === true) {
    const read = oauthFormReader(schema);
    return ({ contentType, bytes }) => ({
      body: once(() => read(mediaType(contentType), bytes)),
      files: noFiles,
    });
  }
  const readJson = formReader(schema);
  if (endpoint.multipart !== true) {
    return (raw) => ({ body: once(() => settle(readJson(jsonForm(raw)))), files: noFiles });
  }
  const readAny = multipartReader(schema);
  return (raw) => formAhead(readAny(raw));
}

/** A handler that runs again finds the form as it was read. */
function once(read: () => unknown): () => unknown {
  let found: { readonly value: unknown } | undefined;
  return () => (found ??= { value: read() }).value;
}

/** Keeps the refusal for when the handler asks. */
async function formAhead(reading: Promise<ReadBody>): Promise<Form> {
  try {
    const { value, files } = await reading;
    return { body: () => value, files };
  } catch (refusal) {
    return {
      body: () => {
        throw refusal;
      },
      files: noFiles,
    };
  }
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

  /** Fields of their own, or one that holds the whole form as JSON. */
  function formOf(fields: MultipartForm["fields"]): unknown {
    const json = [fields["payload_json"]].flat().at(-1);
    return settle(json === undefined ? readFields(fields) : readJson(jsonValue(Buffer.from(json))));
  }

  async function readParts(contentType: string, bytes: Buffer): Promise<ReadBody> {
    const { fields, files } = await readMultipart(contentType, bytes);
    return { value: formOf(fields), files };
  }

  return async ({ contentType = "", bytes }) => {
    if (bytes === undefined || bytes.length === 0)
      return { value: settle(readJson({})), files: [] };
    switch (mediaType(contentType)) {
      case "application/json":
        return { value: settle(readJson(jsonValue(bytes))), files: [] };
      case "application/x-www-form-urlencoded": {
        const fields = Object.fromEntries(new URLSearchParams(bytes.toString("utf8")));
        return { value: formOf(fields), files: [] };
      }
      case "multipart/form-data":
        return readParts(contentType, bytes);
      default:
        throw wrongContentType(formTypes);
    }
  };
}
