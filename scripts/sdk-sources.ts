// Generates the SDK's types and its list of calls from the OpenAPI document, and the types of the
// test kit.

type Json = null | boolean | number | string | readonly Json[] | JsonObject;
interface JsonObject {
  readonly [key: string]: Json;
}

interface Reference {
  readonly $ref: string;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: JsonObject }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: JsonObject }>> }>
  >;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: JsonObject;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
}

const notice = "// Generated from packages/contract by `npm run generate`; never edit.\n";
const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

/** The names of the files of one plane. */
interface Naming {
  /** The prefix of file names: `control-`. */
  readonly prefix: string;
  readonly calls: string;
  readonly Calls: string;
  /** True if the client has a method for each call, documented by the call's summary. */
  readonly hasMethods: boolean;
}

export const apiNaming: Naming = {
  prefix: "",
  calls: "calls",
  Calls: "Calls",
  hasMethods: true,
};
export const controlNaming: Naming = {
  prefix: "control-",
  calls: "controlCalls",
  Calls: "ControlCalls",
  hasMethods: false,
};

/** The named schemas of a document, and its calls. */
function partsOf(document: JsonObject) {
  const components = document["components"] as JsonObject;
  const schemas = components["schemas"] as Readonly<Record<string, JsonObject>>;
  const parameters = components["parameters"] as unknown as Readonly<Record<string, Parameter>>;
  const calls = callsOf(document["paths"] as Readonly<Record<string, JsonObject>>, parameters);
  return { schemas, calls };
}

/** The generated files of the SDK for one plane, by name. */
export function sdkSources(document: JsonObject, naming: Naming): Readonly<Record<string, string>> {
  const { schemas, calls } = partsOf(document);
  const { prefix } = naming;
  return {
    [`${prefix}types.ts`]: typesFile(schemas),
    [`${prefix}calls.ts`]: callsFile(calls, naming),
  };
}

/** The names of all events, by what sends them. */
interface EventNames {
  readonly eventNames: readonly string[];
  readonly deliveryTypes: readonly string[];
}

/**
 * The types of what tests pass to the kit: the forms of each kind of entity, injected faults, and
 * the journal's filters. The kit is installed without the SDK, so it has types of its own.
 */
export function kitForms(document: JsonObject, names: EventNames): string {
  const { schemas, calls } = partsOf(document);
  const byId = new Map(calls.map((each) => [each.operation.operationId, each]));
  // An entity is a resource that can be created.
  const kinds = [...byId.keys()].flatMap((id) => {
    const kind = /^control\.(\w+)\.create$/.exec(id)?.[1];
    const isEntity = ["get", "edit", "remove"].every((verb) => byId.has(`control.${kind}.${verb}`));
    return kind !== undefined && isEntity ? [kind] : [];
  });
  const formOf = (id: string) => bodyType((byId.get(id) as Call).operation, "");
  const forms = kinds.map((kind) => `  ${kind}: ${formOf(`control.${kind}.create`)};`);
  const journal = byId.get("control.journal.list") as Call;
  // The kit itself names the world, and tests do not follow the stream.
  const filters = journal.parameters.filter(({ name }) => !["world", "follow"].includes(name));
  const shown = [
    "/** The form that creates each kind of entity. */",
    `export interface EntityForms {\n${forms.join("\n")}\n}\n`,
    "/** The filters of a request for journal entries. */",
    `export type JournalFilters = ${parametersType(filters, "query", "")};\n`,
  ];
  const needed = namesIn([...shown, formOf("control.faults.create")].join("\n"), schemas);
  const types = Object.entries(schemas)
    .filter(([name]) => needed.has(name))
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`);
  return [
    notice,
    "/** The kinds of entity, as paths name them. */",
    `export const entityKinds = ${JSON.stringify(kinds)} as const;\n`,
    "/** The names of the events that the gateway sends. */",
    `export const eventNames: readonly string[] = ${JSON.stringify(names.eventNames)};\n`,
    "/** The types of what is delivered to applications: events, and interactions over HTTP. */",
    `export const deliveryTypes: readonly string[] = ${JSON.stringify(names.deliveryTypes)};\n`,
    ...shown,
    ...types,
  ].join("\n");
}

/** The names of the schemas that types refer to, directly or indirectly. */
function namesIn(text: string, schemas: Readonly<Record<string, JsonObject>>): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [text];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const name of next.replaceAll(/"[^"]*"/g, "").match(/\b[A-Z]\w*/g) ?? []) {
      const schema = schemas[name];
      if (schema === undefined || found.has(name)) continue;
      found.add(name);
      waiting.push(typeOf(schema));
    }
  }
  return found;
}

/** Our own headers that the SDK reads. */
export function headersFile(entryHeader: string): string {
  return [
    notice,
    "/** The header in which a refusal names its journal entry. */",
    `export const entryHeader = ${JSON.stringify(entryHeader)};\n`,
  ].join("\n");
}

function callsOf(
  paths: Readonly<Record<string, JsonObject>>,
  shared: Readonly<Record<string, Parameter>>,
): Call[] {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as unknown as Readonly<Record<string, Operation>>).map(
      ([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
        parameters: (operation.parameters ?? []).map((each) => resolved(each, shared)),
      }),
    ),
  );
  return calls.toSorted((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));
}

function resolved(
  parameter: Parameter | Reference,
  shared: Readonly<Record<string, Parameter>>,
): Parameter {
  if (!("$ref" in parameter)) return parameter;
  return shared[parameter.$ref.split("/").at(-1) ?? ""] as Parameter;
}

function typesFile(schemas: Readonly<Record<string, JsonObject>>): string {
  const types = Object.entries(schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`,
  );
  return [notice, ...types].join("\n");
}

function callsFile(calls: readonly Call[], naming: Naming): string {
  const rows = calls.map(({ method, path, operation }) => {
    const encoding = encodingOf(operation);
    return `  ${JSON.stringify(operation.operationId)}: { method: "${method}", path: ${JSON.stringify(path)}, encoding: ${JSON.stringify(encoding)} },`;
  });
  const shapes = calls.map(({ operation, parameters }) => {
    const shape = [
      `path: ${parametersType(parameters, "path")}`,
      `query: ${parametersType(parameters, "query")}`,
      `body: ${bodyType(operation)}`,
      `reply: ${replyType(operation)}`,
    ];
    const lines = shape.map((line) => `    ${line};\n`).join("");
    const summary = naming.hasMethods ? "" : `  /** ${operation.summary} */\n`;
    return `${summary}  ${JSON.stringify(operation.operationId)}: {\n${lines}  };`;
  });
  return [
    notice,
    `import type * as types from "./${naming.prefix}types.ts";\n`,
    "/** The method, path and encoding of each endpoint. */",
    `export const ${naming.calls} = {\n${rows.join("\n")}\n} as const;\n`,
    "/** The parameters, body and reply of each endpoint. */",
    `export interface ${naming.Calls} {\n${shapes.join("\n")}\n}\n`,
    ...(naming.hasMethods ? [methodsInterface(calls)] : []),
  ].join("\n");
}

/** The ids of calls by resource and verb. Mapped types over this interface keep its docstrings. */
function methodsInterface(calls: readonly Call[]): string {
  const byResource = Map.groupBy(calls, ({ operation }) => operation.operationId.split(".", 1)[0]);
  const resources = [...byResource].map(([resource = "", own]) => {
    const verbs = own.map(({ operation: { operationId, summary } }) => {
      const verb = operationId.slice(resource.length + 1);
      return `    /** ${summary} */\n    ${JSON.stringify(verb)}: ${JSON.stringify(operationId)};`;
    });
    return `  ${JSON.stringify(resource)}: {\n${verbs.join("\n")}\n  };`;
  });
  return [
    "/** The ids of endpoints by resource and verb. */",
    `export interface CallIds {\n${resources.join("\n")}\n}\n`,
  ].join("\n");
}

function encodingOf({ requestBody }: Operation): "none" | "json" | "form" {
  if (requestBody === undefined) return "none";
  return requestBody.content[JSON_TYPE] === undefined && FORM in requestBody.content
    ? "form"
    : "json";
}

function parametersType(
  parameters: readonly Parameter[],
  place: Parameter["in"],
  prefix = "types.",
): string {
  const fields = parameters
    .filter((each) => each.in === place)
    .map(({ name, required, schema }) => {
      const mark = required ? "" : "?";
      return `${JSON.stringify(name)}${mark}: ${typeOf(schema, prefix)}`;
    });
  return fields.length === 0 ? "Record<never, never>" : `{ ${fields.join("; ")} }`;
}

function bodyType({ requestBody }: Operation, prefix = "types."): string {
  const schema = requestBody?.content[JSON_TYPE]?.schema ?? requestBody?.content[FORM]?.schema;
  return schema === undefined ? "undefined" : typeOf(schema, prefix);
}

function replyType({ responses }: Operation): string {
  const replies = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, { content }]) => {
      const [first] = Object.entries(content ?? {});
      if (first === undefined) return "undefined";
      const [mediaType, { schema }] = first;
      return mediaType === JSON_TYPE ? typeOf(schema, "types.") : "string";
    });
  return [...new Set(replies)].join(" | ");
}

/** A JSON Schema as a TypeScript type; `prefix` is put before the names of other types. */
function typeOf(schema: JsonObject, prefix = ""): string {
  const reference = schema["$ref"];
  if (typeof reference === "string") return prefix + (reference.split("/").at(-1) ?? "");
  const union = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(union)) {
    const members = (union as JsonObject[]).map((each) => typeOf(each, prefix));
    return [...new Set(members)].join(" | ");
  }
  const values = schema["enum"];
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  return plainTypeOf(schema, prefix);
}

const plainTypes: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

function plainTypeOf(schema: JsonObject, prefix: string): string {
  const { type: kind } = schema;
  if (Array.isArray(kind)) {
    return kind.map((each) => plainTypeOf({ ...schema, type: each as string }, prefix)).join(" | ");
  }
  if (kind === "array")
    return `readonly (${typeOf((schema["items"] ?? {}) as JsonObject, prefix)})[]`;
  if (kind === "object") return objectType(schema, prefix);
  return (typeof kind === "string" ? plainTypes[kind] : undefined) ?? "unknown";
}

function objectType(schema: JsonObject, prefix: string): string {
  const properties = schema["properties"] as Readonly<Record<string, JsonObject>> | undefined;
  if (properties !== undefined) {
    const required = (schema["required"] ?? []) as readonly string[];
    const fields = Object.entries(properties).map(
      ([name, each]) =>
        `${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeOf(each, prefix)}`,
    );
    return fields.length === 0 ? "Record<never, never>" : `{ ${fields.join("; ")} }`;
  }
  const values = schema["additionalProperties"];
  if (typeof values !== "object" || values === null) return "Readonly<Record<string, unknown>>";
  return `Readonly<Record<string, ${typeOf(values as JsonObject, prefix)}>>`;
}
