// JavaScript of a package: few files, which start quickly, with source maps. Only our own code goes in.
import { join } from "node:path";
import { rolldown } from "rolldown";
import { entriesOf, root, type Manifest } from "./manifest.ts";

/** Our own modules: of the package, and those of the contract, which is not published. */
const own = /^(\.|\/|[A-Za-z]:\\|@antechamber\/contract(\/|$))/;

/**
 * Writes the bundle.
 *
 * @returns the packages that it imports
 */
export async function bundle(
  folder: string,
  manifest: Manifest,
  into: string,
): Promise<ReadonlySet<string>> {
  const from = join(root, folder);
  const entries = Object.entries(entriesOf(manifest));
  const input = Object.fromEntries(entries.map(([name, path]) => [name, join(from, path)]));
  const build = await rolldown({
    input,
    cwd: from,
    platform: "node",
    external: (id) => !own.test(id),
    onLog(level, log) {
      if (level === "warn") throw new Error(`${manifest.name}: ${log.message}`);
    },
  });
  const { output } = await build.write({
    dir: into,
    format: "esm",
    sourcemap: true,
    // The program tells steps of the pipeline by the names of their functions.
    keepNames: manifest.bin !== undefined,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
  });
  await build.close();
  const chunks = output.filter((each) => each.type === "chunk");
  const files = new Set(chunks.map(({ fileName }) => fileName));
  const imported = chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]);
  return new Set(imported.filter((id) => !files.has(id) && !/^(node:|#)/.test(id)).map(packageOf));
}

/** `@fastify/busboy/lib/x.js` -> `@fastify/busboy`. */
function packageOf(id: string): string {
  return id.split("/", id.startsWith("@") ? 2 : 1).join("/");
}
