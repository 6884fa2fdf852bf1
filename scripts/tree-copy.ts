// A copy of the tree in a folder of its own, like a fresh clone: without build outputs, but with
// installed packages.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");
/** Packages of the tree that others import by name. */
const imported = ["contract", "sdk"];

export interface CopyOptions {
  /** True if a package is installed in the copy; absent: all are. */
  readonly isInstalled?: (name: string) => boolean;
  /** Patterns of the files to copy; absent: all. */
  readonly files?: readonly string[];
}

/** Copies the tree, with links between its own packages. @returns the folder */
export function copyOfTree({ isInstalled = () => true, files = [] }: CopyOptions = {}): string {
  const copy = mkdtempSync(join(tmpdir(), "antechamber-tree-"));
  const words = ["ls-files", "-co", "--exclude-standard", "-z", "--", ...files];
  const listed = spawnSync("git", words, { cwd: root }).stdout.toString().split("\0");
  for (const path of listed.filter((each) => each !== "" && existsSync(join(root, each)))) {
    cpSync(join(root, path), join(copy, path));
  }
  const [from, to] = [join(root, "node_modules"), join(copy, "node_modules")];
  for (const name of installedIn(from).filter(isInstalled)) link(join(from, name), join(to, name));
  for (const name of imported) {
    link(join(copy, "packages", name), join(to, "@antechamber", name));
  }
  // A package that needs another version of a dependency has it in its own folder.
  for (const name of readdirSync(join(root, "packages"))) {
    const own = join("packages", name, "node_modules");
    if (existsSync(join(root, own))) symlinkSync(join(root, own), join(copy, own));
  }
  return copy;
}

/** The names of third-party packages, including their scopes. */
function installedIn(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => !/^@?antechamber$/.test(name));
  return names.flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(folder, name)).map((each) => join(name, each)) : [name],
  );
}

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(from, to);
}
