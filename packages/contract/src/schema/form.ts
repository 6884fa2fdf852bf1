// Reads a form (a JSON body, a query string) through its schema: every fault at its path with the
// reference's code and text, unknown fields dropped, ids turned into strings.
// Source: protocol: commands-and-interactions 1.
import type { ValidationIssue } from "./validation-issue.ts";
import { compile } from "./form-kinds.ts";
import type { Static, TSchema } from "./values.ts";

export type ParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/** Compiles a schema into a reader of JSON values. */
export function parserOf<S extends TSchema>(schema: S): (value: unknown) => ParseResult<Static<S>> {
  const read = compile(schema);
  return (value) => {
    const issues: ValidationIssue[] = [];
    const parsed = read(value, [], issues);
    return issues.length === 0 ? { ok: true, value: parsed as Static<S> } : { ok: false, issues };
  };
}
