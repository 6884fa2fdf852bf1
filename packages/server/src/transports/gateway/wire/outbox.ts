// The queue of messages to one socket. All that is added before its turn leaves in one write, which
// costs a fraction of one write per frame.
import type { Duplex } from "node:stream";
import { WebSocket } from "ws";
import { binaryMessage, FrameWriter, type Encoded, type Framing, type Message } from "./codec.ts";
import type { OutboxBudget, BudgetedOutbox } from "./outbox-budget.ts";
import type { Writable, WriteTurns } from "./write-turns.ts";
import { ZstdStream } from "./zstd.ts";

export interface OutboxDeps {
  readonly framing: Framing;
  readonly budget: OutboxBudget;
  readonly turns: WriteTurns;
}

export class Outbox implements BudgetedOutbox, Writable {
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #budget: OutboxBudget;
  readonly #turns: WriteTurns;
  readonly #writer: FrameWriter;
  readonly #zstd: ZstdStream | undefined;
  /** Messages that are being compressed; a flush waits for them. */
  #compressing = 0;
  /** What to call once they are compressed and written; absent: nothing. */
  #whenWritten: (() => void)[] | undefined;
  #messages: Message[] | undefined;
  #messagesBytes = 0;
  /**
   * The first events of a session, or those it missed, come all at once: they do not yet show
   * whether a client is slow.
   */
  #isCatchingUp = false;
  /** Bytes that were waiting when the client had caught up, as far as they may still be waiting. */
  #burstBytes = 0;
  #isAwaitingDrain = false;

  /** @param socket the socket below the WebSocket */
  constructor(ws: WebSocket, socket: Duplex, { framing, budget, turns }: OutboxDeps) {
    this.#ws = ws;
    this.#socket = socket;
    this.#budget = budget;
    this.#turns = turns;
    this.#writer = new FrameWriter(framing);
    this.#zstd = framing.compress === "zstd-stream" ? new ZstdStream() : undefined;
  }

  /** Frees what the outbox holds: the WebSocket has closed. */
  closed(): void {
    this.#budget.forget(this);
    if (this.#zstd?.hasWindow === true) this.#budget.releaseWindow();
    this.#zstd?.close();
  }

  get waitingBytes(): number {
    return this.#messagesBytes + (this.#zstd?.waitingBytes ?? 0) + this.#socket.writableLength;
  }

  /** Ends the connection; its session may be resumed. */
  cut(): void {
    this.#ws.terminate();
  }

  /** Compresses large messages, each by itself, from now on; has no effect on streams. */
  compressPayloads(isWanted: boolean): void {
    this.#writer.compressesPayloads = isWanted && this.#zstd === undefined;
  }

  /** Gives a zstd stream a window, if one is free; unidentified clients are not given one. */
  openWindow(): void {
    if (this.#zstd === undefined || this.#zstd.hasWindow || !this.#budget.takeWindow()) return;
    this.#zstd.openWindow();
  }

  beginCatchingUp(): void {
    this.#isCatchingUp = true;
  }

  endCatchingUp(): void {
    this.#isCatchingUp = false;
    this.#burstBytes = this.waitingBytes;
  }

  /** Adds a frame; it is written when it is this outbox's turn, or by `flush`. */
  push(frame: Encoded, sequence: number | undefined): void {
    if (this.#zstd === undefined) return this.#add(this.#writer.message(frame, sequence));
    const payload = this.#writer.payload(frame, sequence);
    if (this.#zstd.hasWindow) this.#compress(this.#zstd, payload);
    else this.#add(binaryMessage(this.#zstd.plain(payload)));
  }

  #compress(zstd: ZstdStream, payload: Buffer): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return;
    this.#compressing += 1;
    zstd.compress(payload, (compressed) => {
      this.#compressing -= 1;
      this.#add(binaryMessage(compressed));
      if (this.#compressing === 0 && this.#whenWritten !== undefined) this.#finishFlush();
    });
    this.#budget.update(this);
  }

  #add(message: Message): void {
    if (this.#messages === undefined) this.#turns.add(this);
    (this.#messages ??= []).push(message);
    this.#messagesBytes += message.length;
  }

  /** Calls back once all that was added is written, so that more may follow on the socket. */
  flush(then: () => void): void {
    (this.#whenWritten ??= []).push(then);
    if (this.#compressing === 0) this.#finishFlush();
  }

  #finishFlush(): void {
    this.write();
    const waiting = this.#whenWritten ?? [];
    this.#whenWritten = undefined;
    for (const then of waiting) then();
  }

  /**
   * True when the client reads too slowly. What waits to be compressed is not its fault, and is
   * limited by the shared budget.
   */
  #isTooMuch(): boolean {
    if (this.#isCatchingUp) return false;
    const unread = this.#socket.writableLength;
    // What is about to be written may belong to the first events.
    this.#burstBytes = Math.min(this.#burstBytes, this.waitingBytes);
    return unread > this.#budget.limits.outboxSize + this.#burstBytes;
  }

  /** Writes all waiting messages. */
  write(): void {
    const messages = this.#messages;
    if (messages === undefined) return;
    const isTooMuch = this.#isTooMuch();
    this.#messages = undefined;
    this.#messagesBytes = 0;
    // Nothing may follow a close frame.
    if (this.#ws.readyState !== WebSocket.OPEN) return;
    if (isTooMuch) return this.cut();
    this.#turns.room.write(this.#socket, messages);
    this.#budget.update(this);
    if (this.#socket.writableLength > 0) this.#awaitDrain();
  }

  /** Most clients never fall behind, so there is no listener until one does. */
  #awaitDrain(): void {
    if (this.#isAwaitingDrain) return;
    this.#isAwaitingDrain = true;
    this.#socket.once("drain", () => {
      this.#isAwaitingDrain = false;
      this.#budget.update(this);
    });
  }
}
