// People in entries: by reference, or as the API shows them.
import type { Static } from "@antechamber/contract/schema";
import type { User } from "@antechamber/contract/users";
import { userView } from "../../domains/users/user.ts";
import type { Resolved, WorldBuilder } from "./world-builder.ts";

type Person = Static<typeof User>;

/** The id of a person whose reference was resolved, or who is given as the API shows them. */
export function personId(
  person: string | { readonly id?: string | undefined } | undefined,
): string | undefined {
  return typeof person === "object" ? person.id : person;
}

/**
 * A person as a message shows them: as they were then, or, where the message has their id alone, as
 * they are.
 */
export function personShown(
  builder: WorldBuilder,
  given: string | Person,
  id: string | Resolved<Person> | undefined,
): Person | undefined {
  if (typeof given === "object") return given;
  const user = builder.user(personId(id));
  return user && userView(user);
}
