// Guilds and their roles in a running world.
import { UnknownGuild } from "@antechamber/contract";
import { guildEntity, roleEntity } from "@antechamber/contract/control";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { withoutKeys } from "../../platform/without-keys.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import { emitGuild, emitGuildChange, emitRole } from "../../domains/guilds/events.ts";
import { settleExpressions } from "../../domains/guilds/boosts/settled-expressions.ts";
import {
  guilds,
  members,
  roles,
  type GuildRecord,
  type RoleRecord,
} from "../../domains/guilds/guild.ts";
import { referencedGuild, referencedRole } from "../../domains/guilds/references.ts";
import { setIndexState } from "../../domains/search/operations.ts";
import type { WorldBuilder } from "../world-file/world-builder.ts";
import { guildEntry, roleEntry } from "../world-file/export/guilds.ts";
import { checkDerived } from "../world-file/derived-fields.ts";
import { guildLists, loadGuild, ownerOf, putGuild } from "../world-file/load/guilds.ts";
import { loadGuildSettings } from "../world-file/load/settings.ts";
import { loadRole } from "../world-file/load/roles.ts";
import { firstPerson } from "./application-entity.ts";
import type { EntityVerbs } from "./entity-verbs.ts";
import { dropOtherVanityUrl, withNewUses } from "./guild-settings-entity.ts";
import { removeGuild, removeRole } from "./remove-guild.ts";
import { liveBuilder, liveGuild, storeBuilt } from "./live-builder.ts";

async function guildWith(ctx: ReadContext, id: string): Promise<GuildRecord> {
  const guild = await ctx.tx.get(guilds, snowflakeKey(id));
  if (guild === undefined) throw new ApiError(UnknownGuild);
  return guild;
}

/** The guild that a path names. @throws UnknownGuild, InvalidForm when several have the name */
function guildAt(ctx: ReadContext, text: string): Promise<GuildRecord> {
  return referencedGuild(ctx, { text, path: ["guild"] });
}

/**
 * The guild that a form names, under the key of world files or that of the API.
 *
 * @param findOthers resolves the form's other references, so that all unknown ones are reported
 *   together
 * @throws InvalidForm if the guild is unknown or ambiguous
 */
export async function guildNamed(
  ctx: ReadContext,
  builder: WorldBuilder,
  named: { readonly guild?: string | undefined; readonly guild_id?: string | undefined },
  findOthers?: () => unknown,
): Promise<GuildRecord> {
  if (named.guild === undefined && named.guild_id === undefined) {
    const message = "This field is required";
    throw invalidForm({ path: ["guild"], code: "BASE_TYPE_REQUIRED", message });
  }
  const ownId = builder.guilds.find(named.guild_id, ["guild_id"]);
  const id = builder.guilds.find(named.guild, ["guild"]) ?? ownId;
  if (ownId !== undefined) checkDerived(builder, ["guild_id"], { given: ownId, own: id });
  if (id === undefined || builder.issues.length > 0) {
    findOthers?.();
    throw invalidForm(...builder.issues);
  }
  return guildWith(ctx, id);
}

export const guildVerbs: EntityVerbs<typeof guildEntity> = {
  async create(ctx, form) {
    const id = form.id ?? ctx.id();
    const named = { name: `Guild ${id}`, ...form, id };
    const isOwned =
      form.owner !== undefined || form.owner_id !== undefined || form.members?.[0] !== undefined;
    const owner = isOwned ? form.owner : await firstPerson(ctx);
    const entry = owner === undefined ? named : { ...named, owner };
    const builder = await liveBuilder(ctx, guildEntity, entry);
    loadGuild(builder, entry, []);
    const message = "a role has this id, which the role @everyone would have";
    builder.once("role", id, { path: ["id"], message });
    await storeBuilt(ctx, builder);
    const guild = await guildWith(ctx, id);
    emitGuild(ctx, guild);
    return guildEntry(ctx, guild);
  },

  show: async (ctx, at) => guildEntry(ctx, await guildAt(ctx, at.guild)),

  async edit(ctx, at, changes) {
    const before = await guildAt(ctx, at.guild);
    const { id } = before;
    const stored = await guildEntry(ctx, before);
    const { owner, ...others } = withoutKeys(stored, [...guildLists, "templates"]);
    const changed = changes();
    // A new `owner_id` takes precedence over the current owner.
    const owned = changed.owner_id === undefined ? { owner } : {};
    const whole = { ...others, ...definedFields(owned), ...changed, id };
    const entry = withNewUses(whole, stored, changed);
    const builder = await liveBuilder(ctx, guildEntity, entry);
    const guild = await liveGuild(ctx, builder, before);
    const ownerId = ownerOf(builder, entry, []);
    if ((await ctx.tx.get(members, compoundKey(id, ownerId))) === undefined) {
      builder.issue(["owner"], "the owner is a member of the guild");
    }
    putGuild(builder, { ...guild, ownerId }, { entry, name: entry.name ?? before.name });
    loadGuildSettings(builder, { ...guild, ownerId }, entry);
    await dropOtherVanityUrl(ctx, id, entry);
    await storeBuilt(ctx, builder, { table: guilds, key: snowflakeKey(id) });
    if (changed.search_index !== undefined) setIndexState(ctx, id, changed.search_index);
    const after = await guildWith(ctx, id);
    await emitGuildChange(ctx, after);
    const isLevelled = after.premium_tier === before.premium_tier;
    return guildEntry(ctx, isLevelled ? after : await settleExpressions(ctx, after));
  },

  remove: async (ctx, at) => removeGuild(ctx, await guildAt(ctx, at.guild)),
};

/** @throws UnknownRole, InvalidForm when several have the name */
function roleAt(ctx: ReadContext, text: string): Promise<RoleRecord> {
  return referencedRole(ctx, { text, path: ["role"] });
}

/** Makes an entity shown alone include its position, which otherwise follows from its list. */
export const NO_PLACE = -1;

export const showRole = (role: RoleRecord) => ({
  guild: role.guild_id,
  ...roleEntry(role, NO_PLACE),
  permissions: role.permissions,
});

type RoleForm = Static<(typeof roleEntity)["create"]["body"]>;

/** A role has its colour in two fields; when only one is given, the other follows it. */
function colorsAfter(stored: RoleForm, { color, colors }: Pick<RoleForm, "color" | "colors">) {
  if (color !== undefined && colors === undefined && stored.colors !== undefined) {
    return { colors: { ...stored.colors, primary_color: color } };
  }
  return colors === undefined || color !== undefined ? {} : { color: colors.primary_color };
}

async function putRole(
  ctx: Context,
  { guild: named, guild_id, ...entry }: RoleForm,
  existing?: RoleRecord,
): Promise<RoleRecord> {
  const { linked } = entry;
  const builder = await liveBuilder(ctx, roleEntity, {
    ...definedFields({ guild: named, linked }),
    guild_id,
  });
  const guild = await liveGuild(
    ctx,
    builder,
    await guildNamed(ctx, builder, { guild: named, guild_id }),
  );
  // A role that is changed must not conflict with itself.
  const others = existing === undefined ? guild.roles : builder.directory("role");
  loadRole(builder, { ...guild, roles: others }, { entry, place: [] });
  const replaced = existing && { table: roles, key: compoundKey(existing.guild_id, existing.id) };
  await storeBuilt(ctx, builder, ...(replaced === undefined ? [] : [replaced]));
  const [role] = builder.all(roles);
  if (role === undefined) throw new Error("a role that was loaded is missing");
  emitRole(ctx, role, existing === undefined ? "new" : "known");
  return role;
}

export const roleVerbs: EntityVerbs<typeof roleEntity> = {
  async create(ctx, form) {
    const id = form.id ?? ctx.id();
    return showRole(await putRole(ctx, { ...form, id }));
  },

  show: async (ctx, at) => showRole(await roleAt(ctx, at.role)),

  async edit(ctx, at, changes) {
    const before = await roleAt(ctx, at.role);
    const stored = showRole(before);
    const changed = changes();
    const form = { ...stored, ...changed, ...colorsAfter(stored, changed) };
    return showRole(await putRole(ctx, form, before));
  },

  remove: async (ctx, at) => removeRole(ctx, await roleAt(ctx, at.role)),
};
