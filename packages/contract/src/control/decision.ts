// Why a user may use a command or not, as the control plane shows it.
// Source: product.md, Control plane; protocol: commands-and-interactions 4.4.
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
import { Reference } from "./world-file/world-kinds.ts";
import { NotATextChannel } from "../resources/messages/message-errors.ts";
import { CommandPermission } from "../resources/commands/command-permissions.ts";
import { CommandReference } from "./command-reference.ts";

/** Why a user may not use a command. */
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
 * One step on the way to a decision, in the words that fit the case: whom or what it looked at,
 * whether it was met, and what it decided. The last one decided. Steps are those of protocol:
 * commands-and-interactions 4.4.
 */
export const DecisionStep = object({
  step: integer(),
  rule: text(),
  subject: text(),
  /** `skipped`: there is nothing here that it could be about. */
  outcome: word(["met", "not met", "skipped"]),
  /** Null: the next step is asked. */
  decided: nullable(word(["allows", "denies"])),
  /** The reason of a denial. */
  denial: optional(word(denials)),
  /** The entry by which the rule went, with whose entries it stands among. */
  overwrite: optional(
    object({ of: word(["command", "application"]), ...CommandPermission.properties }),
  ),
  source: text(),
});

/** May a user use a command in a place, and every step of why. */
export const DecisionView = object({
  allowed: Bool,
  /** `ALLOWED`, or the reason of the denial. */
  outcome: text(),
  decision: list(DecisionStep),
});

export const getDecision = endpoint({
  id: "control.decision",
  source: "product.md, Control plane",
  summary: "Whether a user may use a command in a channel, and every step of why. Nothing is sent.",
  plane: "control",
  method: "GET",
  path: "/decision",
  auth: [control],
  query: object({
    user: Reference,
    application: Reference,
    channel: Reference,
    guild: optional(Reference),
    /** As `invoke` takes it; an object is written as JSON. */
    command: CommandReference,
    /** Whom or what it is used on; it selects commands of the types that have a target. */
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
