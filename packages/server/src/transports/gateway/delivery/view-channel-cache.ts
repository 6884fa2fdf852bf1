// Caches which users can view or enter a channel, until the guild changes.
import { holds, type PermissionName, type SeenChannel } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { channels, guilds, type ChannelRecord } from "../../../domains/guilds/guild.ts";
import {
  canEnter,
  memberOf,
  permissionContextOf,
  permissionsIn,
  rolesOf,
} from "../../../domains/guilds/operations.ts";
import { basePermissions, channelPermissions } from "../../../domains/guilds/permissions.ts";
import type { ReadContext } from "../../../platform/context.ts";
import type { Transactions } from "../../../platform/transactions.ts";

/** Cached answers in all; above that, the whole cache is cleared. */
const CACHED_MAX = 200_000;

/** User ids to whether they can view the channel, or enter it. */
type Views = Map<string, boolean>;

/** A check of users against a guild's channel. */
interface Question {
  /** The cache key of the answers. */
  readonly key: string;
  readonly channelId: string;
  readonly answers: (ctx: ReadContext, channel: ChannelRecord, userId: string) => Promise<boolean>;
}

export class ViewChannelCache {
  readonly #work: Pick<Transactions, "read">;
  /** Guild id to question key to views. */
  readonly #guilds = new Map<string, Map<string, Views>>();
  /** Recipients of direct messages and groups. */
  readonly #recipients = new Map<string, readonly string[]>();
  /** Counts how often recipients were dropped: what was read meanwhile may be out of date. */
  #recipientsDropped = 0;
  /** How many answers are cached. */
  #remembered = 0;

  constructor(work: Pick<Transactions, "read">) {
    this.#work = work;
  }

  /** Which of the users can view a guild's channel; synchronous when all answers are cached. */
  seeing(guildId: string, channelId: string, userIds: ReadonlySet<string>) {
    return this.#asked(guildId, { key: channelId, channelId, answers: canSee }, userIds);
  }

  /** Which of the users can also enter a guild's channel, and so read its messages. */
  entering(guildId: string, channelId: string, userIds: ReadonlySet<string>) {
    const key = `${channelId} entered`;
    return this.#asked(guildId, { key, channelId, answers: canEnter }, userIds);
  }

  #asked(
    guildId: string,
    question: Question,
    userIds: ReadonlySet<string>,
  ): ReadonlyMap<string, boolean> | Promise<ReadonlyMap<string, boolean>> {
    const views = this.#viewsOf(guildId, question.key);
    const unknown = [...userIds].filter((id) => !views.has(id));
    if (unknown.length === 0) return views;
    return this.#learn(question, unknown).then((learnt) => {
      const before = views.size;
      for (const [userId, is] of learnt) views.set(userId, is);
      // Views that were forgotten during the read are cached no more.
      const isCached = this.#guilds.get(guildId)?.get(question.key) === views;
      if (isCached) this.#remembered += views.size - before;
      return views;
    });
  }

  /** Which of the users can view a guild's channel as an event shows it; not cached. */
  judging(
    guildId: string,
    channel: SeenChannel,
    userIds: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, boolean>> {
    return this.#work.read((ctx) => seenAs(ctx, guildId, { channel, userIds }));
  }

  /** Which of the users hold one of the permissions in a guild's channel; not cached. */
  holding(
    channelId: string,
    userIds: ReadonlySet<string>,
    needed: readonly PermissionName[],
  ): Promise<ReadonlyMap<string, boolean>> {
    const isHolder = (may: bigint) => holds(may, "VIEW_CHANNEL") && holdsOneOf(may, needed);
    return this.#judge(channelId, userIds, isHolder);
  }

  /** Which of the users hold one of the permissions in a guild as a whole; not cached. */
  holdingInGuild(
    guildId: string,
    userIds: ReadonlySet<string>,
    needed: readonly PermissionName[],
  ): Promise<ReadonlyMap<string, boolean>> {
    return this.#work.read(async (ctx) => {
      const holders = new Map<string, boolean>();
      for (const userId of userIds) {
        const permissionContext = await permissionContextOf(ctx, guildId, userId);
        const may = permissionContext === undefined ? 0n : basePermissions(permissionContext);
        holders.set(userId, holdsOneOf(may, needed));
      }
      return holders;
    });
  }

  /** Which of the users were in a private thread of a channel, or manage its threads. */
  inPrivateThread(
    channelId: string,
    userIds: ReadonlySet<string>,
    memberIds: readonly string[],
  ): Promise<ReadonlyMap<string, boolean>> {
    return this.#judge(channelId, userIds, (may, userId) => {
      const isIn = memberIds.includes(userId) || holds(may, "MANAGE_THREADS");
      return isIn && holds(may, "VIEW_CHANNEL");
    });
  }

  /** Checks each user by their permissions in a guild's channel. */
  #judge(
    channelId: string,
    userIds: ReadonlySet<string>,
    isIn: (may: bigint, userId: string) => boolean,
  ): Promise<ReadonlyMap<string, boolean>> {
    return this.#work.read(async (ctx) => {
      const all = await permissionsOf(ctx, channelId, [...userIds]);
      return new Map(all.map(([userId, may]) => [userId, isIn(may, userId)]));
    });
  }

  /** The recipients of a direct message or a group. */
  recipients(channelId: string): readonly string[] | Promise<readonly string[]> {
    return this.#recipients.get(channelId) ?? this.#learnRecipients(channelId);
  }

  /** Drops the answers of a guild whose roles, members or channels may have changed. */
  forget(guildId: string): void {
    for (const views of this.#guilds.get(guildId)?.values() ?? []) this.#remembered -= views.size;
    this.#guilds.delete(guildId);
  }

  /** Drops the recipients of a direct message or a group, which may have changed. */
  forgetRecipients(channelId: string): void {
    this.#recipientsDropped += 1;
    if (this.#recipients.delete(channelId)) this.#remembered -= 1;
  }

  clear(): void {
    this.#guilds.clear();
    this.#recipients.clear();
    this.#recipientsDropped += 1;
    this.#remembered = 0;
  }

  #viewsOf(guildId: string, key: string): Views {
    if (this.#remembered > CACHED_MAX) this.clear();
    const ofGuild = this.#guilds.get(guildId) ?? new Map<string, Views>();
    this.#guilds.set(guildId, ofGuild);
    const views = ofGuild.get(key) ?? new Map<string, boolean>();
    ofGuild.set(key, views);
    return views;
  }

  #learn(
    { channelId, answers }: Question,
    userIds: readonly string[],
  ): Promise<readonly (readonly [userId: string, is: boolean])[]> {
    return this.#work.read(async (ctx) => {
      const channel = await ctx.tx.get(channels, snowflakeKey(channelId));
      const isAnswered = async (id: string) => channel !== undefined && answers(ctx, channel, id);
      return Promise.all(userIds.map(async (id) => [id, await isAnswered(id)] as const));
    });
  }

  async #learnRecipients(channelId: string): Promise<readonly string[]> {
    const dropped = this.#recipientsDropped;
    const channel = await this.#work.read((ctx) => ctx.tx.get(channels, snowflakeKey(channelId)));
    const recipients = channel?.recipientIds ?? [];
    if (dropped !== this.#recipientsDropped) return recipients;
    if (!this.#recipients.has(channelId)) this.#remembered += 1;
    this.#recipients.set(channelId, recipients);
    return recipients;
  }
}

function holdsOneOf(set: bigint, names: readonly PermissionName[]): boolean {
  return names.some((name) => holds(set, name));
}

async function canSee(ctx: ReadContext, channel: ChannelRecord, userId: string) {
  return holds(await permissionsIn(ctx, channel, userId), "VIEW_CHANNEL");
}

/** Uses the overwrites of the event, since the channel may have changed or been deleted. */
async function seenAs(
  ctx: ReadContext,
  guildId: string,
  { channel, userIds }: { channel: SeenChannel; userIds: ReadonlySet<string> },
): Promise<ReadonlyMap<string, boolean>> {
  const guild = await ctx.tx.get(guilds, snowflakeKey(guildId));
  if (guild === undefined) return new Map();
  const roles = await rolesOf(ctx, guildId);
  const { id, type, permission_overwrites: overwrites = [] } = channel;
  const shown = { id, type, flags: 0, permission_overwrites: overwrites };
  const judged = await Promise.all(
    [...userIds].map(async (userId) => {
      const member = await memberOf(ctx, guildId, userId);
      const may = member && channelPermissions({ guild, member, roles, time: ctx }, shown);
      return [userId, may !== undefined && holds(may, "VIEW_CHANNEL")] as const;
    }),
  );
  return new Map(judged);
}

/** The permissions of each user in a guild's channel; none in one that is gone. */
async function permissionsOf(
  ctx: ReadContext,
  channelId: string,
  userIds: readonly string[],
): Promise<readonly (readonly [string, bigint])[]> {
  const channel = await ctx.tx.get(channels, snowflakeKey(channelId));
  return Promise.all(
    userIds.map(
      async (id) =>
        [id, channel === undefined ? 0n : await permissionsIn(ctx, channel, id)] as const,
    ),
  );
}
