// Server-side policies for single endpoints. What clients have to know about an endpoint is in its
// declaration in the contract; what concerns only this server is here.
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
 * Replies of these endpoints depend only on records, path, query, caller and language, so they can
 * be cached. Source: docs/decisions, "Answers are remembered".
 */
const cacheableReads: readonly (EndpointDeclaration & { readonly method: "GET" })[] = [
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

const cacheable: ReadonlySet<string> = new Set(cacheableReads.map(({ id }) => id));

/** True for reads whose replies may be cached until a record that they depend on changes. */
export function isCacheable({ id }: EndpointDeclaration): boolean {
  return cacheable.has(id);
}

const pages: Readonly<Record<string, string>> = { [getAuthorization.id]: "/oauth2/authorize" };

/** The page that a browser without a credential is redirected to, with its query. */
export function pageOf({ id }: EndpointDeclaration): string | undefined {
  return pages[id];
}

const plannedBodies: Readonly<Record<string, Readonly<Record<number, object>>>> = {
  [searchMessages.id]: { 202: indexNotReady },
};

/** The body of an injected fault with this status when it names none; undefined: the error shape. */
export function plannedBody({ id }: EndpointDeclaration, status: number): object | undefined {
  return plannedBodies[id]?.[status];
}
