// Which answers an interaction may be given, by what it is and how it came about.
// Source: protocol: commands-and-interactions 6.1.
import { CallbackType, InteractionType } from "@antechamber/contract";
import { invalidForm, type ApiError } from "../../platform/api-error.ts";
import { hasFlag, type ApplicationRecord } from "../applications/application.ts";
import type { InteractionRecord } from "./interaction.ts";

/** A modal that was opened from a component has a message to change; one of a command has none. */
export type InteractionKind =
  | "command"
  | "component"
  | "autocomplete"
  | "modalOfComponent"
  | "modalOfCommand";

const {
  CHANNEL_MESSAGE_WITH_SOURCE,
  DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE,
  DEFERRED_UPDATE_MESSAGE,
  UPDATE_MESSAGE,
  AUTOCOMPLETE_RESULT,
  MODAL,
  PREMIUM_REQUIRED,
  LAUNCH_ACTIVITY,
} = CallbackType;

const newMessage = [CHANNEL_MESSAGE_WITH_SOURCE, DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE] as const;
const sameMessage = [DEFERRED_UPDATE_MESSAGE, UPDATE_MESSAGE] as const;

/** The lists as the reference's refusals print them. */
const legalCallbacks: Readonly<Record<InteractionKind, readonly number[]>> = {
  command: [...newMessage, MODAL, PREMIUM_REQUIRED, LAUNCH_ACTIVITY],
  component: [...newMessage, ...sameMessage, MODAL, PREMIUM_REQUIRED, LAUNCH_ACTIVITY],
  autocomplete: [AUTOCOMPLETE_RESULT],
  modalOfComponent: [...newMessage, ...sameMessage, PREMIUM_REQUIRED, LAUNCH_ACTIVITY],
  modalOfCommand: [...newMessage, PREMIUM_REQUIRED, LAUNCH_ACTIVITY],
};

/** What kind of interaction it is. */
function kindOf({
  type,
  sourceMessageId,
}: Pick<InteractionRecord, "type" | "sourceMessageId">): InteractionKind {
  switch (type) {
    case InteractionType.MESSAGE_COMPONENT:
      return "component";
    case InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE:
      return "autocomplete";
    case InteractionType.MODAL_SUBMIT:
      return sourceMessageId === undefined ? "modalOfCommand" : "modalOfComponent";
    default:
      return "command";
  }
}

/**
 * Refuses an answer of a type that does not fit the interaction, or that its application lacks the
 * flag for.
 *
 * @throws InvalidForm
 */
export function assertLegal(
  interaction: InteractionRecord,
  application: ApplicationRecord,
  callbackType: number,
): void {
  const legal = legalCallbacks[kindOf(interaction)];
  if (!legal.includes(callbackType)) throw otherThan(legal);
  if (callbackType !== LAUNCH_ACTIVITY || hasFlag(application, "EMBEDDED")) return;
  throw otherThan(legal.filter((type) => type !== LAUNCH_ACTIVITY));
}

function otherThan(legal: readonly number[]): ApiError {
  const message = `Value must be one of {${legal.join(", ")}}.`;
  return invalidForm({ path: ["type"], code: "BASE_TYPE_CHOICES", message });
}
