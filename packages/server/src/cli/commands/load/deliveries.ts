// Tracks which events players must receive, and which of them never arrived.
import type { types } from "@antechamber/sdk/control";
import { Times } from "./measures.ts";

/** The most messages that are tracked; beyond that, the oldest count as lost. */
const OPEN_MAX = 100_000;

/** A message of the run, identified by a tag in its event. */
interface TrackedMessage {
  readonly lobby: string;
  readonly begunAt: number;
  readonly pending: Set<number>;
  isAnswered: boolean;
}

type EventReport = types.LoadEventReport;

/**
 * A message must reach every player who had a session and was in its lobby from before the call
 * until after the response.
 */
export class Deliveries {
  readonly #present = new Map<string, Set<number>>();
  readonly #open = new Map<string, TrackedMessage>();
  readonly #times = new Times();
  #count = 0;
  #received = 0;
  #expected = 0;
  #lost = 0;

  /** Records that a player with a session is in a lobby from now on. */
  enter(lobby: string, player: number): void {
    const players = this.#present.get(lobby);
    if (players === undefined) this.#present.set(lobby, new Set([player]));
    else players.add(player);
  }

  /** Records that a player starts to leave a lobby: messages under way may reach them or not. */
  leave(lobby: string, player: number): void {
    this.#present.get(lobby)?.delete(player);
    for (const [tag, sent] of this.#open) {
      if (sent.lobby === lobby && !sent.isAnswered) this.#release(tag, sent, player);
    }
  }

  /** Records that a player ends their session: no further events reach them. */
  disconnect(player: number): void {
    for (const players of this.#present.values()) players.delete(player);
    for (const [tag, sent] of this.#open) this.#release(tag, sent, player);
  }

  /** Records that a message is about to be sent. @returns the tag that its event must have */
  begin(lobby: string, at: number): string {
    this.#count += 1;
    const tag = String(this.#count);
    const pending = new Set(this.#present.get(lobby));
    this.#open.set(tag, { lobby, begunAt: at, pending, isAnswered: false });
    if (this.#open.size > OPEN_MAX) this.#dropOldest();
    return tag;
  }

  /** Records the response to the call; `isSent` is false if it failed. */
  noteAnswer(tag: string, isSent: boolean): void {
    const sent = this.#open.get(tag);
    if (sent === undefined) return;
    sent.isAnswered = true;
    if (!isSent || sent.pending.size === 0) this.#open.delete(tag);
  }

  /** Records that a player received an event, with the tag of its message if it has one. */
  receive(player: number, at: number, tag?: string): void {
    this.#received += 1;
    const sent = tag === undefined ? undefined : this.#open.get(tag);
    if (tag === undefined || sent === undefined || !sent.pending.has(player)) return;
    this.#expected += 1;
    this.#times.add(at - sent.begunAt);
    this.#release(tag, sent, player);
  }

  /** Whether any message has yet to reach a player. */
  get isWaiting(): boolean {
    return this.#open.size > 0;
  }

  /** The totals, with messages that have not arrived counted as lost. */
  report(): EventReport {
    const waiting = [...this.#open.values()].reduce((sum, { pending }) => sum + pending.size, 0);
    const lost = this.#lost + waiting;
    return {
      received: this.#received,
      expected: this.#expected + lost,
      lost,
      ms: this.#times.percentiles(),
    };
  }

  #release(tag: string, { pending, isAnswered }: TrackedMessage, player: number): void {
    pending.delete(player);
    if (pending.size === 0 && isAnswered) this.#open.delete(tag);
  }

  #dropOldest(): void {
    const [oldest] = this.#open;
    if (oldest === undefined) return;
    const [tag, { pending }] = oldest;
    this.#lost += pending.size;
    this.#open.delete(tag);
  }
}
