// The connection of a page to the worker that follows worlds.
import type { Condition } from "../search/filter.ts";
import type { LiveState, Request, Sent, Update } from "./messages.ts";

export interface Endpoint {
  postMessage(request: Request): void;
}

/** Opens the worker, and is given what to do with each message of it. */
export type Connect = (take: (sent: Sent) => void) => Endpoint;

const nothing: LiveState = {
  hello: undefined,
  lostSince: undefined,
  refused: undefined,
  count: 0,
  clockTurn: 0,
  failures: 0,
  roots: [],
  failed: [],
};

type Listener = (update: Update) => void;

export class WorkerLink {
  readonly #connect: Connect;
  #state = nothing;
  #endpoint: Endpoint | undefined;
  readonly #listeners = new Set<Listener>();
  /** Views that are open; they stay open whatever world is watched. */
  readonly #views = new Map<string, readonly Condition[]>();
  /** The one that is shown. */
  #world: string | undefined;
  /** How often a world was chosen or left. */
  #turn = 0;
  #names = 0;

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  /** Shows another world from now on, in all views that are open. */
  watch(world: string): void {
    this.#endpoint ??= this.#connect((sent) => this.#take(sent));
    this.#begin(world);
    this.#send({ type: "watch", world, turn: this.#turn });
    for (const [name, conditions] of this.#views) this.#send({ type: "view", name, conditions });
  }

  /** Shows no world until another is watched. */
  leave(): void {
    this.#begin(undefined);
    this.#send({ type: "close" });
  }

  /** Shows the same world again, which the worker was asked to leave. */
  rejoin(): void {
    if (this.#world !== undefined) this.watch(this.#world);
  }

  view(name: string, conditions: readonly Condition[]): void {
    this.#views.set(name, conditions);
    this.#send({ type: "view", name, conditions });
  }

  forget(name: string): void {
    this.#views.delete(name);
    this.#send({ type: "forget", name });
  }

  askRows(name: string, from: number, count: number): void {
    this.#send({ type: "rows", name, from, count });
  }

  askPlace(name: string, id: string): void {
    this.#send({ type: "place", name, id });
  }

  askNames(): void {
    this.#send({ type: "names" });
  }

  readonly listen = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): LiveState => this.#state;

  /** A name for a view that nobody else has. */
  newName(): string {
    this.#names += 1;
    return `selection ${this.#names}`;
  }

  /** Nothing is known of a world at first, and what is still sent of another is none of it. */
  #begin(world: string | undefined): void {
    this.#world = world;
    this.#turn += 1;
    this.#state = nothing;
  }

  #send(request: Request): void {
    this.#endpoint?.postMessage(request);
  }

  /** What was still on its way from the world before is none of this one's. */
  #take({ turn, update }: Sent): void {
    if (turn !== this.#turn) return;
    if (update.type === "state") this.#state = withSameHello(this.#state, update.state);
    for (const listener of this.#listeners) listener(update);
  }
}

/** Each message holds a copy of the hello: while it says the same, it is the one of before. */
function withSameHello({ hello: before }: LiveState, state: LiveState): LiveState {
  const isSame = JSON.stringify(before) === JSON.stringify(state.hello);
  return isSame ? { ...state, hello: before } : state;
}
