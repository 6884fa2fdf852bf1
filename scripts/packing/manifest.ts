// The manifests of packages, in the checkout and as users install them: in the checkout `exports`
// name TypeScript files, in a package the JavaScript and the declarations made from them.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";

export const root = join(import.meta.dirname, "..", "..");

/** The folders of the packages that users install. The contract is bundled into them. */
export const publishedFolders = ["packages/server", "packages/sdk"] as const;

type Conditions = Readonly<Record<string, string>>;

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin?: Conditions;
  readonly exports: Readonly<Record<string, string>>;
  readonly imports?: Readonly<Record<string, Conditions>>;
  readonly dependencies?: Conditions;
  readonly peerDependencies?: Conditions;
  readonly optionalDependencies?: Conditions;
  readonly [field: string]: unknown;
}

/** Fields that only matter in the checkout. */
const checkoutOnly = new Set(["private", "devDependencies", "scripts"]);

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
}

function isSource(path: string): boolean {
  return /^\.\/(src|bin)\//.test(path);
}

/** `./src/kit/index.ts` -> `kit/index`, `./bin/antechamber.js` -> `antechamber`. */
function moduleName(path: string): string {
  return path.replace(/^\.\/(src|bin)\//, "").replace(/\.[jt]s$/, "");
}

/** All bundles are in one folder, so that relative paths to other files work from each. */
function bundleName(path: string): string {
  return moduleName(path).replaceAll("/", "-");
}

/** The entry modules that a manifest names: source files by the name of their bundle. */
export function entriesOf({ bin = {}, exports, imports = {} }: Manifest): Record<string, string> {
  const named = [bin, exports, ...Object.values(imports)].flatMap((each) => Object.values(each));
  return Object.fromEntries(named.filter(isSource).map((path) => [bundleName(path), path]));
}

/** The modules with public types. */
export function publicModules({ exports }: Manifest): readonly string[] {
  return Object.values(exports).filter(isSource);
}

/**
 * The manifest that users install.
 *
 * @param imported packages that are not bundled
 * @throws Error when the bundle imports a package that the manifest does not declare
 */
export function packedManifest(manifest: Manifest, imported: ReadonlySet<string>): object {
  const { dependencies = {}, peerDependencies = {}, optionalDependencies = {} } = manifest;
  const declared = { ...dependencies, ...peerDependencies, ...optionalDependencies };
  const undeclared = [...imported].filter((name) => !(name in declared));
  if (undeclared.length > 0) {
    throw new Error(`${manifest.name} imports ${undeclared.join(", ")} and does not declare it`);
  }
  const kept = Object.entries(manifest).filter(([field]) => !checkoutOnly.has(field));
  const needed = Object.entries(dependencies).filter(([name]) => imported.has(name));
  return {
    ...Object.fromEntries(kept),
    ...(manifest.bin === undefined ? {} : { bin: mapped(manifest.bin, packedPath) }),
    exports: mapped(manifest.exports, packedExport),
    ...typesWithoutExports(manifest),
    ...(manifest.imports === undefined
      ? {}
      : { imports: mapped(manifest.imports, (each) => mapped(each, packedPath)) }),
    ...(needed.length === 0
      ? { dependencies: undefined }
      : { dependencies: Object.fromEntries(needed) }),
  };
}

function mapped<T, U>(record: Readonly<Record<string, T>>, to: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
}

function packedPath(path: string): string {
  return isSource(path) ? `./dist/${bundleName(path)}.js` : path;
}

function packedExport(path: string): string | Conditions {
  if (!isSource(path)) return path;
  return { types: packedTypes(path), default: packedPath(path) };
}

function packedTypes(path: string): string {
  return `./dist/${moduleName(path)}.d.ts`;
}

/**
 * Where TypeScript finds types if it does not read `exports`: with `moduleResolution` `node10`,
 * which CommonJS projects have by default up to TypeScript 5.9.
 */
function typesWithoutExports({ exports }: Manifest): object {
  const types = Object.entries(exports)
    .filter(([, path]) => isSource(path))
    .map(([entry, path]) => [entry.replace(/^\.\/?/, ""), packedTypes(path)] as const);
  const main = types.find(([entry]) => entry === "");
  const others = types.filter((each) => each !== main);
  return {
    ...(main === undefined ? {} : { types: main[1] }),
    typesVersions: { "*": Object.fromEntries(others.map(([entry, path]) => [entry, [path]])) },
  };
}

/** `antechamber-0.1.0.tgz`, `antechamber-sdk-0.1.0.tgz`. */
export function tarballName({ name, version }: Manifest): string {
  return basename(`${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
}
