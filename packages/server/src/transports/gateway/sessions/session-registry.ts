// The sessions of one gateway, which outlive their connections, indexed by user and by guild.
// Source: protocol: gateway-oauth-limits 4.6, 4.8.
import { limits } from "@antechamber/contract";
import type { Cancel, Clock, Millis } from "../../../platform/clock.ts";
import type { Random } from "../../../platform/random.ts";
import { addTo, removeFrom } from "../../../platform/collections/sets-by-key.ts";
import { isSameOwner } from "./session-owner.ts";
import { receives, type Owner } from "./grant.ts";
import type { PreviousSession, SessionStart } from "./session-start.ts";
import type { SessionTransport } from "./session-transport.ts";
import { GuildCreateCache } from "./guild-create-cache.ts";
import { Session, type SentEvents } from "./session.ts";

/** Sessions without a client kept at most; above that, the one that has waited longest is ended. */
const WAITING_SESSIONS_MAX = 20_000;

interface Retention {
  readonly until: Millis;
  readonly cancel: Cancel;
}

const nobody: ReadonlySet<Session> = new Set();

/** Called when a session has ended. */
type Ended = (session: Session) => void;

/** Called when the user of a session has joined or left a guild. */
type Moved = (session: Session) => void;

/** Called when a client attaches to a session, or detaches from it. */
type ConnectionChanged = (session: Session, isConnected: boolean) => void;

export class Sessions {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #journal: SentEvents | undefined;
  readonly #byId = new Map<string, Session>();
  readonly #byUser = new Map<string, Set<Session>>();
  readonly #byGuild = new Map<string, Set<Session>>();
  /** The sessions of each guild that receive presences. */
  readonly #watching = new Map<string, Set<Session>>();
  /** Sessions of applications acting for members of a guild, which receive no events of it. */
  readonly #actingIn = new Map<string, Set<Session>>();
  readonly #ended: Ended[] = [];
  #connectionChanged: ConnectionChanged = () => undefined;
  #moved: Moved = () => undefined;
  #begun = 0;
  /** GUILD_CREATE events shared by sessions that begin. */
  readonly guildCreates = new GuildCreateCache();
  /** Sessions without a client, the longest waiting first. */
  readonly #waiting = new Map<Session, Retention>();

  /** @param journal records what sessions are sent; absent: nothing is recorded */
  constructor(clock: Clock, random: Random, journal?: SentEvents) {
    this.#clock = clock;
    this.#random = random;
    this.#journal = journal;
  }

  get size(): number {
    return this.#byId.size;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Adds a listener for each session that ends while the service keeps running. */
  whenEnded(listener: Ended): void {
    this.#ended.push(listener);
  }

  /** Sets the listener for each session that gains or loses its client. */
  whenConnectionChanged(listener: ConnectionChanged): void {
    this.#connectionChanged = listener;
  }

  /** Sets the listener for each session whose user joins or leaves a guild. */
  whenMoved(listener: Moved): void {
    this.#moved = listener;
  }

  /**
   * True when an owner may begin another session; if necessary, ends the owner's session that has
   * waited longest without a client.
   */
  hasRoomFor(owner: Owner): boolean {
    const isBot = owner.kind === "bot";
    const max = isBot ? limits.sessionsPerBot.value : limits.sessionsPerUser.value;
    if (this.ofUser(owner.userId).size < max) return true;
    const own = [...this.ofUser(owner.userId)].filter((each) => isSameOwner(each.owner, owner));
    if (own.length < max) return true;
    const [oldest] = own
      .filter((each) => each.link === undefined)
      .toSorted((one, other) => this.#waitsUntil(one) - this.#waitsUntil(other));
    if (oldest === undefined) return false;
    this.end(oldest);
    return true;
  }

  begin(owner: Owner, start: SessionStart): Session {
    const id = Buffer.from(this.#random.bytes(16)).toString("hex");
    return this.#add(new Session({ id, number: this.#next() }, owner, start));
  }

  /** Numbers follow the clock, so that sessions of several processes can be ordered by them. */
  #next(): number {
    this.#begun = Math.max(this.#begun + 1, Math.floor(this.#clock.now()));
    return this.#begun;
  }

  /** Adds a session that another process held; it has no client yet. */
  takeIn(
    id: string,
    owner: Owner,
    start: SessionStart & { readonly past: PreviousSession },
  ): Session {
    const name = { id, number: this.#next() };
    const session = this.#add(new Session(name, owner, start, start.past));
    this.#waitForClient(session);
    return session;
  }

  #add(session: Session): Session {
    this.#byId.set(session.id, session);
    addTo(this.#byUser, session.owner.userId, session);
    for (const guildId of session.guildIds) this.#index(session, guildId);
    if (this.#journal !== undefined) session.writeTo(this.#journal);
    return session;
  }

  /**
   * Removes a session that moves to another process, which is not the end of the session.
   *
   * @param note the state from which any process can recover it, should it not arrive there
   */
  giveAway(session: Session, note: string): void {
    const { link } = session;
    this.#forget(session);
    session.giveAway(note);
    link?.superseded();
  }

  /** Detaches a session that cannot continue now. @param note the state to resume it from */
  setAside(session: Session, note: string): void {
    const { link } = session;
    if (!this.has(session)) return;
    this.#forget(session);
    session.giveAway(note);
    link?.invalidated({ mayResume: true });
  }

  /** True for a session that was given away, while its note is not yet written. */
  isBeingGiven(id: string): boolean {
    return this.#journal?.isBeingGiven(id) === true;
  }

  /** Adds a session to a guild of its shard that its user has joined. */
  joinGuild(session: Session, guildId: string): void {
    session.enter(guildId);
    this.#index(session, guildId);
    this.#moved(session);
  }

  /** Removes a session from a guild that its user has left. */
  leaveGuild(session: Session, guildId: string): void {
    session.leave(guildId);
    this.#forgetIn(session, guildId);
    this.#moved(session);
  }

  #index(session: Session, guildId: string): void {
    if (!session.seesGuilds) return addTo(this.#actingIn, guildId, session);
    addTo(this.#byGuild, guildId, session);
    const { intents } = session;
    if (intents !== undefined && receives({ intents }, "GUILD_PRESENCES")) {
      addTo(this.#watching, guildId, session);
    }
  }

  #forgetIn(session: Session, guildId: string): void {
    for (const index of [this.#byGuild, this.#watching, this.#actingIn]) {
      removeFrom(index, guildId, session);
    }
  }

  has(session: Session): boolean {
    return this.#byId.get(session.id) === session;
  }

  find(id: string): Session | undefined {
    const session = this.#byId.get(id);
    if (session === undefined) return undefined;
    const retention = this.#waiting.get(session);
    if (retention === undefined || retention.until > this.#clock.now()) return session;
    this.end(session);
    return undefined;
  }

  all(): readonly Session[] {
    return [...this.#byId.values()];
  }

  ofUser(userId: string): ReadonlySet<Session> {
    return this.#byUser.get(userId) ?? nobody;
  }

  inGuild(guildId: string): ReadonlySet<Session> {
    return this.#byGuild.get(guildId) ?? nobody;
  }

  /** The sessions of a guild's members, whether they receive its events or not. */
  ofMembers(guildId: string): readonly Session[] {
    return [...this.inGuild(guildId), ...(this.#actingIn.get(guildId) ?? nobody)];
  }

  /** True for a session of a member of the guild. */
  isOfMember(session: Session, guildId: string): boolean {
    const index = session.seesGuilds ? this.#byGuild : this.#actingIn;
    return index.get(guildId)?.has(session) === true;
  }

  /** The sessions of a guild that receive presences. */
  watchingPresences(guildId: string): ReadonlySet<Session> {
    return this.#watching.get(guildId) ?? nobody;
  }

  /** The ids of all users who have a session. */
  userIds(): readonly string[] {
    return [...this.#byUser.keys()];
  }

  /** Detaches the client, which may resume for a while. */
  detach(session: Session): void {
    if (!this.has(session)) return;
    this.#dropLink(session);
    this.#waitForClient(session);
  }

  #waitForClient(session: Session): void {
    const until = this.#clock.now() + limits.sessionRetention.value;
    this.#waiting.set(session, { until, cancel: this.#clock.wake(until, () => this.end(session)) });
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > WAITING_SESSIONS_MAX && oldest !== undefined) this.end(oldest);
  }

  /** Attaches a connection, which the session sends through from now on. */
  attach(session: Session, link: SessionTransport): void {
    this.#stopWaiting(session);
    const wasConnected = session.link !== undefined;
    session.link = link;
    session.connectedSince = this.#clock.now();
    if (!wasConnected) this.#connectionChanged(session, true);
  }

  /** Ends a session without sending anything to its client. */
  end(session: Session): void {
    if (!this.has(session)) return;
    // The session cannot be resumed, so its events need not be journalled before they are sent.
    session.settle(session.sequence);
    this.#forget(session);
    session.stopWriting();
    for (const listener of this.#ended) listener(session);
  }

  #forget(session: Session): void {
    this.#stopWaiting(session);
    this.#byId.delete(session.id);
    removeFrom(this.#byUser, session.owner.userId, session);
    for (const guildId of session.guildIds) this.#forgetIn(session, guildId);
    this.#dropLink(session);
  }

  #dropLink(session: Session): void {
    if (session.link === undefined) return;
    session.link = undefined;
    session.connectedSince = undefined;
    this.#connectionChanged(session, false);
  }

  /** Ends a session that may have missed events, and makes its client identify again. */
  invalidate(session: Session): void {
    const { link } = session;
    this.end(session);
    link?.invalidated();
  }

  /** Drops every session and what is recorded of it, without calling listeners. */
  clear(): void {
    for (const session of this.all()) {
      this.#forget(session);
      session.stopWriting();
    }
  }

  /** Drops every session when the process stops; the journal keeps them for other processes. */
  leave(): void {
    for (const session of this.all()) this.#forget(session);
  }

  /**
   * Drops every session because the other processes took this one for dead and own its sessions
   * now: the journal keeps them, and their clients may resume.
   */
  disown(): void {
    for (const session of this.all()) {
      const { link } = session;
      session.disown();
      this.#forget(session);
      link?.invalidated({ mayResume: true });
    }
  }

  #waitsUntil(session: Session): Millis {
    return this.#waiting.get(session)?.until ?? Infinity;
  }

  #stopWaiting(session: Session): void {
    this.#waiting.get(session)?.cancel();
    this.#waiting.delete(session);
  }
}
