// The rules that decide whether a user may use a command, in the order in which they apply.
// Source: protocol: commands-and-interactions 4.4; a rule from elsewhere says so.
import { assumptions, holds, permissionNames, type PermissionName } from "@antechamber/contract";
import {
  CommandType,
  InteractionContext,
  type CommandTypeNumber,
} from "@antechamber/contract/commands";
import type { denials, DecisionStep } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import {
  entryForChannel,
  entryForMember,
  type EntrySubject,
  type Overwrites,
  type PermissionEntry,
} from "./command-permissions.ts";

/** The fields of a command that the decision depends on. */
export interface GuardedCommand {
  readonly type: CommandTypeNumber;
  readonly nsfw: boolean;
  readonly contexts?: readonly number[] | null;
  readonly dm_permission?: boolean;
  readonly default_member_permissions: string | null;
}

export type Denial = (typeof denials)[number];

/** The channel that a command is used in. */
export interface ChannelFacts {
  /** The channel that determines permissions: a thread's parent. */
  readonly id: string;
  readonly isAgeRestricted: boolean;
  readonly isThread: boolean;
  /** True for a locked thread, in which only members who manage threads may write. */
  readonly isLocked: boolean;
  readonly isVoice: boolean;
}

/** Everything that the decision depends on. */
export interface Situation {
  readonly command: GuardedCommand;
  /** The command type of the surface: text box, user menu or message menu. */
  readonly surface: number;
  readonly context: number;
  /** The installation types that apply here and that the command supports. */
  readonly installs: { readonly guild: boolean; readonly user: boolean };
  /** Undefined for a question about the whole guild, which skips the rules about channels. */
  readonly channel: ChannelFacts | undefined;
  /** The user's permissions in the channel or guild; none for a user who is not in the guild. */
  readonly permissions: bigint;
  /** The user is in a time-out or has a blocked name. */
  readonly isSilenced: boolean;
  /** The user as matched by permission entries; undefined outside guilds. */
  readonly member: EntrySubject | undefined;
  readonly overwrites: Overwrites;
}

export type TraceStep = Static<typeof DecisionStep>;

/** The result of one step. Without an outcome, the next step decides. */
export interface Verdict {
  /** The rule, worded for the situation. */
  readonly rule: string;
  readonly result: TraceStep["outcome"];
  readonly outcome?: "ALLOWED" | Denial | undefined;
  readonly overwrite?: TraceStep["overwrite"] | undefined;
  /** The permissions that a denied user needs; absent where permissions would not help. */
  readonly needs?: ((situation: Situation) => readonly string[]) | undefined;
}

interface Step {
  readonly step: number;
  readonly source: string;
  /** Names the subject of the rule. */
  readonly subject: (situation: Situation) => string;
  readonly verdict: (situation: Situation) => Verdict;
}

const protocol = "protocol: commands-and-interactions 4.4";
const met = (rule: string): Verdict => ({ rule, result: "met" });
const notMet = (rule: string): Verdict => ({ rule, result: "not met" });
const skipped = (rule: string): Verdict => ({ rule, result: "skipped" });
const allowing = (verdict: Verdict): Verdict => ({ ...verdict, outcome: "ALLOWED" });

/** A rule that denies unless it is met. Both verdicts are made once, not for each decision. */
function requirement(
  rule: string,
  denial: Denial,
  needs?: Verdict["needs"],
): (isMet: boolean) => Verdict {
  const [good, bad] = [met(rule), { ...notMet(rule), outcome: denial, needs }];
  return (isMet) => (isMet ? good : bad);
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

/** A direct message is named by its kind, because it may not have been opened yet. */
function theChannel(situation: Situation): string {
  if (!isInGuild(situation)) return thePlace(situation);
  const { channel } = situation;
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

/** The permission to send messages where the command is used. */
function sending({ channel }: Situation): PermissionName {
  return channel?.isThread === true ? "SEND_MESSAGES_IN_THREADS" : "SEND_MESSAGES";
}

function maySend(situation: Situation): boolean {
  return situation.channel === undefined || holds(situation.permissions, sending(situation));
}

function entryOf(of: "command" | "application", entry: PermissionEntry): TraceStep["overwrite"] {
  return { of, ...entry };
}

const typeFits = requirement("the command's type fits the surface", "WRONG_COMMAND_TYPE");

const ageRules = {
  free: skipped("the command is not age-restricted"),
  inPrivate: met("an age-restricted command may be used in a direct message"),
  inChannel: requirement(
    "an age-restricted command is used in an age-restricted channel",
    "NSFW_NOT_ALLOWED",
  ),
};

function byAge(situation: Situation): Verdict {
  if (!situation.command.nsfw) return ageRules.free;
  if (!isInGuild(situation)) return ageRules.inPrivate;
  return ageRules.inChannel(situation.channel?.isAgeRestricted !== false);
}

const installed = requirement(
  "the application is installed for this place or this user, in a way that the command supports",
  "NOT_INSTALLED",
);

const fitsContext = requirement(
  "the command's contexts include this kind of place",
  "CONTEXT_NOT_ALLOWED",
);

const placeRules = {
  inGuild: met("in a guild, what the guild and its channel say is asked"),
  inPrivate: allowing(met("in a direct message there is nothing else that could deny it")),
};

/** A user who lacks a permission that everything in the channel requires. */
function barred(rule: string, ...needs: readonly PermissionName[]) {
  return { ...notMet(rule), outcome: "MISSING_BASE_PERMISSIONS", needs: () => needs } as const;
}

const standingRules = {
  unseen: barred("the user sees the channel", "VIEW_CHANNEL"),
  closed: barred("the user may connect to the voice channel", "CONNECT"),
  locked: barred("the user may write in the locked thread", "MANAGE_THREADS"),
  /** No permission ends a time-out. */
  silenced: barred("the user is in no time-out, and their name is not blocked"),
  administrator: allowing(met("the user is the guild's owner or an administrator")),
  member: notMet("the user is the guild's owner or an administrator"),
} as const satisfies Record<string, Verdict>;

function byStanding({ channel, permissions, isSilenced }: Situation): Verdict {
  if (channel !== undefined && !holds(permissions, "VIEW_CHANNEL")) return standingRules.unseen;
  if (isSilenced) return standingRules.silenced;
  if (channel?.isVoice === true && !holds(permissions, "CONNECT")) return standingRules.closed;
  if (channel?.isLocked === true && !holds(permissions, "MANAGE_THREADS")) {
    return standingRules.locked;
  }
  return holds(permissions, "ADMINISTRATOR") ? standingRules.administrator : standingRules.member;
}

const ownInstallRules = {
  silent: {
    ...notMet("a user command is used where the user may send messages"),
    outcome: "MISSING_BASE_PERMISSIONS",
    needs: (situation: Situation) => [sending(situation)],
  },
  own: allowing(
    met(
      "the user installed the application for themselves, and the command supports it: what the guild's installation permits is not asked",
    ),
  ),
  none: notMet("the user installed the application for themselves, and the command supports it"),
} as const satisfies Record<string, Verdict>;

function byOwnInstall(situation: Situation): Verdict {
  const isUserCommand = situation.command.type === CommandType.USER;
  if (isUserCommand && !maySend(situation)) return ownInstallRules.silent;
  return situation.installs.user ? ownInstallRules.own : ownInstallRules.none;
}

const baseRules = {
  guild: skipped("no channel in particular is asked about"),
  channel: requirement(
    "the user may use application commands and send messages in the channel",
    "MISSING_BASE_PERMISSIONS",
    (situation) => ["USE_APPLICATION_COMMANDS", sending(situation)],
  ),
};

function byBase(situation: Situation): Verdict {
  if (situation.channel === undefined) return baseRules.guild;
  const mayUse = holds(situation.permissions, "USE_APPLICATION_COMMANDS");
  return baseRules.channel(mayUse && maySend(situation));
}

const channelRules = {
  none: skipped("no entry speaks for the channel or for all channels"),
  command: requirement(
    "the command's entry for the channel or for all channels allows it",
    "CHANNEL_DENIED",
  ),
  application: requirement(
    "the application's entry for the channel or for all channels allows it",
    "CHANNEL_DENIED",
  ),
};

/** An entry of the command for the channel takes precedence over one of the application. */
function byChannel({ channel, member, overwrites }: Situation): Verdict {
  if (channel === undefined || member === undefined) return channelRules.none;
  const scope = { guildId: member.guildId, channelId: channel.id };
  for (const level of ["command", "application"] as const) {
    const entry = entryForChannel(overwrites[level], scope);
    if (entry === undefined) continue;
    return { ...channelRules[level](entry.permission), overwrite: entryOf(level, entry) };
  }
  return channelRules.none;
}

const commandEntryRules = {
  none: skipped("no entry of the command speaks for the user, their roles or everyone"),
  entry: requirement(
    "the command's entry for the user, one of their roles or everyone allows it",
    "USER_DENIED",
  ),
};

/** An entry of the command for the user takes precedence over the following rules. */
function byCommandEntry({ member, overwrites }: Situation): Verdict {
  const entry = member && entryForMember(overwrites.command, member);
  if (entry === undefined) return commandEntryRules.none;
  const verdict = commandEntryRules.entry(entry.permission);
  const overwrite = entryOf("command", entry);
  return { ...(entry.permission ? allowing(verdict) : verdict), overwrite };
}

const applicationEntryRules = {
  none: skipped("no entry of the application speaks for the user, their roles or everyone"),
  entry: requirement(
    "the application's entry for the user, one of their roles or everyone does not deny it",
    "USER_DENIED",
  ),
};

/** An application's entry can deny, but does not waive the permissions that a command requires. */
function byApplicationEntry({ member, overwrites }: Situation): Verdict {
  const entry = member && entryForMember(overwrites.application, member);
  if (entry === undefined) return applicationEntryRules.none;
  const overwrite = entryOf("application", entry);
  return { ...applicationEntryRules.entry(entry.permission), overwrite };
}

/** The permissions that a command asks for; only administrators have the unknown ones. */
function askedFor({ command }: Situation): readonly string[] {
  const names = permissionNames(BigInt(command.default_member_permissions ?? "0"));
  return names.length === 0 ? ["ADMINISTRATOR"] : names;
}

const defaultRules = {
  open: allowing(met("the command asks for no permissions")),
  closed: {
    ...notMet("the command is for administrators alone, unless an entry says otherwise"),
    outcome: "USER_DENIED",
    needs: askedFor,
  },
  held: requirement(
    "the user has the permissions that the command asks for",
    "USER_DENIED",
    askedFor,
  ),
} as const;

function byDefault({ command, permissions }: Situation): Verdict {
  const required = command.default_member_permissions;
  if (required === null) return defaultRules.open;
  const bits = BigInt(required);
  if (bits === 0n) return defaultRules.closed;
  const isMet = (permissions & bits) === bits;
  const verdict = defaultRules.held(isMet);
  return isMet ? allowing(verdict) : verdict;
}

/** Rules about the command and the channel, which are the same for all users. */
const placeSteps: readonly Step[] = [
  {
    step: 0,
    source: protocol,
    subject: theCommand,
    verdict: ({ command, surface }) => typeFits(command.type === surface),
  },
  {
    step: 1,
    source: `${protocol}; assumed: simulated users are of age, and let such commands into their direct messages`,
    subject: theChannel,
    verdict: byAge,
  },
  {
    step: 2,
    source: `${protocol}, note`,
    subject: thePlace,
    verdict: ({ installs }) => installed(installs.guild || installs.user),
  },
  {
    step: 3,
    source: protocol,
    subject: thePlace,
    verdict: (situation) => fitsContext(mayUseIn(situation)),
  },
  {
    step: 4,
    source: protocol,
    subject: thePlace,
    verdict: (situation) => (isInGuild(situation) ? placeRules.inGuild : placeRules.inPrivate),
  },
];

/** Rules about the user's general permissions in the guild. */
const standingSteps: readonly Step[] = [
  {
    step: 5,
    source: `${protocol}; gateway-oauth-limits 2.2; channels-and-threads 2.3`,
    subject: theUser,
    verdict: byStanding,
  },
  {
    step: 6,
    source: `${protocol}; requirements 6; ${assumptions.ownInstallation}`,
    subject: theUser,
    verdict: byOwnInstall,
  },
  { step: 7, source: protocol, subject: theUser, verdict: byBase },
];

/** Rules about the guild's permission entries for the application and the command. */
const entrySteps: readonly Step[] = [
  { step: 8, source: protocol, subject: theChannel, verdict: byChannel },
  { step: 9, source: protocol, subject: theUser, verdict: byCommandEntry },
  { step: 10, source: protocol, subject: theUser, verdict: byApplicationEntry },
  { step: 11, source: protocol, subject: theUser, verdict: byDefault },
];

/** All steps in order. The last one always decides. */
export const accessSteps: readonly Step[] = [...placeSteps, ...standingSteps, ...entrySteps];
