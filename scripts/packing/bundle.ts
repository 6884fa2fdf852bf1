// Bundles the JavaScript of a package into few files with source maps, including its dependencies:
// reading five hundred small files would be the most expensive part of a start.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, posix, relative, sep } from "node:path";
import { rolldown, type OutputChunk } from "rolldown";
import { chunksOf } from "./chunks.ts";
import { lateBuiltins } from "./late-builtins.ts";
import { entriesOf, root, type Manifest } from "./manifest.ts";

/** Not bundled: `pg` works without it, and only loads it if users configure it. */
const optional = new Set(["pg-native"]);

export interface Bundle {
  /** Packages that the bundle imports, and that must be installed with it. */
  readonly imported: ReadonlySet<string>;
  /** The paths of the bundled files. */
  readonly modules: readonly string[];
}

/** Writes the bundle of a package. */
export async function bundle(folder: string, manifest: Manifest, into: string): Promise<Bundle> {
  const from = join(root, folder);
  const entries = Object.entries(entriesOf(manifest));
  const { peerDependencies, optionalDependencies } = manifest;
  const others = new Set(Object.keys({ ...peerDependencies, ...optionalDependencies }));
  // Conditional imports of the package itself are resolved where it is installed; those of bundled
  // packages are resolved here.
  const chosenLater = manifest.imports ?? {};
  const input = Object.fromEntries(entries.map(([name, path]) => [name, join(from, path)]));
  const isProgramPackage = manifest.bin !== undefined;
  const build = await rolldown({
    input,
    cwd: from,
    platform: "node",
    // Modules are grouped by hand, so an entry may export more to other files than it declares.
    ...(isProgramPackage
      ? { plugins: [lateBuiltins()], preserveEntrySignatures: "allow-extension" as const }
      : {}),
    // Peer dependencies, such as the user's test runner, and optional ones stay external.
    external: (id) => id in chosenLater || optional.has(id) || others.has(packageOf(id)),
    onLog(level, log) {
      if (level === "warn") throw new Error(`${manifest.name}: ${log.message}`);
    },
  });
  const { output } = await build.write({
    dir: into,
    format: "esm",
    sourcemap: true,
    // V8 stores a whole file with two bytes per character if any character is outside Latin-1.
    charset: "ascii",
    comments: false,
    // The program identifies pipeline steps by the names of their functions.
    keepNames: isProgramPackage,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    ...(isProgramPackage ? chunksOf(from, Object.values(input)) : {}),
  });
  await build.close();
  const chunks = output.filter((each) => each.type === "chunk");
  for (const { fileName, map } of chunks) {
    if (map !== null) publishMap(join(into, fileName));
    if (manifest.bin !== undefined && !isProgram(manifest, fileName)) {
      leanImports(join(into, fileName));
      plainNamespaces(join(into, fileName));
    }
  }
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  return {
    imported: importedBy(chunks),
    modules,
  };
}

function importedBy(chunks: readonly OutputChunk[]): ReadonlySet<string> {
  const files = new Set(chunks.map(({ fileName }) => fileName));
  const ids = chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]);
  return new Set(ids.filter((id) => !files.has(id) && !/^(node:|#)/.test(id)).map(packageOf));
}

/** `@fastify/busboy/lib/x.js` -> `@fastify/busboy`. */
function packageOf(id: string): string {
  return id.split("/", id.startsWith("@") ? 2 : 1).join("/");
}

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent: readonly (string | null)[];
}

/**
 * Makes a source map publishable: paths are relative to the repository, wherever it was checked
 * out. Sources of other packages are only named, because they are published elsewhere.
 */
function publishMap(file: string): void {
  const map = JSON.parse(readFileSync(`${file}.map`, "utf8")) as SourceMap;
  const paths = map.sources.map((source) => relative(root, join(dirname(file), source)));
  const isOurs = (i: number) => paths[i]?.includes("node_modules") !== true;
  const sources = paths.map((path) => posix.join("..", ...path.split(sep)));
  const sourcesContent = map.sourcesContent.map((each, i) => (isOurs(i) ? each : null));
  writeFileSync(`${file}.map`, JSON.stringify({ ...map, sources, sourcesContent }));
}

/**
 * True for an executable. It keeps its imports, because older versions of Node can run it too,
 * which lack `process.getBuiltinModule`.
 */
function isProgram({ bin = {} }: Manifest, fileName: string): boolean {
  return Object.values(bin).some((path) => basename(path) === basename(fileName));
}

const importFromNode = /^import (\w+|\{[^}]*\}) from "(node:[\w/]+)";$/;

/**
 * Replaces imports of Node's modules by reading only the needed names from them. For an import,
 * Node creates a module with all names and reads each: one of `node:http` loads the whole of
 * `fetch`, a tenth of a start. The line count stays the same, so that source maps stay valid.
 */
function leanImports(file: string): void {
  const lines = readFileSync(file, "utf8").split("\n");
  // Imports come first. Later lines that look like imports are text, as in tests that the program
  // writes.
  const end = lines.findIndex((line) => !line.startsWith("import "));
  const lean = lines.slice(0, end).map((line) => {
    const [, names, from] = importFromNode.exec(line) ?? [];
    if (names === undefined) return line;
    return `const ${names.replaceAll(" as ", ": ")} = globalThis.process.getBuiltinModule("${from}");`;
  });
  writeFileSync(file, [...lean, ...lines.slice(end)].join("\n"));
}

const namespaceOfContract =
  /^(\/\/ \.\.\/contract\/src\/(?:.+\/)?index\.ts\nvar \w+ = )__exportAll\(\{\n((?:\t\w+: \(\) => .+\n)+)\}\);$/gm;

/**
 * Replaces the namespace objects of the contract's folders, whose exports are constant, by plain
 * objects. The bundler would make a getter for each name, and every start calls a thousand of them
 * to list the endpoints.
 */
function plainNamespaces(file: string): void {
  const text = readFileSync(file, "utf8");
  const plain = text.replaceAll(
    namespaceOfContract,
    (_all, head: string, names: string) => `${head}{\n${names.replaceAll(": () => ", ": ")}};`,
  );
  if (plain !== text) writeFileSync(file, plain);
}
