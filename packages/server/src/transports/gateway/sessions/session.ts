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
import type { SessionPast, SessionStart } from "./session-start.ts";
import type { SessionTransport } from "./session-transport.ts";

/**
 * A session keeps more events for a resume the more guilds it is in. Source:
 * gateway-oauth-limits 9, choice 4.
 */
const REPLAYED_EVENTS_PER_GUILD = 75;

/** Events of a session that wait to be written; what comes then leaves as it is. */
const UNWRITTEN_MAX = 1_000;

/** How many events a session keeps for a resume. */
function replayLimit(guildCount: number): number {
  return Math.max(limits.replayedEvents.value, REPLAYED_EVENTS_PER_GUILD * guildCount);
}

/** Writes down what sessions are sent, and has it leave then. */
export interface SentEvents {
  /** @param place in the log of the event that it follows from; absent: it follows from none */
  add(session: Session, event: Encoded, sequence: number, place?: LogPlace): void;
  /** A session has changed, or begun. */
  touch(session: Session): void;
  /** A session is over. */
  forget(session: Session): void;
  /** A session goes on elsewhere: this is what stands there of it until it does. */
  leave(session: Session, note: string): void;
  /** True for a session that goes on elsewhere, as long as its note is yet to be written. */
  isLeaving(id: string): boolean;
  /** A session is another process's: what was written down of it stays. */
  abandon(session: Session): void;
  /** Runs a task once everything has left that was added until now. */
  afterwards(task: () => void): void;
}

/** What a session is known by. */
interface SessionName {
  readonly id: string;
  readonly number: number;
}

/** One client's session: its sequence number, what it may receive, and what it may have missed. */
export class Session {
  readonly id: string;
  /** Counts the sessions of a service in the order in which they began. */
  readonly number: number;
  /** As its newest token shows them: a resume may bring one of another sign-in. */
  owner: Owner;
  readonly intents: number | undefined;
  readonly shard: Grant["shard"];
  readonly largeThreshold: number;
  readonly compress: boolean;
  readonly hidden = new HiddenChannels(this);
  /** A list, since most sessions are in few guilds, and there are many of them. */
  #guildIds: readonly string[];
  readonly #replay: ReplayBuffer;
  /** Where it is written down what it is sent; undefined: nowhere. */
  #journal: SentEvents | undefined;
  /** The number of the newest event that may leave. */
  #settled: number;
  /** Events that may wait to be written, beside what it brought along. */
  readonly unwrittenMax: number;
  /** How often it has gone on at another process. */
  readonly moves: number;
  /**
   * Up to where in the log it was sent everything, while it is sent what came before it was here;
   * undefined: as far as all are.
   */
  behind: LogPlace | undefined;
  /** What is done once it is as far as all are. */
  #whenUpToDate: (() => void)[] | undefined;
  /** With which an application acts for a user, as of the newest resume. */
  accessToken: string | undefined;
  link: SessionTransport | undefined;
  /** When its client came; undefined without one. */
  connectedSince: Millis | undefined;

  constructor(at: SessionName, owner: Owner, start: SessionStart, past?: SessionPast) {
    this.id = at.id;
    this.number = at.number;
    this.owner = owner;
    this.intents = start.intents;
    this.shard = start.shard;
    this.largeThreshold = start.largeThreshold;
    this.compress = start.compress;
    this.accessToken = start.accessToken;
    // A list that was filled one by one has room for more, which a copy has not.
    this.#guildIds = start.guildIds.slice();
    this.moves = past?.moves ?? 0;
    this.behind = past?.behind;
    const missed = past?.missed ?? [];
    this.unwrittenMax = missed.length + UNWRITTEN_MAX;
    // What a session brings along is all kept, and as much comes while its client receives it.
    const kept = Math.max(replayLimit(start.guildIds.length), 2 * missed.length);
    this.#replay = new ReplayBuffer(kept, past?.sequence);
    this.#settled = this.#replay.newest;
    for (const event of missed) this.#replay.push(event);
  }

  /** From now on what it is sent is written down before it leaves. */
  writeTo(journal: SentEvents): void {
    this.#journal = journal;
    journal.touch(this);
    const unwritten = this.#replay.after(this.#settled) ?? [];
    for (const [nth, event] of unwritten.entries()) {
      journal.add(this, event, this.#settled + nth + 1);
    }
  }

  /** Nothing is written down any more. */
  stopWriting(): void {
    this.#journal?.forget(this);
    this.#journal = undefined;
  }

  /** It is another process's: nothing is written down or sent any more. */
  disown(): void {
    this.#journal?.abandon(this);
    this.#journal = undefined;
  }

  /** It goes on at another process: until it does, a note of it stays. */
  leaveNote(note: string): void {
    this.#journal?.leave(this, note);
    this.#journal = undefined;
  }

  /** It was sent everything that came before it was here. */
  caughtUp(): void {
    this.behind = undefined;
    this.touched();
    const tasks = this.#whenUpToDate ?? [];
    this.#whenUpToDate = undefined;
    for (const task of tasks) this.afterwards(task);
  }

  /** Runs a task once it was sent everything that all were, and that has left. */
  whenUpToDate(task: () => void): void {
    if (this.behind === undefined) this.afterwards(task);
    else (this.#whenUpToDate ??= []).push(task);
  }

  get isJournalled(): boolean {
    return this.#journal !== undefined;
  }

  /** Runs a task once everything has left that it was sent until now. */
  afterwards(task: () => void): void {
    if (this.#journal === undefined) queueMicrotask(task);
    else this.#journal.afterwards(task);
  }

  /** It has changed in what is written down of it. */
  touched(): void {
    this.#journal?.touch(this);
  }

  /** The number of its newest event that may leave. */
  get settled(): number {
    return this.#journal === undefined ? this.#replay.newest : this.#settled;
  }

  /** What has these numbers may leave. */
  settle(upTo: number): void {
    const from = this.#settled;
    if (this.#journal === undefined || upTo <= from) return;
    this.#settled = upTo;
    const events = this.link === undefined ? [] : this.#replay.after(from);
    // More came at once than is kept for a resume, so this client can have no more of it.
    if (events === undefined) return this.link?.close(CloseCode.UnknownError, "Too much at once.");
    for (const [nth, event] of events.slice(0, upTo - from).entries()) {
      this.link?.send(event, from + nth + 1);
    }
  }

  /** The guilds of its shard that its user is in, each once: who is there sees their presence. */
  get guildIds(): readonly string[] {
    return this.#guildIds;
  }

  /** True unless an application acts for its user: that shows them in guilds, and sees none. */
  get seesGuilds(): boolean {
    return this.owner.kind !== "oauth2";
  }

  /** True when its client takes part in a guild. */
  isIn(guildId: string): boolean {
    return this.seesGuilds && this.#guildIds.includes(guildId);
  }

  /** Sessions alone calls this, and the next. */
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

  /** Sends the first event, from before which no client resumes: READY is long, and not kept. */
  greet(ready: Encoded): void {
    if (this.#journal !== undefined) return this.dispatch(ready);
    this.link?.send(ready, this.#replay.skip());
  }

  /**
   * Numbers an event, keeps it, and sends it where a client is connected.
   *
   * @param place in the log of the event that it follows from; absent: it follows from none
   */
  dispatch(event: Encoded, place?: LogPlace): void {
    const sequence = this.#replay.push(event);
    if (this.#journal !== undefined) return this.#journal.add(this, event, sequence, place);
    this.link?.send(event, sequence);
  }

  /** Events after a number, or undefined when they are no longer all there. */
  missedSince(sequence: number): readonly Encoded[] | undefined {
    return this.#replay.after(sequence);
  }
}

/** True when the session's shard receives the events of a guild, or those without one. */
export function isOnShard(shard: Grant["shard"], guildId: string | undefined): boolean {
  return shard === undefined || shardOf(guildId, shard[1]) === shard[0];
}
