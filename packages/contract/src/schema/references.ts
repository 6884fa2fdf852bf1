// What a field refers to, declared with the field: loading, exporting and editing go by it.
import { walkValue, type SchemaPath } from "./schema-walk.ts";
import { withKeyword, type TSchema } from "./values.ts";

/** What has an id that others may name. */
export type EntityKind =
  | "user"
  | "application"
  | "guild"
  | "channel"
  | "role"
  | "emoji"
  | "sticker"
  | "sound"
  | "stage"
  | "occurrence"
  | "tag"
  | "prompt"
  | "option"
  | "message"
  | "attachment"
  | "lobby"
  | "command"
  | "sku"
  | "entitlement"
  | "subscription"
  | "scheduled event"
  | "webhook"
  | "auto moderation rule"
  | "join request"
  | "team";

/** What an id in a field identifies. */
export type IdMeaning =
  /**
   * An existing entity, by its id, or by its name where the schema takes one. With `orPast` an id
   * may also be that of one that was deleted.
   */
  | { readonly refersTo: EntityKind; readonly orPast?: true }
  /** The same, where another field of the object holds the kind. */
  | { readonly by: string; readonly kinds: Readonly<Record<string, EntityKind>> }
  /** An entity that may have been deleted. */
  | { readonly remembers: EntityKind }
  /** The object's own id. */
  | { readonly identifies: EntityKind | "change" }
  /**
   * An object as the API shows it, or showed it then; its `id` refers to something where it says
   * so.
   */
  | { readonly shows: EntityKind | "itself" };

/** The same schema, annotated with the meaning of its ids. */
export function meaning<S extends TSchema>(schema: S, is: IdMeaning): S {
  return withKeyword(schema, "formMeaning", is);
}

/** The meaning of an id, if the schema declares one. */
export function meaningOf(schema: TSchema): IdMeaning | undefined {
  return (schema as { readonly formMeaning?: IdMeaning }).formMeaning;
}

/** A reference that stands in a value. */
export interface FoundReference {
  readonly kind: EntityKind;
  /** An id or a name, as it was written. */
  readonly reference: string;
  readonly path: SchemaPath;
  /** Its schema takes names as well as ids. */
  readonly takesNames: boolean;
  /** An id of something that was deleted will do. */
  readonly mayBePast: boolean;
}

/** Everything that a value refers to, as its schema declares it. */
export function referencesIn(schema: TSchema, value: unknown): FoundReference[] {
  const found: FoundReference[] = [];
  const holders: { readonly path: SchemaPath; readonly value: unknown }[] = [];
  walkValue(schema, value, (own, part, path) => {
    while ((holders.at(-1)?.path.length ?? -1) >= path.length) holders.pop();
    const is = meaningOf(own);
    const kind = is === undefined ? undefined : kindOf(is, holders.at(-1)?.value);
    const reference = kind === undefined ? undefined : referenceText(part);
    if (is !== undefined && kind !== undefined && reference !== undefined) {
      const mayBePast = "refersTo" in is && is.orPast === true;
      found.push({ kind, reference, path, takesNames: "formReference" in own, mayBePast });
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

/** The text of a reference; of something that is shown, its id. */
function referenceText(value: unknown): string | undefined {
  if (typeof value === "object" && value !== null && "id" in value) return referenceText(value.id);
  const isText =
    typeof value === "string" || typeof value === "number" || typeof value === "bigint";
  return isText ? String(value) : undefined;
}
