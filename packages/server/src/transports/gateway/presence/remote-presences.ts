// Presences at other processes, as those publish them on the bus. The next full publication makes
// up for lost messages; the presences of a process are dropped once it has certainly ended.
import type { Presence } from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import type { Bus } from "../../../platform/bus.ts";
import type { Cancel, Clock, Millis } from "../../../platform/clock.ts";
import type { Processes } from "../../../platform/processes.ts";

type Shown = Static<typeof Presence>;

/** The presence of a session, and the guilds where it applies. */
export interface PresenceInGuilds {
  readonly presence: Shown;
  /** Since when the session is there, in real time; absent in messages of older versions. */
  readonly since?: Millis;
  readonly guildIds: readonly string[];
}

/** A user's presence at one process. */
export interface RemotePresence extends Omit<PresenceInGuilds, "presence"> {
  readonly userId: string;
  /** The presence of the newest session; null for a user who is offline there. */
  readonly presence: Shown | null;
  /** Where sessions differ, or are not in all guilds: each session with its guilds. */
  readonly parts?: readonly PresenceInGuilds[];
}

/** The published presence of a user at one process. */
interface Known {
  readonly userId: string;
  /** The first part that has a guild applies there. */
  readonly parts: readonly KnownPart[];
}

interface KnownPart extends Online {
  readonly guildIds: ReadonlySet<string>;
}

/** The presence of a session, and since when it is there. */
export interface Online {
  readonly presence: Shown;
  readonly since: Millis;
}

/** A published message: a changed user, all users, or a request for all users of the others. */
interface PresenceMessage {
  readonly changed?: RemotePresence;
  readonly all?: readonly RemotePresence[];
  readonly asks?: true;
}

export interface RemotePresencesDeps {
  readonly bus: Bus;
  readonly processes: Pick<Processes, "living">;
  readonly clock: Pick<Clock, "after">;
  /** All users who are online here. */
  readonly own: () => readonly RemotePresence[];
  /**
   * Runs `change`, which changes the known presence of a user, and sends the result to sessions
   * here.
   */
  readonly changing: (userId: string, guildIds: readonly string[], change: () => void) => void;
}

const TOPIC = "presence";
/** Users in one message. */
const PAGE = 500;
/** How often the processes that have ended are looked up, in real milliseconds. */
const LOOK_MS = 1_000;
/** Missed checks after which a process has ended: one that has just begun is not listed yet. */
const LOOKS_ABSENT_MAX = 4;
const nobody: ReadonlyMap<string, Known> = new Map();

export class RemotePresences {
  readonly #deps: RemotePresencesDeps;
  /** By the epoch of the process, then by user id. */
  readonly #known = new Map<string, Map<string, Known>>();
  /** Consecutive checks in which a process was missing. */
  readonly #absent = new Map<string, number>();
  readonly #ends: Cancel[] = [];
  #cancelLook: Cancel = () => undefined;

  constructor(deps: RemotePresencesDeps) {
    this.#deps = deps;
    const { bus } = deps;
    if (!bus.isShared) return;
    this.#ends.push(
      bus.subscribe(TOPIC, (body, from) => this.#receive(body as PresenceMessage, from)),
      bus.onReconnect(() => this.#begin()),
    );
    this.#begin();
    this.#lookLater();
  }

  /**
   * The presence of the user's newest session in a guild at another process; undefined for a user
   * who is offline there.
   */
  of(userId: string, guildId: string): Online | undefined {
    let newest: Online | undefined;
    for (const users of this.#known.values()) {
      const part = users.get(userId)?.parts.find(({ guildIds }) => guildIds.has(guildId));
      if (part !== undefined && part.since >= (newest?.since ?? 0)) newest = part;
    }
    return newest;
  }

  /** True for a user who is online at another process. */
  isOnline(userId: string): boolean {
    return [...this.#known.values()].some((users) => users.has(userId));
  }

  onlineIn(guildId: string): readonly string[] {
    return [...this.#known.values()].flatMap((users) =>
      [...users.values()]
        .filter(({ parts }) => parts.some(({ guildIds }) => guildIds.has(guildId)))
        .map(({ userId }) => userId),
    );
  }

  /** Publishes a changed user of this process. */
  publish(changed: RemotePresence): void {
    this.#send({ changed });
  }

  /**
   * Applies the presence of a user that a process is about to publish, since it takes their session
   * over.
   */
  expect(userId: string, presences: readonly PresenceInGuilds[], of: string): void {
    if (!this.#deps.bus.isShared || presences.length === 0) return;
    const users = this.#known.get(of) ?? new Map<string, Known>();
    const expected = presences.map(({ presence, guildIds }) => knownPart({ presence, guildIds }));
    const parts = [...expected, ...(users.get(userId)?.parts ?? [])];
    this.#known.set(of, users.set(userId, { userId, parts }));
  }

  clear(): void {
    this.#known.clear();
  }

  stop(): void {
    this.#cancelLook();
    for (const end of this.#ends.splice(0)) end();
  }

  #send(message: PresenceMessage): void {
    if (this.#deps.bus.isShared) this.#deps.bus.publish(TOPIC, message);
  }

  /** Publishes everything and requests the same: either side may have missed messages. */
  #begin(): void {
    this.#publishAll();
    this.#send({ asks: true });
  }

  #publishAll(): void {
    const all = this.#deps.own();
    for (let from = 0; from < all.length; from += PAGE) {
      this.#send({ all: all.slice(from, from + PAGE) });
    }
  }

  #receive({ changed, all = [], asks }: PresenceMessage, from: string): void {
    for (const each of changed === undefined ? all : [changed]) this.#learn(each, from);
    if (asks === true) this.#publishAll();
  }

  #learn(changed: RemotePresence, from: string): void {
    const { userId, presence } = changed;
    const users = this.#known.get(from) ?? new Map<string, Known>();
    this.#known.set(from, users);
    const guildIds = new Set([...guildsOf(users.get(userId)), ...changed.guildIds]);
    this.#deps.changing(userId, [...guildIds], () => {
      if (presence === null) users.delete(userId);
      else users.set(userId, knownOf({ ...changed, presence }));
    });
  }

  #lookLater(): void {
    this.#cancelLook = this.#deps.clock.after(LOOK_MS, () => {
      const living = new Set(this.#deps.processes.living().map(({ epoch }) => epoch));
      for (const epoch of this.#known.keys()) {
        const looks = living.has(epoch) ? 0 : (this.#absent.get(epoch) ?? 0) + 1;
        this.#absent.set(epoch, looks);
        if (looks >= LOOKS_ABSENT_MAX) this.#forget(epoch);
      }
      this.#lookLater();
    });
  }

  #forget(epoch: string): void {
    for (const remote of (this.#known.get(epoch) ?? nobody).values()) {
      const forget = () => this.#known.get(epoch)?.delete(remote.userId);
      this.#deps.changing(remote.userId, [...new Set(guildsOf(remote))], forget);
    }
    this.#known.delete(epoch);
    this.#absent.delete(epoch);
  }
}

function knownOf({ userId, parts, ...whole }: RemotePresence & PresenceInGuilds): Known {
  return { userId, parts: (parts ?? [whole]).map(knownPart) };
}

function knownPart({ presence, since = 0, guildIds }: PresenceInGuilds): KnownPart {
  return { presence, since, guildIds: new Set(guildIds) };
}

function guildsOf(remote: Known | undefined): readonly string[] {
  return (remote?.parts ?? []).flatMap(({ guildIds }) => [...guildIds]);
}
