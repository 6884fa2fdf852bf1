// Compares the permission algorithm with a second, slow implementation that follows the prose of
// the notes (protocol: commands-and-interactions 4.4) sentence by sentence and shares no code with
// the first. Small worlds are enumerated, so that every combination of entries meets every rule.
import { expect, test } from "vitest";
import { decide, isAllowed, type Decision } from "./access.ts";
import type { Situation } from "./access-rules.ts";
import type { PermissionEntry } from "./command-permissions.ts";

const GUILD = "3000";
const ALL_CHANNELS = "2999";
const [ALICE, BOB] = ["1000", "1001"];
const [MODS, VIPS, OTHERS] = ["3011", "3012", "3013"];
const [HERE, ELSEWHERE] = ["3021", "3022"];

const ADMINISTRATOR = 1n << 3n;
const VIEW_CHANNEL = 1n << 10n;
const SEND_MESSAGES = 1n << 11n;
const USE_COMMANDS = 1n << 31n;
const SEND_IN_THREADS = 1n << 38n;
const CONNECT = 1n << 20n;
const MANAGE_THREADS = 1n << 34n;
const KICK = 1n << 1n;
const BAN = 1n << 2n;
const usual = VIEW_CHANNEL | SEND_MESSAGES | USE_COMMANDS;

/** A sentence of the slow implementation: a condition, and the outcome if it is true. */
type Sentence = readonly [(s: Situation) => boolean, string];

const inGuild = (s: Situation) => s.context === 0;
const inChannel = (s: Situation) => s.channel !== undefined;
const has = (s: Situation, bit: bigint) => (s.permissions & bit) === bit;
const maySend = (s: Situation) =>
  has(s, s.channel?.isThread === true ? SEND_IN_THREADS : SEND_MESSAGES);
const isAdult = (s: Situation) => s.command.nsfw && inGuild(s) && inChannel(s);
const namesContexts = (s: Situation) => Array.isArray(s.command.contexts);
const spoken = (s: Situation, whose: "command" | "application") =>
  spokenForUser(s.overwrites[whose], s);

/** The sentences in order; the first true one decides. */
const sentences: readonly Sentence[] = [
  [(s) => s.command.type !== s.surface, "WRONG_COMMAND_TYPE"],
  [(s) => isAdult(s) && s.channel?.isAgeRestricted === false, "NSFW_NOT_ALLOWED"],
  [(s) => !s.installs.guild && !s.installs.user, "NOT_INSTALLED"],
  [(s) => namesContexts(s) && s.command.contexts?.indexOf(s.context) === -1, "CONTEXT_NOT_ALLOWED"],
  [(s) => !namesContexts(s) && s.context === 2, "CONTEXT_NOT_ALLOWED"],
  [
    (s) => !namesContexts(s) && s.context === 1 && s.command.dm_permission === false,
    "CONTEXT_NOT_ALLOWED",
  ],
  [(s) => !inGuild(s), "ALLOWED"],
  [(s) => inChannel(s) && !has(s, VIEW_CHANNEL), "MISSING_BASE_PERMISSIONS"],
  [(s) => s.isSilenced, "MISSING_BASE_PERMISSIONS"],
  [(s) => s.channel?.isVoice === true && !has(s, CONNECT), "MISSING_BASE_PERMISSIONS"],
  [(s) => s.channel?.isLocked === true && !has(s, MANAGE_THREADS), "MISSING_BASE_PERMISSIONS"],
  [(s) => has(s, ADMINISTRATOR), "ALLOWED"],
  [(s) => inChannel(s) && s.command.type === 2 && !maySend(s), "MISSING_BASE_PERMISSIONS"],
  [(s) => s.installs.user, "ALLOWED"],
  [(s) => inChannel(s) && !has(s, USE_COMMANDS), "MISSING_BASE_PERMISSIONS"],
  [(s) => inChannel(s) && !maySend(s), "MISSING_BASE_PERMISSIONS"],
  [(s) => spokenForChannel(s) === false, "CHANNEL_DENIED"],
  [(s) => spoken(s, "command") === true, "ALLOWED"],
  [(s) => spoken(s, "command") === false, "USER_DENIED"],
  [(s) => spoken(s, "application") === false, "USER_DENIED"],
  [(s) => s.command.default_member_permissions === null, "ALLOWED"],
  [(s) => s.command.default_member_permissions === "0", "USER_DENIED"],
  [(s) => lacksAnyBit(s), "USER_DENIED"],
  [() => true, "ALLOWED"],
];

function specified(situation: Situation): string | undefined {
  return sentences.find(([isTrue]) => isTrue(situation))?.[1];
}

function lacksAnyBit({ command: { default_member_permissions: wanted }, permissions }: Situation) {
  const bits = BigInt(wanted ?? 0);
  for (let bit = 1n; bit <= bits; bit <<= 1n) {
    if ((bits & bit) !== 0n && (permissions & bit) === 0n) return true;
  }
  return false;
}

/** The command's entry comes later, so it overrides the application's. */
function spokenForChannel({ channel: scope, overwrites }: Situation): boolean | null {
  if (scope === undefined) return null;
  let verdict: boolean | null = null;
  for (const set of [overwrites.application, overwrites.command]) {
    verdict = permissionFor(set, 3, scope.id) ?? permissionFor(set, 3, ALL_CHANNELS) ?? verdict;
  }
  return verdict;
}

function permissionFor(set: readonly PermissionEntry[], type: number, id: string): boolean | null {
  let word: boolean | null = null;
  for (const each of set) if (each.type === type && each.id === id) word = each.permission;
  return word;
}

function spokenForUser(set: readonly PermissionEntry[], { member }: Situation): boolean | null {
  if (member === undefined) return null;
  const own = permissionFor(set, 2, member.userId);
  if (own !== null) return own;
  let ofRoles: boolean | null = null;
  for (const role of member.roleIds) {
    const word = permissionFor(set, 1, role);
    if (word === true) return true;
    if (word === false) ofRoles = false;
  }
  return ofRoles ?? permissionFor(set, 1, member.guildId);
}

/** All sets of entries in which each subject has no entry, an allowing one or a denying one. */
function* setsAbout(
  subjects: readonly (readonly [1 | 2 | 3, string])[],
): Generator<PermissionEntry[]> {
  const [first, ...others] = subjects;
  if (first === undefined) {
    yield [];
    return;
  }
  const [type, id] = first;
  for (const rest of setsAbout(others)) {
    yield rest;
    yield [{ type, id, permission: true }, ...rest];
    yield [...rest, { type, id, permission: false }];
  }
}

const command: Situation["command"] = {
  type: 1,
  nsfw: false,
  contexts: null,
  dm_permission: true,
  default_member_permissions: null,
};
const channel = {
  id: HERE,
  isAgeRestricted: false,
  isThread: false,
  isLocked: false,
  isVoice: false,
};
const base: Situation = {
  command,
  surface: 1,
  context: 0,
  installs: { guild: true, user: false },
  channel,
  permissions: usual,
  isSilenced: false,
  member: { guildId: GUILD, userId: ALICE, roleIds: [MODS, VIPS] },
  overwrites: { command: [], application: [] },
};

type Choices<T> = { readonly [K in keyof T]: readonly T[K][] };

/** All combinations of one value for each key. */
function* combinations<T extends object>(choices: Choices<T>): Generator<T> {
  const [first, ...others] = Object.entries(choices) as [string, readonly unknown[]][];
  if (first === undefined) {
    yield {} as T;
    return;
  }
  for (const rest of combinations(Object.fromEntries(others))) {
    for (const value of first[1]) yield { [first[0]]: value, ...rest } as T;
  }
}

let tried = 0;
const outcomes = new Set<string>();

/**
 * True when the trace lists each step once and in order, and only the last one decides, for the
 * given reason.
 */
function isExplained(trace: Decision["trace"], denial: Decision["denial"]): boolean {
  const last = trace.at(-1);
  const saysWhy =
    denial === undefined
      ? last?.decided === "allows" && last.outcome === "met"
      : last?.decided === "denies" && last.outcome === "not met" && last.denial === denial;
  return (
    saysWhy &&
    trace.every(({ step }, i) => i === 0 || step > (trace[i - 1]?.step ?? 0)) &&
    trace.slice(0, -1).every(({ decided }) => decided === null)
  );
}

/** The situations in which the implementations differ; a few suffice to show why. */
function differences(situations: Iterable<Situation>): object[] {
  const found: object[] = [];
  for (const situation of situations) {
    const { denial, trace } = decide(situation);
    const outcome = denial ?? "ALLOWED";
    const wanted = specified(situation);
    tried += 1;
    outcomes.add(outcome);
    const isSame =
      outcome === wanted &&
      isAllowed(situation) === (wanted === "ALLOWED") &&
      isExplained(trace, denial);
    if (!isSame) found.push({ situation, outcome, wanted });
    if (found.length > 3) break;
  }
  return found;
}

const aboutUsers = [
  [2, ALICE],
  [1, MODS],
  [1, VIPS],
  [1, GUILD],
] as const;
const demands = [null, "0", (KICK | SEND_MESSAGES).toString(), (KICK | BAN).toString()];

// Proves requirement 2.4 "set: id"
// Proves requirement 2.4 "entry: permission"
// Proves requirement 2.4 "constant: everyone"
test("the decision agrees with the model for all entries about users", () => {
  const sets = [...setsAbout(aboutUsers)];
  const worlds = combinations({
    ofCommand: sets,
    application: sets,
    wanted: demands,
    permissions: [usual, usual | KICK],
  });
  const situations = worlds.map(({ ofCommand, application, wanted, permissions }) => ({
    ...base,
    permissions,
    command: { ...command, default_member_permissions: wanted },
    overwrites: { command: ofCommand, application },
  }));
  expect(differences(situations)).toEqual([]);
});

// Proves requirement 2.4 "constant: all channels"
test("the decision agrees with the model for all entries about channels and a user", () => {
  const aboutChannels = [
    [3, HERE],
    [3, ELSEWHERE],
    [3, ALL_CHANNELS],
  ] as const;
  const sets = [...setsAbout(aboutChannels)];
  const aboutUser = [
    [2, ALICE],
    [1, GUILD],
  ] as const;
  const worlds = combinations({
    ofCommand: sets,
    application: sets,
    user: [...setsAbout(aboutUser)],
    id: [HERE, "3099"],
  });
  const situations = worlds.map(({ ofCommand, application, user, id }) => ({
    ...base,
    channel: { ...channel, id, isThread: id === HERE },
    permissions: usual | SEND_IN_THREADS,
    overwrites: { command: [...user, ...ofCommand], application: [...application, ...user] },
  }));
  expect(differences(situations)).toEqual([]);
});

test("entries about other subjects have no effect", () => {
  const strangers = [
    [2, BOB],
    [1, OTHERS],
    [3, ELSEWHERE],
    [2, MODS],
    [1, ALICE],
    [3, GUILD],
  ] as const;
  const worlds = [...setsAbout(strangers)].map((entries) => ({
    ...base,
    overwrites: { command: entries, application: entries },
  }));
  expect(differences(worlds)).toEqual([]);
  expect(worlds.filter((world) => !isAllowed(world))).toEqual([]);
});

const scopes = [
  undefined,
  channel,
  { ...channel, isThread: true },
  { ...channel, isThread: true, isLocked: true },
  { ...channel, isAgeRestricted: true },
  { ...channel, isVoice: true },
];
const flags = [false, true];

test("the decision agrees with the model for all places, installations and permissions", () => {
  const denying: Situation["overwrites"] = {
    command: [{ type: 1, id: GUILD, permission: false }],
    application: [],
  };
  const worlds = combinations({
    type: [1, 2, 3, 4] as const,
    nsfw: flags,
    dm_permission: flags,
    contexts: [null, [0], [1, 2], [0, 1, 2]],
    default_member_permissions: [null, "0"],
    context: [0, 1, 2],
    guild: flags,
    user: flags,
    scope: scopes,
    permissions: [
      0n,
      VIEW_CHANNEL,
      VIEW_CHANNEL | USE_COMMANDS,
      usual,
      usual | SEND_IN_THREADS,
      usual | SEND_IN_THREADS | MANAGE_THREADS,
      usual | CONNECT,
      usual | CONNECT | ADMINISTRATOR,
    ],
    isSilenced: flags,
    overwrites: [base.overwrites, denying],
  });
  const situations = worlds.map(
    ({ context, guild, user, scope, permissions, isSilenced, overwrites, ...commandFields }) => ({
      command: commandFields,
      surface: commandFields.type === 3 ? 2 : commandFields.type,
      context,
      installs: { guild, user },
      channel: scope,
      permissions,
      isSilenced,
      member: context === 0 ? base.member : undefined,
      overwrites,
    }),
  );
  expect(differences(situations)).toEqual([]);
});

test("the models compared more than 100,000 situations, and met every outcome", () => {
  expect(tried).toBeGreaterThan(100_000);
  expect([...outcomes].toSorted()).toEqual([
    "ALLOWED",
    "CHANNEL_DENIED",
    "CONTEXT_NOT_ALLOWED",
    "MISSING_BASE_PERMISSIONS",
    "NOT_INSTALLED",
    "NSFW_NOT_ALLOWED",
    "USER_DENIED",
    "WRONG_COMMAND_TYPE",
  ]);
});
