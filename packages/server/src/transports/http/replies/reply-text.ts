// The JSON of a reply, reduced to its declared fields. A list that a handler provides as JSON text
// is inserted unchanged.
import { keywordsOf, projection, type TSchema } from "@antechamber/contract/schema";
import { JsonText } from "../../../platform/formats/json-text.ts";

type WriteText = (value: unknown) => string;
type Fields = Readonly<Record<string, unknown>>;

/** Compiles the JSON writer of a schema. */
export function textWriter(schema: TSchema): WriteText {
  const plain = plainWriter(schema);
  const { properties, items } = keywordsOf(schema);
  if (properties !== undefined) return objectWriter(schema, plain);
  if (items === undefined) return plain;
  const lists = listsIn(items);
  if (lists.length === 0) return plain;
  const writeItem = objectWriter(items, plainWriter(items));
  return (value) => {
    const all = value as readonly Fields[];
    // Most lists contain no JSON text, and are written at once.
    if (!all.some((each) => lists.some((name) => each[name] instanceof JsonText))) {
      return plain(value);
    }
    const parts = ["["];
    for (const each of all) parts.push(parts.length === 1 ? "" : ",", writeItem(each));
    parts.push("]");
    // Joining the parts keeps the string flat; one built by concatenation is copied again when
    // read.
    return parts.join("");
  };
}

function plainWriter(schema: TSchema): WriteText {
  const project = projection(schema);
  return (value) => JSON.stringify(project(value));
}

/** The names of an object's fields that are lists. */
function listsIn(schema: TSchema): readonly string[] {
  return Object.entries(keywordsOf(schema).properties ?? {}).flatMap(([name, each]) =>
    keywordsOf(each).type === "array" ? [name] : [],
  );
}

/** Writes an object around the field that is JSON text, if there is one. */
function objectWriter(schema: TSchema, plain: WriteText): WriteText {
  const fields = Object.entries(keywordsOf(schema).properties ?? {});
  const part = (some: typeof fields) =>
    plainWriter({ ...schema, properties: Object.fromEntries(some) });
  const places = listsIn(schema).map((name) => {
    const at = fields.findIndex(([each]) => each === name);
    return {
      name,
      mark: `${JSON.stringify(name)}:`,
      before: part(fields.slice(0, at)),
      after: part(fields.slice(at + 1)),
    };
  });
  return (value) => {
    for (const { name, mark, before, after } of places) {
      const text = (value as Fields)[name];
      if (!(text instanceof JsonText)) continue;
      const [head, tail] = [before(value).slice(0, -1), after(value).slice(1)];
      return `${head}${head === "{" ? "" : ","}${mark}${text.text}${tail === "}" ? "" : ","}${tail}`;
    }
    return plain(value);
  };
}
