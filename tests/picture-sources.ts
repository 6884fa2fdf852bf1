// The pictures in the README, and whether the console still looks the same: each has a hash of the
// sources that render its page.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "..");
const project = join(root, "packages/console");
export const pictureFolder = join(root, "docs/pictures");
export const pictureRecord = join(pictureFolder, "sources.json");

/** The page that each picture shows. */
const pages = {
  stage: "src/pages/stage.tsx",
  trace: "src/pages/trace.tsx",
  permissions: "src/pages/permissions.tsx",
} as const;

export type PictureName = keyof typeof pages;

export const pictureNames = Object.keys(pages) as readonly PictureName[];

/** The files that a file imports statically; pages that are loaded on demand are left out. */
function loadedBy(path: string): readonly string[] {
  const text = readFileSync(path, "utf8");
  const found = text.matchAll(/^(?:import|export)\b[^;]*?"(\.[^"?]+)[^"]*";/gm);
  return [...found].map(([, name = ""]) => join(dirname(path), name));
}

/** The hash of all sources of the console that render a page. */
export function hashOf(name: PictureName): string {
  const found = new Set(
    ["index.html", "src/main.tsx", pages[name]].map((each) => join(project, each)),
  );
  // The imports of the files found are searched in turn.
  for (const path of found) for (const each of loadedBy(path)) found.add(each);
  const hash = createHash("sha256");
  for (const path of [...found].toSorted()) {
    hash.update(`${relative(project, path)}\n`).update(readFileSync(path));
  }
  return hash.digest("hex");
}

/** The hashes with which the pictures were made, by name. */
export function recorded(): Readonly<Record<string, string>> {
  if (!existsSync(pictureRecord)) return {};
  return JSON.parse(readFileSync(pictureRecord, "utf8")) as Readonly<Record<string, string>>;
}
