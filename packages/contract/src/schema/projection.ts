import type { TSchema } from "./values.ts";

interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

type Project = (value: unknown) => unknown;

/**
 * Compiles a schema into a function that keeps declared fields alone, so that nothing private
 * leaks.
 */
export function projection(schema: TSchema): Project {
  return compile(schema) ?? ((value) => value);
}

/** Undefined where there is nothing to cut away, so that plain values are not copied. */
function compile(schema: TSchema): Project | undefined {
  const shape = schema as Shape;
  if (shape.anyOf !== undefined) {
    const [first] = shape.anyOf;
    const inner = first === undefined ? undefined : compile(first);
    return inner && ((value) => (value === null || value === undefined ? value : inner(value)));
  }
  if (shape.type === "array" && shape.items !== undefined) {
    const item = compile(shape.items);
    return item && ((value) => (Array.isArray(value) ? value.map(item) : value));
  }
  return shape.properties === undefined ? undefined : projectObject(shape.properties);
}

function projectObject(properties: Readonly<Record<string, TSchema>>): Project {
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    project: compile(schema),
  }));
  return (value) => {
    const from = value as Record<string, unknown>;
    const kept: Record<string, unknown> = {};
    for (const { name, project } of fields) {
      const field = from[name];
      if (field !== undefined) kept[name] = project === undefined ? field : project(field);
    }
    return kept;
  };
}
