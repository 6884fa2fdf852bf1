// The messages between the journals of connected processes: which sessions received an event, what
// delivered an interaction, requests for parts of the other journals, and notices that they have
// grown.
import { limits } from "@antechamber/contract";
import type { Bus } from "../platform/bus.ts";
import type { Cause } from "../platform/journal.ts";
import type { Processes } from "../platform/processes.ts";
import type { Age, Delivery, ReceivedBySessions, PeerJournals, WorldJournal } from "./journal.ts";
import { processOf } from "./numbering.ts";

const RECEIVED = "journal-heard";
const DELIVERED = "journal-delivered";
const READ = "journal-read";
const GREW = "journal-grew";

export interface ConnectedJournalsDeps {
  readonly bus: Bus;
  readonly processes: Pick<Processes, "own" | "living" | "refresh">;
}

/** A process's response to a request for a part of its journal. */
interface JournalAnswer {
  readonly age: Age;
  readonly part: unknown;
}

/** The parts that the processes returned. */
export interface Parts<P> {
  readonly parts: readonly P[];
  /** Whether every live process has responded. */
  readonly isComplete: boolean;
}

export class ConnectedJournals implements PeerJournals {
  readonly #deps: ConnectedJournalsDeps;
  #received: ReceivedBySessions[] = [];
  readonly #unsubscribes: (() => void)[] = [];
  #journal: WorldJournal | undefined;

  constructor(deps: ConnectedJournalsDeps) {
    this.#deps = deps;
  }

  /** @param answer returns this process's part of what another process asks for */
  begin(journal: WorldJournal, answer: (question: unknown) => Promise<unknown>): void {
    const { bus } = this.#deps;
    this.#journal = journal;
    this.#unsubscribes.push(
      bus.subscribe(RECEIVED, (body) =>
        this.#receivedElsewhere(body as readonly ReceivedBySessions[]),
      ),
      bus.subscribe(DELIVERED, (body) => {
        const [interaction, by] = body as readonly [string, Delivery];
        journal.deliveredElsewhere(interaction, by);
      }),
      bus.answer(READ, async (body): Promise<JournalAnswer> => {
        const { age, asked: question } = body as { readonly age: Age; readonly asked: unknown };
        journal.adoptOlder(age);
        return { age: journal.age, part: await answer(question) };
      }),
    );
  }

  stop(): void {
    for (const end of this.#unsubscribes.splice(0)) end();
  }

  isRecordedByPeer({ id }: Cause): boolean {
    const { processes } = this.#deps;
    const by = processOf(Number(id));
    return by !== processes.own().id && processes.living().some((each) => each.id === by);
  }

  reportReceived(event: ReceivedBySessions): void {
    this.#received.push(event);
    if (this.#received.length > 1) return;
    // Batches the events of one turn of the event loop into one message.
    queueMicrotask(() => {
      this.#deps.bus.publish(RECEIVED, this.#received);
      this.#received = [];
    });
  }

  #receivedElsewhere(events: readonly ReceivedBySessions[]): void {
    const own = this.#deps.processes.own().id;
    for (const { place, cause, sessions } of events) {
      if (processOf(Number(cause)) === own) this.#journal?.receivedElsewhere(place, sessions);
    }
  }

  reportDelivered(interaction: string, by: Delivery): void {
    this.#deps.bus.publish(DELIVERED, [interaction, by]);
  }

  /** Requests the parts of the other processes; those that do not respond in time are left out. */
  async ask<P>(question: unknown, timeoutMs = limits.journalElsewhere.value): Promise<Parts<P>> {
    const { bus, processes } = this.#deps;
    const journal = this.#journal;
    if (journal === undefined) return { parts: [], isComplete: false };
    const { answers, isComplete } = await bus.ask({
      topic: READ,
      body: { age: journal.age, asked: question },
      timeoutMs,
      refreshLiving: () => processes.refresh(),
    });
    // A process of an earlier version responds with null.
    const understood = answers.filter((each): each is JournalAnswer => each !== null);
    for (const { age } of understood) journal.adoptOlder(age);
    const parts = understood.map(({ part }) => part as P);
    return { parts, isComplete: isComplete && understood.length === answers.length };
  }

  /** Notifies processes that follow this journal that an entry has ended. */
  publishGrowth(): void {
    this.#deps.bus.publish(GREW, null);
  }

  /**
   * Calls back when another process notifies that an entry has ended there. @returns a function
   * that unsubscribes
   */
  whenGrown(task: () => void): () => void {
    return this.#deps.bus.subscribe(GREW, task);
  }
}
