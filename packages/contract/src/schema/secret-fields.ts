// Finds the fields that hold secrets, as their schemas declare them: whatever is written for people
// leaves them out.
import { keywordsOf } from "./keywords.ts";
import { walkSchema, walkValue } from "./schema-walk.ts";
import type { TSchema } from "./values.ts";

/** The field names of forms, at any depth. */
export interface FieldNames {
  /** Names of fields that hold a token, a secret or a code in at least one place. */
  readonly secret: ReadonlySet<string>;
  /** Names of fields that never hold one. */
  readonly plain: ReadonlySet<string>;
}

/** Determines which fields of the schemas hold secrets. */
export function fieldNames(...schemas: readonly TSchema[]): FieldNames {
  const secret = new Set<string>();
  const all = new Set<string>();
  const seen = new Set<TSchema>();
  for (const schema of schemas) {
    walkSchema(schema, (at) => {
      // Many forms share parts, and each part is visited once.
      if (seen.has(at)) return false;
      seen.add(at);
      for (const [name, field] of Object.entries(keywordsOf(at).properties ?? {})) {
        all.add(name);
        if (isSecret(field)) secret.add(name);
      }
      return true;
    });
  }
  return { secret, plain: new Set([...all].filter((name) => !secret.has(name))) };
}

/** True if the schema is a secret, or a nullable secret. */
export function isSecret(schema: TSchema): boolean {
  const { formSecret, anyOf = [] } = keywordsOf(schema);
  return formSecret === true || anyOf.some((each) => isSecret(each));
}

/** All secrets in a value, as its schema declares them. */
export function secretsIn(schema: TSchema, value: unknown): readonly string[] {
  const found: string[] = [];
  walkValue(schema, value, (at, part) => {
    if (typeof part === "string" && isSecret(at)) found.push(part);
  });
  return found;
}
