// The objects that audit log entries refer to, as far as they still exist: clients show them with
// the entries. Each type of object has a line in `kinds`. Source: protocol: moderation 1.
import type { AuditLog } from "@antechamber/contract/audit-log";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import { guildInstallOf } from "../applications/installs.ts";
import { commandView } from "../commands/views.ts";
import { commandById } from "../commands/resolve-command.ts";
import type { AuditLogRecord } from "../guilds/audit-log/entry.ts";
import { autoModerationRules } from "../guilds/auto-moderation/rule.ts";
import { channels, channelView } from "../guilds/guild.ts";
import { integrationView } from "../guilds/integrations.ts";
import { scheduledEvents, scheduledEventView } from "../guilds/scheduled-events/scheduled-event.ts";
import { channelWebhooks, webhookView } from "../guilds/webhooks/channel-webhook.ts";
import { users, userView } from "../users/user.ts";

type Log = Static<typeof AuditLog>;
type Named = Exclude<keyof Log, "audit_log_entries" | "users">;

interface KindOf<N extends Named> {
  readonly list: N;
  /** The range of action types whose target has this type. */
  readonly from: number;
  readonly to: number;
  /** The object that an entry refers to, by the target's id. */
  readonly view: (
    ctx: ReadContext,
    entry: AuditLogRecord,
    targetId: string,
  ) => Promise<Log[N][number] | undefined>;
}

type Kind = { readonly [N in Named]: KindOf<N> }[Named];

const kinds: readonly Kind[] = [
  { list: "webhooks", from: 50, to: 52, view: webhookNamed },
  { list: "integrations", from: 80, to: 82, view: integrationNamed },
  { list: "guild_scheduled_events", from: 100, to: 102, view: scheduledEventNamed },
  { list: "threads", from: 110, to: 112, view: threadNamed },
  { list: "application_commands", from: 121, to: 121, view: commandNamed },
  { list: "auto_moderation_rules", from: 140, to: 142, view: ruleNamed },
];

/** The ranges of action types whose target is a user. */
const onUsers = [
  [20, 28],
  [72, 72],
  [74, 75],
  [143, 146],
] as const;

/** A page of entries with the objects that they refer to, each once. */
export async function auditLogView(
  ctx: ReadContext,
  entries: readonly AuditLogRecord[],
): Promise<Log> {
  const log: Log = {
    audit_log_entries: entries.map(({ guild_id: _guild, writtenAt: _at, ...entry }) => entry),
    users: await usersNamed(ctx, entries),
    integrations: [],
    webhooks: [],
    guild_scheduled_events: [],
    threads: [],
    application_commands: [],
    auto_moderation_rules: [],
  };
  for (const { list, from, to, view } of kinds) {
    const about = entries.filter(({ action_type: type }) => type >= from && type <= to);
    const found: object[] = log[list];
    for (const [targetId, entry] of new Map(about.map((each) => [each.target_id, each]))) {
      const target = targetId === null ? undefined : await view(ctx, entry, targetId);
      if (target !== undefined) found.push(target);
    }
  }
  return log;
}

async function usersNamed(ctx: ReadContext, entries: readonly AuditLogRecord[]) {
  const ids = new Set(
    entries.flatMap(({ action_type: type, user_id, target_id }) => {
      const isOnUser = onUsers.some(([from, to]) => type >= from && type <= to);
      return [user_id, isOnUser ? target_id : null].filter((id) => id !== null);
    }),
  );
  const found = await Promise.all([...ids].map((id) => ctx.tx.get(users, snowflakeKey(id))));
  return found.flatMap((user) => (user === undefined ? [] : [userView(user)]));
}

async function integrationNamed(ctx: ReadContext, { guild_id }: AuditLogRecord, id: string) {
  const install = await guildInstallOf(ctx, guild_id, id);
  const view = install && (await integrationView(ctx, install));
  if (view === undefined) return undefined;
  const { name, type, account } = view;
  return { id, name, type, account, application_id: id };
}

async function ruleNamed(ctx: ReadContext, { guild_id }: AuditLogRecord, id: string) {
  return ctx.tx.get(autoModerationRules, compoundKey(guild_id, id));
}

async function webhookNamed(ctx: ReadContext, _entry: AuditLogRecord, id: string) {
  const webhook = await ctx.tx.get(channelWebhooks, snowflakeKey(id));
  return webhook && webhookView(ctx, webhook, {});
}

async function scheduledEventNamed(ctx: ReadContext, _entry: AuditLogRecord, id: string) {
  const event = await ctx.tx.get(scheduledEvents, snowflakeKey(id));
  return event && scheduledEventView(ctx, event, { withCount: false });
}

async function threadNamed(ctx: ReadContext, _entry: AuditLogRecord, id: string) {
  const thread = await ctx.tx.get(channels, snowflakeKey(id));
  return thread && channelView(thread);
}

async function commandNamed(ctx: ReadContext, entry: AuditLogRecord, id: string) {
  const scope = { applicationId: entry.options?.["application_id"] ?? "", guildId: entry.guild_id };
  const command = await commandById(ctx, scope, id);
  return command && commandView(command);
}
