// May this user use this command here, and every step of why.
// Source: protocol: commands-and-interactions 4.4. Steps 8 to 10 are the guild's own command
// permissions, which are decided with them once they are kept.
import {
  CommandType,
  holds,
  InteractionContext,
  MissingPermissions,
  type DecisionStep,
  type Static,
} from "@antechamber/contract";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { CommandRecord } from "../commands/command.ts";

/** What the decision looks at of a command. */
export type GuardedCommand = Pick<
  CommandRecord,
  "type" | "nsfw" | "contexts" | "dm_permission" | "default_member_permissions"
>;

export type Denial =
  | "WRONG_COMMAND_TYPE"
  | "NSFW_NOT_ALLOWED"
  | "NOT_INSTALLED"
  | "CONTEXT_NOT_ALLOWED"
  | "MISSING_BASE_PERMISSIONS"
  | "USER_DENIED";

/** Everything that the decision follows from. */
export interface Situation {
  readonly command: GuardedCommand;
  /** The type of command that the user's surface offers: text box, user menu, message menu. */
  readonly surface: number;
  readonly context: number;
  /** In which of its ways the application is installed here, as far as the command supports them. */
  readonly installs: { readonly guild: boolean; readonly user: boolean };
  readonly isAgeRestricted: boolean;
  readonly isThread: boolean;
  /** The user's permissions in the channel; none for who is not in the guild. */
  readonly permissions: bigint;
}

export type DecisionTrace = readonly Static<typeof DecisionStep>[];

export interface Decision {
  /** Undefined when the user may. */
  readonly denial: Denial | undefined;
  readonly trace: DecisionTrace;
}

interface Step {
  readonly step: number;
  readonly test: string;
  /** Undefined: nothing is decided yet. */
  readonly verdict: (situation: Situation) => "ALLOWED" | Denial | undefined;
}

function unless(isMet: boolean, denial: Denial): Denial | undefined {
  return isMet ? undefined : denial;
}

function isGuild({ context }: Situation): boolean {
  return context === InteractionContext.GUILD;
}

function mayUseIn({ command, context }: Situation): boolean {
  const { contexts } = command;
  if (contexts !== null && contexts !== undefined) return contexts.includes(context);
  if (context === InteractionContext.PRIVATE_CHANNEL) return false;
  return context === InteractionContext.GUILD || command.dm_permission !== false;
}

function maySend({ isThread, permissions }: Situation): boolean {
  return holds(permissions, isThread ? "SEND_MESSAGES_IN_THREADS" : "SEND_MESSAGES");
}

function byDefault({ command, permissions }: Situation): "ALLOWED" | Denial {
  const wanted = command.default_member_permissions;
  if (wanted === null) return "ALLOWED";
  const bits = BigInt(wanted);
  return bits !== 0n && (permissions & bits) === bits ? "ALLOWED" : "USER_DENIED";
}

const steps: readonly Step[] = [
  {
    step: 0,
    test: "the command's type fits the surface",
    verdict: ({ command, surface }) => unless(command.type === surface, "WRONG_COMMAND_TYPE"),
  },
  {
    // Simulated users are of age, and let age-restricted commands into their direct messages.
    step: 1,
    test: "an age-restricted command is used in an age-restricted channel",
    verdict: (situation) => {
      const isShown = !isGuild(situation) || situation.isAgeRestricted;
      return unless(!situation.command.nsfw || isShown, "NSFW_NOT_ALLOWED");
    },
  },
  {
    step: 2,
    test: "the application is installed for this place or this user, in a way that the command supports",
    verdict: ({ installs }) => unless(installs.guild || installs.user, "NOT_INSTALLED"),
  },
  {
    step: 3,
    test: "the command's contexts include this kind of place",
    verdict: (situation) => unless(mayUseIn(situation), "CONTEXT_NOT_ALLOWED"),
  },
  {
    step: 4,
    test: "the place is not in a guild",
    verdict: (situation) => (isGuild(situation) ? undefined : "ALLOWED"),
  },
  {
    step: 5,
    test: "the user sees the channel",
    verdict: ({ permissions }) =>
      unless(holds(permissions, "VIEW_CHANNEL"), "MISSING_BASE_PERMISSIONS"),
  },
  {
    step: 5,
    test: "the user is the owner or an administrator",
    verdict: ({ permissions }) => (holds(permissions, "ADMINISTRATOR") ? "ALLOWED" : undefined),
  },
  {
    // Source: requirements 6.
    step: 6,
    test: "a user command is used where the user may send messages",
    verdict: (situation) => {
      const isUserCommand = situation.command.type === CommandType.USER;
      return unless(!isUserCommand || maySend(situation), "MISSING_BASE_PERMISSIONS");
    },
  },
  {
    step: 6,
    test: "the user installed the application, and the command supports it",
    verdict: ({ installs }) => (installs.user ? "ALLOWED" : undefined),
  },
  {
    step: 7,
    test: "the user may use application commands and send messages in the channel",
    verdict: (situation) => {
      const mayUse = holds(situation.permissions, "USE_APPLICATION_COMMANDS");
      return unless(mayUse && maySend(situation), "MISSING_BASE_PERMISSIONS");
    },
  },
  {
    step: 11,
    test: "the user has the permissions that the command asks for",
    verdict: byDefault,
  },
];

/** Decides step by step; the first verdict stands. */
export function decide(situation: Situation): Decision {
  const trace: { step: number; test: string; outcome: string }[] = [];
  for (const { step, test, verdict } of steps) {
    const outcome = verdict(situation);
    trace.push({ step, test, outcome: outcome ?? "passed" });
    if (outcome !== undefined)
      return { denial: outcome === "ALLOWED" ? undefined : outcome, trace };
  }
  throw new Error("the last step always decides");
}

/** A command that is gone, or that this place does not offer. Source: commands-and-interactions 2.6. */
export function commandInvalid(): ApiError {
  const message = "Invalid interaction application command";
  return invalidForm({ path: ["data"], code: "INTERACTION_APPLICATION_COMMAND_INVALID", message });
}

/**
 * What the user's own call is answered with. Source: requirements 6, protocol:
 * commands-and-interactions 2.6, 5.3.
 */
export function refusalOf(denial: Denial, command: GuardedCommand): ApiError {
  switch (denial) {
    case "MISSING_BASE_PERMISSIONS":
    case "USER_DENIED":
      return command.type === CommandType.USER
        ? new ApiError(MissingPermissions, { message: "Permission Denied" })
        : new ApiError(MissingPermissions);
    case "WRONG_COMMAND_TYPE":
    case "NSFW_NOT_ALLOWED":
    case "NOT_INSTALLED":
    case "CONTEXT_NOT_ALLOWED":
      return commandInvalid();
  }
}
