// Follows the event log and delivers each fact to the sessions that may hear it. Facts are taken one
// after the other, so that every session hears them in the order in which they were committed even
// though some of them wait for the store. Source: architecture.md, Events.
import type { Scope } from "@antechamber/contract";
import type { Logger } from "../../platform/log.ts";
import type { EventRecord, Store } from "../../platform/store.ts";
import type { Work } from "../../platform/transactions.ts";
import { Announcement, type Declarations } from "./dispatch.ts";
import { Audience } from "./view-channel-cache.ts";
import {
  endsSessions,
  isToldEach,
  movesFirst,
  movesSessions,
  type Memberships,
} from "./memberships.ts";
import type { Session, Sessions } from "./session-registry.ts";
import { Sights } from "./channel-visibility.ts";

/** Events that may wait while a session's greeting is read. */
const HELD_EVENTS_MAX = 10_000;
/** Events that may wait for their turn; beyond that all sessions must begin anew. */
const WAITING_EVENTS_MAX = 100_000;

export interface FanoutMeans {
  readonly store: Pick<Store, "log">;
  readonly work: Pick<Work, "read">;
  readonly sessions: Sessions;
  readonly declarations: Declarations;
  readonly memberships: Pick<Memberships, "move">;
  /** Ends the sessions that a fact names. */
  readonly revoke: (payload: unknown) => void;
  readonly log: Pick<Logger, "error">;
}

/** Work that is done in its turn; it never throws. */
type Task = () => void | Promise<void>;

/** More happened during a session's start than may wait. */
export class TooMuchHappened extends Error {
  override readonly name = "TooMuchHappened";
}

/** Facts of a guild that change nothing of who sees which channel. */
const keepsViews = /^(VOICE|INTEGRATION|GUILD_INTEGRATIONS|GUILD_APPLICATION)_/;
/** Changes of a channel that may change who sees it, whatever scope they are declared with. */
const changesViews = /^(CHANNEL|THREAD)_/;

export class Fanout {
  readonly #means: FanoutMeans;
  readonly #audience: Audience;
  readonly #sights: Sights;
  readonly #unfollow: () => void;
  /** Events that passed since each starting session began to read its greeting. */
  readonly #held = new Set<Announcement[]>();
  #tasks: Task[] = [];
  #isWorking = false;
  #isBehind = false;

  constructor(means: FanoutMeans) {
    this.#means = means;
    this.#audience = new Audience(means.work);
    this.#sights = new Sights(means);
    this.#unfollow = means.store.log.follow((events) => this.#hear(events));
  }

  stop(): void {
    this.#unfollow();
  }

  /** The world was replaced: nothing that is remembered of it holds. */
  forgetWorld(): void {
    this.#audience.clear();
  }

  /**
   * Starts a session so that it hears each event once: what passes while the greeting is read comes
   * after the greeting.
   *
   * @param read reads the greeting
   * @param begin starts the session and sends the greeting; undefined when its client is gone
   * @throws TooMuchHappened
   */
  async admit<G>(
    read: () => Promise<G>,
    begin: (greeting: G) => Session | undefined,
  ): Promise<void> {
    const held: Announcement[] = [];
    this.#held.add(held);
    try {
      const greeting = await read();
      await this.#inTurn(async () => {
        if (held.length > HELD_EVENTS_MAX) throw new TooMuchHappened();
        const session = begin(greeting);
        if (session !== undefined) await this.#deliverHeld(held, session);
      });
    } finally {
      this.#held.delete(held);
    }
  }

  /** Runs a task once everything before it has gone out. */
  inTurn(task: () => void): void {
    this.#tasks.push(task);
    void this.#drain();
  }

  async #deliverHeld(held: readonly Announcement[], session: Session): Promise<void> {
    try {
      for (const announcement of held) await this.#tell(announcement, session);
    } catch (error) {
      this.#means.log.error({ err: error }, "a session could not be brought up to date");
      this.#means.sessions.invalidate(session);
    }
  }

  /** Runs a task once everything before it is done. */
  #inTurn(task: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#tasks.push(() => task().then(resolve, reject));
      void this.#drain();
    });
  }

  #hear(events: readonly EventRecord[]): void {
    if (this.#tasks.length > WAITING_EVENTS_MAX) this.#isBehind = true;
    if (this.#isBehind) return;
    for (const event of events) {
      if (event.scope.kind !== "nobody") this.#tasks.push(() => this.#take(event));
      else if (endsSessions(event.name)) {
        this.#tasks.push(() => this.#means.revoke(event.payload));
      }
    }
    void this.#drain();
  }

  #take(event: EventRecord): void | Promise<void> {
    const { declarations, log } = this.#means;
    const declared = declarations(event.name, event.scope.kind);
    if (declared === undefined) {
      return log.error({ event: event.name }, "an undeclared event is not delivered");
    }
    try {
      const waits = this.#announce(new Announcement(event, declared));
      return waits?.catch((error: unknown) => this.#failed(event, error));
    } catch (error) {
      return this.#failed(event, error);
    }
  }

  async #drain(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    while (this.#tasks.length > 0) {
      const batch = this.#tasks;
      this.#tasks = [];
      for (const task of batch) {
        // Only what must wait gives up its turn: the rest of a batch leaves in the same write.
        const waits = task();
        if (waits !== undefined) await waits;
      }
    }
    this.#isWorking = false;
    if (this.#isBehind) this.#catchUp();
  }

  /** Events were left out, so no session may go on. */
  #catchUp(): void {
    this.#isBehind = false;
    this.#audience.clear();
    this.#means.log.error({ limit: WAITING_EVENTS_MAX }, "events came faster than they went out");
    for (const session of this.#means.sessions.all()) this.#means.sessions.invalidate(session);
  }

  #announce(announcement: Announcement): void | Promise<void> {
    for (const held of this.#held) {
      if (held.length <= HELD_EVENTS_MAX) held.push(announcement);
    }
    return whenKnown(this.#tell(announcement), () => this.#afterwards(announcement));
  }

  #afterwards({ name, scope, guildId }: Announcement): void {
    if (guildId === undefined || keepsViews.test(name)) return;
    if (scope.kind === "guild" || changesViews.test(name)) this.#audience.forget(guildId);
  }

  /** Delivers a fact, and moves sessions between guilds where it is about that. */
  #tell(announcement: Announcement, only?: Session): void | Promise<void> {
    const { name } = announcement;
    if (!movesSessions(name)) {
      const delivered = this.#deliver(announcement, only);
      return whenKnown(delivered, () => this.#sights.review(announcement, only));
    }
    const { memberships } = this.#means;
    const move = () => memberships.move(announcement, only);
    if (isToldEach(name)) return move();
    const [first, second] = movesFirst(name)
      ? [move, () => this.#deliver(announcement, only)]
      : [() => this.#deliver(announcement, only), move];
    return whenKnown(first(), second);
  }

  /** Nobody knows who should have heard it, so whoever might have must begin anew. */
  #failed({ name, scope }: EventRecord, error: unknown): void {
    const { sessions, log } = this.#means;
    const guildId = "guild_id" in scope ? scope.guild_id : undefined;
    log.error({ err: error, event: name }, "an event could not be delivered");
    for (const session of guildId === undefined ? sessions.all() : [...sessions.inGuild(guildId)]) {
      sessions.invalidate(session);
    }
  }

  /** Sends an event to everyone who may hear it, or to one session alone. */
  #deliver(announcement: Announcement, only?: Session): void | Promise<void> {
    const { sessions } = this.#means;
    const { scope } = announcement;
    switch (scope.kind) {
      case "nobody":
        return undefined;
      case "guild":
        return sendTo(sessions.inGuild(scope.guild_id), announcement, only);
      case "application":
        return sendTo(sessions.ofUser(scope.application_id), announcement, only);
      case "user":
        return sendTo(sessions.ofUser(scope.user_id), announcement, only);
      case "users":
        for (const userId of scope.user_ids) {
          sendTo(sessions.ofUser(userId), announcement, only);
        }
        return undefined;
      case "channel":
        return scope.guild_id === undefined
          ? this.#toRecipients(announcement, scope.channel_id, only)
          : this.#toViewers(announcement, { ...scope, guild_id: scope.guild_id }, only);
    }
  }

  #viewersOf(
    { shownChannel: shown, needs, scope }: Announcement,
    { guildId, channelId, userIds }: Listening,
  ) {
    if (scope.kind === "channel" && scope.thread_member_ids !== undefined) {
      return this.#audience.inPrivateThread(channelId, userIds, scope.thread_member_ids);
    }
    if (needs !== undefined) return this.#audience.holding(channelId, userIds, needs);
    return shown === undefined
      ? this.#audience.inGuild(guildId, channelId, userIds)
      : this.#audience.judging(guildId, shown, userIds);
  }

  #toRecipients(announcement: Announcement, channelId: string, only?: Session) {
    return whenKnown(this.#audience.recipients(channelId), (recipients) => {
      for (const userId of recipients) {
        sendTo(this.#means.sessions.ofUser(userId), announcement, only);
      }
    });
  }

  #toViewers(
    announcement: Announcement,
    { guild_id: guildId, channel_id: channelId }: ChannelOfGuild,
    only?: Session,
  ) {
    const listeners = listenersOf(this.#means.sessions.inGuild(guildId), announcement, only);
    if (listeners.length === 0) return undefined;
    const userIds = new Set(listeners.map((session) => session.owner.userId));
    return whenKnown(this.#viewersOf(announcement, { guildId, channelId, userIds }), (views) => {
      const { shownChannel: shown } = announcement;
      if (shown !== undefined) {
        return this.#sights.tell({ announcement, guildId, shown, listeners, views });
      }
      for (const session of listeners) {
        const sees = views.get(session.owner.userId) === true;
        if (sees) session.dispatch(announcement.encodedFor(session));
      }
    });
  }
}

type ChannelOfGuild = Extract<Scope, { kind: "channel" }> & { readonly guild_id: string };

interface Listening {
  readonly guildId: string;
  readonly channelId: string;
  readonly userIds: ReadonlySet<string>;
}

/** Those that may hear it; with `only`, that one session if it is among them. */
export function listenersOf(
  sessions: ReadonlySet<Session>,
  announcement: Announcement,
  only: Session | undefined,
): readonly Session[] {
  if (only === undefined) return [...sessions].filter((session) => announcement.isFor(session));
  return sessions.has(only) && announcement.isFor(only) ? [only] : [];
}

export function sendTo(
  sessions: ReadonlySet<Session>,
  announcement: Announcement,
  only: Session | undefined,
): void {
  for (const session of listenersOf(sessions, announcement, only)) {
    session.dispatch(announcement.encodedFor(session));
  }
}

/** Uses a value at once where it is known, so that what follows need not wait either. */
export function whenKnown<T>(
  value: T | Promise<T>,
  use: (value: T) => void | Promise<void>,
): void | Promise<void> {
  return value instanceof Promise ? value.then(use) : use(value);
}
