// Creating, finding, changing and deleting the webhooks of channels.
// Source: protocol: webhooks-and-applications 1.2.
import {
  InvalidWebhookToken,
  limits,
  UnknownChannel,
  UnknownWebhook,
  WrongChannelType,
} from "@antechamber/contract";
import { ChannelType } from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import {
  TooManyGuildWebhooks,
  TooManyWebhooks,
  WebhooksUpdate,
  WebhookType,
  type createWebhook,
  type editWebhook,
} from "@antechamber/contract/webhooks";
import { ApiError } from "../../../platform/api-error.ts";
import type { Caller, Context, ReadContext, WithCaller } from "../../../platform/context.ts";
import { alphanumeric } from "../../../platform/random.ts";
import { isSameJson } from "../../../platform/records/same-json.ts";
import type { GuildInstall } from "../../applications/installs.ts";
import { callerUserId, callingUser } from "../../users/operations.ts";
import { storeImage } from "../../users/image.ts";
import { writeAuditLog } from "../audit-log/write.ts";
import { channels, type ChannelRecord } from "../guild.ts";
import { channelOf, permissionsIn } from "../operations.ts";
import { permissionContextIn, requirePermissions, requireAllOf } from "../caller-permissions.ts";
import {
  channelWebhooks,
  isTokenOf,
  tokenFields,
  type ChannelWebhookRecord,
} from "./channel-webhook.ts";

/** Characters of a token: clients recognise webhook addresses by this length. */
const TOKEN_LENGTH = 68;

const withWebhooks: ReadonlySet<number> = new Set([
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_STAGE_VOICE,
  ChannelType.GUILD_FORUM,
  ChannelType.GUILD_MEDIA,
]);

/** True for a channel that can have webhooks. */
export function holdsWebhooks({ type }: Pick<ChannelRecord, "type">): boolean {
  return withWebhooks.has(type);
}

/** A new token. */
export function newWebhookToken({ random }: Pick<Context, "random">): string {
  return alphanumeric(random, TOKEN_LENGTH);
}

/**
 * @throws MissingPermissions, also where the channel is hidden from the caller
 * @source protocol: gateway-oauth-limits 2.2, step 6
 */
async function requireManager(
  ctx: ReadContext,
  caller: Caller,
  channel: ChannelRecord,
): Promise<void> {
  const permissions = await permissionsIn(ctx, channel, callerUserId(caller) ?? "");
  const needed = ["VIEW_CHANNEL", "MANAGE_WEBHOOKS"] as const;
  requireAllOf(permissions, ...needed);
}

/**
 * A channel whose webhooks the caller manages. @throws UnknownChannel, MissingAccess,
 * MissingPermissions
 */
export async function managedChannel(
  ctx: ReadContext,
  caller: Caller,
  channelId: string,
): Promise<ChannelRecord> {
  const channel = await channelOf(ctx, caller, channelId);
  await requireManager(ctx, caller, channel);
  return channel;
}

/** The webhooks of a channel in order of age. */
export function webhooksOfChannel(ctx: ReadContext, channelId: string) {
  return ctx.tx.find(channelWebhooks, { index: "channel", value: channelId });
}

/** The webhooks of a guild. @throws UnknownGuild, MissingAccess, MissingPermissions */
export async function webhooksOfGuild(ctx: WithCaller, guildId: string) {
  requirePermissions(await permissionContextIn(ctx, guildId), "MANAGE_WEBHOOKS");
  return ctx.tx.find(channelWebhooks, { index: "guild", value: guildId });
}

/** @throws WrongChannelType, TooManyWebhooks */
async function requireRoom(ctx: ReadContext, { id, type }: ChannelRecord): Promise<void> {
  if (!holdsWebhooks({ type })) throw new ApiError(WrongChannelType);
  const count = await ctx.tx.count(channelWebhooks, { index: "channel", value: id });
  if (count >= limits.webhooksPerChannel.value) throw new ApiError(TooManyWebhooks);
}

/** A webhook before it has an id. */
export type NewWebhook = Omit<ChannelWebhookRecord, "id" | "guild_id" | "channel_id">;

/**
 * Stores a webhook of a channel and emits that. The caller must check its creator's permissions.
 *
 * @throws WrongChannelType, TooManyWebhooks, TooManyGuildWebhooks
 */
export async function addWebhook(
  ctx: Context,
  channel: ChannelRecord,
  draft: NewWebhook,
): Promise<ChannelWebhookRecord> {
  const { id: channel_id, guild_id } = channel;
  if (guild_id === undefined) throw new ApiError(WrongChannelType);
  await requireRoom(ctx, channel);
  const inGuild = await ctx.tx.count(channelWebhooks, { index: "guild", value: guild_id });
  if (inGuild >= limits.webhooksPerGuild.value) throw new ApiError(TooManyGuildWebhooks);
  const webhook = { ...draft, id: ctx.id(), guild_id, channel_id };
  ctx.tx.put(channelWebhooks, webhook);
  emitWebhooks(ctx, webhook);
  writeAuditLog(ctx, "WEBHOOK_CREATE", { ...entryOf(webhook, webhook.user_id), after: webhook });
  return webhook;
}

/** The common fields of audit log entries on a webhook; the user is null if its token was used. */
function entryOf({ id, guild_id }: ChannelWebhookRecord, userId: string | undefined) {
  return { guild_id, user_id: userId ?? null, target_id: id };
}

/** Emits that a channel's webhooks changed, to those who see the channel. */
function emitWebhooks(
  ctx: Context,
  { guild_id, channel_id }: Pick<ChannelWebhookRecord, "guild_id" | "channel_id">,
): void {
  const at = { guild_id, channel_id };
  ctx.emit(WebhooksUpdate, { kind: "channel", ...at }, at);
}

/** Creates an incoming webhook for the caller. @throws what `addWebhook` throws, and InvalidForm */
export async function createIncoming(
  ctx: WithCaller<Context>,
  channel: ChannelRecord,
  { name, avatar = null }: Static<(typeof createWebhook)["body"]>,
): Promise<ChannelWebhookRecord> {
  const user = await callingUser(ctx, ctx.caller);
  return addWebhook(ctx, channel, {
    type: WebhookType.INCOMING,
    name: name.trim(),
    avatar: avatar === null ? null : await storeImage(ctx, avatar),
    application_id: ctx.caller.kind === "bot" ? ctx.caller.application_id : null,
    user_id: user.id,
    ...tokenFields(newWebhookToken(ctx)),
  });
}

/**
 * A webhook that the caller may look at or manage. @throws UnknownWebhook, MissingAccess,
 * MissingPermissions
 */
export async function managedWebhook(
  ctx: ReadContext,
  caller: Caller,
  { id, ownerMay = false }: { readonly id: string; readonly ownerMay?: boolean },
): Promise<ChannelWebhookRecord> {
  const webhook = await ctx.tx.get(channelWebhooks, snowflakeKey(id));
  if (webhook === undefined) throw new ApiError(UnknownWebhook);
  const isOwner = caller.kind === "bot" && caller.application_id === webhook.application_id;
  if (ownerMay && isOwner) return webhook;
  const channel = await ctx.tx.get(channels, snowflakeKey(webhook.channel_id));
  if (channel === undefined) throw new ApiError(UnknownWebhook);
  await requireManager(ctx, caller, channel);
  return webhook;
}

/** The path parameters of a call that authenticates by the webhook's token. */
export interface WebhookPath {
  readonly webhook_id: string;
  readonly webhook_token: string;
}

/**
 * The channel webhook that a path names, or undefined if there is none.
 *
 * @throws InvalidWebhookToken
 */
export async function webhookAt(
  ctx: ReadContext,
  path: WebhookPath,
): Promise<ChannelWebhookRecord | undefined> {
  const webhook = await ctx.tx.get(channelWebhooks, snowflakeKey(path.webhook_id));
  if (webhook !== undefined && !isTokenOf(webhook, path.webhook_token)) {
    throw new ApiError(InvalidWebhookToken);
  }
  return webhook;
}

/** The channel webhook that a path names. @throws UnknownWebhook, InvalidWebhookToken */
export async function webhookOfToken(
  ctx: ReadContext,
  path: WebhookPath,
): Promise<ChannelWebhookRecord> {
  const webhook = await webhookAt(ctx, path);
  if (webhook === undefined) throw new ApiError(UnknownWebhook);
  return webhook;
}

type Change = Static<(typeof editWebhook)["body"]>;

/** A change and the user who makes it, who is absent if the webhook's token was used. */
export interface WebhookChange {
  readonly change: Change;
  readonly userId?: string | undefined;
}

/** Changes a webhook, and emits that to the channels concerned. @throws InvalidForm */
export async function changeWebhook(
  ctx: Context,
  webhook: ChannelWebhookRecord,
  { change: { name, avatar, channel_id }, userId }: WebhookChange,
): Promise<ChannelWebhookRecord> {
  const changed = {
    ...webhook,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(avatar === undefined ? {} : { avatar: avatar && (await storeImage(ctx, avatar)) }),
    ...(channel_id === undefined ? {} : { channel_id }),
  };
  if (isSameJson(changed, webhook)) return webhook;
  ctx.tx.put(channelWebhooks, changed);
  emitWebhooks(ctx, webhook);
  if (changed.channel_id !== webhook.channel_id) emitWebhooks(ctx, changed);
  const sides = { before: webhook, after: changed };
  writeAuditLog(ctx, "WEBHOOK_UPDATE", { ...entryOf(webhook, userId), ...sides });
  return changed;
}

/**
 * Requires that the caller may move a webhook to a channel.
 *
 * @throws UnknownChannel, also for a channel of another guild, MissingAccess, MissingPermissions,
 *   WrongChannelType, TooManyWebhooks
 */
export async function requireMovable(
  ctx: WithCaller,
  webhook: ChannelWebhookRecord,
  channelId: string | undefined,
): Promise<void> {
  if (channelId === undefined || channelId === webhook.channel_id) return;
  const channel = await ctx.tx.get(channels, snowflakeKey(channelId));
  if (channel?.guild_id !== webhook.guild_id) throw new ApiError(UnknownChannel);
  await requireRoom(ctx, await managedChannel(ctx, ctx.caller, channelId));
}

/** Deletes a webhook and emits that; its messages stay. */
export function deleteWebhookRecord(
  ctx: Context,
  webhook: ChannelWebhookRecord,
  userId?: string,
): void {
  ctx.tx.delete(channelWebhooks, channelWebhooks.key(webhook));
  emitWebhooks(ctx, webhook);
  writeAuditLog(ctx, "WEBHOOK_DELETE", { ...entryOf(webhook, userId), before: webhook });
}

/** Deletes the webhooks of a deleted channel without events: the channel's own event implies it. */
export async function dropWebhooks(ctx: Context, channelId: string): Promise<void> {
  for (const webhook of await webhooksOfChannel(ctx, channelId)) {
    ctx.tx.delete(channelWebhooks, channelWebhooks.key(webhook));
  }
}

function webhooksOfApplication(ctx: ReadContext, applicationId: string) {
  return ctx.tx.find(channelWebhooks, { index: "application", value: applicationId });
}

/** Deletes the webhooks of a deleted application, and emits that. */
export async function dropWebhooksOf(ctx: Context, applicationId: string): Promise<void> {
  for (const webhook of await webhooksOfApplication(ctx, applicationId)) {
    deleteWebhookRecord(ctx, webhook);
  }
}

/** Deletes the webhooks of an application that is removed from a guild, and emits that. */
export async function dropWebhooksIn(
  ctx: Context,
  { guild_id, application_id }: Pick<GuildInstall, "guild_id" | "application_id">,
  userId: string | undefined,
): Promise<void> {
  for (const webhook of await webhooksOfApplication(ctx, application_id)) {
    if (webhook.guild_id === guild_id) deleteWebhookRecord(ctx, webhook, userId);
  }
}
