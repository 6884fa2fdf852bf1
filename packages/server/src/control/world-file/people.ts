// People in entries: by reference, or as the API shows them.
import type { Static } from "@antechamber/contract/schema";
import type { User } from "@antechamber/contract/users";
import { userView } from "../../domains/users/user.ts";
import type { WorldBuilder } from "./world-builder.ts";
import type { Place } from "./json-path.ts";

type Person = Static<typeof User>;

/** The id behind a person: a reference, or a user as the API shows one. */
export function personId(
  draft: WorldBuilder,
  given: string | Person | undefined,
  path: Place,
): string | undefined {
  return draft.people.find(typeof given === "object" ? given.id : given, path);
}

/**
 * A person as they stand in a message: as they were shown then, or as they are. Who was shown may
 * be gone since.
 */
export function personShown(
  draft: WorldBuilder,
  given: string | Person,
  path: Place,
): Person | undefined {
  if (typeof given === "object") return given;
  const id = draft.people.find(given, path);
  const user = draft.user(id);
  return user && userView(user);
}
