// The rules by which a user may use a command in a place, in the order in which they are asked.
// Source: protocol: commands-and-interactions 4.4; a rule from elsewhere says so.
import {
  CommandType,
  holds,
  InteractionContext,
  type DecisionStep,
  type Static,
} from "@antechamber/contract";
import type { CommandRecord } from "../command.ts";
import {
  entryForChannel,
  entryForMember,
  type EntrySubject,
  type Overwrites,
  type PermissionEntry,
} from "./command-permissions.ts";

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
  | "CHANNEL_DENIED"
  | "USER_DENIED";

/** The channel that a command is used in. */
export interface ChannelFacts {
  /** The channel that permissions follow from: of a thread its parent. */
  readonly id: string;
  readonly isAgeRestricted: boolean;
  readonly isThread: boolean;
}

/** Everything that the decision follows from. */
export interface Situation {
  readonly command: GuardedCommand;
  /** The type of command that the user's surface offers: text box, user menu, message menu. */
  readonly surface: number;
  readonly context: number;
  /** In which of its ways the application is installed here, as far as the command supports them. */
  readonly installs: { readonly guild: boolean; readonly user: boolean };
  /** Undefined: a guild as a whole is asked about, and what hangs on a channel is left open. */
  readonly channel: ChannelFacts | undefined;
  /** The user's permissions in the channel or guild; none for who is not in the guild. */
  readonly permissions: bigint;
  /** The user among the guild's entries; undefined outside guilds. */
  readonly member: EntrySubject | undefined;
  readonly overwrites: Overwrites;
}

export type TraceStep = Static<typeof DecisionStep>;

/** What one rule says. Without an outcome nothing is decided yet. */
interface Verdict {
  readonly outcome?: "ALLOWED" | Denial | undefined;
  readonly overwrite?: TraceStep["overwrite"] | undefined;
}

interface Step {
  readonly step: number;
  readonly rule: string;
  readonly source: string;
  /** Whom or what the rule looks at. */
  readonly subject: (situation: Situation) => string;
  readonly verdict: (situation: Situation) => Verdict;
}

const protocol = "protocol: commands-and-interactions 4.4";
const undecided: Verdict = {};

function unless(isMet: boolean, denial: Denial): Verdict {
  return isMet ? undecided : { outcome: denial };
}

function isInGuild({ context }: Situation): boolean {
  return context === InteractionContext.GUILD;
}

function theCommand(): string {
  return "the command";
}

function theUser({ member }: Situation): string {
  return member === undefined ? "the user" : `user ${member.userId}`;
}

function theChannel({ channel }: Situation): string {
  return channel === undefined ? "no channel in particular" : `channel ${channel.id}`;
}

function thePlace({ context }: Situation): string {
  if (context === InteractionContext.GUILD) return "a guild";
  return context === InteractionContext.BOT_DM
    ? "the direct message with the application's bot"
    : "a private channel";
}

function mayUseIn({ command, context }: Situation): boolean {
  const { contexts } = command;
  if (contexts !== null && contexts !== undefined) return contexts.includes(context);
  if (context === InteractionContext.PRIVATE_CHANNEL) return false;
  return context === InteractionContext.GUILD || command.dm_permission !== false;
}

function maySend({ channel, permissions }: Situation): boolean {
  if (channel === undefined) return true;
  return holds(permissions, channel.isThread ? "SEND_MESSAGES_IN_THREADS" : "SEND_MESSAGES");
}

function entryOf(of: "command" | "application", entry: PermissionEntry): TraceStep["overwrite"] {
  return { of, ...entry };
}

/** A command's entry decides about the channel; without one, the application's. */
function byChannel({ channel, member, overwrites }: Situation): Verdict {
  if (channel === undefined || member === undefined) return undecided;
  const place = { guildId: member.guildId, channelId: channel.id };
  for (const level of ["command", "application"] as const) {
    const entry = entryForChannel(overwrites[level], place);
    if (entry === undefined) continue;
    const overwrite = entryOf(level, entry);
    return entry.permission ? { overwrite } : { outcome: "CHANNEL_DENIED", overwrite };
  }
  return undecided;
}

/** A command's entry decides about the user, whatever else is said. */
function byCommandEntry({ member, overwrites }: Situation): Verdict {
  const entry = member && entryForMember(overwrites.command, member);
  if (entry === undefined) return undecided;
  const overwrite = entryOf("command", entry);
  return { outcome: entry.permission ? "ALLOWED" : "USER_DENIED", overwrite };
}

/** An application's entry denies, but does not stand for what a command asks for. */
function byApplicationEntry({ member, overwrites }: Situation): Verdict {
  const entry = member && entryForMember(overwrites.application, member);
  if (entry === undefined) return undecided;
  const overwrite = entryOf("application", entry);
  return entry.permission ? { overwrite } : { outcome: "USER_DENIED", overwrite };
}

function byDefault({ command, permissions }: Situation): Verdict {
  const wanted = command.default_member_permissions;
  if (wanted === null) return { outcome: "ALLOWED" };
  const bits = BigInt(wanted);
  const isMet = bits !== 0n && (permissions & bits) === bits;
  return { outcome: isMet ? "ALLOWED" : "USER_DENIED" };
}

/** What may be used where, whoever asks. */
const placeSteps: readonly Step[] = [
  {
    step: 0,
    rule: "the command's type fits the surface",
    source: protocol,
    subject: theCommand,
    verdict: ({ command, surface }) => unless(command.type === surface, "WRONG_COMMAND_TYPE"),
  },
  {
    step: 1,
    rule: "an age-restricted command is used in an age-restricted channel",
    source: `${protocol}; assumed: simulated users are of age, and let such commands into their direct messages`,
    subject: theChannel,
    verdict: (situation) => {
      const isShown = !isInGuild(situation) || situation.channel?.isAgeRestricted !== false;
      return unless(!situation.command.nsfw || isShown, "NSFW_NOT_ALLOWED");
    },
  },
  {
    step: 2,
    rule: "the application is installed for this place or this user, in a way that the command supports",
    source: `${protocol}, note`,
    subject: thePlace,
    verdict: ({ installs }) => unless(installs.guild || installs.user, "NOT_INSTALLED"),
  },
  {
    step: 3,
    rule: "the command's contexts include this kind of place",
    source: protocol,
    subject: thePlace,
    verdict: (situation) => unless(mayUseIn(situation), "CONTEXT_NOT_ALLOWED"),
  },
  {
    step: 4,
    rule: "the place is not in a guild",
    source: protocol,
    subject: thePlace,
    verdict: (situation) => (isInGuild(situation) ? undecided : { outcome: "ALLOWED" }),
  },
];

/** What the guild gives its members in general. */
const standingSteps: readonly Step[] = [
  {
    step: 5,
    rule: "the user sees the channel",
    source: "protocol: gateway-oauth-limits 2.2",
    subject: theChannel,
    verdict: ({ channel, permissions }) =>
      unless(
        channel === undefined || holds(permissions, "VIEW_CHANNEL"),
        "MISSING_BASE_PERMISSIONS",
      ),
  },
  {
    step: 5,
    rule: "the user is the owner or an administrator",
    source: protocol,
    subject: theUser,
    verdict: ({ permissions }) =>
      holds(permissions, "ADMINISTRATOR") ? { outcome: "ALLOWED" } : undecided,
  },
  {
    step: 6,
    rule: "a user command is used where the user may send messages",
    source: "requirements 6",
    subject: theUser,
    verdict: (situation) => {
      const isUserCommand = situation.command.type === CommandType.USER;
      return unless(!isUserCommand || maySend(situation), "MISSING_BASE_PERMISSIONS");
    },
  },
  {
    step: 6,
    rule: "the user installed the application, and the command supports it",
    source: protocol,
    subject: theUser,
    verdict: ({ installs }) => (installs.user ? { outcome: "ALLOWED" } : undecided),
  },
  {
    step: 7,
    rule: "the user may use application commands and send messages in the channel",
    source: protocol,
    subject: theUser,
    verdict: (situation) => {
      const mayUse = holds(situation.permissions, "USE_APPLICATION_COMMANDS");
      return unless(
        situation.channel === undefined || (mayUse && maySend(situation)),
        "MISSING_BASE_PERMISSIONS",
      );
    },
  },
];

/** What the guild says about this application and this command. */
const entrySteps: readonly Step[] = [
  {
    step: 8,
    rule: "no entry for the channel or for all channels denies it, the command's before the application's",
    source: protocol,
    subject: theChannel,
    verdict: byChannel,
  },
  {
    step: 9,
    rule: "the command's entry for the user, one of their roles or everyone decides",
    source: protocol,
    subject: theUser,
    verdict: byCommandEntry,
  },
  {
    step: 10,
    rule: "no entry of the application for the user, one of their roles or everyone denies it",
    source: protocol,
    subject: theUser,
    verdict: byApplicationEntry,
  },
  {
    step: 11,
    rule: "the user has the permissions that the command asks for",
    source: protocol,
    subject: theUser,
    verdict: byDefault,
  },
];

/** Every rule in its order; the last one always decides. */
export const accessSteps: readonly Step[] = [...placeSteps, ...standingSteps, ...entrySteps];
