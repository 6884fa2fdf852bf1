// The JSON Schema of world files, for editors.
import { World } from "../control/world-file/world.ts";
import type { TSchema } from "../schema/values.ts";
import { schemaWriter, type Json, type JsonObject } from "./openapi-schemas.ts";
import { commonDescriptions, worldDescriptions } from "./world-descriptions.ts";

const HOME = "#/$defs/";

/**
 * Writes the JSON Schema (2020-12) of world files. The loader checks more: whether references
 * resolve, and whether entities are consistent.
 *
 * @param named schemas that it refers to by name
 */
export function worldSchema(named: Readonly<Record<string, TSchema>>): JsonObject {
  const writer = schemaWriter(named, HOME);
  writer.write(World);
  const definitions = Object.entries(writer.components()).map(([name, schema]) => [
    name,
    forPeople(schema, { object: name, keys: [] }),
  ]);
  const { World: root, ...$defs } = Object.fromEntries(definitions) as Record<string, JsonObject>;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Antechamber world file",
    description: "The state from which a service starts; every key at the top is optional.",
    ...root,
    $defs,
  };
}

/** The path of keys within a named schema. */
interface Place {
  readonly object: string;
  readonly keys: readonly string[];
}

/** A schema as files may write it, with a description of each field. */
function forPeople(schema: JsonObject, place: Place): JsonObject {
  const { format, properties, ...rest } = schema;
  const kept: Record<string, Json> = {};
  for (const [key, value] of Object.entries(rest)) kept[key] = inside(key, value, place);
  if (properties !== undefined) {
    kept["properties"] = described(properties as Readonly<Record<string, JsonObject>>, place);
    // Unknown keys are faults.
    kept["additionalProperties"] ??= false;
  }
  // Ids may be written without quotes, and timestamps as dates only.
  if (format === "snowflake" || format === "bits") kept["type"] = ["string", "integer"];
  else if (format !== undefined && format !== "date-time") kept["format"] = format;
  return kept;
}

function inside(key: string, value: Json, place: Place): Json {
  if (key === "anyOf" || key === "oneOf") {
    return (value as readonly JsonObject[]).map((each) => forPeople(each, place));
  }
  return key === "items" || key === "additionalProperties"
    ? forPeople(value as JsonObject, place)
    : value;
}

function described(properties: Readonly<Record<string, JsonObject>>, place: Place): JsonObject {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const keys = [...place.keys, name];
    const description = descriptionOf(place.object, keys.join("."));
    const own = forPeople(schema, { ...place, keys });
    return [name, description === undefined ? own : { ...own, description }];
  });
  return Object.fromEntries(fields) as JsonObject;
}

/** The description of a key; for a nested one, its path within the named schema is given. */
function descriptionOf(object: string, key: string): string | undefined {
  const own = worldDescriptions[object]?.[key];
  return own ?? (object.startsWith("World") ? commonDescriptions[key] : undefined);
}
