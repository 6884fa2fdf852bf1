// Keeps track of the guilds of sessions, as users join and leave and guilds are created and
// deleted.
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

/** A guild that sessions join or leave, and the place in the log of the event that says so. */
interface PlacedMove {
  readonly guildId: string;
  readonly place: LogPlace;
}

/** True for events that change which guilds sessions are in. */
export function movesSessions(name: string): boolean {
  return (
    name === GuildCreate.name ||
    name === GuildDelete.name ||
    name === GuildMemberAdd.name ||
    name === GuildMemberRemove.name
  );
}

/**
 * True for events before which sessions are moved: a user who left must not receive the event for
 * those who stay.
 */
export function movesFirst(name: string): boolean {
  return name === GuildMemberRemove.name;
}

/** True for events that are not delivered as they are: each session is sent its own variant. */
export function isSentToEach(name: string): boolean {
  return name === GuildCreate.name;
}

/** True for events that end sessions. */
export function endsSessions(name: string): boolean {
  return name === SessionsRevoked.name;
}

export class Memberships {
  readonly #deps: MembershipDeps;

  constructor(deps: MembershipDeps) {
    this.#deps = deps;
  }

  /** Updates the sessions that an event is about, or only one of them. */
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

  /** Adds the sessions of all users who are members of a new guild. */
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
   * Adds sessions to a guild, and sends each its GUILD_CREATE; sessions already in it are left
   * alone. All are added before the first is sent it, so that it shows which of their users are
   * online.
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
      // The guild was deleted, or the user left again, as later events will show.
      if (guild === undefined) sessions.leaveGuild(session, guildId);
      if (guild === undefined || !receives(session, "GUILDS")) continue;
      session.hidden.set(guildId, guild.hidden);
      session.dispatch(guild.event, place);
    }
  }
}
