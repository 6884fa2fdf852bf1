// Which channels of its guilds a session's user can view. Sessions receive every channel of their
// guilds, but only the threads of channels that the user can view: on gaining a channel, they
// receive its threads.
// Source: protocol: gateway-oauth-limits 4.11, 4.16; the reference's page on threads, Channel
// Access.
import { holds, type SeenChannel } from "@antechamber/contract";
import {
  ChannelDelete,
  ChannelType,
  ChannelUpdate,
  GuildMemberUpdate,
  GuildRoleDelete,
  GuildRoleUpdate,
  GuildUpdate,
  ThreadListSync,
} from "@antechamber/contract/guilds";
import { snowflakeKey, projection } from "@antechamber/contract/schema";
import { channelView, guilds, type ChannelRecord } from "../../../domains/guilds/guild.ts";
import {
  isThread,
  memberOf,
  channelsAndThreads,
  rolesOf,
} from "../../../domains/guilds/operations.ts";
import {
  isArchived,
  threadMemberIds,
  threadMemberOf,
} from "../../../domains/guilds/thread-fields.ts";
import {
  permissionsAt,
  withOwnRoles,
  type PermissionContext,
} from "../../../domains/guilds/permissions.ts";
import type { ReadContext } from "../../../platform/context.ts";
import type { LogPlace } from "../../../platform/store.ts";
import type { TimeSlicer } from "../../../platform/time/time-slicer.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import type { Dispatch } from "./dispatch.ts";
import { encodeDispatch } from "../wire/codec.ts";
import { receives } from "../sessions/grant.ts";
import type { Sessions } from "../sessions/session-registry.ts";
import type { Session } from "../sessions/session.ts";

export interface ChannelVisibilityDeps {
  readonly work: Pick<Transactions, "read">;
  /** By which the views of many users yield to other work. */
  readonly slicer: TimeSlicer;
  readonly sessions: Pick<Sessions, "inGuild" | "ofUser" | "has">;
}

/** A change of a channel, and the sessions that may receive it. */
export interface ChannelChange {
  readonly dispatch: Dispatch;
  readonly guildId: string;
  readonly channel: SeenChannel;
  readonly listeners: readonly Session[];
  /** User ids to whether they can view the channel as it is after the change. */
  readonly views: ReadonlyMap<string, boolean>;
}

/** What a user can view of a guild. */
interface View {
  readonly userId: string;
  readonly seen: ReadonlySet<string>;
}

interface GuildViews {
  /** The guild's channels and threads. */
  readonly channels: readonly ChannelRecord[];
  readonly views: readonly View[];
}

/** Events after which the visible channels of everyone in the guild may differ. */
const affectsEveryone: ReadonlySet<string> = new Set([
  GuildUpdate.name,
  GuildRoleUpdate.name,
  GuildRoleDelete.name,
]);

const holdsThreads: ReadonlySet<number> = new Set([
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_FORUM,
  ChannelType.GUILD_MEDIA,
]);

const projectThreads = projection(ThreadListSync.payload);

/** The channels and threads that a member can view: a thread with its channel, or as its member. */
export function visible(
  permissionContext: PermissionContext,
  all: readonly ChannelRecord[],
): readonly ChannelRecord[] {
  const byId = new Map(all.map((channel) => [channel.id, channel]));
  const ofMember = withOwnRoles(permissionContext);
  return all.filter((channel) => {
    const parent = isThread(channel) ? byId.get(channel.parent_id ?? "") : undefined;
    return holds(permissionsAt(ofMember, channel, parent ?? channel), "VIEW_CHANNEL");
  });
}

/** Ids of the channels in `all` that are not in `seen`; threads are left out. */
export function hiddenAmong(
  all: readonly ChannelRecord[],
  seen: readonly ChannelRecord[],
): ReadonlySet<string> {
  const ids = new Set(seen.map(({ id }) => id));
  return new Set(all.flatMap((each) => (isThread(each) || ids.has(each.id) ? [] : [each.id])));
}

export class ChannelVisibility {
  readonly #deps: ChannelVisibilityDeps;

  constructor(deps: ChannelVisibilityDeps) {
    this.#deps = deps;
  }

  /** Sends a created, changed or deleted channel, and its threads to sessions that gain it. */
  send(change: ChannelChange): void | Promise<void> {
    const { channel, listeners } = change;
    const gaining = holdsThreads.has(channel.type)
      ? listeners.filter((session) => gains(session, change))
      : [];
    if (gaining.length > 0) return this.#sendWithThreads(change, gaining);
    for (const session of listeners) sendChange(session, change);
  }

  /**
   * Finds, after a change of permissions, the threads of the channels that sessions gain. They are
   * read before anything is sent, so that all that follows from one event is sent at once.
   *
   * @returns a function that sends them; undefined where no session gains anything
   */
  review(dispatch: Dispatch, only?: Session): Promise<() => void> | undefined {
    const { guildId, place } = dispatch;
    if (guildId === undefined) return undefined;
    const affected = this.#affectedBy(dispatch, guildId).filter(
      (session) => receives(session, "GUILDS") && (only === undefined || session === only),
    );
    return affected.length > 0 ? this.#compare({ guildId, place }, affected) : undefined;
  }

  /** The sessions whose visible channels may differ after a change of permissions in a guild. */
  #affectedBy({ name, userId }: Dispatch, guildId: string): readonly Session[] {
    const { sessions } = this.#deps;
    const inside = sessions.inGuild(guildId);
    if (affectsEveryone.has(name)) return [...inside];
    if (name !== GuildMemberUpdate.name || userId === undefined) return [];
    return [...sessions.ofUser(userId)].filter((session) => inside.has(session));
  }

  async #compare({ guildId, place }: Reviewed, affected: readonly Session[]): Promise<() => void> {
    const byUser = Map.groupBy(affected, ({ owner }) => owner.userId);
    const { channels, views } = await this.#viewsOf(guildId, [...byUser.keys()]);
    return () => {
      for (const view of views) {
        for (const session of byUser.get(view.userId) ?? []) {
          if (!this.#deps.sessions.has(session)) continue;
          bringUpToDate(session, { guildId, place, channels, view });
        }
      }
    };
  }

  /** What each of the users who are in a guild can view of it. */
  async #viewsOf(guildId: string, userIds: readonly string[]): Promise<GuildViews> {
    const { work, slicer } = this.#deps;
    const { channels, viewers } = await work.read((ctx) => readGuild(ctx, guildId, userIds));
    const task = slicer.begin(Infinity);
    const views: View[] = [];
    for (const viewer of viewers) {
      const seen = new Set(visible(viewer, channels).map(({ id }) => id));
      views.push({ userId: viewer.member.user_id, seen });
      await task.yieldIfDue();
    }
    return { channels, views };
  }

  /** Reads the threads first, so that a session is sent the channel and its threads at once. */
  async #sendWithThreads(change: ChannelChange, gaining: readonly Session[]): Promise<void> {
    const { guildId, dispatch, channel, listeners } = change;
    const byUser = Map.groupBy(gaining, ({ owner }) => owner.userId);
    const { channels, views } = await this.#viewsOf(guildId, [...byUser.keys()]);
    for (const session of listeners) sendChange(session, change);
    for (const { userId, seen } of views) {
      const threads = encodeThreads(guildId, new Set([channel.id]), { channels, seen, userId });
      for (const session of byUser.get(userId) ?? []) session.dispatch(threads, dispatch.place);
    }
  }
}

/** True when the session's user can view an existing channel from now on. */
function gains(session: Session, { dispatch, guildId, channel, views }: ChannelChange): boolean {
  const wasHidden = session.hidden.has(guildId, channel.id);
  return (
    dispatch.name === ChannelUpdate.name && wasHidden && views.get(session.owner.userId) === true
  );
}

function sendChange(session: Session, { dispatch, guildId, channel, views }: ChannelChange): void {
  session.dispatch(dispatch.encodedFor(session), dispatch.place);
  const isGone = dispatch.name === ChannelDelete.name;
  const sees = views.get(session.owner.userId) === true;
  session.hidden.mark(guildId, channel.id, !isGone && !sees);
}

/** The records that determine what each of the users who are in a guild can view of it. */
async function readGuild(ctx: ReadContext, guildId: string, userIds: readonly string[]) {
  const [guild, roles, channels, members] = await Promise.all([
    ctx.tx.get(guilds, snowflakeKey(guildId)),
    rolesOf(ctx, guildId),
    channelsAndThreads(ctx, guildId),
    Promise.all(userIds.map((userId) => memberOf(ctx, guildId, userId))),
  ]);
  if (guild === undefined) return { channels, viewers: [] };
  const time = { now: ctx.now };
  const present = members.filter((member) => member !== undefined);
  return { channels, viewers: present.map((member) => ({ guild, member, roles, time })) };
}

/**
 * A guild whose visible channels may have changed, and the place in the log of the event that
 * caused it.
 */
interface Reviewed {
  readonly guildId: string;
  readonly place: LogPlace;
}

interface Comparison extends Reviewed {
  readonly channels: readonly ChannelRecord[];
  readonly view: View;
}

/** Updates a session's hidden channels, and sends the threads of those gained. */
function bringUpToDate(session: Session, { guildId, place, channels, view }: Comparison): void {
  const gained = new Set<string>();
  const hidden = new Set<string>();
  let isChanged = false;
  for (const channel of channels) {
    if (isThread(channel)) continue;
    const sees = view.seen.has(channel.id);
    const wasHidden = session.hidden.has(guildId, channel.id);
    if (!sees) hidden.add(channel.id);
    if (sees === wasHidden) isChanged = true;
    if (sees && wasHidden && holdsThreads.has(channel.type)) gained.add(channel.id);
  }
  if (isChanged) session.hidden.set(guildId, hidden);
  if (gained.size > 0) {
    session.dispatch(encodeThreads(guildId, gained, { channels, ...view }), place);
  }
}

/** Thread List Sync with those threads of some channels that the user can view. */
function encodeThreads(
  guildId: string,
  channelIds: ReadonlySet<string>,
  { channels, seen, userId }: Pick<Comparison, "channels"> & View,
) {
  const threads = channels.filter(
    (channel) =>
      isThread(channel) &&
      !isArchived(channel) &&
      channelIds.has(channel.parent_id ?? "") &&
      seen.has(channel.id),
  );
  const own = threads.filter((thread) => threadMemberIds(thread).includes(userId));
  return encodeDispatch(
    ThreadListSync.name,
    projectThreads({
      guild_id: guildId,
      channel_ids: [...channelIds],
      threads: threads.map((thread) => channelView(thread)),
      members: own.map((thread) => threadMemberOf(thread, userId)),
    }),
  );
}
