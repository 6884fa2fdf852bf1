// Builds schema nodes of the same shape as TypeBox's. Only TypeBox's types are used: its code
// consists of hundreds of files, which every start would have to read.
import type { TObject, TOptional, TProperties, TSchema, TUnsafe } from "typebox";

/** Marks optional fields; non-enumerable, so that it is neither listed nor serialized. */
const OPTIONAL = "~optional";

/** A node of JSON Schema that describes a `T`. */
export function unsafe<T>(schema: TSchema): TUnsafe<T> {
  return { ...schema } as TUnsafe<T>;
}

/** The same node, marked as an optional field. */
export function optionalNode<S extends TSchema>(schema: S): TOptional<S> {
  const own = Object.getOwnPropertyDescriptors(schema);
  const node = Object.defineProperties({}, own) as TOptional<S>;
  return Object.defineProperty(node, OPTIONAL, { value: true });
}

/** A node for objects, in which every field is required unless it is optional. */
export function objectNode<P extends TProperties>(properties: P): TObject<P> {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name]));
  const node = { type: "object", ...(required.length === 0 ? {} : { required }), properties };
  return node as unknown as TObject<P>;
}

function isOptional(schema: TSchema | undefined): boolean {
  return schema !== undefined && OPTIONAL in schema;
}
