// One client's session: its sequence number, what it may receive, and what it may have missed.
// Source: protocol: gateway-oauth-limits 4.6, 4.8.
import { limits } from "@antechamber/contract";
import { CloseCode, shardOf } from "@antechamber/contract/gateway";
import type { Millis } from "../../../platform/clock.ts";
import type { LogPlace } from "../../../platform/store.ts";
import type { Encoded } from "../wire/codec.ts";
import { HiddenChannels } from "./hidden-channels.ts";
import type { Grant, Owner } from "./grant.ts";
import { ReplayBuffer } from "./replay-buffer.ts";
import type { PreviousSession, SessionStart } from "./session-start.ts";
import type { SessionTransport } from "./session-transport.ts";

/**
 * A session keeps more events for a resume the more guilds it is in. Source:
 * gateway-oauth-limits 9, choice 4.
 */
const REPLAYED_EVENTS_PER_GUILD = 75;

/**
 * Events of a session that may wait to be written to the journal; above that they are sent
 * unwritten.
 */
const UNWRITTEN_MAX = 1_000;

/** How many events a session keeps for a resume. */
function replayLimit(guildCount: number): number {
  return Math.max(limits.replayedEvents.value, REPLAYED_EVENTS_PER_GUILD * guildCount);
}

/** Records events that sessions are sent, and sends each once it is written. */
export interface SentEvents {
  /** Adds an event. @param place in the log of the event that caused it; absent: none did */
  add(session: Session, event: Encoded, sequence: number, place?: LogPlace): void;
  /** Marks a session that has begun or changed, so that its note is written anew. */
  touch(session: Session): void;
  /** Removes the record of a session that has ended. */
  forget(session: Session): void;
  /** Leaves a note of a session that moves to another process, until that one has taken it over. */
  giveAway(session: Session, note: string): void;
  /** True for a session that was given away, while its note is not yet written. */
  isBeingGiven(id: string): boolean;
  /** Stops recording a session that belongs to another process now; what was written stays. */
  abandon(session: Session): void;
  /** Runs a task once everything added so far was sent. */
  afterwards(task: () => void): void;
}

/** The identity of a session. */
interface SessionName {
  readonly id: string;
  readonly number: number;
}

/** One client's session: its sequence number, what it may receive, and what it may have missed. */
export class Session {
  readonly id: string;
  /** Numbers the sessions of a service in the order in which they began. */
  readonly number: number;
  /** As of the newest token: a resume may use the token of another sign-in. */
  owner: Owner;
  readonly intents: number | undefined;
  readonly shard: Grant["shard"];
  readonly largeThreshold: number;
  readonly compress: boolean;
  readonly hidden = new HiddenChannels(this);
  /** A list takes less memory than a set: there are many sessions, and most are in few guilds. */
  #guildIds: readonly string[];
  readonly #replay: ReplayBuffer;
  /** Records what the session is sent; undefined: nothing is recorded. */
  #journal: SentEvents | undefined;
  /** The number of the newest event that may be sent to the client. */
  #settled: number;
  /** Events that may wait to be written, in addition to those it was begun with. */
  readonly unwrittenMax: number;
  /** How often the session has moved to another process. */
  readonly moves: number;
  /**
   * Up to where in the log the session was sent everything, while it catches up on events from
   * before it was here; undefined once it has caught up.
   */
  behind: LogPlace | undefined;
  /** Tasks to run once it has caught up. */
  #whenUpToDate: (() => void)[] | undefined;
  /** The token with which an application acts for a user, as of the newest resume. */
  accessToken: string | undefined;
  link: SessionTransport | undefined;
  /** When its client connected; undefined without a client. */
  connectedSince: Millis | undefined;

  constructor(at: SessionName, owner: Owner, start: SessionStart, past?: PreviousSession) {
    this.id = at.id;
    this.number = at.number;
    this.owner = owner;
    this.intents = start.intents;
    this.shard = start.shard;
    this.largeThreshold = start.largeThreshold;
    this.compress = start.compress;
    this.accessToken = start.accessToken;
    // A copy has no spare capacity, unlike a list that grew by `push`.
    this.#guildIds = start.guildIds.slice();
    this.moves = past?.moves ?? 0;
    this.behind = past?.behind;
    const missed = past?.missed ?? [];
    this.unwrittenMax = missed.length + UNWRITTEN_MAX;
    // Keeps all missed events, and room for as many again while the client receives them.
    const capacity = Math.max(replayLimit(start.guildIds.length), 2 * missed.length);
    this.#replay = new ReplayBuffer(capacity, past?.sequence);
    this.#settled = this.#replay.newest;
    for (const event of missed) this.#replay.push(event);
  }

  /** From now on, records what the session is sent before it is sent. */
  writeTo(journal: SentEvents): void {
    this.#journal = journal;
    journal.touch(this);
    const unwritten = this.#replay.after(this.#settled) ?? [];
    for (const [nth, event] of unwritten.entries()) {
      journal.add(this, event, this.#settled + nth + 1);
    }
  }

  /** Stops recording, and removes what was recorded. */
  stopWriting(): void {
    this.#journal?.forget(this);
    this.#journal = undefined;
  }

  /** Stops recording and sending: the session belongs to another process. */
  disown(): void {
    this.#journal?.abandon(this);
    this.#journal = undefined;
  }

  /** Stops recording, and leaves a note until another process has taken the session over. */
  giveAway(note: string): void {
    this.#journal?.giveAway(this, note);
    this.#journal = undefined;
  }

  /** Ends catching up: the session was sent all events from before it was here. */
  caughtUp(): void {
    this.behind = undefined;
    this.touched();
    const tasks = this.#whenUpToDate ?? [];
    this.#whenUpToDate = undefined;
    for (const task of tasks) this.afterwards(task);
  }

  /** Runs a task once the session has caught up and everything was sent. */
  whenUpToDate(task: () => void): void {
    if (this.behind === undefined) this.afterwards(task);
    else (this.#whenUpToDate ??= []).push(task);
  }

  get isJournalled(): boolean {
    return this.#journal !== undefined;
  }

  /** Runs a task once everything dispatched so far was sent. */
  afterwards(task: () => void): void {
    if (this.#journal === undefined) queueMicrotask(task);
    else this.#journal.afterwards(task);
  }

  /** Marks the recorded state of the session as changed. */
  touched(): void {
    this.#journal?.touch(this);
  }

  /** The number of the newest event that may be sent to the client. */
  get settled(): number {
    return this.#journal === undefined ? this.#replay.newest : this.#settled;
  }

  /** Sends the events up to this number, which are written now. */
  settle(upTo: number): void {
    const from = this.#settled;
    if (this.#journal === undefined || upTo <= from) return;
    this.#settled = upTo;
    const events = this.link === undefined ? [] : this.#replay.after(from);
    // More events came at once than the replay buffer holds, so this client cannot receive them
    // all.
    if (events === undefined) return this.link?.close(CloseCode.UnknownError, "Too much at once.");
    for (const [nth, event] of events.slice(0, upTo - from).entries()) {
      this.link?.send(event, from + nth + 1);
    }
  }

  /**
   * The guilds of its shard that its user is in, each once; their members receive the user's
   * presence.
   */
  get guildIds(): readonly string[] {
    return this.#guildIds;
  }

  /**
   * False where an application acts for the user: it shows the user in guilds, but receives no
   * guilds.
   */
  get seesGuilds(): boolean {
    return this.owner.kind !== "oauth2";
  }

  /** True when the session receives the guild. */
  isIn(guildId: string): boolean {
    return this.seesGuilds && this.#guildIds.includes(guildId);
  }

  /** Only `Sessions` may call `enter` and `leave`. */
  enter(guildId: string): void {
    if (!this.#guildIds.includes(guildId)) this.#guildIds = this.#guildIds.concat(guildId);
    this.touched();
  }

  leave(guildId: string): void {
    this.#guildIds = this.#guildIds.filter((each) => each !== guildId);
    this.hidden.forget(guildId);
    this.touched();
  }

  /** The number of its newest event. */
  get sequence(): number {
    return this.#replay.newest;
  }

  /** Sends READY, which is large and therefore not kept: no client resumes from before it. */
  greet(ready: Encoded): void {
    if (this.#journal !== undefined) return this.dispatch(ready);
    this.link?.send(ready, this.#replay.skip());
  }

  /**
   * Numbers an event, keeps it for a resume, and sends it if a client is connected.
   *
   * @param place in the log of the event that caused it; absent: none did
   */
  dispatch(event: Encoded, place?: LogPlace): void {
    const sequence = this.#replay.push(event);
    if (this.#journal !== undefined) return this.#journal.add(this, event, sequence, place);
    this.link?.send(event, sequence);
  }

  /** The events after a number; undefined when some of them are gone. */
  missedSince(sequence: number): readonly Encoded[] | undefined {
    return this.#replay.after(sequence);
  }
}

/** True when the shard receives the events of a guild, or, without an id, those outside guilds. */
export function isOnShard(shard: Grant["shard"], guildId: string | undefined): boolean {
  return shard === undefined || shardOf(guildId, shard[1]) === shard[0];
}
