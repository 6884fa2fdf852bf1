// Which tables changed since when: by this a cache knows whether what it keeps still holds.
/** What a read looked at: while none of it changes, the read would give the same again. */
export interface CacheDependencies {
  /** The count of commits when the read began. */
  readonly stamp: number;
  readonly tables: ReadonlySet<string>;
}

export interface TableVersions {
  /** The count of commits so far, to be taken before a read begins. */
  stamp(): number;
  /** True while no table of the basis has changed since. */
  holds(dependencies: CacheDependencies): boolean;
  /** Whether changes of these tables are seen. */
  sees(tables: ReadonlySet<string>): boolean;
}

/** Counts commits, and remembers the last one that changed each table. */
export class CommitCounter implements TableVersions {
  readonly #changedAt = new Map<string, number>();
  #count = 0;
  /** Changes of unknown tables count as changes of all. */
  #allChangedAt = 0;

  stamp(): number {
    return this.#count;
  }

  sees(): boolean {
    return true;
  }

  holds({ stamp, tables }: CacheDependencies): boolean {
    if (this.#allChangedAt > stamp) return false;
    for (const table of tables) {
      if ((this.#changedAt.get(table) ?? 0) > stamp) return false;
    }
    return true;
  }

  /** To be called with a commit, before any read can begin that shows it. */
  changed(tables: Iterable<string>): void {
    this.#count += 1;
    for (const table of tables) this.#changedAt.set(table, this.#count);
  }

  allChanged(): void {
    this.#count += 1;
    this.#allChangedAt = this.#count;
  }
}
