// Declares with each field which entity it refers to; loading, exporting and editing rely on it.
import type { EntityKind, IdMeaning } from "./id-meaning.ts";
import { keywordsOf, withKeyword } from "./keywords.ts";
import { walkValue, type SchemaPath } from "./schema-walk.ts";
import type { TSchema } from "./values.ts";

/** The same schema, annotated with the meaning of its ids. */
export function meaning<S extends TSchema>(schema: S, is: IdMeaning): S {
  return withKeyword(schema, "formMeaning", is);
}

/** The meaning of an id, if the schema declares one. */
export function meaningOf(schema: TSchema): IdMeaning | undefined {
  return keywordsOf(schema).formMeaning;
}

/** A reference that was found in a value. */
export interface FoundReference {
  readonly kind: EntityKind;
  /** An id or a name, as written. */
  readonly reference: string;
  readonly path: SchemaPath;
  /** True if the schema takes names as well as ids. */
  readonly takesNames: boolean;
  /** True if it may be the id of a deleted entity. */
  readonly mayBePast: boolean;
}

/** All references in a value, as its schema declares them. */
export function referencesIn(schema: TSchema, value: unknown): FoundReference[] {
  const found: FoundReference[] = [];
  const holders: { readonly path: SchemaPath; readonly value: unknown }[] = [];
  walkValue(schema, value, (own, part, path) => {
    while ((holders.at(-1)?.path.length ?? -1) >= path.length) holders.pop();
    const is = meaningOf(own);
    const kind = is === undefined ? undefined : kindOf(is, holders.at(-1)?.value);
    const reference = kind === undefined ? undefined : referenceText(part);
    if (is !== undefined && kind !== undefined && reference !== undefined) {
      const takesNames = keywordsOf(own).formReference !== undefined;
      const mayBePast = "refersTo" in is && is.orPast === true;
      found.push({ kind, reference, path, takesNames, mayBePast });
    }
    holders.push({ path, value: part });
    return is === undefined || !("shows" in is);
  });
  return found;
}

function kindOf(is: IdMeaning, holder: unknown): EntityKind | undefined {
  if ("refersTo" in is) return is.refersTo;
  if ("shows" in is) return is.shows === "itself" ? undefined : is.shows;
  if (!("by" in is)) return undefined;
  const tag = (holder as Readonly<Record<string, unknown>> | undefined)?.[is.by];
  return is.kinds[typeof tag === "number" || typeof tag === "string" ? String(tag) : ""];
}

/** The text of a reference; for an object that the API shows, its id. */
function referenceText(value: unknown): string | undefined {
  if (typeof value === "object" && value !== null && "id" in value) return referenceText(value.id);
  const isText =
    typeof value === "string" || typeof value === "number" || typeof value === "bigint";
  return isText ? String(value) : undefined;
}
