// Who is online at other processes, as they tell it on the bus. What is lost comes with the next
// telling of everything; what a process told is forgotten once it surely has ended.
import type { Presence } from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import type { Bus } from "../../../platform/bus.ts";
import type { Cancel, Clock, Millis } from "../../../platform/clock.ts";
import type { Processes } from "../../../platform/processes.ts";

type Shown = Static<typeof Presence>;

/** What a session shows of its user, and in which guilds. */
export interface ShownIn {
  readonly presence: Shown;
  /** Since when the session is there, in real time; absent: its version does not say. */
  readonly since?: Millis;
  readonly guildIds: readonly string[];
}

/** One user at one process. */
export interface RemotePresence extends Omit<ShownIn, "presence"> {
  readonly userId: string;
  /** As the newest session shows them; null for who is offline there. */
  readonly presence: Shown | null;
  /** Where sessions show them differently, or not in all guilds: each session with its guilds. */
  readonly parts?: readonly ShownIn[];
}

/** What is known of a user at one process. */
interface Known {
  readonly userId: string;
  /** The first that has a guild is what is seen there. */
  readonly parts: readonly KnownPart[];
}

interface KnownPart extends Online {
  readonly guildIds: ReadonlySet<string>;
}

/** What a session shows of its user, and since when it is there. */
export interface Online {
  readonly presence: Shown;
  readonly since: Millis;
}

/** What processes publish: who has changed, everybody, or that they want to know everybody. */
interface PresenceMessage {
  readonly changed?: RemotePresence;
  readonly all?: readonly RemotePresence[];
  readonly asks?: true;
}

export interface RemotePresencesDeps {
  readonly bus: Bus;
  readonly processes: Pick<Processes, "living">;
  readonly clock: Pick<Clock, "after">;
  /** Everybody who is online here. */
  readonly own: () => readonly RemotePresence[];
  /**
   * Does something that changes what is known of a user, and has sessions here receive what it
   * means.
   */
  readonly changing: (userId: string, guildIds: readonly string[], change: () => void) => void;
}

const TOPIC = "presence";
/** Users in one message. */
const PAGE = 500;
/** How often it is looked which processes have ended. */
const LOOK_MS = 1_000;
/** One that began a moment ago is not yet among those that live. */
const LOOKS_ABSENT_MAX = 4;
const nobody: ReadonlyMap<string, Known> = new Map();

export class RemotePresences {
  readonly #deps: RemotePresencesDeps;
  /** By the epoch of the process, then by user. */
  readonly #known = new Map<string, Map<string, Known>>();
  /** Looks in a row that did not find a process. */
  readonly #absent = new Map<string, number>();
  readonly #ends: Cancel[] = [];
  #cancelLook: Cancel = () => undefined;

  constructor(deps: RemotePresencesDeps) {
    this.#deps = deps;
    const { bus } = deps;
    if (!bus.isShared) return;
    this.#ends.push(
      bus.subscribe(TOPIC, (body, from) => this.#receive(body as PresenceMessage, from)),
      bus.onReunion(() => this.#begin()),
    );
    this.#begin();
    this.#lookLater();
  }

  /**
   * A user as the newest session in a guild at another process shows them; undefined for who is
   * offline there.
   */
  of(userId: string, guildId: string): Online | undefined {
    let newest: Online | undefined;
    for (const users of this.#known.values()) {
      const part = users.get(userId)?.parts.find(({ guildIds }) => guildIds.has(guildId));
      if (part !== undefined && part.since >= (newest?.since ?? 0)) newest = part;
    }
    return newest;
  }

  /** True for who is online at another process. */
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

  /** A user of this process has changed. */
  publish(changed: RemotePresence): void {
    this.#send({ changed });
  }

  /** A process is about to publish this of a user, whose session it takes over. */
  expect(userId: string, shown: readonly ShownIn[], of: string): void {
    if (!this.#deps.bus.isShared || shown.length === 0) return;
    const users = this.#known.get(of) ?? new Map<string, Known>();
    const expected = shown.map(({ presence, guildIds }) => knownPart({ presence, guildIds }));
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

  /** Others may know nothing of this process, and this one nothing of them. */
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
    for (const known of (this.#known.get(epoch) ?? nobody).values()) {
      const forget = () => this.#known.get(epoch)?.delete(known.userId);
      this.#deps.changing(known.userId, [...new Set(guildsOf(known))], forget);
    }
    this.#known.delete(epoch);
    this.#absent.delete(epoch);
  }
}

function knownOf({ userId, parts, ...whole }: RemotePresence & ShownIn): Known {
  return { userId, parts: (parts ?? [whole]).map(knownPart) };
}

function knownPart({ presence, since = 0, guildIds }: ShownIn): KnownPart {
  return { presence, since, guildIds: new Set(guildIds) };
}

function guildsOf(known: Known | undefined): readonly string[] {
  return (known?.parts ?? []).flatMap(({ guildIds }) => [...guildIds]);
}
