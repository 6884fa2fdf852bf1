// Which guilds sessions are in, as users come and go and guilds are made and deleted.
// Source: protocol: gateway-oauth-limits 4.11, 4.16.
import { GuildCreate } from "@antechamber/contract/gateway";
import { GuildDelete, GuildMemberAdd, GuildMemberRemove } from "@antechamber/contract/guilds";
import { SessionsRevoked } from "@antechamber/contract/users";
import { memberOf } from "../../../domains/guilds/operations.ts";
import type { LogPlace } from "../../../platform/store.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import type { Dispatch } from "./dispatch.ts";
import { encodeDispatch } from "../wire/codec.ts";
import { guildFor } from "./guild-create.ts";
import { receives } from "../sessions/grant.ts";
import type { Presences } from "../presence/presences.ts";
import type { Sessions } from "../sessions/session-registry.ts";
import { isOnShard, type Session } from "../sessions/session.ts";

export interface MembershipDeps {
  readonly work: Pick<Transactions, "read">;
  readonly sessions: Sessions;
  readonly presences: Pick<Presences, "of" | "onlineIn">;
}

/** A guild that sessions come into or leave, and where the event stands in the log that says so. */
interface PlacedMove {
  readonly guildId: string;
  readonly place: LogPlace;
}

/** Facts after which sessions are in other guilds than before. */
export function movesSessions(name: string): boolean {
  return (
    name === GuildCreate.name ||
    name === GuildDelete.name ||
    /^GUILD_MEMBER_(ADD|REMOVE)$/.test(name)
  );
}

/** A user who left must not receive the event of those who stay, so they are removed before it. */
export function movesFirst(name: string): boolean {
  return name === GuildMemberRemove.name;
}

/** The event itself is delivered to nobody: each session is sent a variant of its own. */
export function isSentToEach(name: string): boolean {
  return name === GuildCreate.name;
}

/** Facts after which sessions end. */
export function endsSessions(name: string): boolean {
  return name === SessionsRevoked.name;
}

export class Memberships {
  readonly #deps: MembershipDeps;

  constructor(deps: MembershipDeps) {
    this.#deps = deps;
  }

  /** Moves the sessions that a fact is about, or one of them alone. */
  move(dispatch: Dispatch, only?: Session): void | Promise<void> {
    const { name, guildId, userId, place } = dispatch;
    if (guildId === undefined) return undefined;
    switch (name) {
      case GuildCreate.name:
        return this.#joinMembers({ guildId, place }, only);
      case GuildMemberAdd.name:
        return this.#join({ guildId, place }, this.#sessionsOf(userId, only));
      case GuildMemberRemove.name:
        return this.#leave({ guildId, place }, this.#sessionsOf(userId, only));
      case GuildDelete.name: {
        const { sessions } = this.#deps;
        const inside = only === undefined ? sessions.ofMembers(guildId) : [only];
        for (const session of inside) sessions.leaveGuild(session, guildId);
      }
    }
  }

  #leave({ guildId, place }: PlacedMove, own: readonly Session[]): void {
    const gone = encodeDispatch(GuildDelete.name, { id: guildId });
    for (const session of own) {
      if (!session.guildIds.includes(guildId)) continue;
      this.#deps.sessions.leaveGuild(session, guildId);
      if (session.seesGuilds && receives(session, "GUILDS")) session.dispatch(gone, place);
    }
  }

  #sessionsOf(userId: string | undefined, only: Session | undefined): readonly Session[] {
    const own = userId === undefined ? [] : [...this.#deps.sessions.ofUser(userId)];
    return only === undefined ? own : own.filter((session) => session === only);
  }

  /** Everyone with a session who is a member of a new guild. */
  async #joinMembers(move: PlacedMove, only: Session | undefined): Promise<void> {
    const { work, sessions } = this.#deps;
    const userIds = only === undefined ? sessions.userIds() : [only.owner.userId];
    const inside = await work.read(async (ctx) => {
      const found = await Promise.all(userIds.map((userId) => memberOf(ctx, move.guildId, userId)));
      return found.flatMap((member) => (member === undefined ? [] : [member.user_id]));
    });
    await this.#join(
      move,
      inside.flatMap((userId) => this.#sessionsOf(userId, only)),
    );
  }

  /**
   * Gives each session the guild as it sees it; one that is in it already keeps what it has. All
   * are in it before the first is sent it, so that each is shown which of their users are online.
   */
  #join(move: PlacedMove, own: readonly Session[]): void | Promise<void> {
    const { guildId } = move;
    const joining = own.filter(
      (session) => isOnShard(session.shard, guildId) && !session.guildIds.includes(guildId),
    );
    for (const session of joining) this.#deps.sessions.joinGuild(session, guildId);
    const greeted = joining.filter(({ seesGuilds }) => seesGuilds);
    if (greeted.length > 0) return this.#greet(move, greeted);
  }

  async #greet({ guildId, place }: PlacedMove, joining: readonly Session[]): Promise<void> {
    const { work, sessions, presences } = this.#deps;
    for (const session of joining) {
      const guild = await work.read((ctx) => guildFor(ctx, guildId, { to: session, presences }));
      if (!sessions.has(session)) continue;
      // Deleted again, or left, as later events will show.
      if (guild === undefined) sessions.leaveGuild(session, guildId);
      if (guild === undefined || !receives(session, "GUILDS")) continue;
      session.hidden.set(guildId, guild.hidden);
      session.dispatch(guild.event, place);
    }
  }
}
