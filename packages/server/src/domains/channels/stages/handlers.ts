// Handlers of stage instances. Source: protocol: channels-and-threads 3.
import { holds, MissingAccess, WrongChannelType } from "@antechamber/contract";
import {
  ChannelType,
  createStageInstance,
  deleteStageInstance,
  editStageInstance,
  EventPlace,
  getStageInstance,
  OtherEventPlace,
  StageAlreadyOpen,
  StageInstanceUpdate,
  UnknownScheduledEvent,
} from "@antechamber/contract/guilds";
import { MessageType } from "@antechamber/contract/messages";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext, WithCaller } from "../../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../../platform/handler.ts";
import { isSameJson } from "../../../platform/records/same-json.ts";
import { writeAuditLog } from "../../guilds/audit-log/write.ts";
import { eventScope } from "../../guilds/events.ts";
import type { GuildChannelRecord } from "../../guilds/guild.ts";
import { channelOf, permissionContextOf, seenChannelOf } from "../../guilds/operations.ts";
import { channelPermissions, type PermissionContext } from "../../guilds/permissions.ts";
import { scheduledEventOf } from "../../guilds/scheduled-events/operations.ts";
import type { ScheduledEventRecord } from "../../guilds/scheduled-events/scheduled-event.ts";
import { postSystemMessage } from "../../messages/system-message.ts";
import { callingUser } from "../../users/operations.ts";
import { userView, type UserRecord } from "../../users/user.ts";
import { closeStage, openStage } from "./life.ts";
import { liveStage, stageInstances, stageOn, stageView, type StageRecord } from "./stage.ts";
import { requireAllOf } from "../../guilds/caller-permissions.ts";

/** A moderator of a stage channel, and the channel. */
interface Moderator {
  readonly user: UserRecord;
  readonly channel: GuildChannelRecord;
  readonly permissionContext: PermissionContext;
  readonly may: bigint;
}

const MODERATION = ["MANAGE_CHANNELS", "MUTE_MEMBERS", "MOVE_MEMBERS"] as const;

/** @throws UnknownChannel, MissingAccess, WrongChannelType, MissingPermissions */
async function moderatorAt(ctx: WithCaller, channelId: string): Promise<Moderator> {
  const channel = await channelOf(ctx, ctx.caller, channelId);
  const { guild_id } = channel;
  if (guild_id === undefined || channel.type !== ChannelType.GUILD_STAGE_VOICE) {
    throw new ApiError(WrongChannelType);
  }
  const user = await callingUser(ctx, ctx.caller);
  const permissionContext = await permissionContextOf(ctx, guild_id, user.id);
  if (permissionContext === undefined) throw new ApiError(MissingAccess);
  const may = channelPermissions(permissionContext, channel);
  requireAllOf(may, ...MODERATION);
  return { user, channel: { ...channel, guild_id }, permissionContext, may };
}

/** A live stage, with the caller as its moderator. @throws UnknownStageInstance, as above */
async function stageAt(ctx: WithCaller, channelId: string) {
  await channelOf(ctx, ctx.caller, channelId);
  const stage = await liveStage(ctx, channelId);
  return { stage, moderator: await moderatorAt(ctx, channelId) };
}

/** The scheduled event for this stage. @throws UnknownScheduledEvent, OtherEventPlace */
async function plannedFor(
  ctx: ReadContext,
  { permissionContext, channel }: Moderator,
  id: string | null | undefined,
): Promise<ScheduledEventRecord | undefined> {
  if (id === null || id === undefined) return undefined;
  const event = await scheduledEventOf(ctx, permissionContext, id);
  if (event.entity_type !== EventPlace.STAGE_INSTANCE) throw new ApiError(OtherEventPlace);
  if (event.channel_id !== channel.id) throw new ApiError(UnknownScheduledEvent);
  return event;
}

interface Notice {
  readonly type: number;
  readonly topic: string;
  readonly toEveryone?: boolean;
}

/** Posts a notice about the stage in the chat of its channel. */
async function postStageNotice(
  ctx: Context,
  { user, channel }: Moderator,
  notice: Notice,
): Promise<void> {
  await postSystemMessage(ctx, {
    channel,
    author: userView(user),
    type: notice.type,
    content: notice.topic,
    ...(notice.toEveryone === true ? { origin: { mention_everyone: true } } : {}),
  });
}

function logged({ user, channel }: Moderator, { id, guild_id }: StageRecord) {
  const options = { channel_id: channel.id };
  return { guild_id, user_id: user.id, target_id: id, options };
}

export const stageHandlers: readonly Binding[] = [
  handle(createStageInstance, async (ctx, { body }) => {
    const form = body();
    const moderator = await moderatorAt(ctx, form.channel_id);
    if ((await stageOn(ctx, form.channel_id)) !== undefined) throw new ApiError(StageAlreadyOpen);
    const event = await plannedFor(ctx, moderator, form.guild_scheduled_event_id);
    const { topic, privacy_level } = form;
    const stage = await openStage(ctx, moderator.channel, { topic, privacy_level, event });
    const toEveryone =
      form.send_start_notification === true && holds(moderator.may, "MENTION_EVERYONE");
    await postStageNotice(ctx, moderator, { type: MessageType.STAGE_START, topic, toEveryone });
    writeAuditLog(ctx, "STAGE_INSTANCE_CREATE", { ...logged(moderator, stage), after: stage });
    return reply(200, stageView(stage));
  }),

  handle(getStageInstance, async (ctx, { params }) => {
    const channel = await seenChannelOf(ctx, ctx.caller, params.channel_id);
    return reply(200, stageView(await liveStage(ctx, channel.id)));
  }),

  handle(editStageInstance, async (ctx, { params, body }) => {
    const { stage: before, moderator } = await stageAt(ctx, params.channel_id);
    const { topic = before.topic, privacy_level = before.privacy_level } = body();
    const after = { ...before, topic, privacy_level };
    if (isSameJson(after, before)) return reply(200, stageView(before));
    ctx.tx.put(stageInstances, after);
    ctx.emit(StageInstanceUpdate, await eventScope(ctx, after), stageView(after));
    if (topic !== before.topic)
      await postStageNotice(ctx, moderator, { type: MessageType.STAGE_TOPIC, topic });
    writeAuditLog(ctx, "STAGE_INSTANCE_UPDATE", { ...logged(moderator, after), before, after });
    return reply(200, stageView(after));
  }),

  handle(deleteStageInstance, async (ctx, { params }) => {
    const { stage, moderator } = await stageAt(ctx, params.channel_id);
    await closeStage(ctx, stage);
    await postStageNotice(ctx, moderator, { type: MessageType.STAGE_END, topic: stage.topic });
    writeAuditLog(ctx, "STAGE_INSTANCE_DELETE", { ...logged(moderator, stage), before: stage });
    return noContent;
  }),
];
