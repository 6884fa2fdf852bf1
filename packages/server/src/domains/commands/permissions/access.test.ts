import { permissionSet, type PermissionName } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import { decide } from "./access.ts";
import type { Denial, Situation } from "./access-rules.ts";

const usual = ["VIEW_CHANNEL", "SEND_MESSAGES", "USE_APPLICATION_COMMANDS"] as const;
const may = (...names: PermissionName[]) => permissionSet(...names);

const general = {
  id: "310",
  isAgeRestricted: false,
  isThread: false,
  isLocked: false,
  isVoice: false,
};
const thread = { ...general, isThread: true };
const locked = { ...thread, isLocked: true };

function aSituation({ command, ...more }: Partial<Situation> = {}): Situation {
  return {
    command: {
      type: 1,
      nsfw: false,
      contexts: null,
      dm_permission: true,
      default_member_permissions: null,
      ...command,
    },
    surface: 1,
    context: 0,
    installs: { guild: true, user: false },
    channel: general,
    permissions: may(...usual),
    isSilenced: false,
    member: { guildId: "300", userId: "100", roleIds: ["301"] },
    overwrites: { command: [], application: [] },
    ...more,
  };
}

function aCommand(more: Partial<Situation["command"]>): Situation["command"] {
  return { ...aSituation().command, ...more };
}

const [guild, botDm, privateChannel] = [0, 1, 2];
const user = { guild: false, user: true };

const cases: readonly (readonly [string, Partial<Situation>, Denial | undefined, number])[] = [
  ["a guild's command in its guild", {}, undefined, 11],
  ["a user command from the text box", { command: aCommand({ type: 2 }) }, "WRONG_COMMAND_TYPE", 0],
  ["a slash command from a menu", { surface: 2 }, "WRONG_COMMAND_TYPE", 0],
  ["an entry point from the text box", { command: aCommand({ type: 4 }) }, "WRONG_COMMAND_TYPE", 0],

  // Proves requirement 2.2 "nsfw"
  ["an age-restricted command", { command: aCommand({ nsfw: true }) }, "NSFW_NOT_ALLOWED", 1],
  // Proves requirement 2.2 "nsfw"
  [
    "the same in an age-restricted channel",
    { command: aCommand({ nsfw: true }), channel: { ...general, isAgeRestricted: true } },
    undefined,
    11,
  ],
  [
    "the same in a direct message",
    { command: aCommand({ nsfw: true }), context: botDm },
    undefined,
    4,
  ],

  [
    "an application that is nowhere",
    { installs: { guild: false, user: false } },
    "NOT_INSTALLED",
    2,
  ],

  ["no contexts, in the bot's direct message", { context: botDm }, undefined, 4],
  // Proves requirement 2.2 "dm_permission"
  [
    "no contexts, in the bot's direct message, without dm_permission",
    { context: botDm, command: aCommand({ dm_permission: false }) },
    "CONTEXT_NOT_ALLOWED",
    3,
  ],
  // Proves requirement 2.3 "context 2"
  [
    "no contexts, in another direct message",
    { context: privateChannel, installs: user },
    "CONTEXT_NOT_ALLOWED",
    3,
  ],
  // Proves requirement 2.3 "contexts"
  [
    "contexts with the place",
    { context: privateChannel, installs: user, command: aCommand({ contexts: [2] }) },
    undefined,
    4,
  ],
  // Proves requirement 2.2 "contexts"
  [
    "contexts without the place",
    { context: guild, command: aCommand({ contexts: [1, 2] }) },
    "CONTEXT_NOT_ALLOWED",
    3,
  ],
  // Proves requirement 2.2 "dm_permission"
  [
    "contexts win over dm_permission",
    { context: botDm, command: aCommand({ contexts: [1], dm_permission: false }) },
    undefined,
    4,
  ],

  ["a channel that the user cannot see", { permissions: 0n }, "MISSING_BASE_PERMISSIONS", 5],
  // Proves requirement 2.4 "administrators"
  [
    "an administrator, who lacks what the command asks for",
    {
      permissions: may("VIEW_CHANNEL", "ADMINISTRATOR"),
      command: aCommand({ default_member_permissions: "0" }),
    },
    undefined,
    5,
  ],

  [
    "a locked thread",
    { channel: locked, permissions: may(...usual, "SEND_MESSAGES_IN_THREADS") },
    "MISSING_BASE_PERMISSIONS",
    5,
  ],
  [
    "a locked thread, for an application that the user brought",
    { channel: locked, installs: user },
    "MISSING_BASE_PERMISSIONS",
    5,
  ],
  [
    "a locked thread, for who manages threads",
    { channel: locked, permissions: may(...usual, "SEND_MESSAGES_IN_THREADS", "MANAGE_THREADS") },
    undefined,
    11,
  ],
  [
    "an application that the user brought, during a time-out",
    { installs: user, isSilenced: true, permissions: may("VIEW_CHANNEL") },
    "MISSING_BASE_PERMISSIONS",
    5,
  ],
  [
    "an application that the user brought, where commands are not for everyone",
    { installs: user, permissions: may("VIEW_CHANNEL") },
    undefined,
    6,
  ],
  [
    "a user command that the user brought, where they may not send",
    {
      installs: user,
      surface: 2,
      command: aCommand({ type: 2 }),
      permissions: may("VIEW_CHANNEL", "USE_APPLICATION_COMMANDS"),
    },
    "MISSING_BASE_PERMISSIONS",
    6,
  ],

  [
    "a user who may not use commands",
    { permissions: may("VIEW_CHANNEL", "SEND_MESSAGES") },
    "MISSING_BASE_PERMISSIONS",
    7,
  ],
  [
    "a user who may not send",
    { permissions: may("VIEW_CHANNEL", "USE_APPLICATION_COMMANDS") },
    "MISSING_BASE_PERMISSIONS",
    7,
  ],
  ["a thread needs the threads' permission", { channel: thread }, "MISSING_BASE_PERMISSIONS", 7],
  [
    "a thread with the threads' permission",
    {
      channel: thread,
      permissions: may("VIEW_CHANNEL", "SEND_MESSAGES_IN_THREADS", "USE_APPLICATION_COMMANDS"),
    },
    undefined,
    11,
  ],

  // Proves requirement 2.2 "default_member_permissions 0"
  [
    "nobody but administrators",
    { command: aCommand({ default_member_permissions: "0" }) },
    "USER_DENIED",
    11,
  ],
  // Proves requirement 2.2 "default_member_permissions"
  [
    "a user with one of two permissions that are asked for",
    {
      command: aCommand({
        default_member_permissions: may("SEND_MESSAGES", "KICK_MEMBERS").toString(),
      }),
    },
    "USER_DENIED",
    11,
  ],
  [
    "a user with all permissions that are asked for",
    {
      permissions: may(...usual, "KICK_MEMBERS"),
      command: aCommand({
        default_member_permissions: may("SEND_MESSAGES", "KICK_MEMBERS").toString(),
      }),
    },
    undefined,
    11,
  ],
];

describe("the first verdict decides", () => {
  test.each(cases)("%s", (_, ...[situation, denial, step]) => {
    const decision = decide(aSituation(situation));
    expect(decision.denial).toBe(denial);
    expect(decision.trace.at(-1)).toMatchObject(
      denial === undefined
        ? { step, outcome: "met", decided: "allows" }
        : { step, outcome: "not met", decided: "denies", denial },
    );
  });
});

/** The step, outcome and decision of each step of a trace. */
function stepsOf(more: Partial<Situation>) {
  return decide(aSituation(more)).trace.map(({ step, outcome, decided }) => [
    step,
    outcome,
    decided,
  ]);
}

describe("the trace", () => {
  test("contains every step up to the verdict, once and in order", () => {
    expect(stepsOf({ permissions: may("VIEW_CHANNEL") })).toEqual([
      [0, "met", null],
      [1, "skipped", null],
      [2, "met", null],
      [3, "met", null],
      [4, "met", null],
      [5, "not met", null],
      [6, "not met", null],
      [7, "not met", "denies"],
    ]);
  });

  test("marks steps without an entry as skipped", () => {
    expect(stepsOf({}).slice(7)).toEqual([
      [7, "met", null],
      [8, "skipped", null],
      [9, "skipped", null],
      [10, "skipped", null],
      [11, "met", "allows"],
    ]);
  });

  test("shows for each entry whether it allows", () => {
    const [here, there] = [
      { id: "310", type: 3, permission: true },
      { id: "100", type: 2, permission: false },
    ] as const;
    const { trace } = decide(aSituation({ overwrites: { command: [there], application: [here] } }));
    expect(trace.slice(-2)).toMatchObject([
      { step: 8, outcome: "met", decided: null, overwrite: { of: "application", ...here } },
      { step: 9, outcome: "not met", decided: "denies", overwrite: { of: "command", ...there } },
    ]);
  });

  test.each<[string, Partial<Situation>, number, RegExp]>([
    ["a guild", {}, 4, /^in a guild/],
    ["a direct message", { context: botDm }, 4, /^in a direct message/],
    [
      "an age-restricted command",
      { command: aCommand({ nsfw: true }) },
      1,
      /age-restricted channel$/,
    ],
    ["any other command", {}, 1, /is not age-restricted$/],
    ["a channel that is not seen", { permissions: 0n }, 5, /sees the channel$/],
    [
      "a voice channel that is closed to the user",
      { channel: { ...general, isVoice: true } },
      5,
      /connect to the voice channel$/,
    ],
    ["a plain member", {}, 5, /owner or an administrator$/],
    [
      "an own installation",
      { installs: user },
      6,
      /the guild's installation permits is not asked$/,
    ],
    ["no permissions", {}, 11, /asks for no permissions$/],
    [
      "nobody's permissions",
      { command: aCommand({ default_member_permissions: "0" }) },
      11,
      /administrators alone/,
    ],
  ])("describes %s in its own words", (_, situation, step, words) => {
    const { trace } = decide(aSituation(situation));
    expect(trace.find((each) => each.step === step)?.rule).toMatch(words);
  });
});

describe("the permissions that a denied user needs", () => {
  const userCommand = aCommand({ type: 2 });
  const bitsOf = (bits: bigint) => aCommand({ default_member_permissions: bits.toString() });
  const denied = { id: "100", type: 2, permission: false } as const;

  test.each<[string, Partial<Situation>, readonly string[]]>([
    ["in a channel that is not seen", { permissions: 0n }, ["VIEW_CHANNEL"]],
    ["in a closed voice channel", { channel: { ...general, isVoice: true } }, ["CONNECT"]],
    ["in a locked thread", { channel: locked }, ["MANAGE_THREADS"]],
    ["in a time-out", { isSilenced: true }, []],
    [
      "in a channel",
      { permissions: may("VIEW_CHANNEL") },
      ["USE_APPLICATION_COMMANDS", "SEND_MESSAGES"],
    ],
    ["in a thread", { channel: thread }, ["USE_APPLICATION_COMMANDS", "SEND_MESSAGES_IN_THREADS"]],
    [
      "for a user command",
      { command: userCommand, surface: 2, permissions: may("VIEW_CHANNEL") },
      ["SEND_MESSAGES"],
    ],
    [
      "for a user command in a thread",
      { command: userCommand, surface: 2, channel: thread },
      ["SEND_MESSAGES_IN_THREADS"],
    ],
    ["for a command that asks for some", { command: bitsOf(may("BAN_MEMBERS")) }, ["BAN_MEMBERS"]],
    ["for a command for administrators", { command: bitsOf(0n) }, ["ADMINISTRATOR"]],
    ["for a command that asks for unknown ones", { command: bitsOf(1n << 60n) }, ["ADMINISTRATOR"]],
    ["against an entry", { overwrites: { command: [denied], application: [] } }, []],
    ["for an allowed command", {}, []],
  ])("%s", (_, situation, needs) => {
    expect(decide(aSituation(situation)).needs).toEqual(needs);
  });
});
