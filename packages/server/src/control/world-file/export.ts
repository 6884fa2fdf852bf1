// Exports the state as a world file: ids, and only fields that differ from their defaults; secrets
// are hashed. Source: product.md, World file.
import { World, type WorldFile } from "@antechamber/contract/control";
import { projection, timestamp } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { nextTurn } from "../../platform/async/event-loop.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import { userInstalls, type UserInstall } from "../../domains/applications/installs.ts";
import {
  accessTokens,
  isOwnToken,
  type AccessTokenRecord,
} from "../../domains/applications/tokens.ts";
import { isLinked, type LinkedLobbyRecord } from "../../domains/lobbies/link.ts";
import {
  lobbies,
  lobbyMembers,
  type LobbyMemberRecord,
  type LobbyRecord,
} from "../../domains/lobbies/lobby.ts";
import { refreshTokens } from "../../domains/oauth/oauth.ts";
import { userDefaults, users, type UserRecord } from "../../domains/users/user.ts";
import { storedClock, settingsOfWorld } from "./stored-world.ts";
import { applicationEntries } from "./export/applications.ts";
import { guildEntries } from "./export/guilds.ts";
import { identityEntries, withTheirParents } from "./export/partners.ts";
import { authorizationEntries } from "./export/authorizations.ts";
import { ExportBudget } from "./export/export-budget.ts";
import { fileEntries, imageEntries } from "./export/files.ts";
import {
  gameMessageEntries,
  lobbyMessageEntries,
  messageEntries,
  privateChannelEntries,
} from "./export/messages.ts";
import { paged } from "./export/paged.ts";
import { withNames } from "./name-references.ts";
import { teams, type TeamMember, type TeamRecord } from "../../domains/applications/teams.ts";
import { omitDefaults } from "./omit-defaults.ts";

/** What an export leaves out. */
export interface ExportOmissions {
  readonly messages: boolean;
  readonly files: boolean;
  /** Authorizations that follow from the exported tokens; absent: they are left out. */
  readonly plainConsents?: boolean;
}

/** Leaves the bytes of images and files out, which everything else refers to by hash. */
export const withoutBytes: ExportOmissions = { messages: false, files: true, plainConsents: false };

/**
 * Exports the state as a world file: everything that the API can show. Interactions, codes and
 * sessions are left out, since a restart ends what they open.
 *
 * @throws WorldTooLarge when messages and files are more than one answer may hold
 */
export async function exportWorld(
  ctx: ReadContext,
  without: ExportOmissions = { messages: false, files: false },
): Promise<WorldFile> {
  return withNames(await exportWithIds(ctx, without));
}

/** Exports the state with ids as references. @throws WorldTooLarge */
export async function exportWithIds(
  ctx: ReadContext,
  without: ExportOmissions,
): Promise<WorldFile> {
  const budget = new ExportBudget();
  const [{ limits, gateway }, clock, people] = await Promise.all([
    settingsOfWorld(ctx),
    storedClock(ctx),
    ctx.tx.find(users),
  ]);
  const bots = new Map(people.filter((each) => each.bot === true).map((bot) => [bot.id, bot]));
  const isMoved = clock !== undefined && (clock.frozen || clock.offsetMs !== 0);
  return withoutEmptyKeys({
    clock: isMoved ? { now: timestamp(ctx.now), frozen: clock.frozen } : undefined,
    limits,
    gateway,
    users: people.filter((each) => each.bot !== true).map(userEntry),
    teams: (await ctx.tx.find(teams)).map(teamEntry),
    applications: await applicationEntries(ctx, bots),
    guilds: await guildEntries(ctx),
    user_installs: (await ctx.tx.find(userInstalls)).map(userInstallEntry),
    access_tokens: await tokenEntries(ctx),
    application_identities: await identityEntries(ctx),
    lobbies: await lobbyEntries(ctx, without.messages ? undefined : budget),
    authorizations: await authorizationEntries(ctx, without),
    private_channels: await privateChannelEntries(ctx),
    ...(without.messages
      ? {}
      : {
          messages: await messageEntries(ctx, budget, new Set(people.map(({ id }) => id))),
          game_messages: await gameMessageEntries(ctx, budget),
        }),
    ...(without.messages || without.files ? {} : { files: await fileEntries(ctx, budget) }),
    ...(without.files ? {} : { images: await imageEntries(ctx, budget) }),
  });
}

/** How many entries of a list are processed before the event loop gets a turn. */
const BATCH = 200;

/** A world file without undefined keys and empty lists. */
async function withoutEmptyKeys(world: {
  [K in keyof WorldFile]: WorldFile[K] | undefined;
}): Promise<WorldFile> {
  const saying: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(world)) {
    if (!Array.isArray(value)) {
      if (value !== undefined) saying[key] = onlyDeclared({ [key]: value })[key];
      continue;
    }
    const entries: unknown[] = [];
    for (let at = 0; at < value.length; at += BATCH) {
      entries.push(...(onlyDeclared({ [key]: value.slice(at, at + BATCH) })[key] as unknown[]));
      await nextTurn();
    }
    if (entries.length > 0) saying[key] = entries;
  }
  return saying;
}

/** Drops fields that are not part of a world file, such as the scheduler's notes in records. */
const onlyDeclared = projection(World) as (part: object) => Record<string, unknown>;

type Entry<K extends keyof WorldFile> = NonNullable<WorldFile[K]> extends (infer E)[] ? E : never;

/** A team as a world file has it. */
export function teamEntry({ id, name, icon, owner_user_id, members }: TeamRecord): Entry<"teams"> {
  const others = members.filter(({ user_id }) => user_id !== owner_user_id);
  return {
    id,
    name,
    owner: owner_user_id,
    ...omitDefaults({ icon }, { icon: null }),
    ...(others.length === 0 ? {} : { members: others.map(teamMemberEntry) }),
  };
}

function teamMemberEntry({ user_id: user, role, membership_state }: TeamMember) {
  return {
    user,
    ...omitDefaults({ role, membership_state }, { role: "developer", membership_state: 2 }),
  };
}

/** A user as a world file has them. */
export function userEntry(user: UserRecord): Entry<"users"> {
  const { id, username, tokenDigest, isBanned, isProvisional, bot: _, ...more } = user;
  const { refusesGameMessages: refuses, ...fields } = more;
  return {
    id,
    username,
    token: tokenDigest ?? null,
    ...omitDefaults(fields, userDefaults),
    ...(isBanned ? { banned: true } : {}),
    ...(isProvisional === true ? { provisional: true } : {}),
    ...(refuses === true ? { refuses_game_messages: true } : {}),
  };
}

/** An installation for a user as a world file has it. */
export function userInstallEntry({
  user_id,
  application_id,
  scopes,
}: UserInstall): Entry<"user_installs"> {
  return { user: user_id, application: application_id, scopes: [...scopes] };
}

/** A hashed access token as a world file has it; an application's own token names no user. */
export function accessTokenEntry(token: AccessTokenRecord): Entry<"access_tokens"> {
  return {
    token: token.digest,
    ...(isOwnToken(token) ? {} : definedFields({ user: token.user_id })),
    application: token.application_id,
    ...(token.scopes.length === 0 ? {} : { scopes: [...token.scopes] }),
    ...(token.issuedAt === undefined ? {} : { issued_at: timestamp(token.issuedAt) }),
    expires_at: timestamp(token.expiresAt),
    ...definedFields({ parent: token.parentDigest }),
  };
}

/** Access tokens, each with its refresh token. */
async function tokenEntries(ctx: ReadContext): Promise<Entry<"access_tokens">[]> {
  const refreshing = await ctx.tx.find(refreshTokens);
  const byAccess = new Map(refreshing.map((each) => [each.accessDigest, each.digest]));
  const stored = await ctx.tx.find(accessTokens);
  const digests = new Set(stored.map(({ digest }) => digest));
  // A refresh token outlives its access token, and is written with an expired one.
  const expired = refreshing
    .filter(({ accessDigest }) => !digests.has(accessDigest))
    .map(({ accessDigest: digest, application_id, user_id, scopes, issuedAt }) => {
      const issued = definedFields({ issuedAt });
      return { digest, application_id, user_id, scopes, ...issued, expiresAt: ctx.now };
    });
  const tokens = withTheirParents([...stored, ...expired].toSorted(byDigest));
  return tokens.map((token) => {
    const refresh_token = byAccess.get(token.digest);
    const entry = accessTokenEntry(token);
    return refresh_token === undefined ? entry : { ...entry, refresh_token };
  });
}

const byDigest = (one: AccessTokenRecord, other: AccessTokenRecord) =>
  one.digest < other.digest ? -1 : 1;

async function lobbyEntries(
  ctx: ReadContext,
  budget: ExportBudget | undefined,
): Promise<Entry<"lobbies">[]> {
  const found: Entry<"lobbies">[] = [];
  for await (const lobby of paged(ctx, lobbies)) {
    const entry = lobbyEntry(lobby, await ctx.tx.find(lobbyMembers, withPrefix(lobby.id)));
    const messages = budget === undefined ? [] : await lobbyMessageEntries(ctx, lobby.id, budget);
    found.push({ ...entry, ...(messages.length === 0 ? {} : { messages }) });
  }
  return found;
}

const lobbyDefaults = { metadata: null, flags: 0, override_event_webhooks_url: null };
const lobbyMemberDefaults = { metadata: null, flags: 0, additional_name: null };

function lobbyEntry(lobby: LobbyRecord, members: readonly LobbyMemberRecord[]): Entry<"lobbies"> {
  const { id, application_id, idle_timeout_seconds, secretDigest, secretExpiresAt } = lobby;
  const { metadata, flags, override_event_webhooks_url } = lobby;
  return {
    id,
    application: application_id,
    created_at: timestamp(lobby.createdAt),
    idle_timeout_seconds,
    ...omitDefaults({ metadata, flags, override_event_webhooks_url }, lobbyDefaults),
    ...(secretDigest === null ? {} : { secret: secretDigest }),
    ...(secretExpiresAt === null ? {} : { secret_expires_at: timestamp(secretExpiresAt) }),
    ...(isLinked(lobby) ? linkFields(lobby) : {}),
    members: members.map((member) => ({
      user: member.user_id,
      ...omitDefaults(memberFields(member), lobbyMemberDefaults),
    })),
  };
}

function linkFields({ linked_channel_id, linked_by, linked_at }: LinkedLobbyRecord) {
  return { linked_channel: linked_channel_id, linked_by, linked_at: timestamp(linked_at) };
}

function memberFields({ metadata, flags, additional_name }: LobbyMemberRecord) {
  return { metadata, flags, additional_name };
}
