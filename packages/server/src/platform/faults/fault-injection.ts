// Plans faults, and injects them. Plans are kept in memory, in one service: they are a test's
// script and no part of the world. Source: product.md, Control plane.
import { limits } from "@antechamber/contract";
import { TooManyFaults, type ActiveFault, type FaultForm } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { ApiError } from "../api-error.ts";
import type { Clock, Millis } from "../clock.ts";
import { definedFields } from "../defined-fields.ts";
import type { FaultChange, SentFault } from "./fault-changes.ts";
import type { Journal, Origin } from "../journal.ts";
import type { Random } from "../random.ts";

type Form = Static<typeof FaultForm>;
export type HttpFault = NonNullable<Form["http"]>;
export type GatewayFault = NonNullable<Form["gateway"]>;

/** A call or a session, by the properties that faults can match. */
export interface Subject {
  readonly applicationId: string | undefined;
  readonly userId: string | undefined;
  /** The endpoint that is called. */
  readonly endpointId?: string;
  /** The journal entry of what the fault is injected into. */
  readonly origin?: Origin | undefined;
}

/** The conditions of a fault; an undefined one matches anything. */
export interface Target {
  readonly applicationId: string | undefined;
  readonly userId: string | undefined;
  readonly endpointIds: ReadonlySet<string> | undefined;
}

/** A fault to inject, with its references resolved. */
export interface InjectedFault {
  readonly id: string;
  readonly target: Target;
  readonly form: Form;
}

/** What a fault is injected into: a call, an open session, or an event on its way to one. */
type Injection = "call" | "session" | "event";

/** Makes the other processes change their plans in the same way. */
export interface PeerPlans {
  /** Resolves when they have applied it, as far as they answer. */
  readonly change: (change: FaultChange) => Promise<void>;
  /** Sends it without waiting for them. */
  readonly publish: (change: FaultChange) => void;
}

interface Planned extends InjectedFault {
  remaining: number;
}

function injectionOf({ http, gateway }: Form): Injection {
  if (http !== undefined) return "call";
  const isOfEvents = gateway?.delay_ms !== undefined || gateway?.duplicate !== undefined;
  return isOfEvents ? "event" : "session";
}

function matches({ applicationId, userId, endpointIds }: Target, subject: Subject): boolean {
  return (
    (applicationId === undefined || applicationId === subject.applicationId) &&
    (userId === undefined || userId === subject.userId) &&
    (endpointIds === undefined || endpointIds.has(subject.endpointId ?? ""))
  );
}

/** Injects the fault into a session, if it matches, and counts the use. */
export type TakeFault = (subject: Subject) => GatewayFault | undefined;

const CHANCES = 2 ** 32;

export interface FaultPlanDeps {
  readonly random: Random;
  readonly clock: Pick<Clock, "after">;
  /** The journal in which injected faults are recorded; absent: none. */
  readonly journal?: Journal | undefined;
}

/** The active faults of one service. */
export class FaultPlan {
  readonly #journal: Journal | undefined;
  readonly #random: Random;
  readonly #clock: Pick<Clock, "after">;
  readonly #planned: Readonly<Record<Injection, Map<string, Planned>>> = {
    call: new Map(),
    session: new Map(),
    event: new Map(),
  };
  readonly #waits = new Set<() => void>();
  #injectIntoSessions: (take: TakeFault) => void = () => undefined;
  #peers: PeerPlans = { change: () => Promise.resolve(), publish: () => undefined };
  /** The last change that was sent to the other plans. */
  #changing: Promise<void> = Promise.resolve();
  #changes = 0;
  #ends = 0;

  constructor(deps: FaultPlanDeps) {
    this.#journal = deps.journal;
    this.#random = deps.random;
    this.#clock = deps.clock;
  }

  /** @param inject injects faults into the open sessions, whenever one for sessions is planned */
  onSessionFault(inject: (take: TakeFault) => void): void {
    this.#injectIntoSessions = inject;
  }

  /**
   * Plans a fault; it is injected into open sessions before this returns.
   *
   * @returns the fault with the count that is left
   * @throws TooManyFaults
   */
  add(fault: InjectedFault): Static<typeof ActiveFault> {
    if (this.#all().length >= limits.activeFaults.value) throw new ApiError(TooManyFaults);
    const planned = this.#plan(fault);
    // The other processes get the count that is left after the sessions of this one.
    const { count } = planned.match;
    if (count > 0) this.#changePeers({ planned: sentFault(fault, count) });
    return planned;
  }

  #plan(fault: InjectedFault): Static<typeof ActiveFault> {
    const injection = injectionOf(fault.form);
    const planned = { ...fault, remaining: fault.form.match.count ?? 1 };
    this.#planned[injection].set(fault.id, planned);
    if (injection === "session") {
      this.#injectIntoSessions(
        (subject) => this.#injectIfMatching(planned, injection, subject)?.gateway,
      );
    }
    return viewOf(planned);
  }

  /** Faults that are not used up, in the order of planning. */
  list(): Static<typeof ActiveFault>[] {
    return inOrder(this.#all()).map(viewOf);
  }

  /** Removes a fault; false if there is none, or it is used up. */
  remove(id: string): boolean {
    this.#changePeers({ removed: id });
    return this.#remove(id);
  }

  #remove(id: string): boolean {
    this.#noteEnd();
    return Object.values(this.#planned).some((faults) => faults.delete(id));
  }

  /** Removes every fault in all processes. */
  clearEverywhere(): void {
    this.#changePeers({ isCleared: true });
    this.clear();
  }

  /** Shares the plan with the other processes. */
  shareWith(peers: PeerPlans): void {
    this.#peers = peers;
  }

  /** Resolves when the other processes have applied the last change, as far as they answer. */
  whenShared(): Promise<void> {
    return this.#changing;
  }

  /** How often it changed in a way that earlier answers of other processes may not show. */
  get changes(): number {
    return this.#changes;
  }

  /** How often faults were removed or used up: other processes may still have sent them. */
  get ends(): number {
    return this.#ends;
  }

  /** The plan, for a process that starts. */
  exportPlan(): readonly SentFault[] {
    return this.#all().map((fault) => sentFault(fault, fault.remaining));
  }

  /** Merges the plan of another process, which may have injected the same faults more often. */
  mergeRemotePlan(sent: readonly SentFault[]): void {
    for (const fault of sent) {
      const { count = 1 } = fault.form.match;
      const existing = this.#find(fault.id);
      if (existing === undefined) this.#plan(receivedFault(fault));
      else existing.remaining = Math.min(existing.remaining, count);
    }
    // The oldest fault that matches is injected first, in whatever order they arrived.
    for (const faults of Object.values(this.#planned)) {
      const sorted = inOrder([...faults.values()]);
      faults.clear();
      for (const fault of sorted) faults.set(fault.id, fault);
    }
  }

  #changePeers(change: FaultChange): void {
    this.#changing = this.#peers.change(change);
  }

  /**
   * Applies the change of another process. Two that inject a fault at once may do so once too
   * often.
   */
  applyRemoteChange({ planned, removed, isCleared, used }: FaultChange): void {
    this.#changes += 1;
    if (planned !== undefined) this.#plan(receivedFault(planned));
    if (removed !== undefined) this.#remove(removed);
    if (isCleared === true) this.clear();
    if (used !== undefined) this.#countUse(used);
  }

  /** Counts the use of a fault in another process. */
  #countUse(id: string): void {
    const fault = this.#find(id);
    if (fault === undefined) return;
    fault.remaining -= 1;
    if (fault.remaining <= 0) this.#remove(id);
  }

  #noteEnd(): void {
    this.#changes += 1;
    this.#ends += 1;
  }

  /** Removes every fault, and ends the waits that faults caused. */
  clear(): void {
    this.#noteEnd();
    for (const faults of Object.values(this.#planned)) faults.clear();
    for (const end of this.#waits) end();
  }

  /** The fault to inject into a call, which counts as one use; undefined: none. */
  takeForCall(subject: Subject): HttpFault | undefined {
    return this.#inject("call", subject)?.http;
  }

  /** The fault to inject into an open session, which counts as one use. */
  takeForSession(subject: Subject): GatewayFault | undefined {
    return this.#inject("session", subject)?.gateway;
  }

  /** The fault to inject into an event on its way to a session, which counts as one use. */
  takeForEvent(subject: Subject): GatewayFault | undefined {
    return this.#inject("event", subject)?.gateway;
  }

  /** Whether any fault concerns events: usually none does, and senders need not check further. */
  get hasEventFaults(): boolean {
    return this.#planned.event.size > 0;
  }

  /** Whether any fault concerns calls. */
  get hasCallFaults(): boolean {
    return this.#planned.call.size > 0;
  }

  /** Waits real milliseconds, or until every fault is removed. */
  wait(realMs: Millis): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        this.#waits.delete(end);
        resolve();
      };
      const cancel = this.#clock.after(realMs, end);
      this.#waits.add(end);
    });
  }

  /** Injects the oldest fault that matches and whose probability comes up. */
  #inject(injection: Injection, subject: Subject): Form | undefined {
    for (const planned of this.#planned[injection].values()) {
      const form = this.#injectIfMatching(planned, injection, subject);
      if (form !== undefined) return form;
    }
    return undefined;
  }

  #injectIfMatching(planned: Planned, injection: Injection, subject: Subject): Form | undefined {
    const { target, form, remaining } = planned;
    if (remaining === 0 || !matches(target, subject) || !this.#isDrawn(planned)) return undefined;
    planned.remaining -= 1;
    const used = { used: planned.id };
    // The next call, in any process, is to find it used; events are many, and nothing waits for
    // them.
    if (injection === "call") this.#changePeers(used);
    else this.#peers.publish(used);
    if (planned.remaining === 0) {
      this.#noteEnd();
      this.#planned[injection].delete(planned.id);
    }
    this.#note(planned, subject);
    return form;
  }

  #note({ id, form }: Planned, { origin, applicationId, userId, endpointId }: Subject): void {
    const fault = form.http ?? form.gateway ?? {};
    const draft = {
      kind: "fault",
      name: endpointId ?? "gateway",
      cause: origin?.cause,
      actor: userId,
      application: applicationId,
    } as const;
    const outcome = {
      status: form.http?.status,
      note: `${Object.keys(fault).join(", ")} at ${draft.name}`,
      payload: { fault: id, ...form },
    };
    this.#journal?.note(draft, outcome);
  }

  #isDrawn({ form }: Planned): boolean {
    const { probability = 1 } = form.match;
    if (probability === 1) return true;
    const drawn = Buffer.from(this.#random.bytes(4)).readUInt32BE();
    return drawn / CHANCES < probability;
  }

  #find(id: string): Planned | undefined {
    return this.#all().find((fault) => fault.id === id);
  }

  #all(): Planned[] {
    return Object.values(this.#planned).flatMap((faults) => [...faults.values()]);
  }
}

function sentFault({ id, target, form }: InjectedFault, count: number): SentFault {
  const { endpointIds, ...owner } = target;
  const sent = definedFields({ ...owner, endpointIds: endpointIds && [...endpointIds] });
  return { id, target: sent, form: { ...form, match: { ...form.match, count } } };
}

function receivedFault({ id, target, form }: SentFault): InjectedFault {
  const { applicationId, userId, endpointIds: ids } = target;
  const endpointIds = ids === undefined ? undefined : new Set(ids);
  return { id, target: { applicationId, userId, endpointIds }, form };
}

/** Sorts faults in the order of planning. */
function inOrder(faults: readonly Planned[]): readonly Planned[] {
  return faults.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

function viewOf({ id, form, remaining }: Planned): Static<typeof ActiveFault> {
  return { id, ...form, match: { ...form.match, count: remaining } };
}
