// Replaces the references in a value: ids by names, or names by ids.
import type { FoundReference, SchemaPath } from "@antechamber/contract/schema";

type Holder = Record<string | number, unknown>;

/** A copy with other references; unchanged parts are shared with the original. */
export function withReferences<T>(
  value: T,
  found: readonly FoundReference[],
  wordFor: (reference: FoundReference) => string | undefined,
): T {
  const root: Holder = { value };
  const copies = new Set<unknown>();
  const copyOf = (holder: Holder, step: string | number): Holder => {
    const inside = holder[step];
    if (copies.has(inside)) return inside as Holder;
    const copy = (
      Array.isArray(inside) ? [...(inside as unknown[])] : { ...(inside as object) }
    ) as Holder;
    copies.add(copy);
    holder[step] = copy;
    return copy;
  };
  for (const reference of found) {
    const word = wordFor(reference);
    const path: SchemaPath = ["value", ...reference.path];
    const last = path.at(-1);
    if (word === reference.reference || last === undefined) continue;
    path.slice(0, -1).reduce<Holder>(copyOf, root)[last] = word;
  }
  return root["value"] as T;
}
