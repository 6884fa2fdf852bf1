// The message handlers on a store in memory: a guild with a bot, users, and channels to write to.
import type { PermissionName, UploadedFile } from "@antechamber/contract";
import { createMessage, deleteMessage, editMessage } from "@antechamber/contract/messages";
import { channels, guilds, members, roles } from "../../domains/guilds/guild.ts";
import { messageHandlers } from "../../domains/messages/handlers.ts";
import { users } from "../../domains/users/user.ts";
import type { Caller } from "../../platform/context.ts";
import type { Binding } from "../../platform/handler.ts";
import { openHandlerCalls } from "./handler-calls.ts";
import { aChannel, aGuild, aMember, aRole, aUser } from "../records.ts";

export const ids = {
  alice: "100000000000000001",
  bob: "100000000000000002",
  /** Is in no guild. */
  carol: "100000000000000003",
  bot: "200000000000000001",
  otherBot: "200000000000000002",
  guild: "300000000000000001",
  general: "300000000000000021",
  hidden: "300000000000000022",
  thread: "300000000000000023",
  forum: "300000000000000024",
  /** Has a slowmode of ten seconds. */
  slow: "300000000000000025",
} as const;

export const asBot: Caller = { kind: "bot", application_id: ids.bot };
export const asAlice: Caller = { kind: "user", user_id: ids.alice };
export const asBob: Caller = { kind: "user", user_id: ids.bob };

const writing = ["VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY"] as const;
const all = [...writing, "EMBED_LINKS", "ATTACH_FILES", "SEND_POLLS"] as const;

export interface MessageScene {
  /** The permissions of @everyone. Alice owns the guild, and has all of them. */
  readonly granted?: readonly PermissionName[];
  /** Further handlers. */
  readonly handlers?: readonly Binding[];
}

export interface Sent {
  readonly as?: Caller;
  readonly channel?: string;
  readonly files?: readonly UploadedFile[];
}

/** A file, as a multipart form contains it. */
export function aFile(
  part: number,
  filename: string,
  content: string | Uint8Array = filename,
): UploadedFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { field: `files[${part}]`, filename, contentType: "", bytes };
}

/** The scene, with functions to write messages. */
export async function aMessageScene({ granted = all, handlers = [] }: MessageScene = {}) {
  const calls = await openHandlerCalls([...messageHandlers, ...handlers]);
  const inGuild = { guild_id: ids.guild };
  await calls.seed((tx) => {
    for (const id of [ids.alice, ids.bob, ids.carol]) tx.put(users, aUser(id));
    for (const id of [ids.bot, ids.otherBot]) tx.put(users, aUser(id, { bot: true }));
    tx.put(guilds, aGuild(ids.guild, { owner_id: ids.alice }));
    tx.put(roles, aRole({ ...inGuild, id: ids.guild }, ...granted));
    for (const user_id of [ids.alice, ids.bob, ids.bot]) {
      tx.put(members, aMember({ ...inGuild, user_id }));
    }
    const hidden = { id: ids.guild, type: 0, allow: "0", deny: "1024" } as const;
    tx.put(channels, aChannel(ids.general, inGuild));
    tx.put(channels, aChannel(ids.hidden, { ...inGuild, permission_overwrites: [hidden] }));
    tx.put(channels, aChannel(ids.thread, { ...inGuild, type: 11, parent_id: ids.general }));
    tx.put(channels, aChannel(ids.forum, { ...inGuild, type: 15 }));
    tx.put(channels, aChannel(ids.slow, { ...inGuild, rate_limit_per_user: 10 }));
  });

  const send = (body: object, { as = asBot, channel = ids.general, files = [] }: Sent = {}) =>
    calls.call(createMessage, { as, params: { channel_id: channel }, body, files });
  const edit = (id: string, body: object, { as = asBot, channel, files = [] }: Sent = {}) =>
    calls.call(editMessage, { as, params: paramsOf(id, channel), body, files });
  const remove = (id: string, { as = asBot, channel }: Sent = {}) =>
    calls.call(deleteMessage, { as, params: paramsOf(id, channel) });
  const advance = (ms: number) => calls.clock.moveTo(calls.clock.now() + ms);
  return { ...calls, send, edit, remove, advance };
}

function paramsOf(message_id: string, channel_id: string = ids.general) {
  return { channel_id, message_id };
}

/** The code of a refusal, or undefined for a success. */
export function codeOf({ status, body }: { readonly status: number; readonly body: unknown }) {
  return status < 300 ? undefined : (body as { code: number }).code;
}

/** The paths and codes of the issues in a refused form. */
export function leavesOf({ body }: { readonly body: unknown }): string[] {
  const walk = (tree: object, place: string): string[] =>
    Object.entries(tree).flatMap(([step, inner]: [string, unknown]) =>
      step === "_errors"
        ? (inner as { code: string }[]).map(({ code }) => `${place}: ${code}`)
        : walk(inner as object, place === "" ? step : `${place}.${step}`),
    );
  return walk((body as { errors?: object }).errors ?? {}, "");
}
