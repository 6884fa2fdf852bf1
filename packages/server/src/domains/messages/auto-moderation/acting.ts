// The actions of a guild's rules on what they matched. Source: protocol: auto-moderation 1.3, 3, 4.
import {
  AutoModerationActionExecution,
  AutoModerationActionType,
} from "@antechamber/contract/guilds";
import type { AuditLogActionName } from "@antechamber/contract/audit-log";
import { MessageType } from "@antechamber/contract/messages";
import { parseTimestamp, snowflakeKey, timestamp } from "@antechamber/contract/schema";
import type { Context } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { writeAuditLog } from "../../guilds/audit-log/write.ts";
import { setNameBlocked } from "../../guilds/auto-moderation/operations.ts";
import type { KeywordMatch } from "../../guilds/auto-moderation/matching.ts";
import type { RuleAction, RuleRecord } from "../../guilds/auto-moderation/rule.ts";
import { emitGuildChange, emitMemberChange } from "../../guilds/events.ts";
import { channels, guilds, members, type ChannelRecord } from "../../guilds/guild.ts";
import { memberOf } from "../../guilds/operations.ts";
import { userView, type UserRecord } from "../../users/user.ts";
import { createMessage } from "../operations.ts";

/** A rule and what it matched. */
export interface Hit {
  readonly rule: RuleRecord;
  readonly found: KeywordMatch;
  /** True when the message is part of a mention raid. */
  readonly isRaid?: boolean;
}

/** Who wrote the matched text, and where. */
export interface Occurrence {
  readonly guildId: string;
  readonly user: UserRecord;
  readonly text: string;
  /** Absent when the text is a member's name. */
  readonly channel?: ChannelRecord;
  /** Absent when the message was blocked. */
  readonly messageId?: string | undefined;
}

/** A matching rule whose actions are being carried out. */
interface RuleMatch extends Hit {
  readonly about: Occurrence;
}

/** The result of an action, with the id of any alert message; undefined if it had no effect. */
type ActionResult = { readonly alertId?: string } | undefined;

const { BLOCK_MESSAGE, SEND_ALERT_MESSAGE, TIMEOUT, BLOCK_MEMBER_INTERACTION } =
  AutoModerationActionType;

const logNames: Readonly<Record<number, AuditLogActionName>> = {
  [BLOCK_MESSAGE]: "AUTO_MODERATION_BLOCK_MESSAGE",
  [SEND_ALERT_MESSAGE]: "AUTO_MODERATION_FLAG_TO_CHANNEL",
  [TIMEOUT]: "AUTO_MODERATION_USER_COMM_DISABLED",
  [BLOCK_MEMBER_INTERACTION]: "AUTO_MODERATION_QUARANTINE_USER",
};

/** Carries out the actions of the matching rules, in the order of rules and actions. */
export async function performActions(
  ctx: Context,
  hits: readonly Hit[],
  about: Occurrence,
): Promise<void> {
  for (const hit of hits) {
    const match = { ...hit, about };
    if (hit.isRaid === true) await storeRaidTime(ctx, about.guildId);
    for (const action of hit.rule.actions) {
      const done = await perform(ctx, match, action);
      if (done !== undefined) announce(ctx, match, { action, alertId: done.alertId });
    }
  }
}

async function perform(ctx: Context, match: RuleMatch, action: RuleAction): Promise<ActionResult> {
  switch (action.type) {
    case SEND_ALERT_MESSAGE:
      return alert(ctx, match, action.metadata.channel_id ?? "");
    case TIMEOUT:
      return timeOut(ctx, match.about, action.metadata.duration_seconds ?? 0);
    case BLOCK_MEMBER_INTERACTION:
      return blockMember(ctx, match.about);
    default:
      return {};
  }
}

interface Alerted {
  readonly action: RuleAction;
  readonly alertId: string | undefined;
}

/** Emits the execution of an action, and writes it to the audit log. */
function announce(
  ctx: Context,
  { rule, found, about }: RuleMatch,
  { action, alertId }: Alerted,
): void {
  const { guildId: guild_id, user, channel, messageId, text } = about;
  ctx.emit(
    AutoModerationActionExecution,
    { kind: "guild", guild_id },
    {
      guild_id,
      action,
      rule_id: rule.id,
      rule_trigger_type: rule.trigger_type,
      user_id: user.id,
      content: text,
      matched_keyword: found.keyword,
      matched_content: found.content,
      ...definedFields({
        channel_id: channel?.id,
        message_id: messageId,
        alert_system_message_id: alertId,
      }),
    },
  );
  const name = logNames[action.type];
  if (name === undefined) return;
  writeAuditLog(ctx, name, {
    guild_id,
    user_id: user.id,
    target_id: user.id,
    options: {
      auto_moderation_rule_name: rule.name,
      auto_moderation_rule_trigger_type: String(rule.trigger_type),
      ...definedFields({ channel_id: channel?.id }),
    },
  });
}

/** Posts an alert in a channel; does nothing if the channel is gone. */
async function alert(ctx: Context, match: RuleMatch, channelId: string): Promise<ActionResult> {
  const channel = await ctx.tx.get(channels, snowflakeKey(channelId));
  const { guildId, user, text } = match.about;
  if (channel?.guild_id !== guildId) return undefined;
  const embed = {
    type: "auto_moderation_message",
    description: text,
    fields: fieldsOf(ctx, match).map(([name, value]) => ({ name, value, inline: false })),
  };
  const { id } = await createMessage(ctx, {
    channel,
    author: userView(user),
    type: MessageType.AUTO_MODERATION_ACTION,
    body: { content: "", embeds: [embed], components: [], flags: 0, tts: false },
    rights: { allowed: { parse: [] }, everyone: false },
  });
  return { alertId: id };
}

/** The fields of an alert's embed, under the names that clients recognise. */
function fieldsOf(
  ctx: Context,
  { rule, found, about }: RuleMatch,
): readonly (readonly [string, string])[] {
  const timeout = rule.actions.find(({ type }) => type === TIMEOUT)?.metadata.duration_seconds;
  const all: readonly (readonly [string, string | undefined | null])[] = [
    ["rule_name", rule.name],
    ["channel_id", about.channel?.id],
    ["decision_id", ctx.id()],
    ["keyword", found.keyword],
    ["keyword_matched_content", found.content],
    ["flagged_message_id", about.messageId],
    ["timeout_duration", timeout === undefined ? undefined : String(timeout)],
  ];
  return all.flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, value] as const],
  );
}

/** Times a member out, unless they are already timed out for longer. */
async function timeOut(
  ctx: Context,
  { guildId, user }: Occurrence,
  seconds: number,
): Promise<ActionResult> {
  const member = await memberOf(ctx, guildId, user.id);
  if (member === undefined || seconds === 0) return undefined;
  const until = ctx.now + seconds * 1000;
  if ((parseTimestamp(member.communication_disabled_until ?? "") ?? 0) >= until) return {};
  const after = { ...member, communication_disabled_until: timestamp(until) };
  ctx.tx.put(members, after);
  await emitMemberChange(ctx, after);
  return {};
}

async function blockMember(ctx: Context, { guildId, user }: Occurrence): Promise<ActionResult> {
  const member = await memberOf(ctx, guildId, user.id);
  if (member === undefined) return undefined;
  await setNameBlocked(ctx, member, { isBlocked: true });
  return {};
}

/** Stores in the guild when a mention raid was last detected. */
async function storeRaidTime(ctx: Context, guildId: string): Promise<void> {
  const guild = await ctx.tx.get(guilds, snowflakeKey(guildId));
  if (guild === undefined) return;
  const incidents_data = {
    invites_disabled_until: null,
    dms_disabled_until: null,
    ...guild.incidents_data,
    raid_detected_at: timestamp(ctx.now),
  };
  const after = { ...guild, incidents_data };
  ctx.tx.put(guilds, after);
  await emitGuildChange(ctx, after);
}
