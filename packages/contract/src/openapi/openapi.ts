// Writes an OpenAPI 3.1 document from declared endpoints. Everything is sorted by name, and what
// several operations share is a component, so that changing one declaration changes one place.
import type { Auth } from "../auth.ts";
import type { CommandOutput } from "../control/command-line.ts";
import { pathParameters, type EndpointDeclaration, type PathParameter } from "../endpoint.ts";
import { oauthErrorBody, type ErrorDeclaration } from "../error.ts";
import { errorsOf } from "../implied-errors.ts";
import { keywordsOf } from "../schema/keywords.ts";
import { schemaWriter, type Json, type JsonObject, type SchemaWriter } from "./openapi-schemas.ts";
import {
  anything,
  Bool,
  double,
  integer,
  mediaTypesOf,
  object,
  optional,
  optionalFields,
  text,
  type TSchema,
} from "../schema/values.ts";

/** The input of the document. */
export interface ApiDescription {
  /** The plane whose operations it contains. */
  readonly plane: Plane | "both";
  readonly version: string;
  readonly endpoints: readonly EndpointDeclaration[];
  /** Schemas that the document refers to by name. */
  readonly schemas: Readonly<Record<string, TSchema>>;
  /** The outputs of the command line, listed with the operations that the commands call. */
  readonly commandOutputs?: Readonly<Record<string, CommandOutput>>;
}

type Plane = "api" | "control";

const titles = {
  api: "Antechamber",
  control: "Antechamber, control plane",
  both: "Antechamber, with its control plane",
} as const;

/** The base path of each plane. Source: product.md, One origin. */
export const planeBase = { api: "/api/v10", control: "/control/v1" } as const;

const ErrorBody = object({
  message: text(),
  code: integer(),
  errors: optional(anything<object>()),
});

/** Source: protocol: gateway-oauth-limits 5.8. */
const OauthErrorBody = object({ error: text(), error_description: optional(text()) });

const RateLimitBody = object({
  message: text(),
  retry_after: double(),
  global: Bool,
  code: optional(integer()),
});

const securitySchemes: JsonObject = {
  bot: header("Bot <token>: the application's bot."),
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "An OAuth2 access token; one of the listed scopes is enough.",
  },
  signedIn: header("<token> without a prefix: a person signed in with a first-party client."),
  control: header("Control <key>: the operator, or a test."),
};

function header(description: string): JsonObject {
  return { type: "apiKey", in: "header", name: "Authorization", description };
}

/**
 * Writes the OpenAPI 3.1 document.
 *
 * @throws Error when two endpoints share a method and a path
 */
export function openApiDocument(api: ApiDescription): JsonObject {
  const endpoints = api.endpoints.filter(
    ({ plane = "api" }) => api.plane === "both" || plane === api.plane,
  );
  const schemas = schemaWriter({
    Error: ErrorBody,
    OauthError: OauthErrorBody,
    RateLimit: RateLimitBody,
    ...api.schemas,
  });
  const refusals = new Map<string, JsonObject>();
  const paths = writePaths(endpoints, { schemas, refusals });
  const parameters = writePathParameters(endpoints, schemas);
  const commands = api.plane === "api" ? {} : writeCommands(api.commandOutputs ?? {}, schemas);
  return {
    openapi: "3.1.0",
    info: {
      title: titles[api.plane],
      version: api.version,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: [...new Set(endpoints.map(resourceOf))].toSorted().map((name) => ({ name })),
    paths,
    ...(Object.keys(commands).length === 0 ? {} : { "x-commands": commands }),
    components: {
      schemas: schemas.components(),
      parameters,
      responses: inOrderOfNames(refusals),
      securitySchemes,
    },
  };
}

/** The components that operations share, collected while operations are written. */
interface Components {
  readonly schemas: SchemaWriter;
  /** Error responses, by the names of their errors. */
  readonly refusals: Map<string, JsonObject>;
}

function inOrderOfNames(components: ReadonlyMap<string, JsonObject>): JsonObject {
  return Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What each command prints with `--json`: one `object`, or any number of `line`s. */
function writeCommands(
  outputs: NonNullable<ApiDescription["commandOutputs"]>,
  schemas: SchemaWriter,
): JsonObject {
  const written = (printed: TSchema | EndpointDeclaration): JsonObject =>
    schemas.write("replies" in printed ? replySchemaOf(printed) : printed);
  return Object.fromEntries(
    Object.entries(outputs).map(([command, { object: objects = [], line }]) => {
      const [first, ...others] = objects.map(written);
      const whole = others.length === 0 ? first : { anyOf: objects.map(written) };
      return [
        command,
        {
          ...(whole === undefined ? {} : { object: whole }),
          ...(line === undefined ? {} : { line: written(line) }),
        },
      ];
    }),
  );
}

/** The body of an endpoint's successful reply. */
function replySchemaOf({ id, replies }: EndpointDeclaration): TSchema {
  const reply = Object.values(replies).find((each) => each !== null);
  if (reply === undefined) throw new Error(`${id} answers nothing that could be printed`);
  return reply;
}

function writePathParameters(
  endpoints: readonly EndpointDeclaration[],
  schemas: SchemaWriter,
): JsonObject {
  const names = new Set(endpoints.flatMap(({ path }) => parametersOf(path)).toSorted());
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      { name, in: "path", required: true, schema: schemas.write(pathParameters[name]) },
    ]),
  );
}

/** The full path of an endpoint, with parameters in braces. */
export function addressOf(endpoint: EndpointDeclaration): string {
  return planeBase[endpoint.plane ?? "api"] + endpoint.path;
}

/** The first part of an endpoint's id: `lobbies` of `lobbies.edit`. */
export function resourceOf(endpoint: EndpointDeclaration): string {
  return endpoint.id.split(".", 1).join("");
}

/** Names of the parameters of a path, in order. */
function parametersOf(path: string): readonly PathParameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as PathParameter);
}

function writePaths(endpoints: readonly EndpointDeclaration[], components: Components): JsonObject {
  const paths = new Map<string, Record<string, Json>>();
  for (const endpoint of endpoints.toSorted(byAddress)) {
    const address = addressOf(endpoint);
    const operations = paths.get(address) ?? {};
    const method = endpoint.method.toLowerCase();
    if (operations[method] !== undefined) {
      throw new Error(`${endpoint.method} ${address} is declared twice: ${endpoint.id}`);
    }
    operations[method] = writeOperation(endpoint, components);
    paths.set(address, operations);
  }
  return Object.fromEntries(paths);
}

function byAddress(a: EndpointDeclaration, b: EndpointDeclaration): number {
  const [left, right] = [a, b].map((each) => `${addressOf(each)} ${each.method}`) as [
    string,
    string,
  ];
  return left < right ? -1 : 1;
}

function writeOperation(endpoint: EndpointDeclaration, components: Components): JsonObject {
  const { schemas } = components;
  const parameters = writeParameters(endpoint, schemas);
  return {
    operationId: endpoint.id,
    tags: [resourceOf(endpoint)],
    summary: endpoint.summary,
    "x-source": endpoint.source,
    ...(endpoint.limit === undefined ? {} : { "x-limit": { ...endpoint.limit } }),
    security: endpoint.auth.flatMap(writeSecurity),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: writeBody(endpoint, endpoint.body, schemas) }),
    responses: writeResponses(endpoint, components),
  };
}

/** One security requirement for each way to authenticate; any of them is enough. */
function writeSecurity(auth: Auth): readonly JsonObject[] {
  switch (auth.kind) {
    case "open":
      return [{}];
    case "bearer":
      return auth.scopes.length === 0
        ? [{ bearer: [] }]
        : auth.scopes.map((scope) => ({ bearer: [scope] }));
    case "bot":
    case "signedIn":
    case "control":
      return [{ [auth.kind]: [] }];
  }
}

interface QuerySchema {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

function writeParameters(endpoint: EndpointDeclaration, schemas: SchemaWriter): JsonObject[] {
  const inPath = parametersOf(endpoint.path).map((name) => ({
    $ref: `#/components/parameters/${name}`,
  }));
  const query: QuerySchema | undefined = endpoint.query;
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: query?.required?.includes(name) ?? false,
    schema: schemas.write(schema),
  }));
  return [...inPath, ...inQuery];
}

function writeBody(
  endpoint: EndpointDeclaration,
  body: TSchema,
  schemas: SchemaWriter,
): JsonObject {
  const schema = schemas.write(body);
  const json = { type: "string", contentMediaType: "application/json", contentSchema: schema };
  const { payloadField } = endpoint;
  const payload = {
    payload_json: json,
    ...(payloadField === undefined ? {} : { [payloadField]: json }),
  };
  const form: JsonObject = {
    type: "object",
    properties: { ...payload, ...namedFiles(endpoint) },
    ...numberedFiles(endpoint),
  };
  const urlencoded = { anyOf: [schema, { type: "object", properties: payload }] };
  if (endpoint.oauthForm === true) {
    return { required: true, content: forMediaTypes(oauthFormTypes, schema) };
  }
  const mediaTypes = mediaTypesOf(body);
  if (mediaTypes !== undefined)
    return { required: true, content: forMediaTypes(mediaTypes, schema) };
  return {
    required: true,
    content: {
      "application/json": { schema },
      ...(endpoint.multipart === true
        ? {
            "application/x-www-form-urlencoded": { schema: urlencoded },
            "multipart/form-data": { schema: form },
          }
        : {}),
    },
  };
}

const oauthFormTypes = ["application/x-www-form-urlencoded", "multipart/form-data"] as const;

/** Uses one schema for all media types of a document. */
function forMediaTypes(mediaTypes: readonly string[], schema: JsonObject): JsonObject {
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));
}

const filePart = { type: "string", contentMediaType: "application/octet-stream" } as const;

/** The named file fields of a form. */
function namedFiles({ fileFields = [] }: EndpointDeclaration): JsonObject {
  return Object.fromEntries(fileFields.map((field) => [field, filePart]));
}

/** The numbered file fields of messages. */
function numberedFiles({ fileFields }: EndpointDeclaration): JsonObject {
  return fileFields === undefined ? { patternProperties: { "^files\\[[0-9]+\\]$": filePart } } : {};
}

/** The media type of a reply: JSON unless declared. */
export function mediaTypeOf(reply: TSchema): string {
  return keywordsOf(reply).contentMediaType ?? "application/json";
}

function writeResponses(
  endpoint: EndpointDeclaration,
  { schemas, refusals }: Components,
): JsonObject {
  const replies = Object.entries(endpoint.replies).map(([status, body]) => [
    status,
    body === null
      ? { description: "Done; no body." }
      : {
          description: "Done.",
          content: forMediaTypes(mediaTypesOf(body) ?? [mediaTypeOf(body)], schemas.write(body)),
        },
  ]);
  const errors = [...Map.groupBy(errorsOf(endpoint), (each) => each.status)].map(
    ([status, each]) => {
      const name = each.map((error) => error.name).join(".");
      if (!refusals.has(name)) refusals.set(name, writeRefusal(each, schemas));
      return [String(status), { $ref: `#/components/responses/${name}` }];
    },
  );
  return Object.fromEntries([...replies, ...errors]) as JsonObject;
}

function writeRefusal(errors: readonly ErrorDeclaration[], schemas: SchemaWriter): JsonObject {
  const isOauth = errors.some((each) => each.oauth !== undefined);
  const plain = isOauth ? OauthErrorBody : errorBodyOf(errors);
  const body = errors.some(isLimit) ? RateLimitBody : plain;
  return {
    description: errors.map(refusalText).join("; "),
    content: {
      "application/json": {
        schema: schemas.write(body),
        examples: Object.fromEntries(errors.map((each) => [each.name, { value: exampleOf(each) }])),
      },
    },
  };
}

/** The body of errors that share a status: each has its own details, so all are optional. */
function errorBodyOf(errors: readonly ErrorDeclaration[]): TSchema {
  const details = errors.flatMap((each) => Object.entries(each.details?.properties ?? {}));
  if (details.length === 0) return ErrorBody;
  return object({ ...ErrorBody.properties, ...optionalFields(Object.fromEntries(details)) });
}

/** The text of an error; messages of code 0 already begin with the status. */
function refusalText({ code, message, oauth }: ErrorDeclaration): string {
  if (oauth !== undefined) return oauth;
  return code === 0 ? message : `${code} ${message}`;
}

function exampleOf(declaration: ErrorDeclaration): JsonObject {
  const { message, code, oauth } = declaration;
  if (oauth !== undefined) return oauthErrorBody({ oauth, message });
  if (!isLimit(declaration)) return { message, code };
  const limited = { message, retry_after: 0.5, global: false };
  return code === 0 ? limited : { ...limited, code };
}

/**
 * True for rate limit errors, which all have the same body. Source: protocol: gateway-oauth-limits
 * 6.1.
 */
function isLimit({ status }: ErrorDeclaration): boolean {
  return status === 429;
}

/**
 * The exported schemas that deserve a name (models, dictionaries, unions, lists of words and named
 * formats), sorted by name, so that the order does not depend on how the module was loaded.
 */
export function namedSchemas(
  exported: Readonly<Record<string, unknown>>,
): Readonly<Record<string, TSchema>> {
  const named = Object.entries(exported).filter(
    (entry): entry is [string, TSchema] => /^[A-Z][a-z]/.test(entry[0]) && isModel(entry[1]),
  );
  return Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

type Fields = Readonly<Record<string, unknown>>;

function isModel(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { type, properties, propertyNames, oneOf, format, formLazy } = value as Fields;
  const isObject = type === "object" && (properties ?? propertyNames) !== undefined;
  const isWords = type === "string" && Array.isArray((value as Fields)["enum"]);
  return (
    isObject ||
    isWords ||
    Array.isArray(oneOf) ||
    typeof format === "string" ||
    formLazy !== undefined
  );
}
