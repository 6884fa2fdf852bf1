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
  /** The presence of the session as others receive it, with all fields that it has set. */
  readonly shown: Shown;
  /** When the session began here, or moved here. Real milliseconds. */
  readonly at: Millis;
  /** The window of its updates; the initial presence is not one. */
  readonly since: ClockPair;
  readonly count: number;
}

export interface PresenceDeps {
  readonly clock: Clock & Pick<SteerableClock, "system">;
  readonly bus: Bus;
  readonly processes: Pick<Processes, "living">;
  readonly sessions: Sessions;
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
    const activities = datedActivities(session, own, { before: before?.shown, now: now.now });
    const shown = shownBy(session, { ...own, activities });
    const at = before?.at ?? this.#deps.clock.system();
    const counted = countedAt(now, before);
    this.#kept.set(session, { shown, at, ...counted });
    session.touched();
    if (counted.count > updatesMax) return this.#holdBack(userId, guildIds, was);
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
    const kept = this.#kept.get(session);
    if (kept === undefined) return undefined;
    const parts = this.#partsHere(userId, session.guildIds);
    this.#kept.delete(session);
    this.#elsewhere.expect(userId, parts, toEpoch);
    const cancel = this.#deps.clock.after(MOVED_MS, () => {
      this.#moving.delete(cancel);
      this.publish(userId);
    });
    this.#moving.add(cancel);
    return setFor(kept);
  }

  /** Drops sessions that another process holds now, or will: it publishes their presences. */
  disown(sessions: readonly Session[]): void {
    for (const session of sessions) this.#end(session);
  }

  /** The presence that a session has set. */
  setBy(session: Session): OwnPresence | undefined {
    const kept = this.#kept.get(session);
    return kept && setFor(kept);
  }

  /** Collects presences sent from now on, for a session that may move here from another process. */
  hold(): BufferedPresences {
    const held: PresenceBuffer[] = [];
    this.#held.add(held);
    return {
      deliverTo: (session) => {
        for (const { guildId, userId, event } of held) {
          const isWatching = this.#deps.sessions.watchingPresences(guildId).has(session);
          if (isWatching && session.owner.userId !== userId) session.dispatch(event);
        }
      },
      end: () => this.#held.delete(held),
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
    const kept = this.#newestHere(userId, guildId);
    return kept && { presence: kept.shown, since: kept.at };
  }

  /** The state of the newest online session, of all or of those in a guild. */
  #newestHere(userId: string, guildId?: string): StoredPresence | undefined {
    const { sessions } = this.#deps;
    let newest: StoredPresence | undefined;
    for (const session of sessions.ofUser(userId)) {
      const kept = this.#kept.get(session);
      if (kept === undefined || kept.shown.status === "offline") continue;
      if (guildId === undefined || sessions.isOfMember(session, guildId)) newest = kept;
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
    if (newest === undefined) return { userId, presence: null, guildIds };
    const { shown: presence, at: since } = newest;
    const parts = this.#partsHere(userId, guildIds);
    const ofNewest = parts.find((part) => part.presence === presence);
    const isAlike = (ofNewest?.guildIds.length ?? 0) === guildIds.length;
    return { userId, presence, since, guildIds, ...(isAlike ? {} : { parts }) };
  }

  /** The presences of a user's sessions here, each with the guilds where it is the newest. */
  #partsHere(userId: string, guildIds: readonly string[]): readonly PresenceInGuilds[] {
    const byKept = Map.groupBy(guildIds, (guildId) => this.#newestHere(userId, guildId));
    return [...byKept].flatMap(([kept, inside]) =>
      kept === undefined ? [] : [{ presence: kept.shown, since: kept.at, guildIds: inside }],
    );
  }

  /** Publishes a user's presence at this process to the other processes. */
  publish(userId: string): void {
    if (this.#deps.bus.isShared) this.#elsewhere.publish(this.#ofProcess(userId));
  }

  #end(session: Session): void {
    const { guildIds } = session;
    const { userId } = session.owner;
    const kept = this.#kept.get(session);
    this.#kept.delete(session);
    if (kept === undefined) return;
    const isShown = kept.shown.status !== "offline";
    if (!isShown && !this.#unsent.has(userId)) return;
    const was = guildIds.map((guildId) => {
      const rest = this.#newest(userId, guildId);
      // The ended session was visible only if it was the newest; the newest of the rest replaces
      // it.
      const wasSeen = isShown && (rest === undefined || rest.since <= kept.at);
      return wasSeen ? kept.shown : (rest?.presence ?? offline(userId));
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
      const kept = { guildId: guild_id, userId: presence.user.id, event };
      for (const held of this.#held) if (held.length < BUFFERED_PRESENCES_MAX) held.push(kept);
      for (const session of sessions.watchingPresences(guild_id)) {
        if (session.owner.userId !== presence.user.id) session.dispatch(event);
      }
    });
  }
}

/** Counts one more update; the initial presence is not limited. */
function countedAt(
  at: ClockPair,
  before: StoredPresence | undefined,
): Pick<StoredPresence, "since" | "count"> {
  if (before === undefined) return { since: at, count: 0 };
  const { since, count } = before;
  const isOpen = count > 0 && !isWindowOver(since, at, updatesMs);
  return isOpen ? { since, count: count + 1 } : { since: at, count: 1 };
}

/** The activity fields that bots can set. */
const ofBots = new Set(["name", "state", "type", "url", "created_at"]);

/**
 * The activities of a session, each with when it was added: now, for one that is new and that no
 * other process has dated.
 */
function datedActivities(
  session: Session,
  { activities }: OwnPresence,
  {
    before,
    now,
  }: { readonly before: Pick<OwnPresence, "activities"> | undefined; readonly now: Millis },
): readonly OwnActivity[] {
  const isBot = session.owner.kind === "bot";
  return activities.map((activity) => {
    const fields = Object.entries(activity).filter(([name]) => !isBot || ofBots.has(name));
    const shown: OwnActivity = Object.fromEntries(fields);
    const known = before?.activities.find((each) => isDeepStrictEqual(undated(each), shown));
    return { ...shown, created_at: shown.created_at ?? known?.created_at ?? now };
  });
}

function undated({ created_at: _at, ...activity }: OwnActivity): object {
  return activity;
}

/** The fields of a shown presence that the session has set. */
function setFor({ shown: { status, activities } }: StoredPresence): OwnPresence {
  return { status, activities };
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
