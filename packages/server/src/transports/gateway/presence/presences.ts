// Who is online, and with which presence: kept by session, and sent to the sessions of the same
// guilds that receive presences. In each guild, a user has the presence of their newest session
// there: that of a bot with several shards may differ from guild to guild.
// Source: protocol: gateway-oauth-limits 4.6, 4.8, 4.15, 9 (choice 11).
import { isDeepStrictEqual } from "node:util";
import { limits } from "@antechamber/contract";
import { PresenceUpdate, type Presence } from "@antechamber/contract/guilds";
import { projection, type Static } from "@antechamber/contract/schema";
import type { Bus } from "../../../platform/bus.ts";
import type { Cancel, Clock, Millis, SteerableClock } from "../../../platform/clock.ts";
import type { Processes } from "../../../platform/processes.ts";
import { isSameJson } from "../../../platform/records/same-json.ts";
import { encodeDispatch, type Encoded } from "../wire/codec.ts";
import { clockPairOf, isWindowOver, type ClockPair } from "../../../platform/time/clock-pair.ts";
import type { OwnActivity, OwnPresence } from "./own-presence.ts";
import {
  RemotePresences,
  type Online,
  type RemotePresence,
  type PresenceInGuilds,
} from "./remote-presences.ts";
import type { Sessions } from "../sessions/session-registry.ts";
import type { Session } from "../sessions/session.ts";

const { value: updatesMax, windowMs: updatesMs } = limits.presenceUpdates;
/** Presences that are collected at most while a session moves here from another process. */
const BUFFERED_PRESENCES_MAX = 10_000;
/** Real time within which the process that a session moved to certainly publishes its presence. */
const MOVED_MS = 1_000;

interface StoredPresence {
  /** What the session has set; what others receive follows from it. */
  readonly own: OwnPresence;
  /** When the session began here, or moved here. Real milliseconds. */
  readonly at: Millis;
  /** The window of its updates; undefined before the first: the initial presence is not one. */
  readonly updates: UpdateWindow | undefined;
}

interface UpdateWindow {
  readonly since: ClockPair;
  readonly count: number;
}

export interface PresenceDeps {
  readonly clock: Clock & Pick<SteerableClock, "system">;
  readonly bus: Bus;
  readonly processes: Pick<Processes, "living">;
  readonly sessions: Sessions;
  /** Asked for each update; false: none is too many. */
  readonly isLimited: () => boolean;
  /** Runs a task once every earlier event was delivered. */
  readonly inTurn: (task: () => void) => void;
}

type Shown = Static<typeof Presence>;

/** Presences that were sent while a session moved here from another process. */
export interface BufferedPresences {
  deliverTo(session: Session): void;
  end(): void;
}

interface PresenceBuffer {
  readonly guildId: string;
  readonly userId: string;
  readonly event: Encoded;
}

const project = projection(PresenceUpdate.payload);

export class Presences {
  readonly #deps: PresenceDeps;
  readonly #kept = new Map<Session, StoredPresence>();
  /** By user and guild, the presence last sent, of users whose latest changes were not sent. */
  readonly #unsent = new Map<string, Map<string, Shown>>();
  readonly #elsewhere: RemotePresences;
  readonly #held = new Set<PresenceBuffer[]>();
  readonly #moving = new Set<Cancel>();

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
    deps.sessions.whenEnded((session) => this.#end(session));
    deps.sessions.whenMoved(({ owner }) => this.publish(owner.userId));
    this.#elsewhere = new RemotePresences({
      ...deps,
      own: () => deps.sessions.userIds().map((userId) => this.#ofProcess(userId)),
      changing: (userId, guildIds, change) => {
        const was = this.#seenIn(guildIds, userId);
        change();
        this.#announce(userId, guildIds, was);
      },
    });
  }

  /** Sets the presence of a session; above the limit of updates it is stored, but not sent. */
  set(session: Session, own: OwnPresence): void {
    const { guildIds } = session;
    const { userId } = session.owner;
    const before = this.#kept.get(session);
    const now = clockPairOf(this.#deps.clock);
    const was = this.#seenIn(guildIds, userId);
    const dated = withDates(session, own, { before: before?.own, now: now.now });
    const at = before?.at ?? this.#deps.clock.system();
    const updates = before && countedAt(now, before.updates);
    this.#kept.set(session, { own: dated, at, updates });
    session.touched();
    if (updates !== undefined && updates.count > updatesMax && this.#deps.isLimited())
      return this.#holdBack(userId, guildIds, was);
    this.#announce(userId, guildIds, was);
    this.publish(userId);
  }

  #holdBack(userId: string, guildIds: readonly string[], sent: readonly Shown[]): void {
    const unsent = this.#unsent.get(userId) ?? new Map<string, Shown>();
    this.#unsent.set(userId, unsent);
    for (const [nth, guildId] of guildIds.entries()) {
      const last = sent[nth];
      if (last !== undefined && !unsent.has(guildId)) unsent.set(guildId, last);
    }
  }

  /**
   * Removes a session that moves to another process, which publishes its user's presence from then
   * on: the user must not appear offline in between.
   *
   * @returns the presence that the session has set
   */
  giveAway(session: Session, toEpoch: string): OwnPresence | undefined {
    const { userId } = session.owner;
    const stored = this.#kept.get(session);
    if (stored === undefined) return undefined;
    const parts = this.#partsHere(userId, session.guildIds);
    this.#kept.delete(session);
    this.#elsewhere.expect(userId, parts, toEpoch);
    const cancel = this.#deps.clock.after(MOVED_MS, () => {
      this.#moving.delete(cancel);
      this.publish(userId);
    });
    this.#moving.add(cancel);
    return stored.own;
  }

  /** Drops sessions that another process holds now, or will: it publishes their presences. */
  disown(sessions: readonly Session[]): void {
    for (const session of sessions) this.#end(session);
  }

  /** The presence that a session has set. */
  setBy(session: Session): OwnPresence | undefined {
    return this.#kept.get(session)?.own;
  }

  /** Collects presences sent from now on, for a session that may move here from another process. */
  hold(): BufferedPresences {
    const buffer: PresenceBuffer[] = [];
    this.#held.add(buffer);
    return {
      deliverTo: (session) => {
        for (const { guildId, userId, event } of buffer) {
          const isWatching = this.#deps.sessions.watchingPresences(guildId).has(session);
          if (isWatching && session.owner.userId !== userId) session.dispatch(event);
        }
      },
      end: () => this.#held.delete(buffer),
    };
  }

  /** A user's presence in a guild; undefined for a user who is offline there. */
  of(userId: string, guildId: string): Shown | undefined {
    return this.#newest(userId, guildId)?.presence;
  }

  /** True for a user who is online anywhere. */
  isOnline(userId: string): boolean {
    return this.#newestHere(userId) !== undefined || this.#elsewhere.isOnline(userId);
  }

  #newest(userId: string, guildId: string): Online | undefined {
    const here = this.#here(userId, guildId);
    const elsewhere = this.#elsewhere.of(userId, guildId);
    const isHere = elsewhere === undefined || (here !== undefined && here.since >= elsewhere.since);
    return isHere ? here : elsewhere;
  }

  #here(userId: string, guildId: string): Online | undefined {
    const newest = this.#newestHere(userId, guildId);
    return newest && this.#online(newest);
  }

  #online(session: Session): Online | undefined {
    const stored = this.#kept.get(session);
    return stored && { presence: shownBy(session, stored.own), since: stored.at };
  }

  /** The newest online session, of all or of those in a guild. */
  #newestHere(userId: string, guildId?: string): Session | undefined {
    const { sessions } = this.#deps;
    let newest: Session | undefined;
    for (const session of sessions.ofUser(userId)) {
      const stored = this.#kept.get(session);
      if (stored === undefined || stored.own.status === "offline") continue;
      if (guildId === undefined || sessions.isOfMember(session, guildId)) newest = session;
    }
    return newest;
  }

  /** The ids of a guild's online users, in no order. */
  onlineIn(guildId: string): readonly string[] {
    const inside = this.#deps.sessions.ofMembers(guildId).map(({ owner }) => owner.userId);
    const isHere = (userId: string) => this.#newestHere(userId, guildId) !== undefined;
    const online = [...new Set(inside)].filter(isHere);
    return [...new Set([...online, ...this.#elsewhere.onlineIn(guildId)])];
  }

  /** Drops all presences. */
  clear(): void {
    this.#kept.clear();
    this.#unsent.clear();
    this.#elsewhere.clear();
  }

  stop(): void {
    this.#elsewhere.stop();
    for (const cancel of this.#moving) cancel();
  }

  /** A user's presence at this process. */
  #ofProcess(userId: string): RemotePresence {
    const all = [...this.#deps.sessions.ofUser(userId)].flatMap((each) => each.guildIds);
    const guildIds = [...new Set(all)];
    const newest = this.#newestHere(userId);
    const here = newest && this.#online(newest);
    if (here === undefined) return { userId, presence: null, guildIds };
    const isAlike = guildIds.every((guildId) => this.#newestHere(userId, guildId) === newest);
    const parts = isAlike ? {} : { parts: this.#partsHere(userId, guildIds) };
    return { userId, ...here, guildIds, ...parts };
  }

  /** The presences of a user's sessions here, each with the guilds where it is the newest. */
  #partsHere(userId: string, guildIds: readonly string[]): readonly PresenceInGuilds[] {
    const bySession = Map.groupBy(guildIds, (guildId) => this.#newestHere(userId, guildId));
    return [...bySession].flatMap(([session, inside]) => {
      const here = session && this.#online(session);
      return here === undefined ? [] : [{ ...here, guildIds: inside }];
    });
  }

  /** Publishes a user's presence at this process to the other processes. */
  publish(userId: string): void {
    if (this.#deps.bus.isShared) this.#elsewhere.publish(this.#ofProcess(userId));
  }

  #end(session: Session): void {
    const { guildIds } = session;
    const { userId } = session.owner;
    const stored = this.#kept.get(session);
    this.#kept.delete(session);
    if (stored === undefined) return;
    const isShown = stored.own.status !== "offline";
    if (!isShown && !this.#unsent.has(userId)) return;
    const was = guildIds.map((guildId) => {
      const rest = this.#newest(userId, guildId);
      // The ended session was visible only if it was the newest; the newest of the rest replaces
      // it.
      const wasSeen = isShown && (rest === undefined || rest.since <= stored.at);
      return wasSeen ? shownBy(session, stored.own) : (rest?.presence ?? offline(userId));
    });
    this.#announce(userId, guildIds, was);
    if (this.#deps.sessions.ofUser(userId).size === 0) this.#unsent.delete(userId);
    this.publish(userId);
  }

  /** A user's presence in each of these guilds, as others receive it. */
  #seenIn(guildIds: readonly string[], userId: string): readonly Shown[] {
    return guildIds.map((guildId) => this.of(userId, guildId) ?? offline(userId));
  }

  /** Sends what has changed. @param was the user's presence before in each of the guilds */
  #announce(userId: string, guildIds: readonly string[], was: readonly Shown[]): void {
    const unsent = this.#unsent.get(userId);
    for (const [nth, guildId] of guildIds.entries()) {
      const sent = unsent?.get(guildId) ?? was[nth];
      unsent?.delete(guildId);
      if (!this.#isWatched(guildId)) continue;
      const is = this.of(userId, guildId) ?? offline(userId);
      if (!isSameJson(is, sent)) this.#send(is, guildId);
    }
    if (unsent?.size === 0) this.#unsent.delete(userId);
  }

  #isWatched(guildId: string): boolean {
    return this.#deps.sessions.watchingPresences(guildId).size > 0 || this.#held.size > 0;
  }

  #send(presence: Shown, guild_id: string): void {
    const { sessions, inTurn } = this.#deps;
    inTurn(() => {
      const event = encodeDispatch(PresenceUpdate.name, project({ ...presence, guild_id }));
      const buffered = { guildId: guild_id, userId: presence.user.id, event };
      for (const buffer of this.#held)
        if (buffer.length < BUFFERED_PRESENCES_MAX) buffer.push(buffered);
      for (const session of sessions.watchingPresences(guild_id)) {
        if (session.owner.userId !== presence.user.id) session.dispatch(event);
      }
    });
  }
}

/** Counts one more update. */
function countedAt(at: ClockPair, before: UpdateWindow | undefined): UpdateWindow {
  if (before === undefined || isWindowOver(before.since, at, updatesMs)) {
    return { since: at, count: 1 };
  }
  return { since: before.since, count: before.count + 1 };
}

/** The activity fields that bots can set. */
const ofBots = new Set(["name", "state", "type", "url", "created_at"]);

/**
 * What a session sets, each activity with when it was added: now, for one that is new and that no
 * other process has dated.
 */
function withDates(
  session: Session,
  own: OwnPresence,
  { before, now }: { readonly before: OwnPresence | undefined; readonly now: Millis },
): OwnPresence {
  // Without activities, many sessions share it.
  if (own.activities.length === 0) return own;
  const isBot = session.owner.kind === "bot";
  const activities = own.activities.map((activity) => {
    const fields = Object.entries(activity).filter(([name]) => !isBot || ofBots.has(name));
    const visible: OwnActivity = Object.fromEntries(fields);
    const earlier = before?.activities.find((each) => isDeepStrictEqual(undated(each), visible));
    return { ...visible, created_at: visible.created_at ?? earlier?.created_at ?? now };
  });
  return { status: own.status, activities };
}

function undated({ created_at: _at, ...activity }: OwnActivity): object {
  return activity;
}

/** A session's presence as others receive it. */
function shownBy({ owner: { kind, userId } }: Session, own: OwnPresence): Shown {
  return {
    user: { id: userId },
    status: own.status,
    activities: [...own.activities],
    client_status: { [kind === "bot" ? "web" : "desktop"]: own.status },
  };
}

function offline(userId: string): Shown {
  return { user: { id: userId }, status: "offline", activities: [], client_status: {} };
}
