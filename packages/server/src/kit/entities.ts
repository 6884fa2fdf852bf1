// What a test adds to a world.
import type { ControlClient } from "./client/control-client.ts";
import { CannotDo } from "./client/errors.ts";
import { entityKinds, type EntityForms } from "./generated/control-forms.ts";
import { suggestion } from "./client/nearest.ts";

/** Kinds of entity that a test adds. Source: product.md, Control plane. */
export type EntityKind = keyof EntityForms;

/**
 * What is added of a kind, as the control plane takes it. Objects that were typed otherwise are
 * taken too, since the control plane reads each of them.
 */
export type EntityDraft<K extends EntityKind = EntityKind> = EntityForms[K] | object;

/** Adds something, with the events that follow. @throws CannotDo when there is no such kind */
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
