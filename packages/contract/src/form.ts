// Reads a form (a JSON body, a query string) through its schema: every fault at its path with the
// reference's code and text, unknown fields dropped, ids turned into strings.
// Source: protocol: commands-and-interactions 1.
import { compile } from "./form-kinds.ts";
import type { Static, TSchema } from "./values.ts";

/** One thing wrong with a form. */
export interface Fault {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

export type Reading<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly faults: readonly Fault[] };

/** A nested error tree, as the `errors` of an answer holds it. */
export interface FaultTree {
  [field: string]: FaultTree | { code: string; message: string }[];
}

/** Compiles a schema into a reader of JSON values. */
export function formReader<S extends TSchema>(schema: S): (value: unknown) => Reading<Static<S>> {
  const read = compile(schema);
  return (value) => {
    const faults: Fault[] = [];
    const parsed = read(value, undefined, faults);
    return faults.length === 0 ? { ok: true, value: parsed as Static<S> } : { ok: false, faults };
  };
}

/** The faults as the tree that answers carry: maps by field or index, `_errors` at the leaves. */
export function faultTree(faults: readonly Fault[]): FaultTree {
  const root: FaultTree = {};
  for (const fault of faults) {
    let node = root;
    for (const step of fault.path) {
      node = (node[step] ??= {}) as FaultTree;
    }
    ((node["_errors"] ??= []) as { code: string; message: string }[]).push({
      code: fault.code,
      message: fault.message,
    });
  }
  return root;
}

/** The faults as lines for people, in the notation of world files: `guilds[0].channels[2].type: …`. */
export function faultLines(faults: readonly Fault[]): string[] {
  return faults.map((fault) => `${placeName(fault.path)}: ${fault.message}`);
}

/** A path as people write it: `guilds[0].channels[2].type`. */
export function placeName(path: readonly (string | number)[]): string {
  return path
    .map((step, i) => (typeof step === "number" ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join("");
}
