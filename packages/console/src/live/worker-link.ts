// The connection of a page to the worker that follows worlds.
import type { Condition } from "../search/filter.ts";
import type { LiveState, Request, Sent, Update } from "./messages.ts";

export interface Endpoint {
  postMessage(request: Request): void;
}

/** Opens the worker, and passes each of its messages to the callback. */
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
  /** The open views, which stay open when another world is watched. */
  readonly #views = new Map<string, readonly Condition[]>();
  /** The world that is shown. */
  #world: string | undefined;
  /** Counts how often a world was chosen or left. */
  #turn = 0;
  #names = 0;

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  /** Watches another world, in all open views. */
  watch(world: string): void {
    this.#endpoint ??= this.#connect((sent) => this.#take(sent));
    this.#begin(world);
    this.#send({ type: "watch", world, turn: this.#turn });
    for (const [name, conditions] of this.#views) this.#send({ type: "view", name, conditions });
  }

  /** Watches no world until the next call of `watch`. */
  leave(): void {
    this.#begin(undefined);
    this.#send({ type: "close" });
  }

  /** Watches the same world again, which the worker was asked to leave. */
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

  /** A unique name for a view. */
  newName(): string {
    this.#names += 1;
    return `selection ${this.#names}`;
  }

  /** Resets the state for a world; messages that are still about the previous one are ignored. */
  #begin(world: string | undefined): void {
    this.#world = world;
    this.#turn += 1;
    this.#state = nothing;
  }

  #send(request: Request): void {
    this.#endpoint?.postMessage(request);
  }

  /** Handles a message, unless it is a late one about the previous world. */
  #take({ turn, update }: Sent): void {
    if (turn !== this.#turn) return;
    if (update.type === "state") this.#state = withSameHello(this.#state, update.state);
    for (const listener of this.#listeners) listener(update);
  }
}

/** Each message contains a copy of the hello: if it is equal, the old object is kept. */
function withSameHello({ hello: before }: LiveState, state: LiveState): LiveState {
  const isSame = JSON.stringify(before) === JSON.stringify(state.hello);
  return isSame ? { ...state, hello: before } : state;
}
