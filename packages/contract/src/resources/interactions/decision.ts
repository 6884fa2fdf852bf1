// Why a user may use a command or not, as the control plane tells it.
// Source: product.md, Control plane; protocol: commands-and-interactions 4.4.
import { control } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import {
  BotsNotAllowed,
  UnknownApplication,
  UnknownChannel,
  UnknownCommand,
  UnknownGuild,
  UnknownUser,
} from "../../error.ts";
import { Bool, integer, list, object, optional, text, word } from "../../values.ts";
import { CommandPermission } from "../commands/command-permissions.ts";

const Reference = text({ min: 1, max: 200 });

/**
 * One rule on the way to a decision: whom or what it looked at, and what it said. The last one
 * decided. Steps are those of protocol: commands-and-interactions 4.4.
 */
export const DecisionStep = object({
  step: integer(),
  rule: text(),
  subject: text(),
  /** `passed`, `ALLOWED`, or the reason of the denial. */
  outcome: text(),
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
    command: Reference,
  }),
  replies: { 200: DecisionView },
  errors: [
    BotsNotAllowed,
    UnknownApplication,
    UnknownChannel,
    UnknownCommand,
    UnknownGuild,
    UnknownUser,
  ],
});

export const decisionEndpoints = [getDecision] as const;
