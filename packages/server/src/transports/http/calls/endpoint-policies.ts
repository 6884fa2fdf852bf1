// What this server decides of single endpoints. What a client has to know of one stands in its
// declaration in the contract; whatever is nobody's business but ours stands here.
import type { EndpointDeclaration } from "@antechamber/contract";
import {
  getCurrentApplication,
  getCurrentBotApplication,
} from "@antechamber/contract/applications";
import {
  getGlobalCommand,
  getGuildCommand,
  listGlobalCommands,
  listGuildCommands,
} from "@antechamber/contract/commands";
import {
  countRoleMembers,
  getChannel,
  getGuild,
  getGuildMember,
  getOwnMember,
  listGuildChannels,
  listGuildIntegrations,
  listGuildMembers,
  listGuildRoles,
} from "@antechamber/contract/guilds";
import { getLobby } from "@antechamber/contract/lobbies";
import { indexNotReady, searchMessages } from "@antechamber/contract/messages";
import { getAuthorization } from "@antechamber/contract/oauth";
import { getCurrentUser, getUser } from "@antechamber/contract/users";

/**
 * Their answers follow from records, path, query, caller and language alone, so they may be kept.
 * Source: docs/decisions, "Answers are remembered".
 */
const rememberedReads: readonly (EndpointDeclaration & { readonly method: "GET" })[] = [
  getCurrentUser,
  getUser,
  getCurrentApplication,
  getCurrentBotApplication,
  getGuild,
  listGuildChannels,
  listGuildRoles,
  listGuildMembers,
  listGuildIntegrations,
  countRoleMembers,
  getGuildMember,
  getOwnMember,
  getChannel,
  listGlobalCommands,
  getGlobalCommand,
  listGuildCommands,
  getGuildCommand,
  getLobby,
];

const remembered: ReadonlySet<string> = new Set(rememberedReads.map(({ id }) => id));

/** True of reads whose answers may be kept until a record changes that they follow from. */
export function isRemembered({ id }: EndpointDeclaration): boolean {
  return remembered.has(id);
}

const pages: Readonly<Record<string, string>> = { [getAuthorization.id]: "/oauth2/authorize" };

/** Where a browser without a credential is sent on to, its query with it. */
export function pageOf({ id }: EndpointDeclaration): string | undefined {
  return pages[id];
}

const plannedBodies: Readonly<Record<string, Readonly<Record<number, object>>>> = {
  [searchMessages.id]: { 202: indexNotReady },
};

/** What a planned fault answers with a status when it names no body; else the error shape. */
export function plannedBody({ id }: EndpointDeclaration, status: number): object | undefined {
  return plannedBodies[id]?.[status];
}
