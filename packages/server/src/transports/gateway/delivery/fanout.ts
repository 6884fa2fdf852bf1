// Follows the event log and delivers each event to the sessions that may receive it, one after
// another, so that every session receives them in commit order although some of them wait for the
// store. Source: architecture.md, Events.
import type { Scope } from "@antechamber/contract";
import { InteractionCreate } from "@antechamber/contract/interactions";
import { ChannelRecipientAdd, ChannelRecipientRemove } from "@antechamber/contract/messages";
import type { EntryDraft, Journal } from "../../../platform/journal.ts";
import type { Logger } from "../../../platform/log.ts";
import type { EventRecord, LogPlace, Store } from "../../../platform/store.ts";
import type { TimeSlicer } from "../../../platform/time/time-slicer.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import { mapMaybePromise } from "../../../platform/async/maybe-promise.ts";
import { Dispatch, type Declarations } from "./dispatch.ts";
import { LateEvents, type Beginning } from "./late-events.ts";
import { ViewChannelCache } from "./view-channel-cache.ts";
import {
  endsSessions,
  isSentToEach,
  movesFirst,
  movesSessions,
  type Memberships,
} from "./memberships.ts";
import type { Sessions } from "../sessions/session-registry.ts";
import type { Session } from "../sessions/session.ts";
import { ChannelVisibility } from "./channel-visibility.ts";
import { TooManyBufferedEvents } from "../sessions/too-many-buffered-events.ts";

/** Events that may wait while a session's READY is read. */
const BUFFERED_EVENTS_MAX = 10_000;
/** Events that may be queued; above that, all sessions are invalidated. */
const WAITING_EVENTS_MAX = 100_000;

export interface FanoutDeps {
  readonly store: Pick<Store, "log">;
  readonly work: Pick<Transactions, "read">;
  readonly slicer: TimeSlicer;
  readonly sessions: Sessions;
  readonly declarations: Declarations;
  readonly memberships: Pick<Memberships, "move">;
  /** Ends the sessions that a revocation applies to. */
  readonly revoke: (payload: unknown) => void;
  /** Sets aside a session that cannot continue now; it may be resumed later, here or elsewhere. */
  readonly setAside: (session: Session) => void;
  readonly log: Pick<Logger, "error">;
  /** Records what was sent; absent: nothing is recorded. */
  readonly journal?: Journal | undefined;
}

/** A task in the queue; it never throws. */
type Task = () => void | Promise<void>;

const changesRecipients = new Set<string>([ChannelRecipientAdd.name, ChannelRecipientRemove.name]);

export class Fanout {
  readonly #deps: FanoutDeps;
  readonly #viewers: ViewChannelCache;
  readonly #visibility: ChannelVisibility;
  readonly #late: LateEvents;
  readonly #unfollow: () => void;
  /** For each starting session, the events since it began to read its READY. */
  readonly #held = new Set<Dispatch[]>();
  #tasks: Task[] = [];
  /** The place in the log of the last delivered event. */
  #done: LogPlace;
  #isWorking = false;
  #isBehind = false;

  constructor(deps: FanoutDeps) {
    this.#deps = deps;
    this.#viewers = new ViewChannelCache(deps.work);
    this.#visibility = new ChannelVisibility(deps);
    this.#late = new LateEvents({
      ...deps,
      events: deps.store.log,
      inTurnAt: (task) => this.inTurnAt(task),
      deliver: (dispatch, session) => this.#deliver(dispatch, session),
    });
    this.#done = deps.store.log.place();
    this.#unfollow = deps.store.log.follow((events, places) => this.#receive(events, places), {
      receives: () => this.#receives(),
    });
  }

  stop(): void {
    this.#unfollow();
  }

  /** The world was replaced: nothing that is cached of it is valid. */
  resetWorld(): void {
    this.#viewers.clear();
  }

  /**
   * Starts a session so that it receives each event once: those emitted while READY is read are
   * delivered after it.
   *
   * @param read reads what READY contains
   * @param begin starts the session and sends READY; undefined when its client is gone
   * @param after the place of the last event that the session received at another process
   * @throws TooManyBufferedEvents
   */
  async admit<G>(
    read: () => Promise<G>,
    begin: (ready: G) => Session | undefined,
    after: (ready: G) => LogPlace | undefined = () => undefined,
  ): Promise<void> {
    const buffered: Dispatch[] = [];
    const heldFrom = this.done();
    this.#held.add(buffered);
    try {
      const ready = await read();
      await this.#inTurn(async () => {
        if (buffered.length > BUFFERED_EVENTS_MAX) throw new TooManyBufferedEvents();
        const session = begin(ready);
        if (session === undefined) return;
        const place = after(ready);
        const late =
          place === undefined ? buffered : buffered.filter((dispatch) => dispatch.place > place);
        if (late.length > 0) session.behind ??= heldFrom;
        await this.#late.deliver(late, session);
      });
    } finally {
      this.#held.delete(buffered);
    }
  }

  /** Runs a task once everything queued before it was delivered. */
  inTurn(task: () => void): void {
    this.#tasks.push(task);
    void this.#drain();
  }

  /**
   * Runs a task once all events up to a place in the log were delivered; the task is given that
   * place.
   */
  inTurnAt<T>(task: (place: LogPlace) => T | Promise<T>): Promise<T> {
    const place = this.#deps.store.log.place();
    return this.#inTurn(async () => {
      // Events were dropped, so all sessions are about to be invalidated.
      if (this.#isBehind) throw new TooManyBufferedEvents();
      return task(place);
    });
  }

  /** The place up to which every event was delivered to the sessions here. */
  done(): LogPlace {
    const place = this.#deps.store.log.place();
    // The events after the last delivered one had no receivers here.
    if (!this.#isBusy) this.#done = place;
    return this.#done;
  }

  get #isBusy(): boolean {
    return this.#isWorking || this.#tasks.length > 0;
  }

  /** Whether any session receives events, or is about to. */
  #receives(): boolean {
    if (this.#isBusy || this.#held.size > 0 || this.#deps.sessions.size > 0) return true;
    // From here on, nothing keeps the cache up to date.
    this.#viewers.clear();
    return false;
  }

  /**
   * Starts a session to which another process sent every event up to a place in the log.
   *
   * @param begin starts it; later events are sent afterwards
   * @returns whether it has begun
   * @throws TooManyBufferedEvents
   */
  recover(place: LogPlace, begin: Beginning): Promise<boolean> {
    return this.#late.recover(place, begin);
  }

  /** Runs a task once everything queued before it is done. */
  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#tasks.push(() => task().then(resolve, reject));
      void this.#drain();
    });
  }

  #receive(events: readonly EventRecord[], places: readonly LogPlace[] | undefined): void {
    if (this.#tasks.length > WAITING_EVENTS_MAX) this.#isBehind = true;
    if (this.#isBehind) return;
    for (const [nth, event] of events.entries()) {
      const place = places?.[nth];
      if (event.scope.kind !== "nobody") this.#tasks.push(() => this.#take(event, place));
      else if (endsSessions(event.name)) {
        this.#tasks.push(() => this.#deps.revoke(event.payload));
      }
    }
    void this.#drain();
  }

  #take(event: EventRecord, place: LogPlace | undefined): void | Promise<void> {
    const { declarations, log, journal } = this.#deps;
    const declared = declarations(event.name, event.scope.kind);
    if (declared === undefined) {
      return log.error({ event: event.name }, "an undeclared event is not delivered");
    }
    try {
      const dispatch = new Dispatch(event, declared, place);
      const entry = journal?.beginEvent(draftOf(event), place);
      const waits = mapMaybePromise(this.#announce(dispatch), () => {
        const { sessions, payload } = dispatch;
        entry?.end({ sessions, payload });
        if (place !== undefined) this.#done = place;
      });
      return waits?.catch((error: unknown) => this.#failed(event, error));
    } catch (error) {
      return this.#failed(event, error);
    }
  }

  async #drain(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    // Many events that are read for may follow one another, as when all channels of a guild move.
    const slice = this.#deps.slicer.begin(Infinity);
    while (this.#tasks.length > 0) {
      const batch = this.#tasks;
      this.#tasks = [];
      for (const task of batch) {
        // Awaits only tasks that return a promise: the rest of a batch leaves in the same write.
        const waits = task();
        if (waits === undefined) continue;
        await waits;
        await slice.yieldIfDue();
      }
    }
    this.#isWorking = false;
    if (this.#isBehind) this.#invalidateAll();
  }

  /** Invalidates every session, because events were dropped. */
  #invalidateAll(): void {
    this.#isBehind = false;
    this.#viewers.clear();
    this.#deps.log.error({ limit: WAITING_EVENTS_MAX }, "events came faster than they went out");
    for (const session of this.#deps.sessions.all()) this.#deps.sessions.invalidate(session);
  }

  #announce(dispatch: Dispatch): void | Promise<void> {
    const { name, scope } = dispatch;
    if (scope.kind === "channel" && changesRecipients.has(name)) {
      this.#viewers.forgetRecipients(scope.channel_id);
    }
    for (const buffer of this.#held) {
      if (buffer.length <= BUFFERED_EVENTS_MAX) buffer.push(dispatch);
    }
    return mapMaybePromise(this.#deliver(dispatch), () => this.#forgetViews(dispatch));
  }

  /** Drops cached views of a guild whose channels an event may have shown or hidden. */
  #forgetViews({ guildId, changesViews }: Dispatch): void {
    if (guildId !== undefined && changesViews) this.#viewers.forget(guildId);
  }

  /** Delivers an event, and updates the guilds of sessions if it is about a membership. */
  #deliver(dispatch: Dispatch, only?: Session): void | Promise<void> {
    const { name } = dispatch;
    if (!movesSessions(name)) {
      const reviewed = this.#visibility.review(dispatch, only);
      if (reviewed === undefined) return this.#send(dispatch, only);
      return reviewed.then((bringUpToDate) =>
        mapMaybePromise(this.#send(dispatch, only), bringUpToDate),
      );
    }
    const { memberships } = this.#deps;
    const move = () => memberships.move(dispatch, only);
    if (isSentToEach(name)) return move();
    const [first, second] = movesFirst(name)
      ? [move, () => this.#send(dispatch, only)]
      : [() => this.#send(dispatch, only), move];
    return mapMaybePromise(first(), second);
  }

  /** Invalidates all sessions that might have received an event whose receivers are unknown. */
  #failed({ name, scope }: EventRecord, error: unknown): void {
    const { sessions, log } = this.#deps;
    const guildId = "guild_id" in scope ? scope.guild_id : undefined;
    log.error({ err: error, event: name }, "an event could not be delivered");
    for (const session of guildId === undefined ? sessions.all() : [...sessions.inGuild(guildId)]) {
      sessions.invalidate(session);
    }
  }

  /** Sends an event to all sessions that may receive it, or to one of them. */
  #send(dispatch: Dispatch, only?: Session): void | Promise<void> {
    const { sessions } = this.#deps;
    const { scope } = dispatch;
    switch (scope.kind) {
      case "nobody":
        return undefined;
      case "guild":
        return dispatch.needs === undefined && scope.place === undefined
          ? sendTo(sessions.inGuild(scope.guild_id), dispatch, only)
          : this.#toViewers(dispatch, { guild_id: scope.guild_id, channel_id: "" }, only);
      case "application":
        return sendTo(sessions.ofUser(scope.application_id), dispatch, only);
      case "user":
        return sendTo(sessions.ofUser(scope.user_id), dispatch, only);
      case "users":
        for (const userId of scope.user_ids) {
          sendTo(sessions.ofUser(userId), dispatch, only);
        }
        return undefined;
      case "channel":
        return scope.guild_id === undefined
          ? this.#toRecipients(dispatch, scope.channel_id, only)
          : this.#toViewers(dispatch, { ...scope, guild_id: scope.guild_id }, only);
    }
  }

  #viewersOf(
    { shownChannel: channel, needs, isInside, scope }: Dispatch,
    { guildId, channelId, userIds }: Listening,
  ) {
    if (scope.kind === "channel" && scope.thread_member_ids !== undefined) {
      return this.#viewers.inPrivateThread(channelId, userIds, scope.thread_member_ids);
    }
    if (scope.kind === "guild" && scope.place !== undefined) {
      return this.#viewers.judging(guildId, scope.place, userIds);
    }
    if (needs !== undefined && scope.kind === "guild") {
      return this.#viewers.holdingInGuild(guildId, userIds, needs);
    }
    if (needs !== undefined) return this.#viewers.holding(channelId, userIds, needs);
    if (channel !== undefined) return this.#viewers.judging(guildId, channel, userIds);
    return isInside
      ? this.#viewers.entering(guildId, channelId, userIds)
      : this.#viewers.seeing(guildId, channelId, userIds);
  }

  #toRecipients(dispatch: Dispatch, channelId: string, only?: Session) {
    return mapMaybePromise(this.#viewers.recipients(channelId), (recipients) => {
      for (const userId of recipients) {
        sendTo(this.#deps.sessions.ofUser(userId), dispatch, only);
      }
    });
  }

  #toViewers(
    dispatch: Dispatch,
    { guild_id: guildId, channel_id: channelId }: Pick<ChannelOfGuild, "guild_id" | "channel_id">,
    only?: Session,
  ) {
    const listeners = listenersOf(this.#deps.sessions.inGuild(guildId), dispatch, only);
    if (listeners.length === 0) return undefined;
    const userIds = usersOf(listeners);
    return mapMaybePromise(this.#viewersOf(dispatch, { guildId, channelId, userIds }), (views) => {
      const { shownChannel: channel } = dispatch;
      if (channel !== undefined) {
        return this.#visibility.send({ dispatch, guildId, channel, listeners, views });
      }
      for (const session of listeners) {
        const sees = views.get(session.owner.userId) === true;
        if (sees) session.dispatch(dispatch.encodedFor(session), dispatch.place);
      }
    });
  }
}

/** The journal entry of an event before it is sent. */
function draftOf({ name, scope, payload, cause }: EventRecord): EntryDraft {
  const application = "application_id" in scope ? scope.application_id : undefined;
  const isForApplication = name === InteractionCreate.name && scope.kind === "application";
  const interaction = isForApplication ? (payload as { readonly id: string }).id : undefined;
  return { kind: "dispatch", name, cause, application, interaction };
}

type ChannelOfGuild = Extract<Scope, { kind: "channel" }> & { readonly guild_id: string };

interface Listening {
  readonly guildId: string;
  readonly channelId: string;
  readonly userIds: ReadonlySet<string>;
}

function usersOf(sessions: readonly Session[]): ReadonlySet<string> {
  return new Set(sessions.map(({ owner }) => owner.userId));
}

/** The sessions that may receive an event; with `only`, that one if it is among them. */
export function listenersOf(
  sessions: ReadonlySet<Session>,
  dispatch: Dispatch,
  only: Session | undefined,
): readonly Session[] {
  if (only === undefined) return [...sessions].filter((session) => dispatch.isFor(session));
  return sessions.has(only) && dispatch.isFor(only) ? [only] : [];
}

export function sendTo(
  sessions: ReadonlySet<Session>,
  dispatch: Dispatch,
  only: Session | undefined,
): void {
  for (const session of listenersOf(sessions, dispatch, only)) {
    session.dispatch(dispatch.encodedFor(session), dispatch.place);
  }
}
