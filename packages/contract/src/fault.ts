// Faults of forms, and how answers and people are told of them.

/** One thing wrong with a form. */
export interface Fault {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** A nested error tree, as the `errors` of an answer holds it. */
export interface FaultTree {
  [field: string]: FaultTree | { code: string; message: string }[];
}

/** The faults as the tree that answers carry: maps by field or index, `_errors` at the leaves. */
export function faultTree(faults: readonly Fault[]): FaultTree {
  // Without a prototype, so that a field named `__proto__` is a field like any other.
  const bare = () => Object.create(null) as FaultTree;
  const root = bare();
  for (const fault of faults) {
    let node = root;
    for (const step of fault.path) {
      node = (node[step] ??= bare()) as FaultTree;
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
