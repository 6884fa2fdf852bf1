// Who is online, and as what: kept with the sessions that set it, and sent to those of the same
// guilds that asked. Source: protocol: gateway-oauth-limits 4.8, 4.15, 9 (choice 11).
import { limits } from "@antechamber/contract";
import { PresenceUpdate, type Presence } from "@antechamber/contract/guilds";
import { projection, type Static } from "@antechamber/contract/schema";
import type { Bus } from "../../platform/bus.ts";
import type { Cancel, Clock, Millis, SteerableClock } from "../../platform/clock.ts";
import type { Processes } from "../../platform/processes.ts";
import { encodeDispatch, type Encoded } from "./wire/codec.ts";
import { hasPassed, clockPairOf, type ClockPair } from "./instant.ts";
import type { OwnPresence } from "./opcodes/requests.ts";
import { RemotePresences, type Online, type RemotePresence } from "./remote-presences.ts";
import type { Sessions } from "./session-registry.ts";
import type { Session } from "./session.ts";

const { value: updatesMax, windowMs: updatesMs } = limits.presenceUpdates;
/** Presences that may wait while a session comes from another process. */
const HELD_PRESENCES_MAX = 10_000;
/** Real time after which the others surely know a session's user from where it has moved to. */
const MOVED_MS = 1_000;

interface Kept {
  readonly own: OwnPresence;
  /** When its session began here, or came from another process. Real milliseconds. */
  readonly at: Millis;
  /** Updates since an instant; what it begins with is none. */
  readonly since: ClockPair;
  readonly count: number;
}

export interface PresenceDeps {
  readonly clock: Clock & Pick<SteerableClock, "system">;
  readonly bus: Bus;
  readonly processes: Pick<Processes, "living">;
  readonly sessions: Sessions;
  /** Runs a task once every event before it has gone out. */
  readonly inTurn: (task: () => void) => void;
}

type Shown = Static<typeof Presence>;

/** What was sent while a session was on its way from another process. */
export interface HeldPresences {
  deliverTo(session: Session): void;
  end(): void;
}

interface Held {
  readonly guildId: string;
  readonly userId: string;
  readonly event: Encoded;
}

const project = projection(PresenceUpdate.payload);

export class Presences {
  readonly #means: PresenceDeps;
  readonly #kept = new Map<Session, Kept>();
  /** What others were sent last of the users whose latest changes were not sent. */
  readonly #unsent = new Map<string, Shown>();
  readonly #elsewhere: RemotePresences;
  readonly #held = new Set<Held[]>();
  readonly #moving = new Set<Cancel>();

  constructor(means: PresenceDeps) {
    this.#means = means;
    means.sessions.whenEnded((session) => this.#end(session));
    means.sessions.whenMoved(({ owner }) => this.tellElsewhere(owner.userId));
    this.#elsewhere = new RemotePresences({
      ...means,
      own: () => means.sessions.userIds().map((userId) => this.#ofProcess(userId)),
      changing: (userId, guildIds, change) => {
        const was = this.of(userId);
        change();
        this.#tell(userId, was, guildIds);
      },
    });
  }

  /** Sets the presence of a session; past the limit of changes it is stored, but not sent. */
  set(session: Session, own: OwnPresence): void {
    const { userId } = session.owner;
    const at = clockPairOf(this.#means.clock);
    const before = this.#kept.get(session);
    const counted = countedAt(at, before);
    const was = this.of(userId);
    this.#kept.set(session, { own, at: before?.at ?? this.#means.clock.system(), ...counted });
    session.touched();
    if (counted.count > updatesMax) {
      if (!this.#unsent.has(userId)) this.#unsent.set(userId, was ?? offline(userId));
      return;
    }
    this.#tell(userId, was, session.guildIds);
    this.tellElsewhere(userId);
  }

  /**
   * A session goes on at another process, which tells of its user from then on: nobody shall see
   * them offline for a moment.
   *
   * @returns what the session has set
   */
  giveAway(session: Session, toEpoch: string): OwnPresence | undefined {
    const { userId } = session.owner;
    const kept = this.#kept.get(session);
    if (kept === undefined) return undefined;
    const { presence = null } = this.#here(userId) ?? {};
    this.#kept.delete(session);
    const since = this.#means.clock.system();
    this.#elsewhere.expect({ userId, presence, since, guildIds: session.guildIds }, toEpoch);
    const cancel = this.#means.clock.after(MOVED_MS, () => {
      this.#moving.delete(cancel);
      this.tellElsewhere(userId);
    });
    this.#moving.add(cancel);
    return kept.own;
  }

  /** Sessions are no more at this process: who has them by now, or will, tells of their users. */
  disown(sessions: readonly Session[]): void {
    for (const session of sessions) this.#end(session);
  }

  /** What a session has set. */
  setBy(session: Session): OwnPresence | undefined {
    return this.#kept.get(session)?.own;
  }

  /** Keeps what is sent from now on for a session that may come from another process. */
  hold(): HeldPresences {
    const held: Held[] = [];
    this.#held.add(held);
    return {
      deliverTo: (session) => {
        for (const { guildId, userId, event } of held) {
          const isWatching = this.#means.sessions.watchingPresences(guildId).has(session);
          if (isWatching && session.owner.userId !== userId) session.dispatch(event);
        }
      },
      end: () => this.#held.delete(held),
    };
  }

  /** What others see of a user: what the newest session shows; undefined for who is offline. */
  of(userId: string): Shown | undefined {
    return this.#newest(userId)?.presence;
  }

  #newest(userId: string): Online | undefined {
    const [here, elsewhere] = [this.#here(userId), this.#elsewhere.of(userId)];
    const isHere = elsewhere === undefined || (here !== undefined && here.since >= elsewhere.since);
    return isHere ? here : elsewhere;
  }

  #here(userId: string): Online | undefined {
    const sessions = [...this.#means.sessions.ofUser(userId)];
    const shown = sessions.findLast((each) => this.#statusOf(each) !== "offline");
    const kept = shown && this.#kept.get(shown);
    if (shown === undefined || kept === undefined) return undefined;
    return onlineBy(shown, kept);
  }

  /** Who of a guild is online, in no order. */
  onlineIn(guildId: string): readonly string[] {
    const inside = this.#means.sessions.ofMembers(guildId).map(({ owner }) => owner.userId);
    const online = [...new Set(inside)].filter((userId) => this.#here(userId) !== undefined);
    return [...new Set([...online, ...this.#elsewhere.onlineIn(guildId)])];
  }

  /** Forgets everyone. */
  clear(): void {
    this.#kept.clear();
    this.#unsent.clear();
    this.#elsewhere.clear();
  }

  stop(): void {
    this.#elsewhere.stop();
    for (const cancel of this.#moving) cancel();
  }

  /** A user as the sessions of this process show them. */
  #ofProcess(userId: string): RemotePresence {
    const guildIds = [...this.#means.sessions.ofUser(userId)].flatMap((each) => each.guildIds);
    const here = this.#here(userId) ?? { presence: null };
    return { userId, ...here, guildIds: [...new Set(guildIds)] };
  }

  /** Tells the other processes what this one knows of a user. */
  tellElsewhere(userId: string): void {
    if (this.#means.bus.isShared) this.#elsewhere.tell(this.#ofProcess(userId));
  }

  #statusOf(session: Session) {
    return this.#kept.get(session)?.own.status ?? "offline";
  }

  #end(session: Session): void {
    const { userId } = session.owner;
    const kept = this.#kept.get(session);
    this.#kept.delete(session);
    if (kept === undefined) return;
    if (kept.own.status === "offline" && !this.#unsent.has(userId)) return;
    const ended = onlineBy(session, kept);
    const rest = this.#newest(userId);
    // A user goes on as their newest other session shows them; that of an older one was not seen.
    const wasSeen = rest === undefined || rest.since <= ended.since;
    if (wasSeen) this.#tell(userId, ended.presence, session.guildIds);
    this.tellElsewhere(userId);
  }

  #tell(userId: string, was: Shown | undefined, guildIds: readonly string[]): void {
    const is = this.of(userId) ?? offline(userId);
    const sent = this.#unsent.get(userId) ?? was ?? offline(userId);
    this.#unsent.delete(userId);
    if (JSON.stringify(is) !== JSON.stringify(sent)) this.#send(is, guildIds);
  }

  #send(presence: Static<typeof Presence>, guildIds: readonly string[]): void {
    const { sessions, inTurn } = this.#means;
    for (const guild_id of guildIds) {
      if (sessions.watchingPresences(guild_id).size === 0 && this.#held.size === 0) continue;
      inTurn(() => {
        const event = encodeDispatch(PresenceUpdate.name, project({ ...presence, guild_id }));
        const kept = { guildId: guild_id, userId: presence.user.id, event };
        for (const held of this.#held) if (held.length < HELD_PRESENCES_MAX) held.push(kept);
        for (const session of sessions.watchingPresences(guild_id)) {
          if (session.owner.userId !== presence.user.id) session.dispatch(event);
        }
      });
    }
  }
}

/** The updates of a session with one more; what it begins with is not limited. */
function countedAt(at: ClockPair, before: Kept | undefined): Pick<Kept, "since" | "count"> {
  if (before === undefined) return { since: at, count: 0 };
  const { since, count } = before;
  const isOpen = count > 0 && !hasPassed(since, at, updatesMs);
  return isOpen ? { since, count: count + 1 } : { since: at, count: 1 };
}

/** What a session shows of its user. */
function onlineBy(session: Session, { own, at }: Kept): Online {
  const { kind, userId } = session.owner;
  const presence = {
    user: { id: userId },
    status: own.status,
    activities: [...own.activities],
    client_status: { [kind === "bot" ? "web" : "desktop"]: own.status },
  };
  return { presence, since: at };
}

function offline(userId: string): Static<typeof Presence> {
  return { user: { id: userId }, status: "offline", activities: [], client_status: {} };
}
