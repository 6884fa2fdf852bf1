// What the journals of connected processes say to one another: who received an event, what delivered
// an interaction, what each holds of what is asked for, and that there is more of it.
import { limits } from "@antechamber/contract";
import type { Bus } from "../platform/bus.ts";
import type { Cause } from "../platform/journal.ts";
import type { Processes } from "../platform/processes.ts";
import type { Age, Delivery, ReceivedBySessions, OtherJournals, WorldJournal } from "./journal.ts";
import { processIn } from "./numbering.ts";

const RECEIVED = "journal-heard";
const DELIVERED = "journal-delivered";
const READ = "journal-read";
const GREW = "journal-grew";

export interface OthersDeps {
  readonly bus: Bus;
  readonly processes: Pick<Processes, "own" | "living" | "look">;
}

/** What a process answers to a question about its journal. */
interface Answered {
  readonly age: Age;
  readonly part: unknown;
}

/** What several processes have of something. */
export interface Parts<P> {
  readonly parts: readonly P[];
  /** Every process that lives has said what it has. */
  readonly isComplete: boolean;
}

export class ConnectedJournals implements OtherJournals {
  readonly #deps: OthersDeps;
  #received: ReceivedBySessions[] = [];
  readonly #ends: (() => void)[] = [];
  #journal: WorldJournal | undefined;

  constructor(deps: OthersDeps) {
    this.#deps = deps;
  }

  /** @param answer what this process has of what another asks for */
  begin(journal: WorldJournal, answer: (asked: unknown) => Promise<unknown>): void {
    const { bus } = this.#deps;
    this.#journal = journal;
    this.#ends.push(
      bus.subscribe(RECEIVED, (body) =>
        this.#receivedElsewhere(body as readonly ReceivedBySessions[]),
      ),
      bus.subscribe(DELIVERED, (body) => {
        const [interaction, by] = body as readonly [string, Delivery];
        journal.deliveredElsewhere(interaction, by);
      }),
      bus.answer(READ, async (body): Promise<Answered> => {
        const { age, asked } = body as { readonly age: Age; readonly asked: unknown };
        journal.agree(age);
        return { age: journal.age, part: await answer(asked) };
      }),
    );
  }

  stop(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  writeOf({ id }: Cause): boolean {
    const { processes } = this.#deps;
    const by = processIn(Number(id));
    return by !== processes.own().id && processes.living().some((each) => each.id === by);
  }

  received(event: ReceivedBySessions): void {
    this.#received.push(event);
    if (this.#received.length > 1) return;
    // Those of one moment leave in one message.
    queueMicrotask(() => {
      this.#deps.bus.publish(RECEIVED, this.#received);
      this.#received = [];
    });
  }

  #receivedElsewhere(events: readonly ReceivedBySessions[]): void {
    const own = this.#deps.processes.own().id;
    for (const { place, cause, sessions } of events) {
      if (processIn(Number(cause)) === own) this.#journal?.receivedElsewhere(place, sessions);
    }
  }

  delivered(interaction: string, by: Delivery): void {
    this.#deps.bus.publish(DELIVERED, [interaction, by]);
  }

  /** What the others have of something; those that do not answer in time are left out. */
  async ask<P>(asked: unknown, patienceMs = limits.journalElsewhere.value): Promise<Parts<P>> {
    const { bus, processes } = this.#deps;
    const journal = this.#journal;
    if (journal === undefined) return { parts: [], isComplete: false };
    const { answers, isComplete } = await bus.ask({
      topic: READ,
      body: { age: journal.age, asked },
      isEnough: () => false,
      patienceMs,
      lookAgain: () => processes.look(),
    });
    // An earlier version answers nothing.
    const known = answers.filter((each): each is Answered => each !== null);
    for (const { age } of known) journal.agree(age);
    const parts = known.map(({ part }) => part as P);
    return { parts, isComplete: isComplete && known.length === answers.length };
  }

  /** Something has ended that others follow. */
  grew(): void {
    this.#deps.bus.publish(GREW, null);
  }

  /** Calls back when something has ended at another process that was asked for it a while ago. */
  whenGrown(task: () => void): () => void {
    return this.#deps.bus.subscribe(GREW, task);
  }
}
