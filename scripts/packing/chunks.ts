// Determines which modules of the program share a file. By default the bundler makes a file for
// each set of importers; a start of the service would then load fifty files, each of which takes as
// long as a dozen functions.
import { join } from "node:path";
import type { ChunkingContext, OutputOptions } from "rolldown";
import { Modules } from "./modules.ts";

/**
 * The command that runs a service, the service itself, and commands that need none: they read
 * worlds, or show a trace.
 */
const START = "src/start/start.ts";
const SERVICE = "src/service.ts";
const READERS = [
  "src/offline/world-file-reader.ts",
  "src/offline/world-diff.ts",
  "src/offline/pulled-world.ts",
  "src/offline/load-plan-reader.ts",
  "src/offline/trace-page.ts",
];

/** The test kit, and the folder of what is loaded in addition to it: runners, and the shared server. */
const KIT = "src/kit/kit.ts";
const KIT_FOLDER = "src/kit/";

/**
 * Makes four files: for what only a service needs, what readers of worlds need in addition, what
 * only the test kit needs, and what the test kit shares with others. Everything else that the
 * client commands load stays in its small files.
 *
 * @param from the folder of the package
 * @param entries the paths of the files that users load
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

/** The file of each module that is in a shared file. */
function partsOf(modules: Modules, from: string, entries: readonly string[]) {
  const ofStart = modules.with([join(from, START)]);
  const all = modules.ever(entries);
  // Modules that only a service loads, now or later, cost nothing elsewhere.
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
