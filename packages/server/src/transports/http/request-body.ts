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
import { ApiError } from "../../platform/api-error.ts";
import { parseJson } from "../../platform/json.ts";
import {
  MULTIPART_BODY_MAX_BYTES,
  readMultipart,
  type MultipartForm,
} from "../../platform/multipart.ts";
import type { MissingFieldsGuard, NoteIgnored } from "./missing-fields.ts";
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
export function bodyReader(
  endpoint: EndpointDeclaration,
  guard: MissingFieldsGuard,
): (raw: RawBody, note: NoteIgnored) => Form | Promise<Form> {
  const { body: schema } = endpoint;
  if (schema === undefined) return () => ({ body: () => undefined, files: noFiles });
  if (endpoint.oauthForm === true) {
    const read = oauthFormReader(schema);
    return ({ contentType, bytes }) => ({
      body: once(() => read(mediaType(contentType), bytes)),
      files: noFiles,
    });
  }
  if (endpoint.multipart !== true) {
    const readJson = guarded(formReader(schema), guard);
    return (raw, note) => ({ body: once(() => readJson(jsonForm(raw), note)), files: noFiles });
  }
  const readAny = multipartReader(schema, guard);
  return (raw, note) => formAhead(readAny(raw, note));
}

type ReadForm<F> = (form: F, note: NoteIgnored) => unknown;

function guarded<F>(read: (form: F) => Reading<unknown>, guard: MissingFieldsGuard): ReadForm<F> {
  return (form, note) => guard.settle(form, read(form), note);
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

function multipartReader(
  schema: TSchema,
  guard: MissingFieldsGuard,
): (raw: RawBody, note: NoteIgnored) => Promise<ReadBody> {
  const readJson = guarded<unknown>(formReader(schema), guard);
  const readFields = guarded<MultipartForm["fields"]>(queryReader(schema), guard);

  /** Fields of their own, or one that holds the whole form as JSON. */
  function formOf(fields: MultipartForm["fields"], note: NoteIgnored): unknown {
    const json = [fields["payload_json"]].flat().at(-1);
    return json === undefined
      ? readFields(fields, note)
      : readJson(jsonValue(Buffer.from(json)), note);
  }

  return async ({ contentType = "", bytes }, note) => {
    if (bytes === undefined || bytes.length === 0) return { value: readJson({}, note), files: [] };
    switch (mediaType(contentType)) {
      case "application/json":
        return { value: readJson(jsonValue(bytes), note), files: [] };
      case "application/x-www-form-urlencoded": {
        const fields = Object.fromEntries(new URLSearchParams(bytes.toString("utf8")));
        return { value: formOf(fields, note), files: [] };
      }
      case "multipart/form-data": {
        const { fields, files } = await readMultipart(contentType, bytes);
        return { value: formOf(fields, note), files };
      }
      default:
        throw wrongContentType(formTypes);
    }
  };
}
