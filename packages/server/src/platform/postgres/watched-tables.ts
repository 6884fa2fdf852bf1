// What this process knows of changes of watched tables: its own at once, those of others from the log.
import type { CacheDependencies, TableVersions } from "../cache-dependencies.ts";
import { CommitCounter } from "../commit-counter.ts";
import type { Seal } from "../sealed-text.ts";
import type { Dialect, Layouts } from "../table-schema.ts";
import type { TableChange } from "../table-changes.ts";
import { appendStatement } from "./log.ts";
import type { Statement } from "./writer.ts";

export class WatchedTables implements TableVersions {
  readonly #names: ReadonlySet<string>;
  readonly #counter = new CommitCounter();
  /** Whether all that others wrote until a moment ago is known. */
  #isCurrent: () => boolean = () => false;

  constructor(layouts: Layouts) {
    const watched = [...layouts.values()].filter(({ table }) => table.isWatched === true);
    this.#names = new Set(watched.map(({ table }) => table.name));
  }

  follow(isCurrent: () => boolean): void {
    this.#isCurrent = isCurrent;
  }

  stamp(): number {
    return this.#counter.stamp();
  }

  sees(tables: ReadonlySet<string>): boolean {
    for (const table of tables) if (!this.#names.has(table)) return false;
    return true;
  }

  holds(dependencies: CacheDependencies): boolean {
    return this.#isCurrent() && this.#counter.holds(dependencies);
  }

  /** Those of the changed tables that are watched. */
  among(changes: readonly TableChange[]): readonly string[] {
    const names = changes.map(({ layout }) => layout.table.name);
    return names.filter((name) => this.#names.has(name));
  }

  /** The row of the log that says that everything changed. */
  allTold(dialect: Dialect, seal: Seal): readonly Statement[] {
    if (this.#names.size === 0) return [];
    return [appendStatement(dialect, { events: [], tables: [...this.#names] }, seal)];
  }

  /** To be called after a commit, and for what the log says. */
  changed(tables: readonly string[]): void {
    if (tables.length > 0) this.#counter.changed(tables);
  }

  allChanged(): void {
    this.#counter.allChanged();
  }
}
