// Every kind of record that the service keeps.
import { applications } from "./domains/applications/application.ts";
import { guildInstalls, userInstalls } from "./domains/applications/installs.ts";
import { accessTokens } from "./domains/applications/tokens.ts";
import { commands } from "./domains/commands/command.ts";
import { commandPermissions } from "./domains/commands/command-permissions.ts";
import { commandCreates } from "./domains/commands/creates.ts";
import { channels, guilds, members, roles } from "./domains/guilds/guild.ts";
import { voiceChannels, voiceStates } from "./domains/guilds/voice.ts";
import { interactions } from "./domains/interactions/interaction.ts";
import { lobbies, lobbyMembers } from "./domains/lobbies/lobby.ts";
import { attachments, fileBytes } from "./domains/messages/attachment.ts";
import { messages } from "./domains/messages/message.ts";
import { lastSendings } from "./domains/messages/slowmode.ts";
import { users } from "./domains/users/user.ts";
import { clockStates, worlds } from "./domains/worlds/world.ts";
import { idFloors } from "./platform/ids.ts";
import { jobs } from "./platform/jobs.ts";
import type { AnyTable } from "./platform/store.ts";

export const tables: readonly AnyTable[] = [
  users,
  applications,
  guildInstalls,
  userInstalls,
  accessTokens,
  guilds,
  roles,
  channels,
  members,
  voiceStates,
  voiceChannels,
  messages,
  attachments,
  fileBytes,
  lastSendings,
  commands,
  commandCreates,
  commandPermissions,
  interactions,
  lobbies,
  lobbyMembers,
  worlds,
  clockStates,
  jobs,
  idFloors,
];
