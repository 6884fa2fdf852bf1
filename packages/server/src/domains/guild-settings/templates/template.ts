// A guild's template: record, view, and its changes. Source: protocol: guild-settings 5.
import {
  GuildSnapshot,
  TemplateExists,
  UnknownTemplate,
  type GuildTemplate,
} from "@antechamber/contract/guilds";
import { projection, snowflakeKey, timestamp, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { alphanumeric } from "../../../platform/random.ts";
import { tableOf } from "../../../platform/store.ts";
import { isSameJson } from "../../../platform/records/same-json.ts";
import { guilds, type GuildRecord } from "../../guilds/guild.ts";
import type { PermissionContext } from "../../guilds/permissions.ts";
import { users, userView } from "../../users/user.ts";
import { snapshotOf } from "./snapshot.ts";

/** A template without the fields that are computed when it is shown. */
export type TemplateRecord = Omit<Static<typeof GuildTemplate>, "creator" | "is_dirty">;

export const templates = tableOf<TemplateRecord>()({
  name: "guild_template",
  key: ({ code }) => code,
  indexes: { guild: ({ source_guild_id }) => source_guild_id },
});

/** Puts the fields in the order of the schema, so that snapshots can be compared. */
const project = projection(GuildSnapshot);

/** The length of a code. Source: protocol: guild-settings 5.1. */
const CODE_LENGTH = 12;

interface Described {
  readonly name?: string;
  readonly description?: string | null;
}

export function templatesOf(ctx: ReadContext, guildId: string): Promise<readonly TemplateRecord[]> {
  return ctx.tx.find(templates, { index: "guild", value: guildId });
}

/** The template with a code; it must be that of the given guild, if any. @throws UnknownTemplate */
export async function templateOf(
  ctx: ReadContext,
  code: string,
  guildId?: string,
): Promise<TemplateRecord> {
  const template = await ctx.tx.get(templates, code);
  if (
    template === undefined ||
    (guildId ?? template.source_guild_id) !== template.source_guild_id
  ) {
    throw new ApiError(UnknownTemplate);
  }
  return template;
}

export async function templateView(
  ctx: ReadContext,
  template: TemplateRecord,
): Promise<Static<typeof GuildTemplate>> {
  const creator = await ctx.tx.get(users, snowflakeKey(template.creator_id));
  const guild = await ctx.tx.get(guilds, snowflakeKey(template.source_guild_id));
  return {
    ...template,
    creator: creator === undefined ? null : userView(creator),
    is_dirty: guild !== undefined && (await hasChanged(ctx, guild, template)) ? true : null,
  };
}

async function hasChanged(
  ctx: ReadContext,
  guild: GuildRecord,
  { serialized_source_guild: stored }: TemplateRecord,
): Promise<boolean> {
  const [now, then] = [await snapshotOf(ctx, guild), stored].map((each) => project(each));
  return !isSameJson(now, then);
}

/** Creates a template of the guild in its present state. @throws TemplateExists */
export async function makeTemplate(
  ctx: Context,
  { guild, member }: PermissionContext,
  { name, description }: Described & { readonly name: string },
): Promise<TemplateRecord> {
  if ((await templatesOf(ctx, guild.id)).length > 0) throw new ApiError(TemplateExists);
  const template: TemplateRecord = {
    code: alphanumeric(ctx.random, CODE_LENGTH),
    name,
    description: description ?? null,
    usage_count: 0,
    creator_id: member.user_id,
    created_at: timestamp(ctx.now),
    updated_at: timestamp(ctx.now),
    source_guild_id: guild.id,
    serialized_source_guild: await snapshotOf(ctx, guild),
  };
  ctx.tx.put(templates, template);
  return template;
}

/** Replaces the snapshot of a template by one of the guild's present state. */
export async function bringUpToDate(
  ctx: Context,
  guild: GuildRecord,
  template: TemplateRecord,
): Promise<TemplateRecord> {
  const serialized_source_guild = await snapshotOf(ctx, guild);
  const after = { ...template, serialized_source_guild, updated_at: timestamp(ctx.now) };
  ctx.tx.put(templates, after);
  return after;
}

export function describeTemplate(
  ctx: Context,
  template: TemplateRecord,
  { name, description }: Described,
): TemplateRecord {
  const after = {
    ...template,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  };
  ctx.tx.put(templates, after);
  return after;
}

export function dropTemplate(ctx: Context, { code }: TemplateRecord): void {
  ctx.tx.delete(templates, code);
}
