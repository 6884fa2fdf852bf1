// A guild's invites and scheduled events, as a world file has them.
import type { WorldInvite, WorldScheduledEvent } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import {
  eventSubscriptions,
  scheduledEvents,
  usualTimesOf,
  type ScheduledEventRecord,
} from "../../../domains/guilds/scheduled-events/scheduled-event.ts";
import {
  inviteDefaults,
  invites,
  inviteTargets,
  type InviteRecord,
} from "../../../domains/invites/invite.ts";
import { omitDefaults } from "../omit-defaults.ts";

/** The invites to a guild. */
export async function inviteEntries(
  ctx: ReadContext,
  guildId: string,
): Promise<Static<typeof WorldInvite>[]> {
  const all = await ctx.tx.find(invites, { index: "guild", value: guildId });
  return Promise.all(
    all.map(async (invite) => {
      const targets = await ctx.tx.get(inviteTargets, invite.code);
      const users = targets === undefined ? {} : { target_users: [...targets.user_ids] };
      return { ...inviteEntry(invite), ...users };
    }),
  );
}

function inviteEntry(invite: InviteRecord): Static<typeof WorldInvite> {
  const { code, channel_id, created_at, guild_id: _guild, role_ids, ...fields } = invite;
  const { inviter_id, target_user_id, target_application_id, only_user_id, ...rest } = fields;
  return {
    code,
    channel: channel_id,
    created_at,
    ...definedFields({
      inviter: inviter_id,
      target_user: target_user_id,
      target_application: target_application_id,
      only_user: only_user_id,
    }),
    ...(role_ids.length === 0 ? {} : { roles: [...role_ids] }),
    ...omitDefaults(rest, inviteDefaults),
  };
}

const eventDefaults = { description: null, image: null, scheduled_end_time: null, status: 1 };

/** The scheduled events of a guild. */
export async function scheduledEventEntries(
  ctx: ReadContext,
  guildId: string,
): Promise<Static<typeof WorldScheduledEvent>[]> {
  const all = await ctx.tx.find(scheduledEvents, { index: "guild", value: guildId });
  const entries = all.map(async (event) => {
    const subscriptions = await ctx.tx.find(eventSubscriptions, {
      index: "event",
      value: event.id,
    });
    const subscribers = subscriptions.map(({ user_id, exception_id, response }) => ({
      user: user_id,
      ...definedFields({ exception_id }),
      ...(response === 1 ? {} : { response }),
    }));
    const entry = scheduledEventEntry(event);
    return { ...entry, ...(subscribers.length === 0 ? {} : { subscribers }) };
  });
  return Promise.all(entries);
}

function scheduledEventEntry(event: ScheduledEventRecord): Static<typeof WorldScheduledEvent> {
  const { id, name, channel_id, creator_id, entity_type, description, image, status } = event;
  const { start: scheduled_start_time, end: scheduled_end_time } = usualTimesOf(event);
  const location = event.entity_metadata?.location;
  return {
    id,
    name,
    scheduled_start_time,
    entity_type: entity_type as 1 | 2 | 3,
    ...(channel_id === null ? {} : { channel: channel_id }),
    ...(creator_id === null ? { creator_id } : { creator: creator_id }),
    ...definedFields({ location, exceptions: event.exceptions }),
    ...(event.recurrence_rule ? { recurrence_rule: event.recurrence_rule } : {}),
    ...omitDefaults({ description, image, scheduled_end_time, status }, eventDefaults),
  };
}
