import { isDeepStrictEqual } from "node:util";
import type { WorldBuilder } from "./world-file/world-builder.ts";
import type { Place } from "./world-file/json-path.ts";

/** Checks a derived field of an entry: where it is given, it must have its derived value. */
export function agree(
  builder: WorldBuilder,
  path: Place,
  { given, own }: { readonly given: unknown; readonly own: unknown },
): void {
  if (given === undefined || isDeepStrictEqual(given, own)) return;
  const shown = (JSON.stringify(own) ?? "nothing").slice(0, 200);
  builder.issue(path, `this follows from other fields, and is ${shown}`);
}
