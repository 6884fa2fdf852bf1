// Computes what a user may do in a place from what their session has received, as clients do.
// Source: the reference's public documentation, Permissions.
import { ALL_PERMISSIONS, holds, type PermissionName } from "@antechamber/contract/permissions";
import type { Channel, GuildSeen } from "./seen-guilds.ts";

/** The overwrites in the order in which they apply: @everyone, roles, the member. */
function layers(guild: GuildSeen, roles: readonly string[], user: string) {
  return [
    (id: string) => id === guild.id,
    (id: string) => roles.includes(id),
    (id: string) => id === user,
  ];
}

/**
 * The permissions of a user in a channel, in a thread's parent, or, without a channel, in the
 * guild.
 */
export function permissionsOf(guild: GuildSeen, user: string, place?: Channel): bigint {
  if (guild.owner_id === user) return ALL_PERMISSIONS;
  const { roles = [] } = guild.members.get(user) ?? {};
  const base = [guild.id, ...roles].reduce(
    (set, id) => set | BigInt(guild.roles.get(id)?.permissions ?? 0),
    0n,
  );
  if (holds(base, "ADMINISTRATOR")) return ALL_PERMISSIONS;
  const channel = place?.thread_metadata === undefined ? place : parentOf(guild, place);
  const overwrites = channel?.permission_overwrites ?? [];
  return layers(guild, roles, user).reduce((set, isMeant) => {
    const meant = overwrites.filter(({ id }) => isMeant(id));
    const deny = meant.reduce((bits, each) => bits | BigInt(each.deny), 0n);
    const allow = meant.reduce((bits, each) => bits | BigInt(each.allow), 0n);
    return (set & ~deny) | allow;
  }, base);
}

function parentOf(guild: GuildSeen, { parent_id: id }: Channel): Channel | undefined {
  return id === undefined || id === null ? undefined : guild.channels.get(id);
}

/** The permission that sending messages in a place requires. */
export function writingIn(place: Channel | undefined): PermissionName {
  return place?.thread_metadata === undefined ? "SEND_MESSAGES" : "SEND_MESSAGES_IN_THREADS";
}

/** The permissions that the header of a pane lists, with their labels. */
const shown: readonly (readonly [PermissionName, string])[] = [
  ["USE_APPLICATION_COMMANDS", "use commands"],
  ["ADD_REACTIONS", "react"],
  ["MANAGE_MESSAGES", "manage messages"],
  ["MANAGE_GUILD", "manage the guild"],
];

/** `send, use commands`. */
export function mayText(permissions: bigint, place?: Channel): string {
  const all = [[writingIn(place), "send"] as const, ...shown];
  const names = all.filter(([name]) => holds(permissions, name)).map(([, text]) => text);
  return names.length === 0 ? "nothing" : names.join(", ");
}
