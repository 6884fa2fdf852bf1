// What modules load, as a bundler has read them.
import type { ChunkingContext } from "rolldown";

export class Modules {
  readonly #graph: ChunkingContext;

  constructor(graph: ChunkingContext) {
    this.#graph = graph;
  }

  /** All that is loaded with some modules. */
  with(ids: Iterable<string>): ReadonlySet<string> {
    return reached(ids, (id) => this.#graph.getModuleInfo(id)?.importedIds ?? []);
  }

  /** Modules that are loaded later, by some among those given. */
  later(ids: Iterable<string>): ReadonlySet<string> {
    return new Set(
      [...ids].flatMap((id) => this.#graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
    );
  }

  /** All that is ever loaded by some modules. */
  ever(ids: Iterable<string>): ReadonlySet<string> {
    return reached(ids, (id) => {
      const { importedIds = [], dynamicallyImportedIds = [] } = this.#graph.getModuleInfo(id) ?? {};
      return [...importedIds, ...dynamicallyImportedIds];
    });
  }
}

function reached(from: Iterable<string>, next: (id: string) => readonly string[]) {
  const found = new Set(from);
  for (const id of found) for (const each of next(id)) found.add(each);
  return found;
}
