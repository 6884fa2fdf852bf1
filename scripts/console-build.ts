// Builds the console if its sources have changed since the last build. By itself: `npm run
// build:console`.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";

const root = join(import.meta.dirname, "..");
const project = join(root, "packages/console");
export const consoleDist = join(project, "dist");
/** The file with the hash of the sources that a build was made from. */
const STAMP = ".sources";
/** Compressing smaller files gains little. */
const COMPRESSED_FROM_BYTES = 1024;

/** All files that determine the bundle. */
const sources = [
  "package-lock.json",
  "packages/console/{index.html,vite.config.ts,package.json}",
  "scripts/packing/modules.ts",
  "packages/console/src/**/*",
  "packages/sdk/src/**/*.ts",
  "packages/contract/src/**/*.ts",
];

function hashOfSources(): string {
  const hash = createHash("sha256");
  const isFile = (path: string) => /\.\w+$/.test(path) && !/\.test\.tsx?$/.test(path);
  for (const path of globSync(sources, { cwd: root }).filter(isFile).toSorted()) {
    hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  }
  return hash.digest("hex");
}

/** True if the build was made from the current sources. */
export function isConsoleFresh(): boolean {
  const stamp = join(consoleDist, STAMP);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hashOfSources();
}

/** Builds the console. @returns the files that it was built from */
export async function buildConsole(): Promise<readonly string[]> {
  const stamp = hashOfSources();
  // A unique name, because several processes may build at the same time.
  const fresh = join(project, `dist.tmp-${randomUUID()}`);
  const built = await inProduction(() =>
    build({ root: project, logLevel: "warn", build: { outDir: fresh, emptyOutDir: true } }),
  );
  compress(fresh);
  writeFileSync(join(fresh, STAMP), stamp);
  putInPlace(fresh);
  const outputs = [built].flat().flatMap((each) => ("output" in each ? each.output : []));
  return outputs.flatMap((each) => (each.type === "chunk" ? each.moduleIds : []));
}

/** How often the swap is retried when other processes swap at the same moment. */
const TRIES_MAX = 5;

/** Replaces the previous build, unless another process has just done so. */
function putInPlace(fresh: string, tries = TRIES_MAX): void {
  try {
    rmSync(consoleDist, { recursive: true, force: true });
    renameSync(fresh, consoleDist);
  } catch (error) {
    if (isConsoleFresh()) return rmSync(fresh, { recursive: true });
    if (tries <= 1) throw error;
    putInPlace(fresh, tries - 1);
  }
}

/**
 * Runs work with NODE_ENV=production: with that of tests, the build would be one for development,
 * twice as large.
 */
async function inProduction<T>(work: () => Promise<T>): Promise<T> {
  const { NODE_ENV: before } = process.env;
  process.env["NODE_ENV"] = "production";
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = before;
  }
}

/** Compresses files ahead of time, so that no response has to. */
function compress(folder: string): void {
  for (const name of globSync("**/*.{js,css,html,svg}", { cwd: folder })) {
    const bytes = readFileSync(join(folder, name));
    if (bytes.length < COMPRESSED_FROM_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

if (import.meta.main && !isConsoleFresh()) await buildConsole();
