// Acting as a simulated user through the control plane. Source: product.md, Simulated users.
import { control } from "../auth.ts";
import { endpoint } from "../endpoint.ts";
import {
  ApplicationInteractionFailed,
  BotsNotAllowed,
  UnknownApplication,
  UnknownChannel,
  UnknownCommand,
  UnknownGuild,
  UnknownMessage,
  UnknownUser,
} from "../error.ts";
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
} from "../values.ts";
import { Message } from "./messages.ts";

/**
 * How long a call may wait for an outcome. Source: product.md, Simulated users; the upper bound is
 * assumed.
 */
export const invokeWait = { defaultMs: 5000, maxMs: 60_000 } as const;

const Reference = text({ min: 1, max: 200 });

/** A command's invocation in people's words: references are ids or unique names. */
export const Invocation = object({
  application: Reference,
  channel: Reference,
  guild: optional(Reference),
  command: Reference,
  /** A user command's user, a message command's message id. */
  target: optional(Reference),
  options: optional(dictionary(anything(), { maxKeys: 25 })),
  until: optional(word(["acknowledged"])),
  wait: optional(integer({ min: 0, max: invokeWait.maxMs })),
});

/** What became of an interaction. Source: product.md, Simulated users. */
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

/** One test on the way to a decision. Steps are those of protocol: commands-and-interactions 4.4. */
export const DecisionStep = object({ step: integer(), test: text(), outcome: text() });

export const InvocationOutcome = object({
  /** Null when the user was denied, so that no interaction was sent. */
  interaction: nullable(Snowflake),
  outcome: word(outcomes),
  /** True when the answer was promised first and came later. */
  deferred: optional(Bool),
  messages: list(Message),
  decision: list(DecisionStep),
});

export const invokeCommand = endpoint({
  id: "control.invoke",
  source: "product.md, Simulated users",
  summary: "Invoke a command as a simulated user, and wait for what comes of it.",
  plane: "control",
  method: "POST",
  path: "/users/{user}/invoke",
  auth: [control],
  body: Invocation,
  replies: { 200: InvocationOutcome },
  errors: [
    ApplicationInteractionFailed,
    BotsNotAllowed,
    UnknownApplication,
    UnknownChannel,
    UnknownCommand,
    UnknownGuild,
    UnknownMessage,
    UnknownUser,
  ],
});
