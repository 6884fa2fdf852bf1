// The handlers of moderation on a store in memory: a guild with a hierarchy of roles.
import type { PermissionName } from "@antechamber/contract";
import { applications } from "../../domains/applications/application.ts";
import { guildInstalls } from "../../domains/applications/installs.ts";
import { auditLogHandlers } from "../../domains/audit-log/handlers.ts";
import { channels, guilds, members, roles } from "../../domains/guilds/guild.ts";
import { inviteHandlers } from "../../domains/invites/handlers.ts";
import { moderationHandlers } from "../../domains/moderation/handlers.ts";
import { users } from "../../domains/users/user.ts";
import type { Caller } from "../../platform/context.ts";
import type { Binding } from "../../platform/handler.ts";
import { nobodyOnline } from "../presences.ts";
import { openHandlerCalls } from "./handler-calls.ts";
import { aChannel, aGuild, aMember, anApplication, aRole, aUser } from "../records.ts";

export const ids = {
  /** Owns the guild. */
  alice: "100000000000000001",
  /** Has no role but @everyone. */
  bob: "100000000000000002",
  /** Is in no guild. */
  carol: "100000000000000003",
  /** Has the highest role. */
  dave: "100000000000000004",
  /** Has the lowest role. */
  erin: "100000000000000005",
  /** Has a role with the granted permissions. */
  bot: "200000000000000001",
  guild: "300000000000000001",
  general: "300000000000000021",
  voice: "300000000000000022",
  hidden: "300000000000000023",
  /** The roles at positions 1, 2, 3 (the bot's) and 4. */
  low: "300000000000000031",
  middle: "300000000000000032",
  own: "300000000000000033",
  high: "300000000000000034",
} as const;

export const asBot: Caller = { kind: "bot", application_id: ids.bot };
export const asUser = (user_id: string): Caller => ({ kind: "user", user_id });
export const inGuild = { guild_id: ids.guild } as const;

/** The scene; `granted` are the permissions of the bot's role, at position 3 of 4. */
export async function aModerationScene(
  granted: readonly PermissionName[] = [],
  more: readonly Binding[] = [],
) {
  const handlers = [
    ...moderationHandlers,
    ...auditLogHandlers,
    ...inviteHandlers({ presences: nobodyOnline }),
    ...more,
  ];
  const calls = await openHandlerCalls(handlers);
  const guild_id = ids.guild;
  await calls.seed((tx) => {
    for (const id of [ids.alice, ids.bob, ids.carol, ids.dave, ids.erin]) tx.put(users, aUser(id));
    tx.put(users, aUser(ids.bot, { bot: true }));
    tx.put(applications, anApplication(ids.bot, { owner_id: ids.alice }));
    tx.put(guildInstalls, {
      guild_id,
      application_id: ids.bot,
      scopes: ["bot", "applications.commands"],
      permissions: "0",
      installed_by: ids.alice,
    });
    tx.put(guilds, aGuild(guild_id, { owner_id: ids.alice }));
    tx.put(roles, aRole({ guild_id, id: guild_id }, "VIEW_CHANNEL", "CONNECT"));
    for (const [id, position] of [
      [ids.low, 1],
      [ids.middle, 2],
      [ids.high, 4],
    ] as const) {
      tx.put(roles, { ...aRole({ guild_id, id }), name: `role ${position}`, position });
    }
    tx.put(roles, {
      ...aRole({ guild_id, id: ids.own }, ...granted),
      position: 3,
      managed: true,
      tags: { bot_id: ids.bot },
    });
    const worn: readonly (readonly [string, readonly string[]])[] = [
      [ids.alice, []],
      [ids.bob, []],
      [ids.dave, [ids.high]],
      [ids.erin, [ids.low]],
      [ids.bot, [ids.own]],
    ];
    for (const [user_id, own] of worn) {
      tx.put(members, aMember({ guild_id, user_id }, { roles: [...own] }));
    }
    const hidden = { id: guild_id, type: 0, allow: "0", deny: "1024" } as const;
    tx.put(channels, aChannel(ids.general, inGuild));
    tx.put(channels, aChannel(ids.voice, { ...inGuild, type: 2 }));
    tx.put(
      channels,
      aChannel(ids.hidden, { ...inGuild, type: 2, permission_overwrites: [hidden] }),
    );
  });
  return calls;
}
