// What the ids in forms and answers identify.

/** The kinds of entity that ids can refer to. */
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
   * An existing entity, by its id, or by its name if the schema takes names. With `orPast` the id
   * may also be that of a deleted entity.
   */
  | { readonly refersTo: EntityKind; readonly orPast?: true }
  /** An existing entity, whose kind another field of the object names. */
  | { readonly by: string; readonly kinds: Readonly<Record<string, EntityKind>> }
  /** An entity that may have been deleted. */
  | { readonly remembers: EntityKind }
  /** The object's own id. */
  | { readonly identifies: EntityKind | "change" }
  /**
   * An object as the API shows it or showed it then. Its `id` is a reference unless the kind is
   * `itself`.
   */
  | { readonly shows: EntityKind | "itself" };
