import type { TSchema } from "./values.ts";
import { isPlainObject } from "./plain-object.ts";
import { matchKind, type KindCases } from "./schema-kinds.ts";

type Project = (value: unknown) => unknown;

/** Compiles a schema into a function that keeps only declared fields, so that nothing private leaks. */
export function projection(schema: TSchema): Project {
  return matchKind(schema, compiled) ?? ((value) => value);
}

const whole = () => undefined;

/** Undefined for schemas that need no projection, so that plain values are not copied. */
const compiled: KindCases<Project | undefined> = {
  nullable: (schema) => {
    const inner = matchKind(schema, compiled);
    return inner && ((value) => (value === null || value === undefined ? value : inner(value)));
  },
  list: (items) => {
    const item = matchKind(items, compiled);
    return item && ((value) => (Array.isArray(value) ? value.map(item) : value));
  },
  object: projectObject,
  lazy: whole,
  tagged: whole,
  textOr: whole,
  dictionary: (values) => {
    const each = matchKind(values, compiled);
    return each && ((value) => (isPlainObject(value) ? mapped(value, each) : value));
  },
  plain: whole,
};

function mapped(entries: Readonly<Record<string, unknown>>, project: Project) {
  return Object.fromEntries(Object.entries(entries).map(([key, each]) => [key, project(each)]));
}

function fieldProjections(properties: Readonly<Record<string, TSchema>>) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    project: matchKind(schema, compiled),
  }));
}

/** Compiles the projections of the fields when the first object is projected. */
function projectObject(properties: Readonly<Record<string, TSchema>>): Project {
  let fields: ReturnType<typeof fieldProjections> | undefined;
  return (value) => {
    fields ??= fieldProjections(properties);
    const from = value as Record<string, unknown>;
    const kept: Record<string, unknown> = {};
    for (const { name, project } of fields) {
      const field = from[name];
      if (field !== undefined) kept[name] = project === undefined ? field : project(field);
    }
    return kept;
  };
}
