// Processes of one service whose sessions move between them, in memory: one event log, one bus, one
// journal. A test decides when a process ends, which answers are lost, and when writes succeed.
import { event as declare, type Scope } from "@antechamber/contract";
import { integer, object } from "@antechamber/contract/schema";
import { TimeSlicer } from "../../platform/time/time-slicer.ts";
import { noBus, type Bus, type Question } from "../../platform/bus.ts";
import type { Context } from "../../platform/context.ts";
import type { ProcessIdentity } from "../../platform/processes.ts";
import type { EventListener, EventLog, LogPage, PlacedEvent } from "../../platform/store.ts";
import { declarationsOf } from "../../transports/gateway/delivery/dispatch.ts";
import { Fanout } from "../../transports/gateway/delivery/fanout.ts";
import type { SessionRequests } from "../../transports/gateway/opcodes/session-requests.ts";
import {
  endGivenSession,
  givenSessionOf,
} from "../../transports/gateway/handover/given-sessions.ts";
import { Presences } from "../../transports/gateway/presence/presences.ts";
import {
  SessionHandover,
  type HandoverDeps,
} from "../../transports/gateway/handover/session-handover.ts";
import { SessionJournal } from "../../transports/gateway/handover/session-journal.ts";
import { givenNoteOf, noteOf } from "../../transports/gateway/handover/session-state.ts";
import { Sessions } from "../../transports/gateway/sessions/session-registry.ts";
import type { Session } from "../../transports/gateway/sessions/session.ts";
import type { SessionTransport } from "../../transports/gateway/sessions/session-transport.ts";
import type { SessionLookupOutcome } from "../../transports/gateway/handover/undecided-resumes.ts";
import { encodeDispatch, packed, type Encoded } from "../../transports/gateway/wire/codec.ts";
import { MemoryJournal } from "./memory-journal.ts";
import { seededRandom } from "../seeded-random.ts";

export const happened = declare({
  name: "HAPPENED",
  source: "tests",
  summary: "Something happened.",
  scope: "user",
  payload: object({ nth: integer() }),
});
/** An event for a channel whose recipients have to be read from the store first. */
const whispered = declare({
  name: "WHISPERED",
  source: "tests",
  summary: "Something was said to people who are looked up.",
  scope: "channel",
  payload: object({ nth: integer() }),
});
export const owner = {
  kind: "user",
  userId: "1",
  applicationId: "1",
  scopes: new Set<string>(),
} as const;

const PLACE_DIGITS = 10;
const silent = { error: () => undefined };

interface ReceivedEvent {
  readonly t: string;
  readonly d: { readonly nth?: number };
}

/** A client that resumes one session at any process, and records what it receives. */
export class MemoryClient {
  sessionId = "";
  /** Every received event by its sequence number. */
  readonly received = new Map<number, string>();
  /** The Invalid Session and close frames received. */
  readonly closings: string[] = [];

  get newest(): number {
    return [...this.received.keys()].reduce((newest, each) => Math.max(newest, each), 0);
  }

  /** The names of the events in sequence. @throws Error if a sequence number is missing */
  names(): readonly string[] {
    return this.#events().map(({ t }) => t);
  }

  /**
   * The numbers of the `happened` events in sequence.
   *
   * @throws Error if a sequence number is missing
   */
  happened(): readonly number[] {
    return this.#events().flatMap(({ d }) => (d.nth === undefined ? [] : [d.nth]));
  }

  #events(): readonly ReceivedEvent[] {
    return Array.from({ length: this.newest }, (_, i) => {
      const event = this.received.get(i + 1);
      if (event === undefined) throw new Error(`there is no event ${i + 1}`);
      return JSON.parse(event) as ReceivedEvent;
    });
  }

  attachTo(sessions: Sessions, session: Session): void {
    const say = (what: string) => () => void this.closings.push(what);
    const link: Partial<SessionTransport> = {
      send: (frame: Encoded, sequence: number) => this.#take(packed(frame).join("0"), sequence),
      invalidated: (options) => void this.closings.push(`op 9 ${options?.mayResume === true}`),
      superseded: say("superseded"),
      close: (code) => void this.closings.push(`closed ${code}`),
    };
    sessions.attach(session, link as SessionTransport);
  }

  #take(event: string, sequence: number): void {
    const before = this.received.get(sequence) ?? event;
    if (before !== event) throw new Error(`${sequence} is ${before} and ${event}`);
    this.received.set(sequence, event);
  }
}

export class ResumingProcesses {
  readonly journal = new MemoryJournal();
  readonly running: ResumingProcess[] = [];
  readonly events: PlacedEvent[] = [];
  /** The real time, in milliseconds. */
  now = 0;
  /** Timers, by the time at which they fire. */
  alarms: readonly { readonly at: number; readonly run: () => void }[] = [];
  /** How many of the next answers that contain a session are lost on the way. */
  lostAnswers = 0;
  /** Awaited before a process looks for new events in the log. */
  beforeLook: () => Promise<void> = () => Promise.resolve();
  /** Whether a read of the log fails, given the number of reads before it. */
  failsToRead: (before: number) => boolean = () => false;
  reads = 0;
  /** The recipients of a `whispered` event, as a process reads them. */
  people: (process: ResumingProcess) => Promise<readonly string[]> = () =>
    Promise.reject(new Error("nobody knows who is there"));

  start(epoch: string): ResumingProcess {
    const process = new ResumingProcess(this, epoch);
    this.running.push(process);
    return process;
  }

  /** Appends events, and delivers them to all processes. */
  happen(count = 1): void {
    this.commit(count);
    for (const process of this.running) process.hear();
  }

  /** Appends events that no process has read yet. */
  commit(count = 1): void {
    const scope = { kind: "user", user_id: owner.userId } as const;
    for (let i = 0; i < count; i += 1) this.#append(happened.name, scope);
  }

  /** Lets real time pass, and fires due timers. */
  pass(realMs: number): void {
    this.now += realMs;
    const due = this.alarms.filter(({ at }) => at <= this.now);
    this.alarms = this.alarms.filter(({ at }) => at > this.now);
    for (const { run } of due) run();
  }

  /** Appends an event for a channel's members, and delivers it to all processes. */
  whisper(): void {
    this.#append(whispered.name, { kind: "channel", channel_id: "5" });
    for (const process of this.running) process.hear();
  }

  after(realMs: number, run: () => void): () => void {
    const alarm = { at: this.now + realMs, run };
    this.alarms = [...this.alarms, alarm];
    return () => {
      this.alarms = this.alarms.filter((each) => each !== alarm);
    };
  }

  #append(name: string, scope: Scope): void {
    const nth = this.events.length + 1;
    const place = String(nth).padStart(PLACE_DIGITS, "0");
    this.events.push({ place, event: { name, scope, payload: { nth }, at: 0 } });
  }

  /** Ends a process without a shutdown; the others see at once that it is gone. */
  kill(process: ResumingProcess): void {
    this.running.splice(this.running.indexOf(process), 1);
    this.journal.dead.add(process.epoch);
    process.stop();
  }

  async ask(from: ResumingProcess, { topic, body, isEnough }: Question) {
    const answers: unknown[] = [];
    let isComplete = true;
    for (const process of this.running.filter((each) => each !== from)) {
      const answer = await process.answer(topic, structuredClone(body), from.epoch);
      const isGiven = (answer as { readonly kind?: string } | null)?.kind === "given";
      if (isGiven && this.lostAnswers > 0) {
        this.lostAnswers -= 1;
        isComplete = false;
      } else answers.push(answer);
      if (isEnough?.(answer) === true && isComplete) break;
    }
    return { answers, isComplete };
  }
}

const isLimited = () => true;
/** The requests of sessions, all of which are answered; each may be in voice. */
const requests = {
  idle: () => Promise.resolve(),
  mayBeInVoice: () => true,
  keepInVoice: () => undefined,
} as unknown as SessionRequests;

export class ResumingProcess {
  readonly epoch: string;
  readonly sessions: Sessions;
  readonly fanout: Fanout;
  readonly handover: SessionHandover;
  isFenced = false;
  /** Called by each look at which processes are alive. */
  onLook: () => void = () => undefined;
  /** The logged reasons why sessions could not be resumed here. */
  readonly reasons: string[] = [];
  /** The ids of sessions that have ended here. */
  readonly ended: string[] = [];
  /** Ends a session that this process left for others, unless one of them has taken it. */
  readonly endGiven: (id: string) => Promise<boolean>;
  readonly #all: ResumingProcesses;
  readonly #written: SessionJournal;
  readonly #answerers = new Map<string, (body: unknown, from: string) => Promise<unknown>>();
  readonly #listeners = new Set<EventListener>();
  #heard = 0;

  constructor(all: ResumingProcesses, epoch: string) {
    this.#all = all;
    this.epoch = epoch;
    this.#heard = all.events.length;
    const clock = {
      now: () => all.now,
      system: () => all.now,
      real: () => all.now,
      after: (realMs: number, run: () => void) => all.after(realMs, run),
      wake: () => () => undefined,
      plan: (at: number) => ({ at, cancel: () => undefined }),
      hold: () => undefined,
    };
    const bus = this.#bus();
    const events = this.#log();
    const processes = this.#processes();
    const facts = (session: Session) => ({
      presence: this.#presences.setBy(session),
      mayBeInVoice: false,
      world: 0,
      place: session.behind ?? this.fanout.done(),
    });
    this.#written = new SessionJournal({
      journal: all.journal,
      epoch: () => epoch,
      clock,
      done: () => this.fanout.done(),
      noteOf: (session) => noteOf(session, facts(session)),
      mayHaveEnded: () => this.isFenced,
      holdsItsPlace: () => Promise.resolve(false),
      closed: () => this.sessions.disown(),
      givenOf: (session) => givenSessionOf(session, false),
      endGiven: ({ id }) => this.endGiven(id),
    });
    this.sessions = new Sessions(clock, seededRandom(epoch), this.#written);
    const inTurn = (task: () => void): void => this.fanout.inTurn(task);
    const { sessions } = this;
    this.#presences = new Presences({ clock, sessions, isLimited, inTurn, bus, processes });
    this.fanout = new Fanout({
      work: { read: <R>() => all.people(this).then((recipientIds) => ({ recipientIds }) as R) },
      slicer: new TimeSlicer({ ...clock, real: () => 0 }),
      store: { log: events },
      sessions,
      declarations: declarationsOf([happened, whispered]),
      memberships: { move: () => undefined },
      revoke: () => undefined,
      setAside: (session) => sessions.setAside(session, givenNoteOf(session, facts(session))),
      log: silent,
    });
    sessions.whenEnded(({ id }) => this.ended.push(id));
    this.endGiven = (id) => {
      const { journal } = all;
      // The session has no records in the store.
      const session = { id, userId: owner.userId, isPerson: false, voiceGuildIds: [] };
      const transaction = async <R>(run: (ctx: Context) => Promise<R>) => run({} as Context);
      const parts = { processes, sessions, presences: this.#presences, handover };
      return endGivenSession({ ...parts, journal, work: { transaction } }, session, () => true);
    };
    const handover = new SessionHandover({
      bus,
      clock,
      events,
      fanout: this.fanout,
      sessions,
      presences: this.#presences,
      requests,
      lobbyPresence: { recorded: () => Promise.resolve() },
      processes,
      log: {
        ...silent,
        warn: ({ reason }: { readonly reason: string }) => void this.reasons.push(reason),
      } as HandoverDeps["log"],
    });
    this.handover = handover;
  }
  readonly #presences: Presences;

  /** Begins a session. */
  begin(): MemoryClient {
    const client = new MemoryClient();
    const session = this.sessions.begin(owner, {
      intents: undefined,
      shard: undefined,
      guildIds: [],
      largeThreshold: 50,
      compress: false,
      accessToken: undefined,
    });
    client.sessionId = session.id;
    client.attachTo(this.sessions, session);
    session.dispatch(encodeDispatch("READY", {}));
    return client;
  }

  /** Resumes a client's session at this process. */
  resume(client: MemoryClient, sequence = client.newest): Promise<SessionLookupOutcome> {
    const resumed = { id: client.sessionId, owner, sequence };
    return this.handover.take(resumed, (session) => {
      client.attachTo(this.sessions, session);
      const missed = session.missedSince(sequence) ?? [];
      for (const [i, event] of missed.entries()) {
        if (sequence + i < session.settled) session.link?.send(event, sequence + i + 1);
      }
      session.dispatch(encodeDispatch("RESUMED", {}));
    });
  }

  hear(): void {
    const news = this.#all.events.slice(this.#heard);
    this.#heard = this.#all.events.length;
    for (const listen of this.#listeners) {
      listen(
        news.map(({ event }) => event),
        news.map(({ place }) => place),
      );
    }
  }

  /** Lets the journal be written again after a failure. */
  writeAgain(): void {
    this.#written.writeAgain();
  }

  answer(topic: string, body: unknown, from: string): Promise<unknown> {
    return this.#answerers.get(topic)?.(body, from) ?? Promise.resolve(null);
  }

  stop(): void {
    this.fanout.stop();
    this.handover.stop();
    this.#presences.stop();
    void this.#written.stop();
  }

  #bus(): Bus {
    return {
      ...noBus,
      isShared: true,
      isUp: () => true,
      journal: this.#all.journal,
      ask: (question) => this.#all.ask(this, question),
      answer: (topic, answer) => {
        this.#answerers.set(topic, answer);
        return () => this.#answerers.delete(topic);
      },
    };
  }

  #log(): EventLog {
    const all = this.#all;
    return {
      follow: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      whenFailed: () => () => undefined,
      pollNow: async () => {
        await all.beforeLook();
        this.hear();
      },
      place: () => String(this.#heard).padStart(PLACE_DIGITS, "0"),
      async since(place, limit): Promise<LogPage> {
        all.reads += 1;
        if (all.failsToRead(all.reads - 1)) throw new Error("the database does not answer");
        const events = all.events.slice(Number(place), Number(place) + limit);
        return { events, next: events.length === limit ? events.at(-1)?.place : undefined };
      },
      trim: () => Promise.resolve("nothing"),
    };
  }

  #processes() {
    const own: ProcessIdentity = { id: Number(this.epoch), epoch: this.epoch };
    const living = () => this.#all.running.map(({ epoch }) => ({ id: 0, epoch, version: "" }));
    return {
      own: () => own,
      living,
      refresh: async () => this.onLook(),
      mayLiveElsewhere: (epoch: string) =>
        epoch !== own.epoch && living().some((each) => each.epoch === epoch),
      isFenced: () => this.isFenced,
    };
  }
}
