// Finds the message or the modal that a user's act refers to.
import type { Entry } from "../../entry.ts";
import { formOf } from "./interactions.ts";
import type { Wire } from "./visible-messages.ts";
import { INTERACTION } from "./segments.ts";

/** The message or the interaction, if any, that an act refers to. */
export function referencesOf({ name, requestBody }: Entry): {
  readonly message?: unknown;
  readonly interaction?: unknown;
} {
  const body = formOf(requestBody) ?? {};
  if (name !== INTERACTION) {
    return { message: body["message"] ?? body["target"], interaction: body["interaction"] };
  }
  const { id: interaction, target_id: target } = (body["data"] ?? {}) as Wire;
  return { message: body["message_id"] ?? target, interaction };
}
