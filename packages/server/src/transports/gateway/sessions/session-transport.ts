import type { Encoded, Framing } from "../wire/codec.ts";

/** The connection that a session sends through. */
export interface SessionTransport {
  /** How the connection encodes and compresses what it sends. */
  readonly framing: Framing;
  send(frame: Encoded, sequence: number): void;
  /** The session has ended here: makes the client identify again, or resume where it may. */
  invalidated(options?: { readonly mayResume: true }): void;
  /** The session was resumed on another connection. */
  superseded(): void;
  /** Ends the connection with a close code. */
  close(code: number, reason: string): void;
}
