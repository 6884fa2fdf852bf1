import {
  ALL_PERMISSIONS,
  GUILD_PERMISSIONS,
  permissionNames,
  permissionSet,
  type PermissionName,
} from "@antechamber/contract";
import { ChannelType } from "@antechamber/contract/guilds";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  guildDefaults,
  members,
  roleDefaults,
  type ChannelRecord,
  type OverwriteRecord,
} from "./guild.ts";
import {
  basePermissions,
  channelPermissions,
  withOwnRoles,
  type PermissionContext,
} from "./permissions.ts";

const guildId = "300000000000000001";
const modsId = "300000000000000011";
const userId = "100000000000000001";
const now = Date.UTC(2026, 10, 21);

interface Case {
  readonly everyone?: readonly PermissionName[];
  readonly mods?: readonly PermissionName[];
  readonly roles?: readonly string[];
  readonly isOwner?: boolean;
  readonly timedOutUntil?: string;
}

function aPermissionContext({
  everyone = [],
  mods = [],
  roles = [],
  isOwner = false,
  timedOutUntil,
}: Case): PermissionContext {
  const role = (id: string, names: readonly PermissionName[]) => ({
    ...roleDefaults,
    id,
    name: id,
    guild_id: guildId,
    position: 0,
    permissions: permissionSet(...names).toString(),
  });
  return {
    guild: { ...guildDefaults, id: guildId, name: "Test", owner_id: isOwner ? userId : "1" },
    member: {
      ...members.defaults,
      guild_id: guildId,
      user_id: userId,
      roles: [...roles],
      joined_at: "2026-01-01T00:00:00.000000+00:00",
      communication_disabled_until: timedOutUntil ?? null,
    },
    roles: [role(guildId, everyone), role(modsId, mods)],
    time: { now },
  };
}

function aChannel(
  ...overwrites: { id: string; type?: 0 | 1; allow?: PermissionName[]; deny?: PermissionName[] }[]
): ChannelRecord {
  const permission_overwrites = overwrites.map(
    ({ id, type = 0, allow = [], deny = [] }): OverwriteRecord => ({
      id,
      type,
      allow: permissionSet(...allow).toString(),
      deny: permissionSet(...deny).toString(),
    }),
  );
  return { id: "1", type: 0, guild_id: guildId, name: "general", flags: 0, permission_overwrites };
}

describe("permissions in a guild", () => {
  test("are all permissions for the owner and administrators", () => {
    expect(basePermissions(aPermissionContext({ isOwner: true }))).toBe(ALL_PERMISSIONS);
    expect(basePermissions(aPermissionContext({ mods: ["ADMINISTRATOR"], roles: [modsId] }))).toBe(
      ALL_PERMISSIONS,
    );
  });

  test("combine those of everyone and those of the member's roles", () => {
    const parts = { everyone: ["VIEW_CHANNEL"], mods: ["KICK_MEMBERS"] } as const;
    expect(basePermissions(aPermissionContext(parts))).toBe(permissionSet("VIEW_CHANNEL"));
    expect(basePermissions(aPermissionContext({ ...parts, roles: [modsId] }))).toBe(
      permissionSet("VIEW_CHANNEL", "KICK_MEMBERS"),
    );
  });

  test.each([{ roles: [modsId] }, { roles: [] }])(
    "follow from the member's own roles alone: $roles",
    ({ roles }) => {
      const context = aPermissionContext({ everyone: ["SPEAK"], mods: ["KICK_MEMBERS"], roles });
      const own = withOwnRoles(context);
      expect(own.roles.map(({ id }) => id)).toEqual([guildId, ...roles]);
      expect(basePermissions(own)).toBe(basePermissions(context));
    },
  );

  test("are reduced to reading during a time-out, and restored after it", () => {
    const everyone = ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY", "SEND_MESSAGES"] as const;
    const during = aPermissionContext({ everyone, timedOutUntil: "2026-11-22T00:00:00+00:00" });
    const after = aPermissionContext({ everyone, timedOutUntil: "2026-11-20T00:00:00+00:00" });
    expect(basePermissions(during)).toBe(permissionSet("VIEW_CHANNEL", "READ_MESSAGE_HISTORY"));
    expect(basePermissions(after)).toBe(permissionSet(...everyone));
    expect(basePermissions({ ...during, guild: { ...during.guild, owner_id: userId } })).toBe(
      ALL_PERMISSIONS,
    );
  });
});

describe("permissions in a channel", () => {
  const everyone = ["VIEW_CHANNEL", "SEND_MESSAGES"] as const;

  test.each([
    ["everyone is denied", [{ id: guildId, deny: ["SEND_MESSAGES"] }], ["VIEW_CHANNEL"]],
    [
      "a role is allowed what everyone is denied",
      [
        { id: guildId, deny: ["SEND_MESSAGES"] },
        { id: modsId, allow: ["SEND_MESSAGES"] },
      ],
      ["VIEW_CHANNEL", "SEND_MESSAGES"],
    ],
    [
      "the member is denied what a role is allowed",
      [
        { id: modsId, allow: ["ADD_REACTIONS"] },
        { id: userId, type: 1, deny: ["ADD_REACTIONS"] },
      ],
      ["VIEW_CHANNEL", "SEND_MESSAGES"],
    ],
    [
      "one overwrite allows and denies the same",
      [{ id: modsId, allow: ["ADD_REACTIONS"], deny: ["ADD_REACTIONS"] }],
      ["VIEW_CHANNEL", "SEND_MESSAGES", "ADD_REACTIONS"],
    ],
    [
      "a role that one does not have is denied",
      [{ id: "999", deny: ["SEND_MESSAGES"] }],
      ["VIEW_CHANNEL", "SEND_MESSAGES"],
    ],
  ] as const)("are computed from its overwrites when %s", (_case, overwrites, expected) => {
    const channel = aChannel(...(overwrites as unknown as Parameters<typeof aChannel>));
    expect(channelPermissions(aPermissionContext({ everyone, roles: [modsId] }), channel)).toBe(
      permissionSet(...expected),
    );
  });

  test("ignore overwrites for administrators", () => {
    const channel = aChannel({ id: guildId, deny: ["VIEW_CHANNEL"] });
    expect(
      channelPermissions(aPermissionContext({ mods: ["ADMINISTRATOR"], roles: [modsId] }), channel),
    ).toBe(ALL_PERMISSIONS);
  });

  /** The channel types where overwrites of a permission apply: T text, V voice, S stage. */
  const places = `PRIORITY_SPEAKER V, STREAM VS, CONNECT VS, SPEAK V, MUTE_MEMBERS VS, DEAFEN_MEMBERS V,
    MOVE_MEMBERS VS, USE_VAD V, REQUEST_TO_SPEAK S, MANAGE_EVENTS VS, MANAGE_THREADS T,
    CREATE_PUBLIC_THREADS T, CREATE_PRIVATE_THREADS T, SEND_MESSAGES_IN_THREADS T,
    USE_EMBEDDED_ACTIVITIES TV, USE_SOUNDBOARD V, CREATE_EVENTS VS, USE_EXTERNAL_SOUNDS V,
    SET_VOICE_CHANNEL_STATUS V, PIN_MESSAGES T`;
  const kinds: readonly (readonly [keyof typeof ChannelType, string])[] = [
    ["GUILD_TEXT", "T"],
    ["GUILD_ANNOUNCEMENT", "T"],
    ["GUILD_FORUM", "T"],
    ["GUILD_MEDIA", "T"],
    ["GUILD_VOICE", "V"],
    ["GUILD_STAGE_VOICE", "S"],
    ["GUILD_CATEGORY", "TVS"],
  ];

  test.each(kinds)(
    "of type %s follow only overwrites of permissions that apply there",
    (kind, own) => {
      const placeOf = new Map(
        places.split(",").map((each) => each.trim().split(" ") as [string, string]),
      );
      // In voice channels without CONNECT, a member has no other permissions.
      const connect: PermissionName[] = own === "V" || own === "S" ? ["CONNECT"] : [];
      const names = permissionNames(ALL_PERMISSIONS).filter((name) => !connect.includes(name));
      for (const name of names) {
        const isOfGuild = (GUILD_PERMISSIONS & permissionSet(name)) !== 0n;
        const place = isOfGuild ? "" : (placeOf.get(name) ?? "TVS");
        const isOverwritten = new RegExp(`[${own}]`).test(place);
        const layers: [PermissionName[], Parameters<typeof aChannel>[0]][] = [
          [[], { id: guildId, allow: [name] }],
          [[], { id: userId, type: 1, allow: [name] }],
          [[name], { id: guildId, deny: [name] }],
          [[name], { id: userId, type: 1, deny: [name] }],
        ];
        for (const [base, overwrite] of name === "ADMINISTRATOR" ? layers.slice(0, 2) : layers) {
          const permissionContext = aPermissionContext({ everyone: [...base, ...connect] });
          const channel = { ...aChannel(overwrite), type: ChannelType[kind] };
          const isKept =
            channelPermissions(permissionContext, channel) === permissionSet(...base, ...connect);
          expect([name, isKept]).toEqual([name, !isOverwritten]);
        }
      }
    },
  );

  test.each([ChannelType.GUILD_VOICE, ChannelType.GUILD_STAGE_VOICE])(
    "of type %i are only VIEW_CHANNEL and those of the guild without CONNECT",
    (type) => {
      const all = permissionNames(ALL_PERMISSIONS).filter((name) => name !== "ADMINISTRATOR");
      const denied = { ...aChannel({ id: guildId, deny: ["CONNECT"] }), type };
      const open = { ...denied, permission_overwrites: [] };
      const permissionContext = aPermissionContext({ everyone: all });
      expect(channelPermissions(permissionContext, open)).toBe(permissionSet(...all));
      expect(channelPermissions(permissionContext, denied)).toBe(
        (GUILD_PERMISSIONS & ~permissionSet("ADMINISTRATOR")) | permissionSet("VIEW_CHANNEL"),
      );
      expect(
        channelPermissions(permissionContext, { ...denied, type: ChannelType.GUILD_TEXT }),
      ).toBe(permissionSet(...all));
      expect(channelPermissions(aPermissionContext({ isOwner: true }), denied)).toBe(
        ALL_PERMISSIONS,
      );
      const timedOut = aPermissionContext({
        everyone: all,
        timedOutUntil: "2026-11-22T00:00:00+00:00",
      });
      const reading = permissionSet("VIEW_CHANNEL", "READ_MESSAGE_HISTORY");
      expect(channelPermissions(timedOut, open)).toBe(reading);
      expect(channelPermissions(timedOut, denied)).toBe(permissionSet("VIEW_CHANNEL"));
    },
  );

  test("contain what the last layer allows and nothing that it denies", () => {
    const names = fc.subarray([
      "VIEW_CHANNEL",
      "SEND_MESSAGES",
      "ADD_REACTIONS",
      "ATTACH_FILES",
    ] as PermissionName[]);
    fc.assert(
      fc.property(fc.tuple(names, names, names, names), ([base, allowAll, allow, deny]) => {
        const channel = aChannel(
          { id: guildId, allow: allowAll },
          { id: userId, type: 1, allow, deny },
        );
        const set = channelPermissions(aPermissionContext({ everyone: base }), channel);
        const allowed = permissionSet(...allow);
        expect(set & allowed).toBe(allowed);
        expect(set & permissionSet(...deny) & ~allowed).toBe(0n);
      }),
    );
  });
});
