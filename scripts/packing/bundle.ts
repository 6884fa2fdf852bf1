// JavaScript of a package: few files, which start quickly, with source maps. Its dependencies go in too:
// reading five hundred small files costs a start more than anything else.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, posix, relative, sep } from "node:path";
import { rolldown, type OutputChunk } from "rolldown";
import { chunksOf } from "./chunks.ts";
import { lateBuiltins } from "./late-builtins.ts";
import { entriesOf, root, type Manifest } from "./manifest.ts";

/** Left out: `pg` does without it, and loads it only for users who ask for it. */
const optional = new Set(["pg-native"]);

export interface Bundle {
  /** Packages that it imports, and that have to be installed beside it. */
  readonly imported: ReadonlySet<string>;
  /** Files that went into it, by their paths. */
  readonly modules: readonly string[];
}

/** Writes the bundle of a package. */
export async function bundle(folder: string, manifest: Manifest, into: string): Promise<Bundle> {
  const from = join(root, folder);
  const entries = Object.entries(entriesOf(manifest));
  const { peerDependencies, optionalDependencies } = manifest;
  const others = new Set(Object.keys({ ...peerDependencies, ...optionalDependencies }));
  // What the package itself imports by conditions is chosen where it is installed; what a package that
  // goes into it imports so, is chosen here.
  const chosenLater = manifest.imports ?? {};
  const input = Object.fromEntries(entries.map(([name, path]) => [name, join(from, path)]));
  const isProgramPackage = manifest.bin !== undefined;
  const build = await rolldown({
    input,
    cwd: from,
    platform: "node",
    // Modules are put together by hand: an entry might then export to other files more than it says.
    ...(isProgramPackage
      ? { plugins: [lateBuiltins()], preserveEntrySignatures: "allow-extension" as const }
      : {}),
    // The user's own test runner is the one that runs; what is optional is installed, or is not.
    external: (id) => id in chosenLater || optional.has(id) || others.has(packageOf(id)),
    onLog(level, log) {
      if (level === "warn") throw new Error(`${manifest.name}: ${log.message}`);
    },
  });
  const { output } = await build.write({
    dir: into,
    format: "esm",
    sourcemap: true,
    // Text of more than one byte a character takes twice the memory, for the whole of a file.
    charset: "ascii",
    comments: false,
    // The program tells steps of the pipeline by the names of their functions.
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
 * A map names files by their paths in this repository, wherever it was checked out and packed. It
 * only names what others wrote, which can be had from them.
 */
function publishMap(file: string): void {
  const map = JSON.parse(readFileSync(`${file}.map`, "utf8")) as SourceMap;
  const paths = map.sources.map((source) => relative(root, join(dirname(file), source)));
  const isOurs = (i: number) => paths[i]?.includes("node_modules") !== true;
  const sources = paths.map((path) => posix.join("..", ...path.split(sep)));
  const sourcesContent = map.sourcesContent.map((each, i) => (isOurs(i) ? each : null));
  writeFileSync(`${file}.map`, JSON.stringify({ ...map, sources, sourcesContent }));
}

/** Older versions of Node can run it, which have no other way to import. */
function isProgram({ bin = {} }: Manifest, fileName: string): boolean {
  return Object.values(bin).some((path) => basename(path) === basename(fileName));
}

const importFromNode = /^import (\w+|\{[^}]*\}) from "(node:[\w/]+)";$/;

/**
 * Takes from modules of Node what is imported from them, and no more. To import one, Node makes a
 * module that has all its names, and asks for them: behind one of `node:http` is the whole of
 * `fetch`, a tenth of a start. Lines stay what they were, so that the map holds.
 */
function leanImports(file: string): void {
  const lines = readFileSync(file, "utf8").split("\n");
  // Imports come first. Further down, a line like one is text, as that of a test that we write.
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
 * Makes an object of what a folder of the contract exports, all of which is constant. The bundler
 * makes a function for each name, and every start calls a thousand of them to list the endpoints.
 */
function plainNamespaces(file: string): void {
  const text = readFileSync(file, "utf8");
  const plain = text.replaceAll(
    namespaceOfContract,
    (_all, head: string, names: string) => `${head}{\n${names.replaceAll(": () => ", ": ")}};`,
  );
  if (plain !== text) writeFileSync(file, plain);
}
