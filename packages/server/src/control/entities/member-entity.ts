// Members of guilds, and installations of applications in guilds and for users, in a running world.
import { UnknownIntegration, UnknownMember } from "@antechamber/contract";
import { IntegrationType } from "@antechamber/contract/applications";
import {
  installEntity,
  memberEntity,
  WorldGuildInstall,
  WorldMember,
} from "@antechamber/contract/control";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import {
  guildInstalls,
  userInstalls,
  type GuildInstall,
  type UserInstall,
} from "../../domains/applications/installs.ts";
import { banOf } from "../../domains/guilds/members/bans.ts";
import { emitMember } from "../../domains/guilds/events.ts";
import { guilds, members, type MemberRecord } from "../../domains/guilds/guild.ts";
import { guildByReference, referencedGuild } from "../../domains/guilds/references.ts";
import { settleInstall } from "../../domains/oauth/installs/install.ts";
import { removeInstall, removeUserInstall } from "../../domains/oauth/installs/uninstall.ts";
import { applicationOf } from "../../domains/applications/operations.ts";
import { referencedApplication } from "../../domains/applications/references.ts";
import { userOf } from "../../domains/users/operations.ts";
import { referencedUser, onlyCandidate, userByReference } from "../../domains/users/references.ts";
import type { Place } from "../world-file/json-path.ts";
import type { WorldBuilder } from "../world-file/world-builder.ts";
import { userInstallEntry } from "../world-file/export.ts";
import { guildInstallEntry, memberEntry } from "../world-file/export/guilds.ts";
import { loadUserInstall } from "../world-file/load/applications.ts";
import { ALREADY_INSTALLED, putGuildInstall } from "../world-file/load/guild-installs.ts";
import { ALREADY_MEMBER, memberOf } from "../world-file/load/members.ts";
import type { EntityVerbs } from "./entity-verbs.ts";
import { guildNamed } from "./guild-entity.ts";
import { removeMember } from "./remove-guild.ts";
import type { ReplacedRecord } from "./claims.ts";
import { liveBuilder, liveGuild, storeBuilt } from "./live-builder.ts";

async function memberAt(
  ctx: ReadContext,
  at: { readonly guild_id: string; readonly user_id: string },
): Promise<MemberRecord> {
  const member = await ctx.tx.get(members, compoundKey(at.guild_id, at.user_id));
  if (member === undefined) throw new ApiError(UnknownMember);
  return member;
}

/**
 * Finds the member that a path names.
 *
 * @throws UnknownMember, UnknownGuild, UnknownUser, InvalidForm
 */
async function memberNamed(
  ctx: ReadContext,
  at: { readonly guild: string; readonly member: string },
): Promise<MemberRecord> {
  const guild = await referencedGuild(ctx, { text: at.guild, path: ["guild"] });
  const user = await referencedUser(ctx, { text: at.member, path: ["member"] });
  return memberAt(ctx, { guild_id: guild.id, user_id: user.id });
}

export const showMember = (member: MemberRecord) => ({
  guild: member.guild_id,
  ...memberEntry(member),
});

async function putMember(
  ctx: Context,
  { guild: named, guild_id, ...entry }: Static<(typeof memberEntity)["create"]["body"]>,
  existing?: MemberRecord,
): Promise<MemberRecord> {
  const builder = await liveBuilder(ctx, memberEntity, { guild: named, guild_id, ...entry });
  const record = await guildNamed(ctx, builder, { guild: named, guild_id }, () =>
    builder.resolved(WorldMember, { entry: { user: entry.user }, place: [] }),
  );
  const guild = await liveGuild(ctx, builder, record);
  const loaded = memberOf(builder, guild, { entry, place: [] });
  if (loaded === undefined) throw invalidForm(...builder.issues);
  const { user_id: id } = loaded;
  await refuseUninstalledBot(ctx, builder, { guildId: guild.id, userId: id });
  if (existing === undefined) await refuseBanned(ctx, builder, loaded, ["user"]);
  // `isUngreeted` stays: the guild has not yet announced that a pending member joined.
  const key = compoundKey(guild.id, id);
  builder.once("member", key, { path: ["user"], message: ALREADY_MEMBER });
  const isUngreeted = existing?.isUngreeted;
  builder.put(members, isUngreeted === undefined ? loaded : { ...loaded, isUngreeted });
  const replaced = existing && {
    table: members,
    key: compoundKey(existing.guild_id, existing.user_id),
  };
  await storeBuilt(ctx, builder, ...(replaced === undefined ? [] : [replaced]));
  const member = await memberAt(ctx, { guild_id: guild.id, user_id: id });
  const user = await userOf(ctx, id);
  emitMember(ctx, { member, user }, existing === undefined ? "new" : "known");
  return member;
}

/** A bot can be a member only if its application is installed with the scope `bot`. */
async function refuseUninstalledBot(
  ctx: ReadContext,
  builder: WorldBuilder,
  { guildId, userId }: { readonly guildId: string; readonly userId: string },
): Promise<void> {
  if ((await userOf(ctx, userId)).bot !== true) return;
  const install = await ctx.tx.get(guildInstalls, compoundKey(guildId, userId));
  if (install?.scopes.includes("bot") === true) return;
  builder.issue(["user"], "this bot is not installed here with the scope bot");
}

/** Reports a banned user as a member, with whom the world could not be loaded again. */
async function refuseBanned(
  ctx: ReadContext,
  builder: WorldBuilder,
  { guild_id, user_id }: Pick<MemberRecord, "guild_id" | "user_id">,
  path: Place,
): Promise<void> {
  const isBanned = (await banOf(ctx, guild_id, user_id)) !== undefined;
  if (isBanned) builder.issue(path, "this user is banned from the guild");
}

export const memberVerbs: EntityVerbs<typeof memberEntity> = {
  create: async (ctx, form) => showMember(await putMember(ctx, form)),

  show: async (ctx, at) => showMember(await memberNamed(ctx, at)),

  async edit(ctx, at, changes) {
    const before = await memberNamed(ctx, at);
    return showMember(await putMember(ctx, { ...showMember(before), ...changes() }, before));
  },

  remove: async (ctx, at) => removeMember(ctx, await memberNamed(ctx, at)),
};

type Install =
  | { readonly of: "guild"; readonly install: GuildInstall; readonly ownerId: string }
  | { readonly of: "user"; readonly install: UserInstall };

interface InstallAt {
  readonly owner_id: string;
  readonly application_id: string;
}

async function installAt(
  ctx: ReadContext,
  { owner_id, application_id }: InstallAt,
): Promise<Install> {
  const key = compoundKey(owner_id, application_id);
  const inGuild = await ctx.tx.get(guildInstalls, key);
  if (inGuild !== undefined) {
    const guild = await ctx.tx.get(guilds, snowflakeKey(owner_id));
    return { of: "guild", install: inGuild, ownerId: guild?.owner_id ?? "" };
  }
  const install = await ctx.tx.get(userInstalls, key);
  if (install === undefined) throw new ApiError(UnknownIntegration);
  return { of: "user", install };
}

/**
 * Resolves the owner (a guild or a user) and the application that the path of an installation
 * names.
 *
 * @throws UnknownIntegration, UnknownApplication, InvalidForm
 */
async function installNamed(
  ctx: ReadContext,
  named: { readonly owner: string; readonly application: string },
): Promise<InstallAt> {
  const owner = { text: named.owner, path: ["owner"] };
  const guild = await guildByReference(ctx, owner);
  const user = await userByReference(ctx, owner);
  const [one, other] = [guild, user].filter((each) => each !== undefined);
  if (one === undefined) throw new ApiError(UnknownIntegration);
  onlyCandidate(other === undefined ? [one] : [one, other], owner, ({ id }) =>
    id === guild?.id ? `the guild ${id}` : `the user ${id}`,
  );
  const at = { text: named.application, path: ["application"] };
  const { id } = await referencedApplication(ctx, at);
  return { owner_id: one.id, application_id: id };
}

function showInstall(found: Install) {
  return found.of === "user"
    ? userInstallEntry(found.install)
    : showGuildInstall(found.install, found.ownerId);
}

/** An installation in a guild as it is shown; the guild's owner is its default installer. */
export const showGuildInstall = (install: GuildInstall, ownerId: string) => ({
  guild: install.guild_id,
  ...guildInstallEntry(install, ownerId),
});

type InstallForm = Static<(typeof installEntity)["create"]["body"]>;
type Reference = NonNullable<InstallForm["guild"]>;

/** A new installation must be of a kind that the application supports; an existing one may stay. */
async function checkKind(ctx: ReadContext, builder: WorldBuilder, kind: 0 | 1): Promise<void> {
  const [install] = [...builder.all(userInstalls), ...builder.all(guildInstalls)];
  if (install === undefined) return;
  const { integration_types: kinds } = await applicationOf(ctx, install.application_id);
  if (kinds.includes(kind)) return;
  builder.issue(["application"], "the application's integration_types do not include this kind");
}

/** Stores an installation for a user. @returns its owner and application */
async function putUserInstall(
  ctx: Context,
  form: InstallForm & { readonly user: Reference },
  replaced: readonly ReplacedRecord[],
): Promise<InstallAt> {
  const builder = await liveBuilder(ctx, installEntity, form);
  for (const field of ["permissions", "installed_by"] as const) {
    if (form[field] !== undefined)
      builder.issue([field], "only an installation in a guild has this field");
  }
  loadUserInstall(builder, form, []);
  if (replaced.length === 0) await checkKind(ctx, builder, IntegrationType.USER_INSTALL);
  await storeBuilt(ctx, builder, ...replaced);
  const [install] = builder.all(userInstalls);
  if (install === undefined) throw new Error("an installation that was loaded is missing");
  return { owner_id: install.user_id, application_id: install.application_id };
}

/**
 * Stores an installation in a guild, with the bot's role and membership.
 *
 * @returns its owner and application
 */
async function putInGuild(
  ctx: Context,
  { guild: reference, ...entry }: InstallForm & { readonly guild: Reference },
  before?: GuildInstall,
): Promise<InstallAt> {
  const builder = await liveBuilder(ctx, installEntity, { guild: reference, ...entry });
  const record = await guildNamed(ctx, builder, { guild: reference }, () =>
    builder.resolved(WorldGuildInstall, { entry, place: [] }),
  );
  const guild = await liveGuild(ctx, builder, record);
  const loaded = putGuildInstall(builder, guild, { entry, place: [] });
  if (loaded !== undefined) {
    const path = ["application"];
    builder.once("guild install", guildInstalls.key(loaded), { path, message: ALREADY_INSTALLED });
    const bot = { guild_id: guild.id, user_id: loaded.application_id };
    if (loaded.scopes.includes("bot")) await refuseBanned(ctx, builder, bot, path);
  }
  if (before === undefined) await checkKind(ctx, builder, IntegrationType.GUILD_INSTALL);
  const key = before && guildInstalls.key(before);
  await storeBuilt(ctx, builder, ...(key === undefined ? [] : [{ table: guildInstalls, key }]));
  const [install] = builder.all(guildInstalls);
  if (install === undefined) throw new Error("an installation that was loaded is missing");
  const was = before === undefined ? "new" : "known";
  await settleInstall(ctx, install, { was, place: "highest" });
  return { owner_id: install.guild_id, application_id: install.application_id };
}

export const installVerbs: EntityVerbs<typeof installEntity> = {
  async create(ctx, form) {
    const { guild, user, ...entry } = form;
    if ((guild === undefined) === (user === undefined)) {
      const message = "give either a guild or a user";
      throw invalidForm({ path: ["guild"], code: "BASE_TYPE_REQUIRED", message });
    }
    const at =
      user === undefined
        ? await putInGuild(ctx, { ...entry, guild: guild as Reference })
        : await putUserInstall(ctx, { ...entry, user }, []);
    return showInstall(await installAt(ctx, at));
  },

  show: async (ctx, named) => showInstall(await installAt(ctx, await installNamed(ctx, named))),

  async edit(ctx, named, changes) {
    const at = await installNamed(ctx, named);
    const before = await installAt(ctx, at);
    if (before.of === "user") {
      const key = compoundKey(at.owner_id, at.application_id);
      const form = { ...userInstallEntry(before.install), ...changes() };
      await putUserInstall(ctx, form, [{ table: userInstalls, key }]);
    } else {
      const guild = before.install.guild_id;
      const stored = guildInstallEntry(before.install, before.ownerId);
      await putInGuild(ctx, { guild, ...stored, ...changes() }, before.install);
    }
    return showInstall(await installAt(ctx, at));
  },

  async remove(ctx, named) {
    const at = await installNamed(ctx, named);
    const found = await installAt(ctx, at);
    if (found.of === "guild") await removeInstall(ctx, found.install);
    else removeUserInstall(ctx, at.owner_id, at.application_id);
  },
};
