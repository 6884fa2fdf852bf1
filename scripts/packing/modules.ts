// The module graph, as the bundler has read it.
import type { ChunkingContext } from "rolldown";

export class Modules {
  readonly #graph: ChunkingContext;

  constructor(graph: ChunkingContext) {
    this.#graph = graph;
  }

  /** The modules, with everything that they import statically. */
  with(ids: Iterable<string>): ReadonlySet<string> {
    return reached(ids, (id) => this.#graph.getModuleInfo(id)?.importedIds ?? []);
  }

  /** The modules that the given ones import dynamically. */
  later(ids: Iterable<string>): ReadonlySet<string> {
    return new Set(
      [...ids].flatMap((id) => this.#graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
    );
  }

  /** The modules, with everything that they import statically or dynamically. */
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
