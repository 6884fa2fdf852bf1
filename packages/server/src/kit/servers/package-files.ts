// Files of this package, wherever it is installed.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const manifest = () => createRequire(import.meta.url).resolve("antechamber/package.json");

/** The absolute path of a file in the package. */
export function packageFile(path: string): string {
  return join(dirname(manifest()), path);
}

/** The path of the program. */
export function programPath(): string {
  const { bin } = JSON.parse(readFileSync(manifest(), "utf8")) as {
    readonly bin: { readonly antechamber: string };
  };
  return packageFile(bin.antechamber);
}
