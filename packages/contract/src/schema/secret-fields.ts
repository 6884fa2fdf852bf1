// Which fields hold secrets, as their schemas say it: what is written down for people leaves them out.
import { walkSchema, walkValue } from "./schema-walk.ts";
import type { TSchema } from "./values.ts";

interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly anyOf?: readonly TSchema[];
  readonly formSecret?: true;
}

/** The names of a form's fields, at any depth. */
export interface FieldNames {
  /** Those that hold a token, a secret or a code somewhere in the form. */
  readonly secret: ReadonlySet<string>;
  /** Those that never do. */
  readonly plain: ReadonlySet<string>;
}

/** Reads from schemas which of their fields hold secrets. */
export function fieldNames(...schemas: readonly TSchema[]): FieldNames {
  const secret = new Set<string>();
  const all = new Set<string>();
  const seen = new Set<TSchema>();
  for (const schema of schemas) {
    walkSchema(schema, (at) => {
      // Many forms hold the same parts.
      if (seen.has(at)) return false;
      seen.add(at);
      for (const [name, field] of Object.entries((at as Shape).properties ?? {})) {
        all.add(name);
        if (isSecret(field)) secret.add(name);
      }
      return true;
    });
  }
  return { secret, plain: new Set([...all].filter((name) => !secret.has(name))) };
}

/** It is one itself, or may be one beside null. */
export function isSecret(schema: TSchema): boolean {
  const { formSecret, anyOf = [] } = schema as Shape;
  return formSecret === true || anyOf.some((each) => isSecret(each));
}

/** Every secret that a value holds where its schema declares one. */
export function secretsIn(schema: TSchema, value: unknown): readonly string[] {
  const found: string[] = [];
  walkValue(schema, value, (at, part) => {
    if (typeof part === "string" && isSecret(at)) found.push(part);
  });
  return found;
}
