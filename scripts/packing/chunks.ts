// Which modules of the program share a file. By itself the bundler gives each set of importers a file of
// its own; a start of the service would look for fifty, and each takes as long as a dozen functions.
import { join } from "node:path";
import type { ChunkingContext, OutputOptions } from "rolldown";
import { Modules } from "./modules.ts";

/**
 * The command that runs a service, what every service is made of, and what does without one: reads
 * worlds, or shows a trace.
 */
const START = "src/start.ts";
const SERVICE = "src/service.ts";
const READERS = [
  "src/world-file-reader.ts",
  "src/world-diff.ts",
  "src/pulled-world.ts",
  "src/load-plan-reader.ts",
  "src/trace-page.ts",
];

/** What a test imports, and the folder of what is loaded beside it: runners, and the shared server. */
const KIT = "src/kit/kit.ts";
const KIT_FOLDER = "src/kit/";

/**
 * Four files of their own: what only a service needs, what readers of worlds need beside it, what
 * only the test kit needs, and what it has in common with others. All else that the client commands
 * load stays in the small files that it was in.
 *
 * @param from the folder of the package
 * @param entries the files that users load, by their paths
 */
export function chunksOf(
  from: string,
  entries: readonly string[],
): Pick<OutputOptions, "codeSplitting"> {
  let parts: ReadonlyMap<string, string> | undefined;
  const name = (id: string, context: ChunkingContext) => {
    parts ??= partsOf(new Modules(context), from, entries);
    return parts.get(id) ?? null;
  };
  return {
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name, debugName: "start" }],
    },
  };
}

/** The file of each module that has none of its own. */
function partsOf(modules: Modules, from: string, entries: readonly string[]) {
  const ofStart = modules.with([join(from, START)]);
  const all = modules.ever(entries);
  // What only a service loads, at its start or later, makes it heavier for nobody else.
  const elsewhere = modules.later([...all].filter((id) => !ofStart.has(id)));
  const roots = [...new Set([...entries, ...elsewhere])].filter((root) => !ofStart.has(root));
  const service = join(from, SERVICE);
  const others = roots.filter((root) => !modules.with([root]).has(service));
  const isReader = (root: string) => READERS.some((file) => root === join(from, file));
  const ofReaders = modules.with(others.filter(isReader));
  const ofOthers = modules.with(others.filter((root) => !isReader(root)));
  const parts = new Map<string, string>();
  for (const id of ofStart) {
    if (!ofOthers.has(id)) parts.set(id, ofReaders.has(id) ? "worlds" : "service");
  }
  const isOfKit = (root: string) => root.startsWith(join(from, KIT_FOLDER));
  const besideKit = modules.with([...ofStart, ...roots.filter((root) => !isOfKit(root))]);
  for (const id of modules.with([join(from, KIT)]))
    parts.set(id, besideKit.has(id) ? "common" : "kit");
  return parts;
}
