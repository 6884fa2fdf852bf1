// The lists of entities: the items of each, and the texts that its search matches. Source:
// product.md, Control plane.
import type { TokenItem } from "@antechamber/contract/control";
import { snowflakeKey, timestamp, type Static } from "@antechamber/contract/schema";
import { applications } from "../../domains/applications/application.ts";
import { authorizations } from "../../domains/applications/authorization.ts";
import { entitlements } from "../../domains/entitlements/entitlement.ts";
import { teams } from "../../domains/applications/teams.ts";
import { skus } from "../../domains/entitlements/sku.ts";
import { subscriptions } from "../../domains/entitlements/subscription.ts";
import {
  guildInstalls,
  userInstalls,
  type GuildInstall,
} from "../../domains/applications/installs.ts";
import { accessTokens, tailOf } from "../../domains/applications/tokens.ts";
import {
  channels,
  guilds,
  members,
  roles,
  type ChannelRecord,
} from "../../domains/guilds/guild.ts";
import { lobbies } from "../../domains/lobbies/lobby.ts";
import { refreshTokens } from "../../domains/oauth/oauth.ts";
import { sessionTokens } from "../../domains/users/session-tokens.ts";
import { users } from "../../domains/users/user.ts";
import type { ReadContext } from "../../platform/context.ts";
import { showChannel } from "../entities/channel-entity.ts";
import { showLobby } from "../entities/lobby-view.ts";
import { showRole } from "../entities/guild-entity.ts";
import { showGuildInstall, showMember } from "../entities/member-entity.ts";
import { showEntitlement, showSku, showSubscription } from "../entities/sales-entity.ts";
import { applicationEntry } from "../world-file/export/applications.ts";
import { ownGuildEntry } from "../world-file/export/guilds.ts";
import { teamEntry, userEntry, userInstallEntry } from "../world-file/export.ts";
import { digests, fromTable, inSequence, oneId, twoIds } from "./sources.ts";

/** Users who are not bots; a bot is listed with its application. */
export const userList = fromTable({
  table: users,
  cursors: oneId,
  isListed: (user) => user.bot !== true,
  texts: ({ id, username, global_name }) => [id, username, global_name],
  show: userEntry,
});

export const applicationList = fromTable({
  table: applications,
  cursors: oneId,
  texts: ({ id, name }) => [id, name],
  show: async (application, ctx) =>
    applicationEntry(application, await ctx.tx.get(users, snowflakeKey(application.id))),
});

export const guildList = fromTable({
  table: guilds,
  cursors: oneId,
  texts: ({ id, name }) => [id, name],
  show: (guild, ctx) => ownGuildEntry(ctx, guild),
});

function isInGuild(channel: ChannelRecord): channel is ChannelRecord & { guild_id: string } {
  return channel.guild_id !== undefined;
}

/** Channels and threads of guilds. */
export const channelList = fromTable({
  table: channels,
  cursors: oneId,
  isListed: isInGuild,
  texts: ({ id, name, guild_id }) => [id, name, guild_id],
  show: (channel) => showChannel({ ...channel, guild_id: channel.guild_id ?? "" }),
});

export const roleList = fromTable({
  table: roles,
  cursors: twoIds,
  texts: ({ id, name, guild_id }) => [id, name, guild_id],
  show: showRole,
});

export const memberList = fromTable({
  table: members,
  cursors: twoIds,
  async texts({ guild_id, user_id, nick }, ctx) {
    const user = await ctx.tx.get(users, snowflakeKey(user_id));
    return [guild_id, user_id, nick, user?.username, user?.global_name];
  },
  show: showMember,
});

async function applicationName(ctx: ReadContext, id: string): Promise<string | undefined> {
  return (await ctx.tx.get(applications, snowflakeKey(id)))?.name;
}

async function showInGuild(install: GuildInstall, ctx: ReadContext) {
  const guild = await ctx.tx.get(guilds, snowflakeKey(install.guild_id));
  return showGuildInstall(install, guild?.owner_id ?? "");
}

/** Installations in guilds, then those for users. */
export const installList = inSequence<
  ReturnType<typeof showGuildInstall> | ReturnType<typeof userInstallEntry>
>({
  guild: fromTable({
    table: guildInstalls,
    cursors: twoIds,
    async texts({ guild_id, application_id }, ctx) {
      const guild = await ctx.tx.get(guilds, snowflakeKey(guild_id));
      return [guild_id, application_id, guild?.name, await applicationName(ctx, application_id)];
    },
    show: showInGuild,
  }),
  user: fromTable({
    table: userInstalls,
    cursors: twoIds,
    async texts({ user_id, application_id }, ctx) {
      const user = await ctx.tx.get(users, snowflakeKey(user_id));
      return [user_id, application_id, user?.username, await applicationName(ctx, application_id)];
    },
    show: userInstallEntry,
  }),
});

export const skuList = fromTable({
  table: skus,
  cursors: oneId,
  texts: async ({ id, name, application_id }, ctx) => [
    id,
    name,
    application_id,
    await applicationName(ctx, application_id),
  ],
  show: showSku,
});

export const teamList = fromTable({
  table: teams,
  cursors: oneId,
  texts: ({ id, name }) => [id, name],
  show: teamEntry,
});

/** The search texts of an entitlement or a subscription. */
async function ownedTexts(
  owned: {
    readonly id: string;
    readonly application_id: string;
    readonly user_id: string;
    readonly guild_id?: string;
  },
  ctx: ReadContext,
) {
  const { id, application_id, user_id, guild_id } = owned;
  const user = await ctx.tx.get(users, snowflakeKey(user_id));
  const name = await applicationName(ctx, application_id);
  return [id, application_id, name, user_id, user?.username, guild_id];
}

export const entitlementList = fromTable({
  table: entitlements,
  cursors: oneId,
  texts: ownedTexts,
  show: showEntitlement,
});

export const subscriptionList = fromTable({
  table: subscriptions,
  cursors: oneId,
  texts: ownedTexts,
  show: showSubscription,
});

export const consentList = fromTable({
  table: authorizations,
  cursors: twoIds,
  async texts({ user_id, application_id }, ctx) {
    const user = await ctx.tx.get(users, snowflakeKey(user_id));
    return [user_id, application_id, user?.username, await applicationName(ctx, application_id)];
  },
  show: ({ user_id, application_id, scopes, authorizedAt }) => ({
    user: user_id,
    application: application_id,
    scopes: [...scopes],
    authorized_at: timestamp(authorizedAt),
  }),
});

type TokenShown = Static<typeof TokenItem>;

interface AnyToken {
  readonly digest: string;
  readonly application_id?: string;
  readonly user_id?: string;
  readonly scopes?: readonly string[];
  readonly issuedAt?: number;
  readonly expiresAt: number;
}

function showToken(kind: TokenShown["kind"], token: AnyToken): TokenShown {
  const { digest, application_id, user_id, scopes = [], issuedAt, expiresAt } = token;
  return {
    digest_tail: tailOf(digest),
    kind,
    user: user_id ?? null,
    application: application_id ?? null,
    scopes: [...scopes],
    issued_at: issuedAt === undefined ? null : timestamp(issuedAt),
    expires_at: timestamp(expiresAt),
  };
}

async function tokenTexts(
  { digest, application_id, user_id }: AnyToken,
  ctx: ReadContext,
): Promise<(string | undefined)[]> {
  const user = user_id === undefined ? undefined : await ctx.tx.get(users, snowflakeKey(user_id));
  const name =
    application_id === undefined ? undefined : await applicationName(ctx, application_id);
  return [tailOf(digest), user_id, application_id, user?.username, name];
}

/** Access tokens, refresh tokens and session tokens; the secrets themselves are not shown. */
export const tokenList = inSequence<TokenShown>({
  access: fromTable({
    table: accessTokens,
    cursors: digests,
    texts: tokenTexts,
    show: (token) => showToken("access", token),
  }),
  refresh: fromTable({
    table: refreshTokens,
    cursors: digests,
    texts: tokenTexts,
    show: (token) => showToken("refresh", token),
  }),
  session: fromTable({
    table: sessionTokens,
    cursors: digests,
    texts: tokenTexts,
    show: (token) => showToken("session", token),
  }),
});

export const lobbyList = fromTable({
  table: lobbies,
  cursors: oneId,
  async texts({ id, application_id, linked_channel_id }, ctx) {
    return [id, application_id, linked_channel_id, await applicationName(ctx, application_id)];
  },
  show: showLobby,
});
