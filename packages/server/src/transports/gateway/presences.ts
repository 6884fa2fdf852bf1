// Who is online, and as what: kept with the sessions that set it, and sent to those of the same
// guilds that asked. Source: protocol: gateway-oauth-limits 4.8, 4.15, 9 (choice 11).
import { limits } from "@antechamber/contract";
import { PresenceUpdate, type Presence } from "@antechamber/contract/guilds";
import { projection, type Static } from "@antechamber/contract/schema";
import type { Clock } from "../../platform/clock.ts";
import { encodeDispatch } from "./wire/codec.ts";
import { hasPassed, clockPairOf, type ClockPair } from "./instant.ts";
import type { OwnPresence } from "./opcodes/requests.ts";
import type { Session, Sessions } from "./session-registry.ts";

const { value: updatesMax, windowMs: updatesMs } = limits.presenceUpdates;

interface Kept {
  readonly own: OwnPresence;
  /** Updates since an instant. */
  readonly since: ClockPair;
  readonly count: number;
}

export interface PresenceDeps {
  readonly clock: Clock;
  readonly sessions: Sessions;
  /** Runs a task once every event before it has gone out. */
  readonly inTurn: (task: () => void) => void;
}

const project = projection(PresenceUpdate.payload);

export class Presences {
  readonly #means: PresenceDeps;
  readonly #kept = new Map<Session, Kept>();

  constructor(means: PresenceDeps) {
    this.#means = means;
    means.sessions.whenEnded((session) => this.#end(session));
  }

  /** Sets the presence of a session; past the limit of changes it is stored, but not sent. */
  set(session: Session, own: OwnPresence): void {
    const { userId } = session.owner;
    const at = clockPairOf(this.#means.clock);
    const before = this.#kept.get(session);
    const isOpen = before !== undefined && !hasPassed(before.since, at, updatesMs);
    const counted = isOpen
      ? { since: before.since, count: before.count + 1 }
      : { since: at, count: 1 };
    const was = this.of(userId);
    this.#kept.set(session, { own, ...counted });
    if (counted.count <= updatesMax) this.#tell(userId, was, session.guildIds);
  }

  /** What others see of a user; undefined for who is offline. */
  of(userId: string): Static<typeof Presence> | undefined {
    const sessions = [...this.#means.sessions.ofUser(userId)];
    const shown = sessions.findLast((each) => this.#statusOf(each) !== "offline");
    const own = shown && this.#kept.get(shown)?.own;
    if (shown === undefined || own === undefined) return undefined;
    const client = shown.owner.kind === "bot" ? "web" : "desktop";
    return {
      user: { id: userId },
      status: own.status,
      activities: [...own.activities],
      client_status: { [client]: own.status },
    };
  }

  /** Who of a guild is online, in no order. */
  onlineIn(guildId: string): readonly string[] {
    const inside = [...this.#means.sessions.inGuild(guildId)].map(({ owner }) => owner.userId);
    return [...new Set(inside)].filter((userId) => this.of(userId) !== undefined);
  }

  /** Forgets everyone. */
  clear(): void {
    this.#kept.clear();
  }

  #statusOf(session: Session) {
    return this.#kept.get(session)?.own.status ?? "offline";
  }

  #end(session: Session): void {
    const { userId } = session.owner;
    const kept = this.#kept.get(session);
    this.#kept.delete(session);
    if (kept === undefined || kept.own.status === "offline") return;
    const was = this.of(userId) ?? offline(userId);
    // A user who is online through another session keeps that one's presence.
    if (was.status === "offline") this.#send(was, [...session.guildIds]);
  }

  #tell(
    userId: string,
    was: Static<typeof Presence> | undefined,
    guildIds: ReadonlySet<string>,
  ): void {
    const is = this.of(userId) ?? offline(userId);
    if (JSON.stringify(is) !== JSON.stringify(was ?? offline(userId)))
      this.#send(is, [...guildIds]);
  }

  #send(presence: Static<typeof Presence>, guildIds: readonly string[]): void {
    const { sessions, inTurn } = this.#means;
    for (const guild_id of guildIds) {
      if (sessions.watchingPresences(guild_id).size === 0) continue;
      inTurn(() => {
        const event = encodeDispatch(PresenceUpdate.name, project({ ...presence, guild_id }));
        for (const session of sessions.watchingPresences(guild_id)) {
          if (session.owner.userId !== presence.user.id) session.dispatch(event);
        }
      });
    }
  }
}

function offline(userId: string): Static<typeof Presence> {
  return { user: { id: userId }, status: "offline", activities: [], client_status: {} };
}
