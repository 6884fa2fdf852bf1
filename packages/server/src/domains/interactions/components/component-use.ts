// Clicks on buttons and choices in select menus of messages. Source: protocol:
// commands-and-interactions 5.5, 7.
import { InteractionType, type ComponentUse } from "@antechamber/contract/interactions";
import { ComponentType, isSelect } from "@antechamber/contract/messages";
import type { ValidationIssue, Static } from "@antechamber/contract/schema";
import { invalidForm, type ApiError } from "../../../platform/api-error.ts";
import type { Context } from "../../../platform/context.ts";
import type { ApplicationRecord } from "../../applications/application.ts";
import type { ChannelRecord } from "../../guilds/guild.ts";
import type { MessageRecord } from "../../messages/message.ts";
import { visibleMessage } from "../source-message.ts";
import type { UserRecord } from "../../users/user.ts";
import { dispatch } from "../dispatch.ts";
import type { InteractionRecord } from "../interaction.ts";
import {
  messageOwners,
  interactionContextOf,
  requireNoTimeout,
  type InteractionContext,
} from "../interaction-context.ts";
import { fillables } from "./component-tree.ts";
import {
  resolveChoices,
  countIssue,
  invalid,
  type Bounds,
  type Fillable,
} from "./component-values.ts";

/** A request to use a component. */
export interface ComponentCall {
  readonly user: UserRecord;
  readonly application: ApplicationRecord;
  readonly channel: ChannelRecord;
  readonly messageId: string;
  readonly customId: string;
  /** The component's type; undefined for a component of any type with the custom id. */
  readonly componentType: number | undefined;
  readonly values: readonly string[];
  readonly nonce: string | number | undefined;
  /** The path in the request of a fault in the component's data. */
  readonly pathOf: (path: ValidationIssue["path"]) => ValidationIssue["path"];
}

/**
 * Sends the use of a component to the application that its message belongs to.
 *
 * @throws UnknownMessage, MissingPermissions, InvalidForm
 */
export async function sendComponentUse(
  ctx: Context,
  call: ComponentCall,
): Promise<InteractionRecord> {
  const message = await messageWith(ctx, call);
  const component = usableComponent(message, call);
  const context = await interactionContextOf(ctx, call);
  requireNoTimeout(context);
  const data = await dataOf(ctx, context, { call, component });
  return dispatch(ctx, context, {
    draft: {
      type: InteractionType.MESSAGE_COMPONENT,
      owners: messageOwners(message),
      nonce: call.nonce,
      about: { sourceMessageId: message.id },
    },
    contents: { data, message },
  });
}

/** The application's message, if it is visible to the user. */
async function messageWith(ctx: Context, call: ComponentCall): Promise<MessageRecord> {
  const message = await visibleMessage(ctx, call, call.messageId);
  if ((message.application_id ?? message.author.id) !== call.application.id) {
    throw refused(call, "The message is not of this application");
  }
  return message;
}

function refused(call: ComponentCall, message: string): ApiError {
  return invalidForm(invalid({ path: call.pathOf([]), message }));
}

/** The component with the custom id, if the user can use it. */
function usableComponent(message: MessageRecord, call: ComponentCall): Fillable {
  const { customId, componentType } = call;
  const component = fillables(message.components).find((each) => each.custom_id === customId);
  const isMeant = component?.type === (componentType ?? component?.type);
  if (component === undefined || !isMeant || !isUsable(component)) {
    throw refused(call, "Component validation failed");
  }
  return component;
}

function isUsable({ type, disabled }: Fillable): boolean {
  return disabled !== true && (type === ComponentType.BUTTON || isSelect(type));
}

/** How many values a message's select menu accepts. */
function boundsOf({ min_values: min = 1, max_values: max = 1 }: Fillable): Bounds {
  return { min, max };
}

async function dataOf(
  ctx: Context,
  context: InteractionContext,
  { call, component }: { readonly call: ComponentCall; readonly component: Fillable },
): Promise<Static<typeof ComponentUse>> {
  const { custom_id, id, type: component_type } = component;
  if (!isSelect(component_type)) return { component_type, custom_id, id };
  const { values } = call;
  const path = call.pathOf(["values"]);
  const issues = countIssue(values.length, boundsOf(component), path);
  if (issues.length > 0) throw invalidForm(...issues);
  const found = await resolveChoices(ctx, context, [{ menu: component, values, path }]);
  if (!found.ok) throw invalidForm(...found.issues);
  const { resolved } = found;
  const isEmpty = Object.keys(resolved).length === 0;
  return {
    component_type,
    custom_id,
    id,
    ...(isEmpty ? {} : { resolved }),
    values: [...values],
  };
}
