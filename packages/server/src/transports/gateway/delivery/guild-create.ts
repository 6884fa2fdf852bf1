// GUILD_CREATE as one session receives it. Source: protocol: gateway-oauth-limits 4.11; clients.md
// 3, 4.
import { GuildCreate } from "@antechamber/contract/gateway";
import type { GatewayGuild } from "@antechamber/contract/guilds";
import { snowflakeKey, projection, type Static } from "@antechamber/contract/schema";
import { stagesOf, stageView } from "../../../domains/channels/stages/stage.ts";
import {
  channels,
  channelView,
  guildView,
  members,
  memberView,
  type ChannelRecord,
  type MemberRecord,
} from "../../../domains/guilds/guild.ts";
import {
  isThread,
  memberOf,
  membersOf,
  permissionContextOf,
} from "../../../domains/guilds/operations.ts";
import type { PermissionContext } from "../../../domains/guilds/permissions.ts";
import { scheduledEventsOf } from "../../../domains/guilds/scheduled-events/operations.ts";
import { scheduledEventPayload as shownEvent } from "../../../domains/guilds/scheduled-events/scheduled-event.ts";
import { soundsOf, soundView } from "../../../domains/guilds/soundboard/sound.ts";
import {
  isArchived,
  threadMemberIds,
  threadMemberOf,
} from "../../../domains/guilds/thread-fields.ts";
import {
  voiceStatesOf,
  voiceStateView,
  type VoiceStateRecord,
} from "../../../domains/guilds/voice/voice-state.ts";
import { users, type UserRecord } from "../../../domains/users/user.ts";
import { withPrefix } from "../../../platform/records/compound-keys.ts";
import type { ReadContext } from "../../../platform/context.ts";
import type { Presences } from "../presence/presences.ts";
import { receives, type Grant, type Owner } from "../sessions/grant.ts";
import { encodeDispatch, type Encoded } from "../wire/codec.ts";
import { hiddenAmong, visible } from "./channel-visibility.ts";

const projectGuild = projection(GuildCreate.payload);

/** The properties of a session that its GUILD_CREATE depends on. */
export interface GuildReader extends Pick<Grant, "intents"> {
  readonly owner: Owner;
  readonly largeThreshold: number;
}

export type PresenceView = Pick<Presences, "of" | "onlineIn">;

interface GuildAudience {
  readonly to: GuildReader;
  readonly presences: PresenceView;
}

/** A guild as GUILD_CREATE shows it to one session. */
export interface SentGuild {
  readonly id: string;
  readonly event: Encoded;
  /** The channels that its user cannot view. */
  readonly hidden: ReadonlySet<string>;
}

/** GUILD_CREATE as one session receives it; undefined when its user is not in the guild. */
export async function guildFor(
  ctx: ReadContext,
  guildId: string,
  audience: GuildAudience,
): Promise<SentGuild | undefined> {
  const permissionContext = await permissionContextOf(ctx, guildId, audience.to.owner.userId);
  if (permissionContext === undefined) return undefined;
  const [all, memberCount, inVoice, planned, sounds, stages] = await Promise.all([
    ctx.tx.find(channels, { index: "guild", value: guildId }),
    ctx.tx.count(members, withPrefix(guildId)),
    voiceStatesOf(ctx, guildId),
    scheduledEventsOf(ctx, permissionContext),
    soundsOf(ctx, guildId),
    stagesOf(ctx, guildId),
  ]);
  const seen = visible(permissionContext, all);
  const hidden = hiddenAmong(all, seen);
  const isLarge = memberCount > audience.to.largeThreshold;
  const people = await shownPeople(ctx, permissionContext, { audience, isLarge, inVoice });
  const guild: Static<typeof GatewayGuild> = {
    ...guildView(permissionContext.guild, permissionContext.roles),
    joined_at: permissionContext.member.joined_at,
    large: isLarge,
    unavailable: false,
    member_count: memberCount,
    voice_states: inVoice.map((state) => voiceStateView(state, memberIn(people, state.user_id))),
    members: people.map(({ member, user }) => memberView(member, user)),
    channels: all.filter((channel) => !isThread(channel)).map((channel) => channelView(channel)),
    threads: seen
      .filter((each) => isThread(each) && !isArchived(each))
      .map((thread) => ownThreadView(thread, audience.to.owner.userId)),
    presences: presencesAmong(people, audience),
    stage_instances: stages.filter(({ channel_id: id }) => !hidden.has(id)).map(stageView),
    guild_scheduled_events: planned.map(shownEvent),
    soundboard_sounds: sounds.map(soundView),
  };
  const event = encodeDispatch(GuildCreate.name, projectGuild(guild));
  return { id: guildId, event, hidden };
}

/** A thread with the viewer's own membership. */
function ownThreadView(thread: ChannelRecord, userId: string) {
  const view = channelView(thread);
  const isIn = threadMemberIds(thread).includes(userId);
  return isIn ? { ...view, member: threadMemberOf(thread, userId) } : view;
}

interface Person {
  readonly member: MemberRecord;
  readonly user: UserRecord;
}

interface GuildPeople {
  readonly audience: GuildAudience;
  readonly isLarge: boolean;
  readonly inVoice: readonly VoiceStateRecord[];
}

/**
 * The session's own member and the members in voice; with the intent for presences also all
 * members, or in a large guild those who are online.
 */
async function shownPeople(
  ctx: ReadContext,
  { guild, member }: PermissionContext,
  { audience: { to, presences }, isLarge, inVoice }: GuildPeople,
): Promise<readonly Person[]> {
  const receivesAll = receives(to, "GUILD_PRESENCES");
  if (!isLarge && receivesAll) return membersOf(ctx, guild.id, { limit: to.largeThreshold });
  const online = receivesAll ? presences.onlineIn(guild.id).slice(0, to.largeThreshold) : [];
  const userIds = new Set([member.user_id, ...inVoice.map(({ user_id }) => user_id), ...online]);
  const people = await Promise.all(
    [...userIds].map(async (userId): Promise<Person | undefined> => {
      const itsMember = await memberOf(ctx, guild.id, userId);
      const user = await ctx.tx.get(users, snowflakeKey(userId));
      return itsMember && user && { member: itsMember, user };
    }),
  );
  return people.filter((person) => person !== undefined);
}

function memberIn(people: readonly Person[], userId: string): MemberRecord | undefined {
  return people.find(({ member }) => member.user_id === userId)?.member;
}

function presencesAmong(people: readonly Person[], { to, presences }: GuildAudience) {
  if (to.intents === undefined || !receives(to, "GUILD_PRESENCES")) return [];
  return people
    .map(({ member }) => presences.of(member.user_id, member.guild_id))
    .filter((presence) => presence !== undefined);
}
