// Records for tests: valid by default, with the given fields overridden.
import { permissionSet, type PermissionName } from "@antechamber/contract";
import { timestamp } from "@antechamber/contract/schema";
import type { ApplicationRecord } from "../domains/applications/application.ts";
import {
  guildDefaults,
  members,
  roleDefaults,
  type ChannelRecord,
  type GuildRecord,
  type MemberRecord,
  type RoleRecord,
} from "../domains/guilds/guild.ts";
import { userDefaults, userView, type UserRecord } from "../domains/users/user.ts";
import type { MessageRecord } from "../domains/messages/message.ts";

/** A timestamp in the past, for records that need one. */
const LONG_AGO = timestamp(1_700_000_000_000);

export function aUser(id: string, more: Partial<UserRecord> = {}): UserRecord {
  return { ...userDefaults, id, username: `user-${id}`, ...more };
}

export function anApplication(
  id: string,
  more: Partial<ApplicationRecord> & Pick<ApplicationRecord, "owner_id">,
): ApplicationRecord {
  return {
    id,
    name: `application-${id}`,
    description: "",
    icon: null,
    verify_key: "0".repeat(64),
    flags_new: "0",
    integration_types: [0],
    redirect_uris: [],
    interactions_endpoint_url: null,
    event_webhooks_url: null,
    event_webhooks_types: [],
    bot_public: true,
    bot_require_code_grant: false,
    tags: [],
    requestsPerSecond: 50,
    hasBot: true,
    signingSeed: "0".repeat(64),
    ...more,
  };
}

export function aGuild(
  id: string,
  more: Partial<GuildRecord> & Pick<GuildRecord, "owner_id">,
): GuildRecord {
  return { ...guildDefaults, id, name: `guild-${id}`, ...more };
}

/** A role with the given permissions; with the guild's id it is @everyone. */
export function aRole(
  of: Pick<RoleRecord, "guild_id" | "id">,
  ...granted: readonly PermissionName[]
): RoleRecord {
  const permissions = permissionSet(...granted).toString();
  return { ...roleDefaults, ...of, name: `role-${of.id}`, position: 0, permissions };
}

/** A text channel of a guild. */
export function aChannel(
  id: string,
  more: Partial<ChannelRecord> & { readonly guild_id: string },
): ChannelRecord {
  return {
    id,
    type: 0,
    name: `channel-${id}`,
    position: 0,
    parent_id: null,
    topic: null,
    nsfw: false,
    last_message_id: null,
    flags: 0,
    permission_overwrites: [],
    ...more,
  };
}

export function aMember(
  of: Pick<MemberRecord, "guild_id" | "user_id">,
  more: Partial<MemberRecord> = {},
): MemberRecord {
  return { ...members.defaults, ...of, joined_at: LONG_AGO, ...more };
}

export function aMessage(
  id: string,
  more: Partial<MessageRecord> & Pick<MessageRecord, "channel_id">,
): MessageRecord {
  return {
    id,
    type: 0,
    content: `message ${id}`,
    author: userView(aUser("100000000000000001")),
    timestamp: LONG_AGO,
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    components: [],
    pinned: false,
    flags: 0,
    ...more,
  };
}
