// Injects faults into the events of one connection. Source: product.md, Control plane.
import type { FaultPlan, Subject } from "../../platform/faults/fault-injection.ts";
import type { Encoded } from "./wire/codec.ts";
import type { Session } from "./sessions/session.ts";

/** Events held back for one connection at most; above that it is cut, and may resume. */
export const BUFFERED_EVENTS_MAX = 10_000;

/** The subject that injected faults match a session by. */
export function subjectOf({ owner }: Pick<Session, "owner">): Subject {
  return { applicationId: owner.applicationId, userId: owner.userId };
}

/** The connection that the events are sent to. */
export interface FaultTarget {
  push(frame: Encoded, sequence: number): void;
  cut(): void;
}

interface AffectedEvent {
  readonly frame: Encoded;
  readonly sequence: number;
  readonly copies: number;
  /** Resolves when the event may be sent. */
  readonly wait?: Promise<void>;
}

/** Sends the events of one connection in order, from the first one that a fault may apply to. */
export class InjectedEventFaults {
  readonly #faults: Pick<FaultPlan, "takeForEvent" | "wait">;
  readonly #way: FaultTarget;
  readonly #held: AffectedEvent[] = [];
  #isHolding = false;

  constructor(faults: Pick<FaultPlan, "takeForEvent" | "wait">, way: FaultTarget) {
    this.#faults = faults;
    this.#way = way;
  }

  /** Sends an event, with the fault planned for its subject if any, after all held events. */
  send(frame: Encoded, sequence: number, subject: Subject | undefined): void {
    const fault = subject === undefined ? undefined : this.#faults.takeForEvent(subject);
    const event = { frame, sequence, copies: fault?.duplicate === true ? 2 : 1 };
    const delayMs = fault?.delay_ms;
    if (delayMs === undefined && !this.#isHolding) return this.#write(event);
    if (this.#held.length >= BUFFERED_EVENTS_MAX) return this.#way.cut();
    this.#held.push(delayMs === undefined ? event : { ...event, wait: this.#faults.wait(delayMs) });
    if (!this.#isHolding) void this.#release();
  }

  /** Drops the held events: the session has left this connection. Only a resume replays them. */
  end(): void {
    this.#held.length = 0;
  }

  async #release(): Promise<void> {
    this.#isHolding = true;
    for (let next = this.#held[0]; next !== undefined; next = this.#held[0]) {
      await next.wait;
      if (this.#held.shift() === next) this.#write(next);
    }
    this.#isHolding = false;
  }

  #write({ frame, sequence, copies }: AffectedEvent): void {
    for (let i = 0; i < copies; i += 1) this.#way.push(frame, sequence);
  }
}
