// The invite handlers on a store in memory: a guild with users, roles, a text and a voice channel.
import type { PermissionName, UploadedFile } from "@antechamber/contract";
import { createChannelInvite, useInvite } from "@antechamber/contract/guilds";
import { applications } from "../../domains/applications/application.ts";
import { channels, guilds, members, roles } from "../../domains/guilds/guild.ts";
import { inviteHandlers } from "../../domains/invites/handlers.ts";
import { users } from "../../domains/users/user.ts";
import type { Caller } from "../../platform/context.ts";
import { nobodyOnline } from "../presences.ts";
import { openHandlerCalls } from "./handler-calls.ts";
import { aChannel, aGuild, aMember, anApplication, aRole, aUser } from "../records.ts";

export const ids = {
  /** Owns the guild, and so has every permission. */
  alice: "100000000000000001",
  /** A member with the permissions of @everyone. */
  bob: "100000000000000002",
  /** Is in no guild. */
  carol: "100000000000000003",
  dave: "100000000000000004",
  bot: "200000000000000001",
  guild: "300000000000000001",
  general: "300000000000000021",
  voice: "300000000000000022",
  category: "300000000000000023",
  thread: "300000000000000024",
  /** The bot's role. */
  high: "300000000000000031",
  low: "300000000000000032",
  managed: "300000000000000033",
} as const;

export const asBot: Caller = { kind: "bot", application_id: ids.bot };
export const asUser = (user_id: string): Caller => ({ kind: "user", user_id });

/** A CSV file, as a multipart form contains it. */
export function aList(content: string): UploadedFile {
  const bytes = new TextEncoder().encode(content);
  return { field: "target_users_file", filename: "users.csv", contentType: "text/csv", bytes };
}

const seeing = ["VIEW_CHANNEL", "CONNECT"] as const;

/** The scene; `granted` are the permissions of the bot's role, at position 5. */
export async function anInviteScene(...granted: readonly PermissionName[]) {
  const calls = await openHandlerCalls(inviteHandlers({ presences: nobodyOnline }));
  const guild_id = ids.guild;
  await calls.seed((tx) => {
    for (const id of [ids.alice, ids.bob, ids.carol, ids.dave]) tx.put(users, aUser(id));
    tx.put(users, aUser(ids.bot, { bot: true }));
    tx.put(
      applications,
      anApplication(ids.bot, { owner_id: ids.alice, flags_new: (1 << 17).toString() }),
    );
    tx.put(guilds, aGuild(guild_id, { owner_id: ids.alice }));
    tx.put(roles, aRole({ guild_id, id: guild_id }, ...seeing));
    tx.put(roles, { ...aRole({ guild_id, id: ids.high }, ...granted), position: 5 });
    tx.put(roles, { ...aRole({ guild_id, id: ids.low }), position: 2 });
    tx.put(roles, { ...aRole({ guild_id, id: ids.managed }), position: 1, managed: true });
    for (const user_id of [ids.alice, ids.bob]) tx.put(members, aMember({ guild_id, user_id }));
    tx.put(members, aMember({ guild_id, user_id: ids.bot }, { roles: [ids.high] }));
    tx.put(channels, aChannel(ids.general, { guild_id }));
    tx.put(channels, aChannel(ids.voice, { guild_id, type: 2 }));
    tx.put(channels, aChannel(ids.category, { guild_id, type: 4 }));
    tx.put(channels, aChannel(ids.thread, { guild_id, type: 11, parent_id: ids.general }));
  });

  const invite = (
    body: object = {},
    more: { as?: Caller; channel?: string; files?: readonly UploadedFile[] } = {},
  ) =>
    calls.call(createChannelInvite, {
      as: more.as ?? asBot,
      params: { channel_id: more.channel ?? ids.general },
      body,
      files: more.files ?? [],
    });
  const use = (code: string, as: string = ids.carol) =>
    calls.call(useInvite, { as: asUser(as), params: { code }, body: {} });
  const memberOf = (user_id: string) =>
    calls.store.read((tx) => tx.get(members, members.key(aMember({ guild_id, user_id }))));
  const advance = (ms: number) => calls.clock.moveTo(calls.clock.now() + ms);
  return { ...calls, invite, use, memberOf, advance };
}
