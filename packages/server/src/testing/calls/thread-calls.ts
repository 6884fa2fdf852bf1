// The handlers of channels, threads and messages on a store in memory, with the archiving of
// threads.
import type { PermissionName } from "@antechamber/contract";
import { editChannel } from "@antechamber/contract/channels";
import { createThread } from "@antechamber/contract/threads";
import { createMessage } from "@antechamber/contract/messages";
import { channelHandlers } from "../../domains/channels/handlers.ts";
import { channels, guilds, members, roles } from "../../domains/guilds/guild.ts";
import { messageHandlers } from "../../domains/messages/handlers.ts";
import { users } from "../../domains/users/user.ts";
import { asBot, asUser, ids, inGuild } from "./guild-calls.ts";
import { openHandlerCalls } from "./handler-calls.ts";
import { aChannel, aGuild, aMember, aRole, aUser } from "../records.ts";

export const forum = "300000000000000041";
export const news = "300000000000000042";

const tag = (id: string, name: string, moderated: boolean) => ({
  id,
  name,
  moderated,
  emoji_id: null,
  emoji_name: null,
});

/**
 * The scene: everyone sees and reads the channels; alice owns the guild, bob and the bot are
 * members.
 */
export async function aThreadScene(...granted: readonly PermissionName[]) {
  const calls = await openHandlerCalls([...channelHandlers, ...messageHandlers]);
  await calls.seed((tx) => {
    for (const id of [ids.alice, ids.bob, ids.carol]) tx.put(users, aUser(id));
    tx.put(users, aUser(ids.bot, { bot: true }));
    tx.put(guilds, aGuild(ids.guild, { owner_id: ids.alice }));
    const everyone = { ...inGuild, id: ids.guild };
    tx.put(roles, aRole(everyone, "VIEW_CHANNEL", "CONNECT", "READ_MESSAGE_HISTORY", ...granted));
    for (const user_id of [ids.alice, ids.bob, ids.bot]) {
      tx.put(members, aMember({ ...inGuild, user_id }));
    }
    tx.put(channels, aChannel(ids.general, inGuild));
    tx.put(channels, aChannel(ids.voice, { ...inGuild, type: 2 }));
    tx.put(channels, aChannel(news, { ...inGuild, type: 5 }));
    const available_tags = [tag("71", "bug", false), tag("72", "solved", true)];
    tx.put(channels, aChannel(forum, { ...inGuild, type: 15, available_tags }));
  });
  const begin = (body: object, channel_id: string = ids.general, as = asBot) =>
    calls.call(createThread, { as, params: { channel_id }, body });
  const edit = (channel_id: string, body: object, as = asBot) =>
    calls.call(editChannel, { as, params: { channel_id }, body });
  const write = (channel_id: string, content: string, as = asUser(ids.bob)) =>
    calls.call(createMessage, { as, params: { channel_id }, body: { content } });
  const stored = (id: string) => calls.store.read((tx) => tx.get(channels, id.padStart(20, "0")));
  const advance = (ms: number) => calls.clock.moveTo(calls.clock.now() + ms);
  return { ...calls, begin, edit, write, stored, advance };
}

/** The permissions with which a bot can create threads of both kinds and write in them. */
export const threading = [
  "CREATE_PUBLIC_THREADS",
  "CREATE_PRIVATE_THREADS",
  "SEND_MESSAGES",
  "SEND_MESSAGES_IN_THREADS",
] as const;
