// Reads a form (a JSON body, a query string) through its schema: every fault at its path with the
// reference's code and text, unknown fields dropped, ids turned into strings.
// Source: protocol: commands-and-interactions 1.
import type { ValidationIssue } from "./validation-issue.ts";
import { EnoughIssues, FirstIssues } from "./first-issues.ts";
import { compile, withRules } from "./form-kinds.ts";
import type { Rule, Static, TSchema } from "./values.ts";

export type ParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/** Reads a JSON value; a given rule applies to this value only, in addition to those of its schema. */
export type Parser<T> = (value: unknown, rule?: Rule<T>) => ParseResult<T>;

/** Compiles a schema into a reader of JSON values. */
export function parserOf<S extends TSchema>(schema: S): Parser<Static<S>> {
  const read = compile(schema);
  return (value, rule) => {
    const issues = new FirstIssues();
    try {
      const parsed = (rule === undefined ? read : withRules(read, [rule]))(value, [], issues);
      if (issues.length === 0) return { ok: true, value: parsed as Static<S> };
    } catch (error) {
      if (!(error instanceof EnoughIssues)) throw error;
    }
    return { ok: false, issues: [...issues] };
  };
}
