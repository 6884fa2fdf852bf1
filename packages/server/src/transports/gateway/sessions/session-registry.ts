// The sessions of one service: what outlives a connection, and who is found where.
// Source: protocol: gateway-oauth-limits 4.6, 4.8.
import { limits } from "@antechamber/contract";
import type { Cancel, Clock, Millis } from "../../../platform/clock.ts";
import type { Random } from "../../../platform/random.ts";
import { addTo, removeFrom } from "../../../platform/collections/sets-by-key.ts";
import { isSameOwner } from "./session-owner.ts";
import { receives, type Owner } from "./grant.ts";
import type { SessionPast, SessionStart } from "./session-start.ts";
import type { SessionTransport } from "./session-transport.ts";
import { GuildCreateCache } from "./guild-create-cache.ts";
import { Session, type SentEvents } from "./session.ts";

/** Sessions that wait at most; the one that has waited longest goes first. */
const WAITING_SESSIONS_MAX = 20_000;

interface Retention {
  readonly until: Millis;
  readonly cancel: Cancel;
}

const nobody: ReadonlySet<Session> = new Set();

/** What others do when a session is over. */
type Ended = (session: Session) => void;

/** What others do when the user of a session has come into a guild or left one. */
type Moved = (session: Session) => void;

/** What others do when a session has a client from now on, or has none any more. */
type Manned = (session: Session, isConnected: boolean) => void;

export class Sessions {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #journal: SentEvents | undefined;
  readonly #byId = new Map<string, Session>();
  readonly #byUser = new Map<string, Set<Session>>();
  readonly #byGuild = new Map<string, Set<Session>>();
  /** Those of a guild's sessions that asked for presences. */
  readonly #watching = new Map<string, Set<Session>>();
  /** Sessions of applications that act for members of a guild, and receive nothing of it. */
  readonly #actingIn = new Map<string, Set<Session>>();
  readonly #ended: Ended[] = [];
  #manned: Manned = () => undefined;
  #moved: Moved = () => undefined;
  #begun = 0;
  /** What they receive of guilds when they begin. */
  readonly guildCreates = new GuildCreateCache();
  /** Sessions without a client, the longest waiting first. */
  readonly #waiting = new Map<Session, Retention>();

  /** @param journal where it is written down what sessions are sent; absent: nowhere */
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

  /** Called for each session that ends while the service goes on. */
  whenEnded(listener: Ended): void {
    this.#ended.push(listener);
  }

  /** Called for each session that a client connects to, or disconnects from. */
  whenManned(listener: Manned): void {
    this.#manned = listener;
  }

  /** Called for each session that has come into a guild or left one. */
  whenMoved(listener: Moved): void {
    this.#moved = listener;
  }

  /**
   * True when an owner may begin one session more; of those that only wait for their client, the
   * one that has waited longest is ended.
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

  /** By the clock, so that numbers of several processes are in the order of their sessions. */
  #next(): number {
    this.#begun = Math.max(this.#begun + 1, Math.floor(this.#clock.now()));
    return this.#begun;
  }

  /** Goes on with a session of another process, which has no client yet. */
  takeIn(id: string, owner: Owner, start: SessionStart & { readonly past: SessionPast }): Session {
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
   * The session goes on at another process, so it has not ended.
   *
   * @param note from which it can go on anywhere, should it not get there
   */
  giveAway(session: Session, note: string): void {
    const { link } = session;
    this.#forget(session);
    session.leaveNote(note);
    link?.superseded();
  }

  /** The session cannot go on now, and may be resumed anywhere. @param note from which it goes on */
  setAside(session: Session, note: string): void {
    const { link } = session;
    if (!this.has(session)) return;
    this.#forget(session);
    session.leaveNote(note);
    link?.invalidated({ mayResume: true });
  }

  /** True for a session that goes on elsewhere, as long as its note is yet to be written. */
  isLeaving(id: string): boolean {
    return this.#journal?.isLeaving(id) === true;
  }

  /** The session's user is in a guild of its shard from now on. */
  joinGuild(session: Session, guildId: string): void {
    session.enter(guildId);
    this.#index(session, guildId);
    this.#moved(session);
  }

  /** The session's user is no longer in a guild. */
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

  /** The sessions of members of a guild, whether they receive what happens there or not. */
  ofMembers(guildId: string): readonly Session[] {
    return [...this.inGuild(guildId), ...(this.#actingIn.get(guildId) ?? nobody)];
  }

  /** True for a session of a member of a guild. */
  isOfMember(session: Session, guildId: string): boolean {
    const index = session.seesGuilds ? this.#byGuild : this.#actingIn;
    return index.get(guildId)?.has(session) === true;
  }

  /** The sessions of a guild that asked for presences. */
  watchingPresences(guildId: string): ReadonlySet<Session> {
    return this.#watching.get(guildId) ?? nobody;
  }

  /** Everyone who has a session. */
  userIds(): readonly string[] {
    return [...this.#byUser.keys()];
  }

  /** The client is gone and may come back for a while. */
  detach(session: Session): void {
    if (!this.has(session)) return;
    this.#unman(session);
    this.#waitForClient(session);
  }

  #waitForClient(session: Session): void {
    const until = this.#clock.now() + limits.sessionRetention.value;
    this.#waiting.set(session, { until, cancel: this.#clock.wake(until, () => this.end(session)) });
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > WAITING_SESSIONS_MAX && oldest !== undefined) this.end(oldest);
  }

  /** The session sends through a connection from now on. */
  attach(session: Session, link: SessionTransport): void {
    this.#stopWaiting(session);
    const wasManned = session.link !== undefined;
    session.link = link;
    session.connectedSince = this.#clock.now();
    if (!wasManned) this.#manned(session, true);
  }

  /** Forgets a session, and sends nothing to its client. */
  end(session: Session): void {
    if (!this.has(session)) return;
    // Nobody resumes it, so that what it was sent need not be written down first.
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
    this.#unman(session);
  }

  #unman(session: Session): void {
    if (session.link === undefined) return;
    session.link = undefined;
    session.connectedSince = undefined;
    this.#manned(session, false);
  }

  /** Ends a session that may have missed something, and has its client identify again. */
  invalidate(session: Session): void {
    const { link } = session;
    this.end(session);
    link?.invalidated();
  }

  /** Forgets every session, with what they stood for. */
  clear(): void {
    for (const session of this.all()) {
      this.#forget(session);
      session.stopWriting();
    }
  }

  /** The process ends: what was written down of its sessions stays for others. */
  leave(): void {
    for (const session of this.all()) this.#forget(session);
  }

  /**
   * Others have taken the process for dead, and its sessions are theirs: what was written down of
   * them stays, and their clients may resume.
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
