// Turns the contract's schemas into the JSON Schema of an OpenAPI 3.1 document. Schemas are JSON
// Schema already, so this only drops our own keywords and replaces named schemas by references.
import type { TSchema } from "../schema/values.ts";
import { matchKind, type KindCases } from "../schema/schema-kinds.ts";

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

export type JsonObject = Readonly<Record<string, Json>>;

export interface SchemaWriter {
  /** A schema as the document contains it: a reference if it has a name. */
  write(schema: TSchema): JsonObject;
  /** The named schemas that were referenced, directly or by one another, sorted by name. */
  components(): Readonly<Record<string, JsonObject>>;
}

type Fields = Readonly<Record<string, unknown>>;
type Build = () => TSchema;

/** True for our own keywords: `formMax`, `formRules`, but not the standard `format`. */
const isOurs = (key: string) => /^form[A-Z]/.test(key);

/**
 * Opens a writer with some named schemas.
 *
 * @param home the JSON pointer of the named schemas in the document
 * @throws Error when a schema without a name contains itself, because only a reference can
 *   express that
 */
export function schemaWriter(
  named: Readonly<Record<string, TSchema>>,
  home = "#/components/schemas/",
): SchemaWriter {
  const nameOf = namesOf(named);
  const referred = new Set<string>();

  function write(schema: TSchema): JsonObject {
    const name = nameOf(schema);
    if (name === undefined) return inline(schema);
    referred.add(name);
    return { $ref: home + name };
  }

  function inline(schema: TSchema): JsonObject {
    const entries = Object.entries(schema as Fields).filter(([key]) => !isOurs(key));
    return { ...(Object.fromEntries(entries) as JsonObject), ...matchKind(schema, inside) };
  }

  /** Writes the keywords that contain schemas. */
  const inside: KindCases<JsonObject> = {
    lazy: written,
    nullable: (inner) => ({ anyOf: [write(inner), { type: "null" }] }),
    tagged: (variants) => ({ oneOf: Object.values(variants).map(write) }),
    textOr: (text, fields) => ({ oneOf: [write(text), write(fields)] }),
    list: (items) => ({ items: write(items) }),
    object: (fields) => ({
      properties: Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, write(field)]),
      ),
    }),
    dictionary: (values, { propertyNames }) => ({
      additionalProperties: write(values),
      ...(propertyNames === undefined ? {} : { propertyNames: write(propertyNames) }),
    }),
    plain: () => ({}),
  };

  function written(build: Build): JsonObject {
    const name = nameOf(build());
    if (name === undefined) {
      throw new Error("a schema that contains itself must be exported, to be referred to by name");
    }
    return write(build());
  }

  function components(): Readonly<Record<string, JsonObject>> {
    const done = new Map<string, JsonObject>();
    // Writing one component may add others to the Set, which the loop then visits too.
    for (const name of referred) done.set(name, inline(named[name] as TSchema));
    return Object.fromEntries([...done].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  return { write, components };
}

/** Finds a schema's name: its own, or that of an equal schema (an optional field is a copy). */
function namesOf(
  named: Readonly<Record<string, TSchema>>,
): (schema: TSchema) => string | undefined {
  const builds = new Map<unknown, number>();
  const bySchema = new Map<TSchema, string>();
  const byText = new Map<string, string>();

  function textOf(schema: TSchema): string {
    return JSON.stringify(schema, (key, value: unknown) => {
      if (key !== "formLazy") return isOurs(key) ? undefined : value;
      if (!builds.has(value)) builds.set(value, builds.size);
      return builds.get(value);
    });
  }

  for (const [name, schema] of Object.entries(named)) {
    if (!bySchema.has(schema)) bySchema.set(schema, name);
    const text = textOf(schema);
    if (!byText.has(text)) byText.set(text, name);
  }
  return (schema) => bySchema.get(schema) ?? byText.get(textOf(schema));
}
