// Acting as a simulated user through the control plane. Source: product.md, Simulated users.
import { control } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import {
  ApplicationInteractionFailed,
  BotsNotAllowed,
  MissingAccess,
  MissingPermissions,
  UnknownApplication,
  UnknownChannel,
  UnknownCommand,
  UnknownGuild,
  UnknownInteraction,
  UnknownMessage,
  UnknownUser,
} from "../../error.ts";
import {
  anything,
  Bool,
  dictionary,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
  word,
} from "../../schema/values.ts";
import { AutocompleteChoice, ShownModal } from "../../resources/interactions/interaction-events.ts";
import { DecisionStep } from "../decision.ts";
import { limits } from "../../limits/limits.ts";
import { invokeWait } from "../waiting.ts";
import { CommandReference } from "../command-reference.ts";
import { Reference } from "../world-file/kinds.ts";
import { EncodedFile } from "./message.ts";
import { NotATextChannel } from "../../resources/messages/message-errors.ts";
import { Message } from "../../resources/messages/messages.ts";

/** What a call waits for, and how long. */
const waiting = {
  until: optional(word(["acknowledged"])),
  wait: optional(integer({ min: 0, max: invokeWait.maxMs })),
};

/** Files for options and fields that take one, which refer to them by `filename` or by index from 0. */
const attachments = optional(list(EncodedFile, { max: limits.messageAttachments.value }));

/** A command's invocation as people write it: references are ids or unique names. */
export const Invocation = object({
  application: Reference,
  channel: Reference,
  guild: optional(Reference),
  command: CommandReference,
  /**
   * A user command's target user, or a message command's message id; it selects commands of that
   * type.
   */
  target: optional(Reference),
  options: optional(dictionary(anything(), { maxKeys: 25 })),
  attachments,
  ...waiting,
});

/** An invocation that is still being typed. */
export const Typing = object({
  ...Invocation.properties,
  /** The option that is being typed; its text so far is in `options`. */
  focused: Reference,
});

/** A click on a button. */
export const Click = object({
  message: Snowflake,
  custom_id: text({ min: 1, max: 100 }),
  ...waiting,
});

/** A choice in a select menu: the values of its options, or ids or unique names of what it lists. */
export const Selection = object({
  ...Click.properties,
  values: list(Reference, { max: 25 }),
});

/** A submitted modal: values by the custom ids of its components. */
export const Submission = object({
  /** The interaction whose response is the modal. */
  interaction: Snowflake,
  custom_id: optional(text({ min: 1, max: 100 })),
  /** Values by custom id; an absent component keeps the value that the modal gave it. */
  fields: dictionary(anything(), { maxKeys: 40 }),
  attachments,
  ...waiting,
});

/** The outcome of an interaction. Source: product.md, Simulated users. */
export const outcomes = [
  "replied",
  "deferred",
  "modal",
  "autocomplete",
  "launched",
  "denied",
  "timed_out",
  "failed",
  "pending",
] as const;

export type Outcome = (typeof outcomes)[number];

/** Why an interaction failed: the application's answer, and the rule that it broke. */
export const FailureCause = object({
  /**
   * `timeout`: no answer in time; `connection`: the endpoint could not be reached; `status`: the
   * answer was not a 2xx; `content`: the body could not be read; `answer`: the answer was refused.
   */
  kind: word(["timeout", "connection", "status", "content", "answer"]),
  message: text(),
  /** The HTTP status of the endpoint's answer. */
  status: optional(integer()),
  /** Why the answer was refused, in the format of the callback endpoint. */
  error: optional(
    object({ code: integer(), message: text(), errors: optional(anything<object>()) }),
  ),
  /** The source of the rule. */
  rule: text(),
});

export const InvocationOutcome = object({
  /** Null if the user was denied, so that no interaction was sent. */
  interaction: nullable(Snowflake),
  outcome: word(outcomes),
  /** True if the response was deferred first and sent later. */
  deferred: optional(Bool),
  messages: list(Message),
  modal: optional(ShownModal),
  choices: optional(list(AutocompleteChoice)),
  activity_instance_id: optional(text()),
  /** For `failed` and `timed_out`. */
  reason: optional(FailureCause),
  /** For `denied`: the permissions that the user would need, none if an entry denies the command. */
  needs: optional(object({ permission: list(text()) })),
  decision: list(DecisionStep),
});

const acting = {
  source: "product.md, Simulated users",
  plane: "control",
  method: "POST",
  auth: [control],
  developmentOnly: true,
  replies: { 200: InvocationOutcome },
} as const;

const commandErrors = [
  ApplicationInteractionFailed,
  BotsNotAllowed,
  NotATextChannel,
  UnknownApplication,
  UnknownChannel,
  UnknownCommand,
  UnknownGuild,
  UnknownMessage,
  UnknownUser,
] as const;

export const invokeCommand = endpoint({
  ...acting,
  id: "control.invoke",
  summary: "Invoke a command as a simulated user, and wait for the outcome.",
  path: "/users/{user}/invoke",
  body: Invocation,
  errors: commandErrors,
});

export const autocompleteOption = endpoint({
  ...acting,
  id: "control.autocomplete",
  summary: "Type an option's value as a simulated user, and wait for the suggestions.",
  path: "/users/{user}/autocomplete",
  body: Typing,
  errors: commandErrors,
});

const componentErrors = [
  ApplicationInteractionFailed,
  BotsNotAllowed,
  MissingPermissions,
  NotATextChannel,
  UnknownApplication,
  UnknownChannel,
  UnknownGuild,
  UnknownMessage,
  UnknownUser,
] as const;

export const clickButton = endpoint({
  ...acting,
  id: "control.click",
  summary: "Click a button as a simulated user, and wait for the outcome.",
  path: "/users/{user}/click",
  body: Click,
  errors: componentErrors,
});

export const selectValues = endpoint({
  ...acting,
  id: "control.select",
  summary: "Choose values in a select menu as a simulated user, and wait for the outcome.",
  path: "/users/{user}/select",
  body: Selection,
  errors: componentErrors,
});

export const submitModal = endpoint({
  ...acting,
  id: "control.submit",
  summary: "Fill in and submit a modal as a simulated user, and wait for the outcome.",
  path: "/users/{user}/submit",
  body: Submission,
  errors: [...componentErrors, MissingAccess, UnknownInteraction],
});
