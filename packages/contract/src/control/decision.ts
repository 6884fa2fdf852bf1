// Why a user may or may not use a command, as the control plane shows it. Source: product.md,
// Control plane; protocol: commands-and-interactions 4.4.
import { control } from "../auth.ts";
import { endpoint } from "../endpoint.ts";
import {
  BotsNotAllowed,
  UnknownApplication,
  UnknownChannel,
  UnknownCommand,
  UnknownGuild,
  UnknownUser,
} from "../error.ts";
import { Bool, integer, list, nullable, object, optional, text, word } from "../schema/values.ts";
import { Reference } from "./world-file/kinds.ts";
import { NotATextChannel } from "../resources/messages/message-errors.ts";
import { CommandPermission } from "../resources/commands/command-permissions.ts";
import { CommandReference } from "./command-reference.ts";

/** The reasons why a user may not use a command. */
export const denials = [
  "WRONG_COMMAND_TYPE",
  "NSFW_NOT_ALLOWED",
  "NOT_INSTALLED",
  "CONTEXT_NOT_ALLOWED",
  "MISSING_BASE_PERMISSIONS",
  "CHANNEL_DENIED",
  "USER_DENIED",
] as const;

/**
 * One step of a decision, worded for the case: what it examined, whether it was met, and what it
 * decided. The last step decided. Steps are those of protocol: commands-and-interactions 4.4.
 */
export const DecisionStep = object({
  step: integer(),
  rule: text(),
  subject: text(),
  /** `skipped`: the step does not apply here. */
  outcome: word(["met", "not met", "skipped"]),
  /** Null: the decision passes to the next step. */
  decided: nullable(word(["allows", "denies"])),
  /** The reason, if the step denied. */
  denial: optional(word(denials)),
  /** The permission entry that decided, and whether it is one of the command's or the application's. */
  overwrite: optional(
    object({ of: word(["command", "application"]), ...CommandPermission.properties }),
  ),
  source: text(),
});

/** Whether a user may use a command in a place, with every step of the decision. */
export const DecisionView = object({
  allowed: Bool,
  /** `ALLOWED`, or the reason of the denial. */
  outcome: text(),
  decision: list(DecisionStep),
});

export const getDecision = endpoint({
  id: "control.decision",
  source: "product.md, Control plane",
  summary:
    "Check whether a user may use a command in a channel, with every step of the decision. Nothing is sent.",
  plane: "control",
  method: "GET",
  path: "/decision",
  auth: [control],
  query: object({
    user: Reference,
    application: Reference,
    channel: Reference,
    guild: optional(Reference),
    /** The command as `invoke` takes it; an object is written as JSON. */
    command: CommandReference,
    /** The target user or message; it selects commands of the types that have a target. */
    target: optional(Reference),
  }),
  replies: { 200: DecisionView },
  errors: [
    BotsNotAllowed,
    NotATextChannel,
    UnknownApplication,
    UnknownChannel,
    UnknownCommand,
    UnknownGuild,
    UnknownUser,
  ],
});
