// Adds entities to a world.
import type { ControlClient } from "./client/control-client.ts";
import { CannotDo } from "./client/errors.ts";
import { entityKinds, type EntityForms } from "./generated/control-forms.ts";
import { suggestion } from "./client/nearest.ts";
import type { KnownUser, WrittenApplication } from "./worlds/recipe.ts";

/** Kinds of entity that a test can add. Source: product.md, Control plane. */
export type EntityKind = keyof EntityForms;

/**
 * An entity to add, in the form of the control plane. Objects of other types are accepted too,
 * since the control plane validates them.
 */
export type EntityDraft<K extends EntityKind = EntityKind> = EntityForms[K] | object;

/** The fields of an added entity that the kit uses. */
interface MadeEntity {
  readonly id?: string;
  readonly username?: string;
  readonly token?: string;
  readonly name?: string;
  readonly bot?: { readonly token?: string } | null;
  readonly client_secret?: string;
}

/** A user that was added, as one who can act. */
export function addedUser({ id = "", username = "", token = "" }: MadeEntity): KnownUser {
  return { id, username, token };
}

/** An application that was added, with its credentials. */
export function addedApplication(made: MadeEntity): WrittenApplication {
  const { id = "", name = "", bot, client_secret: clientSecret = "" } = made;
  return { id, name, botToken: bot?.token ?? "", clientId: id, clientSecret };
}

/** Adds an entity, and sends the resulting events. @throws CannotDo for an unknown kind */
export async function addEntity<T>(
  control: ControlClient,
  kind: EntityKind,
  entity: object,
): Promise<T> {
  if (!entityKinds.includes(kind)) {
    throw new CannotDo(`there is no kind "${kind}"${suggestion(kind, entityKinds)}`);
  }
  return control.call<T>(`POST /${kind}`, { body: entity });
}
