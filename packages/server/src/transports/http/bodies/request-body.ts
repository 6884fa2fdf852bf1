// Turns the bytes of a request into the form that its endpoint declares.
import {
  EntityTooLarge,
  InvalidForm,
  InvalidJson,
  limits,
  type EndpointDeclaration,
  type UploadedFile,
} from "@antechamber/contract";
import {
  isList,
  mediaTypesOf,
  parserOf,
  type DocumentText,
  type ParseResult,
  type Rule,
  type TSchema,
} from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../../platform/api-error.ts";
import { parseJson, TooManyValuesError, type JsonBounds } from "../../../platform/formats/json.ts";
import {
  mediaType,
  MULTIPART_TYPE,
  URLENCODED_TYPE,
} from "../../../platform/formats/media-type.ts";
import {
  MULTIPART_BODY_MAX_BYTES,
  multipartReading,
  type MultipartForm,
} from "../../../platform/formats/multipart.ts";
import { payloadJson, urlencodedFields } from "../../../platform/formats/urlencoded.ts";
import type { MissingFieldsGuard, OnIgnoredFields } from "./missing-fields.ts";
import { isOauthForm, oauthFields, oauthFormReader } from "./oauth-form.ts";
import { queryReader } from "../../../platform/formats/form-fields.ts";
import { firstPiece, wholeBody, type IncomingBody } from "./request-bytes.ts";

/** Longer texts are pictures, which are allowed in addition to the usual limit. */
const LONG_TEXT = 1_000_000;

/** Bytes of the pictures that a form may contain. */
function picturesIn(schema: TSchema): number {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, Texts>> };
  return Object.values(properties)
    .flatMap((each) => [
      each.maxLength ?? 0,
      ...(each.anyOf ?? []).map((one) => one.maxLength ?? 0),
    ])
    .filter((length) => length > LONG_TEXT)
    .reduce((sum, length) => sum + length, 0);
}

interface Texts {
  readonly maxLength?: number;
  readonly anyOf?: readonly Texts[];
}

/** True when the sender is unknown before the body is read, or not authenticated at all. */
export function isOpenToUnauthenticated({ auth, path }: EndpointDeclaration): boolean {
  return auth.some((each) => each.kind === "open") && !path.includes("_token}");
}

/** How many bytes of JSON an endpoint accepts. */
export function jsonLimit(endpoint: EndpointDeclaration): number {
  if (endpoint.plane === "control") return limits.operatorBody.value;
  if (isOpenToUnauthenticated(endpoint)) return limits.strangerBody.value;
  return limits.jsonBody.value + (endpoint.body === undefined ? 0 : picturesIn(endpoint.body));
}

/** The refusal of a body of the wrong type. Source: protocol: gateway-oauth-limits 1.2. */
function wrongContentType(accepted: readonly string[]): ApiError {
  const names = accepted.map((each) => `'${each}'`).join(", ");
  const message = `Expected "Content-Type" header to be one of {${names}}.`;
  return new ApiError(InvalidForm, { message });
}

function jsonValue(bytes: Buffer, bounds?: JsonBounds): unknown {
  try {
    return parseJson(bytes, bounds);
  } catch (error) {
    throw new ApiError(error instanceof TooManyValuesError ? EntityTooLarge : InvalidJson);
  }
}

/** Only the limit on bytes applies to the operator, who is trusted. */
const operatorBounds: JsonBounds = { values: Infinity, valuesWithLongIntegers: Infinity };

/** A form as handlers receive it. */
export interface Form {
  /** Parses the value, or throws InvalidForm, InvalidJson or EntityTooLarge. */
  readonly body: (rule?: Rule<unknown>) => unknown;
  readonly files: readonly UploadedFile[];
}

const noFiles: readonly UploadedFile[] = [];

/**
 * Compiles the reader of an endpoint's body. Nothing is read if the endpoint declares no body, or
 * does not accept the type. Only forms with files are parsed before the handler asks for them.
 */
export function bodyReader(endpoint: EndpointDeclaration, guard: MissingFieldsGuard): BodyReader {
  const { body: schema } = endpoint;
  if (schema === undefined) return () => ({ body: () => undefined, files: noFiles });
  if (endpoint.oauthForm === true) return oauthBodyReader(schema);
  const mediaTypes = mediaTypesOf(schema);
  if (mediaTypes !== undefined) return documentReader(mediaTypes);
  return endpoint.multipart === true
    ? anyBodyReader(endpoint, schema, guard)
    : jsonBodyReader(endpoint, guarded(parserOf(schema), guard));
}

/** Reads the form of a body; `body` is undefined for a request that announces none. */
type BodyReader = (body: IncomingBody | undefined, note: OnIgnoredFields) => Form | Promise<Form>;

type ReadForm<F> = (form: F, note: OnIgnoredFields, rule?: Rule<unknown>) => unknown;

function guarded<F>(
  read: (form: F, rule?: Rule<unknown>) => ParseResult<unknown>,
  guard: MissingFieldsGuard,
): ReadForm<F> {
  return (form, note, rule) => guard.settle(form, read(form, rule), note);
}

function formOf(read: Form["body"]): Form {
  return { body: read, files: noFiles };
}

/** Of a body of another type, only the first chunk is read. */
function oauthBodyReader(schema: TSchema): BodyReader {
  const read = oauthFormReader(schema);
  return async (body) => {
    const type = body?.contentType;
    const bytes = await (isOauthForm(type)
      ? body?.receive(wholeBody(), limits.strangerBody.value)
      : body?.receive(firstPiece(), Infinity));
    return formAhead(oauthFields(type, bytes).then((fields) => formOf(() => read(fields))));
  };
}

/**
 * An empty body is an empty form: clients omit the body where every field is optional. No list is
 * empty for that: an overwrite would remove everything.
 */
function jsonBodyReader(
  endpoint: EndpointDeclaration,
  read: ReadForm<unknown>,
  accepted: readonly string[] = ["application/json"],
): BodyReader {
  const limit = jsonLimit(endpoint);
  const empty = isList(endpoint.body ?? {}) ? undefined : {};
  const bounds = endpoint.plane === "control" ? operatorBounds : undefined;
  return (body, note) => {
    if (body === undefined) return formOf((rule) => read(empty, note, rule));
    if (mediaType(body.contentType) !== "application/json") return ofWrongType(body, note);
    return body
      .receive(wholeBody(), limit)
      .then((bytes) =>
        formOf((rule) => read(bytes.length === 0 ? empty : jsonValue(bytes, bounds), note, rule)),
      );
  };

  /** An empty body needs no type; of any other, only the first chunk is read. */
  async function ofWrongType(body: IncomingBody, note: OnIgnoredFields): Promise<Form> {
    const bytes = await body.receive(firstPiece(), Infinity);
    return bytes.length === 0
      ? formOf((rule) => read(empty, note, rule))
      : unreadable(wrongContentType(accepted));
  }
}

/** Reads a whole document as text, whose parser reports the position of faults. */
function documentReader(mediaTypes: readonly string[]): BodyReader {
  return async (body) => {
    const type = mediaType(body?.contentType);
    if (body === undefined || !mediaTypes.includes(type)) {
      const bytes = await body?.receive(firstPiece(), Infinity);
      const isMissing = bytes === undefined || bytes.length === 0;
      return unreadable(isMissing ? requiredBody() : wrongContentType(mediaTypes));
    }
    const limit = type === "application/json" ? limits.worldBody : limits.worldYaml;
    const bytes = await body.receive(wholeBody(), limit.value);
    return formOf(() => ({ mediaType: type, text: textOf(bytes) }) satisfies DocumentText);
  };
}

function requiredBody(): ApiError {
  return invalidForm({ path: [], code: "BASE_TYPE_REQUIRED", message: "A body is required." });
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidForm({ path: [], code: "BASE_TYPE_BAD_ENCODING", message: "This is no UTF-8." });
  }
}

function unreadable(refusal: unknown): Form {
  return {
    body: () => {
      throw refusal;
    },
    files: noFiles,
  };
}

const formTypes = ["application/json", URLENCODED_TYPE, MULTIPART_TYPE];

/** Compiles the reader of bodies that may contain files. */
function anyBodyReader(
  endpoint: EndpointDeclaration,
  schema: TSchema,
  guard: MissingFieldsGuard,
): BodyReader {
  const readJson = guarded<unknown>(parserOf(schema), guard);
  const readFields = guarded<MultipartForm["fields"]>(queryReader(schema), guard);
  const readWhole = jsonBodyReader(endpoint, readJson, formTypes);

  /** The parts of a form, or one part with the whole form as JSON. */
  const valueOf: ReadForm<MultipartForm["fields"]> = (fields, note, rule) => {
    const json = payloadJson(fields) ?? payloadJson(fields, endpoint.payloadField);
    return json === undefined
      ? readFields(fields, note, rule)
      : readJson(jsonValue(Buffer.from(json)), note, rule);
  };

  async function urlencoded(body: IncomingBody, note: OnIgnoredFields): Promise<Form> {
    const bytes = await body.receive(wholeBody(), limits.urlencodedBody.value);
    if (bytes.length === 0) return formOf((rule) => readJson({}, note, rule));
    const fields = () => urlencodedFields(bytes) as MultipartForm["fields"];
    return formOf((rule) => valueOf(fields(), note, rule));
  }

  async function multipart(body: IncomingBody, note: OnIgnoredFields): Promise<Form> {
    const parts = multipartReading(body.contentType ?? "");
    const sink = { write: (chunk: Buffer) => parts.write(chunk), end: () => undefined };
    await body.receive(sink, MULTIPART_BODY_MAX_BYTES);
    const reading = parts.end();
    // Faults of the parts are reported when the handler asks for the body.
    return formAhead(
      reading.then(({ fields, files }) => ({
        body: (rule) => valueOf(fields, note, rule),
        files,
      })),
    );
  }

  return (body, note) => {
    const type = mediaType(body?.contentType);
    if (body !== undefined && type === URLENCODED_TYPE) {
      return urlencoded(body, note);
    }
    if (body !== undefined && type === MULTIPART_TYPE) return multipart(body, note);
    return readWhole(body, note);
  };
}

/** Keeps a refusal until the handler asks for the body. */
async function formAhead(reading: Promise<Form>): Promise<Form> {
  try {
    return await reading;
  } catch (refusal) {
    return unreadable(refusal);
  }
}
