// Who can see a channel, asked of the store once and remembered until the guild changes.
import { ageKey } from "@antechamber/contract";
import { channels } from "../../domains/guilds/guild.ts";
import { canSee } from "../../domains/guilds/operations.ts";
import type { ReadContext } from "../../platform/context.ts";
import type { Work } from "../../platform/work.ts";

/** Answers that are remembered, in all; beyond that everything is forgotten at once. */
const REMEMBERED_MAX = 200_000;

/** User ids to whether they can see the channel. */
type Views = Map<string, boolean>;

export class Audience {
  readonly #work: Pick<Work, "read">;
  /** Guild id to channel id to its views. */
  readonly #guilds = new Map<string, Map<string, Views>>();
  /** Recipients of direct messages, which never change. */
  readonly #recipients = new Map<string, readonly string[]>();
  #remembered = 0;

  constructor(work: Pick<Work, "read">) {
    this.#work = work;
  }

  /** Those of the users who can see a guild's channel: at once when it is known of all of them. */
  inGuild(
    guildId: string,
    channelId: string,
    userIds: ReadonlySet<string>,
  ): ReadonlyMap<string, boolean> | Promise<ReadonlyMap<string, boolean>> {
    const views = this.#viewsOf(guildId, channelId);
    const unknown = [...userIds].filter((id) => !views.has(id));
    return unknown.length === 0 ? views : this.#learn(views, channelId, unknown);
  }

  /** The people of a direct message. */
  recipients(channelId: string): readonly string[] | Promise<readonly string[]> {
    return this.#recipients.get(channelId) ?? this.#learnRecipients(channelId);
  }

  /** The guild's roles, members or channels may have changed. */
  forget(guildId: string): void {
    for (const views of this.#guilds.get(guildId)?.values() ?? []) this.#remembered -= views.size;
    this.#guilds.delete(guildId);
  }

  clear(): void {
    this.#guilds.clear();
    this.#recipients.clear();
    this.#remembered = 0;
  }

  #viewsOf(guildId: string, channelId: string): Views {
    if (this.#remembered > REMEMBERED_MAX) this.clear();
    const ofGuild = this.#guilds.get(guildId) ?? new Map<string, Views>();
    this.#guilds.set(guildId, ofGuild);
    const views = ofGuild.get(channelId) ?? new Map<string, boolean>();
    ofGuild.set(channelId, views);
    return views;
  }

  async #learn(views: Views, channelId: string, userIds: readonly string[]): Promise<Views> {
    const learnt = await this.#work.read((ctx) => seen(ctx, channelId, userIds));
    for (const [userId, sees] of learnt) views.set(userId, sees);
    this.#remembered += learnt.length;
    return views;
  }

  async #learnRecipients(channelId: string): Promise<readonly string[]> {
    const channel = await this.#work.read((ctx) => ctx.tx.get(channels, ageKey(channelId)));
    const recipients = channel?.recipientIds ?? [];
    this.#recipients.set(channelId, recipients);
    this.#remembered += 1;
    return recipients;
  }
}

async function seen(
  ctx: ReadContext,
  channelId: string,
  userIds: readonly string[],
): Promise<readonly (readonly [string, boolean])[]> {
  const channel = await ctx.tx.get(channels, ageKey(channelId));
  return Promise.all(
    userIds.map(
      async (id) => [id, channel !== undefined && (await canSee(ctx, channel, id))] as const,
    ),
  );
}
