// Reads a form (a JSON body, a query string) through its schema: every fault at its path with the
// reference's code and text, unknown fields dropped, ids turned into strings.
// Source: protocol: commands-and-interactions 1.
import type { Fault } from "./fault.ts";
import { compile } from "./form-kinds.ts";
import type { Static, TSchema } from "./values.ts";

export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Compiles a schema into a reader of JSON values. */
export function formReader<S extends TSchema>(schema: S): (value: unknown) => Reading<Static<S>> {
  const read = compile(schema);
  return (value) => {
    const faults: Fault[] = [];
    const parsed = read(value, undefined, faults);
    return faults.length === 0 ? { ok: true, value: parsed as Static<S> } : { ok: false, faults };
  };
}
