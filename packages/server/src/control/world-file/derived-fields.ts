// Fields of world files and forms whose values follow from other fields.
import { isDeepStrictEqual } from "node:util";
import type { WorldBuilder } from "./world-builder.ts";
import type { Place } from "./json-path.ts";

/** Reports a field that is given with another value than `own`, which follows from other fields. */
export function checkDerived(
  builder: WorldBuilder,
  path: Place,
  { given, own }: { readonly given: unknown; readonly own: unknown },
): void {
  if (given === undefined || isDeepStrictEqual(given, own)) return;
  const shown = (JSON.stringify(own) ?? "nothing").slice(0, 200);
  builder.issue(path, `this follows from other fields, and is ${shown}`);
}
