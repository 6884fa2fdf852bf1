// A guild with a bot, users, and commands to invoke.
import type { PermissionName } from "@antechamber/contract";
import { applications, type ApplicationRecord } from "../../domains/applications/application.ts";
import { guildInstalls } from "../../domains/applications/installs.ts";
import { commands, type CommandRecord } from "../../domains/commands/command.ts";
import { channels, guilds, members, roles } from "../../domains/guilds/guild.ts";
import { users } from "../../domains/users/user.ts";
import type { Caller } from "../../platform/context.ts";
import type { Writer } from "../../platform/store.ts";
import { aChannel, aGuild, aMember, anApplication, aRole, aUser } from "../records.ts";

export const ids = {
  alice: "100000000000000001",
  bob: "100000000000000002",
  /** Is in no guild. */
  carol: "100000000000000003",
  application: "200000000000000001",
  guild: "300000000000000001",
  mods: "300000000000000011",
  general: "300000000000000021",
  /** Visible only to the owner. */
  hidden: "300000000000000022",
  /** A direct message of bob and the bot. */
  direct: "300000000000000031",
  ping: "400000000000000001",
  permissions: "400000000000000002",
  highFive: "400000000000000003",
  report: "400000000000000004",
} as const;

export const asBob: Caller = { kind: "user", user_id: ids.bob };
export const asCarol: Caller = { kind: "user", user_id: ids.carol };
export function aCommand(
  id: string,
  more: Partial<CommandRecord> & { name: string },
): CommandRecord {
  return {
    id,
    application_id: ids.application,
    version: `${id.slice(0, -2)}99`,
    type: 1,
    name_localizations: null,
    description: "a command",
    description_localizations: null,
    default_member_permissions: null,
    nsfw: false,
    dm_permission: true,
    contexts: null,
    integration_types: [0],
    ...more,
  };
}

const texts = { name_localizations: null, description: "x", description_localizations: null };

const everyCommand: readonly CommandRecord[] = [
  aCommand(ids.ping, {
    name: "ping",
    options: [
      { ...texts, type: 3, name: "text" },
      { ...texts, type: 9, name: "who" },
      { ...texts, type: 7, name: "where", channel_types: [0] },
    ],
  }),
  aCommand(ids.permissions, {
    name: "permissions",
    options: [
      {
        ...texts,
        type: 2,
        name: "user",
        options: [
          {
            ...texts,
            type: 1,
            name: "add",
            options: [{ ...texts, type: 6, name: "user", required: true }],
          },
        ],
      },
    ],
  }),
  aCommand(ids.highFive, { name: "High Five", type: 2, description: "" }),
  aCommand(ids.report, { name: "Report", type: 3, description: "" }),
];

export interface Situation {
  /** The permissions of @everyone. */
  readonly granted?: readonly PermissionName[];
  readonly application?: Partial<ApplicationRecord>;
  /** Commands instead of the usual ones. */
  readonly commands?: readonly CommandRecord[];
  /** False if the application is not installed in the guild. */
  readonly isInGuild?: boolean;
  readonly more?: (tx: Writer) => void;
}

const everyonesRights: readonly PermissionName[] = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "USE_APPLICATION_COMMANDS",
  "READ_MESSAGE_HISTORY",
];

/** Stores the records of a situation. */
export function fill(tx: Writer, situation: Situation): void {
  const { granted = everyonesRights, isInGuild = true } = situation;
  const guild_id = ids.guild;
  tx.put(users, aUser(ids.alice, { username: "alice" }));
  tx.put(users, aUser(ids.bob, { username: "bob", locale: "de" }));
  tx.put(users, aUser(ids.carol, { username: "carol" }));
  tx.put(users, aUser(ids.application, { username: "Concierge", bot: true }));
  const about = { name: "Concierge", owner_id: ids.alice, ...situation.application };
  tx.put(applications, anApplication(ids.application, about));
  tx.put(guilds, aGuild(guild_id, { name: "Home", owner_id: ids.alice, preferred_locale: "fr" }));
  tx.put(roles, aRole({ guild_id, id: guild_id }, ...granted));
  tx.put(roles, { ...aRole({ guild_id, id: ids.mods }), name: "mods", mentionable: true });
  tx.put(channels, aChannel(ids.general, { guild_id, name: "general" }));
  const deny = { id: guild_id, type: 0, allow: "0", deny: "1024" } as const;
  const overwrites = { permission_overwrites: [deny] };
  tx.put(channels, aChannel(ids.hidden, { guild_id, name: "hidden", ...overwrites }));
  const recipientIds = [ids.bob, ids.application];
  tx.put(channels, { id: ids.direct, type: 1, flags: 0, last_message_id: null, recipientIds });
  for (const user_id of [ids.alice, ids.bob]) tx.put(members, aMember({ guild_id, user_id }));
  if (isInGuild) {
    tx.put(members, aMember({ guild_id, user_id: ids.application }));
    const scopes = ["bot", "applications.commands"];
    const install = { guild_id, application_id: ids.application, scopes };
    tx.put(guildInstalls, { ...install, permissions: "0", installed_by: ids.alice });
  }
  for (const command of situation.commands ?? everyCommand) tx.put(commands, command);
  situation.more?.(tx);
}
