// The nodes of schemas, shaped as TypeBox shapes them. Its types are used as they are; its code is not
// loaded, because it comes in hundreds of files, and every start would read them all.
import type { TObject, TOptional, TProperties, TSchema, TUnsafe } from "typebox";

/** Marks what may be left out; hidden where the node's fields are listed or written. */
const OPTIONAL = "~optional";

/** A node of JSON Schema that describes a `T`. */
export function unsafe<T>(schema: TSchema): TUnsafe<T> {
  return { ...schema } as TUnsafe<T>;
}

/** The same node, for a field that may be left out. */
export function optionalNode<S extends TSchema>(schema: S): TOptional<S> {
  const own = Object.getOwnPropertyDescriptors(schema);
  const node = Object.defineProperties({}, own) as TOptional<S>;
  return Object.defineProperty(node, OPTIONAL, { value: true });
}

/** A node for objects; every field is required that is not optional. */
export function objectNode<P extends TProperties>(properties: P): TObject<P> {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name]));
  const node = { type: "object", ...(required.length === 0 ? {} : { required }), properties };
  return node as unknown as TObject<P>;
}

function isOptional(schema: TSchema | undefined): boolean {
  return schema !== undefined && OPTIONAL in schema;
}
