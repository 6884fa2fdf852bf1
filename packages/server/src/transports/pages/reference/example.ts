// An example call of each endpoint as a curl command, with the smallest body that its schema
// accepts.
import type { EndpointDeclaration } from "@antechamber/contract";
import { addressOf } from "@antechamber/contract/openapi";
import { nameIn, type Document, type Operation, type Schema } from "./documents.ts";

/** Limits the depth of recursive schemas. */
const DEPTH_MAX = 6;

const ID = "300000000000000001";

/** The smallest value that a schema accepts. */
function exampleOf(schema: Schema, document: Document, depth = 0): unknown {
  const next = (schema.anyOf ?? schema.oneOf)?.[0] ?? referredBy(schema, document);
  if (depth > DEPTH_MAX) return null;
  if (next !== undefined) return exampleOf(next, document, depth + 1);
  const inner = (each: Schema = {}) => exampleOf(each, document, depth + 1);
  if (schema.type === "array") return schema.minItems === undefined ? [] : [inner(schema.items)];
  return schema.type === "object" ? objectOf(schema, inner) : plainExample(schema);
}

function objectOf({ properties = {}, required = [] }: Schema, inner: (each?: Schema) => unknown) {
  return Object.fromEntries(required.map((name) => [name, inner(properties[name])]));
}

function referredBy({ $ref }: Schema, { components }: Document): Schema | undefined {
  return $ref === undefined ? undefined : components.schemas[nameIn($ref)];
}

function plainExample(schema: Schema): unknown {
  const { type, format, minimum = 0, minLength = 0 } = schema;
  if (schema.enum !== undefined) return schema.enum[0];
  if (format === "snowflake") return ID;
  if (format === "date-time") return "2030-01-01T00:00:00.000000+00:00";
  if (format === "bits") return "0";
  if (type === "string") return "text".padEnd(minLength, "x");
  if (type === "integer" || type === "number") return Math.max(minimum, 0);
  return type === "boolean" ? true : {};
}

/** The body of an example: without required fields, it shows the first optional one. */
function bodyOf(schema: Schema, document: Document): unknown {
  const example = exampleOf(schema, document);
  const isEmpty =
    typeof example === "object" && example !== null && Object.keys(example).length === 0;
  const named = referredBy(schema, document) ?? schema;
  const first = Object.entries(named.properties ?? {})[0];
  if (!isEmpty || first === undefined) return example;
  return { [first[0]]: exampleOf(first[1], document) };
}

/** The credential of each kind of caller, with shell variables. */
const credentials: Readonly<Record<string, string | undefined>> = {
  bot: "Bot $BOT_TOKEN",
  bearer: "Bearer $ACCESS_TOKEN",
  signedIn: "$USER_TOKEN",
  control: "Control $CONTROL_KEY",
};

/** A call as a curl command. */
export function curlOf(
  endpoint: EndpointDeclaration,
  operation: Operation,
  document: Document,
): string {
  const { auth, method } = endpoint;
  const path = addressOf(endpoint).replaceAll(
    /\{(\w+)\}/g,
    (_all, name: string) => `$${name.toUpperCase()}`,
  );
  const credential = credentials[auth[0]?.kind ?? "open"];
  const { content = {} } = operation.requestBody ?? {};
  const json = content["application/json"];
  const form = json === undefined ? content["application/x-www-form-urlencoded"] : undefined;
  return [
    `curl -s${method === "GET" ? "" : ` -X ${method}`} "$SERVICE${path}"`,
    ...(credential === undefined ? [] : [`-H "Authorization: ${credential}"`]),
    ...(json === undefined
      ? []
      : [
          `-H 'Content-Type: application/json'`,
          `-d '${JSON.stringify(bodyOf(json.schema, document))}'`,
        ]),
    ...(form === undefined ? [] : formFields(form.schema, document)),
  ].join(" \\\n  ");
}

function formFields(schema: Schema, document: Document): readonly string[] {
  const fields = Object.entries(bodyOf(schema, document) as Readonly<Record<string, unknown>>);
  return fields.map(([name, value]) => `-d '${name}=${String(value)}'`);
}
