// Planned failures, and what they are injected into. They live in memory, in one service: they are a
// test's script and no part of the world. Source: product.md, Control plane.
import { limits } from "@antechamber/contract";
import { TooManyFaults, type FaultForm, type PlannedFault } from "@antechamber/contract/control";
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

/** A call or a session, by what faults can be matched to. */
export interface Subject {
  readonly applicationId: string | undefined;
  readonly userId: string | undefined;
  /** The endpoint that is called. */
  readonly endpointId?: string;
  /** What it is injected into, as the journal has it. */
  readonly origin?: Origin | undefined;
}

/** The conditions of a fault; an undefined one matches anything. */
export interface Target {
  readonly applicationId: string | undefined;
  readonly userId: string | undefined;
  readonly endpointIds: ReadonlySet<string> | undefined;
}

/** A fault as it is planned: its references are resolved. */
export interface InjectedFault {
  readonly id: string;
  readonly target: Target;
  readonly form: Form;
}

/** What a fault is injected into: a call, an open session, or an event on its way to one. */
type Injection = "call" | "session" | "event";

/** Has the other processes do the same to their plans. */
export interface OtherPlans {
  /** Resolves when they have, as far as they answer. */
  readonly change: (change: FaultChange) => Promise<void>;
  /** Waits for none of them. */
  readonly publish: (change: FaultChange) => void;
}

interface Planned extends InjectedFault {
  left: number;
}

function strokeOf({ http, gateway }: Form): Injection {
  if (http !== undefined) return "call";
  const isOfEvents = gateway?.delay_ms !== undefined || gateway?.duplicate !== undefined;
  return isOfEvents ? "event" : "session";
}

function fits({ applicationId, userId, endpointIds }: Target, subject: Subject): boolean {
  return (
    (applicationId === undefined || applicationId === subject.applicationId) &&
    (userId === undefined || userId === subject.userId) &&
    (endpointIds === undefined || endpointIds.has(subject.endpointId ?? ""))
  );
}

/** Injects the fault into a session, if it matches, and counts that. */
export type Take = (subject: Subject) => GatewayFault | undefined;

const CHANCES = 2 ** 32;

export interface FaultPlanDeps {
  readonly random: Random;
  readonly clock: Pick<Clock, "after">;
  /** Where injected faults are written down; absent: nowhere. */
  readonly journal?: Journal | undefined;
}

/** The planned failures of one service. */
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
  #strikeLiving: (take: Take) => void = () => undefined;
  #others: OtherPlans = { change: () => Promise.resolve(), publish: () => undefined };
  /** The last change of the other plans. */
  #changing: Promise<void> = Promise.resolve();
  #changes = 0;
  #ends = 0;

  constructor(deps: FaultPlanDeps) {
    this.#journal = deps.journal;
    this.#random = deps.random;
    this.#clock = deps.clock;
  }

  /** @param strike injects faults into the open sessions, whenever one for sessions is planned */
  onSessionFault(inject: (take: Take) => void): void {
    this.#strikeLiving = inject;
  }

  /**
   * Plans a fault; it has happened to open sessions before this returns.
   *
   * @returns as it stands then
   * @throws TooManyFaults
   */
  add(fault: InjectedFault): Static<typeof PlannedFault> {
    if (this.#all().length >= limits.plannedFaults.value) throw new ApiError(TooManyFaults);
    const planned = this.#plan(fault);
    // The others inject it as often as it is left now that sessions here had their part.
    const { count = 0 } = planned.match;
    if (count > 0) this.#changeOthers({ planned: sentFault(fault, count) });
    return planned;
  }

  #plan(fault: InjectedFault): Static<typeof PlannedFault> {
    const stroke = strokeOf(fault.form);
    const planned = { ...fault, left: fault.form.match.count ?? 1 };
    this.#planned[stroke].set(fault.id, planned);
    if (stroke === "session") {
      this.#strikeLiving((subject) => this.#strikeWith(planned, stroke, subject)?.gateway);
    }
    return viewOf(planned);
  }

  /** Faults that are not used up, in the order of planning. */
  list(): Static<typeof PlannedFault>[] {
    return inOrder(this.#all()).map(viewOf);
  }

  /** Takes a fault back; false when there is none, or none any more. */
  remove(id: string): boolean {
    this.#changeOthers({ removed: id });
    return this.#remove(id);
  }

  #remove(id: string): boolean {
    this.#noteEnd();
    return Object.values(this.#planned).some((faults) => faults.delete(id));
  }

  /** Takes every fault back in all processes. */
  clearEverywhere(): void {
    this.#changeOthers({ isCleared: true });
    this.clear();
  }

  /** Shares the plan with the other processes. */
  shareWith(others: OtherPlans): void {
    this.#others = others;
  }

  /** Resolves when the plans of the other processes are as this one is now, as far as they answer. */
  isSame(): Promise<void> {
    return this.#changing;
  }

  /** How often it became different in a way that what others answered before may not show. */
  get changes(): number {
    return this.#changes;
  }

  /** How often of these faults were taken back or used up: others may still have sent them. */
  get ends(): number {
    return this.#ends;
  }

  /** What is planned, for a process that starts. */
  toSend(): readonly SentFault[] {
    return this.#all().map((fault) => sentFault(fault, fault.left));
  }

  /** Goes by the plan of another process too, which may have injected more of the same. */
  learn(sent: readonly SentFault[]): void {
    for (const fault of sent) {
      const { count = 1 } = fault.form.match;
      const known = this.#all().find(({ id }) => id === fault.id);
      if (known === undefined) this.#plan(receivedFault(fault));
      else known.left = Math.min(known.left, count);
    }
    // The oldest one that fits is injected first, in whatever order they came.
    for (const faults of Object.values(this.#planned)) {
      const sorted = inOrder([...faults.values()]);
      faults.clear();
      for (const fault of sorted) faults.set(fault.id, fault);
    }
  }

  #changeOthers(change: FaultChange): void {
    this.#changing = this.#others.change(change);
  }

  /** Does as another process did. Two that inject a fault at once may do so once too often. */
  changedElsewhere({ planned, removed, isCleared, used }: FaultChange): void {
    this.#changes += 1;
    if (planned !== undefined) this.#plan(receivedFault(planned));
    if (removed !== undefined) this.#remove(removed);
    if (isCleared === true) this.clear();
    for (const faults of Object.values(this.#planned)) {
      const fault = faults.get(used ?? "");
      if (fault !== undefined && (fault.left -= 1) <= 0) this.#remove(fault.id);
    }
  }

  #noteEnd(): void {
    this.#changes += 1;
    this.#ends += 1;
  }

  /** Takes every fault back, and ends what waits because of one. */
  clear(): void {
    this.#noteEnd();
    for (const faults of Object.values(this.#planned)) faults.clear();
    for (const end of this.#waits) end();
  }

  /** The failure of a call, which counts as one use; undefined when it goes well. */
  ofCall(subject: Subject): HttpFault | undefined {
    return this.#inject("call", subject)?.http;
  }

  /** The fault of an open session, which counts as one use. */
  ofSession(subject: Subject): GatewayFault | undefined {
    return this.#inject("session", subject)?.gateway;
  }

  /** The fault of an event on its way to a session, which counts as one use. */
  ofEvent(subject: Subject): GatewayFault | undefined {
    return this.#inject("event", subject)?.gateway;
  }

  /** Whether any fault concerns events: usually none does, and senders need not look further. */
  get strikesEvents(): boolean {
    return this.#planned.event.size > 0;
  }

  /** Whether any fault concerns calls. */
  get strikesCalls(): boolean {
    return this.#planned.call.size > 0;
  }

  /** Waits real milliseconds, or until every fault is taken back. */
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

  /** The oldest fault that fits and whose chance comes up. */
  #inject(stroke: Injection, subject: Subject): Form | undefined {
    for (const planned of this.#planned[stroke].values()) {
      const form = this.#strikeWith(planned, stroke, subject);
      if (form !== undefined) return form;
    }
    return undefined;
  }

  #strikeWith(planned: Planned, stroke: Injection, subject: Subject): Form | undefined {
    const { target, form, left } = planned;
    if (left === 0 || !fits(target, subject) || !this.#comesUp(planned)) return undefined;
    planned.left -= 1;
    const used = { used: planned.id };
    // Who calls next, anywhere, is to find it used; events are many, and nobody waits for them.
    if (stroke === "call") this.#changeOthers(used);
    else this.#others.publish(used);
    if (planned.left === 0) {
      this.#noteEnd();
      this.#planned[stroke].delete(planned.id);
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

  #comesUp({ form }: Planned): boolean {
    const { probability = 1 } = form.match;
    if (probability === 1) return true;
    const drawn = Buffer.from(this.#random.bytes(4)).readUInt32BE();
    return drawn / CHANCES < probability;
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

/** In which they were planned. */
function inOrder(faults: readonly Planned[]): readonly Planned[] {
  return faults.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

function viewOf({ id, form, left }: Planned): Static<typeof PlannedFault> {
  return { id, ...form, match: { ...form.match, count: left } };
}
