// Users in entries: by reference, or as the API shows them.
import type { Static } from "@antechamber/contract/schema";
import type { User } from "@antechamber/contract/users";
import { userView } from "../../domains/users/user.ts";
import { namedBy } from "./derived-fields.ts";
import type { Place } from "./json-path.ts";
import type { Resolved, WorldBuilder } from "./world-builder.ts";

type Person = Static<typeof User>;

/** The id of a user given by a resolved reference or as the API shows them. */
export function personId(
  person: string | { readonly id?: string | undefined } | null | undefined,
): string | undefined {
  return typeof person === "object" ? person?.id : person;
}

/** The user who added an expression, by default the guild's owner; undefined if they were deleted. */
export function adderId(
  person: Parameters<typeof personId>[0],
  { ownerId }: { readonly ownerId: string },
): string | undefined {
  return person === null ? undefined : (personId(person) ?? ownerId);
}

/** The user of an entry: by reference, as the API shows them, or by the API's key for the id. */
export function userNamed(
  builder: WorldBuilder,
  place: Place,
  {
    user,
    user_id,
  }: { readonly user?: Parameters<typeof personId>[0]; readonly user_id?: string | undefined },
): string | undefined {
  return namedBy(builder, [...place, "user_id"], { own: personId(user), shown: user_id });
}

/**
 * A user as a message shows them: the given object as it is, or for an id, the user's current
 * fields.
 */
export function showPerson(
  builder: WorldBuilder,
  person: string | Person,
  id: string | Resolved<Person> | undefined,
): Person | undefined {
  if (typeof person === "object") return person;
  const user = builder.user(personId(id));
  return user && userView(user);
}
