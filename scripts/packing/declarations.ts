// The public types of a package: the declarations of the modules that it exports, and of those that
// these import.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, relative } from "node:path";
import { promisify } from "node:util";
import { publicModules, root, type Manifest } from "./manifest.ts";

const run = promisify(execFile);
const compiler = join(root, "node_modules/typescript/bin/tsc");

/** Declarations by path within the package's `dist`: `index.d.ts`. */
export type Declarations = ReadonlyMap<string, string>;

const SPECIFIER = /(\bfrom |\bimport\(|^import )"([^"]+)"/gm;

/** Reads the public declarations of a package, without those that users cannot reach. */
export async function declarationsOf(folder: string, manifest: Manifest): Promise<Declarations> {
  const modules = publicModules(manifest);
  if (modules.length === 0) return new Map();
  const source = join(root, folder, "src");
  const directory = mkdtempSync(join(tmpdir(), "antechamber-types-"));
  try {
    await emit({ folder, modules, source, into: join(directory, "types") });
    const reached = new Map<string, string>();
    const waiting = modules.map((path) => relative("src", path).replace(/\.ts$/, ".d.ts"));
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (reached.has(path)) continue;
      const text = readFileSync(join(directory, "types", path), "utf8");
      reached.set(path, text.replaceAll(SPECIFIER, withJavaScriptEnding));
      waiting.push(...importsOf(path, text));
    }
    return new Map([...reached].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Emission {
  readonly folder: string;
  readonly modules: readonly string[];
  readonly source: string;
  readonly into: string;
}

async function emit({ folder, modules, source, into }: Emission): Promise<void> {
  const config = {
    extends: join(root, folder, "tsconfig.json"),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      // Types are checked separately.
      noCheck: true,
      outDir: into,
      rootDir: source,
      typeRoots: [join(root, "node_modules/@types")],
    },
    include: [],
    files: modules.map((path) => join(root, folder, path)),
  };
  const file = `${into}.json`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(config));
  await run(process.execPath, [compiler, "-p", file], { cwd: root });
}

/** Replaces the extension `.ts` of an import: users have JavaScript files. */
function withJavaScriptEnding(_whole: string, keyword: string, specifier: string): string {
  return `${keyword}"${specifier.replace(/\.ts$/, ".js")}"`;
}

/**
 * The modules that a declaration imports.
 *
 * @throws Error when it needs a package that users would not have
 */
function importsOf(path: string, text: string): readonly string[] {
  const specifiers = [...text.matchAll(SPECIFIER)].map(([, , specifier = ""]) => specifier);
  const foreign = specifiers.filter((each) => each.startsWith("@antechamber/contract"));
  if (foreign.length > 0) {
    throw new Error(`${path} shows types of ${foreign.join(", ")}, which is not published`);
  }
  return specifiers
    .filter((each) => each.startsWith("."))
    .map((each) => posix.join(posix.dirname(path), each.replace(/\.ts$/, ".d.ts")));
}

export function writeDeclarations(declarations: Declarations, into: string): void {
  for (const [path, text] of declarations) {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    writeFileSync(join(into, path), text);
  }
}
