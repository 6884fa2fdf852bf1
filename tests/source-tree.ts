// Reads the tree for tests about the tree itself.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Files of others, and outputs of builds and benchmarks, which a fresh clone does not have. */
const exclude = ["**/node_modules/**", "packages/*/dist/**", "bench/results/**"];

/** Files that match a pattern, by their paths from the root, in order. */
export function filesIn(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: root, exclude }).toSorted();
}

/** The text of a file, by its path from the root. */
export function textOf(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** The lines of a file that match a pattern, as `path:line: text`. */
export function linesMatching(path: string, pattern: RegExp): readonly string[] {
  return textOf(path)
    .split("\n")
    .flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : []));
}

/** All of our TypeScript files, except generated ones. */
export function sourceFiles(): readonly string[] {
  return ["packages", "scripts", "tests", "bench"]
    .flatMap((folder) => filesIn(`${folder}/**/*.ts`))
    .filter((path) => !path.includes("/generated/"));
}

/** Files that are shipped: neither tests nor fixtures. */
export function productFiles(): readonly string[] {
  return filesIn("packages/*/src/**/*.ts").filter(
    (path) => !/\.(test|conformance)\.ts$|\/testing\//.test(path),
  );
}
