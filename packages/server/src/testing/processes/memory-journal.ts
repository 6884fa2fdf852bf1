// The journal through which processes hand over sessions, in memory.
import type { BusJournal, JournalWrite, NoteClaim } from "../../platform/bus.ts";

interface WrittenDown {
  readonly notes: Map<string, string>;
  readonly entries: string[];
  isClosed: boolean;
}

export class MemoryJournal implements BusJournal {
  readonly writes: JournalWrite[] = [];
  /** The pending answers of writes while `waits` is set. */
  readonly answers: PromiseWithResolvers<boolean>[] = [];
  /** Whether a test answers each write; otherwise writes succeed at once. */
  waits = false;
  /** Whether the journal is unreachable for writes and claims. */
  isGone = false;
  /** Called before a note is claimed. */
  beforeClaim: () => void = () => undefined;
  /** The epochs of ended processes, whose writes never arrive. */
  readonly dead = new Set<string>();
  readonly #journals = new Map<string, WrittenDown>();
  readonly #claims = new Map<string, string>();

  append(write: JournalWrite): Promise<boolean> {
    if (this.isGone) return Promise.reject(new Error("the journal is gone"));
    if (this.dead.has(write.epoch)) return new Promise(() => undefined);
    const own = this.#of(write.epoch);
    this.writes.push(write);
    if (own.isClosed) return Promise.resolve(false);
    if (write.entry !== undefined) own.entries.push(write.entry);
    for (const [name, text] of write.notes) own.notes.set(name, text);
    for (const name of write.deletedNotes) own.notes.delete(name);
    if (!this.waits) return Promise.resolve(true);
    const answer = Promise.withResolvers<boolean>();
    this.answers.push(answer);
    return answer.promise;
  }

  journals(): Promise<readonly string[]> {
    return Promise.resolve([...this.#journals.keys()].toSorted((a, b) => Number(b) - Number(a)));
  }

  readNote(epoch: string, name: string): Promise<string | undefined> {
    return Promise.resolve(this.#of(epoch).notes.get(name));
  }

  close(epoch: string): Promise<void> {
    this.#of(epoch).isClosed = true;
    return Promise.resolve();
  }

  claim({ epoch, name, claimant, replaces, mayBeMissing }: NoteClaim): Promise<string | undefined> {
    this.beforeClaim();
    if (this.isGone) return Promise.reject(new Error("the journal is gone"));
    const holder = this.#claims.get(`${epoch} ${name}`);
    if (holder !== undefined && holder !== claimant && holder !== replaces) {
      return Promise.resolve(holder);
    }
    const isPresent = this.#of(epoch).notes.has(name) || mayBeMissing === true;
    if (isPresent) this.#claims.set(`${epoch} ${name}`, claimant);
    return Promise.resolve(isPresent ? claimant : undefined);
  }

  release({ epoch, name, claimant }: NoteClaim): Promise<void> {
    if (this.#claims.get(`${epoch} ${name}`) === claimant) this.#claims.delete(`${epoch} ${name}`);
    return Promise.resolve();
  }

  deleteNote(epoch: string, name: string): Promise<void> {
    this.#of(epoch).notes.delete(name);
    this.#claims.delete(`${epoch} ${name}`);
    return Promise.resolve();
  }

  async *entries(epoch: string): AsyncIterable<string> {
    yield* this.#of(epoch).entries;
  }

  /** The names of a process's notes. */
  names(epoch: string): readonly string[] {
    return [...this.#of(epoch).notes.keys()];
  }

  /** Removes an entry of a process by its index, as if it had been lost. */
  loseEntry(epoch: string, nth: number): void {
    this.#of(epoch).entries.splice(nth, 1);
  }

  #of(epoch: string): WrittenDown {
    const known = this.#journals.get(epoch);
    if (known !== undefined) return known;
    const begun = { notes: new Map<string, string>(), entries: [], isClosed: false };
    this.#journals.set(epoch, begun);
    return begun;
  }
}
