// Which events players must receive, and which of them never came.
import type { types } from "@antechamber/sdk/control";
import { Times } from "./measures.ts";

/** Messages that are waited for at once; the oldest are given up first. */
const OPEN_MAX = 100_000;

/** A message of the run, under a tag that its event carries. */
interface Sent {
  readonly lobby: string;
  readonly begunAt: number;
  readonly pending: Set<number>;
  isAnswered: boolean;
}

type EventReport = types.LoadEventReport;

/**
 * A message must reach every player who was in its lobby, with a session, from before it was sent
 * until it was answered.
 */
export class Deliveries {
  readonly #present = new Map<string, Set<number>>();
  readonly #open = new Map<string, Sent>();
  readonly #times = new Times();
  #count = 0;
  #received = 0;
  #expected = 0;
  #lost = 0;

  /** A player with a session is in a lobby from now on. */
  enter(lobby: string, player: number): void {
    const there = this.#present.get(lobby);
    if (there === undefined) this.#present.set(lobby, new Set([player]));
    else there.add(player);
  }

  /** A player begins to leave a lobby: what is under way may reach them or not. */
  leave(lobby: string, player: number): void {
    this.#present.get(lobby)?.delete(player);
    for (const [tag, sent] of this.#open) {
      if (sent.lobby === lobby && !sent.isAnswered) this.#release(tag, sent, player);
    }
  }

  /** A player ends their session: nothing more reaches them. */
  disconnect(player: number): void {
    for (const there of this.#present.values()) there.delete(player);
    for (const [tag, sent] of this.#open) this.#release(tag, sent, player);
  }

  /** A message is about to be sent. @returns the tag that its event must carry */
  begin(lobby: string, at: number): string {
    this.#count += 1;
    const tag = String(this.#count);
    const pending = new Set(this.#present.get(lobby));
    this.#open.set(tag, { lobby, begunAt: at, pending, isAnswered: false });
    if (this.#open.size > OPEN_MAX) this.#giveUpOldest();
    return tag;
  }

  /** The call was answered; without a message where it failed. */
  answered(tag: string, isSent: boolean): void {
    const sent = this.#open.get(tag);
    if (sent === undefined) return;
    sent.isAnswered = true;
    if (!isSent || sent.pending.size === 0) this.#open.delete(tag);
  }

  /** A player received an event; with the tag of the message that it shows, if it shows one. */
  receive(player: number, at: number, tag?: string): void {
    this.#received += 1;
    const sent = tag === undefined ? undefined : this.#open.get(tag);
    if (tag === undefined || sent === undefined || !sent.pending.has(player)) return;
    this.#expected += 1;
    this.#times.add(at - sent.begunAt);
    this.#release(tag, sent, player);
  }

  /** True while somebody waits for a message. */
  get isWaiting(): boolean {
    return this.#open.size > 0;
  }

  /** What came of all, with those that are still waited for as lost. */
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

  #release(tag: string, { pending, isAnswered }: Sent, player: number): void {
    pending.delete(player);
    if (pending.size === 0 && isAnswered) this.#open.delete(tag);
  }

  #giveUpOldest(): void {
    const [oldest] = this.#open;
    if (oldest === undefined) return;
    const [tag, { pending }] = oldest;
    this.#lost += pending.size;
    this.#open.delete(tag);
  }
}
