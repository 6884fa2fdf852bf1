// Fields of world files and forms whose values follow from other fields.
import { isDeepStrictEqual } from "node:util";
import type { WorldBuilder } from "./world-builder.ts";
import type { Place } from "./json-path.ts";

/** Reports a field whose given value differs from `own`, the value derived from other fields. */
export function checkDerived(
  builder: WorldBuilder,
  path: Place,
  { given, own }: { readonly given: unknown; readonly own: unknown },
): void {
  if (given === undefined || isDeepStrictEqual(given, own)) return;
  const expected = (JSON.stringify(own) ?? "nothing").slice(0, 200);
  builder.issue(path, `this follows from other fields, and must be ${expected}`);
}

/** Checks several fields of an entry, each against its derived value. */
export function checkEachDerived(
  builder: WorldBuilder,
  { given, place }: { readonly given: object; readonly place: Place },
  own: Readonly<Record<string, unknown>>,
): void {
  const fields: Readonly<Record<string, unknown>> = { ...given };
  for (const [name, value] of Object.entries(own))
    checkDerived(builder, [...place, name], { given: fields[name], own: value });
}

/** The entity that an entry names under the key of world files or that of the API; both must agree. */
export function namedBy<T extends string | null>(
  builder: WorldBuilder,
  path: Place,
  { own, shown }: { readonly own: string | undefined; readonly shown: T | undefined },
): string | T | undefined {
  if (own !== undefined) checkDerived(builder, path, { given: shown, own });
  return own ?? shown;
}
