// A user's project with nothing but our packages, packed and installed.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { packedInto } from "./packed-packages.ts";
import { outputOf, placeWith } from "./programs.ts";

export interface EmptyProject {
  readonly folder: string;
  write(path: string, text: string): void;
  remove(): void;
}

interface InstalledManifest {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** Installs as users do, but without build scripts of packages, and from npm's cache if possible. */
export async function emptyProject(): Promise<EmptyProject> {
  const folder = mkdtempSync(join(tmpdir(), "antechamber-project-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    write("package.json", JSON.stringify({ private: true, type: "module" }));
    const tarballs = await packedInto(join(folder, "packed"));
    const flags = ["--omit=dev", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
    const place = placeWith(process.execPath, folder);
    await outputOf(["npm", "install", ...flags, ...tarballs], place);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, write, remove };
}

/** The entry points of an installed package: `@antechamber/sdk`, `antechamber/testing`. */
export function importableFrom({ folder }: EmptyProject, name: string): readonly string[] {
  const file = join(folder, "node_modules", name, "package.json");
  const { exports } = JSON.parse(readFileSync(file, "utf8")) as InstalledManifest;
  const modules = Object.keys(exports).filter((path) => !path.endsWith(".json"));
  return modules.map((path) => join(name, path));
}
